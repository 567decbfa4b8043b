"""How servers are measured under a load generator: turns, durability classes, what is kept of each run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ..clients.load import Load, require
from ..engines.base import Engine
from ..errors import ClientFailed, DbreportError, EngineDied, EngineStartFailed, StatementTimeout
from ..model import Durability
from ..repeats import LOAD_TURNS
from .attempts import Attempt
from .bench import Bench, Values
from .engine_run import EngineRun

UNIT = "transactions/s"
SHARES = {"latency_p50": 0.50, "latency_p95": 0.95, "latency_p99": 0.99}


def loads(
    bench: Bench,
    case: str,
    drive: Callable[[EngineRun, int], Load],
    threads: int,
    before: Callable[[EngineRun], None] = lambda engine_run: None,
    rows_per_transaction: int = 1,
) -> None:
    """Put every system under the same load in turns, and keep throughput, latencies, series and resources.

    Args:
        drive: runs the load generator against a system; the second argument is the number of the turn.
        before: runs untimed before each turn.
        rows_per_transaction: how many rows a transaction inserts, where that is what counts.
    """
    engine_runs = bench.needing(case)
    failed: set[str] = set()
    for engine_run, turn in bench.rounds(
        engine_runs, lambda engine_run: 0 if engine_run.name in failed else bench.few(LOAD_TURNS)
    ):
        bench.reporter.begin(case, engine_run.name)
        with bench.guarded(engine_run, case, "throughput", UNIT, turn, failed):
            _enough_connections(engine_run, threads)
            for attempt in bench.attempts(engine_run, sampled=False):  # the generator's own meter knows of the warm-up
                before(engine_run)
                first = engine_run.engine.counters()
                with attempt:
                    load = _alive(engine_run.engine, partial(drive, engine_run, turn))
                keep(engine_run, case, turn, threads, load, first, rows_per_transaction, attempt)
                engine_run.engine.checkpoint()  # so that one system's late writes do not fall into another's turn
            bench.reporter.end(case, engine_run.name, f"{load.throughput:,.0f} {UNIT}")
    for engine_run in engine_runs:
        engine_run.finish(case)


def use(bench: Bench, program: str, oldest: tuple[int, ...]) -> None:
    """Make sure of a load generator before anything is measured, and note its version with every result.

    Raises ClientMissing.
    """
    version = require(program, oldest)[1]
    for engine_run in bench.engine_runs:
        engine_run.uses(program, version)


def _enough_connections(engine_run: EngineRun, threads: int) -> None:
    limit = int(engine_run.engine.settings().get("max_connections", 0))
    if limit and threads + 3 > limit:  # our own connection, and those a server keeps for its owner
        raise ClientFailed(
            f"{threads} threads need more than the {limit} connections {engine_run.name} allows;"
            " raise its max_connections, or leave these cases out with --case"
        )


def _alive(engine: Engine, drive: Callable[[], Load]) -> Load:
    """Drive, and where that fails find out whether the server is gone: then it is the server's failure."""
    try:
        return drive()
    except StatementTimeout:
        # the statements of a killed client may go on for long, and would slow down whatever comes next
        engine.stop()
        engine.start()
        raise
    except ClientFailed as error:
        try:
            engine.run("SELECT 1", 10)
        except DbreportError:
            raise EngineDied(f"{engine.name} went away under load: {error}") from error
        raise


def keep(
    engine_run: EngineRun,
    case: str,
    turn: int,
    threads: int,
    load: Load,
    first: dict[str, int],
    rows_per_transaction: int = 1,
    attempt: Attempt | None = None,
) -> None:
    """Turn one run of the load generator into samples; `first` is what the system had counted before it."""
    values: Values = {
        "throughput": (load.throughput, UNIT),
        **{name: (load.latency(share), "s") for name, share in SHARES.items()},
        "transactions": (float(load.transactions), "transactions"),
        "errors": (float(load.errors), "transactions"),
        "reconnects": (float(load.reconnects), "connections"),
    }
    if rows_per_transaction > 1:
        values["row_throughput"] = (load.throughput * rows_per_transaction, "rows/s")
    if load.server is not None:
        values["server_cpu_per_transaction"] = (load.server.cpu_s / load.transactions, "s/transaction")
    for name, now in engine_run.engine.counters().items():
        unit = "bytes" if name.endswith("bytes") else "syncs"
        # the warm-up's share is in both: what was counted and what was done
        values[f"{name}_per_transaction"] = ((now - first[name]) / load.with_warmup, f"{unit}/transaction")
    engine_run.add(
        case, turn, values, used=load.server, client_cpu_s=load.client_cpu_s, threads=threads, attempt=attempt
    )  # fmt: skip
    engine_run.add_points(case, turn, "throughput_series", UNIT, load.series, threads, attempt)
    engine_run.add_points(case, turn, "latency_histogram", "transactions", load.histogram, threads, attempt)


def in_class(engine_run: EngineRun, durability: Durability) -> None:
    """Have a system of ours commit in a class of durability, by a restart, and make sure that it does.

    Raises EngineStartFailed where the running server's own settings make another class.
    """
    engine = engine_run.engine
    engine_run.durability = durability  # also of the failure that may follow
    if engine.setup.durability is not durability:
        engine.stop()
        engine.setup = replace(engine.setup, durability=durability)
        engine.start()
    found = engine.promised()
    if found is not durability:
        raise EngineStartFailed(
            f"{engine.name} commits with durability {found}, not {durability}; set it so on a server of your own,"
            " or leave these cases out with --case"
        )
    engine_run.footer.settings_of[durability] = engine.settings()
