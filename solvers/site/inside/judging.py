"""The referee in the page: runs that have arrived from workers, and their rows on the page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from solvers.errors import UsageError
from solvers.execution.result import Cause, Ending, Run
from solvers.output.html.data import agreed_solutions
from solvers.output.json_document import document
from solvers.output.messages import explanation, title
from solvers.output.run_table import ORDER, columns, parent, rows
from solvers.output.verdict_sentence import verdict_sentence, verdict_word
from solvers.puzzle.packing import Flaw, RejectedOutput
from solvers.puzzle.placements import from_bytes
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import small_proof
from solvers.referee.crosscheck import crosscheck
from solvers.site.inside.searching import able, packed_answers, problem_of

LEFT_OUT = {"memory", "status", "paradigm"}
"""The first is not known here, and the page has no room for the others beside the board."""


def examined(asked: Mapping[str, Any], names: Sequence[str]) -> dict[str, str]:
    """The ``title`` of a problem; or, as ``wrong``, the error of the problem or of a backend."""
    try:
        problem = problem_of(asked)
        for name in names:
            able(name, problem)
        return {"title": title(problem)}
    except UsageError as error:
        return {"wrong": str(error)}


def judged(asked: Mapping[str, Any], arrived: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The comparison of these runs: its document, and the words that the command line prints."""
    problem = problem_of(asked)
    runs = [run_of(problem, run) for run in arrived]
    result = crosscheck(
        problem, runs, needed=[run.backend for run in runs], proof=small_proof(problem)
    )
    shown = [column for column in columns([result], ORDER) if column not in LEFT_OUT]
    return {
        "document": json.dumps(document(result)),  # null would not survive otherwise,
        "columns": shown,
        "rows": [[row[column] for column in shown] for _, row in rows(result)],
        "variants": [parent(judgement.run, result) is not None for judgement in result.judgements],
        "word": verdict_word(result),
        "sentence": f": {verdict_sentence(result)}",
        "lines": [explanation(judgement, problem) for judgement in result.judgements],
        "solutions": agreed_solutions([result]),
    }


def run_of(problem: Problem, told: Mapping[str, Any]) -> Run:
    """A run as the suite knows it, from the facts that the page has kept."""
    backend = able(told["backend"], problem)
    cause = Cause(told["cause"])  # type: ignore[call-arg]  # mypy: as if it made a new member
    ending = Ending(cause, told.get("limit", 0), detail=told.get("detail", ""))
    if "answers" in told:
        packer = packed_answers(backend, problem, told["answers"])
        packed, rejected = packer.placements(), tuple(packer.rejected)
    else:
        packed = from_bytes(told["packed"], problem.n, told["count"])
        rejected = tuple(RejectedOutput(Flaw(flaw), *facts) for flaw, *facts in told["rejected"])
    return Run(
        backend=backend.name,
        paradigm=backend.paradigm,
        ending=ending,
        placements=packed,
        rejected=rejected,
        rejected_counts=Counter(item.fault for item in rejected),
        seconds=told.get("seconds"),
        first_solution_seconds=told.get("first"),
        startup_seconds=told.get("startup"),
        counters=told.get("counters", {}),
        version=told.get("version", ""),
        variant_of=backend.variant_of,
    )
