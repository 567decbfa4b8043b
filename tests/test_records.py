"""Accounts and records: the same rows from the same seed, names people choose, skews that mean something."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from dbreport.errors import UsageError
from dbreport.experiments.real_workload.data import PARTITION_ROWS, RECORDS_PER_ACCOUNT, Records

FEW = Records(5_000)


def column(part: object, name: str, partition: int = 0) -> list[object]:
    return part.arrow(partition).column(name).to_pylist()  # type: ignore[attr-defined]


def test_the_same_seed_makes_the_same_rows(tmp_path: Path) -> None:
    digests = [Records(500, seed).write(tmp_path / "digest") for seed in (1, 1, 2)]
    assert digests[0] == digests[1] != digests[2]


def test_there_are_five_records_an_account() -> None:
    assert (FEW.accounts.count, FEW.records.count) == (1_000, 5_000)


def test_partitions_make_up_the_count() -> None:
    records = Records(PARTITION_ROWS + 5).records
    assert [records.arrow(part).num_rows for part in range(records.partitions)] == [PARTITION_ROWS, 5]


def test_ids_run_on_over_partitions() -> None:
    records = Records(PARTITION_ROWS + 5).records
    assert column(records, "id", 1) == list(range(PARTITION_ROWS + 1, PARTITION_ROWS + 6))


def test_a_table_has_the_columns_it_declares() -> None:
    for part in (FEW.accounts, FEW.records):
        assert part.arrow(0).schema.names == [column.name for column in part.table.columns]


def test_some_accounts_share_a_nickname_and_some_never_had_another() -> None:
    names, former = column(FEW.accounts, "nickname"), column(FEW.accounts, "former_name")
    assert len(set(names)) < len(names)
    assert 0.5 < former.count(None) / len(former) < 0.9


@pytest.mark.parametrize("odd", ["O'Brien", "100%", "back\\slash", "tab\tbed"])
def test_odd_nicknames_are_among_them(odd: str) -> None:
    assert odd in column(FEW.accounts, "nickname")


def test_nicknames_are_chinese_latin_and_with_emoji() -> None:
    text = "".join(str(name) for name in column(FEW.accounts, "nickname"))
    assert any("\u4e00" <= c <= "\u9fff" for c in text)
    assert any(ord(c) > 0xFFFF for c in text)
    assert "\0" not in text


def test_a_record_bears_its_account_s_nickname() -> None:
    names = dict(zip(column(FEW.accounts, "id"), column(FEW.accounts, "nickname"), strict=True))
    owners, borne = column(FEW.records, "account_id"), column(FEW.records, "nickname")
    assert [names[owner] for owner in owners] == borne


def test_some_accounts_write_far_more_than_others() -> None:
    counts = Counter(column(FEW.records, "account_id"))
    assert counts.most_common(1)[0][1] > 5 * RECORDS_PER_ACCOUNT


def test_most_records_have_one_status() -> None:
    counts = Counter(column(FEW.records, "status"))
    assert counts[200] > 0.85 * FEW.count
    assert len(counts) == 5


def test_records_are_spread_over_several_years() -> None:
    assert {moment.year for moment in column(FEW.records, "updated_at")} == set(range(2019, 2025))  # type: ignore[attr-defined]


def test_a_page_has_2_kib_on_average_and_does_not_compress() -> None:
    import zlib

    pages = column(FEW.records, "raw")
    whole = b"".join(pages)  # type: ignore[arg-type]
    assert 1_800 < len(whole) / len(pages) < 2_300
    assert len(zlib.compress(whole[: 1 << 20])) > 0.99 * (1 << 20)


def test_too_few_records_are_refused() -> None:
    with pytest.raises(UsageError, match="give at least 5"):
        Records(4)


def test_there_is_no_text_without_escapes() -> None:
    with pytest.raises(UsageError, match="use fill"):
        FEW.records.tsv(0)
