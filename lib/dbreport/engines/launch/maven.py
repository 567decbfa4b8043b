"""A Java program: put together once by Maven with all that it needs, kept in the user's cache under a digest of it.

A change is a new folder, as it is with programs in Go.
"""

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

from ...errors import ClientFailed, ClientMissing
from ...project import cache_folder
from . import golang

_BUILD_LIMIT_S = 1800.0


def class_path(sources: Path) -> str:
    """Return the class path of the program a folder's pom.xml describes. Raises as `program` does."""
    target = program(sources)
    return f"{target}{os.pathsep}{target}/jars/*"


def program(sources: Path) -> Path:
    """Return the folder of the program a folder's pom.xml describes, built where this one is not in the cache yet.

    The first time, what it needs is fetched by Maven, into `jars`. Raises ClientMissing without Maven, ClientFailed
    with its first complaint.
    """
    target = built(sources)
    if not target.exists():
        _build(sources, target)
    return target


def built(sources: Path) -> Path:
    """Return where the program of a folder is once it is built."""
    return cache_folder() / f"{sources.name}-{_digest(sources)}"


def pinned(sources: Path, artifact: str) -> str:
    """Return the version of an artifact that pom.xml names. Raises ClientFailed where it names none."""
    project = ElementTree.parse(sources / "pom.xml").getroot()  # noqa: S314 - a file of ours
    properties = {made.tag: made.text or "" for made in project.iterfind("properties/*")}
    for dependency in project.iter("dependency"):
        if dependency.findtext("artifactId") == artifact:
            version = dependency.findtext("version") or ""
            return re.sub(r"\$\{(.+?)\}", lambda named: properties[named[1]], version)
    raise ClientFailed(f"{sources.name}/pom.xml names no {artifact}")


def _build(sources: Path, target: Path) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise ClientMissing(f"{sources.name} is built by Maven, which was not found; run: make engines, or install it")
    with golang.half_built(sources.name) as folder:
        argv = [maven, "--batch-mode", "--quiet", "--file", str(sources / "pom.xml"), f"-Dbuilt={folder}"]
        try:
            done = subprocess.run(
                [*argv, "prepare-package"], cwd=folder, capture_output=True, text=True, timeout=_BUILD_LIMIT_S
            )
        except subprocess.TimeoutExpired as error:
            raise ClientFailed(f"{sources.name} was not built within {_BUILD_LIMIT_S:.0f} s") from error
        if done.returncode:
            raise ClientFailed(
                f"{sources.name} could not be built: {_complaint(done.stdout + done.stderr)};"
                f" to see it all: mvn -f lib/{sources.name} prepare-package"
            )
        try:
            os.replace(folder / "classes", target)
        except OSError:  # a folder takes no other's place: another process has built the same meanwhile
            if not target.is_dir():
                raise


def _complaint(said: str) -> str:
    """Return the first error, without where its modules come from on this machine: it may end up in a result."""
    errors = [line.partition("] ")[2].strip() for line in said.splitlines() if line.startswith("[ERROR] ")]
    return re.sub(r"\w+://\S+|/\S+/", "…", next(filter(None, errors), "Maven said nothing"))


def _digest(sources: Path) -> str:
    total = hashlib.blake2b(digest_size=8)
    for path in sorted([sources / "pom.xml", *sources.glob("src/main/**/*.java")]):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()
