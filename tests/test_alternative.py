"""What a chart says in words: its axes and each of its points, in the language of its labels."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest
from dbreport.report.alternative import LONGEST, alternative


def said(*traces: go.Scatter | go.Bar | go.Heatmap, x: str = "", y: str = "", lang: str = "en") -> str:
    figure = go.Figure(list(traces)).update_xaxes(title={"text": x}).update_yaxes(title={"text": y})
    return alternative(figure.to_plotly_json(), lang)


def test_points_say_what_their_labels_say() -> None:
    dots = go.Scatter(x=[0.1, 2.0], y=[0, 1], hovertext=["DuckDB · count\n100 ms", "SQLite · count\n2 s"], name="x")
    assert said(dots, x="time (log scale)") == "time (log scale); DuckDB · count: 100 ms; SQLite · count: 2 s"


@pytest.mark.parametrize("sideways", [False, True])
def test_bars_say_a_name_and_a_value(sideways: bool) -> None:
    names, values = ["files", "MySQL"], [12.345, 92283.0]
    bars = go.Bar(x=values, y=names, orientation="h") if sideways else go.Bar(x=names, y=values)
    assert said(bars, x="size") == "size; files 12.3, MySQL 92,283"


def test_a_line_says_where_it_begins_and_ends_and_how_far_it_goes() -> None:
    line = go.Scatter(x=[1, 2, 3], y=[500.0, None, 20.5], name="PostgreSQL")
    both = go.Scatter(x=[1, 2, 3], y=[500.0, 900.0, 20.5], name="MySQL")
    assert said(line, both) == "PostgreSQL: 1–3: 500 → 20.5 (20.5–500); MySQL: 1–3: 500 → 20.5 (20.5–900)"


def test_a_map_says_every_row() -> None:
    cells = go.Heatmap(x=["before", "after"], y=["SQLite", "DuckDB"], z=[[100, 46], [100, None]])
    assert said(cells) == "SQLite: before 100, after 46; DuckDB: before 100, after –"


def test_what_is_only_there_to_lead_the_eye_says_nothing() -> None:
    assert said(go.Scatter(x=[1, 2], y=[1, 2], hoverinfo="skip"), y="rows") == "rows"


def test_a_long_one_ends_at_a_point_with_a_mark() -> None:
    texts = [f"system {n} takes so many seconds" for n in range(200)]
    text = said(go.Scatter(x=[1] * 200, y=[1] * 200, hovertext=texts))
    assert len(text.replace("; ", "")) <= LONGEST + 1
    assert text.endswith("seconds; …")


def test_each_language_sets_parts_apart_its_own_way() -> None:
    dots = go.Scatter(x=[1, 2], y=[0, 1], hovertext=["甲", "乙"])
    assert said(dots, x="耗时", lang="zh") == "耗时；甲；乙"
