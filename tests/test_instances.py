"""The boards for other solvers are as they are written, and each format has the same solutions."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable

import pytest
from engines import able_backend, needs_program
from places import ROOT
from processes import ran
from shares import a_share, slower

from benchmarks.write_instances import FOLDER, digest_of, files
from solvers.puzzle.placements import Placement

with (FOLDER / "expected.csv").open() as table:
    EXPECTED = [*csv.DictReader(table)]
NAMES = [line["name"] for line in EXPECTED]


def is_expected(name: str, solutions: Iterable[Placement]) -> bool:
    found = [*solutions]
    (line,) = (line for line in EXPECTED if line["name"] == name)
    return (len(found), digest_of(found)) == (int(line["solutions"]), line["sha256"])


def placement_of(squares: Iterable[int], n: int) -> Placement:
    return tuple((square - 1) % n for square in sorted(squares))


def test_the_files_are_those_that_the_script_writes() -> None:
    assert {path.name: path.read_text() for path in FOLDER.iterdir()} == files()
    assert len(EXPECTED) == 20
    assert ROOT in FOLDER.parents


def text_of(name: str, suffix: str) -> str:
    return (FOLDER / f"{name}.{suffix}").read_text()


@pytest.mark.parametrize(
    "name", [name if not at else slower(name) for at, name in enumerate(NAMES)]
)
def test_minizinc_gives_the_solutions(name: str) -> None:
    needs_program("minizinc", "minizinc")
    files = [str(FOLDER / "queens.mzn"), str(FOLDER / f"{name}.dzn")]
    shown = ran(["minizinc", "--solver", "gecode", "-a", "--output-mode", "json", *files]).stdout
    found = [json.loads(text)["rows"] for text in re.findall(r"\{.*?\}", shown, re.DOTALL)]
    assert is_expected(name, map(tuple, found))


@a_share("name", NAMES)
def test_the_models_of_the_clauses_are_the_solutions(name: str) -> None:
    able_backend("sat")
    from pysat.formula import CNF
    from pysat.solvers import Solver

    clauses = CNF(from_string=text_of(name, "cnf"))
    n = round(clauses.nv**0.5)
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        models = [[square for square in model if square > 0] for model in solver.enum_models()]
    assert is_expected(name, (placement_of(squares, n) for squares in models))


@a_share("name", NAMES)
def test_the_pseudo_boolean_constraints_have_the_solutions(name: str) -> None:
    from ortools.sat.python import cp_model

    head, *lines = text_of(name, "opb").splitlines()
    count, constraints = map(int, re.findall(r"\d+", head))
    assert len(lines) == constraints
    model = cp_model.CpModel()
    squares = [model.new_bool_var(str(number)) for number in range(count)]
    for line in lines:
        terms = re.findall(r"([+-]\d+) x(\d+)", line)
        total = sum(int(factor) * squares[int(number) - 1] for factor, number in terms)
        relation, value = re.fullmatch(r".*x\d+ (>=|=) (-?\d+) ;", line).groups()  # type: ignore[union-attr]  # else it fails
        model.add(total == int(value) if relation == "=" else total >= int(value))
    found: list[Placement] = []

    class Callback(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            chosen = [at for at, square in enumerate(squares, start=1) if self.value(square)]
            found.append(placement_of(chosen, round(count**0.5)))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, Callback())
    assert is_expected(name, found)
