"""What is escaped where text becomes HTML, Markdown or a label; and that pandoc makes of it the text it was."""

from __future__ import annotations

import random

import pypandoc
import pytest
from dbreport.report.markup import Html, labels, markdown

MARKS = "a1 \\`*_{}[]()<>#+-.!|~$^&@:=;,/%?"


def test_a_field_of_text_is_escaped_and_one_of_html_is_not() -> None:
    made = Html.of('<b title="{a}">{b}{n:.1f}</b>', a='"><i>', b=Html("<br>"), n=0.25)
    assert made == '<b title="&quot;&gt;&lt;i&gt;"><br>0.2</b>'


def test_a_joined_or_added_text_is_escaped() -> None:
    assert Html("<br>").join(["<", Html("<i>")]) + "&" == "&lt;<br><i>&amp;"


def test_html_in_an_f_string_is_text_again() -> None:
    assert Html.escaped(f"{Html('<b>')}") == "&lt;b&gt;"


@pytest.mark.parametrize(
    "text", ["1. one", "- a", "+ a", "(a) b", "# a", ": a", "a\n\nb", "    a", "::: {.x}", "---", "A. b"]
)
def test_what_opens_a_block_is_text(text: str) -> None:
    assert shown(text) == f"<p>{Html.escaped(' '.join(text.split()))}</p>"


@pytest.mark.parametrize(
    "text",
    ["<script>a</script>", "[a](b){.c}", "{{< include /etc/hosts >}}", "$$x$$ $x$", "`a`{=html}", "a^b^ ~c~ ~~d~~",
     "@a [@b]", "![a](b)", "<http://a.b>", "&lt;", "a--b---c...", "**a** __b__", "</td>", "| a | b |", "\\\\", "a\\"],
)  # fmt: skip
def test_what_marks_up_a_line_is_text(text: str) -> None:
    assert shown(text) == f"<p>{Html.escaped(text)}</p>"


def test_any_text_comes_out_of_pandoc_as_it_is() -> None:
    drawn = random.Random(17)
    texts = [" ".join("".join(drawn.choices(MARKS, k=12)).split()) for _ in range(500)]
    texts = [text for text in texts if text]
    made = pypandoc.convert_text("\n\n".join(map(markdown, texts)), "html5", "markdown", ["--wrap=preserve"])
    assert [f"<p>{Html.escaped(text)}</p>" for text in texts] == made.replace("\r", "").splitlines()


def test_a_version_stays_readable() -> None:
    assert markdown("18.4-1.pgdg (Debian), 3 %") == "18.4-1.pgdg (Debian), 3 %"


def test_numbers_and_templates_of_a_chart_are_left_alone() -> None:
    figure = {"y": [1, None, 2.5], "hovertemplate": "%{y}<extra></extra>"}
    assert labels(figure) == figure


def shown(text: str) -> str:
    return str(pypandoc.convert_text(markdown(text), "html5", "markdown", ["--wrap=preserve"])).strip()
