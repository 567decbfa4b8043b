"""The preview renderer: what it takes from Quarto's own configuration and sources."""

import re
import shutil

import pytest
import yaml
from dbreport.errors import SiteFailed
from dbreport.site import preview
from sitekit import ROOT, project, read_page, site


@pytest.fixture
def copy(tmp_path):
    shutil.copytree(project("fixture"), tmp_path / "copy")
    return tmp_path / "copy"


def rendered(folder, name, lang="en"):
    preview.render(folder, folder / "_site")
    return (folder / "_site" / lang / name).read_text(encoding="utf-8")


def methods(folder, text):
    (folder / "methods.qmd").write_text(f"---\ntitle: T\n---\n\n{text}\n", encoding="utf-8")
    page = rendered(folder, "methods.html")
    return re.search(r"</header>\s*(.*?)\s*</main>", page[page.index("<main") :], re.S)[1]


def test_titles_come_from_the_languages_profile():
    assert "<title>五亿行：导入与查询 – 数据库实测</title>" in (
        site("fixture-preview") / "zh/chapters/half-billion.html"
    ).read_text(encoding="utf-8")


def test_navigation_comes_from_the_languages_profile():
    bar = yaml.safe_load((ROOT / "_quarto-en.yml").read_text(encoding="utf-8"))["website"]["navbar"]
    words = read_page(site("fixture-preview") / "en/index.html", "en").words
    assert [item["text"] for item in bar["left"] if item["text"] not in words] == []


def test_the_current_page_is_marked_in_the_navigation():
    text = (site("fixture-preview") / "en/methods.html").read_text(encoding="utf-8")
    assert re.findall(r"<a [^>]*aria-current.*?</a>", text) == [
        '<a href="methods.html" aria-current="page">Methods</a>'
    ]


def test_the_language_switch_leads_to_the_same_page_without_a_script():
    text = (site("fixture-preview") / "en/chapters/half-billion.html").read_text(encoding="utf-8")
    assert (
        '<a class="language-switch" lang="zh" hreflang="zh" href="../../zh/chapters/half-billion.html">中文</a>' in text
    )


def test_every_page_says_that_it_is_a_preview():
    assert "Preview: made with pandoc" in read_page(site("fixture-preview") / "en/methods.html", "en").words


def test_spans_within_a_sentence_are_chosen_too(copy):
    body = methods(copy, '1 [二]{.content-visible when-profile="zh"}[two]{.content-visible when-profile="en"} 3')
    assert body == "<p>1 two 3</p>"


def test_blocks_within_blocks_are_chosen_too(copy):
    body = methods(
        copy,
        ':::: {.content-visible when-profile="en"}\n::: {.content-visible when-profile="zh"}\nB\n:::\n\nA\n::::',
    )
    assert body == "<p>A</p>"


def test_links_to_sources_become_links_to_pages(copy):
    body = methods(copy, "[a](chapters/half-billion.ipynb#sec-why) [b](methods.qmd) [c](https://example.org/x.ipynb)")
    assert re.findall(r'href="([^"]+)"', body) == [
        "chapters/half-billion.html#sec-why",
        "methods.html",
        "https://example.org/x.ipynb",
    ]


def test_a_line_break_between_chinese_characters_is_no_space(copy):
    (copy / "methods.qmd").write_text("---\ntitle: T\n---\n\n排序\n规则\n", encoding="utf-8")
    assert "<p>排序规则</p>" in rendered(copy, "methods.html", "zh")


def test_a_title_nobody_gave_is_an_error(copy):
    (copy / "methods.qmd").write_text('---\ntitle: "{{< meta titles.nowhere >}}"\n---\n')
    with pytest.raises(SiteFailed, match=r"titles\.nowhere"):
        rendered(copy, "methods.html")


def test_the_source_of_a_cell_is_not_shown_and_its_output_is():
    text = (site("fixture-preview") / "en/chapters/half-billion.html").read_text(encoding="utf-8")
    assert ("def rates" in text, "Query times of six systems" in text) == (False, True)


def test_a_cell_of_a_notebook_is_shown_where_the_text_asks_for_it(copy):
    body = methods(copy, "Before.\n\n{{< embed machine.ipynb#cell-3 >}}\n\nAfter.")
    assert body.index("Before.") < body.index('id="tbl-host"') < body.index("After.")


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("machine.ipynb#nothing", r"methods\.qmd shows a cell nothing, which machine\.ipynb does not have"),
        ("nowhere.ipynb#cell-1", r"methods\.qmd shows a cell of nowhere\.ipynb, which does not exist"),
    ],
)
def test_a_cell_that_is_not_there_is_an_error(copy, named, said):
    with pytest.raises(SiteFailed, match=said):
        methods(copy, f"{{{{< embed {named} >}}}}")


def test_a_broken_configuration_is_an_error(copy):
    (copy / "_quarto.yml").write_text("project: [")
    with pytest.raises(SiteFailed, match=r"_quarto\.yml is not valid YAML"):
        rendered(copy, "index.html")


def test_a_configuration_without_pages_is_an_error(copy):
    (copy / "_quarto.yml").write_text("format: {html: {toc-depth: 3}}\n")
    with pytest.raises(SiteFailed, match=r"_quarto\.yml has no project\.render"):
        rendered(copy, "index.html")


def test_a_broken_front_matter_is_an_error(copy):
    (copy / "methods.qmd").write_text("---\ntitle: [\n---\n\nx\n")
    with pytest.raises(SiteFailed, match=r"methods\.qmd"):
        rendered(copy, "methods.html")


def test_rendering_twice_gives_the_same_bytes(copy):
    assert rendered(copy, "chapters/half-billion.html") == rendered(copy, "chapters/half-billion.html")
