"""Models in MiniZinc and ASP: each has its subject, its verdict and words of its report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from checked_programs import checked, submission_in
from engines import needs_language, needs_sandbox
from places import ROOT
from processes import named, until
from queens_command import Queens
from shares import thinned

from solvers.execution.limits import Limits
from solvers.execution.result import Cause
from solvers.grading.check import check_program
from solvers.grading.mistakes import Mistake
from solvers.grading.result import CheckResult, ProgramVerdict, ReasonKind
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import find_submission
from solvers.output.diagnoses import diagnosis_words
from solvers.output.report import report_of

MODELS = ROOT / "tests" / "models"
ATTACKS = ROOT / "tests" / "attacks" / "models"


@pytest.mark.slow("marks a class of models")
def test_a_class_has_models_with_their_data_and_a_comparison_takes_them(
    tmp_path: Path, queens: Queens
) -> None:
    for name in ("with_data.mzn", "with_data.dzn", "rows_and_columns.lp"):
        needs_language(find_submission(str(MODELS / "with_data.mzn")).language)
        (tmp_path / name).write_text((MODELS / name).read_text())
    rows = queens.run("check", tmp_path, "--n", 4).rows
    assert {Path(row["file"]).name: row["verdict"] for row in rows} == {
        "rows_and_columns.lp": "right",
        "with_data.mzn": "right",
    }
    files = [tmp_path / "with_data.mzn", tmp_path / "rows_and_columns.lp"]
    found = queens.run("compare", "--n", 5, "--prefix", 1, "--backends", "bitset", *files).out
    assert "identical: all 3 backends found the same 2 solutions" in found


STOPPED = {Cause.MEMORY, Cause.KERNEL_MEMORY, Cause.FAILED, Cause.PROCESSOR_TIME}
"""The limits, of which a slow machine reaches another one than a fast machine."""

EXPECTED: dict[str, ReasonKind | ProgramVerdict | set[Cause]] = {
    "includes_a_file_of_the_system.mzn": ReasonKind.INCLUDE,
    "includes_a_file_of_the_system.lp": ReasonKind.INCLUDE,
    "includes_by_dots.mzn": ReasonKind.INCLUDE,
    "includes_by_dots.lp": ReasonKind.INCLUDE,
    "includes_by_an_escape.mzn": ReasonKind.INCLUDE,
    "includes_behind_a_comment.lp": ReasonKind.INCLUDE,
    "runs_python.lp": ReasonKind.SCRIPT,
    "runs_lua.lp": ReasonKind.SCRIPT,
    "forges_solutions.mzn": ProgramVerdict.WRONG,
    "writes_its_own_answers.mzn": ProgramVerdict.WRONG,
    "hides_its_output.mzn": ReasonKind.CANNOT_LOAD,
    "floods_the_output.mzn": {Cause.OUTPUT},
    "floods_with_answers.mzn": {Cause.OUTPUT, Cause.ANSWERS},
    "floods_with_answers.lp": {Cause.OUTPUT, Cause.ANSWERS},
    "grows_while_grounded.lp": STOPPED,
    "grows_while_translated.mzn": STOPPED,
    "searches_without_end.mzn": {Cause.PROCESSOR_TIME},
}
"""For each attack, the reason for no verdict, the verdict, or the limits that it reaches."""


MINIZINC = """
int: n;
array[1..n] of var 1..n: q;
constraint forall(i, j in 1..n where i < j)(q[i] != q[j]);
% both diagonals
constraint
  forall(i, j in 1..n where i < j)(abs(q[i] - q[j]) != j - i);
solve satisfy;
"""
ASP = """
1 { queen(R, 1..n) } 1 :- R = 1..n.
:- queen(R1, C), queen(R2, C), R1 < R2.
:- queen(R1, C1), queen(R2, C2), R1 < R2, R2 - R1 == |C2 - C1|.
#show queen/2.
"""
CHANGED = {
    "one that excludes": (
        "mzn",
        MINIZINC,
        "solve",
        "constraint q[2] < n;\nsolve",
        (8,),
        (2, 4, 1, 3),
    ),
    "one without a solution": ("mzn", MINIZINC, " where i < j)(q[i] !", ")(q[i] !", (4,), (1,)),
    "two that exclude": ("mzn", MINIZINC, "solve", "constraint q[2] < n;\n" * 2 + "solve", (), ()),
    "a rule that excludes": ("lp", ASP, "#show", ":- queen(2, n).\n#show", (5,), (2, 4, 1, 3)),
}


@pytest.mark.parametrize("name", CHANGED)
def test_the_line_that_alone_excludes_a_solution_is_told(name: str, tmp_path: Path) -> None:
    suffix, model, old, new, lines, board = CHANGED[name]
    file = tmp_path / f"model.{suffix}"
    sizes = (1, 4) if board == (1,) else (4,)
    result = checked(file, model.replace(old, new, 1), sizes=sizes, hints=True)
    found = [each for each in result.diagnosis if each.mistake is Mistake.EXCLUDED]
    assert [(each.lines, each.board) for each in found] == ([(lines, board)] if lines else [])
    example = report_of(result, {}).example
    assert not (lines and board) or (example and f"{[*board]} is a solution" in example.sentence)


def test_the_lines_that_a_wrong_board_satisfies_are_told(tmp_path: Path) -> None:
    file = tmp_path / "model.mzn"
    result = checked(
        file, MINIZINC.replace("abs(q[i] - q[j])", "q[i] - q[j]"), sizes=[4], hints=True
    )
    *_, found = result.diagnosis
    assert (found.mistake, found.lines) == (Mistake.ALL_HOLD, (4, 6))
    assert "satisfies all constraints of the model, lines 4 and 6" in diagnosis_words(found)


def test_a_model_without_a_board_is_asked_for_two_sizes(tmp_path: Path) -> None:
    """Its queens have numbers, so that for larger n it has too many answers to wait for."""
    file = tmp_path / "numbered.lp"
    file.write_text("1 { queen(I, I, R) : R = 1..n } 1 :- I = 1..n.")
    result = check_program(find_submission(str(file)), [3, 4, 5, 6], Limits(), Sandbox.BASIC)
    assert result.reason is not None
    assert (result.reason.kind, max(result.sizes)) == (ReasonKind.NO_BOARDS, 5)


def test_every_attack_of_a_model_is_tried() -> None:
    assert {path.name for path in ATTACKS.iterdir()} == set(EXPECTED)


def attacked(file: str, folder: Path, sandbox: Sandbox) -> CheckResult:
    """The check of the attack, under a name by which its processes are found."""
    needs_sandbox(sandbox)
    path = folder / f"attack_{folder.name}{Path(file).suffix}"
    source = (ATTACKS / file).read_text().replace("/nowhere", str(folder / "written"))
    limits = Limits(seconds=60, memory_mib=250, output_mib=2, processes=10, cpu_seconds=1)
    return check_program(submission_in(path, source), [4], limits, sandbox)


@pytest.mark.parametrize(
    ("file", "sandbox"),
    thinned(
        ((file, one) for file in EXPECTED for one in (Sandbox.STRONG, Sandbox.BASIC)), single=False
    ),
)
def test_an_attack_of_a_model_is_contained_and_leaves_nothing(
    file: str, sandbox: Sandbox, tmp_path: Path
) -> None:
    result, expected = attacked(file, tmp_path, sandbox), EXPECTED[file]
    if isinstance(expected, ReasonKind):
        assert result.reason is not None
        cannot_be_opened = re.search("could not be opened|Cannot open", result.reason.shown)
        assert result.reason.kind is expected or cannot_be_opened
    elif isinstance(expected, ProgramVerdict):
        assert result.verdict is expected
    else:
        (size,) = result.sizes.values()
        assert size.answer.run.ending.cause in expected
    assert "root:" not in repr(result)
    assert not (tmp_path / "written").exists()
    until(lambda: not named(f"attack_{tmp_path.name}"))
