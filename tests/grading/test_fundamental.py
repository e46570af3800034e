"""The task to find the essentially different solutions: one of each class of symmetric ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from queens_command import Queens
from shares import a_share
from solutions import all_solutions

from solvers.grading.fundamental import KNOWN_CLASSES
from solvers.puzzle.problem import KNOWN_COUNTS
from solvers.puzzle.symmetry import symmetry_classes

PROGRAM = """
# The essentially different solutions.
def images(queens):
    for _ in range(4):
        yield tuple(queens)
        yield tuple(queens[::-1])
        turned = [0] * len(queens)
        for column, row in enumerate(queens):
            turned[len(queens) - 1 - row] = column
        queens = turned

def n_queens(n):
    found, seen = [], set()
    def place(queens):
        if len(queens) == n:
            if tuple(queens) not in seen:
                found.append(min(images(queens)))
                seen.update(images(queens))
            return
        for row in range(n):
            if all(row != r and abs(row - r) != len(queens) - c for c, r in enumerate(queens)):
                place(queens + [row])
    place([])
    return found

if __name__ == "__main__":
    print(len(n_queens(8)), "fundamental solutions for 8 queens")
"""


@pytest.mark.parametrize("n", range(1, 9))
def test_the_known_numbers_of_classes_are_right(n: int) -> None:
    found = symmetry_classes(sorted(all_solutions(n)), n)
    assert len(found) == KNOWN_CLASSES[n]
    assert sum(size for _, size in found) == KNOWN_COUNTS[n]


@pytest.mark.parametrize("first", ["all_solutions", "fundamental"])
@pytest.mark.parametrize("task", ["all", "fundamental"])
def test_of_two_functions_the_one_of_the_task_is_judged(
    first: str, task: str, tmp_path: Path, queens: Queens
) -> None:
    every = """
def all_solutions(n, taken=()):
    if len(taken) == n:
        return [taken]
    return [one for row in range(n)
            if all(row != r and abs(row - r) != len(taken) - c for c, r in enumerate(taken))
            for one in all_solutions(n, (*taken, row))]
"""
    parts = [every, PROGRAM.replace("n_queens", "fundamental")]
    path = tmp_path / "mine.py"
    path.write_text("".join(parts if first == "all_solutions" else parts[::-1]))
    shown = queens("check", path, "--n", 5, "--sandbox", "basic", "--task", task).out
    assert "right for n = 1 to 5" in shown


@a_share(
    ("change", "task", "expected"),
    [
        (("", ""), "", ("not judged", "to grade them, use --task fundamental")),
        (("", ""), "fundamental", ("right", "(one solution of each symmetry class)")),
        (("min(", "max("), "fundamental", ("right", "(one solution of each symmetry class)")),
        (("", ""), "all", ("wrong", "it would be right if these were asked for (--task")),
        (("len(n_queens(8))", "13"), "fundamental", ("not judged", "it reports 13")),
        (("return found", "return found[:1]"), "", ("not judged", "use --task fundamental")),
        (("return found", "return found[:1]"), "fundamental", ("wrong", "it lacks 1 of 2")),
        (
            ("range(4)", "range(1)"),
            "fundamental",
            ("wrong", "are rotations or reflections of another"),
        ),
        (("abs(row - r)", "row - r"), "", ("wrong", "invalid")),
        (("abs(row - r)", "row - r"), "fundamental", ("wrong", "invalid")),
        (("# The essentially different solutions.", ""), "", ("not judged", "--task fundamental")),
    ],
)
def test_essentially_different_solutions_are_judged_if_they_are_asked_for(
    change: tuple[str, str], task: str, expected: tuple[str, str], tmp_path: Path, queens: Queens
) -> None:
    path = tmp_path / "mine.py"
    path.write_text(PROGRAM.replace(*change) if any(change) else PROGRAM)
    option = ["--task", task] if task else []
    shown = queens.run("check", path, "--n", 6, "--sandbox", "basic", *option)
    document = queens.run(
        "check", path, "--n", 6, "--sandbox", "basic", "--output", "json", *option
    )
    verdict, says = expected
    assert says in shown.out
    assert json.loads(document.out)["verdict"] == verdict
    assert json.loads(document.out)["task"] == (task or "all")
