"""Stored records: the same from the same seed, whole in either encoding; a folder of one's own in the pages' place."""

from __future__ import annotations

import base64
import json
import lzma
import pickle
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dbreport import allotted
from dbreport.datasets.folder import Folder
from dbreport.datasets.packages import Packaged
from dbreport.errors import DatasetMissing, UsageError
from dbreport.experiments.storage import data as stored
from dbreport.experiments.storage.data import COPIES, Encoding, StoredFile, StoredRecords, own_files
from storagekit import folder_of_pages

COUNT = 230


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Folder]:
    """Pages in the place of those out of a package."""
    made = folder_of_pages(tmp_path_factory.mktemp("pages"), 4_000)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Packaged, "documents", lambda self: made)
        yield made


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, pages: Folder) -> StoredFile:
    path = tmp_path_factory.mktemp("stored") / "rows"
    StoredRecords(COUNT).write(path)
    return StoredFile(path, COUNT)


def column(file: StoredFile, name: str) -> list[Any]:
    return [value for part in range(file.partitions) for value in file.arrow(part).column(name).to_pylist()]


def own(folder: Path, *files: bytes) -> StoredFile:
    """Return a folder of these files, as it is stored."""
    folder.mkdir()
    for number, body in enumerate(files):
        (folder / f"{number}.html").write_bytes(body)
    records = own_files(folder)
    path = folder.with_name("rows")
    records.write(path)
    return StoredFile(path, records.count)


# made records ----------------------------------------------------------------------------------


def test_records_are_numbered_from_one_without_a_gap(file: StoredFile) -> None:
    assert column(file, "id") == list(range(1, COUNT + 1))


@pytest.mark.usefixtures("pages")
def test_the_same_seed_gives_the_same_records_and_another_seed_others(tmp_path: Path) -> None:
    digests = [StoredRecords(30, seed).write(tmp_path / f"{n}") for n, seed in enumerate((1, 1, 2))]
    assert (digests[0] == digests[1], digests[0] == digests[2]) == (True, False)
    assert (tmp_path / "0").read_bytes() == (tmp_path / "1").read_bytes()


def test_a_record_holds_pages_packed_as_one_and_they_begin_anew_when_all_are_used(
    file: StoredFile, pages: Folder
) -> None:
    packed = [json.loads(zlib.decompress(raw)) for raw in column(file, "raw")]
    documents = [document.decode() for document in pages.documents()]
    assert {len(of_record) for of_record in packed} == {stored.PACKED}
    assert [page for of_record in packed[:6] for page in of_record] == (documents * 3)[: 6 * stored.PACKED]


def test_records_are_told_apart_before_their_pages_are_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(self: Packaged) -> Folder:
        raise DatasetMissing("no apt here")

    monkeypatch.setattr(Packaged, "documents", missing)
    assert StoredRecords(5).fingerprint() != StoredRecords(6).fingerprint()
    with pytest.raises(DatasetMissing, match="no apt here"):
        list(StoredRecords(5)._partitions())


def test_base64_text_decodes_to_the_same_bytes(file: StoredFile) -> None:
    text = column(StoredFile(file.path, COUNT, Encoding.BASE64), "raw")
    assert [base64.b64decode(page, validate=True) for page in text] == column(file, "raw")


def test_the_table_has_a_column_for_the_encoding(file: StoredFile) -> None:
    kinds = [{c.name: c.kind for c in StoredFile(file.path, COUNT, e).table.columns}["raw"] for e in Encoding]
    assert kinds == ["bytes", "text"]


def test_copies_are_results_of_other_records_and_never_a_record_s_own(file: StoredFile) -> None:
    results, copies = ([text and json.loads(text) for text in column(file, name)] for name in ("result", "copy"))
    held = [(own_result, copy) for own_result, copy in zip(results, copies, strict=True) if copy is not None]
    assert {len(copy) for _, copy in held} == {COPIES}
    assert [own_result for own_result, copy in held if own_result in copy] == []
    assert next(copy == results[n : n + COPIES] for n, copy in enumerate(copies, 1) if copy)


def test_about_seven_in_ten_records_hold_copies(file: StoredFile) -> None:
    assert 0.6 < sum(text is not None for text in column(file, "copy")) / COUNT < 0.8


def test_a_worker_reads_the_same_file(file: StoredFile) -> None:
    assert pickle.loads(pickle.dumps(file)).arrow(1).equals(file.arrow(1))


@pytest.mark.parametrize("encoding", Encoding)
def test_raw_bytes_are_those_of_the_values(file: StoredFile, encoding: Encoding) -> None:
    one = StoredFile(file.path, COUNT, encoding)
    assert one.raw_bytes() == {
        name: sum(len(value) for value in column(one, name) if value is not None) for name in ("result", "copy", "raw")
    }


@pytest.mark.usefixtures("pages")
def test_progress_counts_every_record(tmp_path: Path) -> None:
    made: list[int] = []
    StoredRecords(150).write(tmp_path / "rows", made.append)
    assert made == [100, 50]


@pytest.mark.parametrize("count", [0, -1])
def test_fewer_than_one_record_is_refused(count: int) -> None:
    with pytest.raises(UsageError, match="cannot be stored; give at least 1"):
        StoredRecords(count)


def test_compressed_pages_are_never_read_as_text(file: StoredFile) -> None:
    with pytest.raises(UsageError, match="no text without escapes"):
        file.tsv(0)


# a folder of one's own -------------------------------------------------------------------------


def test_files_of_one_s_own_are_stored_as_they_are(tmp_path: Path) -> None:
    compressed = lzma.compress(b"much the same " * 999)
    bodies = (b"<html>a</html>", compressed, b"\x00\xff")
    assert column(own(tmp_path / "own", *bodies), "raw") == list(bodies)


def test_a_partition_ends_where_it_would_hold_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "PARTITION_BYTES", 1000)
    found = own(tmp_path / "own", b"a" * 600, b"b" * 600, b"c" * 5000, b"d")
    assert [found.arrow(part).num_rows for part in range(found.partitions)] == [2, 1, 1]
    assert column(found, "id") == [1, 2, 3, 4]


def test_another_folder_is_another_dataset(tmp_path: Path) -> None:
    digests = []
    for name, body in (("a", b"one"), ("b", b"two")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1").write_bytes(body)
        digests.append(own_files(tmp_path / name).write(tmp_path / "rows"))
    assert digests[0] != digests[1]


def test_the_room_a_folder_needs_follows_from_its_files(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * 10_000_000)
    assert own_files(tmp_path).room_bytes > 8 * 10_000_000


@pytest.mark.parametrize("names", [(), ("empty",)])
def test_a_folder_without_documents_is_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (tmp_path / name).touch()
    with pytest.raises(UsageError, match="holds no document"):
        own_files(tmp_path)


def test_a_file_that_fits_no_value_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "huge.bin").write_bytes(b"x" * 4096)
    monkeypatch.setattr(stored, "LARGEST_BYTES", 4095)
    with pytest.raises(UsageError, match=r"huge.bin has .* GB, and a value may have .* move the file out of"):
        own_files(tmp_path)


def test_a_file_larger_than_memory_allows_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "huge.bin").write_bytes(b"x" * 4096)
    monkeypatch.setattr(allotted, "free_memory_bytes", lambda: 8000)
    with pytest.raises(UsageError, match=r"huge.bin has .* GB of memory and .* move the file out"):
        own_files(tmp_path)


def test_a_file_that_turns_unreadable_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.html").write_text("x")
    records = own_files(tmp_path)

    def refuse(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)  # root may read any file
    with pytest.raises(UsageError, match=r"secret.html cannot be read \(Permission denied\); make it readable or move"):
        records.write(tmp_path / "rows")
