"""Charts of the compression chapter: who is small and fast, what each way takes, what merging gives and costs."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import plotly.graph_objects as go
import polars as pl

from ...languages import clauses, paragraph
from ...report.drawn import Drawn, warnings
from ...report.figures import COLOURS, NEUTRAL, blank, faded
from ...report.formats import case_label, digits, size
from ...report.titles import spread
from ...report.words import word
from ...results.select import Point
from . import facts
from .codecs.methods import BLOCKS
from .facts import FAMILIES, FILES, Key, Way, Ways

FAMILY_COLOURS = dict(zip(FAMILIES, ("#8c5a3c", "#c0392b", "#2f6fb7", "#7b3fa0", "#2a9d8f", "#e07b00"), strict=True))
SHOWN_FILES = ("zlib_6", "lzma_6", "brotli_11", "zstd_19", "zstd_19_dict", "merged_xz_9")
"""Methods of files that stand beside the databases."""
NAMED = ("zlib_6", "lzma_3", "lzma_6", "brotli_6", "brotli_11", "zstd_3")
"""Methods that bear their name in a chart, on the front or not: the source's, and what the chapter sets beside them."""
_WIDTH, _HEIGHT = 680, 380
"""Pixels that the dots of a chart of 520 have on a page that is not narrow."""
_PLACES = tuple(f"{upright} {across}" for upright in ("top", "bottom") for across in ("center", "right", "left"))
_Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Series:
    """A line from each document by itself to all together: its methods in that order, where their labels stand.

    `beside` tells that another line begins in the same place, whose label stands there for both.
    """

    name: str
    family: str
    methods: tuple[str, ...]
    place: str
    beside: bool = False


SERIES = (
    _Series("xz", "lzma", ("lzma_9", *(f"merged_{n}_xz_9" for n in BLOCKS), "merged_xz_9"), "bottom right"),
    _Series(
        "zstd", "zstd", ("zstd_19", *(f"merged_{n}_zstd_19" for n in BLOCKS), "merged_zstd_19_long27"), "top left", True
    ),
    _Series("dictionary", "dictionary", ("zstd_19_dict",), "top right"),
)


def pareto(runs: pl.DataFrame, lang: str, corpus: str = facts.MAIN, way: str = "compress") -> Drawn:
    """Draw ratio against speed, `way` being compress or decompress, a dot a method, and the line none other passes."""
    stored = facts.ways(runs, corpus)
    shown = facts.speeds(stored, way)
    figure = blank(520, word(f"axis.{way}_speed", lang), log=True)
    edge = facts.front(shown)
    wanted = [*edge[:1], *edge[-1:], *((FILES, method) for method in NAMED), *edge]
    texts = {key: case_label(f"{corpus}.{key[1]}", lang) for key in wanted if key in shown}
    placed = _placed(shown, edge, texts) if shown else {}
    figure.add_trace(
        go.Scatter(
            x=[shown[key][0] / 1e6 for key in edge],
            y=[shown[key][1] for key in edge],
            mode="lines",
            line={"color": NEUTRAL, "width": 1.6, "dash": "dot"},
            hoverinfo="skip",
            showlegend=False,
        )
    )
    for family, colour in FAMILY_COLOURS.items():
        labels = {key: case_label(f"{corpus}.{key[1]}", lang) for key in shown if stored[key].family == family}
        if not labels:
            continue
        figure.add_trace(
            go.Scatter(
                x=[shown[key][0] / 1e6 for key in labels],
                y=[shown[key][1] for key in labels],
                mode="markers+text",
                name=word(f"family.{family}", lang),
                marker={"color": colour, "size": 9, "symbol": "circle"},
                text=[label if key in placed else "" for key, label in labels.items()],
                textposition=[placed.get(key, "top center") for key in labels],
                textfont={"size": 11, "color": colour},
                hovertext=[
                    f"{label}\n{digits(shown[key][0] / 1e6)} MB/s · {digits(shown[key][1])}×"
                    for key, label in labels.items()
                ],
                hoverinfo="text",
                cliponaxis=False,
            )
        )
    _log_axis(figure.update_xaxes, [speed / 1e6 for speed, _ in shown.values()])
    _log_axis(figure.update_yaxes, [ratio for _, ratio in shown.values()])
    figure.update_yaxes(title={"text": word("axis.compression_ratio", lang), "standoff": 8})
    drawn = {key: stored[key] for key in shown}
    points = [point for dot in drawn.values() if (point := dot.point(corpus, f"{way}_throughput"))]
    said = {"way": word(f"table.{way}", lang)}
    picture = _drawn(figure, drawn, points, lang, corpus, "caption.pareto", **said)
    if len(edge) < 2:
        return picture
    said |= {end: case_label(f"{corpus}.{key[1]}", lang) for end, key in (("small", edge[0]), ("fast", edge[-1]))}
    said |= {end: digits(shown[key][1]) for end, key in (("most", edge[0]), ("least", edge[-1]))}
    if corpus == facts.MAIN:
        return replace(picture, title=word("title.front", lang, **said))
    return replace(picture, title=word("title.front_of", lang, corpus=word(f"corpus.{corpus}", lang), **said))


def _placed(
    points: Mapping[Key, tuple[float, float]], front: Sequence[Key], texts: Mapping[Key, str]
) -> dict[Key, str]:
    """Return where the label of each point stands, of those alone that lie on no dot, label or line; first ones first.

    Both ends of the front have theirs whatever it lies on.
    """
    spots = _in_pixels(points)
    line = [spot for one, other in pairwise(front) for spot in _between(spots[one], spots[other])]
    taken = [_box(spot, "middle center", 10, 10) for spot in spots.values()]
    taken += [_box(spot, "middle center", 3, 3) for spot in line]
    placed = {}
    for key, text in texts.items():
        wide = 11 + 6.2 * sum(2 if sign > "\u2e80" else 1 for sign in text)
        found = {place: _box(spots[key], place, wide, 14) for place in _PLACES}
        lies_on = {place: sum(_touch(box, other) for other in taken) for place, box in found.items()}
        lies_on |= {place: len(taken) for place, box in found.items() if box[0] < 0 or box[2] > _WIDTH}
        best = min(_PLACES, key=lambda place: lies_on[place])
        if not lies_on[best] or key in (front[0], front[-1]):
            placed[key] = best
            taken.append(found[best])
    return placed


def _in_pixels(points: Mapping[Key, tuple[float, float]]) -> dict[Key, _Spot]:
    """Return where points lie in a chart of a usual width, from its upper left corner."""
    (left, right), (low, high) = (_span(values) for values in zip(*points.values(), strict=True))
    width, height = math.log(right / left), math.log(high / low)
    return {
        key: (_WIDTH * math.log(x / left) / width, _HEIGHT * math.log(high / y) / height)
        for key, (x, y) in points.items()
    }


def _between(one: _Spot, other: _Spot) -> list[_Spot]:
    """Return spots all along the line between two, a few pixels apart."""
    (x, y), (to_x, to_y) = one, other
    steps = max(2, round(math.hypot(to_x - x, to_y - y) / 3))
    return [(x + (to_x - x) * n / steps, y + (to_y - y) * n / steps) for n in range(steps + 1)]


def _box(spot: _Spot, place: str, wide: float, high: float) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a text that Plotly puts at a place beside a dot."""
    (x, y), (upright, across) = spot, place.split()
    left = x - wide * {"left": 1.0, "center": 0.5, "right": 0.0}[across]
    top = y - {"top": high + 5, "middle": high / 2, "bottom": -5}[upright]
    return left, top, left + wide, top + high


def _touch(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def sizes(runs: pl.DataFrame, lang: str, corpus: str = facts.MAIN) -> Drawn:
    """Draw what each way of every system takes on disk by part, as a share of the raw text."""
    stored = {key: way for key, way in facts.ways(runs, corpus).items() if key[0] != FILES or key[1] in SHOWN_FILES}
    labels = {
        (engine, method): f"{word(f'engine.{engine}', lang)} · {case_label(f'{corpus}.{method}', lang)}"
        for engine, method in stored
    }
    figure = blank(110 + 26 * len(stored), word("axis.stored_share", lang))
    for part, metrics, opacity in (
        ("data", ("size_data", "size_table"), 1.0),
        ("index", ("size_index",), 0.45),
        ("dictionary", ("size_dictionary",), 0.45),
    ):
        shares = {key: share for key, way in stored.items() if (share := _share(way, metrics)) is not None}
        shares = {key: share for key, share in shares.items() if share or part == "data"}
        figure.add_bar(
            orientation="h",
            y=[labels[key] for key in shares],
            x=list(shares.values()),
            name=word(f"part.{part}", lang),
            marker={"color": [faded(COLOURS.get(engine, NEUTRAL), opacity) for engine, _ in shares]},
            hovertemplate="%{y}: %{x:.2f} %<extra></extra>",
        )
    beside: dict[str, Any] = {"showarrow": False, "xanchor": "left", "xshift": 4, "font": {"size": 11}}
    written = []
    for key, way in stored.items():
        ratio = way.get("ratio")
        text = f"{digits(100 / ratio)} %" if ratio else word(f"status.{way.status}", lang)
        written.append({"y": labels[key], "x": 100 / ratio if ratio else 0, "text": text, **beside})
    figure.update_layout(annotations=written, barmode="stack", showlegend=False)
    figure.update_yaxes(
        autorange="reversed", showgrid=False, categoryorder="array", categoryarray=list(labels.values())
    )
    # all in one archive is no way to store documents that are fetched alone
    alone = {labels[key]: way for key, way in stored.items() if way.family != "merged"}
    shown = {label: 100 / ratio for label, way in alone.items() if (ratio := way.get("ratio"))}
    picture = _drawn(figure, stored, [], lang, corpus, "caption.compression_sizes")
    told = spread(shown, lambda share: f"{digits(share)} %", lang)
    return replace(picture, title=word("title.alone", lang, title=told) if told else "")


def _share(way: Way, metrics: Sequence[str]) -> float | None:
    raw = way.get("raw")
    size = next((size for metric in metrics if (size := way.get(metric)) is not None), None)
    return None if raw is None or size is None else 100 * size / raw


def merging(runs: pl.DataFrame, lang: str, corpus: str = facts.MAIN) -> Drawn:
    """Draw ratio against what must be decompressed for one document, from each by itself to all in one archive."""
    stored = facts.ways(runs, corpus)
    steps = [word("step.one", lang), *map(str, BLOCKS), word("step.all", lang)]
    figure = blank(440, word("axis.touched", lang), log=True)
    shown: dict[Key, Way] = {}
    titles = []
    for series in SERIES:
        at_step = {(FILES, method): step for method, step in zip(series.methods, steps, strict=False)}
        line = {key: step for key, step in at_step.items() if key in stored and stored[key].get("ratio")}
        shown |= {key: stored[key] for key in line}
        touched, ratios = ([stored[key].get(metric) or 0 for key in line] for metric in ("bytes_touched", "ratio"))
        if {steps[0], steps[-1]} <= set(line.values()):
            ends = {"one": digits(ratios[0]), "all": digits(ratios[-1])}
            titles.append(word("title.merged", lang, series=word(f"series.{series.name}", lang), **ends))
        labels = [case_label(f"{corpus}.{method}", lang) for _, method in line]
        figure.add_trace(
            go.Scatter(
                x=touched,
                y=ratios,
                mode="lines+markers+text",
                name=word(f"series.{series.name}", lang),
                line={"color": FAMILY_COLOURS[series.family], "width": 2},
                marker={"size": 8, "symbol": "circle"} if len(series.methods) > 1 else {"size": 14, "symbol": "star"},
                text=["" if series.beside and step == steps[0] else step for step in line.values()],
                textposition=series.place,
                textfont={"size": 11},
                hovertext=[
                    f"{label}\n{digits(r)}× · {size(t)}" for label, r, t in zip(labels, ratios, touched, strict=True)
                ],
                hoverinfo="text",
                cliponaxis=False,
            )
        )
    edges = [way.get("bytes_touched") or 1 for way in shown.values()] or [1, 10]
    ticks = [10.0**n for n in range(math.floor(math.log10(min(edges))), math.ceil(math.log10(max(edges))) + 1)]
    figure.update_xaxes(tickmode="array", tickvals=ticks, ticktext=[size(tick) for tick in ticks])
    _log_axis(figure.update_yaxes, [way.get("ratio") or 1 for way in shown.values()])
    figure.update_yaxes(title={"text": word("axis.compression_ratio", lang), "standoff": 8})
    return replace(_drawn(figure, shown, [], lang, corpus, "caption.merged"), title=clauses(titles, lang))


def _log_axis(update: Callable[..., object], values: Sequence[float]) -> None:
    """Set a logarithmic axis with room at both ends and a line at one, two and five of every power, or more of them."""
    if not values:
        return
    low, high = _span(values)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1, 2, 5) if high / low > 10 else (1, 1.5, 2, 3, 5, 7)
    ticks = [step * 10.0**power for power in powers for step in steps if low <= step * 10.0**power <= high]
    update(
        type="log", dtick=None, tickmode="array", tickvals=ticks, ticktext=[digits(tick) for tick in ticks],
        range=[math.log10(low), math.log10(high)],
    )  # fmt: skip


def _span(values: Sequence[float]) -> tuple[float, float]:
    """Return where an axis of values begins and ends, with room at both ends."""
    return min(values) / 1.3, max(values) * 1.5


def _drawn(
    figure: object, shown: Ways, points: Iterable[Point], lang: str, corpus: str, caption: str, **said: str
) -> Drawn:
    """Add the caption: what is seen, on which documents, and how large the dictionary is that they share."""
    held = facts.documents_of(shown, lang)
    sentences = [
        word(caption, lang, **said),
        word("caption.documents", lang, corpus=word(f"corpus.{corpus}", lang), held=held),
    ]
    if dictionary := max((way.dictionary_bytes for way in shown.values()), default=0):
        sentences.append(word("caption.dictionary", lang, size=size(dictionary)))
    return Drawn(figure, paragraph(sentences, lang), warnings(points, lang))
