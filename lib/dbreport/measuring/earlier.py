"""What earlier runs have left: their answers, against which a system measured alone is held, and their times."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import ResultsInvalid
from ..model import Options, Sample
from ..results.store import Cell, read
from .definition import Plan

Answers = dict[str, dict[str, str]]
"""Digests of answers, by case and system."""


def stored_answers(options: Options, host: str, plan: Plan) -> tuple[Answers, list[str]]:
    """Return answers systems gave earlier to the very statements of a plan on its rows, by case and system.

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


def longest_s(samples: Iterable[Sample]) -> float:
    """Return the longest time a statement or action took, seconds; 0 where nothing was timed."""
    return max((s.value for s in samples if s.metric in ("latency", "duration") and s.value is not None), default=0.0)
