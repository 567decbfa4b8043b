"""A cloud disk imitated: what a system reads is held to a number and a rate by the kernel's control groups.

Not here: which statements are measured on it.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..errors import Unsupported
from ..meters import digest
from ..model import Case, Reading
from ..repeats import COLD_REPEATS
from .bench import Bench, cool
from .control_groups import Hierarchy, held, require_ours
from .engine_run import EngineRun, Repeat

READS_PER_S = 6000
BYTES_PER_S = 150_000_000
"""The disk of the source's cloud server, as its vendor describes it."""

_FIRST = Hierarchy(Path("/sys/fs/cgroup/blkio"), "blkio", "blkio.throttle.read_iops_device")
_SECOND = Hierarchy(Path("/sys/fs/cgroup"), "", switch="io")
HIERARCHIES = (_FIRST, _SECOND)


def _limits(device: str, writes_per_s: int | None) -> tuple[Hierarchy, list[tuple[str, str]]]:
    """Return where a disk's limits are written, and what."""
    if _FIRST.there():
        if writes_per_s is not None:
            return _FIRST, [("blkio.throttle.write_iops_device", f"{device} {writes_per_s}")]
        return _FIRST, [
            (_FIRST.sign, f"{device} {READS_PER_S}"),
            ("blkio.throttle.read_bps_device", f"{device} {BYTES_PER_S}"),
        ]
    if _SECOND.there():
        limit = f"riops={READS_PER_S} rbps={BYTES_PER_S}" if writes_per_s is None else f"wiops={writes_per_s}"
        return _SECOND, [("io.max", f"{device} {limit}")]
    raise Unsupported("the kernel offers no control group that limits a disk; a slow disk cannot be imitated here")


def _device(folder: Path) -> str:
    """Return the whole disk that a folder lies on as `major:minor`: limits are the disk's, not a partition's."""
    number = folder.stat().st_dev
    block = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}")
    if not block.exists():
        raise Unsupported("the data folder lies on no block device of its own; a slow disk cannot be imitated here")
    whole = block.resolve().parent if (block / "partition").exists() else block
    return (whole / "dev").read_text().strip()


@contextmanager
def slowed(pids: Sequence[int], folder: Path, writes_per_s: int | None = None) -> Iterator[None]:
    """Hold what process trees read from the folder's disk to READS_PER_S and BYTES_PER_S while the block runs.

    With `writes_per_s` it is their writes instead that are held, to so many: a sync is one or two of them.
    Raises Unsupported where processes are not ours to see, or the kernel does not let us.
    """
    require_ours(pids)
    hierarchy, limits = _limits(_device(folder), writes_per_s)
    with held(hierarchy, limits, pids, "the disk"):
        yield


def on_slow_disk(bench: Bench, case: Case, same_as: str) -> None:
    """Measure a statement cold on a slow disk; its answer must be the one the case `same_as` had at full speed."""
    runs = bench.needing(case.name)
    failed: set[str] = set()  # it will not be otherwise the next time
    for run, repeat in bench.rounds(runs, lambda run: bench.few(COLD_REPEATS), failed):
        bench.reporter.begin(case.name, run.name)
        with bench.guarded(run, case.name, "latency", "s", repeat, failed):
            if not _once(bench, run, case, repeat, same_as):
                failed.add(run.name)
    for run in runs:
        run.finish(case.name)


def _once(bench: Bench, run: EngineRun, case: Case, repeat: int, same_as: str) -> bool:
    """Measure once; return whether the answer is right."""
    engine = run.engine
    run.footer.statements[case.name] = case.sql
    for attempt in bench.attempts(run):
        cold = cool(engine)
        with slowed(engine.pids(), engine.setup.folder), attempt:
            ran = run.ask(case.sql, bench.options.timeout_s, fetch=True)
        answer = digest(ran.rows or [])
        run.add(Repeat(case.name, repeat, attempt, cold, answer), {"latency": Reading(ran.elapsed_s, "s")})
    bench.reporter.end(case.name, run.name, f"{ran.elapsed_s:.2f} s")
    known = {s.answer for s in run.samples if s.case == same_as and s.answer}
    if known and answer not in known:
        run.call_wrong(case.name, f"answers {answer}, at full speed {known.pop()}")
        return False
    return True
