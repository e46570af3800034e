"""The numbers of queens effort: search spaces and conflict tests."""

from __future__ import annotations

from solvers.output.effort_text import search_space
from solvers.puzzle.placements import Placement
from solvers.tracing.effort import conflict_tests


def test_the_search_spaces_are_those_of_the_text() -> None:
    numbers = [line.split()[0] for line in search_space(8)[1:]]
    assert numbers == ["178,462,987,637,760", "16,777,216", "40,320"]


def test_conflict_tests_are_the_calls_of_nc_1() -> None:
    def counted(n: int) -> int:
        """Count by hand, over every conflict-free placement of the first columns."""

        def below(queens: Placement) -> int:
            if len(queens) == n:
                return 0
            tests = 0
            for row in range(n):
                for distance, other in enumerate(reversed(queens), 1):
                    tests += 1
                    if abs(other - row) in (0, distance):
                        break
                else:
                    tests += below((*queens, row))
            return tests

        return below(())

    for n in range(7):
        assert conflict_tests(n) == counted(n)
