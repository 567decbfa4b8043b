"""What earlier runs have measured: which of it is another measurement now, and how it stays until it is replaced."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..model import Sample, Status
from ..results.identity import differences

_AGAIN = (Status.FAILED, Status.WRONG_ANSWER)


@dataclass(slots=True)
class Former:
    """Finished cases that are being measured again: samples, and what identifies each case.

    They stay in the file until new values are there: a run that is stopped loses none of those it has not reached.
    """

    samples: list[Sample] = field(default_factory=list)
    cases: dict[str, dict[str, Any]] = field(default_factory=dict)

    def add(self, samples: Iterable[Sample], cases: dict[str, dict[str, Any]]) -> None:
        """Keep cases and those of the samples that are theirs."""
        self.cases.update(cases)
        self.samples += (s for s in samples if s.case in cases)

    def drop(self, cases: Iterable[str]) -> None:
        """Let go of cases: new values of them are there, or theirs are of another file now."""
        for case in cases:
            self.cases.pop(case, None)
        self.samples = [s for s in self.samples if s.case in self.cases]


def is_other(samples: Iterable[Sample], stored: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Tell whether a stored case has to be measured again: it went wrong, or it is no longer what is asked for.

    `stored` and `wanted` are what identifies it (`results.identity`).
    """
    mine = list(samples)
    timed = [s.value for s in mine if s.metric in ("latency", "duration") and s.value is not None]
    return any(s.status in _AGAIN for s in mine) or bool(differences(stored, wanted, max(timed, default=0.0)))
