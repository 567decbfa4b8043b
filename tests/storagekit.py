"""Made-up samples of the storage experiment, as the source's own figures would make them: bytes of 2,000 records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dbreport.datasets.folder import Folder, folder
from dbreport.datasets.pages import Pages
from dbreport.experiments.storage.facts import STATES
from dbreport.model import Sample, Scale, Status
from samples import repeats, sample

RECORDS = 2_000
GB = 1e6
"""What stands for a GB of the source's."""
FACTS: dict[str, Any] = {"experiment": "storage", "scale": Scale.MEDIUM, "rows": RECORDS, "answer": None}
PRINTED = {
    "postgresql": (123.0, 130.0, 130.0, 104.0, 104.0, 7.0, 0.446),
    "mysql": (97.0, 97.0, 97.0, 82.0, 82.0, 8.0, 0.381),
    "duckdb": (100.0, 120.0, 120.0, 90.0, 85.0, 9.0, 0.3),
}
TOAST = (113.0, 113.0, 113.0, 96.0, 96.0, 5.0, 0.0)
BINARY, TEXT = 68.0, 68.0 * 4 / 3
WAYS = {
    ("postgresql", "lz4"): (97.0, 123.0),
    ("postgresql", "shipped"): (97.0, 97.0 + BINARY / 3),
    ("mysql", "row_compressed"): (96.0, 97.0),
    ("duckdb", "shipped"): (90.0, 90.0 + BINARY / 3),
    ("files", "shipped"): (110.0, 110.0 + BINARY / 3),
    ("minio", "shipped"): (130.0, 130.0 + BINARY / 3),
}
"""Sizes with pages as bytes and as base64 text."""


def _values(case: str, engine: str, metrics: dict[str, tuple[float, str]]) -> list[Sample]:
    return [
        one
        for metric, (value, unit) in metrics.items()
        for one in repeats(case, [value], engine=engine, metric=metric, unit=unit, **FACTS)
    ]


def sized(case: str, engine: str, gigabytes: float, toast: float | None = None, **more: float) -> list[Sample]:
    metrics = {
        "size_table": (gigabytes * GB * 0.99, "bytes"), "size_index": (gigabytes * GB * 0.01, "bytes"),
        "size_log": (5e5, "bytes"), "duration": (2.0, "s"),
        **{name: (value, "rows" if name == "dead_rows" else "bytes") for name, value in more.items()},
    }  # fmt: skip
    if toast is not None:
        metrics["size_out_of_line"] = (toast * GB, "bytes")
    return _values(case, engine, metrics)


def storage_report() -> list[Sample]:
    """Return samples in which every claim of the source is true but that base64 always costs a third."""
    made: list[Sample] = []
    for (engine, way), (binary, text) in WAYS.items():
        for encoding, size, raw in (("bytes", binary, BINARY), ("base64", text, TEXT)):
            handed_over = {"values_result": 20 * GB, "values_copy": 50 * GB, "values_raw": raw * GB}
            made += sized(f"size.{encoding}.{way}", engine, size, **handed_over)
    made += sized(
        "size.base64.shipped", "mysql", 120.0, values_result=20 * GB, values_copy=50 * GB, values_raw=TEXT * GB
    )
    made += sized("size.bytes.shipped", "mysql", 120.0 - BINARY / 3, values_raw=BINARY * GB)
    for engine, sizes in PRINTED.items():
        for state, size, toast in zip(STATES["life"], sizes, TOAST, strict=True):
            facts: dict[str, Any] = {}
            if engine == "postgresql":
                facts = {"toast": toast, "dead_rows": 2000.0 if state == "emptied" else 0.0, "transaction_age": 12.0}
            made += sized(f"life.{state}", engine, size, **facts)
        for state, share in (("deleted", 1.0), ("reclaimed", 1.0), ("compacted", 0.5)):
            dead = {"dead_rows": 1000.0 if state == "deleted" else 0.0} if engine == "postgresql" else {}
            made += sized(f"deletes.{state}", engine, sizes[0] * share, **dead)
    for state, share in (("deleted", 1.0), ("reclaimed", 0.5)):
        made += sized(f"deletes.{state}", "minio", 130.0 * share)
    for engine, grown in (("postgresql", 110.0), ("mysql", 97.0), ("duckdb", 90.0)):
        for metric, value in (("duration", 3.0), ("disk_before", 200 * GB), ("disk_peak", (200 + grown) * GB)):
            made += repeats("peak.compact", [value] * 3, engine=engine, metric=metric, unit="bytes", **FACTS)
    for case, engine, lasted, write, read in (
        ("wait.compact", "postgresql", 4.0, 3.9, 3.9), ("wait.compact", "mysql", 6.0, 0.3, 0.05),
        ("wait.reclaim", "postgresql", 1.0, 0.01, 0.01),
    ):  # fmt: skip
        for metric, value in (("duration", lasted), ("wait_write", write), ("wait_read", read)):
            made += repeats(case, [value] * 3, engine=engine, metric=metric, unit="s", **FACTS)
    made.append(
        sample(
            engine="timescaledb", case="size.bytes.columnstore", metric="size_table", unit="bytes",
            status=Status.UNSUPPORTED, reason="functionality not supported under the current license", **FACTS,
        )
    )  # fmt: skip
    return made


def folder_of_pages(path: Path, size_bytes: int) -> Folder:
    """Return pages in a folder, of this size and above."""
    pages = Pages(12)
    for number in range(12):
        (path / f"{number:02}.html").write_bytes(pages.document(number)[: size_bytes + 2_000 * number])
    return folder(path)
