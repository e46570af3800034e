"""The page of a student about a checked program."""

from __future__ import annotations

from pathlib import Path

from places import ROOT
from queens_command import Queens


def test_a_page_has_the_verdict_the_cause_and_the_next_step(tmp_path: Path, queens: Queens) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def queens(n):\n    return []\n")
    queens("check", str(path), "--n", "4", "--feedback", str(tmp_path / "pages"), code=1)
    (page,) = (tmp_path / "pages").glob("*.html")
    text = page.read_text().replace("\xa0", " ")
    assert "queens(n) is wrong at n = 1 (1 missing)" in text
    assert "<dt>Example</dt><dd>[0] is a solution that it did not give" in text
    assert "It found no solution" in text
    step = (
        "Next step:</strong> Run your program for n = 1, where the only board is a solution: "
        "which rows"
    )
    assert step in text
    path.write_text("def queens(n):\n    return [1, 1, 0, 0, 2][n]\n")
    queens("check", str(path), "--n", "4", "--feedback", str(tmp_path / "pages"), code=3)
    text = page.read_text().replace("\xa0", " ")
    assert "queens(n) is not judged" in text
    assert "It gives the number of solutions, but all solutions were asked for" in text


def test_a_students_page_names_no_command(tmp_path: Path, queens: Queens) -> None:
    """The student cannot run it: the report of the command has it."""
    path = tmp_path / "mine.py"
    path.write_text("def queens(n):\n    return n > 4\n")
    asked = ("check", str(path), "--n", "4", "--feedback", str(tmp_path / "pages"))
    queens(*asked, code=3)
    (page,) = (tmp_path / "pages").glob("*.html")
    assert "queens check" not in page.read_text()


def test_the_pages_of_a_wrong_program_name_its_mistake(tmp_path: Path, queens: Queens) -> None:
    arguments = (ROOT / "docs/homework/dee.py", "--n", "4", "--feedback", str(tmp_path))
    said = queens("check", *arguments, code=1).out
    (page,) = tmp_path.glob("dee-py-*.html")
    for text in (said, page.read_text().replace("\xa0", " ")):
        assert "answers for n = 4 are empty: perhaps it stores one list" in text
        assert "its answers were read as" not in text  # all its answers are empty
    assert "Next step:</strong> Find the line that stores an answer" in page.read_text()
