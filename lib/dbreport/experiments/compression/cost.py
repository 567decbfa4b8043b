"""The claims about cost: prices and disks checked against each other, and what fits into 25 GiB by measured sizes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import polars as pl

from ...report import published
from ...report.formats import case_label
from ...report.verdicts.decide import Audited, Evidence, Outcome, Verdict, missing
from .facts import Kept, Key, kept
from .printed import cleaning, printed_rows

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


def offers() -> list[Offer]:
    """Return the four offers whose price for a terabyte and year the source worked out."""
    rows = published.figures("cost").filter(pl.col("table") == "server offers").to_dicts()
    prices = {(row["case"], row["metric"]): row["value"] for row in rows}
    found = []
    for row in rows:
        if row["metric"] == "price_per_TB_year":
            size = re.fullmatch(r"(\d+) GB disk, (\d+) years", row["configuration"])
            assert size
            price = prices[row["case"], "price"]
            found.append(Offer(row["case"], float(size[1]), float(size[2]), price, row["value"]))
    return found


def cost_audit() -> list[Audited]:
    """Check the offers' prices and the disks' rates against the figures beside them."""
    found = []
    for offer in offers():
        price = offer.price / offer.years / offer.disk_gb * 1024
        outcome = "holds" if abs(price - offer.per_tb_year) <= 1 else "slip"
        found.append(Audited(f"offer.{offer.name}", f"{offer.per_tb_year:,.0f}", f"{price:,.0f}", outcome))
    for disk, name in (("board nvme 4k", "board"), ("cloud ssd", "cloud")):
        reads = _hardware(disk, "random_iops")
        moved = reads * _BLOCK
        limit = PCIE_3_X4_BYTES_PER_S if name == "board" else _hardware("cloud ssd", "throughput") * 1e6
        outcome = "impossible" if moved > limit else "holds"
        found.append(Audited(f"disk.{name}", f"{reads:,.0f}/s", f"{moved / 1e9:.3g} GB/s", outcome))
    return found


def _hardware(case: str, metric: str) -> float:
    rows = published.figures("cost").filter((pl.col("case") == case) & (pl.col("metric") == metric))
    return float(rows["value"][0])


def cost(runs: pl.DataFrame, scale: str | None = None) -> list[Verdict]:
    """Decide every claim about cost; `runs` are those of the compression experiment."""
    found = [_co_1(), _co_2(), _co_3(kept(runs, "profiles", scale=scale))]
    assert [v.claim for v in found] == published.claims("cost")["id"].to_list()
    return found


def _co_1() -> Verdict:
    slips = [(offer, one) for offer, one in zip(offers(), cost_audit(), strict=False) if one.outcome == "slip"]
    outcome = Outcome.NOT_REPRODUCED if slips else Outcome.REPRODUCED
    shown: list[Evidence] = [
        Evidence("offer_slip", {
            "disk": f"{offer.disk_gb:.0f}", "printed": one.printed, "recomputed": one.recomputed,
            "off": 100 * (offer.per_tb_year / (offer.price / offer.years / offer.disk_gb * 1024) - 1),
        })
        for offer, one in slips
    ]  # fmt: skip
    return Verdict(
        "co-1", outcome, [Evidence("offers_hold", {"n": len(offers()) - len(slips), "of": len(offers())}), *shown]
    )


def _co_2() -> Verdict:
    reads = _hardware("board nvme 4k", "random_iops")
    most = PCIE_3_X4_BYTES_PER_S / _BLOCK
    outcome = Outcome.NOT_REPRODUCED if reads > most else Outcome.UNTESTABLE
    fields = {"needed": reads * _BLOCK / 1e9, "link": PCIE_3_X4_BYTES_PER_S / 1e9, "most": most / 1e6}
    return Verdict("co-2", outcome, [Evidence("pcie", fields)])


def rows_in(one: Kept, page_bytes: float, disk_bytes: float = DISK_BYTES) -> float:
    """Return how many pages of a size fit on a disk when they are stored this way."""
    return disk_bytes * (one.get("ratio") or 0) / page_bytes


def _co_3(found: dict[Key, Kept]) -> Verdict:
    """The source's claim at the source's page size: does any lossless way alone hold seven million?"""
    page_bytes = printed_rows()["text"]["size"] * (1 << 20) / 10_000
    measured = {key: rows_in(one, page_bytes) for key, one in found.items() if one.get("ratio")}
    alone = {key: n for key, n in measured.items() if found[key].facts is None or found[key].family != "merged"}
    if not alone or len(alone) == len(measured):
        return missing("co-3")
    best, densest = max(alone, key=lambda k: alone[k]), max(measured, key=lambda k: measured[k])
    shown: list[Evidence] = [
        Evidence("fits_alone", {"who": _label(best), "millions": alone[best] / 1e6}),
        Evidence("fits_cleaned", {"factor": cleaning(), "millions": alone[best] * cleaning() / 1e6}),
        Evidence("fits_merged", {"who": _label(densest), "millions": measured[densest] / 1e6}),
    ]
    if measured[densest] >= WANTED_ROWS:
        return Verdict("co-3", Outcome.NOT_REPRODUCED, shown)
    cleaned = measured[densest] * cleaning() >= WANTED_ROWS
    return Verdict("co-3", Outcome.REPRODUCED if cleaned else Outcome.NOT_REPRODUCED, shown)


def _label(key: Key) -> Any:
    return lambda lang: case_label(f"profiles.{key[1]}", lang)
