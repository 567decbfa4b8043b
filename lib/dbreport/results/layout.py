"""How samples lie in a Parquet file: histograms last, so that nobody who asks for the rest reads them.

Nine rows of ten are histograms, and the percentiles that pages show are metrics of their own. Files that were written
without that order are read whole.
"""

from itertools import accumulate
from typing import IO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from . import sound

HISTOGRAM = "_histogram"
"""What the name of such a metric ends with."""
_DIGEST = b"dbreport_digest"
_REST = b"dbreport_rest"
"""How many rows are not histograms, and the digest of these alone."""


def write(table: pa.Table, footer: bytes, file: IO[bytes]) -> None:
    """Write samples with their footer and digests."""
    late = pc.ends_with(table["metric"], HISTOGRAM)
    rest, histograms = table.filter(pc.invert(late)), table.filter(late)
    digests = {
        _DIGEST: sound.digest(pa.concat_tables([rest, histograms]), footer),
        _REST: f"{rest.num_rows} {sound.digest(rest, footer)}",
    }
    schema = table.schema.with_metadata({sound.FOOTER: footer, **digests})
    with pq.ParquetWriter(file, schema, compression="zstd", write_page_checksum=True) as writer:
        for part in (rest, histograms):
            writer.write_table(part)


def read(file: pq.ParquetFile, histograms: bool) -> pa.Table | None:
    """Return the samples, with histograms or without; None where they are not those that were saved.

    Raises ArrowException, OSError and ValueError for what is no sound Parquet.
    """
    metadata = file.schema_arrow.metadata
    number, _, of_rest = metadata.get(_REST, b"").partition(b" ")
    alone = bool(number) and not histograms
    table = file.read_row_groups(_first(file, int(number))) if alone else file.read()
    table.validate(full=True)
    if sound.digest(table, metadata[sound.FOOTER]).encode() != (of_rest if alone else metadata.get(_DIGEST)):
        return None
    rest = table.filter(pc.invert(pc.ends_with(table["metric"], HISTOGRAM)))
    if number and rest.num_rows != int(number):
        return None
    return table if histograms else rest


def _first(file: pq.ParquetFile, rows: int) -> list[int]:
    """Return the row groups that hold the first rows."""
    sizes = [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)]
    return [n for n, before in zip(range(len(sizes)), accumulate(sizes, initial=0), strict=False) if before < rows]
