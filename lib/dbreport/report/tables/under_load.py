"""Tables and numbers for sentences of the chapters on servers under load."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from ... import stats
from ...results import select
from ...results.store import Cell, Footer
from ..drawn import Drawn
from ..figures import drawn
from ..formats import case_label, digits, written
from ..words import word
from .shared import html, over, strong


def rates(
    runs: pl.DataFrame,
    lang: str,
    cases: Sequence[str],
    profile: str = "default",
    durability: str = "full",
    scale: str | None = None,
) -> Drawn:
    """Return transactions per second with intervals, a line a case, a column a system; the fastest is bold."""
    runs = select.measured_in(select.only(runs, profile, scale, durability), cases)
    names = select.engines(runs)
    rows, points = [], []
    for case in cases:
        found = {name: select.point(runs, name, case, "throughput") for name in names}
        best = max((p.estimate.value for p in found.values() if p and p.estimate), default=None)
        line = [case_label(case, lang)]
        for point in found.values():
            if point is None or point.estimate is None:
                line.append(word(f"status.{point.status if point else 'missing'}", lang))
                continue
            e = point.estimate
            value = strong(digits(e.value)) if e.value == best else digits(e.value)
            line.append(over(value, f"{digits(e.low)} – {digits(e.high)}") if e.has_interval else value)
        rows.append(line)
        points += [p for p in found.values() if p]
    head = [word("table.test", lang), *(word(f"engine.{name}", lang) for name in names)]
    return drawn(html(head, rows, "numbers"), runs, points, lang)


def typical(
    runs: pl.DataFrame, engine: str, case: str, metric: str, fmt: str = "count", temperature: str = "warm"
) -> str:
    """Return the median of one metric for a sentence, or a dash where it was not measured."""
    point = select.point(runs, engine, case, metric, temperature)
    return written(point.estimate.value, fmt) if point and point.estimate else "–"


def busy(runs: pl.DataFrame, details: dict[Cell, Footer], engine: str, case: str) -> str:
    """Return for a sentence how busy server and load generator together kept the processors, in per cent."""
    kept = select.together(runs, engine, case, "server_cpu", "client_cpu", "transactions", "throughput")
    if not kept:
        return "–"
    cores = next(footer.host["cores"] for cell, footer in details.items() if cell.engine == engine)
    shares = [(server + client) * rate / (done * cores) for server, client, done, rate in kept]
    return f"{100 * stats.median(shares).value:.0f} %"


def sync_limit(details: dict[Cell, Footer]) -> str:
    """Return for a sentence how long one sync of the disk takes where nothing else is done, from the measured limit."""
    rates = [rate for footer in details.values() if footer.limits for rate in footer.limits["fsync"]["values"]]
    return written(1 / stats.median(rates).value, "seconds")


def read_per_transaction(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return for a sentence how many bytes the server reads from the disk for a transaction, or a dash."""
    kept = select.together(runs, engine, case, "server_read", "transactions")
    if not kept:
        return "–"
    each = stats.median([read / done for read, done in kept]).value
    return f"{digits(each / 1024)} KiB"


def slowest_second(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return for a sentence the slowest second of all turns, as a share of the median one in per cent."""
    rates = [rate for line in select.series(runs, engine, case, "throughput_series") for _, rate in line]
    return f"{100 * min(rates) / stats.median(rates).value:.0f} %" if rates else "–"


def per_sync(runs: pl.DataFrame, engine: str, case: str) -> str:
    """Return for a sentence how many transactions share one sync of the log."""
    point = select.point(runs, engine, case, "log_syncs_per_transaction")
    return f"{1 / point.estimate.value:.0f}" if point and point.estimate else "–"
