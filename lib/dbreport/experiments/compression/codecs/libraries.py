"""How each library is called, and which version of it this is. Imported lazily: the report needs none of them."""

import base64
import importlib
import lzma
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from ....errors import ClientMissing, Unsupported
from .methods import Method

SEGMENT_BYTES, WORD_BYTES = 1024, 8
"""What a dictionary is put together from, and the least that counts as found again: given, or both are searched for."""

Transform = Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class Codec:
    """A method ready to use: `compress` and `decompress` take a document, or several joined, at once.

    `packer` and `unpacker` make the two ends of an archive: objects with `compress` and `flush`, and `decompress`.
    """

    compress: Transform
    decompress: Transform
    packer: Callable[[], Any] | None = None
    unpacker: Callable[[], Any] | None = None


def codec(method: Method, dictionary: bytes | None = None) -> Codec:
    """Return the method ready to use. Raises ClientMissing where its library is not installed."""
    level = method.level
    match method.family:
        case "text":
            return Codec(bytes, bytes)
        case "zlib":
            return Codec(partial(zlib.compress, level=level), zlib.decompress)
        case "zlib_base64":
            return Codec(lambda raw: base64.b64encode(zlib.compress(raw, level)), _from_base64)
        case "zlib_lzma":
            return Codec(
                lambda raw: lzma.compress(zlib.compress(raw, level), preset=level),
                lambda stored: zlib.decompress(lzma.decompress(stored)),
                partial(lzma.LZMACompressor, preset=level),
                lzma.LZMADecompressor,
            )
        case "lzma":
            return Codec(
                partial(lzma.compress, preset=level),
                lzma.decompress,
                partial(lzma.LZMACompressor, preset=level),
                lzma.LZMADecompressor,
            )
        case "zstd":
            return _zstd(method, dictionary)
        case "brotli":
            brotli = _imported("brotli")
            return Codec(partial(brotli.compress, quality=level), brotli.decompress)
        case "lz4":
            frame = _imported("lz4.frame")
            # blocks as large as the command line's: linked ones of 64 KiB, the package's own, find less
            how = {"compression_level": level, "block_size": frame.BLOCKSIZE_MAX4MB, "store_size": True}
            return Codec(partial(frame.compress, **how), frame.decompress)
    raise ValueError(f"{method.family} is no family of methods")


def _from_base64(stored: bytes) -> bytes:
    return zlib.decompress(base64.b64decode(stored))


def _zstd(method: Method, dictionary: bytes | None) -> Codec:
    zstandard = _imported("zstandard")
    how: dict[str, Any] = {"level": method.level}
    reading: dict[str, Any] = {}
    if method.window_log:
        # what the command line's --long does: a wider window, and long matches looked for in it
        how = {
            "compression_params": zstandard.ZstdCompressionParameters.from_level(
                method.level, window_log=method.window_log, enable_ldm=True
            )
        }
        reading["max_window_size"] = 1 << method.window_log
    if dictionary is not None:
        how["dict_data"] = reading["dict_data"] = zstandard.ZstdCompressionDict(dictionary)
    compressor, decompressor = zstandard.ZstdCompressor(**how), zstandard.ZstdDecompressor(**reading)
    return Codec(compressor.compress, decompressor.decompress, compressor.compressobj, decompressor.decompressobj)


def train(samples: Sequence[bytes], size_bytes: int) -> bytes:
    """Return a zstd dictionary of about so many bytes. Raises ClientMissing, Unsupported for too few samples."""
    zstandard = _imported("zstandard")
    try:
        made = zstandard.train_dictionary(size_bytes, list(samples), k=SEGMENT_BYTES, d=WORD_BYTES)
    except zstandard.ZstdError as error:
        raise Unsupported(f"no dictionary can be trained on {len(samples)} documents: {error}") from None
    trained: bytes = made.as_bytes()
    return trained


_VERSION_OF: dict[str, tuple[str, Callable[[Any], object]]] = {
    "zstd": ("zstandard", lambda zstandard: ".".join(map(str, zstandard.ZSTD_VERSION))),
    "brotli": ("brotli", lambda brotli: brotli.__version__),
    "lz4": ("lz4", lambda lz4: lz4.library_version_string()),
}


def versions() -> dict[str, str]:
    """Return the version of every library that is installed, by name."""
    known = {"zlib": zlib.ZLIB_RUNTIME_VERSION, "lzma": _liblzma()}
    for name, (module, version) in _VERSION_OF.items():
        with suppress(ClientMissing):
            known[name] = str(version(_imported(module)))
    return known


def _liblzma() -> str:
    """Ask the library itself: Python does not tell which one it was built with."""
    import _lzma
    import ctypes

    try:
        library = ctypes.CDLL(_lzma.__file__)
        library.lzma_version_string.restype = ctypes.c_char_p
        return str(library.lzma_version_string().decode())
    except (AttributeError, OSError):  # linked into the interpreter without its names
        return "unknown"


def _imported(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise ClientMissing(f"{package} is not installed; run: pip install {package}, or: make engines") from None
