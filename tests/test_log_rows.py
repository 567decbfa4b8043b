"""The request log: the same rows from the same seed, in three layouts, as literals and as text."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from dbreport.errors import UsageError
from dbreport.experiments.insert_rate.data import PARTITION_ROWS, Layout, LogRows, literals

FEW = 50


@pytest.mark.parametrize("layout", Layout)
def test_the_same_seed_makes_the_same_rows(layout: Layout, tmp_path: Path) -> None:
    first, again = (LogRows(FEW, layout).write(tmp_path / name) for name in ("first", "again"))
    assert first == again
    assert LogRows(FEW, layout, seed=2).write(tmp_path / "other") != first


@pytest.mark.parametrize("layout", Layout)
def test_a_row_has_a_value_for_every_column(layout: Layout) -> None:
    rows = LogRows(FEW, layout)
    assert {len(row) for row in rows.tuples(0)} == {len(rows.table.columns)}


def test_there_are_23_columns_in_all_mostly_text() -> None:
    kinds = [column.kind for column in LogRows(1).table.columns]
    assert (len(kinds), kinds.count("text"), kinds.count("float64")) == (23, 19, 2)


@pytest.mark.parametrize("layout", Layout)
def test_both_keys_together_are_the_primary_key_and_the_only_constraint(layout: Layout) -> None:
    table = LogRows(1, layout).table
    assert table.primary_key == ("request", "visitor")
    assert [column.name for column in table.columns if not column.nullable] == ["request", "visitor"]


def test_ten_columns_and_a_document_hold_the_same_values() -> None:
    for flat, nested in zip(LogRows(FEW).tuples(0), LogRows(FEW, Layout.JSON).tuples(0), strict=True):
        assert (len(nested), nested[:-1]) == (11, flat[:10])
        assert tuple(json.loads(nested[-1]).values()) == flat[10:]


def test_the_layout_of_nulls_has_16_of_23_and_keeps_the_others() -> None:
    for flat, sparse in zip(LogRows(FEW).tuples(0), LogRows(FEW, Layout.NULLS).tuples(0), strict=True):
        assert sparse[:7] == flat[:7]
        assert sparse[7:] == (None,) * 16


def test_partitions_make_up_the_count() -> None:
    rows = LogRows(PARTITION_ROWS + 3)
    assert [len(list(rows.tuples(part))) for part in range(rows.partitions)] == [PARTITION_ROWS, 3]


def test_keys_are_unique() -> None:
    keys = [row[0] for row in LogRows(PARTITION_ROWS).tuples(0)]
    assert len(set(keys)) == len(keys)


def test_a_row_is_about_450_bytes() -> None:
    text = LogRows(FEW).tsv(0)
    assert 400 < len(text) / FEW < 500


@pytest.mark.parametrize("layout", [Layout.COLUMNS, Layout.JSON])
def test_text_needs_no_escapes(layout: Layout) -> None:
    rows = LogRows(FEW, layout)
    lines = rows.tsv(0).decode().splitlines()
    assert {line.count("\t") for line in lines} == {len(rows.table.columns) - 1}
    assert not re.search(r"[\\']", rows.tsv(0).decode())


def test_text_has_no_mark_for_null() -> None:
    with pytest.raises(UsageError, match="no mark for NULL"):
        LogRows(1, Layout.NULLS).tsv(0)


def test_values_become_literals() -> None:
    assert literals(["a", 1, 0.5, None]) == "'a', 1, 0.5, NULL"


def test_arrow_holds_the_rows(tmp_path: Path) -> None:
    batch = LogRows(FEW, Layout.NULLS).arrow(0)
    assert [tuple(row.values()) for row in batch.to_pylist()] == list(LogRows(FEW, Layout.NULLS).tuples(0))


def test_no_rows_are_refused() -> None:
    with pytest.raises(UsageError, match="0 rows cannot be measured"):
        LogRows(0)
