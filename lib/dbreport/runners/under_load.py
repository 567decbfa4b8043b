"""How servers are measured under a load generator: turns, durability classes, what is kept of each run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ..clients.load import Load, require
from ..engines.base import Engine
from ..errors import ClientFailed, DbreportError, EngineDied, EngineStartFailed, StatementTimeout
from ..measuring.attempts import Attempt
from ..measuring.repeats import LOAD_TURNS
from ..model import Durability
from .bench import Bench, Values
from .live import Live

UNIT = "transactions/s"
SHARES = {"latency_p50": 0.50, "latency_p95": 0.95, "latency_p99": 0.99}


def loads(
    bench: Bench,
    case: str,
    drive: Callable[[Live, int], Load],
    threads: int,
    before: Callable[[Live], None] = lambda live: None,
    rows_per_transaction: int = 1,
) -> None:
    """Put every system under the same load in turns, and keep throughput, latencies, series and resources.

    Args:
        drive: runs the load generator against a system; the second argument is the number of the turn.
        before: runs untimed before each turn.
        rows_per_transaction: how many rows a transaction inserts, where that is what counts.
    """
    lives = bench.needing(case)
    failed: set[str] = set()
    for live, turn in bench.rounds(lives, lambda live: 0 if live.name in failed else bench.few(LOAD_TURNS)):
        bench.reporter.begin(case, live.name)
        with bench.guarded(live, case, "throughput", UNIT, turn, failed):
            _enough_connections(live, threads)
            for attempt in bench.attempts(live, sampled=False):  # the generator's own meter knows of the warm-up
                before(live)
                first = live.engine.counters()
                with attempt:
                    load = _alive(live.engine, partial(drive, live, turn))
                keep(live, case, turn, threads, load, first, rows_per_transaction, attempt)
                live.engine.checkpoint()  # so that one system's late writes do not fall into another's turn
            bench.reporter.end(case, live.name, f"{load.throughput:,.0f} {UNIT}")
    for live in lives:
        live.finish(case)


def use(bench: Bench, program: str, oldest: tuple[int, ...]) -> None:
    """Make sure of a load generator before anything is measured, and note its version with every result.

    Raises ClientMissing.
    """
    version = require(program, oldest)[1]
    for live in bench.lives:
        live.uses(program, version)


def _enough_connections(live: Live, threads: int) -> None:
    limit = int(live.engine.settings().get("max_connections", 0))
    if limit and threads + 3 > limit:  # our own connection, and those a server keeps for its owner
        raise ClientFailed(
            f"{threads} threads need more than the {limit} connections {live.name} allows;"
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
    live: Live,
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
    for name, now in live.engine.counters().items():
        unit = "bytes" if name.endswith("bytes") else "syncs"
        # the warm-up's share is in both: what was counted and what was done
        values[f"{name}_per_transaction"] = ((now - first[name]) / load.with_warmup, f"{unit}/transaction")
    live.add(
        case, turn, values, used=load.server, client_cpu_s=load.client_cpu_s, threads=threads, attempt=attempt
    )  # fmt: skip
    live.add_points(case, turn, "throughput_series", UNIT, load.series, threads, attempt)
    live.add_points(case, turn, "latency_histogram", "transactions", load.histogram, threads, attempt)


def in_class(live: Live, durability: Durability) -> None:
    """Have a system of ours commit in a class of durability, by a restart, and make sure that it does.

    Raises EngineStartFailed where the running server's own settings make another class.
    """
    engine = live.engine
    live.durability = durability  # also of the failure that may follow
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
    live.footer.settings_of[durability] = engine.settings()
