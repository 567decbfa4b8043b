"""The claims about cost: prices and disks checked against each other, and what fits into 25 GiB by measured sizes."""

from functools import partial

import polars as pl

from ...report import published
from ...report.formats import digits
from ...report.offers import offers
from ...report.verdicts.decide import Audited, Evidence, Outcome, Part, Verdict
from ...report.verdicts.parts import arithmetic, decided, judged
from . import printed
from .facts import MAIN, UNTUNED, Way, Ways, label, ways
from .on_each import Corpora, on_each

DISK_BYTES = 25 << 30
WANTED_ROWS = 7_000_000
PCIE_3_X4_BYTES_PER_S = 4 * 8e9 * 128 / 130 / 8
"""Four lanes of 8 GT/s, of 130 bits on the line 128 carry data."""
_BLOCK = 4096


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
    verdicts = [_co_1(), _co_2(), _co_3({corpus: ways(runs, corpus, scale=scale) for corpus in UNTUNED})]
    assert [v.claim for v in verdicts] == published.claims("cost")["id"].to_list()
    return verdicts


def _co_1() -> Verdict:
    return decided("co-1", *(arithmetic(check) for check in checks() if check.what.startswith("offer.")))


def _co_2() -> Verdict:
    reads = _hardware("board nvme 4k", "random_iops")
    most = PCIE_3_X4_BYTES_PER_S / _BLOCK
    fields = {"needed": reads * _BLOCK / 1e9, "link": PCIE_3_X4_BYTES_PER_S / 1e9, "most": partial(_millions, most)}
    board = next(check for check in checks() if check.what == "disk.board")
    return decided("co-2", arithmetic(board), beside=[Evidence("pcie", fields)])


def pages_in(way: Way, disk_bytes: float = DISK_BYTES) -> float:
    """Return how many pages of the source's size fit on a disk when they are stored this way, a dictionary once."""
    return max(disk_bytes - way.dictionary_bytes, 0) * (way.ratio_apart or 0) / printed.page_bytes()


def _co_3(stored: Corpora) -> Verdict:
    """The source's claim at the source's page size, by the ratios of each corpus, in three parts.

    No lossless way that fetches a page alone holds so many; with lossy cleaning it does; and none does without that.
    """
    cleaning = printed.cleaning()
    parts = (
        ("fits_alone", True, 1.0, False),
        ("fits_cleaned", True, cleaning, True),
        ("fits_merged", False, 1.0, False),
    )
    return decided("co-3", *(on_each(stored, partial(_fits, *part)) for part in parts))


def _fits(what: str, alone: bool, factor: float, claimed: bool, stored: Ways) -> Part:
    """Judge whether the densest way holds all pages wanted."""
    asked = Evidence("claimed.fits" if claimed else "claimed.fits_not", {"pages": partial(_millions, WANTED_ROWS)})
    fits = {
        key: pages_in(way) * factor for key, way in stored.items()
        if way.get("ratio") and not (alone and way.family == "merged")
    }  # fmt: skip
    if not fits:
        return judged(what, Outcome.MISSING, claimed=asked)
    best = max(fits, key=lambda key: fits[key])
    outcome = Outcome.REPRODUCED if (fits[best] >= WANTED_ROWS) == claimed else Outcome.OPPOSITE
    shown = Evidence("fits", {"who": partial(label, best, MAIN), "pages": partial(_millions, fits[best])})
    return judged(what, outcome, shown, None, asked)


def _millions(n: float, lang: str) -> str:
    """Write a large number as each language counts, without its last digits."""
    return f"{digits(n / 1e4)} 万" if lang == "zh" else f"{digits(n / 1e6)} million"
