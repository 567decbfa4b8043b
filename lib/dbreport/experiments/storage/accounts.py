"""Where the source's printed figures on storage stand in the chapter."""

from ...report.accounts import beside, left_out

ACCOUNTS = (
    beside("tbl-printed", table=("by plan", "by column")),
    beside("tbl-verdicts", case=("toast after deleting redundant record data", "binary column base64-decoded")),
    beside("tbl-printed", case="query result column after deleting redundant record data"),
    left_out("storage.all_results", case="table after deleting all query results"),
    left_out("storage.final_schema", case="final plan, redundant query records deleted"),
    left_out("storage.versions", case="latest versions only"),
    left_out("storage.rows", case="rows in 50 GB"),
)
