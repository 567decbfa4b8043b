"""What the explorer's page asks for: the samples, as DuckDB takes them in the page and as a file to take home."""

import gzip
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import SiteFailed
from ..report.explorer_words import COLUMNS
from . import npm

SAMPLES = ("samples.arrow.gz", "samples.parquet")


def write(samples: pl.DataFrame, assets: Path) -> str:
    """Put the explorer's program and the samples into a site's assets; return why not where it cannot be built.

    The stream for the page has no series, which are a reader's to plot from the Parquet file, and is Arrow's: DuckDB in
    a page would fetch what reads Parquet from another host.
    """
    try:
        for path in sorted(npm.explorer().iterdir()):
            (assets / path.name).write_bytes(path.read_bytes())
    except SiteFailed as error:
        return str(error)
    stream, parquet = (assets / name for name in SAMPLES)
    everything = samples.with_columns(pl.col("started_at").dt.replace_time_zone(None).dt.cast_time_unit("us"))
    single = everything.filter(pl.col("at").is_null()).select(*COLUMNS)
    table = _dictionaries(single.to_arrow())
    with gzip.open(stream, "wb", compresslevel=6) as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table)
    pq.write_table(everything.select(*COLUMNS, "at").to_arrow(), parquet, compression="zstd")
    return ""


def _dictionaries(table: pa.Table) -> pa.Table:
    """Return a table whose texts stand once each, in one batch: not every reader takes a dictionary that grows."""
    columns = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        whole = column.combine_chunks()
        if pa.types.is_large_string(whole.type) or pa.types.is_string(whole.type):
            coded = whole.cast(pa.string()).dictionary_encode()
            whole = pa.DictionaryArray.from_arrays(coded.indices.cast(pa.int16()), coded.dictionary)
        columns[name] = whole
    return pa.table(columns)
