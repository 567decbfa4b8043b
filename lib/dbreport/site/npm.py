"""A program of the page's own: put together once from npm's packages, kept in the user's cache under a digest of it."""

import fcntl
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from ..errors import SiteFailed
from ..project import cache_folder

EXPLORER = Path(__file__).resolve().parents[2] / "explorer"
_LIMIT_S = 600.0
_HALF_BUILT = "half-explorer-"
_OF_DUCKDB = "node_modules/@duckdb/duckdb-wasm/dist"


def explorer(sources: Path = EXPLORER) -> Path:
    """Return the folder of the explorer's program: explorer.js, duckdb-worker.js, duckdb.wasm.gz.

    Built where this one is not in the cache yet: npm fetches the packages that package-lock.json pins by their
    digests. Raises SiteFailed without npm, or with its complaint.
    """
    target = cache_folder() / f"explorer-{_digest(sources)}"
    if target.exists():
        return target
    npm = shutil.which("npm")
    if npm is None:
        raise SiteFailed("npm was not found; install Node.js")
    cache_folder().mkdir(parents=True, exist_ok=True)
    with (cache_folder() / "explorer.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # whoever waited finds it built
        if not target.exists():
            for left in cache_folder().glob(f"{_HALF_BUILT}*"):  # by one that was killed, for we hold the lock
                shutil.rmtree(left, ignore_errors=True)
            with tempfile.TemporaryDirectory(prefix=_HALF_BUILT, dir=cache_folder()) as folder:
                os.replace(_built(npm, sources, Path(folder)), target)
    return target


def _built(npm: str, sources: Path, folder: Path) -> Path:
    for path in _files(sources):
        shutil.copy(path, folder)
    made = folder / "made"
    made.mkdir()
    _run([npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
    bundle = ["--bundle", "--minify", "--format=iife", "--target=es2022", f"--outfile={made / 'explorer.js'}"]
    _run([npm, "exec", "--offline", "--", "esbuild", "explorer.js", *bundle], folder)
    shutil.copy(folder / _OF_DUCKDB / "duckdb-browser-eh.worker.js", made / "duckdb-worker.js")
    with gzip.open(made / "duckdb.wasm.gz", "wb", compresslevel=9) as packed:
        packed.write((folder / _OF_DUCKDB / "duckdb-eh.wasm").read_bytes())
    return made


def _run(argv: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(
            argv, cwd=folder, capture_output=True, text=True, timeout=_LIMIT_S, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as error:
        raise SiteFailed(f"npm did not finish within {_LIMIT_S:.0f} s") from error
    if done.returncode:
        raise SiteFailed(f"the explorer could not be built: {_complaint(done.stdout + done.stderr)}")


def _complaint(said: str) -> str:
    """Return the first error, without where packages come from on this machine."""
    errors = [line.partition("error ")[2] for line in said.splitlines() if "error " in line.lower()]
    return re.sub(r"\w+://\S+|/\S+/", "…", next(filter(None, errors), "npm said nothing"))


def _files(sources: Path) -> list[Path]:
    return sorted(path for path in sources.iterdir() if path.is_file())


def _digest(sources: Path) -> str:
    total = hashlib.blake2b(digest_size=8)
    for path in _files(sources):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()
