"""Parquet files: what goes in comes out, nothing else gets in, and a failed write leaves the file before it."""

from __future__ import annotations

import dataclasses
import errno
import json
import math
import operator
import os
import random
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from dbreport import load
from dbreport.errors import ResultsInvalid, ResultsMissing, ResultsReadOnly
from dbreport.model import Sample, Scale, Status, Temperature
from dbreport.results import sound, store
from dbreport.results.store import Cell, details, read, save, to_samples
from samples import HOST, SESSION, footer, sample, session

CELL = Cell("half_billion", HOST, "postgresql", "default", "smoke")
SAMPLES = [
    sample(),
    sample(repeat=1, value=0.5, temperature=Temperature.COLD),
    sample(case="indexed.range", status=Status.TIMEOUT),
]
FOOTER = footer(planned=["indexed.point", "indexed.range"])
FULL = footer(
    cases={
        "indexed.point": {
            "method": 1,
            "asked": {"timeout_s": 300.0},
            "statements": {"timed": "SELECT 1"},
            "dataset": "00ff",
            "settings": {"fsync": "on"},
            "found": {
                "version": "15.1",
                "launcher": "native",
                "driver": "3.2",
                "clients": {"sysbench": "1.0"},
                "settings": "00ff",
            },
            "met_limit": False,
        }
    },
    sessions={SESSION: session(boot="2026-01-01", calibration={"sync": {"unit": "s", "values": [0.1]}})},
    settings_of={"full": {"fsync": "on"}},
    clients={"sysbench": "1.0"},
    engine_facts={"kind": "server", "features": ["expiry"], "lines": {"Go": {"code": 1, "tests": 2}}},
)
ANYTHING = {
    ("cases", "indexed.point", "asked", "timeout_s"),
    ("cases", "indexed.point", "settings", "fsync"),
    ("cases", "indexed.point", "statements", "timed"),
    ("cases", "indexed.point", "found", "driver"),
    ("dataset", "seed"),
}
"""Places in a footer where any plain JSON may stand: what was asked is the experiment's own."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = CELL.path(tmp_path)
    save(made, SAMPLES, FOOTER)
    return made


def rewrite(path: Path, table: pa.Table, facts: Any = None, **replaced: Any) -> None:
    """Write a table under our key with a footer of its own and a digest that fits, as only a forger would."""
    facts = {**json.loads(pq.read_schema(path).metadata[b"dbreport"]), **replaced} if facts is None else facts
    sign(path, table, json.dumps(facts).encode())


def sign(path: Path, table: pa.Table, facts: bytes) -> None:
    table = table.replace_schema_metadata(None)
    try:
        table.validate(full=True)
        fitting = sound.digest(table, facts).encode()
    except pa.ArrowInvalid:  # what is no text has no digest
        fitting = b""
    pq.write_table(table.replace_schema_metadata({b"dbreport": facts, b"dbreport_digest": fitting}), path)


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
    assert read(path)[1] == FOOTER


def test_a_second_save_replaces_the_first(path: Path) -> None:
    save(path, SAMPLES[:1], footer(launcher="container"))
    assert (to_samples(read(path)[0]), read(path)[1].launcher) == (SAMPLES[:1], "container")


def test_a_file_without_samples_can_be_saved_and_read(path: Path) -> None:
    save(path, [], footer(cases={}))
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


# what load gathers -----------------------------------------------------------------------------


def test_load_names_the_host_of_every_sample(path: Path, tmp_path: Path) -> None:
    save(Cell("half_billion", "other", "postgresql", "default", "smoke").path(tmp_path), SAMPLES[:1], footer())
    counted = load("half_billion", results=tmp_path, host="*").group_by("host").len().sort("host").rows()
    assert [("other", 1), (HOST, 3)] == counted


def test_load_tells_the_rows_a_case_ran_on_where_it_has_a_table_of_its_own(path: Path, tmp_path: Path) -> None:
    own, of_scale = ({"asked": {"rows": rows}} for rows in (10_000, 100_000))
    cases = {"indexed.point": own, "indexed.range": of_scale, "why.fence": {}}
    save(path, [sample(case=case) for case in cases], footer(planned=list(cases), cases=cases))
    told = load("half_billion", results=tmp_path, host=HOST)
    assert dict(told.select("case", "rows").rows()) == dict(zip(cases, (10_000, 100_000, 100_000), strict=True))


def test_load_takes_one_host_the_one_with_most_files_where_this_one_has_none(path: Path, tmp_path: Path) -> None:
    for scale in ("smoke", "small"):
        sample = dataclasses.replace(SAMPLES[0], scale=Scale(scale))
        save(Cell("half_billion", "other", "postgresql", "default", scale).path(tmp_path), [sample], footer())
    assert ["other"] == load("half_billion", results=tmp_path)["host"].unique().to_list()


def test_load_of_one_scale_leaves_the_others_out(path: Path, tmp_path: Path) -> None:
    small = Cell("half_billion", HOST, "postgresql", "default", "small").path(tmp_path)
    save(small, [sample(scale=Scale.SMALL)], footer())
    assert ["small"] == load("half_billion", "small", tmp_path)["scale"].to_list()


def test_load_leaves_histograms_out_and_a_file_keeps_them(path: Path, tmp_path: Path) -> None:
    save(path, [sample(), sample(metric="latency_histogram", unit="transactions", at=0.01)], FOOTER)
    assert ["latency"] == load("half_billion", results=tmp_path)["metric"].to_list()
    assert ["latency", "latency_histogram"] == read(path)[0]["metric"].to_list()


BOTH = [sample(metric="latency_histogram", unit="transactions", at=0.01), *SAMPLES]


def test_histograms_lie_behind_the_rest_and_only_who_wants_them_reads_them(path: Path) -> None:
    save(path, BOTH, FOOTER)
    metrics = read(path)[0]["metric"].to_list()
    assert metrics == [*(each.metric for each in SAMPLES), "latency_histogram"]
    last = pq.ParquetFile(path).metadata.row_group(1)
    first_byte = min(last.column(n).data_page_offset for n in range(last.num_columns))
    raw = bytearray(path.read_bytes())
    raw[first_byte : first_byte + 40] = bytes(40)
    path.write_bytes(raw)
    assert to_samples(read(path, histograms=False)[0]) == SAMPLES
    with pytest.raises(ResultsInvalid):
        read(path)


def test_a_file_written_before_histograms_came_last_is_read_all_the_same(path: Path) -> None:
    save(path, BOTH, FOOTER)
    table = pq.read_table(path)
    mixed = pa.concat_tables([table.slice(len(SAMPLES)), table.slice(0, len(SAMPLES))])
    sign(path, mixed, table.schema.metadata[b"dbreport"])
    assert to_samples(read(path, histograms=False)[0]) == SAMPLES
    assert to_samples(read(path)[0]) == BOTH


def test_what_is_read_without_histograms_is_all_that_is_none(path: Path) -> None:
    """A file that says of fewer rows than it has that these are all but the histograms."""
    save(path, BOTH, FOOTER)
    table = pq.read_table(path)
    facts = table.schema.metadata
    fewer = f"1 {sound.digest(table.slice(0, 1), facts[b'dbreport'])}".encode()
    pq.write_table(table.replace_schema_metadata({**facts, b"dbreport_rest": fewer}), path)
    with pytest.raises(ResultsInvalid, match="its digest does not fit"):
        read(path)


def test_load_finds_results_by_the_environment(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path))
    assert load("half_billion").height == 3


def test_times_are_utc(path: Path, tmp_path: Path) -> None:
    assert load("half_billion", results=tmp_path).schema["started_at"] == pl.Datetime("us", "UTC")


def test_a_missing_result_names_the_command_that_measures_it(tmp_path: Path) -> None:
    with pytest.raises(ResultsMissing, match=r"run: dbreport run half_billion --scale small$"):
        load("half_billion", "small", tmp_path)


def test_details_are_footers_by_cell(path: Path, tmp_path: Path) -> None:
    assert details("half_billion", tmp_path) == {CELL: FOOTER}


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
    with pytest.raises(ResultsInvalid, match=r"cannot be saved as postgresql-default-smoke.parquet \(holds samples of"):
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
    rewrite(path, pq.read_table(path), facts=[1, 2])


def damage_footer_text(path: Path) -> None:
    sign(path, pq.read_table(path), b"{")


def damage_footer_depth(path: Path) -> None:
    sign(path, pq.read_table(path), b"[" * 100_000 + b"]" * 100_000)


def damage_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def damage_link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def damage_unsigned(path: Path) -> None:
    table = pq.read_table(path)
    pq.write_table(table.replace_schema_metadata({b"dbreport": table.schema.metadata[b"dbreport"]}), path)


def damage_foreign_signature(path: Path) -> None:
    table = pq.read_table(path)
    metadata = table.schema.metadata
    changed = metadata[b"dbreport"].replace(b"native", b"remote")
    assert changed != metadata[b"dbreport"]
    pq.write_table(table.replace_schema_metadata({**metadata, b"dbreport": changed}), path)


def damage_one_value(path: Path) -> None:
    table = pq.read_table(path)
    values = pa.array([0.25, 0.5000001, None])
    changed = table.set_column(table.schema.get_field_index("value"), store.SCHEMA.field("value"), values)
    pq.write_table(changed.replace_schema_metadata(table.schema.metadata), path)


def damage_infinite_value(path: Path) -> None:
    with_column(path, "value", [0.25, math.inf, None])


def damage_value_that_is_no_number(path: Path) -> None:
    with_column(path, "value", [0.25, math.nan, None])


def damage_negative_value(path: Path) -> None:
    with_column(path, "value", [0.25, -0.5, None])


def damage_negative_repeat(path: Path) -> None:
    with_column(path, "repeat", [0, -1, 0])


def damage_place_that_is_no_number(path: Path) -> None:
    with_column(path, "at", [math.nan, None, None])


def damage_doubled(path: Path) -> None:
    table = pq.read_table(path)
    rewrite(path, pa.concat_tables([table, table.slice(1, 1)]))


def damage_case_nobody_planned(path: Path) -> None:
    with_column(path, "case", ["indexed.point", "indexed.guess", "indexed.range"])


def damage_session_nobody_knows(path: Path) -> None:
    with_column(path, "session", [SESSION, "20260101-000000", SESSION])


def damage_rows_of_another_dataset(path: Path) -> None:
    with_column(path, "rows", [100_000, 100_001, 100_000])


DAMAGES = [value for name, value in list(globals().items()) if name.startswith("damage_")]


def test_a_file_that_is_not_ours_is_refused_with_the_next_step(tmp_path: Path) -> None:
    let_through = []
    for damage in DAMAGES:
        path = CELL.path(tmp_path / damage.__name__)
        save(path, SAMPLES, FOOTER)
        damage(path)
        try:
            read(path)
            let_through.append(damage.__name__)
        except ResultsInvalid as error:
            if "move it away and measure again: dbreport run half_billion" not in str(error):
                let_through.append(f"{damage.__name__}: {error}")
    assert [] == let_through


def test_a_file_of_an_older_schema_names_both_schemas(path: Path) -> None:
    rewrite(path, pq.read_table(path), schema_version=2)
    with pytest.raises(ResultsInvalid, match=r"has schema '2', this package reads 3; move it away and measure again"):
        read(path)


WRONG = (None, 7, -1, 0.5, True, "text", ["text"], [[None]], {"name": None}, {"name": ["text"]}, [{"name": {}}])


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every value of plain JSON, the whole aside."""
    for key, below in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*at, key)
        yield from places(below, (*at, key))


def placed(facts: Any, way: tuple[Any, ...], value: Any) -> Any:
    """Return a copy of plain JSON with another value at a place."""
    copy = json.loads(json.dumps(facts))
    inner = copy
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    return copy


def kind(value: Any) -> str:
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__


def test_a_value_of_another_kind_anywhere_in_a_footer_is_refused_in_one_sentence() -> None:
    facts = dataclasses.asdict(FULL)
    let_through = [
        (way, wrong)
        for way in places(facts)
        for wrong in WRONG
        if kind(wrong) != kind(reduce(operator.getitem, way, facts))
        and not sound.footer_fault(placed(facts, way, wrong))
    ]
    assert [] == [(way, wrong) for way, wrong in let_through if way not in ANYTHING]


def test_a_footer_that_holds_all_there_may_be_is_sound() -> None:
    assert sound.footer_fault(json.loads(json.dumps(dataclasses.asdict(FULL)))) == ""


def test_a_fault_quotes_a_file_in_one_line_without_control_characters(path: Path) -> None:
    with_column(path, "case", ["indexed.point", "\x1b[31m\n" + "x" * 500, "indexed.range"])
    with pytest.raises(ResultsInvalid) as caught:
        read(path)
    assert (True, True) == (str(caught.value).isprintable(), len(str(caught.value)) < 400)


def test_mutated_bytes_and_footers_are_noticed_or_change_nothing(path: Path) -> None:
    whole, good = path.read_bytes(), read(path)
    table = pq.read_table(path)
    metadata = table.schema.metadata
    facts = metadata[b"dbreport"]
    seen = []
    for seed in range(600):
        drawn = random.Random(seed)
        if seed % 2:
            damaged = bytearray(facts)
            for _ in range(drawn.randint(1, 4)):
                damaged[drawn.randrange(len(damaged))] = drawn.choice(b'0123456789-eE.,:[]{}"abcnulltrue\\')
            pq.write_table(table.replace_schema_metadata({**metadata, b"dbreport": bytes(damaged)}), path)
        else:
            damaged = bytearray(whole)
            for _ in range(drawn.randint(1, 8)):
                damaged[drawn.randrange(len(damaged))] ^= 1 << drawn.randrange(8)
            path.write_bytes(damaged[: drawn.randrange(len(damaged))] if seed % 10 == 0 else damaged)
        try:
            frame, found = read(path)
            seen.append(frame.equals(good[0]) and found == good[1])
        except ResultsInvalid as error:
            seen.append("\n" not in str(error))
    assert [True] * 600 == seen


def test_a_digest_is_of_the_values_and_not_of_the_bytes_they_are_kept_in(path: Path) -> None:
    table = pq.read_table(path)
    pq.write_table(table, path, compression="none", use_dictionary=False, row_group_size=1, version="1.0")
    assert to_samples(read(path)[0]) == SAMPLES


def test_a_digest_stays_what_it_was(path: Path) -> None:
    assert sound.digest(pq.read_table(path), b"{}") == "44e290b957053856c2091a63fdbef023"


def test_texts_that_only_their_bounds_tell_apart_have_other_digests() -> None:
    digests = {sound.digest(pa.table({"a": texts}), b"") for texts in (["ab", "c"], ["a", "bc"], [None, "abc"])}
    assert len(digests) == 3


# what a failed write leaves --------------------------------------------------------------------


def test_a_full_disk_leaves_the_file_before_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = path.read_bytes()
    monkeypatch.setattr(pq.ParquetWriter, "write_table", full)
    with pytest.raises(ResultsReadOnly, match="No space left on device"):
        save(path, SAMPLES, FOOTER)
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
        save(CELL.path(tmp_path / "file"), SAMPLES, FOOTER)


def test_a_sample_is_one_row_of_the_schema() -> None:
    assert list(Sample.__dataclass_fields__) == store.SCHEMA.names
