"""Words: both languages, the same fields, and none missing that the code asks for."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterable

import pytest
from dbreport import discovery
from dbreport.engines import NAMES as ENGINES
from dbreport.languages import Words
from dbreport.model import Durability, Profile, Scale, Status
from dbreport.report.formats import case_label
from dbreport.report.verdicts.decide import Outcome
from dbreport.report.words import known, vocabulary, word
from samples import PACKAGE

WARNINGS = ("few_repeats", "spread", "from_disk", "short", "drift", "client_bound")


def fields(template: str) -> set[str]:
    return {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_word_stands_in_both_languages() -> None:
    # the English claims stand in claims.csv
    one_sided = [
        key for key, words in vocabulary().items() if not words.zh or bool(words.en) == key.startswith("claim.")
    ]
    assert one_sided == []


def test_both_languages_fill_the_same_fields() -> None:
    both = {key: words for key, words in vocabulary().items() if not key.startswith("claim.")}
    assert {key: words for key, words in both.items() if fields(words.zh) != fields(words.en)} == {}


HANDED_ON = ("agreement", "axis", "caption", "estimate", "fold", "legend", "printed", "status", "table", "warning")
"""First parts of keys that one function hands to another, which asks for the words."""


def asked_for(module: ast.Module) -> set[str]:
    """Return the keys a module asks words for or hands on, those that are spelled out."""
    nodes = list(ast.walk(module))
    of_a_whole = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    asked = {
        id(node.args[0]) for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "word"
    }
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in of_a_whole
        and re.fullmatch(r"\w+(\.\w+)+", node.value) and not node.value.endswith(".ipynb")
        and (id(node) in asked or node.value.partition(".")[0] in HANDED_ON)
    }  # fmt: skip


def test_every_word_a_module_asks_for_exists() -> None:
    asked = {key for path in PACKAGE.rglob("*.py") for key in asked_for(ast.parse(path.read_text(encoding="utf-8")))}
    assert len(asked) > 120
    assert {key for key in asked if not known(key)} == set()


def test_every_name_that_may_be_shown_has_words() -> None:
    facts = [discovery.part(name, "facts") for name in discovery.experiments()]
    asks = [ask for room in facts for asked in getattr(room, "JOBS", {}).values() for ask in asked]
    shown: dict[str, Iterable[str]] = {
        "engine": ENGINES,
        "durability": Durability,
        "profile": Profile,
        "scale": Scale,
        "experiment": discovery.experiments(),
        "status": [*(status for status in Status if status is not Status.OK), "missing"],
        "verdict": Outcome,
        "warning": WARNINGS,
        "need": [need for room in facts for need in getattr(room, "NEEDS", ())],
        "job": [job for room in facts for job in getattr(room, "JOBS", ())],
        "condition": [name for ask in asks for name in ask.otherwise],
    }
    keys = [f"{prefix}.{name}" for prefix, names in shown.items() for name in names]
    assert [key for key in keys if not known(key)] == []


def test_every_case_has_words() -> None:
    cases = [
        (name, case)
        for name in discovery.experiments()
        for scale in Scale
        for case in discovery.experiment(name).names(scale)
    ]
    assert {name for name, _ in cases} == {*discovery.experiments()}
    assert [(name, case) for name, case in cases if case_label(case, "en") == case] == []


def test_a_word_nobody_wrote_is_an_error() -> None:
    with pytest.raises(KeyError):
        word("no.such.word", "en")


def test_words_of_two_rooms_for_one_key_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(discovery.part("storage", "words").WORDS, "profile.tuned", Words(zh="别的", en="other"))
    with pytest.raises(ValueError, match=r"two rooms have words for: profile\.tuned"):
        vocabulary.__wrapped__()
