"""What a chart shows, in words: for readers who hear a page, and wherever a chart is not drawn."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..languages import clauses

LONGEST = 1500
"""Characters. Who listens skips a longer one; every value stands in the figure's data, which the page offers."""


def alternative(figure: Mapping[str, Any], lang: str) -> str:
    """Return the axes of a figure and what each of its points says, as its own labels have it.

    Args:
        figure: Plotly's JSON of a figure, its texts plain and in the language.
        lang: what sets its parts apart.

    Returns: one line; what lies beyond LONGEST characters is left out, with a mark.
    """
    layout = figure["layout"]
    titles = (layout.get(axis, {}).get("title", {}).get("text", "") for axis in ("xaxis", "yaxis"))
    said = [" · ".join(filter(None, titles)), *(text for trace in figure["data"] for text in _of_trace(trace))]
    parts = [" ".join(part.replace("\n", ": ").split()) for part in said if part]
    shown, length = 0, 0
    while shown < len(parts) and length + len(parts[shown]) <= LONGEST:
        length += len(parts[shown])
        shown += 1
    return clauses(parts if shown == len(parts) else [*parts[:shown], "…"], lang)


def _of_trace(trace: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a trace says: its own words for each point, values by name, or where a line begins, ends and lies."""
    if trace.get("hoverinfo") == "skip":
        return
    name, told = trace.get("name") or "", trace.get("hovertext")
    if isinstance(told, list | tuple):
        yield from map(str, told)
    elif trace["type"] == "heatmap":
        for row, values in zip(trace["y"], trace["z"], strict=True):
            yield f"{row}: {', '.join(f'{x} {_short(z)}' for x, z in zip(trace['x'], values, strict=True))}"
    elif points := _points(trace):
        if any(isinstance(value, str) for point in points for value in point):
            yield _titled(name, (f"{_words(point)} {_number(point)}" for point in points))
        else:
            (first, begun), (last, ended) = points[0], points[-1]
            values = [y for _, y in points]
            line = f"{_short(first)}–{_short(last)}: {_short(begun)} → {_short(ended)}"
            yield _titled(name, [f"{line} ({_short(min(values))}–{_short(max(values))})"])


def _points(trace: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    pairs = zip(list(trace.get("x", ())), list(trace.get("y", ())), strict=False)
    return [(x, y) for x, y in pairs if x is not None and y is not None]


def _titled(name: str, parts: Iterable[str]) -> str:
    return f"{name}: {', '.join(parts)}" if name else ", ".join(parts)


def _words(point: tuple[Any, Any]) -> str:
    return next(str(value) for value in point if isinstance(value, str))


def _number(point: tuple[Any, Any]) -> str:
    return next((_short(value) for value in point if not isinstance(value, str)), "")


def _short(value: Any) -> str:
    """Write a number in three digits, or whole with separators."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
