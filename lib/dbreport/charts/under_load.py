"""Charts of servers under load: throughput, latency, scaling, series over time, what durability costs."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
import polars as pl

from .. import published, select
from ..drawn import Drawn
from ..figures import COLOURS, NEUTRAL, Row, blank, case_label, count, dots, drawn, faded
from ..select import Point
from ..stats import Estimate
from ..text import word

PAIR = ("postgresql", "mysql")
PERCENTILES = ("latency_p50", "latency_p95", "latency_p99")


def _names(runs: pl.DataFrame, lang: str) -> dict[str, str]:
    return {name: word(f"engine.{name}", lang) for name in select.engines(runs)}


def _cases(
    runs: pl.DataFrame, lang: str, cases: Sequence[str], metrics: Sequence[str], axis: str, fmt: str, caption: str
) -> Drawn:
    """Draw a line a case, a dot a system: of the metrics the first that was measured."""
    names = _names(runs, lang)
    rows, points = [], []
    for case in cases:
        found = []
        for name in names:
            found += [p for metric in metrics if (p := select.point(runs, name, case, metric))][:1]
        if found:
            rows.append(Row(case_label(case, lang), [(p.engine, p) for p in found]))
            points += found
    return drawn(dots(rows, names, COLOURS, word(axis, lang), fmt=fmt), runs, points, lang, caption)


def throughput(
    runs: pl.DataFrame,
    lang: str,
    cases: Sequence[str],
    profile: str = "default",
    durability: str = "full",
    scale: str | None = None,
) -> Drawn:
    """Draw the throughput of every system at each case, in one class of durability."""
    runs = select.only(runs, profile, scale, durability)
    return _cases(runs, lang, cases, ("throughput",), "axis.throughput", "rate", "caption.throughput")


def per_transaction(
    runs: pl.DataFrame,
    lang: str,
    cases: Sequence[str],
    metric: str,
    profile: str = "default",
    durability: str = "full",
    scale: str | None = None,
) -> Drawn:
    """Draw what one transaction costs: `metric` is `log_bytes`, `log_syncs` or `server_cpu`."""
    runs = select.only(runs, profile, scale, durability)
    fmt = {"log_bytes": "bytes", "log_syncs": "count", "server_cpu": "seconds"}[metric]
    return _cases(runs, lang, cases, (f"{metric}_per_transaction",), f"axis.{metric}", fmt, f"caption.{metric}")


def row_rates(
    runs: pl.DataFrame,
    lang: str,
    cases: Sequence[str],
    profile: str = "default",
    durability: str = "full",
    scale: str | None = None,
) -> Drawn:
    """Draw rows per second, whether a transaction inserts one row, several or all of them."""
    runs = select.only(runs, profile, scale, durability)
    # where a transaction is a row, its rate is the rows' rate
    metrics = ("row_throughput", "throughput")
    return _cases(runs, lang, cases, metrics, "axis.row_rate", "rate", "caption.throughput")


def latencies(
    runs: pl.DataFrame,
    lang: str,
    cases: Sequence[str],
    profile: str = "default",
    durability: str = "full",
    scale: str | None = None,
) -> Drawn:
    """Draw the median, 95th and 99th percentile of the latency at each case."""
    runs = select.only(runs, profile, scale, durability)
    names = _names(runs, lang)
    rows, points = [], []
    for case in cases:
        for metric in PERCENTILES:
            found = [p for name in names if (p := select.point(runs, name, case, metric))]
            if found:
                rows.append(Row(f"{case_label(case, lang)} · {metric[-3:]}", [(p.engine, p) for p in found]))
                points += found
    return drawn(dots(rows, names, COLOURS, word("axis.latency", lang)), runs, points, lang, "caption.percentiles")


def scaling(
    runs: pl.DataFrame,
    lang: str,
    test: str,
    metric: str = "throughput",
    profile: str = "tuned",
    scale: str | None = None,
) -> Drawn:
    """Draw throughput, or the log's syncs per transaction, over the number of client threads."""
    runs = select.only(runs.filter(pl.col("case").str.starts_with(f"sweep.{test}.")), profile, scale)
    name, digits = ("throughput", ",.0f") if metric == "throughput" else ("log_syncs_per_transaction", ".3f")
    threads = sorted(set(runs["threads"]))
    figure = blank(400, word("axis.threads", lang))
    points: list[Point] = []
    for engine, label in _names(runs, lang).items():
        found = {n: p for n in threads if (p := select.point(runs, engine, f"sweep.{test}.{n}", name))}
        points += found.values()
        known = {n: p.estimate for n, p in found.items() if p.estimate}
        figure.add_trace(
            go.Scatter(
                x=list(known),
                y=[e.value for e in known.values()],
                error_y={
                    "type": "data",
                    "array": [e.high - e.value for e in known.values()],
                    "arrayminus": [e.value - e.low for e in known.values()],
                    "thickness": 1.4,
                    "width": 3,
                },
                mode="lines+markers",
                name=label,
                line={"color": COLOURS[engine], "width": 2},
                hovertemplate=f"{label} · %{{x}} · %{{y:{digits}}}<extra></extra>",
            )
        )
    figure.update_xaxes(type="log", tickmode="array", tickvals=threads, ticktext=[str(n) for n in threads], dtick=None)
    title = word("axis.throughput_linear" if metric == "throughput" else "axis.log_syncs_linear", lang)
    figure.update_yaxes(title={"text": title, "standoff": 8}, rangemode="tozero")
    return drawn(figure, runs, points, lang, "caption.scaling")


def over_time(
    runs: pl.DataFrame,
    lang: str,
    case: str,
    profile: str = "default",
    scale: str | None = None,
) -> Drawn:
    """Draw the throughput of every second of every turn at one case."""
    runs = select.only(runs.filter(pl.col("case") == case), profile, scale)
    figure = blank(360, word("axis.second", lang))
    for name, label in _names(runs, lang).items():
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
    return drawn(figure, runs, [], lang, "caption.over_time", bars=False)


def by_durability(
    runs: pl.DataFrame,
    lang: str,
    cases: Sequence[str],
    metric: str = "throughput",
    profile: str = "default",
    scale: str | None = None,
) -> Drawn:
    """Draw each case once a class of durability: the class is the axis, a line of the chart never mixes two.

    `cases` are without their class: `oltp_insert` stands for `full.oltp_insert` and `relaxed.oltp_insert`.
    """
    classes = {name: select.only(runs, profile, scale, name) for name in ("full", "relaxed")}
    names = _names(next(iter(classes.values())), lang)
    kept, fmt = ("throughput", "rate") if metric == "throughput" else (f"{metric}_per_transaction", "count")
    rows, points = [], []
    for case in cases:
        for durability, frame in classes.items():
            name = f"{durability}.{case}"
            found = [p for engine in names if (p := select.point(frame, engine, name, kept))]
            if found:
                label = f"{case_label(case, lang)} · {word(f'class.{durability}', lang)}"
                rows.append(Row(label, [(p.engine, p) for p in found]))
                points += found
    figure = dots(rows, names, COLOURS, word(f"axis.{metric}", lang), fmt=fmt)
    return drawn(figure, pl.concat(list(classes.values())), points, lang, "caption.by_durability")


def sysbench_printed(runs: pl.DataFrame, lang: str, profile: str = "tuned", scale: str | None = None) -> Drawn:
    """Draw PostgreSQL over MySQL as printed, and ours in each class of durability, test by test."""
    rows = []
    frames = {name: select.only(runs, profile, scale, name) for name in ("full", "relaxed")}
    for test, printed in printed_throughput().items():
        points = [("printed", Point("", test, printed, "ok", None))]
        for durability, frame in frames.items():
            case = f"{durability}.{test}"
            ours = select.ratio(frame, (PAIR[0], case), (PAIR[1], case), "throughput")
            if ours:
                points.append((durability, Point("", test, ours, "ok", None)))
        rows.append(Row(case_label(test, lang), points))
    both = pl.concat(list(frames.values()))
    names = {
        "printed": word("legend.sysbench_printed", lang),
        "full": word("legend.in_class", lang, name=word("class.full", lang), scale=count(select.rows_of(both), lang)),
        "relaxed": word(
            "legend.in_class", lang, name=word("class.relaxed", lang), scale=count(select.rows_of(both), lang)
        ),
    }
    colours = {"printed": NEUTRAL, "full": "#7b3fa0", "relaxed": "#c49bdb"}
    figure = dots(rows, names, colours, word("axis.sysbench_published", lang), {"printed": "diamond"}, fmt="ratio")
    figure.add_vline(x=1, line={"color": NEUTRAL, "width": 1.2})
    return drawn(figure, both.filter(pl.col("engine").is_in(PAIR)), [], lang, "caption.sysbench_published")


def printed_throughput() -> dict[str, Estimate]:
    """Return PostgreSQL over MySQL as the source printed it, by test."""
    figures = published.figures("sysbench").filter(pl.col("metric") == "throughput")
    value = {(row["case"], row["system"]): row["value"] for row in figures.to_dicts()}
    found = {}
    for test in dict.fromkeys(figures["case"]):
        ratio = value[test, "postgresql"] / value[test, "mysql"]
        found[test] = Estimate(ratio, ratio, ratio, 1)
    return found


def commit_delays(runs: pl.DataFrame, lang: str, shape: str = "columns", scale: str | None = None) -> Drawn:
    """Draw what commit_delay does on PostgreSQL, apart for each class of durability and number of clients."""
    lines = {}
    for durability in ("full", "relaxed"):
        for clients in (8, 128):
            lines[f"{durability}.{clients}"] = select.only(
                runs.filter(pl.col("engine") == "postgresql"), "default", scale, durability
            )
    rows, points = [], []
    for delay in ("", ".delay_100us", ".delay_1000us", ".delay_100000us"):
        found = []
        for series, frame in lines.items():
            in_class, by = series.split(".")
            point = select.point(frame, "postgresql", f"{in_class}.{shape}.{by}{delay}", "throughput")
            if point:
                found.append((series, point))
        if found:
            rows.append(Row(word(f"delay{delay or '.none'}", lang), found))
            points += [p for _, p in found]
    names = {
        series: word("legend.clients", lang, name=word(f"class.{series.split('.')[0]}", lang), n=series.split(".")[1])
        for series in lines
    }
    colours = {"full.8": "#2f6fb7", "full.128": "#12365f", "relaxed.8": "#7fc4a8", "relaxed.128": "#1f7a54"}
    both = pl.concat([lines["full.8"], lines["relaxed.8"]])
    figure = dots(rows, names, colours, word("axis.throughput", lang), fmt="rate")
    return drawn(figure, both, points, lang, "caption.delays")
