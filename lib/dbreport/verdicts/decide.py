"""How a claim is decided, whatever it is about: outcomes, thresholds, evidence in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..figures import digits
from ..stats import Estimate
from ..text import clauses, word


class Outcome(StrEnum):
    REPRODUCED = "reproduced"
    DIRECTION = "direction"
    NOT_REPRODUCED = "not_reproduced"
    NO_DIFFERENCE = "no_difference"
    UNTESTABLE = "untestable"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one claim: `evidence` holds (key of the words, fields) pairs, printed in either language."""

    claim: str
    outcome: Outcome
    evidence: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def sentences(self, lang: str) -> str:
        """Return the evidence in words."""
        return clauses((_sentence(key, fields, lang) for key, fields in self.evidence), lang)


def _sentence(key: str, fields: dict[str, Any], lang: str) -> str:
    shown = {name: value(lang) if callable(value) else value for name, value in fields.items()}
    if "ratio" in shown:
        shown["what"] = word(f"evidence.{shown['what']}", lang)
        shown["ratio"] = times(shown["ratio"])
    return word(f"evidence.{key}", lang, **shown)


def times(e: Estimate) -> str:
    """Write a ratio with its interval, or the bound that is all that is known."""
    if e.high == float("inf"):
        return f"> {digits(e.low)}"
    return f"{digits(e.value)} [{digits(e.low)}, {digits(e.high)}]"


def about(e: Estimate | None, claimed: float) -> Outcome:
    """Decide a claim of "about `claimed` times"."""
    if e is None:
        return Outcome.UNTESTABLE
    if e.decided == "no difference":
        return Outcome.NO_DIFFERENCE
    if claimed * 0.75 <= e.value <= claimed * 1.25:
        return Outcome.REPRODUCED
    return Outcome.DIRECTION if (e.value > 1) == (claimed > 1) else Outcome.NOT_REPRODUCED


def over(e: Estimate | None, claimed: float) -> Outcome:
    """Decide a claim of "over `claimed` times", where `claimed` is at least 1."""
    if e is None:
        return Outcome.UNTESTABLE
    if e.low >= claimed:
        return Outcome.REPRODUCED
    if e.decided == "no difference":
        return Outcome.NO_DIFFERENCE
    return Outcome.DIRECTION if e.low > 1 else Outcome.NOT_REPRODUCED


def both(*outcomes: Outcome) -> Outcome:
    """Return the outcome of a claim of several parts: the weakest of theirs."""
    order = [
        Outcome.UNTESTABLE,
        Outcome.NOT_REPRODUCED,
        Outcome.NO_DIFFERENCE,
        Outcome.DIRECTION,
        Outcome.REPRODUCED,
    ]
    return min(outcomes, key=order.index)


def evidence(what: str, e: Estimate | None, printed: float, bound: str = "") -> list[tuple[str, dict[str, Any]]]:
    return [("ratio", {"what": what, "ratio": e, "printed": f"{bound}{digits(printed)}"})] if e else [("missing", {})]


def sizes(what: str, e: Estimate | None, printed: float, bound: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Return the evidence of a ratio of sizes, which has no interval: they do not vary."""
    if e is None:
        return [("missing", {})]
    fields = {"what": lambda lang: word(f"evidence.{what}", lang), "value": digits(e.value)}
    return [("sizes", {**fields, "printed": f"{bound}{printed:.3g}"})]


def beside(what: str, e: Estimate) -> list[tuple[str, dict[str, Any]]]:
    """Return a ratio the source does not print, which stands beside those it does."""
    return [("beside", {"what": what, "ratio": e})]


@dataclass(frozen=True, slots=True)
class Audited:
    """A printed figure and what the source's other figures make of it; `outcome` is holds, slip or impossible."""

    what: str
    printed: str
    recomputed: str
    outcome: str
