"""Marks are the same in every way of marking: alone or in a class, in any output."""

from __future__ import annotations

import csv
import io
import random
import re
import shutil
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from places import ZOO
from queens_command import Queens
from shares import slower

from solvers.output.messages import capital
from solvers.output.page_names import page_name

SEED = 36
IN_A_CLASS = 2

NOT_TRIED = {"endless_loop", "leaves_half_way"}
"""The first runs into a limit, which a busy machine reaches elsewhere."""

PROGRAMS = sorted(path for path in ZOO.glob("*.*") if path.stem not in {*NOT_TRIED, "expected"})


class Way(NamedTuple):
    """The marking of a class."""

    points: list[str]
    n: list[str]
    jobs: list[str]
    sandbox: list[str]


def drawn(numbers: random.Random) -> Way:
    """A way to mark a class; of the options, those that give the same marks come last."""
    largest = numbers.randint(4, 5)
    sizes = sorted(numbers.sample(range(1, largest + 1), numbers.randint(1, largest)))
    worth = [numbers.choice([0.5, 1, 2, 3]) for _ in sizes]
    points = ",".join(f"{n}:{value:g}" for n, value in zip(sizes, worth, strict=True))
    return Way(
        ["--points", points] if numbers.random() < 0.7 else [],
        ["--n", str(largest)],
        ["--jobs", str(numbers.randint(1, 2))],
        ["--sandbox", numbers.choice(["basic", "auto"])],
    )


Line = dict[str, str]


def lines_of(text: str) -> dict[str, Line]:
    """The lines of the table by the names of the files, without the name of the sandbox."""
    lines = csv.DictReader(io.StringIO(re.sub(r" --sandbox \w+", "", text)))
    return {Path(line["file"]).name: {**line, "sandbox": ""} for line in lines}


@pytest.mark.parametrize("number", [0, *map(slower, range(1, len(PROGRAMS) // IN_A_CLASS))])
def test_marks_are_the_same_in_every_way_of_marking(
    number: int, tmp_path: Path, queens: Queens
) -> None:
    numbers = random.Random(SEED + number)  # noqa: S311  # nobody has a reason to guess it
    way = drawn(numbers)
    folder = tmp_path / "hw"
    folder.mkdir()
    chosen = random.Random(SEED).sample(PROGRAMS, len(PROGRAMS))  # noqa: S311  # as above
    chosen = chosen[number * IN_A_CLASS : (number + 1) * IN_A_CLASS]
    for path in chosen:
        shutil.copy(path, folder)
    how = [*way.n, *way.points]

    # One after another in the weaker sandbox: so say all other ways.
    first = queens.run("check", folder, *how, "--sandbox", "basic")
    expected, code = lines_of(first.out), first.code
    table, pages = tmp_path / "grades.csv", tmp_path / "pages"
    told = [*way.jobs, *way.sandbox, "--out", table, "--feedback", pages]
    queens("check", folder, *how, *told, code=code)
    assert lines_of(table.read_text()) == expected
    whole = (pages / "class-names.html").read_text()
    for path in chosen:
        line = expected[path.name]
        assert line["verdict"] in whole
        assert escape(line["subject"].removeprefix("'"), quote=False) in whole
        _is_told_alike(queens, ["check", folder / path.name, *how], line)
        page = (pages / f"{page_name(path.name)}.html").read_text().replace("\xa0", " ")
        assert escape(capital(verdict_in(line)), quote=False) in page


def verdict_in(line: Line) -> str:
    """The sentence of the verdict in a line of the table."""
    return line["summary"].removeprefix("'").partition("; ")[0]


def _is_told_alike(queens: Queens, alone: list[Any], line: Line) -> None:
    """The line of the class says the same as text and JSON of the program alone."""
    document = queens.run(*alone, "--output", "json").document
    score = "" if document["score"] is None else str(float(document["score"]))
    told = (document["verdict"], document["subject"], score, str(float(document["max_score"])))
    names = ("verdict", "subject", "score", "max_score")
    assert told == tuple(line[name].removeprefix("'") for name in names)
    text = queens.run(*alone).out.splitlines()
    assert text[0].partition(": ")[2].startswith(verdict_in(line))
    system = queens.run(*alone, "--output", "gradescope").document
    assert str(float(system["score"])) == (line["score"] or "0.0")
    assert system["score"] == sum(test["score"] for test in system["tests"])
