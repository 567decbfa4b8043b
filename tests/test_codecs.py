"""Compression methods: every round trip, what is counted of it, what does not survive, the process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import zlib
from dataclasses import asdict, replace
from pathlib import Path

import psutil
import pytest
from compressionkit import corpus_file, pages_of
from dbreport.datasets.corpus import Corpus
from dbreport.errors import ClientFailed, ClientMissing, Unsupported
from dbreport.experiments.compression.codecs import child, libraries, measured
from dbreport.experiments.compression.codecs.libraries import Codec, codec, train
from dbreport.experiments.compression.codecs.measured import measure
from dbreport.experiments.compression.codecs.methods import METHODS, Method

DOCUMENTS = pages_of(24)
LONG31 = "merged_zstd_19_long31"  # needs gigabytes; its window alone differs from that of long27


def method(name: str) -> Method:
    return next(one for one in METHODS if one.name == name)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return corpus_file(tmp_path_factory.mktemp("corpus") / "pages", DOCUMENTS)


@pytest.fixture(scope="module")
def dictionary(path: Path) -> bytes:
    pytest.importorskip("zstandard")
    target = path.with_suffix(".dictionary")
    with Corpus(path) as opened:
        measured.trained(opened, target)
    return target.read_bytes()


def taken(path: Path, name: str, dictionary: bytes | None = None, step: int = 1) -> measured.Measured:
    with Corpus(path) as opened:
        found = measure(opened, method(name), step, None, dictionary)
        found.ended()
        return found


# round trips -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [one.name for one in METHODS if not one.dictionary and one.name != LONG31])
def test_every_document_survives_every_method(path: Path, name: str) -> None:
    found = taken(path, name)
    assert (found.wrong, found.documents, found.raw_bytes) == (None, len(DOCUMENTS), sum(map(len, DOCUMENTS)))


@pytest.mark.parametrize("name", [one.name for one in METHODS if one.dictionary])
def test_a_dictionary_is_judged_on_documents_it_has_not_seen(path: Path, name: str, dictionary: bytes) -> None:
    found = taken(path, name, dictionary)
    assert (found.wrong, found.raw_bytes) == (None, sum(map(len, DOCUMENTS[1::2])))


def test_a_dictionary_makes_small_documents_smaller(path: Path, dictionary: bytes) -> None:
    plain, trained = taken(path, "zstd_19"), taken(path, "zstd_19_dict", dictionary)
    assert trained.stored_bytes / trained.raw_bytes < 0.8 * plain.stored_bytes / plain.raw_bytes


def test_plain_text_takes_what_it_takes(path: Path) -> None:
    found = taken(path, "text")
    assert found.stored_bytes == found.raw_bytes


def test_base64_adds_a_third(path: Path) -> None:
    ratio = taken(path, "zlib_6_base64").stored_bytes / taken(path, "zlib_6").stored_bytes
    assert ratio == pytest.approx(4 / 3, rel=0.01)


@pytest.mark.parametrize("name", [one.name for one in METHODS if not one.dictionary and one.name != LONG31])
def test_what_is_compressed_already_stays_about_as_large(tmp_path: Path, name: str) -> None:
    noise = [os.urandom(40_000) for _ in range(3)]
    found = taken(corpus_file(tmp_path / "noise", noise), name)
    most = 4 / 3 if "base64" in name else 1.0
    assert found.wrong is None
    assert found.stored_bytes < found.raw_bytes * most + 2_000


def test_every_fifth_document_can_stand_for_all(path: Path) -> None:
    found = taken(path, "zlib_6", step=5)
    assert (found.documents, found.raw_bytes) == (5, sum(map(len, DOCUMENTS[::5])))


def test_a_trial_ends_when_its_time_is_over(path: Path) -> None:
    with Corpus(path) as opened:
        found = measure(opened, method("merged_xz_9"), 1, 0.0)
    assert 0 < found.documents < len(DOCUMENTS)


# what is counted -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "touched"),
    [(1, 100.0), (2, 150.0), (4, 250.0)],  # the mean of 100; of 100, 200; of 100, 200, 300, 400
)
def test_to_fetch_a_document_its_block_is_decompressed_up_to_its_end(
    tmp_path: Path, block: int, touched: float
) -> None:
    path = corpus_file(tmp_path / "even", [b"x" * 100] * 8)
    with Corpus(path) as opened:
        found = measure(opened, replace(method("zlib_6"), block=block))
        found.ended()
    assert found.touched_bytes == touched


def test_of_an_archive_half_is_decompressed_on_average(tmp_path: Path) -> None:
    found = taken(corpus_file(tmp_path / "even", [b"x" * 100] * 9), "merged_xz_9")
    assert found.touched_bytes == 500.0
    assert found.read_bytes == pytest.approx(found.stored_bytes * 5 / 9)


def test_small_files_take_whole_blocks_of_a_disk(path: Path) -> None:
    found = taken(path, "zlib_6")
    assert found.disk_bytes == len(DOCUMENTS) * 4096 > found.stored_bytes


def test_the_clock_counts_wall_and_processor(path: Path) -> None:
    found = taken(path, "lzma_6")
    clocks = (found.compress, found.decompress)
    assert all(seconds > 0 for clock in clocks for seconds in (clock.wall_s, clock.cpu_s))


def test_joined_documents_are_smaller_than_documents_alone(path: Path) -> None:
    sizes = [taken(path, name).stored_bytes for name in ("lzma_9", "merged_4_xz_9", "merged_16_xz_9", "merged_xz_9")]
    assert sizes == sorted(sizes, reverse=True)


# what does not survive -------------------------------------------------------------------------


def broken(kind: str) -> Codec:
    sound = codec(method("zlib_6"))
    if kind == "other":
        return replace(sound, decompress=lambda stored: zlib.decompress(stored).replace(b"alpha", b"omega"))
    return replace(sound, compress=lambda raw: zlib.compress(raw)[:-9])


@pytest.mark.parametrize(
    ("kind", "said"),
    [("other", "document 0 came back as another"), ("short", "what was stored cannot be decompressed: ")],
)
def test_a_document_that_is_lost_ends_the_measurement(
    path: Path, kind: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measured, "codec", lambda method, dictionary: broken(kind))
    assert (taken(path, "zlib_6").wrong or "").startswith(said)


def test_an_archive_that_gives_back_other_documents_is_noticed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = codec(method("merged_xz_9"))

    class Unpacker:
        def __init__(self) -> None:
            assert sound.unpacker is not None
            self._sound = sound.unpacker()

        def decompress(self, chunk: bytes) -> bytes:
            return self._sound.decompress(chunk).replace(b"alpha", b"omega")

    monkeypatch.setattr(measured, "codec", lambda method, dictionary: replace(sound, unpacker=Unpacker))
    assert taken(path, "merged_xz_9").wrong == "the archive gave back other documents than were put in"


# a process of its own --------------------------------------------------------------------------


def test_a_measurement_runs_in_a_process_of_its_own(path: Path) -> None:
    found = child.measured(path, method("zlib_6"))
    assert (found["documents"], found["wrong"]) == (len(DOCUMENTS), None)
    assert found["peak_memory_bytes"] < psutil.Process().memory_info().rss + (64 << 20)


def test_a_missing_library_is_named(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "brotli.py").write_text("raise ImportError\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(child, "_path", lambda: os.pathsep.join([str(tmp_path), *sys.path]))
    with pytest.raises(ClientMissing, match="brotli is not installed; run: pip install brotli, or: make engines"):
        child.measured(path, method("brotli_1"))


def test_too_few_documents_train_no_dictionary(tmp_path: Path) -> None:
    pytest.importorskip("zstandard")
    one = corpus_file(tmp_path / "one", [b"x"])
    with pytest.raises(Unsupported, match="no dictionary can be trained on 1 documents"):
        child.dictionary_of(one, tmp_path / "dictionary")


def test_a_process_that_dies_is_a_failure_with_a_reason(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_path", lambda: "/nowhere")
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(ClientFailed, match="the measuring process ended with code 1"):
        child.measured(path, method("zlib_6"))


def test_a_method_that_nobody_knows_fails_and_says_so(path: Path) -> None:
    with pytest.raises(ClientFailed, match="magic is no family of methods"):
        child.measured(path, Method("magic_1", "magic", 1))


def test_the_process_ends_with_whoever_started_it(tmp_path: Path) -> None:
    big = corpus_file(tmp_path / "big", pages_of(8, 2000))
    request = {"corpus": str(big), "method": asdict(method("lzma_9")), "step": 1, "budget_s": None, "dictionary": None}
    process = subprocess.Popen(
        [sys.executable, "-m", child.__name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(request) + "\n")
    process.stdin.flush()
    while str(tmp_path / "big") not in {file.path for file in psutil.Process(process.pid).open_files()}:
        assert process.poll() is None, "it ended before it had begun"
        time.sleep(0.01)
    process.stdin.close()
    assert process.wait(60) == 1


def test_the_process_carries_nothing_of_the_report() -> None:
    code = f"import sys, {child.__name__}; print([m for m in ('plotly', 'polars', 'numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# libraries -------------------------------------------------------------------------------------


def test_every_library_tells_its_version() -> None:
    assert {"zlib", "lzma"} <= set(libraries.versions()) <= {"zlib", "lzma", "zstd", "brotli", "lz4"}
    assert libraries.versions()["zlib"] == zlib.ZLIB_RUNTIME_VERSION


def test_a_dictionary_has_about_the_size_asked_for() -> None:
    pytest.importorskip("zstandard")
    assert len(train(pages_of(200), 20_000)) <= 20_000


def test_every_method_has_a_name_of_its_own() -> None:
    names = [one.name for one in METHODS]
    assert sorted(set(names)) == sorted(names)
