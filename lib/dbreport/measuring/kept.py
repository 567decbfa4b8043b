"""Data that outlives its run: what takes hours to fill is asked again on another day without being filled again.

While a run works with it, it lies in that run's own folder and goes with it, so that a run that was killed leaves
nothing to be trusted. It is put aside only where the run came to its end, and the system stopped cleanly.
"""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from ..engines.launch.folders import data_root
from ..errors import DbreportError, StatementFailed
from ..model import Status
from ..results.identity import digest_of
from ..results.store import Cell
from .engine_run import EngineRun

_NOTE = "kept.json"
PATIENCE_S = 3600.0
"""How long one waits for the statement that reads all rows."""

Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class _Note:
    """What is true of data put aside: on which rows, by which system, in which state, and what it answered last."""

    rows: str
    settings: str
    version: str
    launcher: str
    holds: str
    indexed: bool
    answer: str


def folder(cell: Cell) -> Path:
    """Return where the data of a cell is put aside, whether there is any or not."""
    parts = (cell.experiment, cell.engine, cell.profile, cell.scale, cell.durability)
    return data_root() / "kept" / "-".join(map(str, parts))


def there(cell: Cell) -> bool:
    """Tell whether data of a cell was put aside, so that it takes no more room."""
    return (folder(cell) / _NOTE).is_file()


def every() -> list[Path]:
    """Return the folders of all data put aside on this data root, and of what a kill left half put aside, by name."""
    return sorted(path for path in data_root().glob("kept/*") if path.is_dir())


def take_up(run: EngineRun, statement: str, say: Say) -> None:
    """Start a system on what was put aside of it, where that is the same rows and settings; else on nothing.

    What was put aside is gone from there in either case. It counts as filled only where it answers as it did.

    Args:
        statement: reads every value of the table; its first column is the number of rows.

    Raises what `EngineRun.start` does.
    """
    kept = folder(run.cell)
    note = _moved(run, kept)
    if note is None and kept.exists():
        say(f"{run.name}: the data that was kept is of other rows or settings, or not whole, and is removed")
    shutil.rmtree(kept, ignore_errors=True)
    run.start()
    if note is None:
        return
    run.holds, run.indexed = note.holds, note.indexed
    now = _note_of(run, _answer(run, statement))
    if now == note:
        say(f"{run.name}: the data that was kept is whole: {run.rows:,} rows, {note.holds}")
        return
    run.holds, run.indexed = "", False
    other = ", ".join(part for part, was in asdict(note).items() if was != asdict(now)[part])
    say(f"{run.name}: the data that was kept has another {other} now and is filled anew")


def put_aside(run: EngineRun, statement: str, say: Say) -> None:
    """Stop a system cleanly and keep its data for the run that takes it up; keep nothing where that cannot be."""
    if run.lost is not None or not run.holds:
        return
    if any(s.run_id == run.run_id and s.status is Status.FAILED for s in run.samples):
        say(f"{run.name}: its data is not kept: a case failed on it, and what that has left is not known")
        return
    if run.engine.launched() == "external":
        say(f"{run.name}: a server that others run keeps nothing of ours")
        return
    kept = folder(run.cell)
    try:
        note = _note_of(run, _answer(run, statement))
        if not note.answer:
            raise StatementFailed(f"it does not hold {run.rows:,} rows")
        run.engine.checkpoint()
        run.engine.stop()
    except DbreportError as error:
        say(f"{run.name}: its data is not kept: {error}")
        return
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(mode=0o700, parents=True)
    _move(run.engine.setup.folder, kept)
    (kept / _NOTE).write_text(json.dumps(asdict(note), indent=1) + "\n", encoding="utf-8")
    say(f"{run.name}: its data is kept in {kept} for the next run with --keep; remove it with: rm -r {kept}")


def _moved(run: EngineRun, kept: Path) -> _Note | None:
    """Move data into the run's folder and return what is noted of it; None where it is of other rows or settings."""
    try:
        note = _Note(**json.loads((kept / _NOTE).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    if (note.rows, note.settings) != (_rows(run), _settings(run)):
        return None
    (kept / _NOTE).unlink()
    _move(kept, run.engine.setup.folder)
    return note


def _move(source: Path, target: Path) -> None:
    """Move all that lies in a folder into an empty one on the same disk, which gets its owner and mode."""
    for entry in source.iterdir():
        entry.rename(target / entry.name)
    facts = source.stat()
    os.chmod(target, facts.st_mode & 0o777)
    os.chown(target, facts.st_uid, facts.st_gid)


def _note_of(run: EngineRun, answer: str) -> _Note:
    return _Note(
        rows=_rows(run),
        settings=_settings(run),
        version=run.version,
        launcher=run.footer.launcher,
        holds=run.holds,
        indexed=run.indexed,
        answer=answer,
    )


def _rows(run: EngineRun) -> str:
    return str(run.footer.dataset["fingerprint"])


def _settings(run: EngineRun) -> str:
    return digest_of(run.engine.requested())


def _answer(run: EngineRun, statement: str) -> str:
    """Return what a system answers to the statement that reads all rows, empty where it cannot or has other rows."""
    try:
        rows = run.engine.run(statement, PATIENCE_S, fetch=True).rows or [(0,)]
    except DbreportError:
        return ""
    return repr(rows[0]) if int(rows[0][0]) == run.rows else ""
