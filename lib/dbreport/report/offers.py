"""What disk costs: the offers of cloud servers that a source printed, in CNY; and what so many bytes cost a year."""

import re
from dataclasses import dataclass

from . import published

_TB_BYTES = 1 << 40
"""The source reckons a terabyte as 1024 GB."""


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


def cost_a_year(n_bytes: float) -> tuple[float, float]:
    """Return what disk for so many bytes costs a year at the cheapest and at the dearest of the offers, in CNY.

    By price, years and size as printed: one of the prices that the source worked out from them is a slip.
    """
    prices = [offer.recomputed * n_bytes / _TB_BYTES for offer in offers()]
    return min(prices), max(prices)
