"""Runs of document_store on real servers, short ones; what YCSB prints read; claims on a system that is not there."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest
from conftest import found_class, started
from dbreport import host
from dbreport.clients import ycsb
from dbreport.clients.ycsb import Ycsb
from dbreport.engines.base import Engine
from dbreport.engines.launch import maven
from dbreport.engines.mysql_family import MySQLFamily
from dbreport.errors import ClientFailed, ClientMissing
from dbreport.experiments.document_store import charts, facts, jobs, runner, stored, tables, verdicts
from dbreport.languages import LANGUAGES
from dbreport.measuring import bench
from dbreport.measuring.run import measure
from dbreport.model import Durability, Options, Scale
from dbreport.report.verdicts.decide import Outcome
from dbreport.report.words import word
from dbreport.results import select
from dbreport.results.store import Cell, read
from samples import frame, load_samples
from test_hdr import line
from test_runner import Notes

pytestmark = pytest.mark.usefixtures("limit", "home")

needs_java = pytest.mark.skipif(
    not (shutil.which("java") and shutil.which("mvn")), reason="no Java or Maven: YCSB was not tested"
)
FEW = 200


# what YCSB prints ------------------------------------------------------------------------------

SAID = "[READ], Return=OK, 7\n[READ], Return=NOT_FOUND, 2\n[INSERT], Return=BATCHED_OK, 3\n"


def test_operations_that_were_refused_are_counted_apart() -> None:
    assert ycsb._returned(SAID) == (10, 2)


def test_no_operation_at_all_is_no_rate_of_zero(tmp_path: Path) -> None:
    with pytest.raises(ClientFailed, match="finished no operation: no such table"):
        ycsb.parse("Starting test.\nFATAL: no such table\n", tmp_path, 1, 2)


def test_the_seconds_after_the_warm_up_count_and_no_others(tmp_path: Path) -> None:
    """Two seconds between one of warm-up and one in which connections are closed; a bucket of 9 µs."""
    for name, each in (("READ", 10), ("UPDATE", 20)):
        lines = [line([-9, each * (second + 1)], float(second)) for second in range(4)]
        (tmp_path / f"{name}.hdr").write_text("#[StartTime: 1700000000.000 (somewhen)]\n" + "".join(lines))
    said = "[OVERALL], RunTime(ms), 4000\n[READ], Return=OK, 100\n[UPDATE], Return=OK, 199\n[UPDATE], Return=ERROR, 1\n"
    found = ycsb.parse(said, tmp_path, 1, 2, client_cpu_s=3.0)
    assert found.series == ((1.0, 60.0), (2.0, 90.0))
    assert (found.transactions, found.with_warmup, found.errors, found.throughput) == (150, 300, 1, 75.0)
    assert found.histogram == ((9e-6, 150),)
    assert found.client_cpu_s == 1.5


@pytest.mark.parametrize("password", ["plain", "a\\b=c:d#e!f ", "пароль"])
def test_a_password_reaches_java_as_it_is(password: str) -> None:
    escaped = ycsb._escaped(password)
    assert escaped.isascii()
    assert escaped.encode().decode("unicode_escape") == password


# programs --------------------------------------------------------------------------------------


def test_without_java_it_is_said_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ClientMissing, match="java was not found; run: make engines"):
        Ycsb(None, tmp_path)


def test_a_version_that_stands_in_a_property_is_read_from_there(tmp_path: Path) -> None:
    (tmp_path / "pom.xml").write_text(
        "<project><properties><core.version>1.2</core.version></properties><dependencies>"
        "<dependency><artifactId>core</artifactId><version>${core.version}</version></dependency>"
        "<dependency><artifactId>other</artifactId><version>3</version></dependency></dependencies></project>"
    )
    assert [maven.pinned(tmp_path, name) for name in ("core", "other")] == ["1.2", "3"]


def test_without_maven_it_is_said_what_to_do(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ClientMissing, match="built by Maven, which was not found; run: make engines"):
        maven.class_path(ycsb.SOURCES)


def test_a_program_that_another_has_built_meanwhile_is_taken(
    tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = tmp_path / "java"
    sources.mkdir()
    (sources / "pom.xml").write_text("<project/>")
    target = maven.built(sources)
    build = tmp_path / "mvn"
    build.write_text(
        "#!/bin/sh\n"
        'for word; do case "$word" in -Dbuilt=*) built="${word#-Dbuilt=}/classes" ;; esac; done\n'
        f'mkdir "$built" "{target}" && echo ours > "$built/who" && echo theirs > "{target}/who"\n'
    )
    build.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert (maven.program(sources) / "who").read_text() == "theirs\n"
    assert list(own_cache.iterdir()) == [target]


@needs_java
def test_a_program_that_cannot_be_built_says_why(tmp_path: Path, own_cache: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "pom.xml").write_text("<project>")
    with pytest.raises(ClientFailed, match="broken could not be built: "):
        maven.class_path(tmp_path / "broken")
    assert list(own_cache.iterdir()) == []


# on servers ------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["postgresql", "mysql", "mariadb"])
def system(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with started(request.param) as made:
        yield made


@needs_java
def test_what_was_put_in_is_what_is_read(system: Engine, tmp_path: Path) -> None:
    """YCSB makes each value from its key and compares what comes back."""
    whole = {"dataintegrity": "true", "insertcount": FEW, "recordcount": FEW}
    stored.empty(system, keyed=True, indexed=True)
    client = Ycsb.of(system, tmp_path)
    client.fill(FEW, whole)
    shares = {"readproportion": 0.5, "updateproportion": 0.5}
    argv = client._argv("-t", 2, {**whole, **shares, "operationcount": 4 * FEW, "insertproportion": 0})
    said, _ = ycsb.load.run(argv, tmp_path, 60)
    assert ycsb._returned(said) == (4 * FEW, 0)
    assert "[VERIFY], Return=OK, " in said
    assert "[VERIFY], Return=UNEXPECTED_STATE" not in said
    assert (system.run("SELECT count(*) FROM usertable", 10, fetch=True).rows or [])[0] == (FEW,)


@needs_java
def test_records_without_a_key_are_given_one(system: Engine, tmp_path: Path) -> None:
    stored.empty(system, keyed=False, indexed=False)
    client = Ycsb.of(system, tmp_path)
    client.fill(FEW, {"dbreport.keyed": "false"})
    found = system.run("SELECT min(id), max(id), count(*) FROM usertable", 10, fetch=True).rows or []
    assert [int(n) for n in found[0]] == [1, FEW, FEW]
    if system.name == "mysql":  # what a system says is said, once is enough
        system.run("DROP TABLE usertable", 10)
        with pytest.raises(ClientFailed, match="usertable"):
            client.fill(FEW, {})


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "limits", lambda folder: {})
    monkeypatch.setattr(bench, "SMOKE_REPEATS", 1)
    monkeypatch.setattr(runner, "TURN_S", dict.fromkeys(Scale, 2))
    monkeypatch.setattr(MySQLFamily, "checkpoint", lambda self: 0.0)


def run(engine: str, folder: Path, *cases: str) -> tuple[bool, pl.DataFrame]:
    found_class(engine)
    options = Options(results=folder, scale=Scale.SMOKE, engines=(engine,), cases=cases, rows=FEW)
    notes = Notes()
    well = measure("document_store", options, notes)
    assert well, notes.ended
    return well, read(Cell("document_store", host.slug(), engine, options.profile, "smoke").path(folder))[0]


@needs_java
def test_a_case_keeps_rate_latency_series_and_class(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = ("full.rate.mix.500", "relaxed.insert.made.1")
    said: list[str] = []
    parse = ycsb.parse
    monkeypatch.setattr(ycsb, "parse", lambda *args: (said.append(args[0]), parse(*args))[1])
    well, found = run("postgresql", tmp_path, *cases)
    assert well
    for case in cases:
        mine = found.filter(pl.col("case") == case)
        assert set(mine["durability"]) == {"relaxed" if case.startswith("relaxed") else "full"}
        metrics = {"throughput", "latency_p50", "latency_p99", "throughput_series", "latency_histogram", "client_cpu"}
        assert metrics <= set(mine["metric"])
        assert mine.filter(pl.col("metric") == "errors")["value"].to_list() == [0.0]
    took_ms = int(re.findall(r"RunTime\(ms\), (\d+)", said[0])[0])
    begun = sum(map(int, re.findall(r"Return=\w+, (\d+)", said[0])))
    # over the whole run: what was late is caught up with, so that a part of it may give more
    assert 0 < begun <= 500 * took_ms / 1000 + jobs.MANY


@needs_java
def test_what_only_reads_comes_before_what_writes_and_no_classes_take_turns() -> None:
    classes = [job.durability for job in jobs.jobs(Scale.FULL) if not job.test]
    assert classes == sorted(classes, key=list(Durability).index)


@needs_java
def test_a_table_that_is_measured_on_the_way_grows_and_is_not_filled_anew(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    emptied, settled = [], []
    empty, settle = stored.empty, stored.settle
    monkeypatch.setattr(stored, "empty", lambda *args: (emptied.append(args), empty(*args)))
    monkeypatch.setattr(stored, "settle", lambda *args: (settled.append(args[-1]), settle(*args)))
    cases = ("full.fifths.3.read.zipfian.1", "full.fifths.3.update.zipfian.1", "full.read.zipfian.1")
    well, found = run("postgresql", tmp_path, *cases)
    assert well
    assert set(found["case"]) == set(cases)
    assert (len(emptied), settled) == (1, [FEW * 3 // 5, FEW])


# claims ----------------------------------------------------------------------------------------


def measured(*engines: str, rows: int = 200_000, scale: Scale = Scale.SMALL) -> pl.DataFrame:
    """Samples in which each system is twice as fast as the one before."""
    made = []
    for place, engine in enumerate(engines):
        for job in jobs.jobs(scale):
            facts_ = {"experiment": "document_store", "rows": rows, "scale": scale, "threads": job.clients}
            if job.concerns(engine, Options(results=Path(), scale=scale).profile):
                made += load_samples(engine, job.name, 1000.0 * 2**place, **facts_)
    return frame(made)


def outcomes(runs: pl.DataFrame) -> dict[str, Outcome]:
    return {verdict.claim: verdict.outcome for verdict in verdicts.decide(runs)}


def test_without_mongodb_only_what_is_said_of_mysql_alone_is_decided() -> None:
    assert outcomes(measured("mysql", "postgresql", rows=facts.SOURCE_ROWS, scale=Scale.MEDIUM)) == {
        "md-1": Outcome.MISSING,
        "md-2": Outcome.MISSING,
        "md-3": Outcome.PARTLY,
        "md-4": Outcome.MISSING,
    }


def test_what_others_gave_stands_beside_what_is_not_measured() -> None:
    said = verdicts.decide(measured("mysql", "postgresql"))[0].sentences("en")
    assert said.count("not measured yet") == 1
    assert "PostgreSQL (jsonb) / MySQL, reads, one client, 200,000 records: 2" in said


def test_fewer_records_than_the_source_s_decide_nothing() -> None:
    assert set(outcomes(measured("mysql", "mongodb")).values()) == {Outcome.NOT_COMPARABLE}


def test_what_a_larger_size_has_no_case_of_is_judged_at_the_size_that_has_it() -> None:
    few = measured("mysql", "postgresql")
    many = measured("mysql", "postgresql", rows=facts.SOURCE_ROWS, scale=Scale.MEDIUM)
    both = pl.concat([few, many.filter(pl.col("case") == "full.read.zipfian.1")])
    assert set(outcomes(both).values()) == {Outcome.MISSING}
    of_mysql_alone = verdicts.decide(both)[2].parts[1]
    assert of_mysql_alone.outcome is Outcome.NOT_COMPARABLE
    assert of_mysql_alone.measured is not None


def test_with_mongodb_and_as_many_records_every_claim_is_decided() -> None:
    found = outcomes(measured("mysql", "mongodb", rows=facts.SOURCE_ROWS, scale=Scale.MEDIUM))
    assert found == {
        "md-1": Outcome.REPRODUCED,
        "md-2": Outcome.OPPOSITE,
        "md-3": Outcome.PARTLY,
        "md-4": Outcome.OPPOSITE,
    }


# the page --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_chapter_s_own_pictures_show_what_was_measured_and_what_was_not(lang: str) -> None:
    every = measured("mysql", "postgresql").filter(pl.col("durability") == "full")
    assert len(charts.latency_by_rate(every, lang, "mix").figure.data) == 4
    assert str(tables.tools(every, lang).figure).count("<tr>") == 1 + 6
    few = every.filter(pl.col("case") == "full.mix.16")
    for drawn in (charts.latency_by_rate(few, lang, "read"), tables.tools(few, lang), tables.generator(few, lang)):
        assert drawn.caption
    assert tables.about_mongodb(few)[lang]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_more_records_stand_beside_fewer(lang: str) -> None:
    few, case = measured("mysql", "postgresql", "ferretdb"), "full.read.zipfian.1"
    many = measured("mysql", "postgresql", rows=facts.SOURCE_ROWS, scale=Scale.MEDIUM)
    told = str(tables.by_records(pl.concat([few, many]), lang, [case]).figure)
    assert told.count("<tr>") == 1 + 2
    assert word("status.missing", lang) in told  # FerretDB at the larger size
    assert len(charts.rate_by_records(pl.concat([few, many]), lang, case).figure.data) == 2
    without = few.filter(pl.col("engine") != "mysql")
    assert tables.by_records(without, lang, [case]).figure == word("missing.scales", lang)


def test_what_was_measured_on_a_part_of_the_records_stands_among_the_sizes() -> None:
    engines = ("mysql", "postgresql", "mongodb")
    medium = measured(*engines, rows=facts.SOURCE_ROWS, scale=Scale.MEDIUM)
    full = measured(*engines, rows=5 * facts.SOURCE_ROWS, scale=Scale.FULL)
    sizes = facts.by_records(pl.concat([full, medium]))
    assert [select.rows_of(at) // facts.SOURCE_ROWS for at in sizes] == [1, 2, 3, 4, 5]
    assert all("full.read.zipfian.1" in at["case"] for at in sizes)
    assert not any(at["case"].str.contains("fifths").any() for at in sizes)
    parts = verdicts.decide(pl.concat([full, medium, measured("mysql", "ferretdb")]))[0].sentences("en")
    assert "FerretDB / MySQL, reads, one client, 200,000 records: 2" in parts
    assert "PostgreSQL (jsonb) / MySQL, reads, one client, 10 million records: 2" in parts
    assert all(f"reads, one client, {n} million records" in parts for n in (2, 4, 6, 8, 10))
