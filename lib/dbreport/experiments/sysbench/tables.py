"""Tables of the sysbench chapter alone: what the source printed, and beside it what was measured of the same work."""

import polars as pl

from ...model import Profile
from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, written
from ...report.markup import Html
from ...report.tables.shared import html, muted, over, ratio_cell
from ...report.words import word
from ...results import select
from ...results.select import Point
from ...stats import Estimate
from .facts import CLASSES, DECISIVE, MY, PG, as_the_source, compared, printed, tests
from .jobs import READING, case_of


def sysbench_printed(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Return PostgreSQL over MySQL as printed, and as measured in each profile and class of durability apart.

    What was not measured at all has no column, but for the profile that decides.
    """
    head, columns, parts = [], [], []
    for profile in (DECISIVE, *(str(profile) for profile in Profile if profile != DECISIVE)):
        classes = as_the_source(runs, profile, scale)
        for name in CLASSES if profile == DECISIVE else CLASSES[:1]:
            column = [row.measured[name] for row in compared(classes)]
            if profile != DECISIVE and not any(column):
                continue
            head.append(over(word(f"class.{name}", lang), word(f"profile.{profile}", lang)))
            columns.append(column)
            parts.append(classes[name])
    rows = [
        [case_label(row.test, lang), f"{row.printed:.3g}", *(_ratio(column[line], lang) for column in columns)]
        for line, row in enumerate(compared({}))
    ]
    named = [word(f"table.{name}", lang) for name in ("test", "printed")]
    return _described(html([*named, *head], rows, "numbers"), parts, lang, "caption.sysbench_ratios")


def printed_rates(runs: pl.DataFrame, lang: str, scale: str | None = None) -> Drawn:
    """Return throughput and the slowest in twenty as printed and as measured, every commit synced, by system."""
    runs = as_the_source(runs, DECISIVE, scale)["full"]
    rows = []
    for test in tests():
        rates, p95_ms = printed(test), printed(test, "latency_p95")
        for engine in (PG, MY):
            rate, p95, refused = (
                select.point(runs, engine, case_of(test), metric) for metric in ("throughput", "latency_p95", "errors")
            )
            rows.append([
                case_label(test, lang), _system(engine, test, lang), written(rates[engine], "rate"),
                _shown(rate, "rate", lang), f"{p95_ms[engine]:g} ms", _shown(p95, "seconds", lang),
                _shown(refused, "count", lang),
            ])  # fmt: skip
    head = [word(f"table.{name}", lang) for name in ("test", "engine", "printed_rate", "measured_rate")]
    head += [word(f"table.{name}", lang) for name in ("printed_p95", "measured_p95", "refused")]
    return _described(html(head, rows, "numbers"), [runs], lang)


def _system(engine: str, test: str, lang: str) -> str:
    name = word(f"engine.{engine}", lang)
    return word("table.with_binary_log", lang, engine=name) if engine == MY and test not in READING else name


def _ratio(e: Estimate | None, lang: str) -> str:
    return ratio_cell(e, muted(word("status.missing", lang)))


def _shown(point: Point | None, fmt: str, lang: str) -> str:
    if point is None or point.estimate is None:
        return muted(word(f"status.{point.status if point else 'missing'}", lang))
    return written(point.estimate.value, fmt)


def _described(table: Html, parts: list[pl.DataFrame], lang: str, caption: str = "") -> Drawn:
    both = pl.concat(parts)
    return (
        drawn(table, both, [], lang, caption) if len(both) else Drawn(table, word("caption.sysbench_unmeasured", lang))
    )
