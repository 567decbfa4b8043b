"""Tables of the sensor's chapter: how each system is asked its own way, and what goes with the oldest month."""

from collections.abc import Mapping

import polars as pl

from ...report.drawn import Drawn, drawn
from ...report.formats import case_label, digits, size
from ...report.markup import Html
from ...report.tables.shared import cell, code, html
from ...report.words import word
from ...results import select
from ...results.select import Point
from ...results.store import Cell, Footer
from .facts import RETIRING, given_back, retired


def retirement(runs: pl.DataFrame, lang: str) -> Drawn:
    """Return seconds, rows that went, bytes before and after, and the share given back, a line a system and a way."""
    runs = select.unmixed(runs)
    rows: list[list[str]] = []
    points: list[Point] = []
    for case in RETIRING:
        for name in select.engines(runs):
            point = select.point(runs, name, case, "duration")
            if point is None:
                continue
            points.append(point)
            row = [f"{word(f'engine.{name}', lang)} · {case_label(case, lang)}", cell(point, None, lang)]
            rows.append([*row, *_went(runs, name, case)])
    if not rows:
        return Drawn(word("verdict.missing", lang))
    keys = ("table.engine", "sensor.took", "sensor.rows_gone", "sensor.before", "sensor.after", "sensor.given_back")
    return drawn(html([word(key, lang) for key in keys], rows, "numbers"), runs, points, lang, "caption.sensor_retired")


def _went(runs: pl.DataFrame, engine: str, case: str) -> list[str]:
    found = retired(runs, engine, case)
    if found is None:
        return ["–"] * 4
    gone, before, after = found
    return [digits(gone), size(before), size(after), given_back(runs, engine, case)]


def said(details: Mapping[Cell, Footer], lang: str, scale: str, case: str = "last.own") -> Html:
    """Return a question as each system was asked it."""
    rows = [
        [word(f"engine.{cell.engine}", lang), code(footer.statements[case])]
        for cell, footer in sorted(details.items(), key=lambda item: select.place(item[0].engine))
        if (cell.scale, cell.profile) == (scale, "default") and case in footer.statements
    ]
    return html([word(f"table.{name}", lang) for name in ("engine", "statement")], rows)
