"""The measurements of the folder ``benchmarks``."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from engines import able_backend, needs_program, skip_or_fail
from places import ROOT
from processes import ran
from shares import a_share, slower
from solutions import all_solutions

from benchmarks.__main__ import contest_table
from benchmarks.candidate import Samples
from benchmarks.constraint_engines import printed
from benchmarks.contests import Contest, backend
from benchmarks.engine_list import ENGINES
from benchmarks.engine_tables import Row, Sample, failures, write
from benchmarks.engines import main, rows
from benchmarks.formulations import FORMULATIONS, AskedAgain
from benchmarks.model_counters import COUNTERS, counted
from benchmarks.write_instances import FOLDER, digest_of, files
from solvers import registry
from solvers.execution.limits import Limits
from solvers.execution.solving import make_ready
from solvers.interface import Backend
from solvers.puzzle.placements import Placement
from solvers.puzzle.problem import Goal, Problem
from solvers.testing.conformance import boards, conformance

ROWS = list(rows([*ENGINES], []))
NAMED = [pytest.param(row, backend, id="-".join(row.names)) for row, backend in ROWS]


def able(backend: Backend) -> Backend:
    """The same backend; skips the test if it cannot run here."""
    try:
        make_ready(backend)
        backend.version()
    except Exception as error:  # an engine that is not there raises what it likes
        skip_or_fail(f"{backend.name} cannot run here: {error}; {backend.install}")
    return backend


@pytest.mark.parametrize(
    ("row", "backend"), [each if not at % 9 else slower(each) for at, each in enumerate(NAMED)]
)
def test_an_engine_gives_all_solutions_in_each_formulation(row: Row, backend: Backend) -> None:
    found = [*able(backend).solve(Problem(5), Counter())]
    assert len(found) == 10
    assert {*found} == all_solutions(5)


FEWER = {"SCIP": (7, 20), "ACE": (9, 20)}
"""SCIP starts anew for each solution, and ACE a machine of Java for each board."""

STOPS = {"ACE": "java stopped before the end"}
"""The engines that do not finish some board: see the known faults."""


@pytest.mark.slow("asks every engine for 110 boards in each formulation")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("row", "backend"), NAMED)
def test_every_engine_gives_the_identical_set_for_each_board(row: Row, backend: Backend) -> None:
    largest, random = FEWER.get(row.engine, (9, 100))
    problems = boards(largest, random)
    result = conformance(able(backend), problems, Limits(seconds=300))
    if (stops := STOPS.get(row.engine)) and result.fault:
        assert "identical; not finished: " in str(result)
        assert stops in str(result)
    else:
        assert str(result) == f"{len(problems)} boards identical"


class Counted:
    """An engine that counts the variables, constraints and terms that are posted to it."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def integer(self, values: Any) -> str:
        self.counts.update(integers=1, values=len(values))
        return "integer"

    def all_different(self, terms: Any) -> None:
        self.counts.update(all_different=1, terms=len(terms))

    def differ(self, *_: Any) -> None:
        self.counts.update(differ=1, terms=2)

    def square(self, *, free: bool) -> str:
        self.counts.update(squares=1, free=int(free))
        return "square"

    def one_of(self, line: Any, *, exactly: bool) -> None:
        self.counts.update({"exactly" if exactly else "at_most": 1, "terms": len(line)})

    def solutions(self, *_: Any) -> Any:
        raise NotImplementedError


N = 6
COUNTS = {
    "all-different": {"integers": N, "values": N * N, "all_different": 3, "terms": 3 * N},
    "pairwise": {"integers": N, "values": N * N, "differ": 45, "terms": 90},
    "squares": {
        "squares": N * N, "free": N * N, "exactly": 2 * N, "at_most": 2 * (2 * N - 3),
        "terms": 2 * N * N + 2 * (N * N - 2),
    },
}  # fmt: skip


def test_every_formulation_has_the_variables_and_terms_that_it_names() -> None:
    assert COUNTS.keys() == FORMULATIONS.keys()
    for name, formulation in FORMULATIONS.items():
        engine = Counted()
        variables = formulation.post(engine, Problem(N))
        assert len(variables) == engine.counts["integers"] + engine.counts["squares"]
        assert engine.counts == COUNTS[name]


class AllAgain(AskedAgain):
    """Finds two solutions of four queens, and keeps its clauses."""

    def __init__(self, found: list[list[int]]) -> None:
        self.found, self.clauses = found, list[Any]()

    def check(self) -> bool:
        return len(self.clauses) < len(self.found)

    def values(self, _variables: Any) -> list[int]:
        return self.found[len(self.clauses)]

    def unlike(self, variable: Any, value: int) -> Any:
        return variable, value

    def clause(self, literals: Any) -> None:
        self.clauses.append(literals)


@pytest.mark.parametrize(
    "found",
    [[[1, 3, 0, 2], [2, 0, 3, 1]], [[row == queen for queen in (1, 3, 0, 2) for row in range(4)]]],
)
def test_n_terms_exclude_a_solution_of_integers_and_of_squares(found: list[list[int]]) -> None:
    engine = AllAgain(found)
    assert [*engine.solutions(range(len(found[0])), Goal.ALL, Counter())] == found
    assert [len(clause) for clause in engine.clauses] == [4] * len(found)


def test_a_sat_solver_has_one_variable_per_square() -> None:
    by_name = {row.names: backend for row, backend in ROWS}
    backend = able(by_name["CaDiCaL", "squares", "default"])
    engine = backend.solve.engine()  # type: ignore[attr-defined]  # Posted has it
    FORMULATIONS["squares"].post(engine, Problem(N))
    assert engine.solver.nof_vars() == N * N


@pytest.mark.parametrize("package", COUNTERS)
def test_a_model_counter_counts_the_solutions(package: str) -> None:
    if not find_spec(package):
        skip_or_fail(f"{package} is missing: pip install {package}")
    assert [counted(COUNTERS[package], n)[0] for n in (3, 4, 5, 6)] == [0, 2, 10, 4]


def test_a_program_that_stops_early_has_not_found_all() -> None:
    numbers = printed("", ["echo", "[1, 2]"], r"\[(.*)\]", ("end", "none"), ".txt")
    assert next(numbers) == [1, 2]
    with pytest.raises(RuntimeError, match="echo stopped before the end"):
        next(numbers)


def test_each_engine_of_the_group_is_measured() -> None:
    measured = {known.record.name for known in ENGINES.values()}
    assert measured >= {backend.name for backend in registry.choose(["engines"])}
    assert len(ENGINES) >= 19


def sample(row: Row, n: int, number: int, seconds: float, *, right: bool | None = True) -> Sample:
    """A run that took this long; one without an answer did not end."""
    status = "time-limit" if right is None else "complete"
    wall, startup, memory = 2 * seconds, 0.3, 10.0
    facts = row, Goal.ALL, n, number, status, right, seconds
    return Sample(*facts, wall, startup, memory, "version 1")


CHOCO, EXACT, SLOW = (Row(name, "squares", "default", "how") for name in ("Choco", "Exact", "SCIP"))


def test_a_first_place_is_shared_unless_the_runs_are_apart(tmp_path: Path) -> None:
    runs = partial(map, lambda each: sample(*each))
    samples = [
        *runs([(CHOCO, 4, 0, 0.1), (CHOCO, 8, 0, 1.1), (CHOCO, 8, 1, 1.3)]),
        *runs([(EXACT, 4, 0, 0.2), (EXACT, 8, 0, 1.4), (EXACT, 8, 1, 1.8)]),
        *runs([(SLOW, 4, 0, 0.0), (SLOW, 8, 0, 9.0)]),
    ]
    write(samples, [], "Measured here.", tmp_path / "engines")
    text = (tmp_path / "engines.md").read_text()
    assert "| 1 | Choco | squares | default | 100 ms | 1.10 s ± 9% |" in text
    assert "| 1 | Exact | squares | default | 200 ms | 1.40 s ± 14% |" in text
    assert "| 3 | SCIP | squares | default | 0 µs | 9.00 s |" in text
    assert "the runs do not tell these rows apart" in text
    write(samples[:3] + samples[6:], [], "Measured here.", tmp_path / "engines")
    assert "do not tell these rows apart" not in (tmp_path / "engines.md").read_text()
    assert (tmp_path / "engines.svg").read_text().startswith("<svg")
    assert len((tmp_path / "engines.csv").read_text().splitlines()) == 6


def test_a_set_that_is_not_identical_is_told(tmp_path: Path) -> None:
    samples = [sample(CHOCO, 4, 0, 0.1), sample(CHOCO, 8, 0, 1.1, right=False)]
    samples += [sample(EXACT, 4, 0, 0.2), sample(EXACT, 8, 0, 0.0, right=None)]
    write(samples, ["yices"], "Measured here.", tmp_path / "engines")
    text = (tmp_path / "engines.md").read_text()
    assert "1.00 s, wrong" in text
    assert "1 gave another set: Choco, squares, default" in text
    assert "| time-limit |" in text
    assert "Not measured, since it cannot run here: yices" in text
    lines = (tmp_path / "engines.csv").read_text().splitlines()
    assert [line.split(",")[8:10] for line in lines[2:]] == [
        ["complete", "no"], ["complete", "yes"], ["time-limit", ""]
    ]  # fmt: skip


def test_every_known_fault_is_on_the_page_of_the_engines() -> None:
    tested = (ROOT / "tests" / "testing" / "test_conformance.py").read_text()
    assert len(failures()) >= 4
    assert all(text and f'"{file.stem}"' in tested for file, text in failures().items())


MINE = """
from solvers.interface import Backend
from solvers.paradigms.permutation import solve
BACKEND = Backend(name="mine", solve=solve, idea="permutations")
"""


def test_a_backend_of_ones_own_is_measured_into_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    arguments = ["--quick", "--goals", "all", "--backends", str(tmp_path / "mine.py")]
    with pytest.raises(SystemExit):
        main(["--engines", "gecode", "--output", str(tmp_path)])
    assert main([*arguments, "--engines", "CP-SAT", "--output", str(tmp_path)]) == 0
    assert {file.name for file in tmp_path.glob("engines*")} == {
        f"engines-chosen.{suffix}" for suffix in ("csv", "md", "svg")
    }
    text = (tmp_path / "engines-chosen.md").read_text()
    assert "| mine | its own | its own |" in text
    assert "Of 2 engines in 6 rows, each run that ended gave exactly the known solutions" in text


def test_a_single_sample_has_no_spread() -> None:
    contest = Contest(backend("sicp"), backend("sql"), n=8, quick_n=8)
    (*_, line) = contest_table([(contest, Samples("", 8, [0.5]), Samples("", 8, [1.0, 1.2]))])
    assert "| 0.5 | 1.1 ± 9% |" in line


# The boards for other solvers


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
