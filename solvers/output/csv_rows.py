"""CSV: one line per run, with the fields of the JSON document."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from typing import IO, Any

from solvers.output.json_document import document
from solvers.output.printable import cell
from solvers.referee.verdict import Comparison

NOT_SHARED = ("schema", "runs", "verdict")
"""The fields of the document that no line has. In a line, ``verdict`` is the verdict on the run,
and ``agreement`` the verdict on the comparison."""


def write_csv(comparison: Comparison, file: IO[str], *, with_header: bool) -> None:
    """Write one line per run, under a header if it is asked for."""
    rows = list(_rows(comparison))
    writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
    if with_header:
        writer.writeheader()
    for row in rows:
        writer.writerow({key: _cell(value) for key, value in row.items()})


def _rows(comparison: Comparison) -> Iterator[Mapping[str, Any]]:
    found = document(comparison)
    shared = {key: value for key, value in found.items() if key not in NOT_SHARED}
    return (shared | run for run in found["runs"])


def _cell(value: object) -> object:
    """The value for a cell: a list or an object as JSON, a formula as text."""
    return json.dumps(value) if isinstance(value, (list, dict)) else cell(value)
