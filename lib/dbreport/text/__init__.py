"""Every word that charts, tables and verdicts print, in Chinese and English. Chapters' prose is not here."""

from __future__ import annotations

from collections.abc import Iterable

from . import (
    agreement,
    claims,
    compression,
    half_billion,
    insert_rate,
    kv_engines,
    labels,
    real_workload,
    storage,
    sysbench,
)

LANGUAGES = ("zh", "en")

_WORDS: dict[str, tuple[str, str]] = {
    **labels.WORDS, **half_billion.WORDS, **sysbench.WORDS, **insert_rate.WORDS, **real_workload.WORDS,
    **compression.WORDS, **kv_engines.WORDS, **storage.WORDS, **claims.WORDS, **agreement.WORDS,
}  # fmt: skip


def word(key: str, lang: str, **fields: object) -> str:
    """Return a word or sentence by its key, its fields filled in. Raises KeyError for one that has no words."""
    return _WORDS[key][LANGUAGES.index(lang)].format(**fields)


def unfilled(key: str, lang: str) -> str:
    """Return a sentence with its fields as they are, for a page that fills them in by itself."""
    return _WORDS[key][LANGUAGES.index(lang)]


def known(key: str) -> bool:
    return key in _WORDS


def listed(parts: Iterable[str], lang: str) -> str:
    """Return words as a language lists them."""
    return ("、" if lang == "zh" else ", ").join(parts)


def clauses(parts: Iterable[str], lang: str) -> str:
    """Return clauses, or words that hold commas themselves, as a language sets them apart."""
    return ("；" if lang == "zh" else "; ").join(parts)


def paragraph(parts: Iterable[str], lang: str) -> str:
    """Return sentences as a language has them follow each other."""
    return ("" if lang == "zh" else " ").join(parts)
