"""How far a run is: a bar with rate and time left on a terminal, one line per finished case elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


class Lines:
    """Plain lines on standard error: for logs and pipes."""

    _said_made = False

    def expect(self, cases: dict[str, list[str]]) -> None:
        total = sum(len(names) for names in cases.values())
        self.say(f"{total} cases on {', '.join(cases)}")

    def made(self, rows: int, total: int) -> None:
        if not self._said_made:
            self.say(f"making {total:,} rows")
        self._said_made = True

    def begin(self, case: str, engine: str) -> None:
        pass

    def end(self, case: str, engine: str, what: str) -> None:
        self.say(f"{case:<28} {engine:<12} {what}")

    def say(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)


class Bar(Lines):
    """A bar over all cases of all engines, with rate and time left; finished cases scroll above it."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
        )
        self._task = self._progress.add_task("starting", total=None, rate="")
        self._left: set[tuple[str, str]] = set()

    def expect(self, cases: dict[str, list[str]]) -> None:
        self._left = {(name, case) for name, names in cases.items() for case in names}
        self._progress.reset(self._task, total=len(self._left), rate="")

    def made(self, rows: int, total: int) -> None:
        speed = self._progress.tasks[0].speed
        rate = f"{speed / 1e6:.1f} million/s" if speed else ""
        self._progress.update(self._task, description="making rows", total=total, advance=rows, rate=rate)

    def begin(self, case: str, engine: str) -> None:
        self._progress.update(self._task, description=f"{case} · {engine}")

    def end(self, case: str, engine: str, what: str) -> None:
        if (engine, case) in self._left:  # a repeated import ends more than once
            self._left.discard((engine, case))
            task = self._progress.tasks[0]
            speed = f"{task.speed * 60:.0f} cases/min" if task.speed else ""
            self._progress.update(self._task, advance=1, rate=speed)
        self.say(f"{case:<28} {engine:<12} {what}")

    def say(self, text: str) -> None:
        self._progress.console.print(text, highlight=False, markup=False)

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()


@contextmanager
def reporter() -> Iterator[Lines]:
    """Yield the reporter that fits where standard error goes."""
    if sys.stderr.isatty():
        with Bar() as bar:
            yield bar
    else:
        yield Lines()
