"""pyarrow without pandas, which it imports for its first array out of one of NumPy's: 0.4 s a process."""

import sys
from importlib.abc import MetaPathFinder

import pyarrow as pa


class _NoPandas(MetaPathFinder):
    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError("pyarrow looks once whether there is a pandas", name=name)


def without_pandas() -> None:
    """Have pyarrow look for pandas where it finds none: it looks once, and again where a data frame is asked for.

    Source: `_PandasAPIShim` in pyarrow's pandas-shim.pxi.
    """
    if "pandas" in sys.modules:
        return
    refuses = _NoPandas()
    sys.meta_path.insert(0, refuses)
    try:
        pa.array(memoryview(b""))
    finally:
        sys.meta_path.remove(refuses)
