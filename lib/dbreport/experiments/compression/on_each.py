"""One thing that a claim says, judged on every corpus by itself and said in one line."""

from collections.abc import Callable, Mapping

from ...languages import clauses, listed
from ...report.verdicts.decide import Evidence, Part, figure
from ...report.verdicts.parts import judged, together
from ...report.words import word
from .facts import Ways

Corpora = Mapping[str, Ways]
"""Every way to store each corpus."""


def on_each(stored: Corpora, judge: Callable[[Ways], Part]) -> Part:
    """Return what is judged on each corpus as one part: the figures by corpus, and outcomes where they differ."""
    parts = {corpus: judge(of_corpus) for corpus, of_corpus in stored.items()}
    outcome = together([part.outcome for part in parts.values()])
    known = {corpus: part for corpus, part in parts.items() if part.measured is not None}
    differ = len({part.outcome for part in known.values()}) > 1 or len(known) < len(parts)

    def said(lang: str) -> str:
        lines = []
        for corpus, part in known.items():
            line = _line([corpus], figure(part.measured, lang), lang)
            verdict = word(f"verdict.{part.outcome}", lang)
            lines.append(word("part.outcome", lang, said=line, outcome=verdict) if differ else line)
        if left := [corpus for corpus in parts if corpus not in known]:
            lines.append(_line(left, word(f"verdict.{parts[left[0]].outcome}", lang), lang))
        return clauses(lines, lang)

    first = next(iter(parts.values()))
    return judged(
        first.what, outcome, Evidence("by_corpus", {"said": said}) if known else None, first.printed, first.claimed
    )


def _line(corpora: list[str], value: str, lang: str) -> str:
    named = listed((word(f"corpus.{corpus}", lang) for corpus in corpora), lang)
    return word("evidence.of_corpus", lang, corpus=named, value=value)
