"""How servers are measured under a load generator: turns, durability classes, what is kept of each run."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ..clients.load import Load, require
from ..engines.base import Engine
from ..errors import ClientFailed, DbreportError, EngineDied, EngineStartFailed, StatementTimeout
from ..model import Durability, Metrics, Reading
from ..repeats import LOAD_TURNS
from .bench import Bench
from .engine_run import EngineRun, Repeat

UNIT = "transactions/s"
SHARES = {"latency_p50": 0.50, "latency_p95": 0.95, "latency_p99": 0.99}


def loads(
    bench: Bench,
    case: str,
    drive: Callable[[EngineRun, int], Load],
    threads: int,
    before: Callable[[EngineRun], None] = lambda run: None,
    rows_per_transaction: int = 1,
) -> None:
    """Put every system under the same load in turns, and keep throughput, latencies, series and resources.

    Args:
        drive: runs the load generator against a system; the second argument is the number of the turn.
        before: runs untimed before each turn.
        rows_per_transaction: how many rows a transaction inserts, where that is what counts.
    """
    runs = bench.needing(case)
    failed: set[str] = set()
    for run, turn in bench.rounds(runs, lambda run: bench.few(LOAD_TURNS), failed):
        bench.reporter.begin(case, run.name)
        with bench.guarded(run, case, "throughput", UNIT, turn, failed):
            enough_connections(run, threads)
            for attempt in bench.attempts(run, sampled=False):  # the generator's own meter knows of the warm-up
                before(run)
                first = run.engine.counters()
                with attempt:
                    load = _alive(run.engine, partial(drive, run, turn))
                repeat = Repeat(case, turn, attempt, threads=threads, used=load.server, client_cpu_s=load.client_cpu_s)
                run.add(repeat, _metrics(run.engine, load, first, rows_per_transaction))
                run.add_points(repeat, "throughput_series", UNIT, load.series)
                run.add_points(repeat, "latency_histogram", "transactions", load.histogram)
                run.engine.checkpoint()  # so that one system's late writes do not fall into another's turn
            bench.reporter.end(case, run.name, f"{load.throughput:,.0f} {UNIT}")
    for run in runs:
        run.finish(case)


def use(bench: Bench, program: str, oldest: tuple[int, ...]) -> None:
    """Make sure of a load generator before anything is measured, and note its version with every result.

    Raises ClientMissing.
    """
    version = require(program, oldest)[1]
    for run in bench.runs:
        run.uses(program, version)


def enough_connections(run: EngineRun, threads: int) -> None:
    """Make sure that a server takes so many clients at once. Raises ClientFailed."""
    limit = int(run.engine.settings().get("max_connections", 0))
    if limit and threads + 3 > limit:  # our own connection, and those a server keeps for its owner
        raise ClientFailed(
            f"{threads} threads need more than the {limit} connections {run.name} allows;"
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
            engine.ping()
        except DbreportError:
            raise EngineDied(f"{engine.name} went away under load: {error}") from error
        raise


def _metrics(engine: Engine, load: Load, first: dict[str, int], rows_per_transaction: int) -> Metrics:
    """Return what one run of the load generator gave; `first` is what the system had counted before it."""
    metrics: Metrics = {
        "throughput": Reading(load.throughput, UNIT),
        **{name: Reading(load.latency(share), "s") for name, share in SHARES.items()},
        "transactions": Reading(float(load.transactions), "transactions"),
        "errors": Reading(float(load.errors), "transactions"),
        "reconnects": Reading(float(load.reconnects), "connections"),
    }
    if rows_per_transaction > 1:
        metrics["row_throughput"] = Reading(load.throughput * rows_per_transaction, "rows/s")
    if load.server is not None:
        metrics["server_cpu_per_transaction"] = Reading(load.server.cpu_s / load.transactions, "s/transaction")
    for name, now in engine.counters().items():
        unit = "bytes" if name.endswith("bytes") else "syncs"
        # the warm-up's share is in both: what was counted and what was done
        metrics[f"{name}_per_transaction"] = Reading((now - first[name]) / load.with_warmup, f"{unit}/transaction")
    return metrics


def in_class(run: EngineRun, durability: Durability) -> None:
    """Have a system of ours commit in a class of durability, by a restart, and make sure that it does.

    Raises EngineStartFailed where the running server's own settings make another class.
    """
    engine = run.engine
    run.durability = durability  # also of the failure that may follow
    if engine.setup.durability is not durability:
        engine.stop()
        engine.setup = replace(engine.setup, durability=durability)
        engine.start()
    promised = engine.promised()
    if promised is not durability:
        raise EngineStartFailed(
            f"{engine.name} commits with durability {promised}, not {durability}; set it so on a server of your own,"
            " or leave these cases out with --case"
        )
    run.footer.settings_of[durability] = engine.settings()
