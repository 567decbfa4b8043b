"""What the same records cost on disk, stored in different ways, and what it takes to get space back.

Sizes vary with nothing but the data: each is taken once, after every value has been read back and compared.
"""

from pathlib import Path
from typing import Any

from ...clients import sysbench
from ...engines import engine_class
from ...engines.base import stopwatch
from ...engines.dialect import Statements
from ...engines.embedded import Objects
from ...engines.systems import speaking
from ...errors import StatementFailed
from ...measuring.bench import Bench
from ...measuring.engine_run import EngineRun, Repeat
from ...measuring.under_load import use
from ...model import Case, Experiment, Metrics, Options, Reading, Scale, Turns
from .compaction import RATE, WATCHED_S, peaks, waits
from .data import CORPUS, VALUES, Encoding, StoredFile, StoredRecords, own_files
from .stored_objects import StoredObjects
from .stored_table import DELETE, LIFE, SOURCE_WAY, TABLE, StoredTable

ROWS = {Scale.SMOKE: 100, Scale.SMALL: 500, Scale.MEDIUM: 2_000, Scale.FULL: 10_000}
_SERVERS = frozenset(speaking("sql", "server"))
_TABLES = frozenset(speaking("sql"))
_DIALECTS = {
    name: dialect
    for name in speaking("sql", extensions=True)
    if (dialect := engine_class(name).dialect).ways_to_store(TABLE, VALUES)
}
ENGINES = (*_DIALECTS, *speaking("objects"))
_STATES = _TABLES | frozenset(speaking("objects"))
_HOUSEKEEPING = frozenset(name for name in _SERVERS if _DIALECTS[name].housekeeping(TABLE))
DELETES = ("deleted", "reclaimed", "compacted")
"""States after every second record was deleted; a system without tables has nothing to compact."""
BYTES_PER_ROW = 600_000
"""Room one engine is given on the disk: 90 KB of a record, twice for a rebuild, and the log of all it goes through."""


def ways() -> list[Case]:
    """Return a case for each encoding of the raw page and each way to store it."""
    engines: dict[str, set[str]] = {}
    for engine in ENGINES:
        for way in _ways_of(engine):
            engines.setdefault(way, set()).add(engine)
    return [
        Case(f"size.{encoding}.{way}", engines=frozenset(who), turns=Turns.ONCE)
        for encoding in Encoding
        for way, who in engines.items()
    ]


def _ways_of(engine: str) -> dict[str, Statements]:
    """Return the ways a system has to store the large values, by name, with the statements that ask for each."""
    if engine in _DIALECTS:
        return {name: way.made for name, way in _DIALECTS[engine].ways_to_store(TABLE, VALUES).items()}
    objects = engine_class(engine)
    assert issubclass(objects, Objects)
    return dict.fromkeys(objects.ways, ())


def cases(rows: StoredRecords, scale: Scale) -> list[Case]:
    return [
        *ways(),
        *(Case(f"life.{state}", engines=_TABLES, turns=Turns.ONCE) for state in LIFE),
        *(
            Case(f"deletes.{state}", engines=_TABLES if state == "compacted" else _STATES, turns=Turns.ONCE)
            for state in DELETES
        ),
        Case("wait.compact", engines=_SERVERS, turns=Turns.ACTION),
        Case("wait.reclaim", engines=_HOUSEKEEPING, turns=Turns.ACTION),
        Case("peak.compact", engines=_TABLES, turns=Turns.ACTION),
    ]


def asked(case: Case, engine: str, options: Options) -> dict[str, Any]:
    """Return how the records are stored, what changes them, and how long reader and writer come beside."""
    stage, _, rest = case.name.partition(".")
    way = rest.rpartition(".")[2] if stage == "size" else SOURCE_WAY.get(engine, "shipped")
    pages = None if options.corpus else CORPUS.known_as()
    facts: dict[str, Any] = {"way": way, "made": list(_ways_of(engine)[way]), "pages": pages}
    if stage in ("life", "deletes"):
        facts["delete"] = DELETE
    if stage in ("life", "deletes", "wait", "peak"):
        dialect = _DIALECTS.get(engine)
        facts["compact"] = dialect.compact(TABLE) if dialect else ""
        facts["reclaim"] = dialect.housekeeping(TABLE) if dialect else ""
    if stage == "wait":
        facts |= {"requests_per_s": RATE, "watched_s": WATCHED_S[options.scale]}
    return facts


def run(bench: Bench, rows: StoredRecords, text: Path) -> None:
    """Measure whatever is asked for and not yet done. `text` is the Arrow file of the rows."""
    if rows.source is not None and rows.source.empty:
        bench.reporter.say(f"{rows.source.empty} empty files of {rows.source.name} are left out")
    for case in ways():
        _, encoding, way = case.name.split(".")
        _sizes(bench, case.name, StoredFile(text, rows.count, Encoding(encoding)), way)
    # the source's pages were base64 text; files of one's own are stored as they are
    stored = StoredFile(text, rows.count, Encoding.BYTES if rows.source else Encoding.BASE64)
    for name in ("life", "deletes"):
        _states(bench, name, stored)
    peaks(bench, stored)
    if bench.needing("wait.compact", "wait.reclaim"):
        use(bench, "sysbench", sysbench.OLDEST)
        waits(bench, "wait.compact", stored, lambda dialect: dialect.compact(TABLE), text.parent)
        waits(bench, "wait.reclaim", stored, lambda dialect: dialect.housekeeping(TABLE), text.parent)


def _on(engine_run: EngineRun, stored: StoredFile, way: str | None = None) -> StoredTable | StoredObjects:
    """Return the records on one system; without a way, stored as the source had them."""
    if isinstance(engine_run.engine, Objects):
        return StoredObjects(engine_run.engine, stored, way or "shipped")
    return StoredTable(engine_run.engine, stored, way) if way else StoredTable.of_source(engine_run.engine, stored)


def _sizes(bench: Bench, case: str, stored: StoredFile, way: str) -> None:
    """Load the records in one way, read them back, and keep what they take on disk."""
    for engine_run in bench.needing(case):
        bench.reporter.begin(case, engine_run.name)
        with bench.guarded(engine_run, case, "size_table", "bytes"):
            there = _on(engine_run, stored, way)
            with stopwatch() as elapsed:
                there.load()
            values = {**there.taken(), "duration": Reading(elapsed[0], "s")}
            values |= {f"values_{name}": Reading(float(n), "bytes") for name, n in stored.raw_bytes().items()}
            _keep(bench, engine_run, case, values, there.differing())
        engine_run.finish(case)


def _keep(bench: Bench, engine_run: EngineRun, case: str, values: Metrics, wrong: str | None) -> None:
    """Keep what was taken, or that it is a wrong answer: what does not come back has no size."""
    engine_run.add(Repeat(case), values)
    if wrong is not None:
        engine_run.call_wrong(case, wrong)
    bench.reporter.end(case, engine_run.name, wrong or f"{values['size_table'][0] / 1e6:,.1f} MB")


def _states(bench: Bench, name: str, stored: StoredFile) -> None:
    """Take what is stored through states on every system that lacks one; sizes in each."""
    states = LIFE if name == "life" else DELETES
    for engine_run in bench.needing(*(f"{name}.{state}" for state in states)):
        there = _on(engine_run, stored)
        stages = there.states(name)
        # each is reached from the one before: all or none
        engine_run.redo(set(engine_run.footer.cases) & {f"{name}.{stage.name}" for stage in stages})
        before: str | None = None
        for stage in stages:
            case = f"{name}.{stage.name}"
            bench.reporter.begin(case, engine_run.name)
            reached = False
            with bench.guarded(engine_run, case, "size_table", "bytes"):
                if before is not None:
                    raise StatementFailed(f"{before} was not reached, and this comes after it")
                with stopwatch() as elapsed:
                    stage.reach()
                values = {**there.taken(), "duration": Reading(elapsed[0], "s")}
                _keep(bench, engine_run, case, values, stage.lost())
                reached = True
            before = before if reached else before or case
            engine_run.finish(case)


EXPERIMENT = Experiment(
    name="storage",
    rows=ROWS,
    dataset=StoredRecords,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    takes_folder=True,
    from_folder=own_files,
)
