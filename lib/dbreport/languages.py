"""The two languages of the report: words in both, and how each puts them together."""

from collections.abc import Iterable
from typing import NamedTuple

LANGUAGES = ("zh", "en")


class Words(NamedTuple):
    """A word or sentence in Chinese and in English, with the same str.format fields."""

    zh: str
    en: str

    def of(self, lang: str) -> str:
        return self.zh if lang == "zh" else self.en


def listed(parts: Iterable[str], lang: str) -> str:
    """Return words as a language lists them."""
    return ("、" if lang == "zh" else ", ").join(parts)


def clauses(parts: Iterable[str], lang: str) -> str:
    """Return clauses, or words that hold commas themselves, as a language sets them apart."""
    return ("；" if lang == "zh" else "; ").join(parts)


def paragraph(parts: Iterable[str], lang: str) -> str:
    """Return sentences as a language has them follow each other."""
    return ("" if lang == "zh" else " ").join(parts)
