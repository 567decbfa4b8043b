"""What becomes of a claim: outcomes, evidence in words, the parts of a claim and the verdict on the whole.

The judging of parts stands in `parts`; `about`, `over` and `both` here serve rooms that do not take claims apart yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from ...languages import clauses, listed
from ...stats import FEWEST, Estimate
from ..formats import digits
from ..words import word


class Outcome(StrEnum):
    """What becomes of a claim, or of a part of one.

    `DIRECTION` is the same direction with another size; `HOLDS`, `SLIP` and `IMPOSSIBLE` are what printed figures say
    against each other, which needs no measurement. The last two serve rooms that do not take claims apart yet.
    """

    REPRODUCED = "reproduced"
    PARTLY = "partly"
    DIRECTION = "direction"
    OPPOSITE = "opposite"
    NO_DIFFERENCE = "no_difference"
    NOT_COMPARABLE = "not_comparable"
    TOO_FEW = "too_few"
    MISSING = "missing"
    HOLDS = "holds"
    SLIP = "slip"
    IMPOSSIBLE = "impossible"
    NOT_REPRODUCED = "not_reproduced"
    UNTESTABLE = "untestable"

    @property
    def judged(self) -> bool:
        """Tell whether anything could be decided."""
        return self not in (Outcome.NOT_COMPARABLE, Outcome.TOO_FEW, Outcome.MISSING, Outcome.UNTESTABLE)


class Evidence(NamedTuple):
    """One sentence of evidence: its words are those of `evidence.<key>`, and a field may be a function of the language.

    A field `ratio` is an Estimate, `what` beside it the key of what it is a ratio of.
    """

    key: str
    fields: dict[str, Any]

    def sentence(self, lang: str) -> str:
        """Return it in words."""
        filled = {name: value(lang) if callable(value) else value for name, value in self.fields.items()}
        if "ratio" in filled:
            filled["what"] = word(f"evidence.{filled['what']}", lang)
            filled["ratio"] = times(filled["ratio"]) + noted(filled["ratio"], lang)
        return word(f"evidence.{self.key}", lang, **filled)


MISSING = Evidence("missing", {})
"""Stands where a measurement that the claim needs is missing."""


Figure = Estimate | Evidence | float | str | None
"""What is printed or measured: a ratio with its interval, a sentence, a number, text; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One thing that a claim says: what it is about, what came of it, and the figures that say so.

    `claimed` says what is asked of it where the printed figure alone does not; `because` what else is to be said of it,
    above all why it cannot be compared.
    """

    what: Evidence
    outcome: Outcome
    claimed: Evidence | None = None
    printed: Figure = None
    measured: Figure = None
    because: Evidence | None = None

    def sentence(self, lang: str) -> str:
        """Return it in words: what it is about, what was measured, and in brackets what is claimed and printed."""
        measured = figure(self.measured, lang) or word(f"verdict.{self.outcome}", lang)
        asked = [self.claimed.sentence(lang)] if self.claimed else []
        if printed := figure(self.printed, lang):
            asked.append(word("part.printed", lang, printed=printed))
        beside = word("part.beside", lang, beside=clauses(asked, lang)) if asked else ""
        line = word("part.line", lang, what=self.what.sentence(lang), measured=measured, beside=beside)
        return line if self.because is None else clauses([line, self.because.sentence(lang)], lang)


class Line(NamedTuple):
    """One line of what is shown of a claim, with the outcome of the part it is about; None for evidence beside."""

    sentence: str
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one claim, and why: its parts, and evidence beside them that decides nothing."""

    claim: str
    outcome: Outcome
    evidence: list[Evidence] = field(default_factory=list)
    parts: tuple[Part, ...] = ()

    def lines(self, lang: str) -> list[Line]:
        """Return parts and evidence in words; the parts' own outcomes where they are not all that of the whole."""
        differ = {part.outcome for part in self.parts} != {self.outcome}
        lines = [Line(part.sentence(lang), part.outcome if differ else None) for part in self.parts]
        return lines + [Line(evidence.sentence(lang), None) for evidence in self.evidence]

    def sentences(self, lang: str) -> str:
        """Return all of that as one sentence."""
        said = (
            word("part.outcome", lang, said=said, outcome=word(f"verdict.{outcome}", lang)) if outcome else said
            for said, outcome in self.lines(lang)
        )
        return clauses(said, lang)


def figure(value: Figure, lang: str) -> str:
    """Return a figure as a page has it: a ratio with its interval and what is noted of it; "" where there is none."""
    match value:
        case None:
            return ""
        case Estimate():
            return times(value) + noted(value, lang)
        case Evidence():
            return value.sentence(lang)
        case str():
            return value
    return digits(value)


def missing(claim: str) -> Verdict:
    """Return the verdict on a claim whose measurements are missing."""
    return Verdict(claim, Outcome.UNTESTABLE, [MISSING])


def times(e: Estimate) -> str:
    """Write a ratio with its interval, or the bound that is all that is known; without brackets where it has none."""
    if e.exact or not e.has_interval:
        return digits(e.value)
    if e.high == float("inf"):
        return f"> {digits(e.low)}"
    return f"{digits(e.value)} [{digits(e.low)}, {digits(e.high)}]"


def noted(e: Estimate, lang: str) -> str:
    """Return in words, in brackets, what keeps a ratio from deciding and what separates its sides; "" for neither."""
    notes = ["estimate.too_few"] if e.decided == "too few" and not (e.apart == "sessions" and e.n >= FEWEST) else []
    notes += [f"estimate.{e.apart}"] if e.apart else []
    said = listed((word(note, lang) for note in notes), lang)
    return word("estimate.noted", lang, said=said) if said else ""


def about(e: Estimate | None, claimed: float) -> Outcome:
    """Decide a claim of "about `claimed` times"."""
    if e is None or e.decided == "too few":
        return Outcome.UNTESTABLE
    if e.decided == "no difference":
        return Outcome.NO_DIFFERENCE
    if claimed * 0.75 <= e.value <= claimed * 1.25:
        return Outcome.REPRODUCED
    return Outcome.DIRECTION if (e.value > 1) == (claimed > 1) else Outcome.NOT_REPRODUCED


def over(e: Estimate | None, claimed: float) -> Outcome:
    """Decide a claim of "over `claimed` times", where `claimed` is at least 1."""
    if e is None or e.decided == "too few":
        return Outcome.UNTESTABLE
    if e.low >= claimed:
        return Outcome.REPRODUCED
    if e.decided == "no difference":
        return Outcome.NO_DIFFERENCE
    return Outcome.DIRECTION if e.low > 1 else Outcome.NOT_REPRODUCED


def both(*outcomes: Outcome) -> Outcome:
    """Return the outcome of a claim of several parts: the weakest of theirs.

    Each part is asked by itself, at the full level: a claim that needs all of them is wrongly upheld no more often than
    one of them is. Source: Berger, Multiparameter hypothesis testing and acceptance sampling, Technometrics 24 (1982).
    """
    order = [
        Outcome.UNTESTABLE,
        Outcome.NOT_REPRODUCED,
        Outcome.NO_DIFFERENCE,
        Outcome.DIRECTION,
        Outcome.REPRODUCED,
    ]
    return min(outcomes, key=order.index)


def evidence(what: str, e: Estimate | None, printed: float, bound: str = "") -> list[Evidence]:
    """Return the evidence of a measured ratio beside the printed one."""
    if e is None:
        return [MISSING]
    return [Evidence("ratio", {"what": what, "ratio": e, "printed": f"{bound}{digits(printed)}"})]


def sizes(what: str, e: Estimate | None, printed: float, bound: str = "") -> list[Evidence]:
    """Return the evidence of a ratio of sizes, which has no interval: they do not vary."""
    if e is None:
        return [MISSING]
    fields = {"what": lambda lang: word(f"evidence.{what}", lang), "value": digits(e.value)}
    return [Evidence("sizes", {**fields, "printed": f"{bound}{printed:.3g}"})]


def beside(what: str, e: Estimate) -> list[Evidence]:
    """Return a ratio the source does not print, which stands beside those it does."""
    return [Evidence("beside", {"what": what, "ratio": e})]


@dataclass(frozen=True, slots=True)
class Audited:
    """A printed figure and what the source's other figures make of it; `outcome` is holds, slip or impossible."""

    what: str
    printed: str
    recomputed: str
    outcome: str


def slips(audited: Iterable[Audited]) -> list[Audited]:
    """Return the printed figures that do not fit the others."""
    return [entry for entry in audited if entry.outcome != Outcome.HOLDS]
