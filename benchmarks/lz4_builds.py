"""Why is lz4 slower from Python than its own tool? One change at a time, on one page over and over, in turns.

    .venv/bin/python benchmarks/lz4_builds.py --turns 5

    tool      `lz4 -b`: whole blocks into memory that is kept
    kept      the tool's library, called from Python by ctypes, into memory that is kept
    new       the same, into a new object for every result
    copied    the same, and the result copied once more, as the package does
    built     the package's frames, as the report uses them, built here from source
    package   the same as installed from PyPI

Builds the package of the installed version from its source in a temporary folder. Prints medians with 95 % intervals in
MB/s, at both levels the report measures. Run it on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import ctypes
import ctypes.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from compression_itself import Rates, by_its_benchmark, calls_per_second
from dbreport import stats
from dbreport.codecs import child, libraries
from dbreport.codecs.methods import METHODS
from dbreport.datasets.pages import Pages
from dbreport.verdicts import times

METHODS_TRIED = [method for method in METHODS if method.library == "lz4"]
SIDES = ("tool", "kept", "new", "copied", "built", "package")
WAYS = ("compress", "decompress")


def by_ctypes(side: str, level: int, raw: bytes) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return how to compress and decompress a page by the system's library, results going where `side` says."""
    name = ctypes.util.find_library("lz4")
    if name is None:
        raise SystemExit("the library of the lz4 tool is not installed; run: make engines")
    lib = ctypes.CDLL(name)
    most = lib.LZ4_compressBound(len(raw))
    kept = ctypes.create_string_buffer(max(most, len(raw)))

    def compress(into: object) -> int:
        if level:
            return lib.LZ4_compress_HC(raw, into, len(raw), most, level)
        return lib.LZ4_compress_default(raw, into, len(raw), most)

    length = compress(kept)
    stored = kept.raw[:length]

    def decompress(into: object) -> int:
        return lib.LZ4_decompress_safe(stored, into, len(stored), len(raw))

    decompress(kept)
    if kept.raw[: len(raw)] != raw:
        raise SystemExit("the library gave back another page")

    def going(call: Callable[[object], int], size: int) -> Callable[[], object]:
        if side == "kept":
            return lambda: call(kept)
        # what PyBytes_FromStringAndSize gives is not cleared, unlike ctypes' own arrays
        new = ctypes.pythonapi.PyBytes_FromStringAndSize
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_char_p, ctypes.c_ssize_t)

        def made() -> object:
            into = new(None, size)
            written = call(into)
            return into if side == "new" else bytes(memoryview(into)[:written])

        return made

    return going(compress, most), going(decompress, len(raw))


def rates(side: str, level: int) -> Rates:
    """Return MB/s of one side, measured in this process."""
    raw = Pages(1).document(0)
    if side in ("package", "built"):
        (method,) = (one for one in METHODS_TRIED if one.level == level)
        made = libraries.codec(method)
        stored = made.compress(raw)
        calls: tuple[Callable[[], object], ...] = (lambda: made.compress(raw), lambda: made.decompress(stored))
    else:
        calls = by_ctypes(side, level, raw)
    compress, decompress = (max(calls_per_second(call) for _ in range(2)) * len(raw) / 1e6 for call in calls)
    return compress, decompress


def measured(side: str, level: int, file: Path, build: Path) -> Rates:
    """Return MB/s of one side, in a process of its own that keeps its memory as the one of the runner does."""
    if side == "tool":
        return by_its_benchmark("lz4", max(level, 1), file)
    environment = {**os.environ, **child._KEPT, **({"PYTHONPATH": str(build)} if side == "built" else {})}
    command = [sys.executable, __file__, "--side", side, "--level", str(level)]
    compress, decompress = subprocess.check_output(command, env=environment, text=True).split()
    return float(compress), float(decompress)


def build_in(folder: Path) -> None:
    wanted = f"lz4=={version('lz4')}"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-cache-dir", "--no-binary", "lz4"]
    subprocess.run([*command, "--target", str(folder), wanted], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--side", choices=SIDES, help="measure one side once, and print no more than its MB/s")
    parser.add_argument("--level", type=int, default=0)
    asked = parser.parse_args()
    if asked.side:
        print(*rates(asked.side, asked.level))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build_in(folder / "built")
        (folder / "page.html").write_bytes(Pages(1).document(0))
        for method in METHODS_TRIED:
            found: dict[str, list[Rates]] = {side: [] for side in SIDES}
            for turn in range(asked.turns):
                for side in SIDES if turn % 2 else reversed(SIDES):
                    found[side].append(measured(side, method.level, folder / "page.html", folder / "built"))
            for number, way in enumerate(WAYS):
                said = ", ".join(
                    f"{side} {times(stats.median([one[number] for one in rates]))}" for side, rates in found.items()
                )
                print(f"{method.name:9} {way:10} {said} MB/s", flush=True)


if __name__ == "__main__":
    main()
