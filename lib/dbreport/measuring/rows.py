"""The rows of a run: which ones they are, and that they are those that earlier cases were measured on."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import DatasetMismatch, UsageError
from ..model import Experiment, Options
from .bench import Reporter
from .engine_run import EngineRun


def dataset_of(experiment: Experiment, options: Options) -> Any:
    """Return the rows a run is on, still to be made. Raises UsageError for a number or folder that cannot be used."""
    if options.corpus and experiment.from_folder:
        if options.rows is not None:
            raise UsageError("the files of a folder are as many as they are; leave out --rows or --corpus")
        return experiment.from_folder(options.corpus)
    return experiment.dataset(experiment.rows[options.scale] if options.rows is None else options.rows)


def make(rows: Any, text: Path, runs: Iterable[EngineRun], reporter: Reporter) -> None:
    """Make the rows. Raises DatasetMismatch where they are not those that earlier cases were measured on."""
    made = {"digest": rows.write(text, partial(reporter.made, total=rows.count)), "text_bytes": text.stat().st_size}
    for run in runs:
        if run.footer.dataset.get("digest", made["digest"]) != made["digest"]:
            raise DatasetMismatch(
                f"the rows made now are not those {run.cell.experiment} was measured on, though the"
                " first of them are:"
                " raise METHOD in measuring/method.py and measure it again"
            )
        run.footer.dataset |= made
