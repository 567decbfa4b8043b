"""Why is lz4 slower from Python than its own tool? One change at a time, on one page over and over, in turns.

    .venv/bin/python benchmarks/lz4_builds.py --turns 5

    tool      `lz4 -b`: whole blocks into memory that is kept
    kept      the tool's library, called from Python by ctypes, into memory that is kept
    new       the same, into a new object for every result
    copied    the same, and the result copied once more, as the package does
    block     the package's bare blocks, built here upon the tool's library
    frame     its frames, as the report uses them, built likewise
    built     the same, with the package's own copy of the library, compiled here
    package   the same as installed from PyPI

Builds the package of the installed version from its source in temporary folders; upon the tool's library it can be
built where that one's headers are (on Debian: liblz4-dev). Measures both levels the report does. Run it on a machine
that does nothing else.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path

from compression_itself import KEPT, Rates, by_its_benchmark, megabytes_per_second
from dbreport.datasets.pages import Pages
from dbreport.experiments.compression.codecs import libraries
from dbreport.experiments.compression.codecs.methods import METHODS
from lz4 import block
from shared import in_turns, measurements, parser

METHODS_TRIED = [method for method in METHODS if method.library == "lz4"]
SIDES = ("tool", "kept", "new", "copied", "block", "frame", "built", "package")
ON_THE_TOOLS_LIBRARY = {"block": True, "frame": True, "built": False}
"""Sides that have the package built here, and upon which library."""
WAYS = ("compress", "decompress")


Calls = tuple[Callable[[], object], Callable[[], object]]
"""How to compress and how to decompress a page."""


def by_blocks(level: int, raw: bytes) -> Calls:
    options: dict[str, object] = {"mode": "high_compression", "compression": level} if level else {"mode": "default"}
    stored = block.compress(raw, **options)
    return lambda: block.compress(raw, **options), lambda: block.decompress(stored)


def by_ctypes(side: str, level: int, raw: bytes) -> Calls:
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

        def into_new() -> object:
            into = new(None, size)
            written = call(into)
            return into if side == "new" else bytes(memoryview(into)[:written])

        return into_new

    return going(compress, most), going(decompress, len(raw))


def rates(side: str, level: int) -> Rates:
    """Return MB/s of one side, measured in this process."""
    raw = Pages(1).document(0)
    if side == "block":
        calls = by_blocks(level, raw)
    elif side in ("frame", "built", "package"):
        (method,) = (method for method in METHODS_TRIED if method.level == level)
        codec = libraries.codec(method)
        stored = codec.compress(raw)
        calls = (lambda: codec.compress(raw), lambda: codec.decompress(stored))
    else:
        calls = by_ctypes(side, level, raw)
    compress, decompress = (megabytes_per_second(call, len(raw), runs=2) for call in calls)
    return compress, decompress


def rates_apart(side: str, level: int, folder: Path) -> Rates:
    """Return MB/s of one side, in a process of its own that keeps its memory as the one of the runner does."""
    if side == "tool":
        return by_its_benchmark("lz4", max(level, 1), folder / "page.html")
    paths = [os.environ.get("PYTHONPATH", "")]
    if side in ON_THE_TOOLS_LIBRARY:
        paths.insert(0, str(build_of(folder, ON_THE_TOOLS_LIBRARY[side])))
    environment = {**os.environ, **KEPT, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [sys.executable, __file__, "--side", side, "--level", str(level)]
    compress, decompress = subprocess.check_output(command, env=environment, text=True).split()
    return float(compress), float(decompress)


def build_of(folder: Path, on_the_tools_library: bool) -> Path:
    """Return where the package was built, upon the tool's library or its own copy; build it the first time."""
    build = folder / str(on_the_tools_library)
    if not build.exists():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-cache-dir"]
        wanted = ["--no-binary", "lz4", "--target", str(build), f"lz4=={version('lz4')}"]
        environment = {**os.environ, "PYLZ4_USE_SYSTEM_LZ4": str(on_the_tools_library)}
        subprocess.run([*command, *wanted], env=environment, check=True)
        (extension,) = build.glob("lz4/frame/_frame.*.so")
        # without the headers it is built upon its own copy whatever it is told
        if (b"liblz4.so" in extension.read_bytes()) != on_the_tools_library:
            raise SystemExit("the package was not built upon the library asked for; on Debian: install liblz4-dev")
    return build


def main() -> None:
    options = parser(__doc__, turns=5)
    options.add_argument("--side", choices=SIDES, help="measure one side once, and print no more than its MB/s")
    options.add_argument("--level", type=int, default=0)
    asked = options.parse_args()
    if asked.side:
        print(*rates(asked.side, asked.level))
        return
    with measurements(asked) as measured, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "page.html").write_bytes(Pages(1).document(0))
        for method in METHODS_TRIED:
            sides = {side: partial(rates_apart, side, method.level, folder) for side in SIDES}
            for side, turns in in_turns(asked.turns, sides).items():
                for way, values in zip(WAYS, zip(*turns, strict=True), strict=True):
                    key = (side, method.name, way)
                    measured.add(key, version("lz4"), "bytes/s", [1e6 * rate for rate in values])


if __name__ == "__main__":
    main()
