"""Why does MySQL read so much for one record under the composite index? One change at a time, in pages touched.

    .venv/bin/python benchmarks/rows_in_advance.py --rows 1000000

Prints the pages that `latest_record` touches a request on MySQL and MariaDB: as the application asks; with the index
named, so that nothing is estimated from the data; asking for the id alone, which stands in the index. MySQL fetches
as many rows in advance as it expects to need and does not count the LIMIT, each of them from another page.
"""

from __future__ import annotations

import argparse

from dbreport.engines import engine_class
from dbreport.engines.base import Engine, Setup
from dbreport.engines.launch.folders import new_folder
from dbreport.experiments.real_workload.data import ACCOUNT, RECORD, Records
from dbreport.experiments.real_workload.statements import PLANS, alike

REQUESTS = 400
FORMS = {
    "as the application asks": "SELECT id, status FROM record",
    "with the index named": "SELECT id, status FROM record FORCE INDEX (record_nickname_updated)",
    "the id alone": "SELECT id FROM record",
}


def touched(engine: Engine) -> int:
    found = engine.run("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_read_requests'", 60, fetch=True).rows
    assert found is not None
    return int(found[0][1])


def compare(name: str, rows: Records) -> None:
    engine = engine_class(name)(Setup(new_folder(name)))
    try:
        engine.start()
        for table in (ACCOUNT, RECORD):
            engine.create(table)
        for sql in alike(engine.dialect):
            engine.run(sql, 600)
        engine.fill(rows.records)
        for index in PLANS["composite"]:
            if index.table == RECORD.name:
                engine.build_index(index, 3600)
        engine.analyze(RECORD)
        for form, select in FORMS.items():
            before = touched(engine)
            for (nickname,) in rows.parameters(REQUESTS)["latest_record"]:
                engine.run(f"{select} WHERE nickname = '{nickname}' ORDER BY updated_at DESC LIMIT 1", 60)
            print(f"{name:<8} {form:<24} {(touched(engine) - before) / REQUESTS:6.1f} pages a request", flush=True)
    finally:
        engine.remove()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    rows = Records(parser.parse_args().rows)
    for name in ("mysql", "mariadb"):
        compare(name, rows)


if __name__ == "__main__":
    main()
