"""Charts of servers under load: throughput, latency, scaling, series over time, what durability costs.

Each takes samples of one profile, scale and class of durability, and raises MixedClasses for others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import plotly.graph_objects as go
import polars as pl

from ...results import select
from ...results.ratios import compare
from ...results.select import Point
from ..drawn import Drawn, drawn
from ..figures import COLOURS, MARKS, Row, bars, blank, dots, faded, legend, points_of, roomy
from ..formats import begun, case_label, digits
from ..titles import ranged
from ..words import word
from .lines import Line, lines

PERCENTILES = ("latency_p50", "latency_p95", "latency_p99")


@dataclass(frozen=True, slots=True)
class Measure:
    """What may be drawn of a case: the metrics it is kept as, of which a system has one, and how it is written."""

    metrics: tuple[str, ...]
    fmt: str


MEASURES = {
    "throughput": Measure(("throughput",), "rate"),
    # where a transaction is a row, its rate is the rows' rate
    "row_rate": Measure(("row_throughput", "throughput"), "rate"),
    "log_bytes": Measure(("log_bytes_per_transaction",), "bytes"),
    "log_syncs": Measure(("log_syncs_per_transaction",), "count"),
    "server_cpu": Measure(("server_cpu_per_transaction",), "seconds"),
}


def cases_under_load(runs: pl.DataFrame, lang: str, cases: Sequence[str], measure: str = "throughput") -> Drawn:
    """Draw one of MEASURES, a line a case, a dot a system."""
    measured = MEASURES[measure]
    wanted = [Line(case_label(case, lang), case, measured.metrics) for case in cases]
    return lines(select.unmixed(runs), lang, wanted, f"caption.{measure}", f"axis.{measure}", measured.fmt)


def latencies(runs: pl.DataFrame, lang: str, cases: Sequence[str]) -> Drawn:
    """Draw the median, 95th and 99th percentile of the latency at each case."""
    wanted = [
        Line(f"{case_label(case, lang)} · {name.removeprefix('latency_')}", case, (name,))
        for case in cases
        for name in PERCENTILES
    ]
    return lines(select.unmixed(runs), lang, wanted, "caption.percentiles")


def scaling(runs: pl.DataFrame, lang: str, test: str, measure: str = "throughput") -> Drawn:
    """Draw throughput, or the log's syncs per transaction, over the number of client threads."""
    runs = select.unmixed(runs.filter(pl.col("case").str.starts_with(f"sweep.{test}.")))
    (metric,), fmt = MEASURES[measure].metrics, ",.0f" if measure == "throughput" else ".3f"
    threads = sorted(runs["threads"].unique())
    figure = blank(400, word("axis.threads", lang))
    points: list[Point] = []
    for engine, label in legend(runs, lang).items():
        by_threads = {n: p for n in threads if (p := select.point(runs, engine, f"sweep.{test}.{n}", metric))}
        points += by_threads.values()
        known = {n: p.estimate for n, p in by_threads.items() if p.estimate}
        figure.add_trace(
            go.Scatter(
                x=list(known),
                y=[e.value for e in known.values()],
                error_y=bars(list(known.values())),
                mode="lines+markers",
                name=label,
                line={"color": COLOURS[engine], "width": 2},
                marker={"symbol": MARKS[engine], "size": 8},
                hovertemplate=f"{label} · %{{x}} · %{{y:{fmt}}}<extra></extra>",
            )
        )
    figure.update_xaxes(type="log", tickmode="array", tickvals=threads, ticktext=[str(n) for n in threads], dtick=None)
    figure.update_xaxes(range=roomy(threads))
    title = word(f"axis.{measure}_linear", lang)
    figure.update_yaxes(title={"text": title, "standoff": 8}, rangemode="tozero")
    told = drawn(figure, runs, points, lang, "caption.scaling", test=case_label(test, lang))
    found = ""
    if measure == "throughput":
        found = _peak(runs, test, threads, lang) or _scaled(runs, test, threads, lang)
    return replace(told, title=found or word("title.plain", lang, case=begun(case_label(test, lang)), what=title))


def _peak(runs: pl.DataFrame, test: str, threads: Sequence[int], lang: str) -> str:
    """Return at how many threads every system's median is highest; empty where that is the most, or not the same."""
    highest = set()
    for name in select.engines(runs):
        points = {n: select.point(runs, name, f"sweep.{test}.{n}", "throughput") for n in threads}
        medians = {n: p.estimate.value for n, p in points.items() if p and p.estimate}
        if medians:
            highest.add(max(medians, key=lambda n: medians[n]))
    if len(highest) != 1 or highest == {max(threads)}:
        return ""
    return word("title.peak", lang, test=begun(case_label(test, lang)), n=highest.pop())


def _scaled(runs: pl.DataFrame, test: str, threads: Sequence[int], lang: str) -> str:
    """Return what the most threads have over the fewest where that is most and least; empty for one system."""
    cases, names = [f"sweep.{test}.{n}" for n in (max(threads), min(threads))], select.engines(runs)
    gained = {}
    for name in names:
        many, few = (select.taken(runs, name, case, "throughput") for case in cases)
        # two systems are set against each other, whichever they are: each of their intervals holds for all
        if ratio := compare(many, few, "throughput", in_rounds=False, comparisons=len(names)):
            gained[word(f"engine.{name}", lang)] = ratio
    return ranged(gained, lang, digits, "title.scaled", few=str(min(threads)), many=str(max(threads)))


def over_time(runs: pl.DataFrame, lang: str, case: str) -> Drawn:
    """Draw the throughput of every second of every turn at one case."""
    runs = select.unmixed(runs.filter(pl.col("case") == case))
    figure = blank(360, word("axis.second", lang))
    for name, label in legend(runs, lang).items():
        for turn, line in enumerate(select.series(runs, name, case, "throughput_series")):
            figure.add_trace(
                go.Scatter(
                    x=[at for at, _ in line],
                    y=[value for _, value in line],
                    mode="lines",
                    name=label,
                    legendgroup=name,
                    showlegend=turn == 0,
                    line={"color": faded(COLOURS[name], 1.0 if turn == 0 else 0.5), "width": 1.6},
                    hovertemplate=f"{label} · %{{x}} s · %{{y:,.0f}}/s<extra></extra>",
                )
            )
    figure.update_yaxes(title={"text": word("axis.throughput_linear", lang), "standoff": 8}, rangemode="tozero")
    test = case_label(case, lang)
    told = drawn(figure, runs, [], lang, "caption.over_time", bars=False, test=test)
    return replace(told, title=word("title.plain", lang, case=begun(test), what=word("axis.throughput_linear", lang)))


def by_durability(
    classes: Sequence[pl.DataFrame], lang: str, cases: Sequence[str], measure: str = "throughput"
) -> Drawn:
    """Draw each case once a class of durability: the class is the axis, a line of the chart never mixes two.

    Args:
        classes: the samples of each class by themselves.
        cases: without their class: `oltp_insert` stands for `full.oltp_insert` and `relaxed.oltp_insert`.
    """
    by_class = {runs["durability"][0]: select.unmixed(runs) for runs in classes}
    both = pl.concat(by_class.values())
    names, measured = legend(both, lang), MEASURES[measure]
    rows = []
    for case in cases:
        for durability, runs in by_class.items():
            label = f"{case_label(case, lang)} · {word(f'class.{durability}', lang)}"
            if points := Line(label, f"{durability}.{case}", measured.metrics).points(runs, names):
                rows.append(Row(label, points))
    figure = dots(rows, names, COLOURS, word(f"axis.{measure}", lang), lang, fmt=measured.fmt)
    title = _relaxed(by_class, lang, cases, names) if measure == "throughput" else ""
    return replace(drawn(figure, both, points_of(rows), lang, "caption.by_durability"), title=title)


def _relaxed(by_class: Mapping[str, pl.DataFrame], lang: str, cases: Sequence[str], names: Mapping[str, str]) -> str:
    """Return where a commit that is synced within a second gains least and where most; empty without both classes."""
    if not {"full", "relaxed"} <= by_class.keys():
        return ""
    gained = {}
    for case in cases:
        for name, label in names.items():
            relaxed, full = ((by_class[each], name, f"{each}.{case}") for each in ("relaxed", "full"))
            if ratio := select.across(relaxed, full, "throughput"):
                gained[f"{label} · {case_label(case, lang)}"] = ratio
    return ranged(gained, lang, digits, "title.relaxed")
