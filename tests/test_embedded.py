"""Systems without SQL: what they are asked and cannot do is said in one sentence."""

from __future__ import annotations

import os
import shutil
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


def test_a_folder_that_goes_while_files_are_synced_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b"):
        (tmp_path / name / "below").mkdir(parents=True)
    synced, sync = [], os.fsync

    def sync_and_remove(handle: int) -> None:
        synced.append(handle)
        sync(handle)
        if len(synced) == 2:  # the folder itself, then the first below it
            for name in ("a", "b"):
                shutil.rmtree(tmp_path / name)

    monkeypatch.setattr(os, "fsync", sync_and_remove)
    sync_files(tmp_path)
    assert len(synced) == 2
