"""Spark in one process, on a cluster of two workers, and as a cluster that is there; real ones, with few rows."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import psutil
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import LIMIT_S, found_class
from dbreport.engines.launch import external, spark_cluster, worker
from dbreport.engines.launch.folders import new_folder
from dbreport.engines.setup import Setup
from dbreport.engines.spark import Spark
from dbreport.engines.spark_settings import Place, of_driver
from dbreport.errors import (
    AccessRefused,
    EngineDied,
    EngineMissing,
    StatementFailed,
    StatementTimeout,
    Unsupported,
    UsageError,
)
from dbreport.meters import digest_of_many
from dbreport.model import Column, Profile, Table
from test_private import as_stranger, openings, processes, served, taken_from

pytestmark = pytest.mark.usefixtures("limit")

CALLS = Table("calls", (Column("caller", "text"), Column("started", "timestamp"), Column("seconds", "int32")))
USERS = Table("users", (Column("phone", "text"), Column("city", "text")))
JOIN = "SELECT city, count(*) AS n, sum(seconds) AS s FROM calls JOIN users ON phone = caller GROUP BY city"
ENDLESS = (  # a task looks for a cancel after every thousand rows of b: a must be small
    "SELECT count(*) FROM range(999) AS a CROSS JOIN range(10000000000000) AS b WHERE (a.id * b.id) % 1000003 = 1000002"
)
GROUPS = 30
SLOW = (  # what a group sleeps takes no processor
    "SELECT k, n, java_method('java.lang.Thread', 'sleep', 100L) FROM"
    f" (SELECT id % {GROUPS} AS k, count(*) AS n FROM range(0, 90000, 1, 4) GROUP BY 1)"
)
SPILL_MB = 8


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of Parquet files for each of two tables."""
    folder = tmp_path_factory.mktemp("files")
    phones = [f"138{n:08d}" for n in range(50)]
    made = {
        "calls": {"caller": [phones[n * n % 50] for n in range(2000)], "seconds": [n * 7 % 600 for n in range(2000)]},
        "users": {"phone": phones, "city": [f"城{n % 7}" for n in range(50)]},
    }
    made["calls"]["started"] = pa.array([n * 1_000_000 for n in range(2000)], pa.timestamp("us", "UTC"))
    for name, columns in made.items():
        (folder / name).mkdir()
        pq.write_table(pa.table(columns), folder / name / "0.parquet")
    return folder


@pytest.fixture(scope="module")
def local(files: Path) -> Iterator[Spark]:
    """Spark in one process, where root can mount one with a small disk of its own to spill to."""
    found_class("spark")
    # sorters spill after so many rows, whatever the memory
    spilling = {"spark.shuffle.spill.numElementsForceSpillThreshold": "5000"}
    made = Spark(Setup(new_folder("spark"), options=spilling, brief=True))
    disk = made.setup.folder / "spill"
    disk.mkdir(mode=0o700)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SPILL_MB}m", "tmpfs", str(disk)]
    mounted = os.geteuid() == 0 and not subprocess.run(mount, capture_output=True).returncode
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.delenv("JDK_JAVA_OPTIONS", raising=False)
            made.start()
        for table in (CALLS, USERS):
            made.attach(table, files / table.name)
        yield made
    finally:
        made.stop()
        if mounted:
            subprocess.run(["umount", "--lazy", str(disk)], check=True)
        made.remove()


def test_a_brief_java_compiles_little_unless_its_user_says_how(
    local: Spark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((told,),) = local.run("SELECT java_method('java.lang.System', 'getenv', 'JDK_JAVA_OPTIONS')", 60, fetch=True).rows
    assert told.startswith("-XX:TieredStopAtLevel=1 -XX:+UseSerialGC ")
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:+UseParallelGC")
    told = spark_cluster.Processes(tmp_path, brief=True)._environment()["JDK_JAVA_OPTIONS"]
    assert (told.startswith("-XX:+UseParallelGC "), "TieredStopAtLevel" in told) == (True, False)
    monkeypatch.delenv("JDK_JAVA_OPTIONS")
    (tmp_path / "other").mkdir()
    assert "Tiered" not in spark_cluster.Processes(tmp_path / "other")._environment()["JDK_JAVA_OPTIONS"]


def test_a_join_over_files_is_answered_as_duckdb_answers_it(local: Spark, files: Path) -> None:
    import duckdb

    with duckdb.connect() as other:
        for table in (CALLS, USERS):
            other.execute(f"CREATE VIEW {table.name} AS SELECT * FROM read_parquet('{files / table.name}/*.parquet')")
        theirs = other.execute(JOIN).fetchall()
    assert (len(theirs), local.run(JOIN, 60, digest=True).digest) == (7, digest_of_many(theirs))


def test_bytes_of_shuffles_and_of_spills_are_counted_for_the_statement_that_has_them(local: Spark) -> None:
    counted = [local.worked()]
    for statement in ("SELECT id FROM range(9)", JOIN, "SELECT id FROM range(20000) ORDER BY id % 7, id"):
        local.run(statement, 60)
        counted.append(local.worked())
    grown = [{name: more[name] > before[name] for name in more} for before, more in pairwise(counted)]
    assert [one["shuffle_written_bytes"] for one in grown] == [False, True, True]
    assert [one["shuffle_read_bytes"] for one in grown] == [False, True, True]
    assert [one["spilled_bytes"] for one in grown] == [False, False, True]


def test_a_statement_over_its_limit_is_cancelled_and_the_session_goes_on(local: Spark) -> None:
    before = local.pids()
    with pytest.raises(StatementTimeout) as told:
        local.run(ENDLESS, 0.5)
    assert (local.pids() != before) == ("killed" in str(told.value))
    assert local.run("SELECT count(*) FROM users", 60, fetch=True).rows == [(50,)]


def test_a_rejected_statement_is_told_in_one_line(local: Spark) -> None:
    with pytest.raises(StatementFailed) as told:
        local.run("SELECT nobody FROM users", 60)
    assert re.fullmatch(r"spark: \[UNRESOLVED_COLUMN.*nobody.*", str(told.value))


def test_a_full_disk_is_told_in_one_line(local: Spark) -> None:
    if not os.path.ismount(local.setup.folder / "spill"):
        pytest.skip("no disk may be mounted here")
    with pytest.raises(StatementFailed, match="its disk is full, free some room"):
        local.run(f"SELECT uuid() AS u FROM range({SPILL_MB * 40_000}) ORDER BY u", 60)
    assert local.run("SELECT count(*) FROM users", 60, fetch=True).rows == [(50,)]


def test_neither_settings_nor_plans_tell_where_things_lie_or_what_is_secret(local: Spark, files: Path) -> None:
    told = f"{local.settings()} {local.explain(JOIN)}"
    assert ("spark.driver.memory" in told, "Join" in told) == (True, True)
    assert [secret for secret in (str(files), str(local.setup.folder), token(local)) if secret in told] == []


def test_an_empty_job_takes_some_time(local: Spark) -> None:
    assert 0 < local.empty_job() < 60


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a second user")
def test_a_stranger_gets_nothing_from_spark_and_its_token_stands_on_no_command_line(local: Spark) -> None:
    folder, tree = local.setup.folder, processes(local)
    places = [folder, *folder.rglob("*"), *(Path(f"/proc/{process.pid}/environ") for process in tree)]
    ports = served(tree)
    assert len(ports) >= 3
    assert as_stranger(lambda: openings(places) + taken_from(ports)) == []
    assert [process for process in tree if token(local) in " ".join(process.cmdline())] == []


def test_it_has_no_tables_of_its_own(local: Spark) -> None:
    with pytest.raises(Unsupported, match="answers from files"):
        local.create(USERS)


def token(engine: Spark) -> str:
    settings = (engine.setup.folder / "conf" / "spark-defaults.conf").read_text()
    return settings.partition("spark.connect.authenticate.token ")[2].split()[0]


@pytest.fixture
def address(local: Spark) -> tuple[int, str]:
    """Port and token of the driver that the tests' own Spark has, for another's."""
    said = (local.setup.folder / "driver.log").read_text()
    return int(re.findall(r"started at: \S*?:(\d+)", said)[-1]), token(local)


def elsewhere(url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Spark:
    monkeypatch.setenv(external.variable("spark"), url)
    return Spark(Setup(tmp_path / "elsewhere"))


def test_a_driver_that_is_there_is_used_and_left_as_it_is(
    local: Spark, address: tuple[int, str], files: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there = elsewhere("sc://localhost:{}/;token={}".format(*address), monkeypatch, tmp_path)
    try:
        there.check()
        there.start()
        there.attach(USERS, files / "users")
        assert there.run("SELECT count(*) FROM users", 60, fetch=True).rows == [(50,)]
        assert (there.launched(), there.requested(), there.workers()) == ("external", {}, ())
        assert [process.name() for process in processes(there) if process.name() == "java"] == []
    finally:
        there.remove()
    monkeypatch.delenv(external.variable("spark"))
    assert local.run("SELECT count(*) FROM calls", 60, fetch=True).rows == [(2000,)]


def test_what_still_runs_after_a_cancel_is_ended_with_its_process(
    local: Spark, address: tuple[int, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Another client's statement stands for a stage that began after the cancel: neither is ended by it.

    It has one task: where there are two cores, another of them goes on answering.
    """
    monkeypatch.setattr(worker, "CANCELS", 3)
    before = local.pids()
    there = elsewhere("sc://localhost:{}/;token={}".format(*address), monkeypatch, tmp_path)
    try:
        there.start()
        monkeypatch.delenv(external.variable("spark"))
        with ThreadPoolExecutor(1) as pool:
            missed = pool.submit(there.run, ENDLESS.replace("10000000000000", "0, 10000000000000, 1, 1"), LIMIT_S)
            while local.pids() == before:  # until the other one has begun nothing is wrong
                with pytest.raises(StatementTimeout):
                    local.run(ENDLESS, 0.5)
            assert isinstance(missed.exception(), EngineDied)
    finally:
        there.remove()
    assert local.run("SELECT count(*) FROM users", 60, fetch=True).rows == [(50,)]


def test_a_refused_token_is_told_in_a_sentence(
    address: tuple[int, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there = elsewhere(f"sc://localhost:{address[0]}/;token=s3cr3t", monkeypatch, tmp_path)
    with pytest.raises(AccessRefused, match="driver at the address in DBREPORT_SPARK_URL refuses the token"):
        there.start()
    assert there.pids() == ()


# the cluster ---------------------------------------------------------------------------------

RUN = """
import json, sys, threading, time
from pathlib import Path
from dbreport.engines.setup import Setup
from dbreport.engines.spark import Spark
import test_spark as t

if __name__ == "__main__":
    folder, files = map(Path, sys.argv[1:])
    # as many tasks as shuffled partitions, so that there is a middle to lose a worker in
    whole = {"spark.sql.shuffle.partitions": "6", "spark.sql.adaptive.coalescePartitions.enabled": "false"}
    spark = Spark(Setup(folder, options={"workers": "2", **whole}, brief=True))
    spark.start()
    for table in (t.CALLS, t.USERS):
        spark.attach(table, files / table.name)
    told = {"launched": spark.launched(), "join": spark.run(t.JOIN, 60, digest=True).digest}
    told["workers"], shuffled = spark.workers(), lambda: len(list((folder / "spill").rglob("shuffle_*.data")))
    before = shuffled()

    def lose():
        while shuffled() < before + 4:
            time.sleep(0.02)
        spark.lose(told["workers"][0])

    losing = threading.Thread(target=lose)
    losing.start()
    told["rows"] = spark.run(t.SLOW, 100, fetch=True).rows
    losing.join()
    told["left"] = spark.workers()
    print(json.dumps(told), flush=True)
    spark.run(t.ENDLESS, 100)
"""


@pytest.fixture(scope="module")
def cluster(files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What a run on two workers told, one of which it lost, before it was killed at work; and what that left."""
    found_class("spark")
    folder = new_folder("spark")
    script = tmp_path_factory.mktemp("run") / "run.py"
    script.write_text(RUN, encoding="utf-8")
    path = os.pathsep.join([str(Path(__file__).parent), str(Path(spark_cluster.__file__).parents[3])])
    run = subprocess.Popen(
        [sys.executable, str(script), str(folder), str(files)],
        stdout=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([path, os.environ.get("PYTHONPATH", "")])},
    )  # fmt: skip
    assert run.stdout is not None
    family: list[psutil.Process] = []
    try:
        told = json.loads(run.stdout.readline())
        family = psutil.Process(run.pid).children(recursive=True)
        told["ports"] = served(family)
        told["java"] = sum(p.name() == "java" and p.status() != psutil.STATUS_ZOMBIE for p in family)
        run.send_signal(signal.SIGKILL)
        run.wait()
        _, alive = psutil.wait_procs(family, timeout=30)
        deadline = time.monotonic() + 30
        while folder.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        yield told | {"after": [process.name() for process in alive], "folder": folder.exists()}
    finally:
        run.kill()
        run.wait()
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        run.stdout.close()


def test_a_cluster_of_two_workers_answers_as_one_process_does(cluster: dict[str, Any], local: Spark) -> None:
    assert (cluster["launched"], len(cluster["workers"])) == ("native", 2)
    assert cluster["join"] == local.run(JOIN, 60, digest=True).digest


def test_a_worker_lost_amid_a_statement_leaves_the_answer_as_it_is(cluster: dict[str, Any]) -> None:
    assert cluster["left"] == cluster["workers"][1:]
    assert sorted(row[:2] for row in cluster["rows"]) == [[k, 90_000 // GROUPS] for k in range(GROUPS)]


def test_a_cluster_listens_on_loopback_alone_and_shows_nobody_its_pages(cluster: dict[str, Any]) -> None:
    assert len(cluster["ports"]) >= 7  # of Master, Worker, driver and executor; `served` looked at their addresses


def test_a_killed_run_leaves_no_process_and_no_file(cluster: dict[str, Any]) -> None:
    assert cluster["java"] == 4  # Master, Worker, executor, driver
    assert (cluster["after"], cluster["folder"]) == ([], False)


# bad input -----------------------------------------------------------------------------------


def java(folder: Path, version: str) -> None:
    """Make a Java that says its version and does nothing else."""
    (folder / "bin").mkdir()
    program = folder / "bin" / "java"
    program.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2018-09-25' >&2\n", encoding="utf-8")
    program.chmod(0o755)


@pytest.mark.parametrize(
    ("version", "said"),
    [
        (None, "Java, which was not found in JAVA_HOME"),
        ("11.0.2", "not run on Java 11"),
        ("1.8.0", "not run on Java 1.8.0;"),
    ],
)
def test_without_a_java_that_is_new_enough_nothing_is_started(
    version: str | None, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if version is not None:
        java(tmp_path, version)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    engine = Spark(Setup(tmp_path / "data"))
    with pytest.raises(EngineMissing, match=said) as told:
        engine.start()
    assert "install Java 17 or newer" in str(told.value)
    assert (engine.pids(), (tmp_path / "data").exists()) == ((), False)
    found = Spark.find()
    assert found.how is None
    assert found.hint


def test_without_maven_spark_is_not_found_and_says_what_to_install(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(EngineMissing, match="fetched by Maven, which was not found; run: make engines"):
        spark_cluster.home()


def test_nobody_at_the_address_is_told_without_the_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for scheme in ("spark", "sc"):
        there = elsewhere(f"{scheme}://127.0.0.1:{port}", monkeypatch, tmp_path)
        with pytest.raises(EngineDied, match="no Spark answers at the address in DBREPORT_SPARK_URL") as told:
            there.start()
        assert (str(port) in str(told.value), there.pids()) == (False, ())


@pytest.mark.parametrize("url", ["spark:/s3cr3t", "http://s3cr3t:7077", "spark://s3cr3t:port", "sc://", "s3cr3t"])
def test_an_address_of_no_form_is_told_by_its_variable(
    url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="DBREPORT_SPARK_URL is not of the form spark://host:port or sc://") as told:
        elsewhere(url, monkeypatch, tmp_path).check()
    assert "s3cr3t" not in str(told.value)


def test_workers_are_for_clusters_of_ours_with_a_core_each(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(Unsupported, match="1000 workers need a core each"):
        Spark(Setup(tmp_path, options={"workers": "1000"})).start()
    monkeypatch.setenv(external.variable("spark"), "spark://127.0.0.1:7077")
    with pytest.raises(Unsupported, match="used as it is, with the workers it has"):
        Spark(Setup(tmp_path, options={"workers": "1"})).start()


@pytest.mark.parametrize(
    ("options", "setting"), [({}, "spark.driver.memory"), ({"workers": "2"}, "spark.executor.memory")]
)
def test_memory_is_the_same_in_one_process_and_on_workers_together(
    options: dict[str, str], setting: str, tmp_path: Path
) -> None:
    def memory(**more: Any) -> int:
        setup = Setup(tmp_path, options=options, **more)
        return int(of_driver(Place.of(setup), setup, "")[setting].removesuffix("m")) * max(len(options) * 2, 1)

    shipped, tuned, limited = memory(), memory(profile=Profile.TUNED), memory(memory_limit_bytes=11 << 30)
    assert (shipped, tuned, limited) == (1 << 10, 2 << 10, 10 << 10)


def test_what_identifies_a_case_has_no_limit_of_memory_in_it(tmp_path: Path) -> None:
    setup = Setup(tmp_path, memory_limit_bytes=8 << 30, options={"workers": "2", "spark.serializer": "Kryo"})
    assert Spark(setup).requested() == {"spark.serializer": "Kryo"}
    tuned = Spark(Setup(tmp_path, Profile.TUNED)).requested()
    assert tuned == {"spark.driver.memory": "2048m", "spark.sql.shuffle.partitions": str(os.cpu_count())}


def test_both_names_in_the_pom_are_of_one_version() -> None:
    pom = (spark_cluster.SOURCES / "pom.xml").read_text()
    assert set(re.findall(r"spark-\w+_2\.13</artifactId>\s*<version>([\d.]+)<", pom)) == {spark_cluster.version()}
