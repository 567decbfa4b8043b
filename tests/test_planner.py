"""The capacity planner: what the page is handed, and what a reader does with it in a browser, from either renderer."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from compressionkit import DICTIONARY_SHARE, RAW, compression_report
from conftest import CHROMIUM
from dbreport.experiments.compression import planner as planning
from dbreport.experiments.compression.facts import CORPORA
from dbreport.report.drawn import Drawn
from samples import frame
from sitekit import LANGUAGES, RENDERERS, address, site

pytestmark = pytest.mark.usefixtures("home")

GIB = 1 << 30


def planner(lang: str) -> Drawn:
    return planning.planner(frame(compression_report()), lang)


def handed_over(drawn: Drawn) -> dict[str, Any]:
    found = re.search(r'<script type="application/json">(.*?)</script>', drawn.figure, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


# what the page is handed -----------------------------------------------------------------------


def test_the_source_s_four_offers_are_preset() -> None:
    assert handed_over(planner("en"))["presets"] == [
        {"disk": 180.0, "price": 2150.0, "years": 3.0},
        {"disk": 180.0, "price": 1323.0, "years": 3.0},
        {"disk": 90.0, "price": 1404.0, "years": 3.0},
        {"disk": 350.0, "price": 3213.0, "years": 3.0},
    ]


def test_a_plan_begins_with_the_source_s_own_question() -> None:
    start = handed_over(planner("en"))["start"]
    assert start == {
        "page": 585.2, "pages": 10_000_000, "disk": 180.0, "price": 2150.0, "years": 3.0, "method": "files__zlib_6",
    }  # fmt: skip


def test_every_measured_method_is_there_with_its_ratio_on_every_corpus() -> None:
    methods = {m["id"]: m for m in handed_over(planner("en"))["methods"]}
    assert methods["files__zlib_6"]["ratio"] == dict.fromkeys(CORPORA, 17.5)
    assert methods["clickhouse__text_zstd_16"]["label"] == "ClickHouse · text column, ZSTD(16)"
    assert (methods["files__merged_4_xz_9"]["block"], methods["files__merged_xz_9"]["block"]) == (4, 0)


def test_a_dictionary_is_handed_over_apart_from_the_ratio() -> None:
    methods = {m["id"]: m for m in handed_over(planner("en"))["methods"]}
    trained = methods["files__zstd_19_dict"]
    assert trained["dictionary"] == dict.fromkeys(CORPORA, 2 * DICTIONARY_SHARE)
    assert trained["ratio"]["docs"] > 60
    assert methods["files__zlib_6"]["dictionary"] == {}


def test_a_corpus_that_was_not_measured_is_not_offered() -> None:
    data = handed_over(planning.planner(frame(compression_report(["docs"])), "en"))
    assert data["corpora"] == ["docs"]


def test_without_measurements_there_is_nothing_to_plan_with() -> None:
    assert planning.planner(frame([]), "en").figure == "No method was measured yet: nothing to plan with."


def test_no_label_can_end_the_data_early() -> None:
    for lang in LANGUAGES:
        script = re.search(r'<script type="application/json">(.*?)</script>', planner(lang).figure, re.DOTALL)
        assert script
        assert not re.search(r"[<>&]", script[1])


def test_every_field_has_a_label_and_no_field_of_the_form_is_left_empty() -> None:
    for lang in LANGUAGES:
        page = planner(lang).figure
        fields = re.findall(r'<(?:input|select) id="([\w-]+)"', page)
        assert sorted(fields) == sorted(re.findall(r'<label for="([\w-]+)"', page))
        assert len(fields) == 7
        assert re.findall(r"\{[a-z_]+\}", page.partition("</script>")[2]) == []


# in a browser ----------------------------------------------------------------------------------


needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="NO CHROMIUM IS INSTALLED: THE CAPACITY PLANNER COULD NOT BE VERIFIED"
)
every_renderer = pytest.mark.parametrize("renderer", RENDERERS)
one_renderer = pytest.mark.parametrize(
    "renderer", RENDERERS[-1:]
)  # the same script on the same form, whoever frames it


@pytest.fixture
def visit(visit: Callable[..., Any]) -> Callable[..., Any]:
    """Open a page and wait until the planner on it has answered."""

    def open_planner(url: str, **how: Any) -> Any:
        page = visit(url, **how)
        page.wait_for_selector(".planner tbody tr", state="attached")
        return page

    return open_planner


def english(renderer: str) -> str:
    return f"{address(f'fixture-{renderer}')}/en/machine.html"


def answer(page: Any) -> str:
    return " ".join(page.locator(".planner-answer").inner_text().split())


def fill(page: Any, /, **values: object) -> None:
    for name, value in values.items():
        page.locator(f"#planner-{name}").fill(str(value))


@needs_browser
@every_renderer
def test_the_planner_answers_in_the_page_s_language_without_an_error(visit: Any, renderer: str) -> None:
    for lang, opening in (("zh", "每页由"), ("en", "A page of")):
        page = visit(f"{address(f'fixture-{renderer}')}/{lang}/machine.html")
        assert opening in answer(page)
        assert page.trouble == []


@needs_browser
@one_renderer
def test_what_fits_follows_from_page_disk_and_ratio(visit: Any, renderer: str) -> None:
    page = visit(english(renderer))
    fill(page, page=100, pages=1_000_000, disk=10, price=30, years=3)
    page.locator("#planner-method").select_option("files__zlib_6")
    fit = int(10 * GIB / (100 * 1024 / 17.5))
    assert "A page of 100 KiB becomes 5.71 KiB. 1,000,000 pages take 5.45 GiB: they fit" in answer(page)
    assert f"{fit:,}" in page.locator("tr[aria-current]").inner_text()
    assert "The disk costs CN¥10 a year: CN¥1,024 per TiB" in answer(page)


@needs_browser
@one_renderer
def test_a_dictionary_is_kept_once_however_many_the_pages(visit: Any, renderer: str) -> None:
    page = visit(english(renderer))
    fill(page, page=100, pages=10, disk=1)
    page.locator("#planner-method").select_option("files__zstd_19_dict")
    ratio = RAW / (RAW / 60 - DICTIONARY_SHARE)
    assert f"10 pages take {(10 * 102_400 / ratio + 2 * DICTIONARY_SHARE) / 1024:.0f} KiB" in answer(page)


@needs_browser
@one_renderer
def test_a_disk_too_small_says_how_many_it_holds(visit: Any, renderer: str) -> None:
    page = visit(english(renderer))
    fill(page, page=100, pages=10_000_000, disk=10)
    page.locator("#planner-method").select_option("files__zlib_6")
    assert f"the disk holds {int(10 * GIB / (100 * 1024 / 17.5)):,} of them" in answer(page)


@needs_browser
@one_renderer
def test_an_offer_sets_disk_price_and_years(visit: Any, renderer: str) -> None:
    page = visit(english(renderer))
    page.get_by_role("button", name="storage type, 350 GiB").click()
    assert [page.locator(f"#planner-{name}").input_value() for name in ("disk", "price", "years")] == [
        "350",
        "3213",
        "3",
    ]
    assert "CN¥3,133 per TiB" in answer(page)  # as the source printed it


@needs_browser
@one_renderer
def test_a_plan_can_be_shared_by_its_address(visit: Any, renderer: str) -> None:
    first = visit(english(renderer))
    fill(first, page=12.5, pages=2_000_000, disk=40)
    first.locator("#planner-corpus").select_option("docs")
    first.locator("#planner-method").select_option("files__lzma_3")
    second = visit(first.url)
    assert answer(second) == answer(first)
    assert second.locator("#planner-page").input_value() == "12.5"
    assert second.locator("#planner-method").input_value() == "files__lzma_3"
    assert first.url == second.locator(".planner-share a").evaluate("link => link.href")


@needs_browser
@one_renderer
def test_the_language_switch_keeps_the_plan(visit: Any, renderer: str) -> None:
    page = visit(english(renderer))
    fill(page, page=33, pages=5_000_000)
    page.locator("a.language-switch").first.click()
    page.wait_for_url("**/zh/**")
    page.wait_for_selector(".planner tbody tr", state="attached")
    assert [page.locator(f"#planner-{name}").input_value() for name in ("page", "pages")] == ["33", "5000000"]


@needs_browser
@one_renderer
def test_a_broken_address_leaves_the_plan_as_it_was(visit: Any, renderer: str) -> None:
    usual = answer(visit(english(renderer)))
    parts = ("planner", "planner--page-x--disk-0p0p0", "planner--method-nobody__knows--corpus-none", "planner--")
    pages = {part: visit(f"{english(renderer)}#{part}") for part in parts}
    assert {part: (answer(page), page.trouble) for part, page in pages.items()} == dict.fromkeys(parts, (usual, []))


@needs_browser
@one_renderer
def test_a_number_that_cannot_be_is_named(visit: Any, renderer: str) -> None:
    page = visit(english(renderer))
    for value in ("0", "-3", ""):
        fill(page, disk=25)
        fill(page, disk=value)
        assert answer(page) == "Give a number above 0: disk (GiB)"
        assert page.locator("#planner-disk").get_attribute("aria-invalid") == "true"


@needs_browser
@one_renderer
def test_everything_is_reached_and_used_by_keyboard(visit: Any, renderer: str) -> None:
    page = visit(english(renderer))
    page.locator(".planner button").first.focus()
    reached = []
    for _ in range(11):
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.dataset.preset"))
        page.keyboard.press("Tab")
    fields = ["page", "pages", "disk", "price", "years", "corpus", "method"]
    assert reached == ["0", "1", "2", "3", *(f"planner-{name}" for name in fields)]
    page.locator(".planner button").nth(3).focus()
    page.keyboard.press("Enter")
    assert page.locator("#planner-disk").input_value() == "350"


@needs_browser
@one_renderer
def test_methods_are_listed_from_most_pages_to_fewest_and_the_others_when_asked_for(visit: Any, renderer: str) -> None:
    page = visit(english(renderer))
    rows, more = page.locator(".planner tbody tr"), page.locator(".planner-more button")
    assert rows.count() == 11, "the chosen one stands below the ten best"
    assert rows.last.get_attribute("aria-current") == "true"
    more.click()
    assert more.get_attribute("aria-expanded") == "true"
    counts = [int(text.replace(",", "")) for text in page.locator(".planner tbody td:nth-child(3)").all_inner_texts()]
    assert counts == sorted(counts, reverse=True)
    assert len(counts) > 20
    more.click()
    assert rows.count() == 11


@needs_browser
@one_renderer
def test_the_planner_fits_a_phone(visit: Any, renderer: str) -> None:
    page = visit(english(renderer), width=390)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@needs_browser
@one_renderer
def test_the_planner_works_from_the_disk(visit: Any, renderer: str) -> None:
    page = visit((site(f"fixture-{renderer}") / "en" / "machine.html").as_uri())
    fill(page, disk=25)
    assert "the disk holds" in answer(page)
    assert "--disk-25--" in page.url
    # a browser loads no modules from the disk, and Quarto's own scripts are such
    assert [line for line in page.trouble if "planner" in line] == []


@one_renderer
def test_pages_without_a_planner_do_not_carry_it(renderer: str) -> None:
    page = (site(f"fixture-{renderer}") / "en" / "index.html").read_text(encoding="utf-8")
    assert "planner.js" not in page
