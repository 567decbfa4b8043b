"""Words: both languages, the same fields, and none missing that the code asks for."""

from __future__ import annotations

import ast
import string
from enum import StrEnum
from itertools import pairwise
from types import ModuleType

import pytest
from dbreport import text
from dbreport.answers import NEEDS
from dbreport.engines import NAMES as ENGINES
from dbreport.figures import case_label
from dbreport.model import Durability, Profile, Scale, Status
from dbreport.runners import compression, insert_rate, sysbench
from dbreport.text import known, word
from dbreport.verdicts import Outcome
from samples import PACKAGE

WARNINGS = ("few_repeats", "spread", "short", "drift", "client_bound")


def fields(template: str) -> set[str]:
    return {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("key", text._WORDS)
def test_a_word_stands_in_both_languages(key: str) -> None:
    zh, en = text._WORDS[key]
    if key.startswith("claim."):  # the English claims stand in claims.csv
        assert (bool(zh), en) == (True, "")
    else:
        assert all((zh, en))


@pytest.mark.parametrize("key", [key for key in text._WORDS if not key.startswith("claim.")])
def test_both_languages_fill_the_same_fields(key: str) -> None:
    zh, en = text._WORDS[key]
    assert fields(zh) == fields(en)


def asked_for(module: ast.Module) -> set[str]:
    """Return the keys a module asks words for, those that are spelled out."""
    calls = [n for n in ast.walk(module) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "word"]
    return {
        call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant) and "." in call.args[0].value
    }


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("*.py")), ids=lambda path: path.stem)
def test_every_word_a_module_asks_for_exists(path) -> None:
    assert {key for key in asked_for(ast.parse(path.read_text(encoding="utf-8"))) if not known(key)} == set()


@pytest.mark.parametrize(
    ("prefix", "names"),
    [
        ("engine", ENGINES),
        ("durability", Durability),
        ("profile", Profile),
        ("scale", Scale),
        ("experiment", NEEDS),
        ("status", [*(s for s in Status if s is not Status.OK), "missing"]),
        ("verdict", Outcome),
        ("warning", WARNINGS),
        ("need", [name for needs in NEEDS.values() for name in needs]),
    ],
)
def test_every_name_that_may_be_shown_has_words(prefix: str, names: type[StrEnum]) -> None:
    assert [name for name in names if not known(f"{prefix}.{name}")] == []


@pytest.mark.parametrize("runner", [compression, insert_rate, sysbench])
def test_every_case_has_words(runner: ModuleType) -> None:
    assert [name for name in runner.EXPERIMENT.names() if case_label(name, "en") == name] == []


def test_a_word_nobody_wrote_is_an_error() -> None:
    with pytest.raises(KeyError):
        word("no.such.word", "en")


def test_words_of_one_chapter_do_not_replace_those_of_another() -> None:
    parts = [set(module.WORDS) for module in vars(text).values() if hasattr(module, "WORDS")]
    assert [a & b for a, b in pairwise(parts)] == [set()] * (len(parts) - 1)
