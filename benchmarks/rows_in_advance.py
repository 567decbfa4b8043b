"""Why does MySQL read so much for one record under the composite index? One change at a time, in pages touched.

    .venv/bin/python benchmarks/rows_in_advance.py --rows 1000000

Counts the pages that `latest_record` touches a request on MySQL and MariaDB: as the application asks; with the index
named, so that nothing is estimated from the data; asking for the id alone, which stands in the index. MySQL fetches
as many rows in advance as it expects to need and does not count the LIMIT, each of them from another page.
"""

from __future__ import annotations

from dbreport.engines.base import Engine
from dbreport.experiments.real_workload.data import ACCOUNT, RECORD, Records
from dbreport.experiments.real_workload.statements import PLANS, alike
from shared import measurements, server_parser, servers, status

REQUESTS, LIMIT_S = 400, 600
TOUCHED = "Innodb_buffer_pool_read_requests"
FORMS = {
    "as_asked": "SELECT id, status FROM record",
    "index_named": "SELECT id, status FROM record FORCE INDEX (record_nickname_updated)",
    "id_alone": "SELECT id FROM record",
}


def load(engine: Engine, rows: Records) -> None:
    """Load the records as the chapter's composite plan has them; accounts stay empty, nobody asks for one."""
    for table in (ACCOUNT, RECORD):
        engine.create(table)
    for sql in alike(engine.dialect):
        engine.run(sql, LIMIT_S)
    engine.fill(rows.records)
    for index in PLANS["composite"]:
        if index.table == RECORD.name:
            engine.build_index(index, LIMIT_S)
    engine.analyze(RECORD)


def pages_a_request(engine: Engine, select: str, nicknames: list[str]) -> float:
    before = status(engine, TOUCHED)
    for nickname in nicknames:
        engine.run(f"{select} WHERE nickname = '{nickname}' ORDER BY updated_at DESC LIMIT 1", LIMIT_S)
    return (status(engine, TOUCHED) - before) / len(nicknames)


def main() -> None:
    asked = server_parser(__doc__, ("mysql", "mariadb"), rows=1_000_000, turns=3).parse_args()
    rows = Records(asked.rows)
    nicknames = [nickname for (nickname,) in rows.parameters(REQUESTS)["latest_record"]]
    with measurements(asked) as measured:
        for engine in servers(asked):
            load(engine, rows)
            for form, select in FORMS.items():
                pages = [pages_a_request(engine, select, nicknames) for _ in range(asked.turns)]
                measured.add((engine.name, form, "pages"), engine.version(), "pages/request", pages)


if __name__ == "__main__":
    main()
