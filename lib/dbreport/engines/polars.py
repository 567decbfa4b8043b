"""polars: SQL over Parquet files by its streaming engine, in a worker process.

Its SQL is a part of the language: what lies beyond it is unsupported, in its own words. A statement cannot be
interrupted. `import polars` below is the driver, not this module.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from ..errors import StatementFailed, Unsupported
from .file_reader import FileReader, FileReading
from .setup import Setup


class _PolarsInner(FileReader):
    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        # read as it is imported; without a budget it does not spill
        if megabytes := setup.memory_limit_bytes >> 20:
            os.environ |= {
                "POLARS_OOC_MEMORY_BUDGET_MB": str(megabytes * 3 // 4),  # part of what it holds cannot be spilled
                "POLARS_OOMKILL_THRESHOLD_MB": str(megabytes),
                "POLARS_TEMP_DIR": str(setup.spill),
            }
        import polars
        import pyarrow  # noqa: F401 - answers come as its tables: loaded now, it is no part of a first answer's time

        self._driver = polars
        self._context = polars.SQLContext()

    @contextmanager
    def _mapped(self) -> Iterator[None]:
        errors = self._driver.exceptions
        try:
            yield
        except (errors.SQLInterfaceError, errors.SQLSyntaxError) as error:
            raise Unsupported(f"polars: {str(error).splitlines()[0]}") from None
        except (errors.PolarsError, OSError) as error:
            raise StatementFailed(f"polars: {error}") from None

    def _attach(self, name: str, files: Path) -> None:
        self._context.register(name, self._driver.scan_parquet(files / "*.parquet"))

    def _arrow(self, sql: str) -> Any:
        return self._context.execute(sql, eager=False).collect(engine="streaming").to_arrow()

    def version(self) -> str:
        return str(self._driver.__version__)

    def settings(self) -> dict[str, str]:
        names = ("POLARS_OOC_MEMORY_BUDGET_MB", "POLARS_OOMKILL_THRESHOLD_MB")
        return {"threads": str(self._driver.thread_pool_size())} | {n: os.environ[n] for n in names if n in os.environ}

    def explain(self, sql: str) -> str:
        with self._mapped():
            return str(self._context.execute(sql, eager=False).explain(engine="streaming"))


class Polars(FileReading):
    name = "polars"
    driver = "polars"
    inner = _PolarsInner
    ends: ClassVar[Mapping[int, str]] = {**FileReading.ends, -6: "as it ends itself over its limit of memory"}
