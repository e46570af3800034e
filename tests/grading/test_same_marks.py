"""Marks are the same in every way of marking: alone or in a class, in any output."""

from __future__ import annotations

import csv
import io
import random
import shutil
from html import escape
from pathlib import Path
from typing import NamedTuple

import pytest
from places import ZOO
from queens_command import Queens
from shares import WHOLE_ZOO
from solvers.output.student_text import capital

from solvers.output.page_names import page_name

pytestmark = pytest.mark.zoo

SEED = 36
DRAWS = 12 if WHOLE_ZOO else 1
"""The number of classes that are marked."""

IN_A_CLASS = 5 if WHOLE_ZOO else 3

NOT_TRIED = {"endless_loop", "endless_recursion", "interchanged_mappings"}
"""These run into a limit, which a busy machine reaches elsewhere."""

PROGRAMS = sorted(
    path
    for kind in ("right", "wrong", "wild")
    for path in (ZOO / kind).glob("*.*")
    if path.is_file()
    and path.stem not in NOT_TRIED
    and (WHOLE_ZOO or path.suffix == ".py")  # the other languages start slowly
)


class Way(NamedTuple):
    """The marking of a class."""

    sizes: list[int]
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
    is_given = numbers.random() < 0.7
    return Way(
        sizes if is_given else list(range(1, largest + 1)),
        ["--points", points] if is_given else [],
        ["--n", str(largest)],
        ["--jobs", str(numbers.randint(1, 2))],
        ["--sandbox", numbers.choice(["basic", "auto"])],
    )


def lines_of(text: str) -> dict[str, dict[str, str]]:
    """The lines of the table by the names of the files, without the name of the sandbox."""
    lines = csv.DictReader(io.StringIO(text))
    return {Path(line["file"]).name: {**line, "sandbox": ""} for line in lines}


@pytest.mark.parametrize("number", range(DRAWS))
def test_marks_are_the_same_in_every_way_of_marking(
    number: int, tmp_path: Path, queens: Queens
) -> None:
    numbers = random.Random(SEED + number)  # noqa: S311  # nobody has a reason to guess it
    way = drawn(numbers)
    folder = tmp_path / "hw"
    folder.mkdir()
    chosen = random.Random(SEED).sample(  # noqa: S311  # as above
        PROGRAMS, DRAWS * IN_A_CLASS
    )
    chosen = chosen[number * IN_A_CLASS : (number + 1) * IN_A_CLASS]
    for path in chosen:
        shutil.copy(path, folder)
    how = [*way.n, *way.points]

    def table(name: str, *options: str, code: object) -> str:
        pages = ["--feedback", str(tmp_path / f"pages of {name}")]
        at = tmp_path / f"{name}.csv"
        queens("check", folder, "--out", at, *how, *pages, *options, code=code)
        return at.read_text()

    # One after another in the weaker sandbox: so say all other ways.
    first = queens.run("check", folder, *how, "--sandbox", "basic")
    expected, code = lines_of(first.out), first.code
    told = way.jobs + way.sandbox
    assert lines_of(table("drawn", *told, code=code)) == expected

    whole = (tmp_path / "pages of drawn" / "class.html").read_text()

    for path in chosen:
        line = expected[path.name]
        alone = ["check", folder / path.name, *how]
        document = queens.run(*alone, "--output", "json").document
        score = "" if document["score"] is None else str(float(document["score"]))
        assert (document["verdict"], score) == (line["verdict"], line["score"])
        assert str(float(document["max_score"])) == line["max_score"]
        tested = {run["n"] for run in document["runs"]}
        assert tested <= {*way.sizes} or document["made_for"]
        text = queens.run(*alone).out.splitlines()
        assert line["summary"].startswith(text[0].partition(".")[2].partition(": ")[2])
        system = queens.run(*alone, "--output", "gradescope").document
        assert ("score" in system) == (line["verdict"] != "not judged")
        assert str(float(system["score"])) == line["score"] if "score" in system else not score
        assert line["verdict"] in whole
        page = tmp_path / "pages of drawn" / f"{page_name(path.name)}.html"
        shown = system["output"].splitlines()[0]
        written = page.read_text().replace("\xa0", " ")
        assert capital(escape(shown.partition(": ")[2], quote=False)) in written
