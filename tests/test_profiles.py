"""Profiles: which system has which, what the sources' own sets on a running server, what a machine must have for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import found_class
from dbreport import allotted
from dbreport.discovery import experiment
from dbreport.engines import engine_class
from dbreport.engines.launch.folders import new_folder
from dbreport.engines.setup import Setup
from dbreport.engines.systems import SYSTEMS
from dbreport.errors import Unsupported, UsageError
from dbreport.measuring.run import measure
from dbreport.model import Options, Profile, Scale

NOWHERE = Path("/nonexistent")
GIB = 1 << 30

REPORTED = {
    "postgresql": {
        "max_connections": "100", "shared_buffers": "2GB", "effective_cache_size": "6GB",
        "maintenance_work_mem": "512MB", "checkpoint_completion_target": "0.9", "wal_buffers": "16MB",
        "default_statistics_target": "100", "random_page_cost": "1.1", "effective_io_concurrency": "200",
        "work_mem": "16MB", "huge_pages": "off", "min_wal_size": "1GB", "max_wal_size": "4GB",
        "max_worker_processes": "4", "max_parallel_workers_per_gather": "2", "max_parallel_workers": "4",
        "max_parallel_maintenance_workers": "2",
    },
    "mysql": {
        "innodb_buffer_pool_size": str(8 * GIB), "tmp_table_size": str(16 << 20), "max_heap_table_size": str(16 << 20),
        "max_allowed_packet": str(16 << 20), "table_open_cache": "2048", "innodb_thread_concurrency": "4",
        "bulk_insert_buffer_size": str(16 << 20),
    },
}  # fmt: skip
"""What the source lists, as a running server tells it."""


class Said:
    """A reporter that keeps what is said."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def say(self, sentence: str) -> None:
        self.sentences.append(sentence)


def run(name: str, engines: Sequence[str], folder: Path, profile: Profile = Profile.SOURCE) -> Said:
    said = Said()
    measure(name, Options(folder, Scale.SMOKE, profile, engines=tuple(engines)), said)  # type: ignore[arg-type]
    return said


@pytest.mark.usefixtures("limit")
@pytest.mark.parametrize("name", REPORTED)
def test_a_server_runs_as_the_source_configured_it(name: str) -> None:
    engine = found_class(name)(Setup(new_folder(name), Profile.SOURCE))
    try:
        engine.start()
        settings = engine.settings()
    finally:
        engine.remove()
    assert {key: settings[key] for key in REPORTED[name]} == REPORTED[name]


def test_only_the_systems_the_sources_configured_have_their_profile() -> None:
    assert set(REPORTED) == {name for name in SYSTEMS if Profile.SOURCE not in engine_class(name).lacks}


def test_a_system_without_a_profile_says_why() -> None:
    with pytest.raises(Unsupported, match="mariadb has no profile source: it has no innodb_thread_concurrency"):
        engine_class("mariadb")(Setup(NOWHERE, Profile.SOURCE))


def test_an_experiment_that_no_source_tuned_is_not_measured_in_its_profile(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="kv_engines is not measured in profile source; it has: default, tuned"):
        run("kv_engines", (), tmp_path)


def test_a_system_asked_for_by_name_in_a_profile_it_lacks_is_refused(tmp_path: Path, data_folder: Path) -> None:
    with pytest.raises(Unsupported, match=r"duckdb has no profile source: .*; leave it out with --engine"):
        run("real_workload", ("duckdb",), tmp_path)


def test_caches_that_do_not_fit_are_refused_before_a_server_starts(
    tmp_path: Path, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_class("mysql")
    monkeypatch.setattr(allotted, "free_memory_bytes", lambda: 3 * GIB)
    with pytest.raises(Unsupported, match=r"gives caches 8\.0 GiB, and 3\.0 GiB of memory are free"):
        run("real_workload", ("mysql",), tmp_path)


def test_the_sources_own_tuning_is_measured_where_a_source_tuned() -> None:
    assert Profile.SOURCE in experiment("real_workload").profiles
