"""Every command the README shows is run here in its order, in a copy of the repository, as a reader would type it.

What measures does so once, on few rows and without limits of the machine: how well it measures is not what is tested
here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sharing
import sitekit
from samples import QUICK
from sharing import copy_tree
from sitekit import ENVIRONMENT, article, typed

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

# `make test` calls this suite, and `make engines` before it; `article` has typed the third, for every test to look at.
RUN_ALREADY = {"make test", "make engines", "make article"}


def commands() -> list[str]:
    """Return the commands of the README's shell blocks in order, one that spans lines as one."""
    found = []
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL):
        lines = block.strip().splitlines()
        if '"' in lines[0] and lines[0].count('"') % 2:
            found.append(block.strip())
        else:
            found += lines
    return found


# Which systems there are, each once and warm, on few rows: how steady they are is tested elsewhere. Data folders are
# those that each server has made for any test of this run.
ONCE = (
    f"import sys\nsys.path.append({str(Path(__file__).parent)!r})\n"
    "from dbreport.engines import mysql_innodb\n"
    "from sharing import init_once\n"
    "mysql_innodb.STUCK_S = 0.1\n"
    "for name in ('postgresql', 'mysql', 'mariadb'):\n"
    "    made, init = init_once(name)\n"
    "    made.init = init\n"
) + (
    QUICK.replace("lambda seconds: 2", "lambda seconds: 1")
    .replace("COLD_REPEATS = 1", "COLD_REPEATS = 0")
    .replace('runner.ROWS["smoke"] =', 'runner.ROWS["small"] = runner.ROWS["smoke"] =')
)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of where `make article` was typed, with a `dbreport` that measures everything once."""
    folder = tmp_path_factory.mktemp("readme") / "clone"
    copy_tree(article(), folder)
    for experiment in (folder / "data" / "results").iterdir():
        if experiment.name != "half_billion":  # the commands ask for no other, and to look through all takes seconds
            shutil.rmtree(experiment)
    (folder / ".venv" / "once.py").write_text(ONCE, encoding="utf-8")
    program = folder / ".venv" / "bin" / "dbreport"
    real = program.resolve()
    program.unlink()
    program.write_text(
        '#!/bin/sh\nhere=$(dirname "$0")\n'
        'case "$1" in run | replicate) exec "$here/python" -c "$(cat "$here/../once.py")" "$@" ;; esac\n'
        f'exec "{real}" "$@"\n'
    )
    program.chmod(0o755)
    return folder


def test_the_readme_names_the_two_commands_that_do_all_the_set_up() -> None:
    assert ["make article", "make test"] == commands()[:2]


@pytest.mark.skipif(ENVIRONMENT is None, reason="the README's commands live in .venv: run make test")
def test_the_commands_of_the_readme_work_one_after_another(clone: Path, data_folder: Path) -> None:
    failed = {}
    for command in dict.fromkeys(commands()):
        if command in RUN_ALREADY:
            continue
        # a folder of its own for data, whatever else measures on this machine
        done = typed(clone, command, DBREPORT_DATA=str(data_folder), **{sharing.FOLDER: os.environ[sharing.FOLDER]})
        # that fewer directions are kept than should be is an answer too, and the README says with which code it comes
        answers = (0, 1) if " agree " in command and not done.stderr else (0,)
        if done.returncode not in answers:
            failed[command] = done.stdout[-2000:] + done.stderr[-2000:]
    assert failed == {}


def test_a_copy_of_the_project_installs_nothing_into_the_environment_it_is_lent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older list of packages stands for what was installed; the copy's own stands where the copy looks."""
    lender, copy = tmp_path / "lender", tmp_path / "copy"
    (lender / "bin").mkdir(parents=True)
    (lender / ".requirements-dev").write_text("older==1\n")
    python = lender / "bin" / "python"
    python.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path / "installed"}\n')
    python.chmod(0o755)
    shutil.copytree(ROOT / "tools", copy / "tools")
    for name in ("requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, copy)
    monkeypatch.setattr(sitekit, "ENVIRONMENT", lender)
    sitekit.lend_environment(copy)
    for name in ("requirements.txt", "requirements-dev.txt"):
        typed(copy, f"tools/venv.sh {name}").check_returncode()
    assert ((tmp_path / "installed").exists(), (lender / ".requirements-dev").read_text()) == (False, "older==1\n")


@pytest.mark.parametrize(("uv_s_code", "left_to_pip"), [(0, []), (1, ["--requirement", "--no-deps"])])
def test_what_uv_cannot_install_is_left_to_pip(tmp_path: Path, uv_s_code: int, left_to_pip: list[str]) -> None:
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, says in (("python", f'echo "$@" >> {tmp_path}/asked'), ("uv", f"exit {uv_s_code}")):
        (programs / name).write_text(f"#!/bin/sh\n{says}\n")
        (programs / name).chmod(0o755)
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    for name in ("requirements.txt", "requirements-dev.txt"):
        shutil.copy(ROOT / name, tmp_path)
    typed(tmp_path, "tools/venv.sh requirements.txt").check_returncode()
    asked = [line.split()[5] for line in (tmp_path / "asked").read_text().splitlines()]
    assert (asked[0].partition("==")[0], asked[1:]) == ("uv", left_to_pip)


def test_every_subcommand_is_documented() -> None:
    shown = subprocess.run([sys.executable, "-m", "dbreport.cli", "--help"], capture_output=True, text=True).stdout
    named = set(re.findall(r"^    (\w+)(?: |$)", shown, re.MULTILINE))
    assert named == {name for name in named if re.search(rf"`{name}`|dbreport {name}\b", README)}
    assert {
        "run",
        "replicate",
        "agree",
        "measure",
        "status",
        "spent",
        "doctor",
        "execute",
        "site",
        "serve",
        "pdf",
        "host",
        "new",
    } == named
