"""How often does a 95 % interval hold the truth, and how often does it tell equal systems apart? By simulation.

    .venv/bin/python benchmarks/coverage.py          prints the table, a line each number of values and kind of noise
    .venv/bin/python benchmarks/coverage.py --keep   and keeps it in data/benchmarks/coverage.csv

Draws repeats whose true median is known and asks `dbreport.stats` itself. Noise is lognormal, of 2, 10 or 30 %, by
itself (steady); with one repeat in ten 2 to 10 times slower (outliers); with all systems of a round slower by up to
20 % towards the end (drift); and with the second side three times as noisy as the first (unlike). Under drift the truth
of a single median is the middle of the run. `told_apart` is the share of systems 1.5 times apart.

Ends with 1 where the worst line covers less than 93 % or decides more than 5 % of equal systems.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from functools import partial

import polars as pl
from dbreport import stats
from dbreport.project import root

SEED, TRIALS = 20_261_122, 8_000
NUMBERS, NOISE = (3, 5, 9), (0.02, 0.10, 0.30)
KINDS = ("steady", "outliers", "drift", "unlike")
FORMS: dict[str, bool | None] = {"median": None, "paired ratio": True, "unpaired ratio": False}
"""What is estimated, and whether a ratio's sides stand in pairs."""
LEAST_COVERED, MOST_DECIDED = 0.93, 0.05
DRIFT, APART = 0.2, 1.5


def draws(rng: random.Random, n: int, noise: float, kind: str) -> list[float]:
    """Return the repeats of one system whose true median is 1, in the order of their rounds."""
    values = [rng.lognormvariate(0, noise) for _ in range(n)]
    if kind == "outliers":
        return [value * rng.uniform(2, 10) if rng.random() < 0.1 else value for value in values]
    if kind == "drift":
        return [value * (1 + DRIFT * place / (n - 1)) / (1 + DRIFT / 2) for place, value in enumerate(values)]
    return values


def simulate(form: str, n: int, noise: float, kind: str, trials: int) -> dict[str, object]:
    """Return one line of the table; the same arguments give the same line."""
    rng = random.Random(f"{SEED} {form} {n} {noise} {kind}")
    covered = decided = told_apart = 0
    for _ in range(trials):
        values = draws(rng, n, noise, kind)
        if (paired := FORMS[form]) is None:
            e = stats.median(values)
        else:
            others = draws(rng, n, 3 * noise if kind == "unlike" else noise, kind)
            e = stats.ratio(values, others, paired=paired)
            decided += e.decided in ("more", "less")
            told_apart += e.low * APART > 1
        covered += e.low <= 1 <= e.high
    line: dict[str, object] = {"form": form, "n": n, "noise": noise, "kind": kind, "trials": trials}
    ratios = FORMS[form] is not None
    return line | {
        "covered": covered / trials,
        "decided": decided / trials if ratios else None,
        "told_apart": told_apart / trials if ratios else None,
    }


def table(trials: int) -> pl.DataFrame:
    """Return every line: three forms, three numbers of values, three sizes of noise, each kind of it."""

    def lines() -> Iterator[dict[str, object]]:
        for form in FORMS:
            for kind in KINDS[: len(KINDS) if FORMS[form] is False else -1]:  # pairs and medians have no second side
                line = partial(simulate, form, kind=kind, trials=trials)
                yield from (line(n, noise) for n in NUMBERS for noise in NOISE)

    return pl.DataFrame(list(lines()), infer_schema_length=None)


def worst(lines: pl.DataFrame) -> tuple[float, float]:
    """Return the least coverage and the largest share of equal systems that were decided."""
    covered, decided = lines.select(pl.col("covered").min(), pl.col("decided").max()).row(0)
    return float(covered), float(decided)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--trials", type=int, default=TRIALS, help="draws a line (default: %(default)s)")
    asked.add_argument("--keep", action="store_true", help="keep the table in data/benchmarks/coverage.csv")
    options = asked.parse_args()
    lines = table(options.trials)
    with pl.Config(tbl_rows=-1, tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True, float_precision=3):
        print(lines)
    covered, decided = worst(lines)
    print(f"the worst covers {covered:.1%}, and of equal systems at most {decided:.1%} are decided")
    if options.keep:
        lines.write_csv(root() / "data" / "benchmarks" / "coverage.csv", float_precision=4)
    return 0 if covered >= LEAST_COVERED and decided <= MOST_DECIDED else 1


if __name__ == "__main__":
    sys.exit(main())
