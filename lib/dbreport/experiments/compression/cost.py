"""The claims about cost: prices and disks checked against each other, and what fits into 25 GiB by measured sizes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import polars as pl

from ...report import published
from ...report.formats import case_label
from ...report.verdicts.decide import Audited, Evidence, Outcome, Verdict, missing
from . import printed
from .facts import Key, Way, Ways, ways

DISK_BYTES = 25 << 30
WANTED_ROWS = 7_000_000
PCIE_3_X4_BYTES_PER_S = 4 * 8e9 * 128 / 130 / 8
"""Four lanes of 8 GT/s, of 130 bits on the line 128 carry data."""
_BLOCK = 4096


@dataclass(frozen=True, slots=True)
class Offer:
    """A server offer as printed: price in CNY for all years together."""

    name: str
    disk_gb: float
    years: float
    price: float
    per_tb_year: float

    @property
    def recomputed(self) -> float:
        """Return the price of a terabyte and year that its own disk, years and price make."""
        return self.price / self.years / self.disk_gb * 1024

    @property
    def holds(self) -> bool:
        """Tell whether that is the printed one."""
        return abs(self.recomputed - self.per_tb_year) <= 1


def offers() -> list[Offer]:
    """Return the four offers whose price for a terabyte and year the source worked out."""
    rows = published.figures("cost").filter(table="server offers").to_dicts()
    prices = {row["case"]: row["value"] for row in rows if row["metric"] == "price"}
    offers = []
    for row in rows:
        if row["metric"] == "price_per_TB_year":
            size = re.fullmatch(r"(\d+) GB disk, (\d+) years", row["configuration"])
            assert size
            offers.append(Offer(row["case"], float(size[1]), float(size[2]), prices[row["case"]], row["value"]))
    return offers


def checks() -> list[Audited]:
    """Check the offers' prices and the disks' rates against the figures beside them."""
    checked = [
        Audited(f"offer.{o.name}", f"{o.per_tb_year:,.0f}", f"{o.recomputed:,.0f}", "holds" if o.holds else "slip")
        for o in offers()
    ]
    limits = {"board": PCIE_3_X4_BYTES_PER_S, "cloud": _hardware("cloud ssd", "throughput") * 1e6}
    for disk, case in (("board", "board nvme 4k"), ("cloud", "cloud ssd")):
        reads = _hardware(case, "random_iops")
        moved = reads * _BLOCK
        outcome = "impossible" if moved > limits[disk] else "holds"
        checked.append(Audited(f"disk.{disk}", f"{reads:,.0f}/s", f"{moved / 1e9:.3g} GB/s", outcome))
    return checked


def _hardware(case: str, metric: str) -> float:
    return float(published.figures("cost").filter(case=case, metric=metric)["value"][0])


def decide(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim about cost; `runs` are those of the compression experiment."""
    verdicts = [_co_1(), _co_2(), _co_3(ways(runs, "profiles", scale=scale))]
    assert [v.claim for v in verdicts] == published.claims("cost")["id"].to_list()
    return verdicts


def _co_1() -> Verdict:
    slips = [offer for offer in offers() if not offer.holds]
    outcome = Outcome.NOT_REPRODUCED if slips else Outcome.REPRODUCED
    shown = [Evidence("offers_hold", {"n": len(offers()) - len(slips), "of": len(offers())})]
    shown += [
        Evidence("offer_slip", {
            "disk": f"{offer.disk_gb:.0f}", "printed": f"{offer.per_tb_year:,.0f}",
            "recomputed": f"{offer.recomputed:,.0f}", "off": 100 * (offer.per_tb_year / offer.recomputed - 1),
        })
        for offer in slips
    ]  # fmt: skip
    return Verdict("co-1", outcome, shown)


def _co_2() -> Verdict:
    reads = _hardware("board nvme 4k", "random_iops")
    most = PCIE_3_X4_BYTES_PER_S / _BLOCK
    outcome = Outcome.NOT_REPRODUCED if reads > most else Outcome.UNTESTABLE
    fields = {"needed": reads * _BLOCK / 1e9, "link": PCIE_3_X4_BYTES_PER_S / 1e9, "most": most / 1e6}
    return Verdict("co-2", outcome, [Evidence("pcie", fields)])


def pages_in(way: Way, disk_bytes: float = DISK_BYTES) -> float:
    """Return how many pages of the source's size fit on a disk when they are stored this way."""
    return disk_bytes * (way.get("ratio") or 0) / printed.page_bytes()


def _co_3(stored: Ways) -> Verdict:
    """The source's claim at the source's page size: does any lossless way alone hold seven million?"""
    fits = {key: pages_in(way) for key, way in stored.items() if way.get("ratio")}
    alone = {key: n for key, n in fits.items() if stored[key].family != "merged"}
    if not alone or len(alone) == len(fits):
        return missing("co-3")
    best, densest = max(alone, key=lambda key: alone[key]), max(fits, key=lambda key: fits[key])
    cleaning = printed.cleaning()
    shown = [
        Evidence("fits_alone", {"who": _label(best), "millions": alone[best] / 1e6}),
        Evidence("fits_cleaned", {"factor": cleaning, "millions": alone[best] * cleaning / 1e6}),
        Evidence("fits_merged", {"who": _label(densest), "millions": fits[densest] / 1e6}),
    ]
    only_cleaned = fits[densest] < WANTED_ROWS <= fits[densest] * cleaning
    return Verdict("co-3", Outcome.REPRODUCED if only_cleaned else Outcome.NOT_REPRODUCED, shown)


def _label(key: Key) -> Any:
    return lambda lang: case_label(f"profiles.{key[1]}", lang)
