"""What a stored case is: what was done, so that it can be told whether the same would be done now.

An identity is plain JSON, made when a case is measured and kept with it:

    method         number of the way of measuring (`method`)
    asked          durability, profile, time limit, memory budget, connections, rows, repeats; what an experiment adds
    statements     before, timed and after as the system was given them; canonical before its dialect
    dataset        fingerprint of the rows
    settings       those asked for when the system was started
    found          version, launcher, driver, load generators and the digest of the settings in force
    met_limit      whether a statement was still running when its time was over
    commit         the code that measured it; noted, never compared

Not in what is compared: anything of the code. A function that is renamed, moved or written better leaves every result
fresh.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

Identity = dict[str, Any]

LIMIT = "timeout_s"
_PARTS = ("method", "asked", "statements", "dataset", "settings", "found")


def digest_of(facts: Any) -> str:
    """Return a short digest of plain JSON, the same whatever the order of its keys."""
    text = json.dumps(facts, sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def differences(stored: Identity, wanted: Identity, longest_s: float = 0.0) -> list[str]:
    """Return what has become other than it was, in words; empty where the stored case is what is wanted.

    Args:
        stored: as it was kept with the case.
        wanted: as it would be now; parts that cannot be told, such as `found` before a system runs, are left out.
        longest_s: the longest time among the case's values, seconds. A value below its limit is the same under any
            limit above it, and what did not end within a long limit would not within a shorter one.
    """
    changed = [
        f"{name}: {_said(before)}, now {_said(now)}"
        for part in _PARTS
        if part in wanted
        for name, before, now in _differing(part, stored.get(part), wanted[part])
        if name != f"asked {LIMIT}"
    ]
    before_s, now_s = (identity.get("asked", {}).get(LIMIT) for identity in (stored, wanted))
    if before_s != now_s and now_s is not None:
        bound_s = before_s if stored.get("met_limit") else None
        if now_s <= longest_s or (bound_s is not None and now_s > bound_s):
            changed.append(f"time limit: {_said(before_s)} s, now {_said(now_s)} s")
    return changed


def _differing(name: str, before: Any, now: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(now, Mapping) and isinstance(before, Mapping):
        for key in (*now, *(key for key in before if key not in now)):
            yield from _differing(f"{name} {key}", before.get(key, ""), now.get(key, ""))
    elif before != now and None not in (before, now):  # None: it cannot be told
        yield name, before, now


def _said(value: Any) -> str:
    text = "none" if value in (None, [], "") else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 90 else f"{text[:60]} … {text[-25:]}"
