"""Systems without SQL: what they are asked and cannot do is said in one sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from dbreport.engines.files import Files
from dbreport.engines.launch.inner import sync_files
from dbreport.engines.setup import Setup
from dbreport.errors import Unsupported
from dbreport.model import Durability

VERBS = (
    "create", "load", "fill", "build_index", "drop_index", "run", "explain", "analyze", "checkpoint", "size",
)  # fmt: skip


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_of_sql_is_refused(tmp_path: Path, verb: str) -> None:
    with pytest.raises(
        Unsupported, match="files has no tables and no SQL; only experiments on its own kind can measure it"
    ):
        getattr(Files(Setup(tmp_path)), verb)("anything", timeout_s=1)


@pytest.mark.parametrize("durability", Durability)
def test_files_start_and_end_in_any_class_without_leaving_a_folder(tmp_path: Path, durability: Durability) -> None:
    files = Files(Setup(tmp_path / "files", durability=durability))
    files.start()
    assert (files.pids(), files.launched(), files.settings()) == ((), "in process", {})
    files.remove()
    assert not (tmp_path / "files").exists()


def test_files_are_always_found() -> None:
    assert Files.find().how == "in process"


def test_a_folder_that_goes_before_it_is_looked_into_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A merge of ClickHouse's removes a part between the listing of its folder and that of the part itself."""
    for name in ("gone", "stays"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").touch()
    synced, sync, look = [], os.fsync, os.scandir

    def look_too_late(folder: Path) -> object:
        if Path(folder).name == "gone":
            (Path(folder) / "file").unlink()
            Path(folder).rmdir()
        return look(folder)

    def noted(handle: int) -> None:
        synced.append(Path(os.readlink(f"/proc/self/fd/{handle}")).relative_to(tmp_path).as_posix())
        sync(handle)

    monkeypatch.setattr(os, "scandir", look_too_late)
    monkeypatch.setattr(os, "fsync", noted)
    sync_files(tmp_path)
    assert sorted(synced) == [".", "stays", "stays/file"]
