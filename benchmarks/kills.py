"""Kills a run at random moments, takes it up again, and looks whether anything was doubled, lost, mixed or left behind.

    .venv/bin/python benchmarks/kills.py --kills 100

Each run is killed with SIGKILL at a moment drawn evenly from what a whole run takes, and the next one takes up what it
left; one that comes to its end is followed by one from the beginning. After each kill the stored files are read: every
one must be whole, no sample doubled, and a case that was finished before must have the very samples it had. At the end
a run is let finish, and nothing of ours may run or lie about. Ends with 1 where any of that does not hold.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from dbreport.results import sound
from dbreport.results.store import read

WAYS = {
    "half_billion": ("--engine", "sqlite", "--engine", "duckdb", "--engine", "postgresql", "--rows", "20000"),
    "kv_engines": ("--engine", "bbolt", "--engine", "pebble", "--rows", "1000"),
}
"""What is run of each experiment: few rows on systems of every kind."""
KEPT = {".lock", "sessions", "go"}
"""What belongs to the data root and not to a run: its lock, limits of this session, programs that were built."""
ENOUGH_S = 30.0
"""How long what watches over a killed run may take to clear up after it."""


def started(experiment: str, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dbreport.cli", "run", experiment, "--scale", "smoke", *WAYS[experiment]]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def finished(results: Path) -> dict[tuple[str, str], list[Any]]:
    """Return the samples of each finished case by file and case. Raises AssertionError for one that is doubled."""
    found: dict[tuple[str, str], list[Any]] = {}
    for path in sorted(results.rglob("*.parquet")):
        frame, footer = read(path)
        assert frame.unique(sound.KEY).height == frame.height, f"{path.name} holds a sample twice"
        assert set(frame["case"]) <= set(footer.cases), f"{path.name} holds samples of a case that was not finished"
        for case in footer.cases:
            found[path.name, case] = frame.filter(frame["case"] == case).rows()
    return found


def left(data: Path) -> list[str]:
    """Return what is still running or lying about; wait a while for what clears up."""
    until = time.monotonic() + ENOUGH_S
    while True:
        running = [p.info["name"] for p in psutil.process_iter(["name", "cmdline"]) if _names(p.info["cmdline"], data)]
        lying = [entry.name for entry in data.iterdir() if entry.name not in KEPT]
        if not running + lying or time.monotonic() > until:
            return running + lying
        time.sleep(0.5)


def _names(command: list[str] | None, folder: Path) -> bool:
    return any(str(folder) in part for part in command or ())


def tried(experiment: str, kills: int, moments: random.Random, folder: Path) -> None:
    data, results = folder / "data", folder / "results"
    environment = os.environ | {"DBREPORT_DATA": str(data), "DBREPORT_RESULTS": str(results)}
    begin = time.monotonic()
    assert started(experiment, environment).wait() == 0, "a whole run does not end well"
    whole_s, cases = time.monotonic() - begin, len(finished(results))
    shutil.rmtree(results)
    taken_up = 0
    for number in range(kills):
        before = finished(results) if results.exists() else {}
        if len(before) == cases:
            shutil.rmtree(results)
            before = {}
        run = started(experiment, environment)
        try:
            run.wait(moments.uniform(0, whole_s))
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
        after = finished(results) if results.exists() else {}
        changed = [case for case, samples in before.items() if after.get(case) != samples]
        assert not changed, f"kill {number} changed what was finished: {changed}"
        taken_up += bool(before)
    assert started(experiment, environment).wait() == 0, "what the kills have left cannot be taken up"
    assert len(finished(results)) == cases, "a case is missing"
    assert not (there := left(data)), f"left behind: {there}"
    print(f"{experiment}: {kills} kills, {taken_up} of them on a run that took up another; {cases} cases whole")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--experiment", choices=list(WAYS), action="append", default=[])
    asked = parser.parse_args()
    for experiment in asked.experiment or WAYS:
        with tempfile.TemporaryDirectory(prefix="dbreport-kills-", dir="/var/tmp") as folder:
            Path(folder).chmod(0o711)
            tried(experiment, asked.kills, random.Random(asked.seed), Path(folder))


if __name__ == "__main__":
    main()
