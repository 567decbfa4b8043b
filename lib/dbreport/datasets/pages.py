"""Seeded pages of player profiles, about 570 KiB of HTML each: style and script inline, a state in JSON, match cards.

An illustration that decides nothing, tuned to what the source printed, all of it: zlib 6 saves 94.3 %, lzma 3 and 6
95.5 and 95.7, lzma on zlib's output of a page nothing more, of all 96.8, xz of all 99.5, ClickHouse's blocks of text
93.8 and 96.3, of xz 95.8.
"""

import base64
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import UsageError
from ..model import Column, Table
from . import corpus
from .fingerprint import fingerprint

TABLE = Table("pages", (Column("id", "int64"), Column("body", "text")), ("id",))

Digits = np.ndarray[Any, np.dtype[np.uint8]]
Whole = np.ndarray[Any, np.dtype[np.int64]]
Template = tuple[Digits, dict[str, tuple[int, list[int]]]]

UNCHANGED, SINCE = 0.3, (48, 108)
"""Share of pages that are an earlier one again, and how many pages earlier: a page is kept at every visit."""
GROUPS = (79, 99)
"""Groups of ten badges on a page, fewest and most: what makes one page longer than another."""
CARDS = 5
"""Matches on a page, the latest ones."""
PICKED = (310, 360)
"""Items of the catalogue that a page's state holds, fewest and most."""
REPEATED = 36
"""Items that stand at the end of the page once more, too far away for zlib to see."""
ITEMS, ALL_GROUPS = 2400, 400
"""How many there are to choose from: a page shares them with many others, though seldom with its neighbour."""
RULES, FUNCTIONS, FONT_BYTES = 88, 32, 4_400
"""Rules of the style, functions of the script, and an embedded font: the same on every page."""

_WORDS = (
    "amber anchor arcane arrow ashen aurora bane beacon blade blaze bloom bolt bone brave bronze cinder cloud copper"
    " coral crest crown crystal dagger dawn dusk eagle ember fable falcon fang feather flame flint forge frost gale"
    " ghost glade glass gleam grove guard hammer harbor hollow hunter iron ivory jade keeper lance lantern lotus lunar"
    " mantle marble mirror mist moon nether night oak oath obsidian onyx opal oracle orchid pearl phantom pilgrim pine"
    " plume quartz quiet raven relic ridge river rogue rune sable saber sage scale scarlet shade shard shield silver"
    " sky smoke solar spark spear spirit star stone storm swift talon tempest thorn thunder tide tiger torch tower vale"
    " veil velvet verdant vigil viper void warden wave whisper wild willow winter wolf wraith wyrm zephyr"
).split()
_KINDS = ("blade", "bow", "staff", "shield", "helm", "boots", "ring", "amulet", "potion", "scroll", "banner", "mount")
_VERBS = ("Restores", "Increases", "Reduces", "Reveals", "Shields", "Slows", "Burns", "Heals", "Blinds", "Marks")
_TARGETS = ("health", "mana", "armor", "attack speed", "movement speed", "damage", "vision", "cooldowns", "gold earned")
_WHOM = ("the hero", "nearby allies", "all enemies in range", "the attacked unit", "towers", "summoned units")
_RANKS = ("Novice", "Skilled", "Veteran", "Master")
_FAMILY = "王李张刘陈杨黄赵周吴徐孙马朱胡林郭何高罗"
_GIVEN = "伟芳娜敏静丽强磊洋勇军杰娟涛明超霞平刚桂英华玉兰飞鑫波斌宇浩凯健俊"
_PROPERTIES = (
    "color background-color border-color margin padding width height font-size line-height flex gap opacity transform"
    " transition z-index border-radius box-shadow grid-template-columns letter-spacing max-width min-height top left"
).split()

_EPOCH_S = 1_718_000_000

# what stands between # signs is a number of as many digits, the same wherever it stands in a card
_CARD = """
<article class="match-card match-card--ranked match-card--expanded" id="match-#iiiiiiii#" data-mode="ranked">
<header class="match-card__header match-card__header--sticky"><a class="match-card__link" href="/match/#iiiiiiii#">
<span class="match-card__portrait sprite sprite--hero sprite--medium" data-hero="#h#" aria-hidden="true"></span>
<span class="match-card__mode match-card__mode--ranked">Ranked solo</span></a>
<time class="match-card__time">#tttttttt#</time></header>
<dl class="match-card__numbers numbers numbers--compact"><dt class="numbers__label">Kills</dt>
<dd class="numbers__value numbers__value--kills">#k#</dd><dt class="numbers__label">Deaths</dt>
<dd class="numbers__value numbers__value--deaths">#d#</dd><dt class="numbers__label">Assists</dt>
<dd class="numbers__value numbers__value--assists">#a#</dd></dl>
<ul class="match-card__team match-card__team--radiant team team--compact" data-side="radiant">{radiant}</ul>
<ul class="match-card__team match-card__team--dire team team--compact" data-side="dire">{dire}</ul>
<footer class="match-card__footer"><button class="button button--ghost button--small" type="button"
 data-action="expand" aria-controls="details" aria-expanded="false"><span class="button__label">
Show details</span><svg class="icon icon--chevron" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
<path d="M4.2 6.1a.6.6 0 0 1 .85-.03L8 8.9l2.95-2.83a.6.6 0 1 1 .82.88l-3.36 3.2a.6.6 0 0 1-.83 0L4.23 6.95a.6.6 0
 0 1-.03-.85Z" fill="currentColor"></path></svg></button></footer></article>"""
_PLAYER = (
    '<li class="team__player player player--inline"><span class="player__slot player__slot--{slot} sprite sprite--hero'
    ' sprite--small" role="img" aria-label="Hero"></span><span class="player__name player__name--anonymous">Anonymous'
    '</span><span class="player__bar bar bar--health"><span class="bar__fill bar__fill--health"></span></span><span'
    ' class="player__bar bar bar--mana"><span class="bar__fill bar__fill--mana"></span></span></li>\n'
)


_BADGE = """
<li class="badge-list__item badge badge--interactive badge--medium" role="listitem"><span class="badge__icon sprite
 sprite--badge sprite--medium" aria-hidden="true"></span><span class="badge__body badge__body--stacked"><span
 class="badge__title badge__title--clamped">{title}</span><span class="badge__count badge__count--muted">x"""
_BADGE_END = """{count}</span></span><button class="badge__action button button--ghost button--small" type="button"
 data-action="badge-details" aria-haspopup="dialog">Details</button></li>"""


@dataclass(frozen=True, slots=True)
class Pages:
    """`count` pages from `seed`, made one by one in any order. Raises UsageError for fewer than one."""

    count: int
    seed: int = 1
    table: Table = TABLE

    def __post_init__(self) -> None:
        if self.count < 1:
            raise UsageError(f"{self.count} pages cannot be measured; give at least 1")

    def write(self, path: Path, progress: Callable[[int], None] = lambda pages: None) -> str:
        """Write all pages to one corpus file; return the digest of their bytes."""
        return corpus.write(path, map(self.document, range(self.count)), progress).digest

    def fingerprint(self) -> str:
        """Return what tells these pages from others: count, seed, the first page and the last."""
        return fingerprint(self.table.name, self.count, self.seed, self.document(0), self.document(self.count - 1))

    def document(self, number: int) -> bytes:
        """Return one page as UTF-8: that of a player not seen before, or an earlier one that has not changed since."""
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(number,)))
        before = number - int(rng.integers(*SINCE))
        if rng.random() < UNCHANGED and before >= 0:
            return self.document(before)
        player = int(rng.integers(10**8, 10**9))
        names = rng.integers(0, (len(_FAMILY), len(_GIVEN), len(_GIVEN)))
        name = _FAMILY[names[0]] + _GIVEN[names[1]] + _GIVEN[names[2]]
        picked = rng.choice(ITEMS, int(rng.integers(*PICKED)), replace=False).tolist()
        entries = catalogue()
        top = f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{name} · {player}</title>\n'
        state = f'<script id="state" type="application/json">{{"player":{player},"name":"{name}","items":[\n'
        return b"".join(
            [
                top.encode(),
                head(),
                state.encode(),
                b",\n".join([entries[n] for n in picked]),
                b"\n]}</script>\n</head>\n<body>\n<main>",
                _cards(rng),
                _badges(rng),
                b'\n</main>\n<script id="recent" type="application/json">[\n',
                b",\n".join([entries[n] for n in picked[:REPEATED]]),
                b"\n]</script>\n</body>\n</html>\n",
            ]
        )


def _cards(rng: np.random.Generator) -> bytes:
    kda = rng.poisson((7, 6, 11), (CARDS, 3)).clip(0, 99)
    ids = 7_000_000_000 + int(rng.integers(10**8)) * 10 + np.cumsum(rng.integers(1, 4000, CARDS))
    times = _EPOCH_S + int(rng.integers(10**7)) + np.cumsum(rng.integers(1800, 20_000, CARDS))
    heroes = rng.integers(0, 120, CARDS)
    return _filled(
        _card(), {"i": ids[::-1], "t": times[::-1], "h": heroes, "k": kda[:, 0], "d": kda[:, 1], "a": kda[:, 2]}
    )


def _badges(rng: np.random.Generator) -> bytes:
    starts, ends = _badge_parts()
    groups = rng.choice(ALL_GROUPS, int(rng.integers(*GROUPS)), replace=False)
    rows = (groups[:, None] * 10 + np.arange(10)).ravel().tolist()
    counts = rng.geometric(0.8, len(rows)).clip(0, 9).tolist()
    return b"".join(chain.from_iterable((starts[row], ends[count]) for row, count in zip(rows, counts, strict=True)))


def _filled(template: Template, values: dict[str, Whole]) -> bytes:
    """Return the template once a value, with the numbers where its marks were."""
    text, fields = template
    block = np.tile(text, (len(next(iter(values.values()))), 1))
    for letter, (width, places) in fields.items():
        digits = _digits(values[letter], width)
        for place in places:
            block[:, place : place + width] = digits
    return block.tobytes()


def _digits(values: Whole, width: int) -> Digits:
    """Return numbers as text of one width, a row a number."""
    powers = 10 ** np.arange(width - 1, -1, -1)
    return (values[:, None] // powers % 10 + ord("0")).astype(np.uint8)


@lru_cache(maxsize=1)
def _card() -> Template:
    radiant, dire = ("".join(_PLAYER.format(slot=s) for s in slots) for slots in (range(5), range(5, 10)))
    return _template(_CARD.format(radiant=radiant, dire=dire))


@lru_cache(maxsize=1)
def _badge_parts() -> tuple[list[bytes], list[bytes]]:
    """Return every badge up to its count, and what follows it by count."""
    rng = np.random.default_rng(400)
    titles = (f"{_pick(rng, _RANKS)} {_pick(rng, _WORDS)}" for _ in range(ALL_GROUPS * 10))
    return (
        [_BADGE.format(title=title).encode() for title in titles],
        [_BADGE_END.format(count=count).encode() for count in range(10)],
    )


def _template(text: str) -> Template:
    """Return a text's bytes, and where its numbers stand: width and places by letter."""
    fields: dict[str, tuple[int, list[int]]] = {}
    for mark in re.finditer(r"#([a-z])\1*#", text):
        fields.setdefault(mark[1], (len(mark[0]), []))[1].append(mark.start())
    return np.frombuffer(text.encode(), np.uint8), fields


@lru_cache(maxsize=1)
def catalogue() -> tuple[bytes, ...]:
    """Return the entries pages choose from, a line of JSON each."""
    rng = np.random.default_rng(2400)
    entries = []
    for number in range(ITEMS):
        first, second, third = (_pick(rng, _WORDS) for _ in range(3))
        entries.append(
            f'{{"id":{number + 10_000},"slug":"{first}-{second}","name":"{first.title()} {second.title()}",'
            f'"kind":"{_pick(rng, _KINDS)}","tier":{rng.integers(1, 8)},"cost":{rng.integers(5, 640) * 10},'
            f'"icon":"/static/items/{first}-{second}.webp","text":"{_pick(rng, _VERBS)} {_pick(rng, _TARGETS)} of'
            f" {_pick(rng, _WHOM)} by {rng.integers(5, 95)} % for {rng.integers(2, 30)} seconds;"
            f' upgrades into {third}."}}'
        )
    return tuple(entry.encode() for entry in entries)


@lru_cache(maxsize=1)
def head() -> bytes:
    """Return what stands in the head of every page: style and script, written by nobody in particular."""
    rng = np.random.default_rng(430)
    rules = [f"@font-face{{src:url(data:font/woff2;base64,{base64.b64encode(rng.bytes(FONT_BYTES)).decode()})}}"]
    for _ in range(RULES):
        sides = ";".join(f"{_pick(rng, _PROPERTIES)}:{_value(rng)}" for _ in range(int(rng.integers(2, 6))))
        state = _pick(rng, ("", "", ":hover", ":focus-visible", "::before", ">*+*"))
        rules.append(f".{_pick(rng, _WORDS)}-{_pick(rng, _WORDS)}__{_pick(rng, _WORDS)}{state}{{{sides}}}")
    functions = []
    for _ in range(FUNCTIONS):
        a, b, c, d = (_pick(rng, _WORDS) for _ in range(4))
        functions.append(
            f"function {a}{b.title()}(e,t){{var n=e.{c}[{rng.integers(999)}]||t.{d};if(n.{a}>{rng.integers(9999)})"
            f'return {d}{c.title()}(n,"{b}-{rng.integers(99)}");{_pick(rng, _WORDS)}.push({{{c}:n,'
            f'{d}:"{rng.bytes(3).hex()}"}})}}'
        )
    return "\n".join(["<style>", *rules, "</style>\n<script>", *functions, "</script>\n"]).encode()


def _value(rng: np.random.Generator) -> str:
    kind = int(rng.integers(5))
    if kind == 0:
        return f"#{rng.bytes(3).hex()}"
    if kind == 1:
        return f"{rng.integers(1, 999)}px"
    if kind == 2:
        return f"{rng.integers(1, 99) / 10}rem {rng.integers(1, 99) / 10}rem"
    if kind == 3:
        return f"var(--{_pick(rng, _WORDS)}-{rng.integers(1, 10) * 100})"
    return f"calc(100% - {rng.integers(99)}px)"


def _pick(rng: np.random.Generator, choices: Sequence[str]) -> str:
    return choices[int(rng.integers(len(choices)))]
