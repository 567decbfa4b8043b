"""The real render. Loud when it could not be tried: a green run without Quarto has not seen the site it ships."""

import pytest
from dbreport.site.build import find_quarto
from sitekit import LANGUAGES, PROJECTS, pages, read_page, site

pytestmark = pytest.mark.skipif(
    find_quarto() is None,
    reason="QUARTO IS NOT INSTALLED: THE REAL RENDER COULD NOT BE VERIFIED, only the preview was; "
    "put quarto on PATH or pip install quarto-cli",
)
every_project = pytest.mark.parametrize("project", PROJECTS)


@every_project
def test_quarto_made_the_pages(project):
    first = pages(site(f"{project}-quarto"), "zh")[0].read_text(encoding="utf-8")
    assert '<meta name="generator" content="quarto-' in first


@every_project
def test_quarto_and_the_preview_make_the_same_pages(project):
    def names(renderer):
        folder = site(f"{project}-{renderer}")
        return [str(page.relative_to(folder)) for lang in LANGUAGES for page in pages(folder, lang)]

    assert names("preview") == names("quarto")


@every_project
@pytest.mark.parametrize("lang", LANGUAGES)
def test_quarto_and_the_preview_list_the_same_contents(project, lang):
    def contents(renderer):
        folder = site(f"{project}-{renderer}")
        return {page.name: read_page(page, lang).contents for page in pages(folder, lang)}

    assert contents("preview") == contents("quarto")


@every_project
@pytest.mark.parametrize("lang", LANGUAGES)
def test_quarto_and_the_preview_draw_the_same_charts(project, lang):
    def charts(renderer):
        folder = site(f"{project}-{renderer}")
        return {
            page.name: sorted(i for i in read_page(page, lang).ids if i.startswith(("fig-", "tbl-")))
            for page in pages(folder, lang)
        }

    assert charts("preview") == charts("quarto")
