"""Corpora: pages from a seed, the file every method reads, folders of one's own and what is wrong with them."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from compressionkit import corpus_file
from dbreport import allotted
from dbreport.datasets import corpus, packages
from dbreport.datasets.corpus import Corpus
from dbreport.datasets.folder import Folder, folder
from dbreport.datasets.pages import Pages
from dbreport.errors import DatasetMissing, UsageError
from dbreport.experiments.compression.codecs.measured import trained
from dbreport.experiments.compression.document_rows import PARTITION_DOCUMENTS, DocumentRows
from dbreport.experiments.storage.data import StoredRecords

PRINTED_BYTES = 5715 / 10_000 * (1 << 20)
"""What a page of the source's has on average."""
FEW = [Pages(100).document(n) for n in range(8)]


# pages -----------------------------------------------------------------------------------------


def test_the_same_seed_makes_the_same_pages(tmp_path: Path) -> None:
    digests = [Pages(3, seed).write(tmp_path / "pages") for seed in (1, 1, 2)]
    assert digests[0] == digests[1] != digests[2]


def test_a_page_depends_on_its_number_alone() -> None:
    assert Pages(5).document(3) == Pages(100).document(3) == FEW[3]


def test_pages_differ() -> None:
    assert len(set(FEW)) == len(FEW)


def test_pages_are_as_long_as_the_source_s_within_a_tenth() -> None:
    assert sum(map(len, FEW)) / len(FEW) == pytest.approx(PRINTED_BYTES, rel=0.1)


def test_some_pages_are_earlier_ones_that_have_not_changed() -> None:
    pages = [Pages(300).document(n) for n in range(300)]
    seen: set[bytes] = set()
    again = []
    for page in pages:
        again.append(page in seen)
        seen.add(page)
    assert sum(again[:48]) == 0
    assert sum(again[100:]) / 200 == pytest.approx(0.3, abs=0.1)


def test_no_page_is_refused() -> None:
    with pytest.raises(UsageError, match="give at least 1"):
        Pages(0)


# the corpus file -------------------------------------------------------------------------------


def test_documents_come_back_by_number(tmp_path: Path) -> None:
    documents = [b"one", b"", b"three", b"\x00\xff"]
    with Corpus(corpus_file(tmp_path / "some", documents)) as opened:
        assert [opened.document(n) for n in range(opened.count)] == documents
        assert opened.length([0, 2]) == 8


@pytest.mark.parametrize(
    ("documents", "text"), [(["ä".encode(), b"b"], True), ([b"a", b"\xff"], False), ([b"a\0b"], False)]
)
def test_a_corpus_tells_whether_text_columns_can_hold_it(tmp_path: Path, documents: list[bytes], text: bool) -> None:
    assert corpus.write(tmp_path / "some", documents).text is text


def test_a_corpus_tells_what_it_holds(tmp_path: Path) -> None:
    written = corpus.write(tmp_path / "some", [b"a" * 5, b"b" * 9, b"c"])
    assert (written.documents, written.size_bytes, written.median_bytes, written.largest_bytes) == (3, 15, 5, 9)


@pytest.mark.parametrize("packed", ["", "zlib_6", "lzma_9"])
def test_rows_hold_every_document_packed_as_said(tmp_path: Path, packed: str) -> None:
    documents = [f"page {n} ä".encode() for n in range(PARTITION_DOCUMENTS + 3)]
    rows = DocumentRows(corpus_file(tmp_path / "some", documents), len(documents), packed)
    bodies = [body for part in range(rows.partitions) for body in rows.arrow(part).column("body").to_pylist()]
    stored = [body.encode() if isinstance(body, str) else body for body in bodies]
    assert [rows.unpack(body) for body in stored] == documents


def test_rows_are_numbered_through_all_partitions(tmp_path: Path) -> None:
    rows = DocumentRows(corpus_file(tmp_path / "some", [b"x"] * 20), 20)
    ids = [n for part in range(rows.partitions) for n in rows.arrow(part).column("id").to_pylist()]
    assert ids == list(range(20))


# a folder of one's own -------------------------------------------------------------------------


def test_documents_of_a_folder_come_in_the_order_of_their_paths(tmp_path: Path) -> None:
    for name in ("b.html", "a/z.html", ".hidden", ".git/config"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert list(folder(tmp_path).documents()) == [b"a/z.html", b"b.html"]


def test_a_few_documents_are_spread_over_all(tmp_path: Path) -> None:
    for n in range(10):
        (tmp_path / f"{n}").write_text(str(n))
    assert list(folder(tmp_path).documents(4)) == [b"0", b"2", b"5", b"7"]


def test_empty_files_are_left_out_and_counted(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("x")
    (tmp_path / "empty").touch()
    found = folder(tmp_path)
    assert (len(found.files), found.empty) == (1, 1)


@pytest.mark.parametrize("names", [(), ("empty",)])
def test_a_folder_without_documents_is_refused(tmp_path: Path, names: tuple[str, ...]) -> None:
    for name in names:
        (tmp_path / name).touch()
    with pytest.raises(UsageError, match=f"holds no document, only {len(names)} empty files; give --corpus another"):
        folder(tmp_path)


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no folder; give --corpus a folder"):
        folder(tmp_path / "gone")


def test_an_unreadable_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.html").write_text("x")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # root may read any file
    with pytest.raises(UsageError, match=r"secret.html cannot be read \(Permission denied\); make it readable or move"):
        folder(tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a user to whom a folder is closed")
def test_an_unreadable_folder_below_is_named(tmp_path: Path) -> None:
    (tmp_path / "letters" / "private").mkdir(parents=True)
    (tmp_path / "letters" / "one.txt").write_text("dear reader")
    (tmp_path / "letters" / "private").chmod(0o700)
    tmp_path.chmod(0o755)
    script = "import os, sys, dbreport.datasets.folder as d; os.chdir(sys.argv[1]); os.setuid(12345)\n"
    script += "try: d.folder(d.Path('letters'))\nexcept d.UsageError as error: print(error)"
    said = subprocess.check_output([sys.executable, "-c", script, str(tmp_path)], text=True)
    assert said == (
        "letters/private cannot be read (Permission denied); make it readable or move it out of the folder\n"
    )


def test_a_folder_without_a_name_is_not_the_current_one() -> None:
    with pytest.raises(
        UsageError, match=r'names no folder; for the current one write its whole path: --corpus "\$PWD"'
    ):
        folder(Path(""))


@pytest.mark.parametrize("there_already", [False, True])
def test_what_is_made_of_documents_is_closed_to_others(tmp_path: Path, there_already: bool) -> None:
    if there_already:
        for name in ("some.corpus", "some.corpus.ends"):
            (tmp_path / name).touch(mode=0o666)
    old = os.umask(0)
    try:
        corpus.write(tmp_path / "some.corpus", FEW * 5)
        StoredRecords(5, source=Folder("own", (tmp_path / "some.corpus",))).write(tmp_path / "stored.arrow")
        with Corpus(tmp_path / "some.corpus") as opened:
            trained(opened, tmp_path / "some.dictionary")
    finally:
        os.umask(old)
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == dict.fromkeys(
        ("some.corpus", "some.corpus.ends", "stored.arrow", "some.dictionary"), 0o600
    )


def test_a_file_larger_than_memory_allows_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "huge.html").write_bytes(b"x" * 4096)
    monkeypatch.setattr(allotted, "free_memory_bytes", lambda: 8000)
    with pytest.raises(UsageError, match=r"huge.html has .* and a document is compressed whole: .* move the file out"):
        folder(tmp_path)


# packages --------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    return tmp_path


def test_without_apt_it_says_what_to_do(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: None)
    with pytest.raises(DatasetMissing, match=r"apt-get was not found, .* give a folder of HTML files with --corpus"):
        packages.CORPORA["docs"].documents()
    with pytest.raises(DatasetMissing, match=r"unpacked; leave out the cases --case 'manuals\.\*'"):
        packages.CORPORA["manuals"].documents()


def programs(project: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put an `apt-get` of the test's own before the real one; `$2` is the package it is asked for."""
    folder = project / "bin"
    folder.mkdir()
    (folder / "apt-get").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def packed(project: Path, package: str, files: Mapping[str, bytes]) -> None:
    """Make a package of files by their paths, to be downloaded; links are files that begin with an arrow."""
    tree = project / "trees" / package
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN" / "control").write_text(
        f"Package: {package}\nVersion: 17.0.1+2\nArchitecture: all\nMaintainer: a <a@example.org>\nDescription: d\n"
    )
    for name, content in files.items():
        path = tree / "usr" / "share" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content.startswith(b"->"):
            path.symlink_to(content[2:].decode())
        else:
            path.write_bytes(content)
    archive = project / f"{package}_17.0.1+2_all.deb"
    subprocess.run(["dpkg-deb", "--build", str(tree), str(archive)], check=True, capture_output=True)


ASKED = 'echo "$2" >> {0}/asked; cp {0}/$2_* . 2>/dev/null || {{ echo E: no such package >&2; exit 100; }}'
unpacks = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="no dpkg-deb: unpacking was not tested")


@pytest.mark.parametrize(("name", "too_few"), [("docs", "none of"), ("versions", "fewer than two of")])
def test_a_package_that_cannot_be_downloaded_is_no_corpus(
    project: Path, monkeypatch: pytest.MonkeyPatch, name: str, too_few: str
) -> None:
    programs(project, monkeypatch, ASKED.format(project))
    with pytest.raises(DatasetMissing, match=rf"{too_few} .* downloaded \(E: no such package\); run: apt-get update"):
        packages.CORPORA[name].documents()
    assert list((project / "data" / "cache").iterdir()) == []


@unpacks
def test_pages_of_a_package_are_unpacked_once_and_never_installed(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {f"doc/api/{name}": name.encode() for name in ("b.html", "a.html", "style.css")}
    packed(project, "openjdk-21-doc", pages)
    programs(project, monkeypatch, ASKED.format(project))
    docs = packages.CORPORA["docs"]
    assert docs.known_as() is None
    read = [docs.documents() for _ in range(2)]
    assert [list(source.documents()) for source in read] == [[b"a.html", b"b.html"]] * 2
    assert {docs.known_as(), *(source.name for source in read)} == {"openjdk-21-doc_17.0.1+2"}
    assert (project / "asked").read_text().split() == ["openjdk-17-doc", "openjdk-21-doc"]


@unpacks
def test_manuals_are_unpacked_and_another_name_of_one_is_no_document(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "man/man1/ls.1.gz": gzip.compress("名称".encode()),
        "man/man1/dir.1.gz": b"->ls.1.gz",
        "doc/README.gz": b"",
    }
    packed(project, "manpages-zh", files)
    programs(project, monkeypatch, ASKED.format(project))
    assert list(packages.CORPORA["manuals"].documents().documents()) == ["名称".encode()]


@unpacks
def test_versions_of_a_page_lie_side_by_side_and_stay_together(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in (15, 16):
        pages = {
            f"doc/llvm-{version}-doc/{name}.html": f"{name} {version}".encode()
            for name in ("a", "b", "c", f"new-in-{version}")
        }
        packed(project, f"llvm-{version}-doc", pages)
    programs(project, monkeypatch, ASKED.format(project))
    source = packages.CORPORA["versions"].documents()
    assert list(source.documents()) == [b"a 15", b"a 16", b"b 15", b"b 16", b"c 15", b"c 16"]
    assert list(source.documents(5)) == [b"a 15", b"a 16", b"b 15", b"b 16"]
    assert source.name == "llvm-15-doc_17.0.1+2 + llvm-16-doc_17.0.1+2"
