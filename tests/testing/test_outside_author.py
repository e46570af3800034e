"""Faults that once made an author of a backend outside the suite stumble do not come back."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import documents
import numpy
import psutil
import pytest
from conftest import Queens
from places import ROOT
from wrong_backends import WRONG

import solvers
from solvers import registry
from solvers.adapters.program import Program
from solvers.interface import Backend, Problem
from solvers.output.colours import appearances
from solvers.testing.checks import CheckOutcome, run_checks
from solvers.testing.complaint import complaint
from solvers.testing.recording import record

HEAD = """
import subprocess
from itertools import islice
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import solve as right
"""


def checked(folder: Path, name: str, program: str, *checks: str) -> list[CheckOutcome]:
    """The outcomes of these checks for a backend in a file of its own."""
    file = folder / f"{name}.py"
    file.write_text(f"{HEAD}\n{program}\n")
    return list(run_checks(str(file), checks))


LEAVES = """
def solve(problem, work):
    subprocess.run("{command}", shell=True)
    yield from right(problem, work)

BACKEND = Backend("leaves", solve=solve)
"""


@pytest.mark.parametrize("command", ["sleep 98 &", "setsid sleep 97 &"])
def test_a_process_left_behind_is_found_and_blamed_for_nothing_else(
    command: str, tmp_path: Path
) -> None:
    program = LEAVES.format(command=command)
    imports, leaves, shards = checked(
        tmp_path,
        "leaves",
        program,
        "test_imports_happen_before_the_clock_starts",
        "test_it_leaves_nothing_running",
        "test_shards_together_give_all_solutions",
    )
    assert (imports.outcome, shards.outcome) == ("passed", "passed")
    assert "it left a process running: " in leaves.message
    left = [one.info["cmdline"] for one in psutil.process_iter(["cmdline"])]
    assert command.removesuffix(" &").removeprefix("setsid ").split() not in left


@pytest.mark.parametrize("trace", ["nothing_there", "sys:version"])
def test_a_trace_that_is_missing_fails(trace: str, tmp_path: Path) -> None:
    program = f"""
def solve(problem, work):
    yield from right(problem, work)

BACKEND = Backend("untrue", solve=solve, trace=":{trace}")
"""
    (result,) = checked(tmp_path, "untrue", program, "test_its_trace_is_true")
    assert "which does not exist" in result.message
    assert "false trace" in WRONG  # and test_contract.py has one that is there, and false


def test_one_solution_missing_at_10_queens_is_found(tmp_path: Path) -> None:
    program = """
def solve(problem, work):
    return islice(right(problem, work), 1 if problem.n == 10 else 0, None)

BACKEND = Backend("short", solve=solve)
"""
    (result,) = checked(tmp_path, "short", program, "test_a_larger_board")
    assert result.message == "on 10 queens: 1 missing"


@pytest.mark.zoo("waits for seven seconds")
def test_a_search_without_end_at_9_queens_is_named(tmp_path: Path) -> None:
    program = """
def solve(problem, work):
    while problem.n == 9:
        pass
    return right(problem, work)

BACKEND = Backend("endless", solve=solve)
"""
    (result,) = checked(tmp_path, "endless", program, "test_a_larger_board")
    assert (result.outcome, result.message) == (
        "not run",
        "on 9 queens it did not finish within 7.5 s",
    )


def test_the_squares_beside_a_given_queen_are_not_called_blocked() -> None:
    from solvers.puzzle.problem import with_given

    problem = with_given(5, [(4, 1)], [(0, 0)])
    said = complaint([record(Backend("none", solve=WRONG["none"].solve), problem)])
    assert said.startswith("on 5 queens, 1 queen given; 1 square blocked (given 4:1; blocked 0:0):")


def test_a_variant_of_an_unknown_backend_fails(tmp_path: Path) -> None:
    program = 'BACKEND = Backend("variant", solve=right, variant_of="sicpp")'
    (result,) = checked(tmp_path, "variant", program, "test_the_record_is_valid")
    assert result.message == "variant_of names 'sicpp', and there is no such backend"


# In Python


def test_integers_of_numpy_are_whole_numbers() -> None:
    numbers: list[Any] = [numpy.int64(number) for number in (2, 5, 6)]
    two, five, six = numbers
    found = list(solvers.solve(six, prefix=[two], blocked=[(five, five)]))
    assert found == [(2, 5, 1, 4, 0, 3)]
    assert {type(row) for row in found[0]} == {int}
    assert repr(Problem(six, (two,))) == repr(Problem(6, (2,)))
    assert solvers.board(numpy.array([1, 3, 0, 2])) == solvers.board((1, 3, 0, 2))
    odd_ones: list[Any] = [6.0, True, "6"]
    for odd in odd_ones:
        with pytest.raises(solvers.ProblemError, match=f"not {odd!r}"):
            Problem(odd)


def test_one_name_is_one_backend() -> None:
    for one in ("sicp", solvers.backends()["sicp"]):
        assert [run["backend"] for run in solvers.compare(4, one).runs] == ["sicp"]


def test_a_comparison_is_true_only_if_all_sets_are_identical() -> None:
    found = solvers.compare(5, ["sicp", Backend("none", solve=WRONG["none"].solve)])
    assert not found
    assert [(run["backend"], run["missing"]) for run in found.runs] == [("sicp", 0), ("none", 10)]
    assert solvers.compare(5, "sicp")


def test_a_film_checks_itself_and_its_tree_is_short() -> None:
    film = solvers.trace(5)
    assert film.check() == len(film.events)
    assert repr(film.tree) == "<SearchTree: 44 nodes, 4 dead ends, depth 5>"
    false = replace(film, events=(film.events[1], *film.events))
    with pytest.raises(solvers.FilmError, match="event 2"):
        false.check()


def test_advice_in_python_names_functions_and_arguments() -> None:
    with pytest.raises(solvers.BackendError, match=r"in Python: solvers\.backends\(\)"):
        solvers.solve(6, "zzzzzz")
    with pytest.raises(solvers.BackendError, match='in Python: goal="first"'):
        solvers.solve(6, "local-search")
    alone = solvers.compare(11, "bitset", [0, 2], time_limit=60)
    assert "--" not in repr(alone)


def test_domains_are_made_once() -> None:
    problem = Problem(6, (1,), frozenset({(3, 3)}))
    hashed, pickled = hash(problem), pickle.dumps(problem)
    assert problem.domains is problem.domains
    again = pickle.loads(pickle.dumps(problem))  # noqa: S301  # just written
    assert (again, hash(again), pickle.dumps(problem)) == (problem, hashed, pickled)
    assert again.domains == problem.domains


# Errors and their causes

SAYS = """
def fails(problem, work):
    yield {{}}["the key"]

def not_ready():
    return {{}}["the key"]

def says(text, code="exit 3"):
    return ("sh", "-c", f"echo '{{text}}' >&2; {{code}}", "{{n}}")

BACKEND = Backend("fails", solve={solve}, prepare={prepare})
"""


@pytest.mark.parametrize(
    ("solve", "prepare", "says"),
    [
        ("fails", "int", "KeyError: 'the key' (fails.py, line 9)"),
        ("right", "not_ready", "KeyError: 'the key' (fails.py, line 12)"),
        ("Program(says('no memory'))", "int", "sh ended (exit code 3): no memory"),
        ("Program(says('', 'kill -9 $$'))", "int", "sh ended (killed by SIGKILL)"),
        (
            "Program(says('', ''), compile=says('mine.c:3: error: no such type'))",
            "int",
            "sh ended (exit code 3): mine.c:3: error: no such type",
        ),
    ],
)
def test_an_error_keeps_its_cause(solve: str, prepare: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "fails.py"
    file.write_text(
        f"{HEAD}from solvers.adapters.program import Program\n"
        + SAYS.format(solve=solve, prepare=prepare)
    )
    command = [sys.executable, "-m", "solvers", "compare", "--n", "4", "--backends", str(file)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert says in done.stdout


def test_a_failing_import_is_reported_with_its_file_and_line(
    tmp_path: Path, queens: Queens
) -> None:
    (tmp_path / "needs_it.py").write_text("import json\nimport no_such_module_there\n")
    (tmp_path / "imports_it.py").write_text("\nimport needs_it\n")
    said = queens.refusal("compare", "--n", "4", "--backends", str(tmp_path / "imports_it.py"))
    assert "No module named 'no_such_module_there' (needs_it.py, line 2)" in said


def test_a_limit_that_was_reached_is_named(tmp_path: Path) -> None:
    program = """
def solve(problem, work):
    table = b"x" * (problem.n << 28 if problem.n >= 9 else 0)
    yield from right(problem, work)

BACKEND = Backend("large", solve=solve)
"""
    (result,) = checked(tmp_path, "large", program, "test_a_larger_board")
    assert "memory-limit: stopped at " in result.message


def test_a_program_without_a_part_for_the_size_is_refused() -> None:
    with pytest.raises(solvers.UsageError, match=r"has no part with \{n\} or \{rows\}"):
        Program(("./queens", "8"))


# What everybody sees


def test_a_new_backend_changes_the_looks_of_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    known = registry.backends()
    before = appearances([])
    new = {name: replace(known["sicp"], name=name, origin="mine") for name in ("aaa", "m", "zzz")}
    monkeypatch.setattr(registry, "backends", lambda: new | known)
    after = appearances(["program.py"])
    assert {name: after[name] for name in before} == before
    assert len(set(after.values())) == len(after) == len(known) + 4


# Where the suite is developed


def test_the_tests_do_not_see_installed_backends(tmp_path: Path) -> None:
    (tmp_path / "installed_here.py").write_text(f"{HEAD}\nBACKEND = Backend('other', solve=right)")
    info = tmp_path / "installed_here-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: installed-here\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{registry.ENTRY_POINTS}]\nother = installed_here:BACKEND\n"
    )
    program = "import sys; from solvers import backends; sys.exit('other' not in backends())"
    path = os.pathsep.join([str(tmp_path), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path}
    codes = [
        subprocess.run([sys.executable, "-c", program], check=False, env=environment).returncode
        for environment in (environment, environment | {registry.OURS_ALONE: ""})
    ]
    assert codes == [1, 0]  # as the tests and their processes see it, and as everybody does


def test_documents_are_not_rewritten_without_an_engine() -> None:
    document = ROOT / "docs" / "compare.md"
    before = document.read_bytes()
    hidden = (
        "import sys; from runpy import run_path; sys.modules['clingo'] = None\n"
        f"sys.argv[1:] = [{str(document)!r}]\n"
        f"run_path({documents.__file__!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", hidden],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 1
    assert done.stderr.startswith("install what these backends need, and run it again: ")
    assert document.read_bytes() == before


def test_a_backend_for_one_solution_is_a_row_of_a_comparison(queens: Queens) -> None:
    names = ["compare", "--n", "6", "--backends", "sicp,local-search", "--output", "json"]
    document = json.loads(queens(*names, code=4).out)
    sicp, search = document["runs"]
    assert (sicp["verdict"], document["verdict"]) == ("correct", "incomplete")
    assert search["status"] == "unavailable"
    assert "add --first" in search["note"]
