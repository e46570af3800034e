"""Marks are the same in every way of marking: alone (as JSON) or in a class, in any output."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from places import ZOO
from queens_command import Queens, rows_in
from shares import slower

from solvers.spreadsheet import text_of

SEED = 36
IN_A_CLASS = 2

NOT_TRIED = {"endless_loop", "leaves_half_way"}
"""The first runs into a limit, which a busy machine reaches elsewhere."""

PROGRAMS = sorted(path for path in ZOO.glob("*.*") if path.stem not in {*NOT_TRIED, "expected"})


def drawn(numbers: random.Random) -> tuple[list[str], list[str]]:
    """Options of a marking: those that decide about the marks, and those that must not."""
    largest = numbers.randint(4, 5)
    sizes = sorted(numbers.sample(range(1, largest + 1), numbers.randint(1, largest)))
    worth = [numbers.choice([0.5, 1, 2, 3]) for _ in sizes]
    points = ",".join(f"{n}:{value:g}" for n, value in zip(sizes, worth, strict=True))
    how = ["--points", points] if numbers.random() < 0.7 else []
    others = ["--jobs", str(numbers.randint(1, 2))]
    sandbox = numbers.choice(["basic", "auto"])
    return ["--n", str(largest), *how, "--no-hints"], [*others, "--sandbox", sandbox]


def lines_of(text: str) -> dict[str, dict[str, str]]:
    """The lines of the table by the names of the files, without the name of the sandbox."""
    lines = rows_in(re.sub(r" --sandbox \w+", "", text))
    return {Path(line["file"]).name: {**line, "sandbox": ""} for line in lines}


@pytest.mark.parametrize("number", [0, *map(slower, range(1, len(PROGRAMS) // IN_A_CLASS))])
def test_marks_are_the_same_in_every_way_of_marking(
    number: int, tmp_path: Path, queens: Queens
) -> None:
    how, others = drawn(random.Random(SEED + number))  # noqa: S311  # nobody has a reason to guess it
    (folder := tmp_path / "hw").mkdir()
    chosen = random.Random(SEED).sample(PROGRAMS, len(PROGRAMS))  # noqa: S311  # as above
    chosen = chosen[number * IN_A_CLASS : (number + 1) * IN_A_CLASS]
    for path in chosen:
        shutil.copy(path, folder)
    first = queens.run("check", folder, *how, "--sandbox", "basic")
    expected, table = lines_of(first.out), tmp_path / "grades.csv"
    queens("check", folder, *how, *others, "--out", table, code=first.code)
    assert lines_of(table.read_text()) == expected
    for path in chosen:
        report = queens.run("check", folder / path.name, *how, "--output", "json").document
        score = "" if report["score"] is None else str(float(report["score"]))
        told = report["verdict"], report["subject"], score, str(float(report["max_score"]))
        names = "verdict", "subject", "score", "max_score"
        assert told == tuple(text_of(expected[path.name][name]) for name in names)
