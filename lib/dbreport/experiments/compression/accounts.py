"""Where the source's printed figures on compression and on cost stand in the chapter."""

from ...report.accounts import beside, left_out, recomputed
from .printed import TABLES

_IN_TEXT = "25 GB of storage"

ACCOUNTS = (
    recomputed("tbl-audit", "compression.target", case="ideal"),
    recomputed("tbl-audit", "compression.own_pages", case="text", metric="size"),
    beside("tbl-printed", table=TABLES, metric=("size", "saving")),
    beside("tbl-capacity", table=TABLES, metric="rows_in_25_GiB"),
    recomputed("tbl-audit", table=TABLES, metric="size_of_10_million_rows"),
    recomputed("tbl-audit", "compression.lossy", table=TABLES, metric="rows_in_25_GiB_optimised"),
    beside("tbl-printed", table="first zlib test", metric="saving"),
    recomputed("tbl-audit", "compression.own_pages", table="first zlib test", metric="size"),
    recomputed("tbl-audit", metric="text_stored", configuration=_IN_TEXT),
    left_out("compression.lossy", metric="text_stored"),
    recomputed("tbl-audit", experiment="cost", metric="price_per_TB_year"),
    left_out(
        "cost.no_disk", experiment="cost",
        case=("managed mysql, 8 cores, 16 GB, 2 TB", "cloud disk large enough, 1 year"),
    ),
    recomputed("tbl-audit", experiment="cost", metric="price"),
    recomputed("tbl-audit", experiment="cost", metric="random_iops"),
    recomputed("tbl-audit", experiment="cost", case="cloud ssd", metric="throughput"),
    left_out("cost.other_disk", experiment="cost", case="board nvme"),
)  # fmt: skip
