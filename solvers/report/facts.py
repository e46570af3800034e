"""The facts of a comparison as plain data: the JSON document, schema 1."""

from __future__ import annotations

from typing import Any

from solvers.crosscheck import Crosscheck, Judgement
from solvers.interface import Fault
from solvers.report.printable import printable

SCHEMA = 1

FIELDS = {
    Fault.INVALID: "invalid",
    Fault.DUPLICATE: "duplicates",
    Fault.MISSING: "missing",
    Fault.EXTRA: "extra",
    Fault.MALFORMED: "malformed",
}
"""The document's names of the faults."""


def facts(crosscheck: Crosscheck) -> dict[str, Any]:
    """The document for one problem. Times are in seconds; null is what is not known."""
    return {
        "schema": SCHEMA,
        "n": crosscheck.problem.n,
        "prefix": list(crosscheck.problem.prefix),
        "expected_solutions": crosscheck.problem.known_count,
        "verdict": str(crosscheck.verdict),
        "evidence": str(crosscheck.evidence),
        "digest": crosscheck.digest,
        "kept": str(crosscheck.keep),
        "sum_digest": crosscheck.agreed_total,
        "runs": [run_facts(judgement) for judgement in crosscheck.judgements],
    }


def run_facts(judgement: Judgement) -> dict[str, Any]:
    """What the document says of one run."""
    run, witness = judgement.run, judgement.witness
    return {
        "backend": printable(run.backend),
        "paradigm": run.paradigm,
        "status": str(run.status),
        "verdict": str(judgement.verdict),
        "solutions": run.solutions,
        **{field: judgement.faults[fault] for fault, field in FIELDS.items()},
        "witness": witness
        and {
            "fault": str(witness.fault),
            "placement": witness.placement and list(witness.placement),
            "attack": witness.attack and list(witness.attack),
            "text": printable(witness.text),
        },
        "missing_shape": judgement.shape,
        "remark": judgement.remark,
        "seconds": _rounded(run.seconds),
        "first_solution_seconds": _rounded(run.first_solution_seconds),
        "startup_seconds": _rounded(run.startup_seconds),
        "peak_memory_mib": _rounded(run.peak_memory_mib, 1),
        "counters": dict(run.counters),
        "version": run.version,
        "note": printable(run.note),
    }


def _rounded(value: float | None, digits: int = 6) -> float | None:
    return None if value is None else round(value, digits)
