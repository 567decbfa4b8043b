"""Systems that stand in one chart can be told apart by everybody: by colour, or by the shape of their marks."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from dbreport.engines.systems import SYSTEMS, System
from samples import ROOT

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB
SEEN = {
    "by most": np.eye(3),
    "without red": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "without green": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "without blue": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
    "in grey": np.tile([0.2126, 0.7152, 0.0722], (3, 1)),
}
# Ottosson (2020)
TO_CONES = np.array(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
     [0.0883024619, 0.2817188376, 0.6299787005]]
)  # fmt: skip
TO_OKLAB = np.array(
    [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
     [0.0259040371, 0.7827717662, -0.8086757660]]
)  # fmt: skip
APART = 0.08
"""A distance in Oklab, whose lightness goes from 0 to 1, at which two colours beside each other are not mixed up."""
CLOSE = 0.07
"""The least distance by which colours differ for most readers, whatever the marks."""
PAPERS = {"light": "#fcfcfb", "dark": "#15181d"}
FAINT = 2.3
"""The least contrast a mark has with the paper."""


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def distance(one: System, other: System, seen: np.ndarray) -> float:
    places = [TO_OKLAB @ np.cbrt(TO_CONES @ np.clip(seen @ linear(each.colour), 0, 1)) for each in (one, other)]
    return float(np.linalg.norm(places[0] - places[1]))


def together() -> dict[str, list[System]]:
    """Return by experiment the systems that have results of it."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "data" / "results").glob("*/*/*.parquet"):
        found.setdefault(path.parent.parent.name, set()).add(path.name.split("-")[0])
    return {name: [system for system in SYSTEMS.values() if system.name in names] for name, names in found.items()}


@pytest.mark.parametrize("way", SEEN)
def test_systems_of_an_experiment_differ_in_colour_or_in_mark(way: str) -> None:
    alike = {
        (one.name, other.name)
        for systems in together().values()
        for one, other in combinations(systems, 2)
        if one.mark == other.mark and distance(one, other, SEEN[way]) < APART
    }
    assert alike == set()


def test_no_two_systems_of_an_experiment_have_nearly_one_colour() -> None:
    alike = {
        (one.name, other.name): round(distance(one, other, SEEN["by most"]), 3)
        for systems in together().values()
        for one, other in combinations(systems, 2)
        if distance(one, other, SEEN["by most"]) < CLOSE
    }
    assert alike == {}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_colour_stands_out_from_the_paper(paper: str) -> None:
    def light(colour: str) -> float:
        return float(SEEN["in grey"][0] @ linear(colour)) + 0.05

    def contrast(colour: str) -> float:
        darker, lighter = sorted((light(colour), light(PAPERS[paper])))
        return lighter / darker

    faint = {name: round(contrast(s.colour), 2) for name, s in SYSTEMS.items() if contrast(s.colour) < FAINT}
    assert faint == {}
