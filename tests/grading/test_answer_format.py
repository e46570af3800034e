"""The answers of a program are read in one format, for all of them and every n."""

from __future__ import annotations

from solutions import all_solutions

from solvers.grading.answers.answer_format import Answers, Delivery, choose_format
from solvers.puzzle.placements import Placement


def as_answers(by_n: dict[int, list[object]]) -> dict[int, Answers]:
    return {n: Answers(tuple(values), n) for n, values in by_n.items()}


def right_for(by_n: dict[int, Answers]) -> list[int]:
    answer_format = choose_format(by_n)
    return [
        n
        for n, answers in by_n.items()
        if set(answers.read(answer_format)) == all_solutions(n)
        and len(answers.read(answer_format)) == len(all_solutions(n))
    ]


def test_a_returned_number_is_read_as_a_number() -> None:
    answers = Answers((1,), 1, single=True)
    assert answers.read(choose_format({1: answers})) == (1,)


def test_rows_are_counted_from_one_base_for_every_n() -> None:
    four = [(1, 3, 0, 2), (2, 0, 3, 1)]
    assert right_for(as_answers({1: [(0,)], 2: [], 3: [], 4: [*four]})) == [1, 2, 3, 4]
    assert right_for(as_answers({1: [(1,)], 2: [], 3: [], 4: [*four]})) == [2, 3, 4]


def test_larger_boards_decide_whether_a_lone_number_is_a_queen() -> None:
    seven = [(0, 7, 0, 0), (0, 0, 0, 7), (7, 0, 0, 0), (0, 0, 7, 0)]
    assert right_for(as_answers({1: [(7,)]})) == []
    assert right_for(as_answers({1: [(1,)]})) == [1]
    boards = as_answers({1: [(7,)], 4: [*seven]})
    assert boards[1].read(choose_format(boards)) == ((0,),)


def test_columns_are_counted_from_one_base_for_every_solution() -> None:
    def pairs(placement: Placement, base: int) -> tuple[tuple[int, int], ...]:
        return tuple((column + base, row) for column, row in enumerate(placement))

    four = sorted(all_solutions(4))
    assert right_for(as_answers({4: [pairs(one, 1) for one in four]})) == [4]
    mixed = [pairs(one, base) for base, one in enumerate(four)]
    assert right_for(as_answers({4: [*mixed]})) == []


def test_all_solutions_in_one_answer_are_recognised_from_all_n() -> None:
    by_n = as_answers({n: [tuple(sorted(all_solutions(n)))] for n in range(1, 6)})
    assert choose_format(by_n).delivery is Delivery.ALL_IN_ONE
    assert right_for(by_n) == [1, 2, 3, 4, 5]


def test_all_solutions_in_one_answer_are_recognised_from_n_1_on() -> None:
    by_n = as_answers({1: [((1,),)], 2: [()], 3: [()], 4: [((2, 4, 1, 3), (3, 1, 4, 2))]})
    for last in by_n:
        known = {n: one for n, one in by_n.items() if n <= last}
        assert right_for(known) == list(known)


def test_the_row_base_of_an_earlier_size_holds_for_later_ones() -> None:
    by_n = as_answers(
        {n: [tuple(row + n % 2 for row in one) for one in all_solutions(n)] for n in (6, 7)}
    )
    assert choose_format(by_n).row_base == 0


def test_a_board_in_one_text_may_have_spaces_between_its_squares() -> None:
    board = ". Q . .\n. . . Q\nQ . . .\n. . Q .\n"
    answers = Answers((board, board.replace(" ", "")), 4)
    assert answers.read(choose_format({4: answers})) == ((1, 3, 0, 2), (1, 3, 0, 2))
