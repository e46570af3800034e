"""The search spaces of queens effort."""

from __future__ import annotations

from solvers.output.effort_text import search_space


def test_the_search_spaces_are_those_of_the_text() -> None:
    numbers = [line.split()[0] for line in search_space(8)[1:]]
    assert numbers == ["178,462,987,637,760", "16,777,216", "40,320"]
