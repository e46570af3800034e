"""The numbers of queens effort: search spaces and conflict tests."""

from __future__ import annotations

from solvers.puzzle.placements import Placement
from solvers.tracing.effort import SearchSpace, conflict_tests


def test_the_three_numbers_of_the_text() -> None:
    space = SearchSpace(8)
    assert space.any_squares == 178_462_987_637_760
    assert space.one_a_column == 16_777_216
    assert space.one_a_column_and_row == 40_320


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
