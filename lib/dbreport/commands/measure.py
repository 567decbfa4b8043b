"""`dbreport measure`: measure what fits into a given time, most telling first, then make the chapters and the site."""

import argparse
import math
import shutil
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from statistics import fmean

import polars as pl

from .. import discovery, host, project
from ..engines import engine_class
from ..engines.launch.folders import data_root, exclusive
from ..errors import DbreportError, ResultsError, UsageError
from ..model import Case, Durability, Experiment, Options, Profile, Scale
from ..results import store
from ..results.spent import spent
from ..results.store import Cell
from . import LAUNCHER, Commands, campaign
from .campaign import Costs, Ended, Place, Seconds, Step, spell
from .progress import reporter
from .status import LEFT_OUT, state

GRACE_S = 60.0
"""How long after its end a step may go on before it is stopped as by Ctrl-C."""
SHORTEST_S = 0.001
"""What a case takes at least, whatever its samples say: a file of one run's last case alone has no time at all."""
LAST_S, LAST_SHARE = 300.0, 0.1
"""What is kept back for the chapters and the site: a tenth of the time, five minutes at most."""


_Seconds = defaultdict[str, defaultdict[Place, dict[str, float]]]


class Overrun(KeyboardInterrupt):
    """A step went on beyond the time there was."""


def add(commands: Commands) -> None:
    parser = commands.add_parser("measure", help="measure what fits into a given time, most telling first")
    given = parser.add_mutually_exclusive_group(required=True)
    given.add_argument("--hours", type=float, help="how long it may take")
    given.add_argument("--until", metavar="HH:MM", help="when it must end, by this machine's clock")
    parser.add_argument("--scale-max", choices=[str(s) for s in Scale], default="full", help="the largest scale (full)")
    parser.add_argument("--profile", choices=[str(p) for p in Profile], help="default: all an experiment has")
    parser.add_argument("--experiment", action="append", default=[], help="default: all; repeatable")
    parser.add_argument("--engine", action="append", default=[], help="default: all that are found; repeatable")
    parser.add_argument("--launcher", help=LAUNCHER)
    parser.add_argument("--dry-run", action="store_true", help="print the plan and measure nothing")
    parser.add_argument("--no-site", action="store_true", help="leave the chapters and the site as they are")
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure what fits, then make the chapters and the site; return 1 where a step or a chapter failed.

    Raises UsageError for a time or name that does not exist, and where another run measures.
    """
    given_s = _seconds(arguments.hours, arguments.until, datetime.now())
    results = project.results_folder()
    last_s = 0.0 if arguments.no_site else min(LAST_S, LAST_SHARE * given_s)
    end_s = time.monotonic() + given_s - last_s

    def left_s() -> float:
        return end_s - time.monotonic()

    steps = _steps(arguments, results)
    if arguments.dry_run:
        _print(campaign.planned(steps, left_s(), _room_bytes()), given_s)
        return 0
    with exclusive():
        steps = campaign.carry_out(steps, left_s, _room_bytes, _runner(arguments, results, left_s), _say)
        counts = Counter(step.state for step in steps)
        _say(f"steps: {', '.join(f'{n} {state}' for state, n in counts.items()) or 'none'}")
        published = arguments.no_site or _publish()
    return 0 if published and not counts["failed"] else 1


def _say(line: str) -> None:
    print(line, flush=True)


def _seconds(hours: float | None, until: str | None, now: datetime) -> float:
    """Return the seconds there are: so many hours, or until a time of day has come. Raises UsageError."""
    if hours is not None:
        if not 0 < hours < math.inf:
            raise UsageError(f"{hours} hours are no time to measure in; give --hours above 0")
        return hours * 3600
    try:
        at = datetime.strptime(until or "", "%H:%M")
    except ValueError:
        raise UsageError(f"{until!r} is no time of day; give --until as 02:00") from None
    end = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return ((end if end > now else end + timedelta(days=1)) - now).total_seconds()


# the steps ---------------------------------------------------------------------------------------


def _steps(arguments: argparse.Namespace, results: Path) -> list[Step]:
    """Return every step there is for this machine, estimated and in order."""
    chosen = [discovery.experiment(name) for name in arguments.experiment or discovery.experiments()]
    scales = list(Scale)[: list(Scale).index(Scale(arguments.scale_max)) + 1]
    wanted = arguments.engine or sorted({engine for experiment in chosen for engine in experiment.engines})
    here = [name for name in wanted if engine_class(name).find(arguments.launcher).how]
    costs = Costs(*_took([experiment.name for experiment in chosen], results))
    steps = []
    for experiment in chosen:
        cases = list(experiment.cases(experiment.dataset(experiment.rows[Scale.SMOKE]), Scale.SMOKE))
        for scale in scales:
            for profile in _profiles(experiment, arguments.profile):
                engines = [n for n in experiment.engines if n in here and _has_cases(n, profile, cases)]
                cells = [Cell(experiment.name, host.slug(), name, profile, scale) for name in engines]
                step = Step(
                    experiment=experiment.name,
                    scale=scale,
                    profile=profile,
                    left={cell.engine: _left(cell, results) for cell in cells},
                    room_bytes=experiment.room_bytes(scale, len(engines)),
                )
                if engines:
                    steps.append(costs.estimated(step, experiment.rows))
    decided_in = {name: discovery.experiment(name).decided_in for name in discovery.experiments()}
    return campaign.ordered(steps, decided_in)


def _profiles(experiment: Experiment, asked: str | None) -> Iterator[Profile]:
    return (profile for profile in experiment.profiles if asked in (None, profile))


def _has_cases(name: str, profile: Profile, cases: Sequence[Case]) -> bool:
    return profile not in engine_class(name).lacks and any(case.concerns(name, profile) for case in cases)


def _left(cell: Cell, results: Path) -> float:
    """Return the share of a cell's time that a run would take: 1 where nothing is stored, 0 where all is fresh.

    A case takes what it took; one that was never measured, what the others take on average.
    """
    told = state(cell, results)
    if told.state in ("missing", LEFT_OUT, "invalid"):
        return 1.0
    frame, footer = store.read_once(cell.path(results))
    failed = set(frame.filter(frame["status"].is_in(["failed", "wrong_answer"]))["case"])
    took = dict(spent(frame).select("case", "seconds").rows())
    usual_s = fmean(took.values()) if took else 0.0

    def seconds(cases: set[str]) -> float:
        return sum(took.get(case, usual_s) + SHORTEST_S for case in cases)

    again, every = {*told.missing, *failed, *told.stale}, {*footer.cases, *told.missing}
    return seconds(again) / seconds(every) if every else 0.0


def _took(experiments: Sequence[str], results: Path) -> tuple[Seconds, Seconds]:
    """Return the seconds by experiment, place and system that whole cells took: on this machine, and elsewhere at most.

    A cell of which half the cases or more are done is taken for a whole one that takes as much longer.
    """
    own: _Seconds = defaultdict(lambda: defaultdict(dict))
    others: _Seconds = defaultdict(lambda: defaultdict(dict))
    for name in experiments:
        for folder in sorted(path for path in (results / name).glob("*") if path.is_dir()):
            into = own if folder.name == host.slug() else others
            for place, engine, seconds in _of_host(folder):
                known = into[name][place]
                known[engine] = max(seconds, known.get(engine, 0.0))
    return own, others


def _of_host(folder: Path) -> Iterator[tuple[Place, str, float]]:
    frames, done = [], {}
    for path in sorted(folder.glob("*.parquet")):
        with suppress(ResultsError):  # it is told by `status`, and by the step that comes upon it
            cell, (frame, footer) = Cell.of(path), store.read_once(path)
            if cell.durability == Durability.FULL and 2 * len(footer.cases) >= len(footer.planned):
                frames.append(frame)
                done[cell.scale, cell.profile, cell.engine] = max(1, len(footer.cases)) / max(1, len(footer.planned))
    if frames:
        for scale, profile, engine, seconds in (
            spent(pl.concat(frames)).group_by("scale", "profile", "engine").agg(pl.col("seconds").sum()).iter_rows()
        ):
            yield (scale, profile), engine, seconds / min(1.0, done[scale, profile, engine])


def _room_bytes() -> int:
    return shutil.disk_usage(data_root()).free


def _print(steps: Sequence[Step], given_s: float) -> None:
    for step in steps:
        print(f"{step.state:<9} {step.name:<32} {spell(step.estimate_s):>11}  {', '.join(step.left)}")
    total_s = sum(step.estimate_s for step in steps if step.state == "planned")
    print(f"{spell(total_s)} of {spell(given_s)} are planned")


# carrying them out -------------------------------------------------------------------------------


def _runner(arguments: argparse.Namespace, results: Path, left_s: Callable[[], float]) -> Callable[[Step], Ended]:
    from ..measuring.run import measure

    def carry_out(step: Step) -> Ended:
        options = Options(
            results=results,
            scale=step.scale,
            profile=step.profile,
            engines=tuple(step.left),
            launcher=arguments.launcher,
        )
        try:
            with _ended_in(max(0.0, left_s()) + GRACE_S), reporter() as progress:
                well = measure(step.experiment, options, progress)
        except Overrun:
            return "stopped", f"it was not done {spell(GRACE_S)} after the time there was; finished cases are kept"
        except DbreportError as error:
            return "failed", str(error)
        except Exception as error:  # whatever is wrong with one step, the night is not lost
            return "failed", f"{type(error).__name__}: {error}; to see more: dbreport run {_options(step)}"
        return ("done", "") if well else ("failed", "not every case ended well; see: dbreport status")

    return carry_out


def _options(step: Step) -> str:
    return f"{step.experiment} --scale {step.scale} --profile {step.profile}"


@contextmanager
def _ended_in(seconds: float) -> Iterator[None]:
    """Raise Overrun in the block when the seconds have passed."""

    def over(*_: object) -> None:
        raise Overrun

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _publish() -> bool:
    """Execute every chapter and render the site; return whether all of it worked, telling what did not."""
    from ..site.build import build
    from ..site.execute import execute

    well = True
    for name, path in project.chapters().items():
        try:
            execute(path)
        except DbreportError as error:
            well = False
            _say(str(error))
        else:
            _say(f"executed {name}")
    try:
        build(project.root())
    except DbreportError as error:
        well = False
        _say(str(error))
    return well
