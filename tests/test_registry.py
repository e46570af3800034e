"""Backends that others name, load and install."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from queens_command import Queens
from wrong_backends import WRONG

import solvers
from solvers import registry
from solvers.interface import Backend
from solvers.referee.verdict import Verdict
from solvers.registry import record_error


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
    assert "is reserved for a group" in record_error(Backend("all", solve=WRONG["none"].solve))


def test_a_file_that_exits_while_it_is_loaded_is_refused(tmp_path: Path, queens: Queens) -> None:
    (tmp_path / "leaves_at_once.py").write_text("import sys; sys.exit(0)")
    assert "cannot be loaded: SystemExit" in queens.refusal(
        "compare", "--n", "4", "--backends", f"sicp,{tmp_path / 'leaves_at_once.py'}"
    )


def test_a_file_that_prints_while_it_is_loaded_does_not_print_among_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "prints_at_once.py"
    file.write_text("print('identical')\nfrom solvers.paradigms.permutation import BACKEND\n")
    registry.load_backend(str(file))
    assert capsys.readouterr() == ("", "identical\n")


def test_a_failing_import_is_reported_with_its_file_and_line(
    tmp_path: Path, queens: Queens
) -> None:
    (tmp_path / "needs_it.py").write_text("import json\nimport no_such_module_there\n")
    (tmp_path / "imports_it.py").write_text("\nimport needs_it\n")
    said = queens.refusal("compare", "--n", "4", "--backends", str(tmp_path / "imports_it.py"))
    assert "No module named 'no_such_module_there' (needs_it.py, line 2)" in said
