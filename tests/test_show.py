"""What a chapter's show() and say() put into the notebook."""

import importlib
import json
import re

import plotly.graph_objects as go
import pytest
from dbreport.errors import UsageError
from dbreport.report.drawn import Drawn
from dbreport.report.markup import Html
from dbreport.report.show import say, show

# By its full name: `dbreport.report.show` is the function of that name.
module = importlib.import_module("dbreport.report.show")


@pytest.fixture
def shown(monkeypatch):
    texts = []
    monkeypatch.setattr(module, "_emit", texts.append)
    return texts


def figure(lang, height=None):
    return go.Figure(go.Bar(x=["a"], y=[1], name=lang)).update_layout(height=height)


def block(markdown, lang):
    return re.search(rf'^::: \{{\.content-visible when-profile="{lang}"\}}\n(.*?)\n:::$', markdown, re.M | re.S)[1]


def test_a_figure_is_drawn_once_per_language(shown):
    seen = []
    show("fig-a", lambda lang: seen.append(lang) or figure(lang))
    assert seen == ["zh", "en"]


def test_one_call_makes_one_output(shown):
    show("fig-a", figure)
    assert len(shown) == 1


def test_each_language_stands_in_its_own_block(shown):
    show("fig-a", figure)
    assert ('"name":"zh"' in block(shown[0], "zh"), '"name":"en"' in block(shown[0], "zh")) == (True, False)


def test_arguments_reach_the_drawing_function(shown):
    show("fig-a", lambda frame, lang, scale: f"{frame}-{scale}-{lang}", 7, scale="smoke")
    assert "7-smoke-en" in block(shown[0], "en")


def test_showing_twice_gives_the_same_text(shown):
    show("fig-a", figure)
    show("fig-a", figure)
    assert shown[0] == shown[1]


def test_a_figure_does_not_carry_plotly_itself(shown):
    show("fig-a", figure)
    assert len(shown[0]) < 30_000


def test_a_figure_has_an_id_of_its_own_per_language(shown):
    show("fig-a", figure)
    assert {"fig-a-zh", "fig-a-en"} == set(re.findall(r'<div id="([^"]+)"', shown[0]))


def test_a_chart_has_its_words_for_those_who_do_not_see_it(shown):
    show("fig-a", lambda lang: go.Figure(go.Bar(x=['"><b>'], y=[1], name=lang)))
    assert '<div role="group" aria-label="en: &quot;&gt;&lt;b&gt; 1">' in block(shown[0], "en")


def test_a_chart_brings_the_style_of_its_own_kinds_alone(shown):
    show("fig-a", figure)
    assert ('"bar":[{' in shown[0], '"heatmap":[{' in shown[0]) == (True, False)


def test_the_room_of_a_chart_is_reserved_before_it_is_drawn(shown):
    show("fig-a", figure, height=350)
    assert "height:350px" in shown[0]


def test_caption_and_warnings_stand_under_the_figure_in_order(shown):
    show("fig-a", lambda lang: Drawn(figure(lang), "A caption.", ("Few repeats.", "Wide spread.")))
    text = block(shown[0], "en")
    parts = ("Plotly.newPlot", "A caption.", "2 cautions about these values", "- Few repeats.", "- Wide", "</details>")
    places = [text.index(part) for part in parts]
    assert sorted(places) == places


def test_one_warning_stands_open_in_either_language(shown):
    show("fig-a", lambda lang: Drawn(figure(lang), "A caption.", (f"Few repeats: {'SQLite, ' * 5}",)))
    for lang in ("zh", "en"):
        text = block(shown[0], lang)
        assert ("<details" in text, "::: {.warnings}" in text) == (False, True)


def test_one_warning_of_many_lines_is_one_line_that_opens(shown):
    show("fig-a", lambda lang: Drawn(figure(lang), "A caption.", (f"Few repeats: {'SQLite, ' * 30}",)))
    for lang, said in (("zh", "读这些数值要留意一点"), ("en", "One caution about these values")):
        text = block(shown[0], lang)
        assert ("<details" in text, said in text) == (True, True)


def test_text_that_is_not_marked_as_html_is_shown_as_it_is(shown):
    show("tbl-a", lambda lang: "<b>not measured</b>")
    assert "::: {.table-box}\n\n\\<b\\>not measured\\</b\\>\n\n:::" in shown[0]


def test_an_html_table_becomes_a_raw_block(shown):
    show("tbl-a", lambda lang: Html("<table><tr><td>1</td></tr></table>"))
    assert "```{=html}\n<table><tr><td>1</td></tr></table>\n```" in shown[0]


def test_backticks_in_html_do_not_end_the_raw_block(shown):
    show("tbl-a", lambda lang: Html("<pre>```</pre>"))
    assert "````{=html}\n<pre>```</pre>\n````" in shown[0]


def test_tables_and_charts_are_told_apart_by_their_id(shown):
    show("tbl-a", lambda lang: "x")
    assert '<figure class="report-table" id="tbl-a">' in shown[0]


@pytest.mark.parametrize("name", ["Fig-A", "fig a", "fig_a", "", "-a", 'a"b'])
def test_an_id_that_no_link_could_name_is_refused(shown, name):
    with pytest.raises(UsageError, match="figure id"):
        show(name, figure)


def test_something_that_is_no_figure_is_refused_by_name(shown):
    with pytest.raises(UsageError, match='"fig-a" drew a NoneType'):
        show("fig-a", lambda lang: None)


def test_prose_takes_its_numbers_from_the_values(shown):
    say("快 {ratio:.1f} 倍", "{ratio:.1f} times as fast", ratio=2.345)
    assert [block(shown[0], lang).strip() for lang in ("zh", "en")] == ["快 2.3 倍", "2.3 times as fast"]


def test_a_value_may_have_a_word_per_language(shown):
    say("{what}快", "{what} is faster", what={"zh": "导入", "en": "import"})
    assert block(shown[0], "en").strip() == "import is faster"


def test_text_among_the_values_is_never_markdown(shown):
    say("{what}", "**{what}**, {n:.1f}", what="*a* [1, 2] {{< x >}}", n=-2.345)
    assert block(shown[0], "en").strip() == r"**\*a\* \[1, 2\] \{\{\< x \>\}\}**, -2.3"


def test_a_caption_and_a_warning_are_text_and_no_markdown(shown):
    show("fig-a", lambda lang: Drawn(figure(lang), "::: {.x} `a`", ("$b$ <i>",)))
    text = block(shown[0], "en")
    assert (True, True) == (r"\:\:: \{.x\} \`a\`" in text, r"- \$b\$ \<i\>" in text)


def test_a_label_of_a_chart_is_text_but_for_its_lines(shown):
    show("fig-a", lambda lang: go.Figure(go.Bar(x=["<b>a</b>"], y=[1], name="one & two\nthree")))
    found = [json.loads(re.search(rf'"{key}":(\[.*?\]|".*?")', shown[0])[1]) for key in ("x", "name")]
    assert [["&lt;b&gt;a&lt;/b&gt;"], "one &amp; two<br>three"] == found


def test_a_missing_value_is_named_with_its_language():
    with pytest.raises(UsageError, match=r"the en text .* needs a value for \{ratio\}"):
        say("快", "{ratio} times", other=1)


def test_a_value_nobody_uses_is_an_error():
    with pytest.raises(UsageError, match="no field for ratio"):
        say("快", "fast", ratio=1)


def test_a_value_that_does_not_fit_its_format_is_an_error():
    with pytest.raises(UsageError, match="cannot be filled"):
        say("{n:.1f}", "{n:.1f}", n="many")


def test_a_broken_template_is_an_error():
    with pytest.raises(UsageError, match="cannot be filled"):
        say("{n", "{n}", n=1)


def test_an_author_sees_the_one_language_chosen(shown, monkeypatch):
    displayed = []
    monkeypatch.setattr("IPython.display.display", displayed.append)
    monkeypatch.setenv("DBREPORT_LANG", "en")
    show("fig-a", lambda lang: Drawn(figure(lang), f"caption {lang}", ("note",)))
    show("tbl-a", lambda lang: Html(f"<b>{lang}</b>"))
    say(zh="{n} 个", en="{n} pieces", n=3)
    chart, below, table = displayed
    assert (chart.data[0].name, below.data, table.data) == ("en", "caption en\n- note", "<b>en</b>")
    assert shown == ["3 pieces"]


def test_a_language_the_report_does_not_have_is_refused(monkeypatch):
    monkeypatch.setenv("DBREPORT_LANG", "fr")
    with pytest.raises(UsageError, match="choose one of: zh, en"):
        show("fig-a", figure)
