"""One engine during one run, and the file its samples go to: saved after every case."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from ..engines.base import Engine, Ran
from ..errors import DbreportError, EngineError, ResultsMissing, StatementTimeout, Unsupported, UsageError
from ..meters import impossible, readings
from ..model import Case, Reading, Resources, Sample, Status, Temperature
from ..results.identity import digest_of
from ..results.layout import HISTOGRAM
from ..results.store import Cell, Footer, read, save, to_samples
from .attempts import Attempt
from .definition import Definition, driver_version
from .former import Former, is_other
from .sessions import Session


@dataclass(frozen=True, slots=True)
class Repeat:
    """One repeat of a case: what its samples share.

    `used` and `client_cpu_s` are what server and client used, and `started_at` is when it began, where the attempt
    cannot tell.
    """

    case: str
    number: int = 0
    attempt: Attempt | None = None
    temperature: Temperature = Temperature.WARM
    answer: str | None = None
    threads: int = 1
    used: Resources | None = None
    client_cpu_s: float | None = None
    started_at: datetime | None = None


class EngineRun:
    """An engine with its cell: which cases are done, what they gave, and what state its data is in."""

    def __init__(
        self, engine: Engine, definition: Definition, cell: Cell, footer: Footer, targets: set[str], run_id: str
    ) -> None:
        self.engine = engine
        self.cell = cell
        self.rows: int = footer.dataset["rows"]
        self.targets = targets & set(footer.planned)
        self.holds = ""  # what it is filled with, in the experiment's words; empty for nothing, or not known
        self.indexed = False
        self.lost: str | None = None
        self.cut_short: set[str] = set()
        """Cases whose time limit ended them early and whose values tell of what was done until then."""
        self.driver = ""
        self.durability = definition.options.durability
        self.version = ""
        self.session: Session | None = None
        self.footer = footer
        self.samples: list[Sample] = []
        self._former = Former()
        self._definition = definition
        self._options = definition.options
        self._path = cell.path(definition.options.results)
        self.run_id = run_id
        self._commit = footer.git_commit
        self._resume()

    @property
    def name(self) -> str:
        return self.engine.name

    def _resume(self) -> None:
        """Keep the cases that earlier runs have finished; those asked for that would be other ones now are due."""
        try:
            frame, stored = read(self._path)
        except ResultsMissing:
            return
        # what a killed run has left of a case it did not finish is not part of one
        self.samples = [s for s in to_samples(frame) if s.case in stored.cases]
        stored.planned, stored.git_dirty = self.footer.planned, stored.git_dirty or self.footer.git_dirty
        if stored.dataset.get("fingerprint") != self.footer.dataset["fingerprint"]:
            self._must_replace(stored.cases, "on other rows")
            self.samples = []
            return
        stored.dataset |= self.footer.dataset  # what is known of rows only once they have been made stays
        self.footer = stored
        known = self.targets & set(stored.cases)
        self.redo(filter(self._is_other, known) if self._options.resume else known)

    def _must_replace(self, cases: Iterable[str], measured: str) -> None:
        """Make sure that all of a file's cases are asked for: it is of one version, launcher and dataset.

        Raises UsageError.
        """
        if set(cases) - self.targets:
            raise UsageError(
                f"{self._path.name} was measured {measured}; measure the whole of it again:"
                f" dbreport run {self.cell.experiment} --engine {self.name} --scale {self.cell.scale}"
                f" --profile {self.cell.profile}, without --case"
            )

    def _is_other(self, case: str) -> bool:
        mine = (s for s in self.samples if s.case == case)
        return is_other(mine, self.footer.cases[case], self._definition.identity(case))

    def redo(self, cases: Iterable[str]) -> None:
        """Have cases measured again; what is stored of them stays in the file until then."""
        due = {case: self.footer.cases.pop(case) for case in set(cases)}
        self._former.add(self.samples, due)
        self.samples = [s for s in self.samples if s.case not in due]

    def forget(self, cases: Iterable[str]) -> None:
        """Drop cases, for what is measured from now on cannot stand in one file with them."""
        gone = set(cases)
        self._former.drop(gone)
        self.samples = [s for s in self.samples if s.case not in gone]
        self.footer.cases = {name: identity for name, identity in self.footer.cases.items() if name not in gone}

    def needs(self, case: str) -> bool:
        """Tell whether a case is asked for, not yet done, and the engine still there to do it."""
        return self.lost is None and case in self.targets and case not in self.footer.cases

    def add(self, repeat: Repeat, metrics: Mapping[str, Reading]) -> None:
        """Keep one repeat: its metrics, what it used, how quiet the machine was. What cannot be is kept as missing."""
        used, client_cpu_s, every = repeat.used, repeat.client_cpu_s, dict(metrics)
        if attempt := repeat.attempt:
            used = used or attempt.used
            client_cpu_s = attempt.client_cpu_s if client_cpu_s is None else client_cpu_s
            every |= attempt.metrics
        every |= readings(used, client_cpu_s)
        wrong = impossible(every)
        for metric, (value, unit) in every.items():
            if reason := wrong.get(metric):
                self._keep(repeat, metric, unit, None, status=Status.MISSING, reason=reason)
            else:
                self._keep(repeat, metric, unit, value)

    def add_points(self, repeat: Repeat, metric: str, unit: str, points: Iterable[tuple[float, float]]) -> None:
        """Keep a series or a histogram of one repeat: (place, value) pairs."""
        if metric.endswith(HISTOGRAM):  # a tool that rounds its bounds prints one twice
            counts: dict[float, float] = {}
            for place, value in points:
                counts[place] = counts.get(place, 0.0) + value
            points = counts.items()
        for place, value in points:
            self._keep(repeat, metric, unit, float(value), at=place)

    def add_failure(self, case: str, error: DbreportError, metric: str, unit: str, repeat: int = 0) -> None:
        """Keep what went wrong instead of a value, first line only: after the attempts at the repeat that went well."""
        status = Status.FAILED
        if isinstance(error, StatementTimeout):
            status = Status.TIMEOUT
        elif isinstance(error, Unsupported):
            status = Status.UNSUPPORTED
        reason = str(error).splitlines()[0].replace(str(self.engine.setup.folder), "…")
        made = [
            s.attempt for s in self.samples if (s.case, s.repeat, s.temperature) == (case, repeat, Temperature.WARM)
        ]
        self._keep(Repeat(case, repeat), metric, unit, None, status=status, reason=reason)
        self.samples[-1] = replace(self.samples[-1], attempt=max(made, default=-1) + 1)

    def fail(self, cases: Iterable[str], error: DbreportError) -> None:
        """Finish cases that could not be measured for one reason, such as a table that cannot be filled."""
        for case in filter(self.needs, cases):
            self.add_failure(case, error, "latency", "s")
            self.finish(case)

    def call_wrong(self, case: str, reason: str) -> None:
        """Turn every value of a case into `wrong_answer`: a fast wrong answer is no result."""
        mine = [s for s in self.samples if s.case == case]
        self.samples = [s for s in self.samples if s.case != case]
        for s in mine[:1]:
            repeat = Repeat(case, s.repeat, temperature=s.temperature, answer=s.answer, threads=s.threads)
            self._keep(repeat, "latency", "s", None, status=Status.WRONG_ANSWER, reason=reason)

    def _keep(
        self,
        repeat: Repeat,
        metric: str,
        unit: str,
        value: float | None,
        *,
        status: Status = Status.OK,
        reason: str | None = None,
        at: float | None = None,
    ) -> None:
        attempt = repeat.attempt
        if self.session is not None:
            self.footer.sessions.setdefault(self.session.id, self.session.facts)
        sample = Sample(
            experiment=self.cell.experiment,
            case=repeat.case,
            engine=self.name,
            engine_version=self.version,
            profile=self._options.profile,
            durability=self.durability,
            scale=self._options.scale,
            rows=self.rows,
            threads=repeat.threads,
            repeat=repeat.number,
            temperature=repeat.temperature,
            metric=metric,
            unit=unit,
            value=value,
            status=status,
            reason=reason,
            answer=repeat.answer,
            started_at=repeat.started_at or (attempt.started_at if attempt else datetime.now(UTC)),
            run_id=self.run_id,
            at=at,
            session=self.session.id if self.session else "",
            attempt=attempt.number if attempt else 0,
            disturbed=attempt.disturbed if attempt else None,
        )
        self.samples.append(sample)

    def finish(self, *cases: str) -> None:
        """Mark cases done, with what identifies them, and save the file: finished cases alone are in it."""
        for case in cases:
            identity = self._definition.identity(case) | {"found": self._found(), "commit": self._commit}
            timed_out = any(s.case == case and s.status is Status.TIMEOUT for s in self.samples)
            self.footer.cases[case] = identity | {"met_limit": timed_out or case in self.cut_short}
        former = self._former
        former.drop(self.footer.cases)
        done = [s for s in self.samples if s.case in self.footer.cases]
        save(self._path, former.samples + done, replace(self.footer, cases=former.cases | self.footer.cases))

    def _found(self) -> dict[str, Any]:
        """Return what the running system and its clients say of themselves."""
        settings = self.footer.settings_of.get(str(self.durability), self.footer.settings)
        return {
            "version": self.version,
            "launcher": self.footer.launcher,
            "driver": self.driver,
            "clients": dict(self.footer.clients),
            "settings": digest_of(settings),
        }

    def uses(self, client: str, version: str) -> None:
        """Note a load generator or library and its version; what another version of it has measured is replaced."""
        self.footer.clients[client] = version
        other = [
            case
            for case, identity in self.footer.cases.items()
            if identity.get("found", {}).get("clients", {}).get(client, version) != version
        ]
        self.redo(set(other) & self.targets)

    def start(self) -> None:
        """Start the engine and keep what it says of itself."""
        self.engine.start()
        self.version = self.engine.version()
        self.driver = driver_version(self.engine.system().package)
        launcher = self.engine.launched()
        stored, cases = self._former.samples + self.samples, {*self._former.cases, *self.footer.cases}
        others = {s.engine_version for s in stored} - {self.version}
        if others or (stored and self.footer.launcher != launcher):
            before = f"{', '.join(sorted(others)) or self.version} ({self.footer.launcher})"
            self._must_replace(cases, f"on {before}, and {self.version} ({launcher}) is here")
            self.forget(cases)
        self.footer.launcher = launcher
        self.footer.settings = self.engine.settings()
        self.footer.engine_facts = {
            "kind": self.engine.system().kind,
            "licence": self.engine.system().licence,
            "ordered_index": self.engine.ordered_index,
            "columnar": self.engine.columnar,
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

    def ask(self, sql: str, limit_s: float, **wanted: bool) -> Ran:
        """Run a statement as `Engine.run` does. Raises StatementTimeout for one that ended after its limit, too.

        A system may be slow to cancel: what took longer than the limit has met it, whichever system it is.
        """
        ran = self.engine.run(sql, limit_s, **wanted)
        if ran.elapsed_s > limit_s:
            raise StatementTimeout(f"{self.name} ended the statement after {ran.elapsed_s:.3g} s, over {limit_s:g} s")
        return ran

    def explain(self, case: Case) -> None:
        """Keep the statement as this engine runs it, and its plan where it tells one."""
        statement = self.footer.statements[case.name] = case.said(self.name)
        try:
            self.footer.plans[case.name] = self.engine.explain(statement)
        except DbreportError as error:
            self.footer.plans[case.name] = f"no plan: {error}"
