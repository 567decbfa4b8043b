"""How often something is measured: by how long one time takes, or by what kind it is."""

from .model import Scale, Turns

BY_LENGTH = ((10.0, 5), (120.0, 3))
"""Under so many seconds so many repeats; once beyond the last."""
QUICK_S, QUICK = 0.1, 9
"""A statement under so many seconds is run so often: it costs next to nothing."""
COLD_REPEATS = 3
LOAD_TURNS = 5
"""Turns under a load generator, however long one is."""
SMOKE_REPEATS = 1
"""At smoke one wants to know whether everything works, and soon; its values are never published."""
SMOKE_LONG_S = 0.25
"""At smoke a run of a statement for its answer is its repeat, too, from this length on; a shorter one is made again."""


def required_repeats(seconds: float) -> int:
    """Return how many repeats the rules ask for of what takes so long."""
    return next((repeats for below_s, repeats in BY_LENGTH if seconds < below_s), 1)


def wanted_repeats(seconds: float) -> int:
    """Return how many repeats of a statement are made: more than required where they cost next to nothing."""
    return QUICK if seconds < QUICK_S else required_repeats(seconds)


def at(scale: Scale, repeats: int) -> int:
    """Return how many of the repeats are made at a scale."""
    return min(repeats, SMOKE_REPEATS) if scale is Scale.SMOKE else repeats


def rule(turns: Turns, scale: Scale, cold: bool = False) -> str:
    """Return in words how often a case is measured: part of what identifies it."""
    if turns is Turns.ONCE:
        return "once"
    if turns is Turns.LOAD:
        said = f"{at(scale, LOAD_TURNS)} turns"
    else:
        steps = BY_LENGTH if turns is Turns.ACTION else ((QUICK_S, QUICK), *BY_LENGTH)
        said = ", ".join(f"{at(scale, repeats)} under {below_s:g} s" for below_s, repeats in steps) + ", else 1"
    return f"{said}, {at(scale, COLD_REPEATS)} cold" if cold else said
