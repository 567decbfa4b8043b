"""`dbreport agree`: how far what was measured twice agrees. Code 1 where too few directions are kept."""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import asdict
from itertools import chain
from typing import Any

from rich.console import Console

from ..errors import ResultsMissing, unknown
from ..results.pairs import Pair, replicated
from ..results.replication import ENOUGH, Agreement, Spread, Twice, agreement, between_sessions, ratios, spread


def run(arguments: argparse.Namespace) -> int:
    """Tell how far replications agree with the first results; return 1 where too few directions are kept.

    Raises ResultsMissing where nothing was measured twice, UsageError for an experiment that does not exist.
    """
    from ..discovery import experiments

    for name in arguments.experiment:
        if name not in experiments():
            raise unknown("experiment", name, experiments())
    found = replicated(arguments.experiment)
    if not found:
        wanted = arguments.experiment[0] if arguments.experiment else "half_billion"
        raise ResultsMissing(f"nothing was measured a second time yet; run: dbreport replicate {wanted} --sample 20%")
    twice = [ratios(pair) for pair in found]
    told = [_told(pair, of_pair) for pair, of_pair in zip(found, twice, strict=True)]
    if arguments.json:
        print(json.dumps({"between_sessions": between_sessions(arguments.experiment), "pairs": told}, indent=2))
    else:
        _print(found, told)
    return 0 if agreement(list(chain.from_iterable(twice))).enough else 1


def _told(pair: Pair, twice: list[Twice]) -> dict[str, Any]:
    from ..report.verdicts.again import again

    apart = spread(pair)
    return {
        "replication": pair.root,
        "experiment": pair.experiment,
        "other_session": pair.apart,
        "agreement": asdict(agreement(twice)),
        "spread": asdict(apart) if apart else None,
        "claims": asdict(again(pair)),
        "ratios": [{**asdict(ratio), "became": ratio.kept} for ratio in twice],
    }


def _print(found: list[Pair], told: list[dict[str, Any]]) -> None:
    out = Console(width=None if Console().is_terminal else 300, highlight=False, markup=False)
    for pair, one in zip(found, told, strict=True):
        where = "another session" if pair.apart else "the same session: a replication of the run, not of the machine"
        out.print(f"{pair.experiment}, {pair.root} ({where})")
        for line in _lines(Agreement(**one["agreement"]), Spread(**one["spread"]) if one["spread"] else None):
            out.print(f"  {line}")
        claims = one["claims"]
        out.print(
            f"  claims: {len(claims['kept'])} decided alike, {len(claims['changed'])} otherwise,"
            f" {len(claims['not_measured'])} not measured again"
        )
        for claim, was, now in claims["changed"]:
            out.print(f"    {claim}: {was}, now {now}")
        for ratio in one["ratios"]:
            if ratio["became"] == "reversed":
                sides = f"{ratio['over']} / {ratio['under']}"
                values = f"{ratio['first']['value']:.3g}, now {ratio['second']['value']:.3g}"
                out.print(f"    reversed: {ratio['case']} at {ratio['scale']}, {ratio['profile']}, {sides}: {values}")


def _lines(counted: Agreement, apart: Spread | None) -> list[str]:
    kept = "" if counted.share is None else f" ({counted.share:.0%}; on a quiet machine {ENOUGH:.0%} or more)"
    lines = [
        f"ratios of two systems: {counted.ratios}; decided first {counted.decided}, twice {counted.decided_twice}",
        f"directions: {counted.kept} kept{kept}, {counted.reversed} reversed, {counted.undecided} now undecided",
        f"intervals that hold the other's value: {counted.holds} of {counted.intervals}",
    ]
    if apart:
        lines.append(
            f"standard deviation of one value: {percent(apart.within)} within a session,"
            f" {percent(apart.between)} from session to session"
        )
    if counted.change is not None:
        lines.append(f"standard deviation of one ratio from session to session: {percent(counted.change)}")
    return lines


def percent(deviation: float) -> str:
    """Write a standard deviation of logarithms as a share."""
    return f"{math.expm1(deviation):.1%}"
