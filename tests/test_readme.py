"""Every command the README shows is run here in its order, in a copy of the repository, as a reader would type it.

What measures takes few repeats and no limits of the machine: how well it measures is not what is tested here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from samples import QUICK

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

# Run by what runs this test: `make test` calls this suite, and `make engines` before it.
RUN_ALREADY = {"make test", "make engines"}


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


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the files git knows, with this checkout's environment, so that nothing here is changed."""
    folder = tmp_path_factory.mktemp("clone")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    if (ROOT / ".venv").is_dir():
        _link_environment(folder / ".venv")
    return folder


def _link_environment(environment: Path) -> None:
    """Have this checkout's environment in the copy, with a `dbreport` that measures with few repeats."""
    (environment / "bin").mkdir(parents=True)
    for path in (*(ROOT / ".venv").iterdir(), *(ROOT / ".venv" / "bin").iterdir()):
        link = environment / path.relative_to(ROOT / ".venv")
        if not link.exists():
            link.symlink_to(path)
    program = environment / "bin" / "dbreport"
    program.unlink()
    (environment / "quick.py").write_text(QUICK, encoding="utf-8")
    program.write_text(
        '#!/bin/sh\nhere=$(dirname "$0")\n'
        'case "$1" in run | replicate) exec "$here/python" -c "$(cat "$here/../quick.py")" "$@" ;; esac\n'
        f'exec "{ROOT}/.venv/bin/dbreport" "$@"\n'
    )
    program.chmod(0o755)


def test_the_readme_names_the_two_commands_that_do_all_the_set_up() -> None:
    assert ["make article", "make test"] == commands()[:2]


@pytest.mark.skipif(not (ROOT / ".venv").is_dir(), reason="the README's commands live in .venv: run make test")
def test_the_commands_of_the_readme_work_one_after_another(clone: Path, data_folder: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DBREPORT_")}
    environment["DBREPORT_DATA"] = str(data_folder)  # whatever else measures on this machine
    failed = {}
    for command in dict.fromkeys(commands()):
        if command in RUN_ALREADY:
            continue
        done = subprocess.run(["bash", "-ceu", command], cwd=clone, env=environment, capture_output=True, text=True)
        # that fewer directions are kept than should be is an answer too, and the README says with which code it comes
        answers = (0, 1) if " agree " in command and not done.stderr else (0,)
        if done.returncode not in answers:
            failed[command] = done.stdout[-2000:] + done.stderr[-2000:]
    assert failed == {}


def test_every_subcommand_is_documented() -> None:
    shown = subprocess.run([sys.executable, "-m", "dbreport.cli", "--help"], capture_output=True, text=True).stdout
    named = set(re.findall(r"^    (\w+)(?: |$)", shown, re.MULTILINE))
    assert named == {name for name in named if re.search(rf"`{name}`|dbreport {name}\b", README)}
    assert {"run", "replicate", "agree", "measure", "status", "doctor", "execute", "site", "serve"} == named
