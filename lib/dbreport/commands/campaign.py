"""What to measure in the time there is: steps in the order of what they tell, what they will take, which of them fit.

A step is one experiment at one scale in one profile, on every system found here. The profile that decides the
experiment's claims comes before the other and a smaller scale before a larger one: smoke shows that everything works,
small is the first to decide claims (smoke has too few repeats), larger scales say whether that changes, and the other
profile how much of it was settings. Starts nothing and measures nothing itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from ..model import Profile, Scale

START_S = 30.0
"""What a step takes before its first sample: the machine's limits, servers that start, rows that are made."""
UNKNOWN_S = 120.0
"""What a step takes at smoke where nobody has ever measured the experiment."""
FASTEST, SLOWEST = 0.25, 4.0
"""How far the first steps of a machine may correct the estimates of the others."""
ROOM = 1.1
"""A tenth of the disk's room that a step needs is left over."""

Place = tuple[str, str]
"""A scale and a profile."""
Seconds = Mapping[str, Mapping[Place, Mapping[str, float]]]
"""What was measured in how long: by experiment, place and system."""
Ended = tuple[str, str]
"""How a step ended: its state, and the reason where it is not done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step. `left` is the share of each system's time that is still to be spent.

    `state` is planned, fresh (nothing is left), too long, no room; and once it was begun done, failed or stopped, with
    a `reason`. `own` tells that the estimate rests on runs of this machine.
    """

    experiment: str
    scale: Scale
    profile: Profile
    left: Mapping[str, float]
    estimate_s: float = 0.0
    own: bool = False
    room_bytes: int = 0
    state: str = "planned"
    reason: str = ""

    @property
    def name(self) -> str:
        return f"{self.experiment} {self.scale} {self.profile}"


class Costs:
    """What stored runs took, to estimate what others will."""

    def __init__(self, own: Seconds, others: Seconds) -> None:
        """Take seconds by experiment, place and system: of this machine, and of the others (the longest of each)."""
        self._own, self._others = own, others

    def estimated(self, step: Step, rows: Mapping[Scale, int]) -> Step:
        """Return the step with an estimate: by this machine's runs of the same place, else by others', else by rows."""
        if not any(step.left.values()):
            return replace(step, estimate_s=0.0)
        own = self._own.get(step.experiment, {})
        known = {**self._others.get(step.experiment, {}), **own}
        base, factor = _nearest(known, step, rows)
        seconds = (
            START_S + factor * _of_engines(base, step.left)
            if base
            else UNKNOWN_S * _grown(rows, Scale.SMOKE, step.scale)
        )
        return replace(step, estimate_s=seconds, own=(step.scale, step.profile) in own)


def _nearest(
    known: Mapping[Place, Mapping[str, float]], step: Step, rows: Mapping[Scale, int]
) -> tuple[Mapping[str, float], float]:
    """Return what the most similar place took, and how many times as many rows the step has: no fewer than a tenth."""
    scales = list(Scale)

    def apart(place: Place) -> tuple[int, bool]:
        return abs(scales.index(Scale(place[0])) - scales.index(step.scale)), place[1] != step.profile

    if not known:
        return {}, 1.0
    place = min(known, key=apart)
    return known[place], max(0.1, _grown(rows, Scale(place[0]), step.scale))


def _grown(rows: Mapping[Scale, int], from_scale: Scale, to_scale: Scale) -> float:
    return rows[to_scale] / rows[from_scale]


def _of_engines(seconds: Mapping[str, float], left: Mapping[str, float]) -> float:
    """Return the seconds of the cases left; a system nobody measured takes as long as the others do."""
    usual = fmean(seconds.values())
    return sum(share * seconds.get(engine, usual) for engine, share in left.items())


def ordered(steps: Iterable[Step], decided_in: Mapping[str, Profile]) -> list[Step]:
    """Return steps in the order of what they tell.

    Args:
        decided_in: the profile each experiment's claims are about, in the order of those that tell the same.
    """
    experiments = list(decided_in)

    def telling(step: Step) -> tuple[bool, int, int]:
        other = step.profile is not decided_in[step.experiment]
        return other, list(Scale).index(step.scale), experiments.index(step.experiment)

    return sorted(steps, key=telling)


def correction(done: Iterable[tuple[Step, float]]) -> float:
    """Return how many times as long steps took as estimated, of those whose estimate rests on other machines' runs."""
    guessed = [(step.estimate_s, took_s) for step, took_s in done if not step.own and step.state == "done"]
    if not guessed:
        return 1.0
    return min(SLOWEST, max(FASTEST, sum(took for _, took in guessed) / sum(estimate for estimate, _ in guessed)))


def expected_s(step: Step, factor: float) -> float:
    return step.estimate_s * (1.0 if step.own else factor)


def planned(steps: Iterable[Step], left_s: float, room_bytes: int, factor: float = 1.0) -> list[Step]:
    """Return steps with the state a plan gives them: in order, whatever fits into the time that is left.

    Those that were begun, and those with nothing left to do, keep their state.

    Args:
        room_bytes: what is free on the disk; each step gives back what it takes.
        factor: what `correction` says.
    """
    plan = []
    for step in steps:
        state = _state(step, left_s, room_bytes, factor) if step.state in _OPEN else step.state
        if state == "planned":
            left_s -= expected_s(step, factor)
        plan.append(replace(step, state=state))
    return plan


_OPEN = ("planned", "too long", "no room")


def _state(step: Step, left_s: float, room_bytes: int, factor: float) -> str:
    if not any(step.left.values()):
        return "fresh"
    if step.room_bytes * ROOM > room_bytes:
        return "no room"
    return "planned" if expected_s(step, factor) <= left_s else "too long"


def carry_out(
    steps: Sequence[Step],
    left_s: Callable[[], float],
    room_bytes: Callable[[], int],
    run: Callable[[Step], Ended],
    say: Callable[[str], None],
) -> list[Step]:
    """Run what fits, one step after the other, planning anew before each; return the steps as they ended.

    Args:
        left_s: the seconds left for steps.
        run: does one step; it is then done, failed or stopped.
        say: prints one line, a step's before it begins and why one did not end well.
    """
    steps = list(steps)
    done: list[tuple[Step, float]] = []
    while True:
        factor = correction(done)
        begin_s = left_s()
        steps = planned(steps, begin_s, room_bytes(), factor)
        waiting = [step for step in steps if step.state == "planned"]
        if not waiting:
            return steps
        step = waiting[0]
        place = steps.index(step)
        more = f", {len(waiting) - 1} more after it" if waiting[1:] else ""
        say(f"{spell(begin_s)} left: {step.name}, about {spell(expected_s(step, factor))}{more}")
        state, reason = run(step)
        steps[place] = replace(step, state=state, reason=reason)
        done.append((steps[place], begin_s - left_s()))
        if reason:
            say(f"{step.name} {state}: {reason}")


def spell(seconds: float) -> str:
    """Write a time for a plan: 1 h 05 min, 12 min, 40 s."""
    if seconds < 90:
        return f"{max(0.0, seconds):.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02d} min" if minutes >= 60 else f"{minutes} min"
