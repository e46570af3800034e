"""Comparisons as CSV: one line a run, the fields of the JSON document."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from typing import IO

from solvers.output.json_document import document
from solvers.output.printable import cell
from solvers.referee.verdict import Crosscheck

NOT_SHARED = ("schema", "runs", "verdict")
"""Of the document: a run's line has the run's own verdict, and that of all as ``agreement``."""


def write_csv(crosschecks: Iterable[Crosscheck], file: IO[str]) -> None:
    """Write a header and, as the comparisons come, a line for each run.

    What is a list or an object in the JSON document is the same JSON in its cell.
    """
    writer: csv.DictWriter[str] | None = None
    for crosscheck in crosschecks:
        found = document(crosscheck)
        shared = {key: value for key, value in found.items() if key not in NOT_SHARED}
        for run in found["runs"]:
            line = {key: cell_of(value) for key, value in (shared | run).items()}
            if writer is None:
                writer = csv.DictWriter(file, list(line), lineterminator="\n")
                writer.writeheader()
            writer.writerow(line)
        file.flush()


def cell_of(value: object) -> object:
    """A value of the document as a cell: what is no plain value is JSON."""
    return json.dumps(value) if isinstance(value, (list, dict)) else cell(value)
