"""The measurements of the folder ``benchmarks``, and the chapter that shows them."""

from __future__ import annotations

import csv
from fractions import Fraction
from pathlib import Path

import pytest
from engines import needs_program, needs_prolog

from benchmarks.candidate import MissingError
from benchmarks.contests import contests
from benchmarks.paradigms import measured
from benchmarks.search_tables import density_table, score_table
from benchmarks.when_which import DOCUMENT, RESULTS, SEARCHERS, WHOLE, boards_of
from solvers import registry
from solvers.benchmark.generator import BoardKind
from solvers.benchmark.result import BoardOutcome, BoardResult
from solvers.benchmark.summary import summarise
from solvers.execution.result import Status


@pytest.mark.parametrize(("name", "kinds"), [("given", WHOLE.given), ("blocked", WHOLE.blocked)])
def test_the_document_shows_the_tables_of_the_kept_results(
    name: str, kinds: list[tuple[BoardKind, Fraction]]
) -> None:
    family = boards_of(kinds, WHOLE)
    with (RESULTS / f"{name}.csv").open() as file:
        results = [
            BoardResult(
                board=int(row["board"]),
                backend=row["backend"],
                status=Status(row["status"]),
                answer=BoardOutcome(row["answer"]),
                seconds=float(row["seconds"]) if row["seconds"] else None,
            )
            for row in csv.DictReader(file)
        ]
    found = summarise(family, results, SEARCHERS, [], WHOLE.seconds)
    assert found.boards == len(family)
    text = DOCUMENT.read_text()
    assert "\n".join(density_table(found)) in text
    assert "\n".join(score_table(found)) in text


def test_a_paradigm_is_measured() -> None:
    lines, nodes, _, _ = measured(registry.find("sicp"), 0.0)
    assert int(lines) > 10
    assert nodes == "1,965"


def test_every_contest_of_the_benchmarks_can_be_made(tmp_path: Path) -> None:
    needs_prolog()
    needs_program("cc", "gcc and libc6-dev")
    made = [contest for contest in contests(tmp_path) if not isinstance(contest, MissingError)]
    assert {"sicp", "prolog", "cp-sat", "bitset"} <= {contest.ours.name for contest in made}
