"""Is the throughput we store that of the compiled tool? The same level on the same page, in turns.

    .venv/bin/python benchmarks/compression_itself.py --turns 5
    .venv/bin/python benchmarks/compression_itself.py --keep

Ours has one page over and over for a second, as zstd and lz4 time themselves (`-b`: the faster of two seconds). xz and
brotli are given the page many times and timed from start to end without what an empty file takes, decompressing to
nowhere (`--test`). Beside both stands what the runner stores, which takes documents as they come and not out of the
processor's caches. A tool of another version than our library is another program: put one of the same version first on
PATH. Run it on a machine that does nothing else.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from dbreport.datasets import corpus
from dbreport.datasets.pages import Pages
from dbreport.experiments.compression.codecs import child, libraries
from dbreport.experiments.compression.codecs.methods import METHODS, Method
from shared import Measurements, in_turns, measurements, parser

LEVELS = {
    "zstd": ("zstd_1", "zstd_3", "zstd_9", "zstd_19"),
    "lz4": ("lz4_fast", "lz4_hc_9"),
    "xz": ("lzma_0", "lzma_3", "lzma_6", "lzma_9"),
    "brotli": ("brotli_1", "brotli_6", "brotli_11"),
}
PROGRAMS = {"zstd": "zstd", "lz4": "lz4", "lzma": "xz", "brotli": "brotli"}
WAYS = ("compress", "decompress")
WITH_BENCHMARK = ("zstd", "lz4")
"""Tools that time themselves: the faster of two runs of a second counts, and so it does of ours beside them."""
KEPT = child._KEPT  # public once compression is measured again: that file is part of what its results rest on
"""What makes a process use again the memory it has freed, as the one that measures does."""
MOST_NAMES = 10
"""Files given at once: brotli takes no more than a score, its options among them."""
ENOUGH_S = 1.0
"""What one of our measurements takes, about: a method that is faster gets the file more often."""
MOST_BYTES = 512 << 20
PRINTED = re.compile(r"([\d.]+) MB/s\s*,\s*([\d.]+) MB/s")

Rates = tuple[float, float]
"""MB/s of compressing and of decompressing."""


def by_its_benchmark(program: str, level: int, file: Path) -> Rates:
    """Run the tool's own benchmark; it writes its lines over each other, the last one stands."""
    done = subprocess.run([program, f"-b{level}", "-i2", str(file)], capture_output=True, text=True, check=True)
    output = done.stdout + done.stderr
    rates = PRINTED.findall(output)
    if not rates:
        raise SystemExit(f"{program} -b{level} printed no MB/s: {output[-200:]}")
    return float(rates[-1][0]), float(rates[-1][1])


def by_the_clock(program: str, options: list[str], file: Path, expected: Rates) -> Rates:
    """Time the tool from start to end on as many copies as take a second, without what it takes to start."""
    empty = file.with_name("empty")
    empty.touch()

    def seconds(arguments: list[str], sources: list[Path]) -> float:
        begin = time.perf_counter()
        subprocess.run([program, *arguments, *map(str, sources)], check=True)
        return time.perf_counter() - begin

    start_s = seconds(options, [empty])
    seconds(options, [file])
    (packed,) = file.parent.glob(f"{file.name}.*")
    again = subprocess.run([program, "--decompress", "--stdout", str(packed)], capture_output=True, check=True).stdout
    if again != file.read_bytes():
        raise SystemExit(f"{program} gave back another file")
    megabytes = file.stat().st_size / 1e6
    rates = []
    for arguments, source, rate in ((options, file, expected[0]), (["--test"], packed, expected[1])):
        copies = min(max(int(ENOUGH_S * rate / megabytes), 1), MOST_NAMES)
        times_over = max(int(ENOUGH_S * rate / megabytes / copies), 1)
        took_s = sum(seconds(arguments, [source] * copies) - start_s for _ in range(times_over))
        rates.append(times_over * copies * megabytes / took_s)
    packed.unlink()  # the next tool's has another ending
    return rates[0], rates[1]


def version_of(method: Method) -> str:
    """Return the version a tool tells of itself."""
    program = PROGRAMS[method.library]
    output = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"\d+(\.\d+)+", output)
    return version[0] if version else "unknown"


def tool(method: Method) -> Callable[[Path, Rates], Rates] | None:
    """Return how the compiled tool is measured at a method's level, None where it is not installed."""
    name = PROGRAMS[method.library]
    program = shutil.which(name)
    if program is None:
        return None
    if name in WITH_BENCHMARK:
        return lambda file, _: by_its_benchmark(program, max(method.level, 1), file)
    level = f"-{method.level}" if name == "xz" else f"--quality={method.level}"
    # brotli's own window is wider than its library's; the file and the level are to be the same, and so is this
    options = (
        ["--threads=1", "--keep", "--force", level] if name == "xz" else ["--keep", "--force", level, "--lgwin=22"]
    )
    return lambda file, expected: by_the_clock(program, options, file, expected)


def megabytes_per_second(call: Callable[[], object], size_bytes: int, runs: int) -> float:
    """Call again and again for a second; the faster run counts."""

    def calls_per_second() -> float:
        calls, begin = 0, time.perf_counter()
        while (took_s := time.perf_counter() - begin) < ENOUGH_S:
            call()
            calls += 1
        return calls / took_s

    return max(calls_per_second() for _ in range(runs)) * size_bytes / 1e6


def as_the_benchmark(method: Method, file: Path) -> Rates:
    """Compress one page over and over for a second, then decompress it so; as often as the tool would."""
    codec, raw = libraries.codec(method), file.read_bytes()
    stored = codec.compress(raw)
    runs = 2 if method.library in WITH_BENCHMARK else 1
    compress = megabytes_per_second(lambda: codec.compress(raw), len(raw), runs)
    return compress, megabytes_per_second(lambda: codec.decompress(stored), len(raw), runs)


def as_the_runner(method: Method, path: Path) -> Rates:
    run = child.measured(path, method)
    if run["wrong"]:
        raise SystemExit(f"{method.name}: {run['wrong']}")
    megabytes = run["raw_bytes"] / 1e6
    return megabytes / run["compress"]["wall_s"], megabytes / run["decompress"]["wall_s"]


def compare(method: Method, folder: Path, turns: int, measured: Measurements) -> bool:
    """Measure a method in turns; tell whether ours and the tool, if it is installed, agree within 10 % both ways."""
    theirs = tool(method)
    if theirs is None:
        print(f"{method.name}: its command-line tool is not installed; run: make engines")
        return False
    file, path = folder / "page.html", folder / "corpus"
    page = Pages(1).document(0)
    file.write_bytes(page)
    corpus.write(path, [page])
    expected = as_the_runner(method, path)
    copies = max(min(int(ENOUGH_S * expected[0] * 1e6), MOST_BYTES) // len(page), 1)
    corpus.write(path, (page for _ in range(copies)))
    sides: dict[str, Callable[[], Rates]] = {
        "tool": lambda: theirs(file, expected),
        "ours": lambda: as_the_benchmark(method, file),
        "runner": lambda: as_the_runner(method, path),
    }
    program = f"{PROGRAMS[method.library]} {version_of(method)}"
    versions = dict.fromkeys(sides, libraries.versions()[method.library]) | {"tool": program}
    for side, rates in in_turns(turns, sides).items():
        for way, values in zip(WAYS, zip(*rates, strict=True), strict=True):
            measured.add((side, method.name, way), versions[side], "bytes/s", [1e6 * rate for rate in values])
    ratios = [measured.compare(("ours", method.name, way), ("tool", method.name, way), paired=False) for way in WAYS]
    return all(0.9 <= ratio.value <= 1.1 for ratio in ratios)


def with_memory_kept() -> None:
    """Begin anew where this process does not treat its memory as the one that measures does, using again what is freed.

    As shipped, the kernel clears the window of lzma 9 for every page: half of that method's speed.
    """
    if not KEPT.items() <= os.environ.items():
        raise SystemExit(subprocess.run([sys.executable, *sys.argv], env={**os.environ, **KEPT}).returncode)


def main() -> None:
    options = parser(__doc__, turns=5)
    options.add_argument("--method", action="append", help="such as zstd_3; default: some levels of every tool")
    asked = options.parse_args()
    with_memory_kept()
    names = asked.method or [name for levels in LEVELS.values() for name in levels]
    methods = [method for name in names for method in METHODS if method.name == name]
    with measurements(asked) as measured, tempfile.TemporaryDirectory() as folder:
        agree = sum(compare(method, Path(folder), asked.turns, measured) for method in methods)
    print(f"{agree} of {len(methods)} methods agree within 10 % both ways")


if __name__ == "__main__":
    main()
