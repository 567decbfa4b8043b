"""Many readers ask one slow question at once: each configuration in turns, from a cold start to a warm base.

A turn of a configuration begins with a start of its server, so that its memory and its caches are its own, and then
goes through all stages.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from ...clients.readers import Answered, Asked, Readers
from ...engines.base import Engine
from ...engines.dialect import WayToRead
from ...errors import DbreportError, Unsupported
from ...measuring.attempts import Attempt
from ...measuring.bench import Bench, cool, turns
from ...measuring.engine_run import EngineRun, Repeat
from ...measuring.little_memory import given
from ...measuring.under_load import SHARES, enough_connections
from ...meters import Proportional, drop_page_cache
from ...model import Case, Experiment, Metrics, Profile, Reading, Resources, Scale, Temperature
from ...repeats import LOAD_TURNS
from .cases import ENGINES, NOTHING_TIMES, asked, cases, question, stages, table_of, ways
from .data import ROW_BYTES, Pages
from .jobs import COLD, CONNECTIONS, DROPPED, FILLING, MEMORY_BYTES, NOTHING, PLACES, STAGES, WRITE, WRITTEN

ROWS = {Scale.SMOKE: 4_000, Scale.SMALL: 100_000, Scale.MEDIUM: 1_000_000, Scale.FULL: 2_500_000}
BYTES_PER_ROW = 4500
"""Room one engine is given on the disk: up to three tables, their indexes, and the log of filling them."""
LIMIT_S = 600.0
"""For what prepares a turn, seconds."""


def run(bench: Bench, rows: Pages, text: Path) -> None:
    """Measure whatever is asked for and not yet done."""
    client = Readers()
    about = client.about()
    for engine_run in bench.runs:
        engine_run.uses("readers", about[engine_run.engine.client_address().protocol])
        _load(engine_run, rows)
    wanted = bench.few(LOAD_TURNS)
    going = _Turns(bench, client, rows)
    for (engine_run, name), turn in turns(_interleaved(bench), lambda pair: 0 if pair[0].lost else wanted):
        going.take(engine_run, name, turn)
    _call_wrong(bench)
    for engine_run in bench.runs:
        for case in [case for case in sorted(engine_run.targets) if engine_run.needs(case)]:
            engine_run.finish(case)


def _interleaved(bench: Bench) -> list[tuple[EngineRun, str]]:
    """Return every configuration that has something left to measure, the systems in turns."""
    of_each = [[(one, name) for name in ways(one.name) if _needed(one, name)] for one in bench.runs if not one.lost]
    return [pair for together in zip_longest(*of_each) for pair in together if pair]


def _needed(engine_run: EngineRun, name: str) -> bool:
    own = (f"{stage}.{name}" for stage in STAGES)
    return any(map(engine_run.needs, own)) or (name == ways(engine_run.name)[0] and engine_run.needs(NOTHING))


def _load(engine_run: EngineRun, rows: Pages) -> None:
    """Make and fill the tables of all configurations that are wanted; give a system up where that fails."""
    engine = engine_run.engine
    try:
        made = set()
        for name in filter(lambda name: _needed(engine_run, name), ways(engine.name)):
            mine, way = table_of(rows, engine.name, name)
            if mine.name in made:
                continue
            made.add(mine.name)
            engine.create(mine.table)
            for sql in way.made:
                engine.run(sql, LIMIT_S)
            engine.fill(mine)
            engine.build_index(mine.index, LIMIT_S)
            engine.analyze(mine.table)
        engine.checkpoint()
    except DbreportError as error:
        engine_run.give_up(error)


@dataclass
class _Turn:
    """A configuration on its way through the stages: how often it went before, and whether it is as a stage wants it.

    `held` holds the system to the memory it is given, from one start to the next.
    """

    engine_run: EngineRun
    rows: Pages
    way: WayToRead
    number: int
    held: ExitStack
    begun: bool = False

    def begin(self, memory_bytes: int | None) -> Temperature:
        """Start the system over an empty page cache; return how cold it is. Raises Unsupported where it cannot be."""
        self.held.close()
        cold = _begin(self.engine_run, self.way)
        self.begun = True
        if memory_bytes:
            # one that lives in its clients is held with those, and they are children of ours
            engine = self.engine_run.engine
            self.held.enter_context(given(engine.pids() if _apart(engine) else (os.getpid(),), memory_bytes))
        return cold


class _Turns:
    """Turns of configurations: what has failed once is not measured further."""

    def __init__(self, bench: Bench, client: Readers, rows: Pages) -> None:
        self._bench = bench
        self._client = client
        self._rows = rows
        self._failed: set[tuple[str, str]] = set()

    def take(self, engine_run: EngineRun, name: str, turn: int) -> None:
        """Take a configuration through its stages, once."""
        mine, way = table_of(self._rows, engine_run.name, name)
        if name == ways(engine_run.name)[0] and self._wanted(engine_run, NOTHING):
            self._nothing(engine_run, turn)
        with ExitStack() as held:
            going = _Turn(engine_run, mine, way, turn, held)
            for stage in stages(way):
                case = f"{stage}.{name}"
                if self._wanted(engine_run, case):
                    self._stage(going, stage, case)

    def _wanted(self, engine_run: EngineRun, case: str) -> bool:
        return engine_run.needs(case) and (engine_run.name, case) not in self._failed

    def _stage(self, going: _Turn, stage: str, case: str) -> None:
        """Measure one stage."""
        engine_run, turn = going.engine_run, going.number
        bench, engine, failed = self._bench, engine_run.engine, set[str]()
        asking = question(going.rows, going.way, stage, bench.options)
        if stage == WRITTEN:
            write = WRITE.format(table=going.rows.name, row=going.rows.row_elsewhere())
            asking = replace(asking, write=write)
        bench.reporter.begin(case, engine_run.name)
        with bench.guarded(engine_run, case, "latency", "s", turn, failed):
            for attempt in bench.attempts(engine_run, sampled=_apart(engine)):
                temperature = Temperature.WARM
                if stage == COLD or not going.begun:
                    cold = going.begin(MEMORY_BYTES.get(bench.options.scale))
                    if stage == COLD:
                        temperature = cold
                    else:  # whatever was left out before it, a later stage finds a server that has answered
                        self._client.ask(engine, question(going.rows, going.way, COLD, bench.options))
                enough_connections(engine_run, asking.connections)
                self._prepare(engine, going.way, stage, asking)
                answered = self._ask(engine_run, asking, attempt, case, turn, temperature)
            if turn == 0 and asking.connections > 1:
                engine_run.explain(Case(case, asking.statements[0]))
            bench.reporter.end(case, engine_run.name, f"{answered.mean_s * 1000:.1f} ms")
        if failed:
            self._failed.add((engine_run.name, case))
            going.begun = False

    def _prepare(self, engine: Engine, way: WayToRead, stage: str, asking: Asked) -> None:
        """Have the caches be as a stage wants them."""
        if stage == DROPPED:
            if not drop_page_cache():
                raise Unsupported(
                    "the kernel's page cache cannot be dropped here; run as root, or leave this stage out"
                )
        elif stage == FILLING:
            for sql in way.forget:
                engine.run(sql, LIMIT_S)
        elif stage != COLD:
            self._client.ask(engine, replace(asking, times=1, lasting_s=0.0, write=""))

    def _ask(
        self, engine_run: EngineRun, asking: Asked, attempt: Attempt, case: str, turn: int, temperature: Temperature
    ) -> Answered:
        engine = engine_run.engine
        # asking what was counted is itself counted: what it adds is known from asking twice
        first, second = engine.worked(), engine.worked()
        with attempt, Proportional(engine.pids() if _apart(engine) else ()) as memory:
            answered = self._client.ask(engine, asking)
        third = engine.worked()
        work = {what: max(third[what] - 2 * second[what] + first[what], 0) for what in first}
        used: Resources | None = None
        client_cpu_s: float | None = answered.cpu_s
        memory_bytes = memory.peak_bytes
        if not _apart(engine):  # of a system inside its client the one cannot be told from the other
            used, client_cpu_s = Resources(answered.cpu_s, answered.peak_memory_bytes, 0, 0), None
            memory_bytes = answered.peak_memory_bytes
        repeat = Repeat(case, turn, attempt, temperature, answered.digest, asking.connections, used, client_cpu_s)
        engine_run.add(repeat, _metrics(answered, asking, work, memory_bytes))
        engine_run.add_points(repeat, "latency_histogram", "answers", answered.histogram)
        return answered

    def _nothing(self, engine_run: EngineRun, turn: int) -> None:
        """Measure the load generator alone, in the same rounds as everything else."""
        asking = Asked(("nothing",), CONNECTIONS, NOTHING_TIMES)
        self._bench.reporter.begin(NOTHING, engine_run.name)
        with self._bench.guarded(engine_run, NOTHING, "latency", "s", turn):
            for attempt in self._bench.attempts(engine_run, sampled=False):
                with attempt:
                    answered = self._client.ask_nothing(self._rows.rows_per_place, ROW_BYTES, asking)
                repeat = Repeat(NOTHING, turn, attempt, threads=CONNECTIONS, client_cpu_s=answered.cpu_s)
                engine_run.add(repeat, _metrics(answered, asking, {}, None))
            self._bench.reporter.end(NOTHING, engine_run.name, f"{answered.mean_s * 1e6:.0f} µs")


def _apart(engine: Engine) -> bool:
    """Tell whether a system lives apart from its clients."""
    return engine.system().kind == "server"


def _begin(engine_run: EngineRun, way: WayToRead) -> Temperature:
    """Start a system as a configuration wants it, over an empty page cache. Raises Unsupported where it cannot be."""
    engine = engine_run.engine
    if way.needs and (engine.run(way.needs, LIMIT_S, fetch=True).rows or [("",)])[0][0] != "YES":
        raise Unsupported(f"this {engine_run.name} was built without a cache of answers; run: make engines")
    if engine.launched() == "external":
        raise Unsupported(f"{engine_run.name} is a server of somebody else's, which is not started anew for a turn")
    engine.setup = replace(engine.setup, options=way.options)
    temperature = cool(engine)
    for sql in way.started:
        engine.run(sql, LIMIT_S)
    return temperature


def _metrics(answered: Answered, asking: Asked, work: dict[str, int], memory_bytes: int | None) -> Metrics:
    count = len(answered.latencies_s)
    metrics: Metrics = {
        "latency": Reading(answered.mean_s, "s"),
        "throughput": Reading(count / answered.duration_s, "answers/s"),
        "answers": Reading(float(count), "answers"),
        "answer_rows": Reading(float(answered.rows), "rows"),
        "answer_bytes": Reading(float(answered.answer_bytes), "bytes"),
        "client_memory": Reading(float(answered.peak_memory_bytes), "bytes"),
        **{f"{what}_per_answer": Reading(n / count, f"{what}/answer") for what, n in work.items()},
    }
    if count > 1:
        metrics |= {name: Reading(answered.latency(share), "s") for name, share in SHARES.items()}
    if memory_bytes is not None:
        metrics["server_memory"] = Reading(float(memory_bytes), "bytes")
    if asking.write:
        metrics["writes"] = Reading(float(answered.writes), "writes")
        metrics["writes_refused"] = Reading(float(answered.writes_refused), "writes")
    return metrics


def _call_wrong(bench: Bench) -> None:
    """Let no time count of a system that does not answer as most do: one question each in all stages but one."""
    for alike in ({PLACES}, {*STAGES} - {PLACES}):
        given = {
            (case, engine, answer)
            for case, answers in bench.answers.items()
            for engine, answer in answers.items()
            if case.partition(".")[0] in alike
        }
        given |= {
            (sample.case, engine_run.name, sample.answer)
            for engine_run in bench.runs
            for sample in engine_run.samples
            if sample.answer and sample.case.partition(".")[0] in alike
        }
        votes = Counter(answer for _, answer in {(engine, answer) for _, engine, answer in given})
        if len(votes) < 2:
            continue
        (common, most), *others = votes.most_common()
        for engine_run in bench.runs:
            for case, engine, answer in given:
                if engine == engine_run.name and (answer != common or others[0][1] == most):
                    seen = " and ".join(sorted(votes.keys() - {answer}))
                    engine_run.call_wrong(case, f"answers {answer}, others {seen}")


EXPERIMENT = Experiment(
    name="concurrent_select",
    rows=ROWS,
    dataset=Pages,
    cases=cases,
    run=run,
    engines=ENGINES,
    bytes_per_row=BYTES_PER_ROW,
    asked=asked,
    profiles=(Profile.DEFAULT,),
)
