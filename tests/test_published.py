"""The sources' figures as delivered, and what happens to a file that does not fit their schema."""

from __future__ import annotations

from pathlib import Path

import pytest
from dbreport.errors import PublishedInvalid
from dbreport.languages import LANGUAGES
from dbreport.report import published
from samples import ROOT

pytestmark = pytest.mark.usefixtures("home")

FIGURE = "rk3588,half_billion,unindexed,count,mysql,default,latency,s,44,measured,"
CLAIM = "hb-1,rk3588,half_billion,ratio,A is faster.,measure it"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of its own, with one figure and one claim."""
    made = tmp_path / "data" / "published"
    made.mkdir(parents=True)
    (made / "figures.csv").write_text(f"{','.join(published.FIGURES)}\n{FIGURE}\n")
    (made / "claims.csv").write_text(f"{','.join(published.CLAIMS)}\n{CLAIM}\n")
    monkeypatch.setenv("DBREPORT_HOME", str(tmp_path))
    return made


def test_every_printed_figure_loads() -> None:
    lines = (ROOT / "data" / "published" / "figures.csv").read_text(encoding="utf-8").splitlines()
    assert published.figures().height == len(lines) - 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_of_a_figure_is_called_something(lang: str) -> None:
    figures = published.figures()
    texts = {text for column in published.NAMED for text in figures[column].drop_nulls().unique() if text}
    assert texts == set(published._names(lang))
    assert all(published.named(text, lang).strip() for text in texts)


def test_a_name_that_is_not_listed_stays_as_it_is() -> None:
    assert published.named("nothing of the kind", "zh") == "nothing of the kind"


def test_every_experiment_has_figures_or_claims_of_its_own() -> None:
    counted = {name: published.claims(name).height for name in published.claims()["experiment"].unique()}
    assert counted["half_billion"] == 8
    assert sum(counted.values()) == published.claims().height


def test_figures_of_one_experiment_are_its_own() -> None:
    assert set(published.figures("half_billion")["experiment"]) == {"half_billion"}


def test_a_timeout_is_printed_without_a_value() -> None:
    row = published.figures("half_billion").row(
        by_predicate=(published.pl.col("table") == "unindexed")
        & (published.pl.col("case") == "point")
        & (published.pl.col("system") == "mysql"),
        named=True,
    )
    assert (row["status"], row["value"]) == ("timeout", None)


def test_a_figure_is_kept_as_printed(folder: Path) -> None:
    assert dict(zip(published.FIGURES, FIGURE.split(","), strict=True)) | {"value": 44.0, "note": None} == (
        published.figures().row(0, named=True)
    )


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("figures.csv", FIGURE.replace("44", "many"), "does not fit its schema"),
        ("figures.csv", FIGURE.replace("measured", "guessed"), "status 'guessed' does not exist"),
        ("figures.csv", FIGURE.replace("44", ""), "a measured figure has no value"),
        ("figures.csv", f"{FIGURE},more,still more", "does not fit its schema"),
        ("claims.csv", CLAIM.replace("ratio", "rumour"), "kind 'rumour' does not exist"),
        ("claims.csv", f"{CLAIM}\n{CLAIM}", "two claims have one id"),
    ],
    ids=["no number", "unknown status", "no value", "too many fields", "unknown kind", "an id twice"],
)
def test_a_row_that_does_not_fit_is_refused(folder: Path, name: str, text: str, said: str) -> None:
    path = folder / name
    header = path.read_text().splitlines()[0]
    path.write_text(f"{header}\n{text}\n")
    with pytest.raises(PublishedInvalid, match=said):
        published.figures() if name == "figures.csv" else published.claims()


def test_other_columns_are_refused_by_name(folder: Path) -> None:
    path = folder / "claims.csv"
    path.write_text(path.read_text().replace("check", "test", 1))
    with pytest.raises(PublishedInvalid, match="it should have id, source, experiment, kind, claim, check"):
        published.claims()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"id\n1\n"], ids=["empty", "not UTF-8", "one column"])
def test_a_file_that_is_no_such_table_is_refused(folder: Path, content: bytes) -> None:
    (folder / "claims.csv").write_bytes(content)
    with pytest.raises(PublishedInvalid):
        published.claims()


def test_a_missing_file_says_where_to_get_it(folder: Path) -> None:
    (folder / "figures.csv").unlink()
    with pytest.raises(PublishedInvalid, match="restore it from the repository"):
        published.figures()
