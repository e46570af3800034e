"""Promises of single paradigms beyond the contract that all of them keep."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from textwrap import dedent
from typing import Any

import pytest
from engines import skip_or_fail
from places import ROOT
from solutions import all_solutions

import solvers
from solvers import paradigms, registry
from solvers.adapters.program import Program
from solvers.errors import BackendError
from solvers.interface import Backend
from solvers.output.listing import listing
from solvers.paradigms import sat
from solvers.puzzle.placements import Placement, attacking_pair
from solvers.puzzle.problem import Problem
from solvers.testing.recording import record


@pytest.mark.parametrize("n", range(1, 8))
def test_row_tries_and_backtracks_are_counted_as_in_the_course(n: int) -> None:
    """Row tries and backtracks follow from the conflict-free placements, with tables too."""
    columns_entered = sum(len(boards) for boards in conflict_free(n)[:-1])
    counted = {
        name: record(registry.find(name), Problem(n)).work
        for name in ("sicp", "sicp-array", "sicp-pairs", "backtracking", "backtracking-tables")
    }
    assert {one["row_tries"] for one in counted.values()} == {n * columns_entered}
    backtracks = {one["backtracks"] for one in counted.values() if "backtracks" in one}
    assert backtracks == {sum(len(boards) for boards in conflict_free(n)[1:])}


def conflict_free(n: int) -> list[list[Placement]]:
    """All conflict-free placements of the first k columns, for k from 0 to n."""
    levels: list[list[Placement]] = [[()]]
    for _ in range(n):
        tried = ((*board, row) for board in levels[-1] for row in range(n))
        levels.append([one for one in tried if attacking_pair(one) is None])
    return levels


def test_the_optimised_prolog_program_is_the_textbook_one_with_a_flag() -> None:
    optimised = listing(registry.find("prolog-optimised")).text
    assert ":- set_prolog_flag(optimise, true).\n" in optimised
    assert optimised.endswith(":- include(queens).\n")


PAGES = [
    import_module(f"{paradigms.__name__}.{one.name}") for one in iter_modules(paradigms.__path__)
]


QUOTING = [
    (page, quoted)
    for page in PAGES
    if getattr(page, "BACKEND", None) and page.BACKEND.program
    for quoted in (page.__doc__ or "").split("\n\n")
    if quoted.startswith("    ")
]
"""The pages of programs that are files of their own, with each paragraph that quotes one."""


def test_a_page_quotes_its_program_as_it_stands() -> None:
    assert len(QUOTING) > 1
    for page, quoted in QUOTING:
        assert dedent(quoted).strip("\n") in listing(page.BACKEND).text, page


def needs_pysat() -> None:
    if find_spec("pysat") is None:
        skip_or_fail("PySAT is missing: pip install python-sat")


@pytest.mark.parametrize("n", range(9))
def test_auxiliary_variables_multiply_no_solution(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_pysat()
    monkeypatch.setattr(sat, "LONG_LINE", 0)
    assert n < 4 or max(abs(one) for clause in sat.clauses(Problem(n)) for one in clause) > n * n
    found = record(sat.BACKEND, Problem(n)).placements
    assert len(found) == len(all_solutions(n))
    assert set(found) == all_solutions(n)


def test_a_large_board_takes_few_clauses() -> None:
    """A clause for each pair of squares would make 1,646,900 of them."""
    needs_pysat()
    assert sum(1 for _ in sat.clauses(Problem(100))) < 300_000


@pytest.mark.parametrize(
    "name", [n for n, one in registry.backends().items() if one.largest_n < 64]
)
def test_more_rows_than_a_word_has_bits_are_refused_before_the_run(name: str) -> None:
    for ask in (solvers.solve, lambda n, name: solvers.compare(n, [name])):
        with pytest.raises(BackendError, match=f"{name} supports n up to 62"):
            ask(63, name)


@pytest.mark.parametrize("backend", registry.backends().values(), ids=lambda one: one.name)
def test_a_backend_is_documented(backend: Backend) -> None:
    lacks = f"{backend.name}: add to its record"
    assert backend.paradigm, f"{lacks} a paradigm"
    assert backend.install or not backend.requires, f"{lacks} the command that installs it"
    shown = listing(backend)
    assert shown.text, f"{lacks} the file of its program"
    assert shown.language != "text"
    assert 0 < shown.lines < len(shown.text.splitlines())
    if not backend.variant_of:
        assert backend.idea, f"{lacks} its idea"
        assert not backend.difference, f"{backend.name} is no variant: it has no difference"
        return
    assert not backend.idea, f"{backend.name} is a variant: its difference says all"
    assert re.fullmatch(r"((?!\. ).)+\.", backend.difference), f"{lacks} a difference: one sentence"
    parent = registry.find(backend.variant_of)
    assert not parent.variant_of
    assert backend.name.startswith(f"{parent.name}-")


def test_a_listing_is_the_file_of_the_program() -> None:
    for name, path in (
        ("sicp", "solvers/paradigms/sicp/exercise.py"),
        ("prolog", "prolog/queens.pl"),
        ("cp-sat", "solvers/paradigms/cp_sat.py"),
    ):
        assert listing(registry.find(name)).text == (ROOT / path).read_text()


def test_a_backend_without_a_file_has_no_listing() -> None:
    shown = listing(Backend("mine", solve=Program(("./queens", "{n}"))))
    assert (shown.text, shown.lines) == ("", 0)


def test_cp_sat_names_the_status_with_which_it_stopped_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ortools.sat.python import cp_model

    stop = cp_model.CpSolver.solve

    def stopped(solver: Any, model: Any, callback: Any) -> Any:
        solver.parameters.max_deterministic_time = 0.0
        return stop(solver, model, callback)

    monkeypatch.setattr(cp_model.CpSolver, "solve", stopped)
    with pytest.raises(RuntimeError, match=r"stopped before the end: (UNKNOWN|FEASIBLE)"):
        list(registry.find("cp-sat").solve(Problem(8), Counter()))
