"""The document of a comparison, schema 1: as JSON, or as CSV with one line per run."""

from __future__ import annotations

import json
from typing import IO, Any

from solvers.errors import printable
from solvers.output.messages import REMARKS, note, pattern_words, witness_words
from solvers.puzzle.packing import Fault
from solvers.puzzle.placements import digest
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Comparison, Judgement
from solvers.spreadsheet import cell

SCHEMA = 1
"""The version of the document; it grows only when a field changes its name or meaning."""

FIELDS = {
    Fault.INVALID: "invalid",
    Fault.DUPLICATE: "duplicates",
    Fault.MISSING: "missing",
    Fault.EXTRA: "extra",
    Fault.MALFORMED: "malformed",
}
"""The name of each fault in the document."""


def document(comparison: Comparison) -> dict[str, Any]:
    """The document for one problem. Times are in seconds; null stands for unknown values.

    The certificate has the set of solutions, and the number of tokens of each kind.
    """
    proof = comparison.proof
    return {
        "schema": SCHEMA,
        "n": comparison.problem.n,
        "prefix": list(comparison.problem.prefix),
        "blocked": [list(square) for square in sorted(comparison.problem.blocked)],
        "colours": [list(column) for column in comparison.problem.colours],
        "goal": str(comparison.problem.goal),
        "expected_solutions": comparison.problem.known_count,
        "verdict": str(comparison.agreement),
        "agreement": str(comparison.agreement),
        "evidence": str(comparison.evidence),
        "certificate": proof
        and {
            "solutions": len(proof.solutions),
            "digest": digest(proof.solutions),
            "tokens": proof.tokens,
            "placed": proof.placed,
            "blocked": proof.blocked,
            "attacked": proof.attacked,
        },
        "digest": comparison.digest,
        "kept": "count" if comparison.count else "solutions",
        "sum_digest": comparison.sum_digest,
        "runs": [
            run_document(judgement, comparison.problem) for judgement in comparison.judgements
        ],
    }


def run_document(
    judgement: Judgement, problem: Problem, *, by_lines: bool = False
) -> dict[str, Any]:
    """The fields of one run. Times are in seconds, memory is in MiB, squares are [column, row].

    ``by_lines``: see ``witness_words``.
    """
    run, witness = judgement.run, judgement.witness
    return {
        "backend": printable(run.backend),
        "paradigm": printable(run.paradigm),
        "variant_of": run.variant_of,
        "status": str(run.status),
        "verdict": str(judgement.verdict),
        "solutions": run.solutions,
        **{field: judgement.faults[fault] for fault, field in FIELDS.items()},
        "witness": witness
        and {
            "fault": str(witness.fault),
            "placement": witness.placement and list(witness.placement),
            "attack": witness.attack and list(witness.attack),
            "text": witness_words(witness, problem, by_lines=by_lines),
        },
        "missing_shape": pattern_words(judgement.pattern),
        "remark": REMARKS[judgement.remark] if judgement.remark else "",
        "seconds": _rounded(run.seconds),
        "first_solution_seconds": _rounded(run.first_solution_seconds),
        "startup_seconds": _rounded(run.startup_seconds),
        "parent_seconds": _rounded(run.parent_seconds),
        "prepare_seconds": _rounded(run.prepare_seconds),
        "peak_memory_mib": _rounded(run.peak_memory_mib, 1),
        "counters": dict(run.counters),
        "version": printable(run.version),
        "note": printable(note(run)),
    }


def _rounded(value: float | None, digits: int = 6) -> float | None:
    return None if value is None else round(value, digits)


NOT_SHARED = ("schema", "runs", "verdict")
"""The fields of the document that no line of CSV has. In a line, ``verdict`` is the verdict on the
run, and ``agreement`` the verdict on the comparison."""


def write_csv(comparison: Comparison, file: IO[str], *, with_header: bool) -> None:
    """Write one line per run, under a header if it is asked for; lists and objects as JSON."""
    import csv  # no check needs it

    found = document(comparison)
    shared = {key: value for key, value in found.items() if key not in NOT_SHARED}
    lines = [shared | run for run in found["runs"]]
    writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
    if with_header:
        writer.writeheader()
    for line in lines:
        writer.writerow(
            {
                key: json.dumps(value) if isinstance(value, (list, dict)) else cell(value)
                for key, value in line.items()
            }
        )
