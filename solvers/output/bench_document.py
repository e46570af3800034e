"""A batch run for other programs: one JSON document, or CSV with a line per run."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable
from dataclasses import asdict
from typing import IO, Any

from solvers.benchmark.generator import Blocked, Completion
from solvers.benchmark.instances import Instances, digest
from solvers.benchmark.result import Result
from solvers.benchmark.summary import Summary
from solvers.output.csv_lines import cell_of
from solvers.output.printable import printable

SCHEMA = 1


def summary_document(summary: Summary) -> dict[str, Any]:
    """All of it, schema 1. Times are in seconds; null is what is not known or beyond the limit."""
    return {
        "schema": SCHEMA,
        "goal": "first",
        "boards": len(summary.instances),
        "boards_run": summary.boards,
        "digest": digest(summary.instances),
        "time_limit": summary.limit,
        "scores": [
            asdict(one)
            | {
                "solved": one.solved,
                "median_seconds": _known(one.median_seconds),
                "par2": _known(one.par2),
            }
            for one in summary.scores
        ],
        "ratios": [
            {name: value for name, value in asdict(one).items() if name != "has_scipy"}
            | {"mean": _known(one.mean)}
            for one in summary.ratios
        ],
        "contradictions": [asdict(one) for one in summary.contradictions],
        "runs": [result_document(one, summary.instances) for one in summary.results],
    }


def result_document(result: Result, instances: Instances) -> dict[str, Any]:
    """One run, with how its board was generated."""
    instance = instances[result.board - 1]
    recipe = instance.recipe
    kind = recipe and recipe.kind
    fields = asdict(result)
    return {
        "board": fields.pop("board"),
        "n": instance.problem.n,
        "blocked_share": kind.density if isinstance(kind, Blocked) else None,
        "given_queens": kind.queens if isinstance(kind, Completion) else None,
        "seed": recipe and recipe.seed,
        "number": recipe and recipe.number,
        **fields,
        "placement": result.placement and list(result.placement),
        "note": printable(result.note),
    }


def write_results_csv(results: Iterable[Result], instances: Instances, file: IO[str]) -> None:
    """Write a header and, as the runs come, a line for each, with the fields of its document."""
    writer: csv.DictWriter[str] | None = None
    for result in results:
        line = {key: cell_of(value) for key, value in result_document(result, instances).items()}
        if writer is None:
            writer = csv.DictWriter(file, list(line), lineterminator="\n")
            writer.writeheader()
        writer.writerow(line)
        file.flush()


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
