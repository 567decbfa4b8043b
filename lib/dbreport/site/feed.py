"""What was measured when, as an Atom feed of each language."""

import uuid
from pathlib import Path
from xml.etree import ElementTree

import polars as pl

from .. import discovery
from ..languages import LANGUAGES, Words, listed
from ..report.words import word

NAME = "feed.xml"
ENTRIES = 50
_ATOM = "http://www.w3.org/2005/Atom"
_TITLE = Words(zh="数据库实测：新测的结果", en="Databases, measured: what was measured when")
_ENTRY = Words(zh="{day}：{experiment}（{systems}）", en="{day}: {experiment} ({systems})")
_TOLD = Words(zh="{host}，{samples} 个样本。", en="{samples} samples on {host}.")


def write(samples: pl.DataFrame | None, site: Path) -> None:
    """Write the feed of both languages: an entry a day, machine and experiment, newest first; none without samples."""
    days = pl.DataFrame(schema=["updated"]) if samples is None else _days(samples)
    for lang in LANGUAGES:
        text = ElementTree.tostring(_feed(days, lang), encoding="utf-8", xml_declaration=True)
        (site / lang / NAME).write_bytes(text)


def _days(samples: pl.DataFrame) -> pl.DataFrame:
    return (
        samples.group_by(pl.col("started_at").dt.date().alias("day"), "host", "experiment")
        .agg(pl.col("engine").unique().sort(), pl.len().alias("samples"), pl.col("started_at").max().alias("updated"))
        .sort("updated", "experiment", descending=True)
        .head(ENTRIES)
    )


def _feed(days: pl.DataFrame, lang: str) -> ElementTree.Element:
    feed = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": lang})
    latest = next(iter(days["updated"]), None)
    _add(feed, "title", _TITLE.of(lang))
    _add(feed, "id", _name(lang))
    _add(feed, "updated", f"{latest:%Y-%m-%dT%H:%M:%SZ}" if latest else "1970-01-01T00:00:00Z")
    ElementTree.SubElement(feed, "link", {"href": "index.html"})
    _add(ElementTree.SubElement(feed, "author"), "name", "dbreport")
    for row in days.iter_rows(named=True):
        entry = ElementTree.SubElement(feed, "entry")
        systems = listed((word(f"engine.{name}", lang) for name in row["engine"]), lang)
        what = word(f"experiment.{row['experiment']}", lang)
        _add(entry, "title", _ENTRY.of(lang).format(day=row["day"], experiment=what, systems=systems))
        _add(entry, "id", _name(lang, str(row["day"]), row["host"], row["experiment"]))
        _add(entry, "updated", f"{row['updated']:%Y-%m-%dT%H:%M:%SZ}")
        ElementTree.SubElement(entry, "link", {"href": f"chapters/{discovery.notebook(row['experiment'])}.html"})
        _add(entry, "summary", _TOLD.of(lang).format(host=row["host"], samples=row["samples"]))
    return feed


def _add(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, name).text = text


def _name(*parts: str) -> str:
    """Return a name that stays the same wherever the site is published."""
    return uuid.uuid5(uuid.NAMESPACE_OID, " ".join(("dbreport", *parts))).urn
