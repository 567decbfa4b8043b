"""What is run on each store and named by who reports it: settings, phases, stages; what a key and its value take."""

from ...model import Durability

KEY_BYTES, VALUE_BYTES, SHORT_BYTES = 16, 4096, 128
"""Values have the length that the disk use printed by the source tells of; and one of which many share a page."""
DURABILITY = {"sync_on": Durability.FULL, "sync_off": Durability.NONE}
"""The settings, which begin the names of their cases, and the class of durability each makes."""
PHASES = ("sequential_write", "random_read", "random_delete", "random_write", "iterate_keys", "iterate_values")
WRITING = ("sequential_write", "random_delete", "random_write")
SHORT = "short."
"""What begins the names of stages with short values: the source leaves the length of its own open."""


def stages() -> dict[str, tuple[str, ...]]:
    """Return what each run of the program gives: the proof of both settings, the program alone, both settings.

    With short values what the source printed is measured again, and nothing else is.
    """
    return {
        **{f"proof.{stage}": WRITING for stage in DURABILITY},
        "noop": PHASES,
        **dict.fromkeys(DURABILITY, (*PHASES, "close", "readers")),
        f"{SHORT}sync_on": PHASES,
    }


def durability(stage: str) -> Durability:
    """Return the class of durability a stage is run in; what has no setting promises nothing."""
    return DURABILITY.get(stage.rpartition(".")[2], Durability.NONE)
