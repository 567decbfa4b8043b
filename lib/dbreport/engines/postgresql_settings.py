"""What PostgreSQL is started with in each class of durability and each profile, and what it is asked to tell."""

from ..model import Durability

DURABILITY: dict[Durability, dict[str, str]] = {
    Durability.FULL: {},
    # the WAL writer syncs within three times wal_writer_delay, 0.6 s
    Durability.RELAXED: {"synchronous_commit": "off"},
    Durability.NONE: {"synchronous_commit": "off", "fsync": "off"},
}

REPORTED = """
    autovacuum checkpoint_completion_target checkpoint_timeout default_statistics_target
    default_toast_compression effective_cache_size effective_io_concurrency fsync full_page_writes huge_pages
    io_method jit lc_collate maintenance_work_mem max_connections max_parallel_maintenance_workers
    max_parallel_workers max_parallel_workers_per_gather max_wal_size max_worker_processes min_wal_size
    random_page_cost server_encoding shared_buffers synchronous_commit wal_buffers wal_compression wal_level
    wal_sync_method work_mem
""".split()
"""The settings a result keeps, as the running server tells them."""


def tuned(budget_bytes: int) -> dict[str, str]:
    """Return the tuned profile's settings for a budget of memory."""
    return {
        **sized(budget_bytes),
        "max_wal_size": "8GB",  # no checkpoint in the middle of an import
        "checkpoint_timeout": "30min",
        "wal_level": "minimal",  # no replica to feed, as MySQL's binary log is off in its tuned profile
        "max_wal_senders": "0",
        "random_page_cost": "1.1",  # the disk is not a spinning one
    }


def sized(budget_bytes: int) -> dict[str, str]:
    """Return the settings that share out a budget of memory."""
    megabytes = budget_bytes >> 20
    return {
        # the kernel's cache holds what these do not; half each is the manual's advice for a server of its own
        "shared_buffers": f"{megabytes // 2}MB",
        "effective_cache_size": f"{megabytes}MB",
        "work_mem": f"{max(megabytes // 32, 4)}MB",  # sorts and hashes, a few at a time
        "maintenance_work_mem": f"{max(megabytes // 4, 64)}MB",  # index builds
    }


SOURCE_CACHE_BYTES = 2 << 30
SOURCE = {
    "max_connections": "100",
    "shared_buffers": f"{SOURCE_CACHE_BYTES >> 30}GB",
    "effective_cache_size": "6GB",
    "maintenance_work_mem": "512MB",
    "checkpoint_completion_target": "0.9",
    "wal_buffers": "16MB",
    "default_statistics_target": "100",
    "random_page_cost": "1.1",
    "effective_io_concurrency": "200",
    "work_mem": "16MB",
    "huge_pages": "off",
    "min_wal_size": "1GB",
    "max_wal_size": "4GB",
    "max_worker_processes": "4",
    "max_parallel_workers_per_gather": "2",
    "max_parallel_workers": "4",
    "max_parallel_maintenance_workers": "2",
}
"""What the source set, by pgtune."""
