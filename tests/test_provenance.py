"""What a kept result comes from: which files are part of a backend's program."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from secrets import token_hex

import pytest

from solvers import registry
from solvers.adapters.program import Program
from solvers.interface import Backend
from solvers.provenance import program_digest, program_files, provenance
from solvers.registry import load

MINE = """
from solvers.interface import Backend
import {helper}
def solve(problem, work):
    other = Path(__file__).with_suffix(".lp")
    return {helper}.search(problem, work, open("{helper}.txt"), open("./{helper}.csv"), other)
BACKEND = Backend("{name}", solve=solve)
"""


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("prolog", {"prolog.py", "queens.pl"}),
        ("prolog-optimised", {"prolog_optimised.py", "queens_optimised.pl"}),
        ("clpfd", {"clpfd.py", "queens_clpfd.pl"}),
        ("sicp-pairs", {"pairs.py", "exercise.py"}),
        ("python-constraint-pruning", {"python_constraint_pruning.py", "python_constraint.py"}),
    ],
)
def test_prolog_modules_and_the_parents_of_variants_are_part_of_a_program(
    name: str, files: set[str]
) -> None:
    assert files <= {path.name for path in program_files(registry.find(name))}


def test_no_two_programs_of_ours_have_one_digest() -> None:
    digests = {program_digest(backend) for backend in registry.backends().values()}
    assert len(digests) == len(registry.backends())


@pytest.mark.parametrize(
    "changed", ["mine.py", "helper.py", "further.py", "helper.txt", "helper.csv", "mine.lp"]
)
def test_a_change_beside_the_program_changes_its_digest(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    name, helper, further = (f"{word}_{token_hex(4)}" for word in ("mine", "helper", "further"))
    names = {"mine": name, "helper": helper, "further": further}
    (tmp_path / f"{name}.py").write_text(MINE.format(name=name, helper=helper))
    (tmp_path / f"{helper}.py").write_text(f"def search(*_):\n    import {further}\n")
    (tmp_path / f"{further}.py").write_text("")
    for data in (f"{helper}.txt", f"{helper}.csv", f"{name}.lp"):
        (tmp_path / data).write_text("1")
    backend = load(str(tmp_path / f"{name}.py"))
    before = program_digest(backend)
    assert program_digest(backend) == before
    stem, _, suffix = changed.partition(".")
    file = tmp_path / f"{names[stem]}.{suffix}"
    file.write_text(f"{file.read_text()}\n")
    assert program_digest(backend) != before


def test_the_files_and_the_arguments_of_a_command_are_part_of_it(tmp_path: Path) -> None:
    script = tmp_path / "queens.sh"
    script.write_text("echo 0")
    backend = Backend("p", solve=Program(("sh", str(script), "{n}")), origin="./p.py")
    before = program_digest(backend)
    assert program_digest(replace(backend)) == before
    other = Program(("sh", str(script), "{n}", "1"))
    assert program_digest(replace(backend, solve=other)) != before
    script.write_text("echo 1")
    assert program_digest(backend) != before


def test_the_arguments_of_a_partial_function_are_part_of_it() -> None:
    sicp = registry.find("sicp")
    bound = [replace(sicp, solve=partial(sicp.solve, goal)) for goal in ("all", "first")]  # type: ignore[arg-type]
    assert program_digest(bound[0]) != program_digest(bound[1])


def test_the_version_of_the_engine_is_named() -> None:
    found = provenance(registry.find("sicp"), "Python 9.9")
    assert found == {
        "name": "sicp",
        "program": program_digest(registry.find("sicp")),
        "engine": "Python 9.9",
    }
