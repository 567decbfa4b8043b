"""One run from the user's wish to saved files: which engines, on which rows, started, measured and removed."""

import fnmatch
import secrets
import shutil
import signal
import sys
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .. import __version__, discovery, host
from ..engines import NAMES, engine_class
from ..engines.launch.external import NAMESPACE
from ..engines.launch.folders import data_root, exclusive, new_folder, require_space, sweep
from ..errors import (
    DbreportError,
    DiskFull,
    EngineMissing,
    ResultsInvalid,
    ResultsReadOnly,
    Unsupported,
    UsageError,
    unknown,
)
from ..model import Experiment, Options, Profile, Scale
from ..results import calibrations
from ..results.store import Cell, Footer, read
from . import control_groups, kept, little_memory, sessions, slow_disk
from .bench import Answers, Bench, Reporter
from .definition import Definition, Plan
from .engine_run import EngineRun
from .rows import dataset_of, make


def measure(name: str, options: Options, reporter: Reporter) -> bool:
    """Measure what is asked for and missing. Returns whether every case ended well.

    Raises UsageError for names that do not exist, DiskFull, ResultsReadOnly, and EngineMissing where
    an engine asked for by name, or every engine, is not to be had.
    """
    experiment = discovery.experiment(name)
    if options.corpus and not experiment.takes_folder:
        takers = [other for other in discovery.experiments() if discovery.experiment(other).takes_folder]
        raise UsageError(f"{name} measures no files; leave out --corpus, or measure with it: {', '.join(takers)}")
    if options.keep and not experiment.whole:
        raise UsageError(f"{name} fills its tables anew each time; leave out --keep")
    if options.profile not in experiment.profiles:
        raise UsageError(
            f"{name} is not measured in profile {options.profile}; it has: {', '.join(experiment.profiles)}"
        )
    names = _engines(experiment, options)
    targets = _targets(experiment, options)
    rows = dataset_of(experiment, options)
    with exclusive():
        there = _found(experiment, names, options, reporter)
        well = [
            _measure(experiment, group, targets, rows, options, reporter)
            for group in _groups(experiment, there, rows, options, reporter)
        ]
        return all(well)


def _found(experiment: Experiment, names: tuple[str, ...], options: Options, reporter: Reporter) -> list[str]:
    """Return the systems that are here; clear away what killed runs have left. Raises EngineMissing for none."""
    _writable(options.results / experiment.name / host.slug())
    _end_on_sigterm()
    for left in (*sweep(), *control_groups.sweep(*slow_disk.HIERARCHIES, *little_memory.HIERARCHIES)):
        reporter.say(f"removed {left}, left by a run that was killed")
    there = [name for name in names if _has_profile(name, options, reporter) and _is_there(name, options, reporter)]
    if not there:
        raise EngineMissing("no system to measure was found; run: make engines, then: dbreport doctor")
    return there


def _groups(
    experiment: Experiment, there: list[str], rows: Any, options: Options, reporter: Reporter
) -> list[list[str]]:
    """Return the systems by what is measured together, in rounds: all of them, where the disk has room.

    Where it has not, an experiment may have its systems measured one after another. Then no two of them stand in one
    round, and what compares them says that runs lie between. Raises DiskFull where not even one fits, or where all of
    them are to be kept.
    """
    room_bytes = getattr(rows, "room_bytes", None) if options.corpus else None
    each = room_bytes or rows.count * experiment.bytes_per_row
    what = f"{rows.count:,} rows"
    to_fill = [name for name in there if not (options.keep and kept.there(_cell(experiment, name, options)))]
    try:
        require_space(data_root(), each * len(to_fill), what)
    except DiskFull:
        if not experiment.one_by_one or options.keep:
            raise
        require_space(data_root(), each, what)
        reporter.say("the disk cannot hold all systems at once: they are measured one after another")
        return [[name] for name in there]
    return [there]


def _measure(
    experiment: Experiment, there: list[str], targets: set[str], rows: Any, options: Options, reporter: Reporter
) -> bool:
    """Measure some systems in rounds; return whether every case ended well."""
    if options.profile is Profile.SOURCE:
        host.require_memory(sum(engine_class(name).source_cache_bytes for name in there))
    with ExitStack() as stack:
        run_id = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{secrets.token_hex(3)}"
        plan = Plan(experiment, rows, options.scale)
        runs = []
        for name in there:
            run = _prepare(Definition(plan, engine_class(name), options), targets, run_id, stack)
            stack.callback(_end, run, reporter)
            runs.append(run)
        busy = [run for run in runs if any(run.needs(case) for case in run.targets)]
        if not busy:
            reporter.say("everything asked for is measured; --no-resume measures it again")
            return True
        _let_in(busy, reporter)
        # nobody compares what is measured at smoke with what a machine can do
        session = sessions.current(data_root(), reporter.say, limits=options.scale is not Scale.SMOKE)
        others = calibrations.known(options.results.glob(f"*/{host.slug()}/*.parquet"))
        if sentence := sessions.slower(session, others):
            reporter.say(sentence)
        work = new_folder("work")
        stack.callback(_remove, work)
        text = work / "rows.tsv"
        with host.room_told(work):
            make(rows, text, busy, reporter)
        starting = [run for run in busy if run.lost is None]
        for run in starting:
            run.session = session
            if not options.keep:  # what was kept is put there first
                run.engine.begin()
        for run in starting:
            _start(run, experiment.whole if options.keep else "", reporter)
        answers, unread = _stored_answers(options, host.slug(), plan)
        for sentence in unread:
            reporter.say(sentence)
        bench = Bench(options, [run for run in busy if run.lost is None], reporter, answers, session)
        reporter.expect({run.name: [case for case in run.targets if run.needs(case)] for run in bench.runs})
        with host.room_told(work):
            experiment.run(bench, rows, text)
        for run in busy:
            if run.lost:
                reporter.say(f"{run.name} was left out: {run.lost}")
        if options.keep:
            for run in bench.runs:
                kept.put_aside(run, experiment.whole, reporter.say)
        return not bench.failed and not any(run.lost for run in busy)


def _start(run: EngineRun, whole: str, reporter: Reporter) -> None:
    """Start a system, on what was kept of it where there is a statement that tells whether that is whole."""
    try:
        if whole:
            kept.take_up(run, whole, reporter.say)
        else:
            run.start()
    except DbreportError as error:
        run.give_up(error)
        reporter.say(f"{run.name}: {error}")


def _engines(experiment: Experiment, options: Options) -> tuple[str, ...]:
    for name in options.engines:
        engine_class(name)
        if name not in experiment.engines:
            raise UsageError(f"{experiment.name} does not measure {name}; it has: {', '.join(experiment.engines)}")
    return options.engines or tuple(name for name in NAMES if name in experiment.engines)


def _targets(experiment: Experiment, options: Options) -> set[str]:
    known = experiment.names(options.scale)
    if not options.cases:
        return set(known)
    chosen = set()
    for pattern in options.cases:
        matches = fnmatch.filter(known, pattern)
        if not matches:
            raise unknown(f"{experiment.name} case", pattern, known)
        chosen.update(matches)
    return chosen


def _has_profile(name: str, options: Options, reporter: Reporter) -> bool:
    """Tell whether a system has the profile asked for. Raises Unsupported where the system was asked for by name."""
    reason = engine_class(name).lacks.get(options.profile)
    if reason and options.engines:
        raise Unsupported(f"{name} has no profile {options.profile}: {reason}; leave it out with --engine")
    if reason:
        reporter.say(f"{name} has no profile {options.profile} and is left out: {reason}")
    return reason is None


def _is_there(name: str, options: Options, reporter: Reporter) -> bool:
    program = engine_class(name).find(options.launcher)
    if program.how is None:
        if options.engines:
            raise EngineMissing(f"{name} was not found; install it: {program.hint}")
        reporter.say(f"{name} was not found and is left out ({program.hint})")
    return program.how is not None


def _let_in(runs: list[EngineRun], reporter: Reporter) -> None:
    """Find out before rows are made who is not let in. Raises what the last of them says where nobody is."""
    refused: DbreportError | None = None
    for run in runs:
        try:
            run.engine.check()
        except DbreportError as error:
            refused = error
            run.give_up(error)
            reporter.say(f"{run.name}: {error}")
    if refused is not None and all(run.lost for run in runs):
        raise refused


def _stored_answers(options: Options, host: str, plan: Plan) -> tuple[Answers, list[str]]:
    """Return answers systems gave earlier to the very statements of a plan on its rows: a system alone is held to them.

    Returns: the answers, and a sentence for each file that could not be read.
    """
    statements = {case.name: case.sql for case in plan.cases}
    answers: Answers = {}
    unread = []
    folder = options.results / plan.experiment.name / host
    for path in sorted(folder.glob(f"*-{options.profile}-{options.scale}*.parquet")):
        try:
            frame, footer = read(path)
            engine = Cell.of(path).engine
        except ResultsInvalid as error:
            unread.append(f"its answers are left out: {error}")
            continue
        same = {
            case
            for case, identity in footer.cases.items()
            if identity.get("dataset") == plan.dataset["fingerprint"]
            and identity.get("statements", {}).get("canonical") == statements.get(case)
        }
        answered = frame.filter(frame["answer"].is_not_null() & frame["case"].is_in(list(same)))
        for case, answer in answered.select("case", "answer").unique().rows():
            answers.setdefault(case, {})[engine] = answer
    return answers, unread


def _prepare(definition: Definition, targets: set[str], run_id: str, stack: ExitStack) -> EngineRun:
    experiment, options, engine_type = definition.plan.experiment, definition.options, definition.engine
    name = engine_type.name
    if options.durability not in engine_type.durable:
        raise Unsupported(f"{name} has no durability class {options.durability}; leave it out with --engine")
    folder = new_folder(name)
    stack.callback(_remove, folder)  # also where the stored file turns out to be damaged below
    engine = engine_type(definition.setup(folder))
    commit, dirty = host.git_state()
    footer = Footer(
        planned=list(definition.cases),
        dataset=dict(definition.plan.dataset),
        package_version=__version__,
        git_commit=commit,
        git_dirty=dirty,
    )
    return EngineRun(engine, definition, _cell(experiment, name, options), footer, targets, run_id)


def _cell(experiment: Experiment, name: str, options: Options) -> Cell:
    return Cell(experiment.name, host.slug(), name, options.profile, options.scale, options.durability)


def _writable(folder: Path) -> None:
    """Find out before an hour of measuring that its results could not be kept."""
    probe = folder / ".write-test"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(".*.tmp"):  # of a save that was killed
            left.unlink()
        probe.write_bytes(b"x")
        probe.unlink()
    except OSError as error:
        raise ResultsReadOnly(
            f"results cannot be written to {folder} ({error.strerror}); make it writable or set DBREPORT_RESULTS"
        ) from error


def _end_on_sigterm() -> None:
    """Have SIGTERM unwind the stack, so that servers are stopped and folders removed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def _end(run: EngineRun, reporter: Reporter) -> None:
    try:
        run.engine.remove()
    except DbreportError as error:
        if run.engine.launched() == "external":  # whatever else is left lies in the folder
            reporter.say(f"{error}; {NAMESPACE} is left on {run.name} until the next run there")
        _remove(run.engine.setup.folder)


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
