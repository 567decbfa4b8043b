"""One process for one measurement: a request goes in as a line of JSON, what was measured comes out as one.

Both ends stand here. The process ends with whoever started it, and imports nothing of the report.
"""

import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ....datasets.corpus import Corpus
from ....errors import ClientFailed, ClientMissing, Unsupported
from .measured import measure, trained
from .methods import Method

# glibc: what is freed is used again. As shipped, the kernel would clear new memory for every document inside the clock
_KEPT = {"MALLOC_MMAP_THRESHOLD_": str(1 << 30), "MALLOC_TRIM_THRESHOLD_": str(1 << 40), "MALLOC_ARENA_MAX": "1"}
_ERRORS = {"missing": ClientMissing, "unsupported": Unsupported, "failed": ClientFailed}


def measured(
    corpus: Path, method: Method, step: int = 1, budget_s: float | None = None, dictionary: Path | None = None
) -> dict[str, Any]:
    """Measure a method in a process of its own; return `Measured` as plain values.

    Raises ClientMissing for a library that is not installed, Unsupported for too few documents, ClientFailed.
    """
    return _asked(
        {
            "corpus": str(corpus), "method": asdict(method), "step": step, "budget_s": budget_s,
            "dictionary": str(dictionary) if dictionary else None,
        }
    )  # fmt: skip


def dictionary_of(corpus: Path, target: Path) -> dict[str, Any]:
    """Train a dictionary in a process of its own and write it; return its size and the seconds that took."""
    return _asked({"corpus": str(corpus), "train": str(target)})


def _asked(request: dict[str, Any]) -> dict[str, Any]:
    process = subprocess.Popen(
        [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True, env={**os.environ, **_KEPT, "PYTHONPATH": _path()},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        with suppress(BrokenPipeError):  # it has ended and says why
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()  # and left open: its end is what tells the process that we are gone
        said, complaint = process.stdout.read(), process.stderr.read()
        process.wait()
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            with suppress(BrokenPipeError):
                pipe.close()
    if not said.strip():
        last = complaint.strip().splitlines()[-1:] or ["it printed nothing"]
        memory = "; was it out of memory?" if process.returncode == -9 else ""
        raise ClientFailed(f"the measuring process ended with code {process.returncode}{memory}: {last[0]}")
    answer: dict[str, Any] = json.loads(said)
    if "error" in answer:
        raise _ERRORS[answer["kind"]](answer["error"])
    return answer


def _path() -> str:
    """Return a search path on which the process finds this very package."""
    ours = str(Path(__file__).resolve().parents[2])
    return os.pathsep.join(filter(None, (ours, os.environ.get("PYTHONPATH"))))


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        with Corpus(Path(request["corpus"])) as corpus:
            if "train" in request:
                return trained(corpus, Path(request["train"]))
            dictionary = Path(request["dictionary"]).read_bytes() if request["dictionary"] else None
            method = Method(**request["method"])
            return measure(corpus, method, request["step"], request["budget_s"], dictionary).ended()
    except ClientMissing as error:
        return {"kind": "missing", "error": str(error)}
    except Unsupported as error:
        return {"kind": "unsupported", "error": str(error)}
    except MemoryError:
        return {"kind": "failed", "error": "there is too little memory for this method; close what else runs"}
    except Exception as error:
        return {"kind": "failed", "error": f"{type(error).__name__}: {error}"}


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    request = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.stdout.write(json.dumps(_answer(request)))
    sys.stdout.flush()
    os._exit(0)  # the thread above waits in a read that would hold up a clean end


if __name__ == "__main__":
    main()
