"""One engine during one run, and the file its samples go to: saved after every case."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..engines.base import Engine
from ..errors import DbreportError, EngineError, ResultsMissing, StatementTimeout, Unsupported, UsageError
from ..measure import impossible
from ..measuring.attempts import Attempt
from ..measuring.sessions import Session
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
        self.session: Session | None = None
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
        same = all(stored.dataset.get(key) == self.footer.dataset.get(key) for key in ("seed", "rows", "digest"))
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
        self.footer.cases = {c: identity for c, identity in self.footer.cases.items() if c not in gone}

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
        attempt: Attempt | None = None,
        started_at: datetime | None = None,
    ) -> None:
        """Keep one repeat: its metrics by name as (value, unit), what it used, and how quiet the machine was.

        Args:
            used, client_cpu_s: what server and client used, where the attempt itself has not sampled it.
            attempt: the attempt at the repeat that gave the values.
            started_at: when the repeat began, where that is not when the attempt did.
        """
        metrics = dict(values)
        if attempt is not None:
            used = used or attempt.used
            client_cpu_s = attempt.client_cpu_s if client_cpu_s is None else client_cpu_s
            metrics |= attempt.metrics
        if used is not None:
            metrics |= {
                "server_cpu": (used.cpu_s, "s"),
                "server_peak_memory": (used.peak_memory_bytes, "bytes"),
                "server_read": (used.read_bytes, "bytes"),
                "server_written": (used.written_bytes, "bytes"),
            }
        if client_cpu_s is not None:
            metrics["client_cpu"] = (client_cpu_s, "s")
        wrong = impossible(metrics)
        for metric, (value, unit) in metrics.items():
            reason = wrong.get(metric)
            status, kept = (Status.MISSING, None) if reason else (Status.OK, value)
            self.samples.append(
                self._sample(
                    case, repeat, temperature, metric, unit, status, kept, reason, answer, threads, attempt, started_at
                )
            )

    def add_points(
        self,
        case: str,
        repeat: int,
        metric: str,
        unit: str,
        points: Iterable[tuple[float, float]],
        threads: int = 1,
        attempt: Attempt | None = None,
    ) -> None:
        """Keep a series or a histogram of one repeat: (place, value) pairs."""
        for place, value in points:
            sample = self._sample(
                case, repeat, Temperature.WARM, metric, unit, Status.OK, float(value), None, None, threads, attempt
            )
            self.samples.append(replace(sample, at=place))

    def add_failure(self, case: str, error: DbreportError, metric: str, unit: str, repeat: int = 0) -> None:
        """Keep what went wrong instead of a value, first line only: after the attempts at the repeat that went well."""
        status = Status.FAILED
        if isinstance(error, StatementTimeout):
            status = Status.TIMEOUT
        elif isinstance(error, Unsupported):
            status = Status.UNSUPPORTED
        reason = str(error).splitlines()[0].replace(str(self.engine.setup.folder), "…")
        failure = self._sample(case, repeat, Temperature.WARM, metric, unit, status, None, reason, None, 1)
        made = [s.attempt for s in self.samples if (s.case, s.repeat, s.temperature) == (case, repeat, "warm")]
        self.samples.append(replace(failure, attempt=max(made, default=-1) + 1))

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
                    Status.WRONG_ANSWER,
                    None,
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
        status: Status,
        value: float | None,
        reason: str | None,
        answer: str | None,
        threads: int,
        attempt: Attempt | None = None,
        started_at: datetime | None = None,
    ) -> Sample:
        if self.session is not None:
            self.footer.sessions.setdefault(self.session.id, self.session.facts)
        if attempt is not None:
            started_at = started_at or attempt.started_at
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
            started_at=started_at or datetime.now(UTC),
            run_id=self._run_id,
            session=self.session.id if self.session else "",
            attempt=attempt.number if attempt else 0,
            disturbed=attempt.disturbed if attempt else None,
        )

    def finish(self, case: str) -> None:
        """Mark a case done and save the file as a whole."""
        self.footer.cases.setdefault(case, {})
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
