"""One machine's results as one file: what is exported comes out elsewhere as it was, and nothing else gets in."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from dbreport.cli import main
from dbreport.errors import ResultsInvalid, ResultsMissing, UsageError
from dbreport.results import moving
from dbreport.results.store import Cell, save
from samples import HOST, footer, sample

OTHER = "other-arm-8c-16g"
NAME = f"half_billion/{HOST}/postgresql-default-smoke.parquet"


def stored(results: Path, host: str = HOST, engine: str = "postgresql", value: float = 1.0) -> Path:
    made = Cell("half_billion", host, engine, "default", "smoke").path(results)
    save(made, [sample(engine=engine, value=value)], footer())
    return made


def contents(results: Path) -> dict[str, bytes]:
    return {str(path.relative_to(results)): path.read_bytes() for path in results.rglob("*") if path.is_file()}


@pytest.fixture
def here(tmp_path: Path) -> Path:
    results = tmp_path / "here"
    stored(results)
    stored(results, engine="mysql")
    stored(results, host=OTHER)
    return results


@pytest.fixture
def exported(here: Path, tmp_path: Path) -> Path:
    target = tmp_path / f"{HOST}{moving.SUFFIX}"
    assert moving.export(HOST, here, target) == 2
    return target


def packed(
    target: Path, name: str, content: bytes, change: Callable[[tarfile.TarInfo], object] = lambda _: None
) -> Path:
    with tarfile.open(target, "w") as file:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        change(member)
        file.addfile(member, io.BytesIO(content))
    return target


def test_one_machine_s_results_come_out_elsewhere_as_they_were(here: Path, exported: Path, tmp_path: Path) -> None:
    moved = moving.unpack(exported, tmp_path / "there")
    mine = {name: content for name, content in contents(here).items() if HOST in name}
    assert (contents(tmp_path / "there"), moved.host, len(moved.new)) == (mine, HOST, 2)


def test_the_file_names_no_user(exported: Path) -> None:
    with tarfile.open(exported) as file:
        assert {(member.uid, member.gid, member.uname, member.gname) for member in file} == {(0, 0, "", "")}


def test_what_is_here_already_stays_unless_it_is_to_be_replaced(here: Path, exported: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    stored(there, value=2.0)
    before = contents(there)
    with pytest.raises(UsageError, match=r"1 cells are here already with other samples.* --replace"):
        moving.unpack(exported, there)
    assert contents(there) == before
    moved = moving.unpack(exported, there, replace=True)
    assert (len(moved.new), len(moved.replaced)) == (1, 1)
    assert contents(there)[NAME] == contents(here)[NAME]
    assert len(moving.unpack(exported, there).same) == 2


def test_a_damaged_cell_is_neither_handed_on_nor_taken(here: Path, exported: Path, tmp_path: Path) -> None:
    whole = (here / NAME).read_bytes()
    with pytest.raises(ResultsInvalid, match="not a readable result file"):
        moving.unpack(packed(tmp_path / "cut.tar", NAME, whole[:-100]), tmp_path / "there")
    assert contents(tmp_path / "there") == {}
    (here / NAME).write_bytes(whole[:-100])
    with pytest.raises(ResultsInvalid, match="not a readable result file"):
        moving.export(HOST, here, tmp_path / "again.tar")
    assert not (tmp_path / "again.tar").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../../outside.parquet", "which is no result"),
        ("/etc/cron.d/mine.parquet", "which is no result"),
        (f"half_billion/{HOST}/notes.txt", "which is no result"),
        (f"half_billion/{HOST}/.hidden.parquet", "which is no result"),
        (f"tomorrow/{HOST}/postgresql-default-smoke.parquet", "this version does not know"),
    ],
)
def test_what_is_no_result_gets_nowhere(here: Path, tmp_path: Path, name: str, said: str) -> None:
    source = packed(tmp_path / "made.tar", name, (here / NAME).read_bytes())
    with pytest.raises(UsageError, match=said):
        moving.unpack(source, tmp_path / "there")
    assert contents(tmp_path / "there") == {}


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    def link(member: tarfile.TarInfo) -> None:
        member.type, member.linkname, member.size = tarfile.SYMTYPE, "/etc/passwd", 0

    with pytest.raises(UsageError, match="which is no result"):
        moving.unpack(packed(tmp_path / "made.tar", NAME, b"", link), tmp_path / "there")


@pytest.mark.parametrize("content", [b"", b"no archive at all" * 100])
def test_another_file_is_called_what_it_is(content: bytes, tmp_path: Path) -> None:
    source = tmp_path / "file.tar"
    source.write_bytes(content)
    with pytest.raises(UsageError, match="no file that `dbreport host export` has written"):
        moving.unpack(source, tmp_path / "there")
    with pytest.raises(UsageError, match="there is no file"):
        moving.unpack(tmp_path / "none.tar", tmp_path / "there")


def test_two_machines_in_one_file_are_refused(here: Path, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "two.tar", "w") as file:
        for host in (HOST, OTHER):
            name = f"half_billion/{host}/postgresql-default-smoke.parquet"
            file.add(here / name, name)
    with pytest.raises(UsageError, match="does not hold the results of one machine"):
        moving.unpack(tmp_path / "two.tar", tmp_path / "there")


def test_a_machine_without_results_cannot_be_exported(here: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=rf"no host 'none'.*{OTHER}"):
        moving.export("none", here, tmp_path / "file.tar")
    with pytest.raises(ResultsMissing, match="dbreport run"):
        moving.export("none", tmp_path / "empty", tmp_path / "file.tar")


def test_no_file_is_written_over(here: Path, exported: Path) -> None:
    with pytest.raises(UsageError, match="is there already"):
        moving.export(HOST, here, exported)


def test_the_commands_say_what_they_did(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DBREPORT_RESULTS", str(here))
    file = str(tmp_path / "file.tar")
    assert main(["host", "list"]) == 0
    assert main(["host", "export", OTHER, "--to", file]) == 0
    monkeypatch.setenv("DBREPORT_RESULTS", str(tmp_path / "there"))
    assert main(["host", "import", file]) == 0
    said = capsys.readouterr().out
    assert OTHER in said
    assert f"1 cells of {OTHER}; elsewhere: dbreport host import file.tar" in said
    assert f"{OTHER}: 1 new cells, 0 replaced, 0 the same" in said
