"""DataFusion: SQL over Parquet files, in a worker process. `import datafusion` below is the driver, not this module."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from .file_reader import FileDialect, FileReader, FileReading
from .launch.inner import driver_errors
from .setup import Setup

_SETTINGS = ("datafusion.execution.batch_size", "datafusion.execution.target_partitions")


class _DataFusionInner(FileReader):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        import datafusion

        runtime = datafusion.RuntimeEnvBuilder().with_disk_manager_specified(str(setup.spill))
        if setup.memory_limit_bytes:
            runtime = runtime.with_fair_spill_pool(setup.memory_limit_bytes)
        self._limit_bytes = setup.memory_limit_bytes
        config = datafusion.SessionConfig({"datafusion.catalog.information_schema": "true"})
        self._context = datafusion.SessionContext(config, runtime)

    def _mapped(self) -> AbstractContextManager[None]:
        return driver_errors("datafusion", (), (), Exception)  # it raises nothing of its own

    def _attach(self, name: str, files: Path) -> None:
        self._context.register_parquet(name, str(files))

    def _arrow(self, sql: str) -> Any:
        return self._context.sql(sql).to_arrow_table()

    def version(self) -> str:
        return str(self._arrow("SELECT version()")[0][0].as_py().split()[2].rstrip(","))

    def settings(self) -> dict[str, str]:
        shown = self._arrow(f"SELECT name, value FROM information_schema.df_settings WHERE name IN {_SETTINGS}")
        limit = {"fair_spill_pool": str(self._limit_bytes)} if self._limit_bytes else {}
        return dict(zip(*(column.to_pylist() for column in shown.columns), strict=True)) | limit

    def explain(self, sql: str) -> str:
        with self._mapped():
            return "\n".join(str(text) for text in self._arrow(f"EXPLAIN {sql}")["plan"].to_pylist())


class _DataFusionDialect(FileDialect):
    def estimated_distinct(self, column: str) -> str:
        return f"approx_distinct({column})"


class DataFusion(FileReading):
    name = "datafusion"
    driver = "datafusion"
    inner = _DataFusionInner
    dialect = _DataFusionDialect()
