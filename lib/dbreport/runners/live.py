"""One engine during one run, and the file its samples go to: saved after every case."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..engines.base import Engine
from ..errors import DbreportError, EngineError, ResultsMissing, StatementTimeout, Unsupported, UsageError
from ..model import Case, Options, Resources, Sample, Status, Temperature
from ..store import Cell, Footer, read, save, to_samples

_AGAIN = (Status.FAILED, Status.WRONG_ANSWER)


class Live:
    """An engine with its cell: which cases are done, what they gave, and what state its data is in."""

    def __init__(
        self, engine: Engine, cell: Cell, options: Options, footer: Footer, targets: set[str], run_id: str
    ) -> None:
        self.engine = engine
        self.cell = cell
        self.rows: int = footer.dataset["rows"]
        self.targets = targets & set(footer.planned)
        self.loaded = False
        self.indexed = False
        self.lost: str | None = None
        self.durability = options.durability
        self.version = ""
        self.footer = footer
        self.samples: list[Sample] = []
        self._options = options
        self._path = cell.path(options.results)
        self._run_id = run_id
        self._take_up()

    @property
    def name(self) -> str:
        return self.engine.name

    def _take_up(self) -> None:
        """Keep what earlier runs of the same code on the same rows have measured; refuse to mix it with other code.

        Raises UsageError where only some cases of a file of other code are to be measured again.
        """
        try:
            frame, stored = read(self._path)
        except ResultsMissing:
            return
        same = stored.code_digest == self.footer.code_digest and all(
            stored.dataset.get(key) == self.footer.dataset.get(key) for key in ("seed", "rows", "digest")
        )
        if not same:
            if self._options.cases:
                raise UsageError(
                    f"{self._path.name} was measured by other code or on other rows; measure the whole of it again:"
                    f" dbreport run {self.cell.experiment} --engine {self.name} --scale {self.cell.scale}"
                )
            return
        self.samples = to_samples(frame)
        stored.git_dirty |= self.footer.git_dirty
        self.footer = stored
        again = self.targets if not self._options.resume else {s.case for s in self.samples if s.status in _AGAIN}
        self.forget(again & self.targets)

    def forget(self, cases: Iterable[str]) -> None:
        """Drop cases so that they are measured again."""
        gone = set(cases)
        self.samples = [s for s in self.samples if s.case not in gone]
        self.footer.cases = [c for c in self.footer.cases if c not in gone]

    def needs(self, case: str) -> bool:
        """Tell whether a case is asked for, not yet done, and the engine still there to do it."""
        return self.lost is None and case in self.targets and case not in self.footer.cases

    def add(
        self,
        case: str,
        repeat: int,
        values: dict[str, tuple[float, str]],
        temperature: Temperature = Temperature.WARM,
        answer: str | None = None,
        used: Resources | None = None,
        client_cpu_s: float | None = None,
        threads: int = 1,
    ) -> None:
        """Keep one repeat: its metrics by name as (value, unit), and what it used."""
        metrics = dict(values)
        if used is not None:
            metrics |= {
                "server_cpu": (used.cpu_s, "s"),
                "server_peak_memory": (used.peak_memory_bytes, "bytes"),
                "server_read": (used.read_bytes, "bytes"),
                "server_written": (used.written_bytes, "bytes"),
            }
        if client_cpu_s is not None:
            metrics["client_cpu"] = (client_cpu_s, "s")
        for metric, (value, unit) in metrics.items():
            self.samples.append(
                self._sample(case, repeat, temperature, metric, unit, value, Status.OK, None, answer, threads)
            )

    def add_points(
        self, case: str, repeat: int, metric: str, unit: str, points: Iterable[tuple[float, float]], threads: int = 1
    ) -> None:
        """Keep a series or a histogram of one repeat: (place, value) pairs."""
        if metric.endswith("_histogram"):  # a tool that rounds its bounds prints one twice
            counts: dict[float, float] = {}
            for place, value in points:
                counts[place] = counts.get(place, 0.0) + value
            points = counts.items()
        for place, value in points:
            sample = self._sample(
                case, repeat, Temperature.WARM, metric, unit, float(value), Status.OK, None, None, threads
            )
            self.samples.append(replace(sample, at=place))

    def add_failure(self, case: str, error: DbreportError, metric: str, unit: str, repeat: int = 0) -> None:
        """Keep what went wrong instead of a value, first line only."""
        status = Status.FAILED
        if isinstance(error, StatementTimeout):
            status = Status.TIMEOUT
        elif isinstance(error, Unsupported):
            status = Status.UNSUPPORTED
        reason = str(error).splitlines()[0].replace(str(self.engine.setup.folder), "…")
        self.samples.append(self._sample(case, repeat, Temperature.WARM, metric, unit, None, status, reason, None, 1))

    def call_wrong(self, case: str, reason: str) -> None:
        """Turn every value of a case into `wrong_answer`: a fast wrong answer is no result."""
        kept = [s for s in self.samples if s.case != case]
        wrong = [s for s in self.samples if s.case == case][:1]
        for s in wrong:
            kept.append(
                self._sample(
                    case,
                    s.repeat,
                    s.temperature,
                    "latency",
                    "s",
                    None,
                    Status.WRONG_ANSWER,
                    reason,
                    s.answer,
                    s.threads,
                )
            )
        self.samples = kept

    def _sample(
        self,
        case: str,
        repeat: int,
        temperature: Temperature,
        metric: str,
        unit: str,
        value: float | None,
        status: Status,
        reason: str | None,
        answer: str | None,
        threads: int,
    ) -> Sample:
        return Sample(
            experiment=self.cell.experiment,
            case=case,
            engine=self.name,
            engine_version=self.version,
            profile=self._options.profile,
            durability=self.durability,
            scale=self._options.scale,
            rows=self.rows,
            threads=threads,
            repeat=repeat,
            temperature=temperature,
            metric=metric,
            unit=unit,
            value=value,
            status=status,
            reason=reason,
            answer=answer,
            started_at=datetime.now(UTC),
            run_id=self._run_id,
        )

    def finish(self, case: str) -> None:
        """Mark a case done and save the file as a whole."""
        if case not in self.footer.cases:
            self.footer.cases.append(case)
        self.save()

    def save(self) -> None:
        save(self._path, self.samples, self.footer)

    def start(self) -> None:
        """Start the engine and keep what it says of itself."""
        self.engine.start()
        self.version = self.engine.version()
        launcher = self.engine.launched()
        others = {s.engine_version for s in self.samples} - {self.version}
        if others or (self.samples and self.footer.launcher != launcher):
            self.forget(self.footer.cases)  # one file is one version under one launcher
        self.footer.launcher = launcher
        self.footer.settings = self.engine.settings()
        flags = self.engine.flags
        self.footer.engine_facts = {
            "kind": flags.kind,
            "licence": flags.licence,
            "ordered_index": flags.ordered_index,
            "columnar": flags.columnar,
        }

    def revive(self) -> None:
        """Bring a dead engine back on the same data; give it up where it does not come."""
        try:
            self.engine.stop()
            self.engine.start()
        except EngineError as error:
            self.give_up(error)

    def give_up(self, error: DbreportError) -> None:
        """Leave this engine out of the rest of the run; what it has done is saved."""
        self.lost = str(error).splitlines()[0]

    def explain(self, case: Case) -> None:
        """Keep the statement as this engine runs it, and its plan where it tells one."""
        sql = self.engine.dialect(case.sql)
        self.footer.statements[case.name] = sql
        try:
            self.footer.plans[case.name] = self.engine.explain(sql)
        except DbreportError as error:
            self.footer.plans[case.name] = f"no plan: {error}"


def stored_answers(options: Options, experiment: str, host: str, dataset: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Return answers other engines gave to the same rows earlier, by case and engine."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted((options.results / experiment / host).glob(f"*-{options.profile}-{options.scale}.parquet")):
        frame, footer = read(path)
        if footer.dataset.get("digest") != dataset.get("digest"):
            continue
        engine = Cell.of(Path(path)).engine
        for case, answer in frame.filter(frame["answer"].is_not_null()).select("case", "answer").unique().rows():
            found.setdefault(case, {})[engine] = answer
    return found
