"""The page of a student about a checked program."""

from __future__ import annotations

from pathlib import Path

from places import ROOT
from queens_command import Queens


def test_pages_speak_to_the_author(tmp_path: Path, queens: Queens) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def queens(n):\n    return []\n")
    queens("check", str(path), "--n", "4", "--feedback", str(tmp_path / "pages"), code=1)
    (page,) = (tmp_path / "pages").glob("*.html")
    text = page.read_text().replace("\xa0", " ")
    assert "<dt>Example</dt><dd>[0] is a solution that your program did not find" in text
    assert ">Your program found no solution" in text
    step = (
        "Next step:</strong> Run your program for n = 1, where the only board is a solution: "
        "which rows"
    )
    assert step in text
    path.write_text("def queens(n):\n    return [1, 1, 0, 0, 2][n]\n")
    queens("check", str(path), "--n", "4", "--feedback", str(tmp_path / "pages"), code=3)
    text = page.read_text().replace("\xa0", " ")
    assert "Not judged: your program gives counts, which are right for n = 1 to 4" in text
    assert "Next step:</strong> Read your task again" in text


def test_the_pages_of_a_wrong_program_name_its_mistake(tmp_path: Path, queens: Queens) -> None:
    arguments = (ROOT / "docs/homework/dee.py", "--n", "4", "--feedback", str(tmp_path))
    said = queens("check", *arguments, code=1).out
    (page,) = tmp_path.glob("dee-py-*.html")
    for text in (said, page.read_text()):
        assert "share list objects" in text
        assert "interpreted as" not in text  # all its answers are empty
    assert "Next step:</strong> Find the line that stores an answer" in page.read_text()
