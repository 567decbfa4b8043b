"""A new experiment is a folder and a notebook: what `dbreport new` writes is measured, executed and rendered."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import found_class
from dbreport.site import profiles
from samples import QUICK_COMMAND, ROOT
from sharing import copy_library
from sitekit import read_page

PAGES = (*(page.source for page in profiles.PAGES), "findings.ipynb", "chapters/sysbench.ipynb")
"""The pages beside chapters, and one of these: a render of all takes long."""
UNWANTED = {path.name for path in (ROOT / "data" / "results").iterdir()} - {"sysbench"}
"""What other experiments measured: loading it all takes long too."""
IN_LANGUAGES = pytest.mark.parametrize(
    ("lang", "title", "entry", "claim"),
    [
        ("zh", "加一个条件的代价", "条件", "加一个条件，计数就慢一倍以上。"),
        ("en", "What a condition costs", "A condition", "A condition makes counting more than twice as slow."),
    ],
)


def dbreport(project: Path, *arguments: str) -> str:
    """Run a command of the copy's own package in the copy."""
    own = {"PYTHONPATH": str(project / "lib"), "DBREPORT_HOME": str(project)}
    environment = {name: value for name, value in os.environ.items() if name != "DBREPORT_RESULTS"} | own
    done = subprocess.run(
        [*QUICK_COMMAND, *arguments], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the made-up experiment, measured on SQLite and rendered by the preview.

    Of the other experiments it has what one of them measured as shipped: enough for the pages on all.
    """
    found_class("sqlite")
    folder = tmp_path_factory.mktemp("copy")
    (folder / "chapters").mkdir()
    for name in ("_quarto.yml", *PAGES):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "assets", folder / "assets")
    copy_library(folder / "lib")
    shutil.copytree(
        ROOT / "data",
        folder / "data",
        ignore=shutil.ignore_patterns(*UNWANTED, "*-tuned-*", "*-source-*", "replications", "cache"),
    )
    shutil.copytree(ROOT / "skeletons", folder / "skeletons")
    dbreport(folder, "new", "experiment", "even_count")
    dbreport(folder, "run", "even_count", "--scale", "smoke")
    dbreport(folder, "execute", "even-count", "needs", "verdicts")
    dbreport(folder, "site", "--renderer", "preview")
    return folder


def page(project: Path, lang: str, name: str) -> str:
    return (project / "_site" / lang / name).read_text(encoding="utf-8")


@IN_LANGUAGES
def test_it_has_a_chapter_with_its_title_and_figure(
    project: Path, lang: str, title: str, entry: str, claim: str
) -> None:
    shown = page(project, lang, "chapters/even-count.html")
    assert f'<h1 class="title">{title}</h1>' in shown
    assert f'id="fig-counts-{lang}"' in shown


@IN_LANGUAGES
def test_it_is_the_last_in_the_menu_of_every_page(project: Path, lang: str, title: str, entry: str, claim: str) -> None:
    for name in ("index.html", "methods.html"):
        menu = re.findall(
            r'href="chapters/([a-z-]+)\.html"[^>]*>([^<]+)', page(project, lang, name).partition("<main")[0]
        )
        assert ([chapter for chapter, _ in menu], menu[-1][1]) == (["sysbench", "even-count"], entry)


@IN_LANGUAGES
def test_its_answer_and_its_verdict_stand_with_the_others(
    project: Path, lang: str, title: str, entry: str, claim: str
) -> None:
    answers, verdicts = (read_page(project / "_site" / lang / f"{name}.html", lang) for name in ("needs", "verdicts"))
    assert {"tbl-answer-even-count", "tbl-measured-even-count"} <= answers.ids
    assert claim in verdicts.words


def test_quarto_s_profiles_name_it_too(project: Path) -> None:
    assert "even-count: 加一个条件的代价" in (project / "_quarto-zh.yml").read_text(encoding="utf-8")


def test_the_command_line_names_it(project: Path) -> None:
    assert "even_count" in dbreport(project, "run", "--help")
