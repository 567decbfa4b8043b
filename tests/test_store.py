"""Parquet files: what goes in comes out, nothing else gets in, and a failed write leaves the file before it."""

from __future__ import annotations

import dataclasses
import errno
import json
import random
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dbreport import store
from dbreport.errors import ResultsInvalid, ResultsMissing, ResultsReadOnly
from dbreport.model import Sample, Scale, Status, Temperature
from dbreport.store import Cell, Footer, details, load, read, save, to_samples
from samples import HOST, footer, sample

CELL = Cell("half_billion", HOST, "postgresql", "default", "smoke")
SAMPLES = [
    sample(),
    sample(repeat=1, value=0.5, temperature=Temperature.COLD),
    sample(case="indexed.range", status=Status.TIMEOUT),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = CELL.path(tmp_path)
    save(made, SAMPLES, footer())
    return made


def rewrite(path: Path, table: pa.Table, facts: dict[str, Any] | None = None, **replaced: Any) -> None:
    """Write a table under our key with a footer of its own, as another program might."""
    facts = {**json.loads(pq.read_schema(path).metadata[b"dbreport"]), **replaced} if facts is None else facts
    pq.write_table(table.replace_schema_metadata({b"dbreport": json.dumps(facts).encode()}), path)


def with_column(path: Path, column: str, values: list[Any]) -> None:
    table = pq.read_table(path)
    place = table.schema.get_field_index(column)
    rewrite(
        path, table.set_column(place, store.SCHEMA.field(column), pa.array(values, store.SCHEMA.field(column).type))
    )


# what goes in comes out ------------------------------------------------------------------------


def test_samples_come_back_as_they_were_saved(path: Path) -> None:
    assert to_samples(read(path)[0]) == SAMPLES


def test_a_footer_comes_back_as_it_was_saved(path: Path) -> None:
    assert read(path)[1] == footer()


def test_a_second_save_replaces_the_first(path: Path) -> None:
    save(path, SAMPLES[:1], footer(launcher="container"))
    assert (to_samples(read(path)[0]), read(path)[1].launcher) == (SAMPLES[:1], "container")


def test_a_file_without_samples_can_be_saved_and_read(path: Path) -> None:
    save(path, [], footer(cases=[]))
    assert to_samples(read(path)[0]) == []


def test_saving_leaves_nothing_beside_the_file(path: Path) -> None:
    assert [path.name] == [found.name for found in path.parent.iterdir()]


def test_a_result_file_may_be_read_by_everybody(path: Path) -> None:
    assert oct(path.stat().st_mode & 0o777) == "0o644"


def test_duckdb_queries_the_folder_directly(path: Path, tmp_path: Path) -> None:
    sql = f"SELECT engine, count(*), max(value) FROM '{tmp_path}/half_billion/*/*.parquet' GROUP BY engine"
    assert [("postgresql", 3, 0.5)] == duckdb.sql(sql).fetchall()


def test_a_cell_is_read_off_its_own_path(tmp_path: Path) -> None:
    assert Cell.of(CELL.path(tmp_path)) == CELL


def test_a_file_is_complete_when_every_planned_case_is_finished() -> None:
    assert [True, False] == [Footer(["a", "b"], ["b", "a"]).complete, Footer(["a", "b"], ["a"]).complete]


# what load gathers -----------------------------------------------------------------------------


def test_load_names_the_host_of_every_sample(path: Path, tmp_path: Path) -> None:
    save(Cell("half_billion", "other", "postgresql", "default", "smoke").path(tmp_path), SAMPLES[:1], footer())
    counted = load("half_billion", results=tmp_path, host="*").group_by("host").len().sort("host").rows()
    assert [("other", 1), (HOST, 3)] == counted


def test_load_takes_one_host_the_one_with_most_files_where_this_one_has_none(path: Path, tmp_path: Path) -> None:
    for scale in ("smoke", "small"):
        sample = dataclasses.replace(SAMPLES[0], scale=Scale(scale))
        save(Cell("half_billion", "other", "postgresql", "default", scale).path(tmp_path), [sample], footer())
    assert ["other"] == load("half_billion", results=tmp_path)["host"].unique().to_list()


def test_load_of_one_scale_leaves_the_others_out(path: Path, tmp_path: Path) -> None:
    small = Cell("half_billion", HOST, "postgresql", "default", "small").path(tmp_path)
    save(small, [sample(scale=Scale.SMALL)], footer())
    assert ["small"] == load("half_billion", "small", tmp_path)["scale"].to_list()


def test_load_finds_results_by_the_environment(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path))
    assert load("half_billion").height == 3


def test_times_are_utc(path: Path, tmp_path: Path) -> None:
    assert load("half_billion", results=tmp_path).schema["started_at"] == pl.Datetime("us", "UTC")


def test_a_missing_result_names_the_command_that_measures_it(tmp_path: Path) -> None:
    with pytest.raises(ResultsMissing, match=r"run: dbreport run half_billion --scale small$"):
        load("half_billion", "small", tmp_path)


def test_details_are_footers_by_cell(path: Path, tmp_path: Path) -> None:
    assert details("half_billion", tmp_path) == {CELL: footer()}


# what does not get in --------------------------------------------------------------------------


def test_a_sample_that_is_not_ok_cannot_have_a_value() -> None:
    with pytest.raises(ValueError, match="only an ok sample has a value"):
        sample(status=Status.TIMEOUT, value=1.0)


def test_an_ok_sample_cannot_lack_a_value() -> None:
    with pytest.raises(ValueError, match="only an ok sample has a value"):
        sample(value=None)


def test_a_failure_cannot_lack_a_reason() -> None:
    with pytest.raises(ValueError, match="has a reason"):
        sample(status=Status.FAILED, reason="")


@pytest.mark.parametrize(
    "foreign", [{"engine": "mysql"}, {"scale": Scale.FULL}, {"profile": "tuned"}, {"experiment": "sysbench"}]
)
def test_a_sample_of_another_cell_is_not_saved(path: Path, foreign: dict[str, Any]) -> None:
    before = path.read_bytes()
    with pytest.raises(ResultsInvalid, match="does not belong into postgresql-default-smoke"):
        save(path, [sample(**foreign)], footer())
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["notes", "postgresql-smoke", "a-b-c", "postgresql-default-huge", "a-default-smoke-1"])
def test_a_file_of_another_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ResultsInvalid, match="move it away"):
        Cell.of(tmp_path / f"{name}.parquet")


def test_a_missing_file_is_missing_not_invalid(tmp_path: Path) -> None:
    with pytest.raises(ResultsMissing, match="dbreport run half_billion"):
        read(CELL.path(tmp_path))


def damage_empty(path: Path) -> None:
    path.write_bytes(b"")


def damage_text(path: Path) -> None:
    path.write_text("engine,value\npostgresql,1\n")


def damage_truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def damage_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def damage_foreign(path: Path) -> None:
    pl.DataFrame({"engine": ["postgresql"], "value": [1.0]}).write_parquet(path)


def damage_older(path: Path) -> None:
    rewrite(path, pq.read_table(path), schema_version=0)


def damage_newer(path: Path) -> None:
    rewrite(path, pq.read_table(path), schema_version=99)


def damage_columns(path: Path) -> None:
    rewrite(path, pq.read_table(path).drop_columns(["answer"]))


def damage_types(path: Path) -> None:
    table = pq.read_table(path)
    texts = pa.array([str(value) for value in table["value"]])
    rewrite(path, table.set_column(table.schema.get_field_index("value"), "value", texts))


def damage_status(path: Path) -> None:
    with_column(path, "status", ["ok", "ok", "slow"])


def damage_scale(path: Path) -> None:
    with_column(path, "scale", ["huge"] * 3)


def damage_engine(path: Path) -> None:
    with_column(path, "engine", ["postgresql", "postgresql", "mysql"])


def damage_text_encoding(path: Path) -> None:
    texts = pa.StringArray.from_buffers(3, pa.array([0, 1, 2, 3], pa.int32()).buffers()[1], pa.py_buffer(b"a\xffb"))
    table = pq.read_table(path)
    rewrite(path, table.set_column(table.schema.get_field_index("run_id"), store.SCHEMA.field("run_id"), texts))


def damage_value(path: Path) -> None:
    with_column(path, "value", [None, 0.5, None])


def damage_failed_value(path: Path) -> None:
    with_column(path, "value", [0.25, 0.5, 300.0])


def damage_reason(path: Path) -> None:
    with_column(path, "reason", [None, None, None])


def damage_footer_field(path: Path) -> None:
    rewrite(path, pq.read_table(path), weather="fine")


def damage_footer_shape(path: Path) -> None:
    rewrite(path, pq.read_table(path), facts=[1, 2])  # type: ignore[arg-type]


DAMAGES = [value for name, value in list(globals().items()) if name.startswith("damage_")]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda f: f.__name__.removeprefix("damage_"))
def test_a_file_that_is_not_ours_is_refused_with_the_next_step(path: Path, damage: Any) -> None:
    damage(path)
    with pytest.raises(ResultsInvalid, match="move it away and measure again: dbreport run half_billion"):
        read(path)


def test_flipped_bits_are_noticed_or_change_nothing(path: Path) -> None:
    whole, good = path.read_bytes(), read(path)
    seen = set()
    for seed in range(200):
        drawn, damaged = random.Random(seed), bytearray(whole)
        for _ in range(8):
            damaged[drawn.randrange(len(damaged))] ^= 1 << drawn.randrange(8)
        path.write_bytes(damaged)
        try:
            found = read(path)
            seen.add(found[0].equals(good[0]))
        except ResultsInvalid:
            seen.add("refused")
    assert seen <= {"refused", True}
    assert "refused" in seen


# what a failed write leaves --------------------------------------------------------------------


def test_a_full_disk_leaves_the_file_before_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = path.read_bytes()
    monkeypatch.setattr(store.pq, "write_table", full)
    with pytest.raises(ResultsReadOnly, match="No space left on device"):
        save(path, SAMPLES, footer())
    assert path.read_bytes() == before
    assert [path.name] == [found.name for found in path.parent.iterdir()]


def test_an_interrupted_write_leaves_the_file_before_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    before = path.read_bytes()
    monkeypatch.setattr(store.os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save(path, SAMPLES[:1], footer())
    assert path.read_bytes() == before
    assert [path.name] == [found.name for found in path.parent.iterdir()]


def test_a_folder_that_cannot_be_made_is_read_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ResultsReadOnly, match="make it writable or set DBREPORT_RESULTS"):
        save(CELL.path(tmp_path / "file"), SAMPLES, footer())


def test_a_sample_is_one_row_of_the_schema() -> None:
    assert list(Sample.__dataclass_fields__) == store.SCHEMA.names
