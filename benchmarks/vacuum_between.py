"""Why does PostgreSQL log less in some turns? A test after a checkpoint, with and without autovacuum in between.

    .venv/bin/python benchmarks/vacuum_between.py

Under load each turn is followed by a checkpoint, then other systems have theirs. A page is logged as a whole at its
first change after the checkpoint, whoever makes it: where autovacuum comes meanwhile, it is autovacuum. Here a turn is
the same: the test, a checkpoint, a pause, and the test again, whose log is taken apart. The sides differ in
`autovacuum_enabled` of the table alone, which covers vacuums and analyses; those that ended in the pause are counted.
Autovacuum looks once a minute, as shipped: were it to look every few seconds, it would come before the checkpoint. A
test lasts as long as a turn of the experiment with its warm-up: a shorter one leaves too few dead rows for a vacuum.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from dbreport.engines.base import Engine
from dbreport.experiments.sysbench.data import TABLE, SbTest
from shared import in_turns, measurements, server_parser, servers
from whole_pages import LIMIT_S, UNITS, filled, log_parts, row

TEST = "oltp_write_only"
PAUSE_S = 90  # autovacuum has looked, and has had time to end
SIDES = {"with_autovacuum": "on", "without_autovacuum": "off"}


def turn(engine: Engine, run: Callable[[], tuple[float, ...]], enabled: str) -> tuple[float, ...]:
    """Run the test twice with a checkpoint and a pause between; return the second's log and what `came` in between."""
    name = TABLE.name
    engine.run(f"ALTER TABLE {name} SET (autovacuum_enabled = {enabled})", LIMIT_S)
    engine.run(f"VACUUM (ANALYZE) {name}", LIMIT_S)  # neither side begins with what the other has left
    run()
    engine.checkpoint()
    before = came(engine)
    time.sleep(PAUSE_S)
    between = [now - then for now, then in zip(came(engine), before, strict=True)]
    return (*run(), *between)


def came(engine: Engine) -> list[int]:
    """Count the vacuums and analyses of the table that autovacuum has ended."""
    counts = f"SELECT autovacuum_count, autoanalyze_count FROM pg_stat_user_tables WHERE relname = '{TABLE.name}'"
    return [int(count) for count in row(engine, counts)]


def main() -> None:
    asked = server_parser(__doc__, ("postgresql",), rows=1_000_000, turns=3, seconds=25).parse_args()
    rows = SbTest(asked.rows)
    with measurements(asked) as measured:
        for engine in servers(asked):
            with filled(engine, rows) as sysbench:
                run = partial(log_parts, engine, sysbench, TEST, rows, asked.seconds)
                sides = {side: partial(turn, engine, run, enabled) for side, enabled in SIDES.items()}
                units = {**UNITS, "vacuums": "vacuums", "analyses": "analyses"}
                for side, parts in in_turns(asked.turns, sides).items():
                    for (metric, unit), values in zip(units.items(), zip(*parts, strict=True), strict=True):
                        measured.add((engine.name, f"{TEST}.{side}", metric), engine.version(), unit, values)


if __name__ == "__main__":
    main()
