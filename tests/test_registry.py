"""Backends that others name, load and install."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from processes import ran
from queens_command import Queens
from wrong_backends import WRONG

import solvers
from solvers import registry
from solvers.interface import Backend
from solvers.referee.verdict import Verdict
from solvers.registry import record_error
from solvers.testing.checks import run_checks


def test_two_backends_of_one_name_are_refused() -> None:
    mine, other = (Backend("mine", solve=WRONG[name].solve) for name in ("none", "twice"))
    asks: list[list[str | Backend]] = [[mine, other], [replace(mine, name="sicp"), "sicp"]]
    for ask in asks:
        with pytest.raises(ValueError, match="are named"):
            solvers.compare(4, ask)
    with pytest.raises(ValueError, match="this is not a backend"):
        solvers.solve(4, 3)  # type: ignore[arg-type]


def test_a_backend_that_claims_to_be_a_variant_takes_part() -> None:
    none = WRONG["none"].solve
    one, other = (Backend(name, solve=none, variant_of=of) for name, of in ("ab", "ba"))
    assert registry.variants_after_parents([one, other]) == [one, other]
    found = solvers.compare(4, [one, other, "sicp"])
    assert [judgement.verdict for judgement in found.judgements].count(Verdict.WRONG) == 2
    assert "variant of itself" in record_error(replace(one, variant_of="a"))
    assert "is reserved for a group" in record_error(Backend("all", solve=none))
    for name in ("__init__", "engines.choco", "two words", "sicp\u3164", "identical:"):
        assert "may have only the letters A to Z and a to z" in record_error(
            Backend(name, solve=none)
        )
    assert "more than 1,000" in record_error(Backend("a", "b" * 1001, solve=none))


def test_a_file_that_exits_while_it_is_loaded_is_refused(tmp_path: Path, queens: Queens) -> None:
    (tmp_path / "leaves_at_once.py").write_text("import sys; sys.exit(0)")
    assert "cannot be loaded: SystemExit" in queens.refusal(
        "compare", "--n", "4", "--backends", f"sicp,{tmp_path / 'leaves_at_once.py'}"
    )


def test_what_a_file_prints_while_it_is_loaded_is_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "prints_at_once.py"
    file.write_text("print('identical')\nfrom solvers.paradigms.permutation import BACKEND\n")
    registry.backend_in_file(str(file))
    assert capfd.readouterr() == ("", "")


def test_a_failing_import_is_reported_with_its_file_and_line(
    tmp_path: Path, queens: Queens
) -> None:
    (tmp_path / "needs_it.py").write_text("import json\nimport no_such_module_there\n")
    (tmp_path / "imports_it.py").write_text("\nimport needs_it\n")
    said = queens.refusal("compare", "--n", "4", "--backends", str(tmp_path / "imports_it.py"))
    assert "No module named 'no_such_module_there' (needs_it.py, line 2)" in said


PATCHER = """
import sys
from pathlib import Path
from solvers.interface import Backend
import solvers.comparison, solvers.referee.certificate as certificate
import solvers.referee.crosscheck as crosscheck, solvers.tracing.checker as checker

Path(__file__).with_suffix(".loaded").write_text(str(sys.argv))
real = certificate.small_proof
for module in [*sys.modules.values()]:
    for name, fake in {
        "small_proof": lambda problem: None,
        "known_solutions": lambda problem: frozenset(),
        "check_events": lambda problem, events: 1,
    }.items():
        if hasattr(module, name):
            setattr(module, name, fake)

def solve(problem, work):
    yield (1, 3, 0, 2)

def events(problem):
    yield "no event"

BACKEND = Backend("{name}", solve=solve, trace=":events", notation=":solve", version=str)
"""


def patcher(folder: Path, name: str) -> str:
    """The path of a file that changes the referee of the process in which it is loaded."""
    path = folder / f"{name}.py"
    path.write_text(PATCHER.replace("{name}", name))
    return str(path)


def test_a_file_that_changes_the_referee_changes_no_verdict(
    tmp_path: Path, queens: Queens, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_empty_boards = partial(run_checks, checks=["test_all_solutions_of_empty_boards"])
    monkeypatch.setattr("solvers.testing.checks.run_checks", of_empty_boards)
    path = patcher(tmp_path, "changes_it")
    found = queens("compare", "--n", 4, "--backends", f"{path},sicp", code=1).out
    assert "changes_it is wrong (1 missing); sicp found 2 solutions, and there are no" in found
    assert "✗ all solutions of empty boards" in queens("contract", path, code=1).out
    assert queens("solve", "--n", 4, "--backend", path).out == "[1, 3, 0, 2]\n"
    result = solvers.compare(4, [path, "sicp"])
    assert [one["verdict"] for one in result.runs] == ["wrong", "correct"]
    with pytest.raises(solvers.FilmError):
        solvers.trace(4, path)


def test_no_command_loads_a_file_or_an_entry_point_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("in_a_file", "in_a_package"):
        patcher(tmp_path, name)
    (tmp_path / "a-1.dist-info").mkdir()
    (tmp_path / "a-1.dist-info" / "METADATA").write_text("Name: a\nVersion: 1\n")
    points = "[solver_parity.backends]\nin_a_package = in_a_package:BACKEND\n"
    (tmp_path / "a-1.dist-info" / "entry_points.txt").write_text(points)
    monkeypatch.delenv(registry.OURS_ALONE, raising=False)
    code = (
        "import sys; from solvers.cli.queens import main; "
        f"main(['compare', '--list', '--backends', 'in_a_package,{tmp_path}/in_a_file.py']); "
        "print({'in_a_file', 'in_a_package'} & {*sys.modules})"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    shown = ran([sys.executable, "-c", code]).stdout
    assert "in_a_package" in shown
    assert "a 1" in shown
    assert shown.endswith("set()\n")
    loaded = [(tmp_path / f"{name}.loaded").exists() for name in ("in_a_file", "in_a_package")]
    assert loaded == [True, True]
