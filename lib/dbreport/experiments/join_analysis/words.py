"""Words of the chapter on joins."""

from ...languages import Words

WORDS: dict[str, Words] = {}
