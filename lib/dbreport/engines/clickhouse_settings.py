"""What ClickHouse is started with in each class of durability and each profile, and what it is asked to tell."""

from typing import Any

from ..model import Durability

DURABILITY: dict[Durability, dict[str, int]] = {
    Durability.FULL: {
        "fsync_after_insert": 1,
        "fsync_part_directory": 1,
        # without this a merge, or the building of a projection, replaces synced files with unsynced ones
        "min_rows_to_fsync_after_merge": 1,
    },
    Durability.NONE: {},  # as shipped: nothing is synced
}

# An answer stays in this process: compressing it, as Arrow output does as shipped, would be undone at once.
SESSION: dict[str, int | str] = {"output_format_arrow_compression_method": "'none'"}

SERVER_SETTINGS = (
    *("background_pool_size", "index_mark_cache_size", "mark_cache_size", "max_server_memory_usage"),
    *("primary_index_cache_size", "query_condition_cache_size"),
)
SETTINGS = (
    "max_bytes_before_external_group_by",
    "max_bytes_before_external_sort",
    "max_insert_threads",
    "max_memory_usage",
    "max_threads",
    "storage_file_read_method",
    "use_query_condition_cache",
)


def tuned_server(budget_bytes: int) -> dict[str, int]:
    # caches of marks and primary indexes may grow to 5 GiB each as shipped
    return {
        "mark_cache_size": budget_bytes // 8,
        "index_mark_cache_size": budget_bytes // 16,
        "primary_index_cache_size": budget_bytes // 16,
    }


def tuned_session(budget_bytes: int) -> dict[str, int | str]:
    return {
        "max_memory_usage": budget_bytes * 3 // 4,  # what the caches leave; no limit as shipped
        # half of that in memory, then spill: merging spilled groups or sorted runs needs about as much again
        "max_bytes_before_external_group_by": budget_bytes * 3 // 8,
        "max_bytes_before_external_sort": budget_bytes * 3 // 8,
    }


def xml(settings: dict[str, Any]) -> str:
    def element(name: str, value: Any) -> str:
        inner = "".join(element(*item) for item in value.items()) if isinstance(value, dict) else str(value)
        return f"<{name}>{inner}</{name}>"

    return element("clickhouse", settings)
