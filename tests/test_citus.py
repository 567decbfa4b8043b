"""Citus, where it is found: the same table on one server, on one worker, on two; and a worker that is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from conftest import found_class
from dbreport.engines.citus import Citus
from dbreport.engines.launch.folders import new_folder
from dbreport.engines.setup import Setup
from dbreport.errors import DbreportError, Unsupported
from dbreport.experiments.join_analysis.cases import DEALT_BY, LOADERS, PARTS, READERS, cases
from dbreport.experiments.join_analysis.data import CALLS, USERS, Calls
from dbreport.experiments.join_analysis.jobs import CLUSTERED
from dbreport.experiments.join_analysis.queries import LONGEST, QUERIES
from dbreport.measuring import definition
from dbreport.model import Options, Scale, Way

FEW = Calls(2_000)
ASKED = {name: QUERIES[name].format(calls="calls", users="users") for name in (LONGEST, "busiest", "contacts")}


@pytest.fixture(scope="module")
def citus() -> Iterator[Citus]:
    """One server that holds both tables."""
    found_class("citus")
    made = Citus(Setup(new_folder("citus"), memory_limit_bytes=768 << 20))
    try:
        made.start()
        for rows in (FEW, FEW.users):
            made.create(rows.table)
            for statement in made.dialect.dealt_out(rows.table.name, DEALT_BY[rows.table.name]):
                made.run(statement, 60)
            made.load(rows, Way.BULK)
        yield made
    finally:
        made.remove()


def with_workers(citus: Citus, workers: int) -> Citus:
    citus.stop()
    citus.setup = replace(citus.setup, options={"workers": str(workers)})
    citus.start()
    return citus


def holders(citus: Citus) -> set[str]:
    """Return the names of the folders of those servers that hold parts."""
    found = citus.run("SELECT DISTINCT nodename FROM citus_shards WHERE shard_size > 0", 60, fetch=True).rows or []
    return {address.rpartition("/")[2] for (address,) in found}


def test_parts_are_where_they_are_to_be_and_answers_stay_the_same(citus: Citus) -> None:
    own = citus.setup.folder.name
    with_workers(citus, 0)
    alone = {name: sorted(citus.run(sql, 60, fetch=True).rows or []) for name, sql in ASKED.items()}
    assert len(alone["busiest"]) > 100
    assert (holders(citus), citus.workers()) == ({own}, ())
    for workers in (1, 2):
        with_workers(citus, workers)
        assert holders(citus) == {f"{own}-worker{number + 1}" for number in range(workers)}
        assert len(set(citus.workers())) == workers
        assert {name: sorted(citus.run(sql, 60, fetch=True).rows or []) for name, sql in ASKED.items()} == alone
        assert [place for place in (str(citus.setup.folder), own) if place in citus.explain(ASKED[LONGEST])] == []
        # each server has an equal share of the memory, the coordinator too
        assert citus.settings()["shared_buffers"] == f"{768 // (workers + 1) // 2}MB"
    assert sorted(citus.size(CALLS)) == ["index", "log", "table"]
    assert citus.size(USERS)["table"] > 0


def test_a_lost_worker_fails_a_question_and_a_restart_brings_it_back(citus: Citus) -> None:
    with_workers(citus, 2)
    lost = citus.workers()[-1]
    citus.lose(lost)
    psutil.wait_procs([psutil.Process(lost)] if psutil.pid_exists(lost) else [], timeout=10)
    with pytest.raises(DbreportError, match="worker 2") as told:
        citus.run(ASKED[LONGEST], 60)
    assert str(citus.setup.folder) not in str(told.value)
    with_workers(citus, 2)
    assert citus.run("SELECT count(*) FROM calls", 60, fetch=True).rows == [(FEW.count,)]


def test_a_cluster_of_somebody_s_is_used_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_CITUS_URL", "postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(Unsupported, match="DBREPORT_CITUS_URL is used as it is, with the workers it has"):
        Citus(Setup(tmp_path, options={"workers": "1"})).start()


def test_at_smoke_a_table_is_dealt_out_in_few_parts_and_that_is_part_of_what_a_case_is() -> None:
    shipped, few = (
        definition.Definition(definition.standard("join_analysis", scale), Citus, Options(Path(), scale))
        .identity(f"two_workers.{LONGEST}")["asked"].get("parts")
        for scale in (Scale.SMALL, Scale.SMOKE)
    )  # fmt: skip
    assert (shipped, few) == (None, PARTS[Scale.SMOKE])
    assert Citus.dialect.dealt_out("calls", "caller", few) == (
        f"SELECT create_distributed_table('calls', 'caller', shard_count := {few})",
    )


def test_workers_are_asked_of_files_where_a_system_reads_them_and_else_of_its_own_tables() -> None:
    (case,) = (case for case in cases(FEW, Scale.SMOKE) if case.name == f"two_workers.{LONGEST}")
    assert case.engines == CLUSTERED
    told = {name: "calls_loaded" in case.said(name) for name in CLUSTERED}
    assert told == {name: name not in READERS and name in LOADERS for name in CLUSTERED}
    assert set(told.values()) == {True, False}
