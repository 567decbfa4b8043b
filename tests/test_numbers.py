"""The seeded rows: the same everywhere, made in any order, shaped as the experiment says, in bounded memory."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from dbreport.datasets.partitioned import ahead
from dbreport.datasets.phones import SEGMENTS
from dbreport.errors import UsageError
from dbreport.experiments.half_billion.data import TABLE, Numbers

PARTITION_ROWS = Numbers.PARTITION_ROWS
MANY = Numbers(PARTITION_ROWS + 200_000)


def python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture(scope="module")
def rows() -> list[tuple[int, str, str]]:
    columns = [c.to_pylist() for part in range(MANY.partitions) for c in MANY.arrow(part).columns]
    firsts = [list(zip(*columns[n : n + 3], strict=True)) for n in range(0, len(columns), 3)]
    return [row for part in firsts for row in part]


def test_twenty_thousand_rows_have_the_digest_they_always_had(tmp_path: Path) -> None:
    assert Numbers(20_000).write(tmp_path / "rows.tsv") == "6fc27be3980b8e4d32ad17d41f46f6be"


def test_another_process_makes_the_same_rows(tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from dbreport.experiments.half_billion.data import Numbers;"
        "print(Numbers(20_000).write(Path('/dev/null')))"
    )
    assert python(code, PYTHONHASHSEED="1") == Numbers(20_000).write(tmp_path / "rows.tsv")


def test_a_partition_is_the_same_whichever_was_made_before() -> None:
    alone = python(
        f"from dbreport.experiments.half_billion.data import Numbers; import hashlib;"
        f"print(hashlib.blake2b(Numbers({MANY.count}).tsv(1)).hexdigest())"
    )
    MANY.tsv(0)
    assert hashlib.blake2b(MANY.tsv(1)).hexdigest() == alone


def test_another_seed_makes_other_rows() -> None:
    assert Numbers(1000, seed=2).tsv(0) != Numbers(1000).tsv(0)


def test_running_numbers_go_on_over_partitions(rows: list[tuple[int, str, str]]) -> None:
    assert [row[0] for row in rows] == list(range(1, MANY.count + 1))


@pytest.mark.parametrize("count", [1, 2, 499, PARTITION_ROWS, PARTITION_ROWS + 1])
def test_partitions_add_up_to_the_count(count: int) -> None:
    numbers = Numbers(count)
    assert sum(numbers.arrow(part).num_rows for part in range(numbers.partitions)) == count


def test_text_and_arrow_hold_the_same_rows() -> None:
    numbers = Numbers(5000)
    lines = [tuple(line.split("\t")) for line in numbers.tsv(0).decode().splitlines()]
    batch = numbers.arrow(0).to_pydict()
    assert lines == [(str(uid), *texts) for uid, *texts in zip(*batch.values(), strict=True)]


def test_the_file_holds_every_partition_in_order(tmp_path: Path) -> None:
    MANY.write(tmp_path / "rows.tsv")
    assert (tmp_path / "rows.tsv").read_bytes() == MANY.tsv(0) + MANY.tsv(1)


def test_no_field_needs_quoting(rows: list[tuple[int, str, str]]) -> None:
    assert {c for _, nickname, _ in rows for c in nickname} & set("\t\n\r\\\"'\0") == set()


def test_no_text_is_longer_than_its_column(rows: list[tuple[int, str, str]]) -> None:
    longest = (max(len(row[1]) for row in rows), max(len(row[2]) for row in rows))
    assert all(found <= (column.max_length or 0) for found, column in zip(longest, TABLE.columns[1:], strict=True))


def test_a_row_is_about_22_bytes_of_text(rows: list[tuple[int, str, str]]) -> None:
    # at the source's size a running number has nine digits; here it has fewer
    mean = sum(len(nickname.encode()) + len(phone) for _, nickname, phone in rows) / len(rows)
    assert mean + 9 == pytest.approx(22, abs=1.5)


def test_phones_are_eleven_digits_in_real_segments(rows: list[tuple[int, str, str]]) -> None:
    assert {(len(phone), phone.isdigit(), phone[:3] in SEGMENTS) for _, _, phone in rows} == {(11, True, True)}


def test_phones_repeat_and_some_far_more_often(rows: list[tuple[int, str, str]]) -> None:
    uses = Counter(phone for _, _, phone in rows)
    assert len(uses) <= MANY.subscribers
    assert uses.most_common(1)[0][1] >= 20
    assert 1 in uses.values()


# parameters ------------------------------------------------------------------------------------


def selected(rows: list[tuple[int, str, str]], test: Any) -> float:
    """Return one row in how many a condition selects."""
    return len(rows) / sum(test(phone) for _, _, phone in rows)


def test_the_range_selects_about_one_row_in_500(rows: list[tuple[int, str, str]]) -> None:
    p = MANY.parameters()
    assert selected(rows, lambda phone: p["range_from"] <= phone <= p["range_to"]) == pytest.approx(500, rel=0.2)


def test_the_prefix_selects_about_one_row_in_500(rows: list[tuple[int, str, str]]) -> None:
    prefix = MANY.parameters()["prefix"]
    assert selected(rows, lambda phone: phone.startswith(prefix)) == pytest.approx(500, rel=0.25)


def test_the_segment_is_one_of_all(rows: list[tuple[int, str, str]]) -> None:
    segment = MANY.parameters()["segment"]
    assert selected(rows, lambda phone: phone.startswith(segment)) == pytest.approx(len(SEGMENTS), rel=0.2)


def test_the_point_occurs_and_is_no_popular_number(rows: list[tuple[int, str, str]]) -> None:
    point = MANY.parameters()["point"]
    assert 1 <= sum(phone == point for _, _, phone in rows) <= 20


def test_a_single_row_has_parameters_too() -> None:
    assert Numbers(1).parameters()["point"] == Numbers(1).arrow(0).column("phone")[0].as_py()


# limits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, -1])
def test_no_rows_are_no_dataset(count: int) -> None:
    with pytest.raises(UsageError, match="give at least 1"):
        Numbers(count)


def test_memory_does_not_grow_with_the_rows() -> None:
    # the kernel's own peak: that of getrusage starts with the memory of whoever started the process
    code = (
        "from pathlib import Path; from dbreport.experiments.half_billion.data import Numbers;"
        "Numbers({}).write(Path('/dev/null'));"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    few_mb, many_mb = (int(python(code.format(parts * PARTITION_ROWS))) >> 10 for parts in (4, 12))
    assert many_mb < 512
    assert many_mb - few_mb < 100


def test_an_error_of_the_maker_reaches_the_user() -> None:
    def make(part: int) -> int:
        return 1 // (2 - part)

    made = []
    with pytest.raises(ZeroDivisionError):
        made.extend(ahead(make, 4))


def test_no_more_than_three_parts_are_made_ahead() -> None:
    made = []
    parts = ahead(lambda part: made.append(part) or part, 50)
    next(parts)
    time.sleep(0.05)
    assert len(made) <= 4
    assert list(parts) == list(range(1, 50))
