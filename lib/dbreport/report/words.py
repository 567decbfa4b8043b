"""Every word that charts, tables and verdicts print: those all share, and those of each experiment's own room."""

from functools import cache

from .. import discovery
from ..languages import Words
from . import agreement_words, explorer_words, front_words, hosts_words, labels, sources_words, under_load_words


@cache
def vocabulary() -> dict[str, Words]:
    """Return all words by their key. Raises ValueError where two rooms have words for one key."""
    names = discovery.experiments()
    shared = (labels, agreement_words, explorer_words, front_words, hosts_words, sources_words, under_load_words)
    parts = [module.WORDS for module in shared]
    parts.append({f"experiment.{name}": discovery.chapter(name).label for name in names})
    parts += [discovery.part(name, "words").WORDS for name in names]
    merged: dict[str, Words] = {}
    for words in parts:
        if twice := sorted(merged.keys() & words.keys()):
            raise ValueError(f"two rooms have words for: {', '.join(twice)}")
        merged |= words
    return merged


def word(key: str, lang: str, **fields: object) -> str:
    """Return a word or sentence by its key, its fields filled in. Raises KeyError for one that has no words."""
    return unfilled(key, lang).format(**fields)


def unfilled(key: str, lang: str) -> str:
    """Return a sentence with its fields as they are, for a page that fills them in by itself."""
    return vocabulary()[key].of(lang)


def known(key: str) -> bool:
    return key in vocabulary()
