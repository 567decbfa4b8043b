"""`dbreport agree`: how far what was measured twice agrees. Code 1 where too few directions are kept."""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict, dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from rich.console import Console

from ..discovery import experiments
from ..errors import ResultsMissing, unknown
from ..results import replication
from ..results.pairs import Pair, replicated
from ..results.replication import ENOUGH, Agreement, Spread, Twice
from ..stats import Estimate
from . import Commands

if TYPE_CHECKING:
    from ..report.verdicts import Again


def add(commands: Commands) -> None:
    parser = commands.add_parser("agree", help="tell how far replications agree with the first results")
    parser.add_argument("experiment", nargs="*", metavar="EXPERIMENT", help="default: all that were replicated")
    parser.add_argument("--json", action="store_true", help="print JSON, with every ratio")
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> int:
    """Tell how far replications agree with the first results; return 1 where too few directions are kept.

    Raises ResultsMissing where nothing was measured twice, UsageError for an experiment that does not exist.
    """
    for name in arguments.experiment:
        if name not in experiments():
            raise unknown("experiment", name, experiments())
    pairs = replicated(arguments.experiment)
    if not pairs:
        wanted = next(iter(arguments.experiment or experiments()))
        raise ResultsMissing(f"nothing was measured a second time yet; run: dbreport replicate {wanted} --sample 20%")
    compared = [_compare(pair) for pair in pairs]
    if arguments.json:
        between = replication.between_sessions(arguments.experiment)
        print(json.dumps({"between_sessions": between, "pairs": [_plain(one) for one in compared]}, indent=2))
    else:
        _print(compared)
    every = chain.from_iterable(one.ratios for one in compared)
    return 0 if replication.agreement(list(every)).enough else 1


@dataclass(frozen=True, slots=True)
class Compared:
    """What is told of one experiment of one replication."""

    pair: Pair
    ratios: list[Twice]
    agreement: Agreement
    spread: Spread | None
    claims: Again


def _compare(pair: Pair) -> Compared:
    from ..report.verdicts import again

    ratios = replication.ratios(pair)
    return Compared(pair, ratios, replication.agreement(ratios), replication.spread(pair), again(pair))


def _plain(compared: Compared) -> dict[str, Any]:
    return {
        "replication": compared.pair.root,
        "experiment": compared.pair.experiment,
        "other_session": compared.pair.apart,
        "agreement": asdict(compared.agreement),
        "spread": asdict(compared.spread) if compared.spread else None,
        "claims": asdict(compared.claims),
        "ratios": [{**asdict(ratio), "became": ratio.became} for ratio in compared.ratios],
    }


def _print(every: list[Compared]) -> None:
    out = Console(width=None if Console().is_terminal else 300, highlight=False, markup=False)
    for compared in every:
        pair, claims = compared.pair, compared.claims
        where = "another session" if pair.apart else "the same session: a replication of the run, not of the machine"
        out.print(f"{pair.experiment}, {pair.root} ({where})")
        for line in _lines(compared.agreement, compared.spread):
            out.print(f"  {line}")
        for ratio in compared.ratios:
            if ratio.became.turned:
                out.print(f"    {_turned(ratio)}")
        out.print(
            f"  claims: {len(claims.kept)} decided alike, {len(claims.changed)} otherwise,"
            f" {len(claims.not_measured)} not measured again"
        )
        for claim, was, now in claims.changed:
            out.print(f"    {claim}: {was}, now {now}")


def _lines(counted: Agreement, spread: Spread | None) -> list[str]:
    share = "" if counted.share is None else f" ({counted.share:.0%}; {ENOUGH:.0%} or more is wanted)"
    lines = [
        f"ratios of two systems: {counted.ratios}, of which the first measurement decides {counted.decided}",
        f"directions: {counted.kept} of {counted.decided} point the same way again{share},"
        f" {counted.decided_again} of them decided again;"
        f" {counted.turned} point the other way, {counted.reversed} of them decidedly",
        f"intervals that hold the other's value: {counted.holds} of {counted.intervals}",
    ]
    if spread:
        lines.append(
            f"standard deviation of one value: {percent(spread.within)} within a session,"
            f" {percent(spread.between)} from session to session"
        )
    if counted.change is not None:
        lines.append(f"standard deviation of one ratio from session to session: {percent(counted.change)}")
    return lines


def _turned(ratio: Twice) -> str:
    """Write a ratio that now points the other way: both values with their intervals."""
    how = "reversed" if ratio.became is replication.Became.REVERSED else "the other way"
    place = f"{ratio.case} at {ratio.scale}, {ratio.profile}, {ratio.over} / {ratio.under}"
    return f"{how}: {place}: {_bounded(ratio.first)}, now {_bounded(ratio.second)}"


def _bounded(e: Estimate) -> str:
    return f"{e.value:.3g} ({e.low:.3g} to {e.high:.3g})"


def percent(deviation: float) -> str:
    """Write a standard deviation of logarithms as a share."""
    return f"{math.expm1(deviation):.1%}"
