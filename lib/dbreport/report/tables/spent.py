"""What measuring took, worked out from the stored samples: for whoever plans to measure it again."""

from collections.abc import Sequence

import polars as pl

from ...results.spent import by_place
from ..drawn import Drawn
from ..formats import count
from ..words import word
from .shared import html


def spent_times(experiments: Sequence[pl.DataFrame], lang: str) -> Drawn:
    """Return the time each experiment took at each scale in each profile, all systems together.

    Args:
        experiments: the samples of one host, a frame an experiment.
    """
    rows = [row for runs in experiments if runs.height for row in _lines(runs, lang)]
    head = ("experiment", "of_rows", "of_profile", "of_systems", "of_cases", "took")
    return Drawn(
        html([word(f"table.{name}", lang) for name in head], rows, "fits stacked"), word("caption.spent", lang)
    )


def _lines(runs: pl.DataFrame, lang: str) -> list[list[str]]:
    return [
        [
            word(f"experiment.{runs['experiment'][0]}", lang),
            count(rows, lang),
            word(f"profile.{profile}", lang),
            str(systems),
            str(cases),
            _time(seconds, lang),
        ]
        for _, profile, rows, systems, cases, seconds in by_place(runs).rows()
    ]


def _time(seconds: float, lang: str) -> str:
    if seconds < 90 * 60:
        return word("spent.minutes", lang, n=max(1, round(seconds / 60)))
    return word("spent.hours", lang, n=f"{seconds / 3600:.1f}")
