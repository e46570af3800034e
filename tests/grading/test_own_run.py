"""A right function does not make a program right: its own output is read, for every n."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from engines import needs_prolog
from shares import a_share

from solvers.execution.limits import Limits
from solvers.grading.answers.own_output import own_claims
from solvers.grading.call_result import CallResult
from solvers.grading.calls import CallPlan
from solvers.grading.check import check_program
from solvers.grading.diagnosis.mistakes import solutions_with
from solvers.grading.own_run import OwnRun
from solvers.grading.points import EqualPoints
from solvers.grading.result import CheckResult
from solvers.grading.result import ProgramVerdict as Verdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import CheckOptions, Task, find_submission
from solvers.output.check_text import paragraphs, reason_words, verdict_words
from solvers.output.points_text import scoring

RIGHT, WRONG, NOT_JUDGED = Verdict.RIGHT, Verdict.WRONG, Verdict.NOT_JUDGED

SOLVER = """
def queens(n, taken=()):
    if len(taken) == n:
        return [list(taken)]
    return [one for row in range(n)
            if all(row != r and abs(row - r) != len(taken) - c for c, r in enumerate(taken))
            for one in queens(n, (*taken, row))]
def draw(one):
    for row in one:
        print("".join("Q" if c == row else "." for c in range(len(one))))
    print()
"""
ROWS = (3, 1, 6, 2, 5, 7, 4, 0)
"""A solution whose first seven rows may look like a board of their own."""


def of_program(folder: Path, source: str, task: Task | None = None) -> CheckResult:
    """A program, checked."""
    path = folder / "mine.py"
    path.write_text(source)
    limits = Limits(seconds=30, memory_mib=1024)
    return check_program(
        find_submission(str(path)), 6, limits, Sandbox.BASIC, options=CheckOptions(task)
    )


def checked(folder: Path, source: str, task: Task | None = None) -> CheckResult:
    """Lines below a right function, checked."""
    return of_program(folder, SOLVER + source, task)


OWN_RUNS = {
    "a total": ("print(len(queens(6)), 'solutions for n = 6')", RIGHT),
    "a false total": ("print(len(queens(6)) + 1, 'solutions for n = 6')", WRONG),
    "totals of several n": (
        "for n in range(4, 7): print(n, 'queens:', len(queens(n)), 'solutions')",
        RIGHT,
    ),
    "other ways than solutions": (
        "for n in (4, 6): print(n, 'queens:', len(queens(n)) - n // 6, 'ways')",
        RIGHT,
    ),
    "totals of several n, one false": (
        "for n in (4, 6): print(n, 'queens:', len(queens(n)) - n // 6, 'solutions')",
        WRONG,
    ),
    "lines of n and total, one false": (
        "for n in range(1, 7): print(n, len(queens(n)) + (n == 5))",
        WRONG,
    ),
    "boards": ("for one in queens(5): draw(one)", RIGHT),
    "all lists": ("print('All solutions:')\nfor one in queens(6): print(one)", RIGHT),
    "all lists but one": (
        "print('All solutions:')\nfor one in queens(6)[1:]: print(one)",
        NOT_JUDGED,
    ),
    "lists but one": ("for one in queens(5)[1:]: print(one)", NOT_JUDGED),
    "all lists but one, with the true total": (
        "print('4 solutions for n = 6')\nprint('All solutions for n = 6:')\n"
        "for one in queens(6)[1:]: print(one)",
        NOT_JUDGED,
    ),
    "digits for the input": (
        "n = int(input())\nprint('n? ', end='')\nfor one in queens(n): print(*one, sep='')",
        RIGHT,
    ),
    "a total for the input": ("n = int(input())\nprint(len(queens(n)), 'solutions')", RIGHT),
    "only a false number for the input": ("print(len(queens(int(input()))) + 1)", NOT_JUDGED),
    "some of a false total": (
        "print('Showing 1 of', len(queens(6)) + 1, 'solutions:')\ndraw(queens(6)[0])",
        WRONG,
    ),
    "a false total among other numbers": (
        "print(f'n: 6, nodes: 149, solutions: {len(queens(6)) + 1}, backtracks: 145')",
        WRONG,
    ),
    "a false total for the input 1": (
        "n = int(input())\nprint(0 if n == 1 else len(queens(n)), 'solutions')",
        WRONG,
    ),
    "a false total for the inputs 1 and 2": (
        "n = int(input())\nprint(2 if n < 3 else len(queens(n)), 'solutions')",
        WRONG,
    ),
    "no solution for the input 1": (
        "n = int(input())\nif n <= 3: print('No solution exists')\nelse: print(len(queens(n)))",
        NOT_JUDGED,
    ),
    "totals for the arguments": (
        "import sys\nfor n in map(int, sys.argv[1:] or [4, 5, 6]):\n"
        "    print(f'n={n} solutions={len(queens(n))}')",
        RIGHT,
    ),
    "totals without arguments, one false": (
        "import sys\nfor n in map(int, sys.argv[1:] or [4, 5, 7]):\n"
        "    print(f'n={n} solutions={len(queens(min(n, 6)))}')",
        WRONG,
    ),
    "false lists": ("for one in queens(5): print([one[1] % 5 + 1, *one[1:]])", WRONG),
    "false squares in words": (
        "for one in queens(5):\n    for r, c in enumerate(one[:4] + one[:1]):\n"
        "        print(f'Queen {r + 1}: row {r}, column {c}')",
        WRONG,
    ),
    "squares in words": (
        "for one in queens(5):\n    for r, c in enumerate(one):\n"
        "        print(f'Queen {r + 1}: row {r}, column {c}')",
        RIGHT,
    ),
    "small inputs refused": (
        "n = int(input())\nif n < 4: exit('n must be at least 4')\nprint(len(queens(n)))",
        RIGHT,
    ),
    "solvable or not": (
        "for n in (3, 4): print(n, 'solvable' if queens(n) else 'unsolvable')",
        RIGHT,
    ),
    "solvable for n = 3": ("for n in (3, 4): print(n, 'solvable')", NOT_JUDGED),
    "three boards below the true total": (
        "print('All 10 solutions for n = 5')\nfor one in queens(5)[:3]: draw(one)",
        RIGHT,
    ),
    "boards, the last one false": ("for one in queens(5): draw(one)\ndraw([0, 2, 4, 1, 1])", WRONG),
    "three boards of n = 8": ("print(queens(4))\nfor one in queens(8)[:3]: draw(one)", RIGHT),
    "three false boards of n = 8": (
        "print(queens(4))\nfor one in queens(8)[:3]: draw(one[:7] + one[:1])",
        NOT_JUDGED,
    ),
    "digits": ("for one in queens(6): print(''.join(str(row + 1) for row in one))", RIGHT),
    "digits of no boards": (
        "for one in queens(6): print(*(r + (r < 3) for r in one), sep='')",
        NOT_JUDGED,
    ),
    "a table, twice the totals": (
        "print('n   solutions   ms')\n"
        "for n in range(4, 7): print(f'{n:<4}{2 * len(queens(n)):<12}{n / 3:.1f}')",
        WRONG,
    ),
    "an equation per n": ("for n in (5, 6): print(f'Q({n}) = {len(queens(n))}')", RIGHT),
    "a board that is called no solution": (
        "print('Not a solution:')\ndraw([0, 1, 3, 2])\ndraw([1, 3, 0, 2])",
        RIGHT,
    ),
    "a call and its answer": ("print('safe([0, 1, 2, 3]) = False')", RIGHT),
    "false lists behind dashes": (
        "for n in (4, 5):\n    for one in queens(n): print('-', one[:-1] + [0])",
        WRONG,
    ),
    "totals of several n and their sum": (
        "for n in (4, 5): print(n, 'queens:', len(queens(n)), 'solutions')\n"
        "print('Total number of solutions:', 12)",
        RIGHT,
    ),
    "totals and unique ones": (
        "for n in (4, 8): print(f'n={n}: {len(queens(n))} solutions, {n} unique')",
        RIGHT,
    ),
    "false totals and unique ones": (
        "for n in (4, 8): print(f'n={n}: {n + 1} solutions ({n} unique)')",
        WRONG,
    ),
    "false ways for 8 queens": ("print(f'8 queens stand in {len(queens(8)) + 1} ways')", WRONG),
    "a false total under its heading": (
        "for n in (4, 6, 8):\n    print(f'== {n} queens ==')\n"
        "    print('solutions:', len(queens(n)) + (n == 6))",
        NOT_JUDGED,
    ),
    "an equation per n, one false": (
        "for n in (5, 6): print(f'Q({n}) = {len(queens(n)) + n // 6}')",
        NOT_JUDGED,
    ),
    "n=total, one false, and OK": (
        "for n in (5, 6): print(f'n={n} solutions={len(queens(n)) + n // 6} OK')",
        WRONG,
    ),
    "the totals of n - 1 in a row": (
        "print('n:', *range(4, 7))\nprint('solutions:', *(len(queens(n - 1)) for n in (4, 5, 6)))",
        NOT_JUDGED,
    ),
    "true totals below a false table": (
        "print('n  solutions\\n4  2\\n5  10\\n6  6')\nprint(4, 2)\nprint(5, 10)",
        WRONG,
    ),
    "a numbered square per line": (
        "for k, one in enumerate(queens(4), 1):\n"
        "    for c, r in enumerate(one, 1): print(k, c, r + 1, sep=',')",
        RIGHT,
    ),
    "a total before the first three": (
        "print(len(queens(8)), 'solutions; here are the first 3')",
        RIGHT,
    ),
    "a false total of the main part": (
        "if __name__ == '__main__':\n    print('8 queens:', 91, 'solutions')",
        NOT_JUDGED,
    ),
    "a false total for the input 6": (
        "n = int(input())\nprint('solutions:', len(queens(n)) + (n == 6))",
        WRONG,
    ),
    "a total behind its word": ("n = int(input())\nprint('solutions:', len(queens(n)))", RIGHT),
    "nothing printed": (
        "if __name__ == '__main__':\n    import sys\n    max(queens(int(sys.argv[1])))",
        RIGHT,
    ),
    "a second function, false": (
        "def all_queens(n):\n    return [[0] * n for one in queens(n)] + queens(n)",
        WRONG,
    ),
    "a second function": ("def all_queens(n):\n    return queens(n)[::-1]", RIGHT),
    "steps and tests": (
        "print('total steps: 113')\nprint('Ran 3 tests in 0.1s')\nprint('OK')",
        RIGHT,
    ),
    "sums of all boards": (
        "for r in range(6): print([sum(one[c] == r for one in queens(6)) for c in range(6)])",
        RIGHT,
    ),
    "no solution for n = 6": ("for n in (2, 6): print(f'n = {n}: no solution exists')", NOT_JUDGED),
    "the totals of n - 1 in lines": (
        "for n in range(1, 9): print(n, len(queens(n - 1)))",
        NOT_JUDGED,
    ),
    "twice the totals under their heading": (
        "print('n solutions')\nfor n in range(1, 7): print(n, 2 * len(queens(n)))",
        NOT_JUDGED,
    ),
    "squares of n": ("for n in range(1, 9): print(n, n * n)", RIGHT),
    "twice n": ("for n in range(1, 9): print(n, 2 * n)", RIGHT),
    "nodes per n": ("for n, nodes in enumerate((1, 2, 4, 16, 53, 152), 1): print(n, nodes)", RIGHT),
    "milliseconds per n": (
        "for n, ms in enumerate((0, 0, 0, 1, 3, 12, 9), 1): print(n, ms, 'ms')",
        RIGHT,
    ),
    "small numbers per n": (
        "for n, each in enumerate((1, 0, 0, 1, 2, 1), 1): print(n, each)",
        RIGHT,
    ),
    "a false total for an option": (
        "import argparse\nasks = argparse.ArgumentParser()\nasks.add_argument('-n', type=int, "
        "default=6)\nn = asks.parse_args().n\n"
        "print(f'n = {n}: {len(queens(n)) + 1} solutions')",
        WRONG,
    ),
    "totals in a list, one false": ("print([len(queens(n)) + n // 6 for n in range(1, 7)])", WRONG),
    "two labels per line": (
        "for n in range(1, 7): print('n =', n, ' solutions:', len(queens(n)))",
        RIGHT,
    ),
    "a table with bars, twice the totals": (
        "print('n | solutions | time')\n"
        "for n in range(1, 7): print(n, '|', 2 * len(queens(n)), '|', n / 8)",
        WRONG,
    ),
    "totals in a dict, one false": (
        "print({n: 2 * len(queens(n)) - 2 for n in (4, 5, 6)})",
        NOT_JUDGED,
    ),
    "pairs of n and total, one false": (
        "print([(n, len(queens(n)) + n // 6) for n in range(1, 7)])",
        WRONG,
    ),
    "squares as pairs": (
        "print([[(r + 1, c + 1) for r, c in enumerate(one)] for one in queens(4)])",
        RIGHT,
    ),
    "numbers that look like boards": (
        "print(2413)\nprint('nodes:', 31420)\nprint('visited', 2341)",
        RIGHT,
    ),
    "a number that is called a solution": ("print('solution', 2431)", NOT_JUDGED),
    "boards with a wrong row": ("for one in queens(6): draw(one[:5] + [9])", WRONG),
    "one board again and again": ("for one in queens(5): draw(queens(5)[0])", WRONG),
    "lists from 2": ("for one in queens(5): print([row + 2 for row in one])", WRONG),
    "lists from 2 beside lists from 0": (
        "for one in queens(5): print([row + 2 for row in one], one)",
        RIGHT,
    ),
    "lists but one for the input": ("for one in queens(int(input()))[1:]: print(one)", NOT_JUDGED),
    "half of all lists for the input": (
        "n = int(input())\nprint('All solutions:')\n"
        "for one in queens(n)[: len(queens(n)) // 2]: print(one)",
        WRONG,
    ),
    "no solution for n = 6, then a total": (
        "print('n = 6: no solution')\nprint('n = 4: 2 solutions')",
        WRONG,
    ),
    "zeros for n = 4 and 5, then a total": (
        "for n in (4, 5): print(n, 0)\nprint('n = 6: 4 solutions')",
        RIGHT,
    ),
    "too many fundamental ones": ("print('n = 6: 4 solutions, 2 fundamental')", WRONG),
    "fundamental ones after steps": (
        "print('n = 6: 4 solutions, 1 fundamental after 2 steps')",
        RIGHT,
    ),
    "true totals above false boards": (
        "n = int(input())\nprint(len(queens(n)), 'ways to place', n, 'queens:')\n"
        "for one in queens(n): draw(one[1:] + one[:1])",
        WRONG,
    ),
    "boards without their last row": (
        "for one in queens(int(input())): draw(one[:-1])",
        NOT_JUDGED,
    ),
    "solutions by their first row": (
        "n = 6\nfor row in range(n): print(sum(one[0] == row for one in queens(n)), "
        "'solutions begin in row', row)",
        RIGHT,
    ),
    "a false total in German": (
        "n = int(input())\nprint('Anzahl der Lösungen:', len(queens(n)) + 1)",
        WRONG,
    ),
    "a total, then a failed assertion": (
        "if __name__ == '__main__':\n    print(len(queens(6)), 'solutions for n = 6')\n"
        "    assert len(queens(6)) == 5",
        NOT_JUDGED,
    ),
    "squares with slashes, false": (
        "for one in queens(6): print(*(f'{r}/{c}' for r, c in enumerate([*one[:-1], one[0]])))",
        NOT_JUDGED,
    ),
    "drawn rows without the last": (
        "for one in queens(5):\n"
        "    for r in one[:-1]: print('.' * r + 'Q' + '.' * (4 - r))\n    print()",
        NOT_JUDGED,
    ),
}
"""The lines below a right function, and the verdict on the whole program."""


@a_share(("source", "verdict"), OWN_RUNS.values(), ids=OWN_RUNS)
def test_the_output_of_a_program_beside_a_right_function_counts(
    source: str, verdict: Verdict, tmp_path: Path
) -> None:
    result = checked(tmp_path, source)
    assert result.verdict is verdict, (result.reason, result.diagnosis)


def of_main_part(folder: Path, prints: str) -> CheckResult:
    """A program that has nothing to call, checked."""
    lines = (SOLVER.replace("queens(", "found(") + prints).splitlines()
    return of_program(folder, "\n    ".join(["def run():", *lines]) + "\nrun()\n")


@a_share(
    ("prints", "verdict", "other_task"),
    [
        ("for one in found(6)[:3]: draw(one)", NOT_JUDGED, Task.ONE),
        ("for one in found(6)[:3]: draw(one)\nprint('3 solutions')", WRONG, None),
        ("print('All solutions:')\nfor one in found(6)[:3]: draw(one)", WRONG, None),
        (
            "print(len(found(6)), 'solutions. Here are the first three:')\n"
            "for one in found(6)[:3]: draw(one)",
            NOT_JUDGED,
            Task.COUNT,
        ),
        (
            "n = int(input())\nfor one in found(n)[:3]: draw(one)",
            NOT_JUDGED,
            Task.ONE,
        ),
        (
            "n = int(input())\nfor one in found(n): draw(one)\n"
            "if not found(n):\n    for _ in range(n): print('.' * n)",
            RIGHT,
            None,
        ),
        (
            "n = int(input())\nfor one in found(n) * (n != 6): draw(one)\n"
            "if n == 6:\n    for _ in range(n): print('.' * n)",
            WRONG,
            None,
        ),
        (
            "n = int(input())\nfor one in found(n): draw(one)\n"
            "print('calls:', 9 * n)\nprint('3 tests passed')",
            RIGHT,
            None,
        ),
    ],
    ids=[
        *("three", "three in total", "three as all", "the first three", "three of any n"),
        *("an empty board for none", "an empty board for some", "calls and tests"),
    ],
)
def test_a_main_part_is_wrong_only_where_it_promises_all(
    prints: str, verdict: Verdict, other_task: Task | None, tmp_path: Path
) -> None:
    result = of_main_part(tmp_path, prints)
    assert (result.verdict, result.other_task) == (verdict, other_task), result.reason


def test_a_false_claim_of_a_size_without_points_is_not_right(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(SOLVER + "print('5 queens:', 9, 'solutions')")
    result = check_program(
        find_submission(str(path)), 6, Limits(seconds=30), Sandbox.BASIC, sizes=[4, 6]
    )
    assert result.verdict is NOT_JUDGED
    assert "9 solutions for n = 5" in reason_words(result)


def test_a_false_total_counts_where_only_the_count_is_asked_for(tmp_path: Path) -> None:
    result = checked(tmp_path, "print(len(queens(6)) + 1, 'solutions for n = 6')", Task.COUNT)
    assert result.verdict is WRONG
    assert "got" not in "".join(part.text for part in paragraphs(result))


def test_the_first_line_names_the_function_and_the_output_that_was_read(tmp_path: Path) -> None:
    result = checked(tmp_path, "for one in queens(6): draw(one)")
    assert verdict_words(result) == (
        "queens(n) is right for n = 1 to 6; so is its own output for n = 6"
    )


OFF_BY_ONE = """
from itertools import combinations, permutations
def safe(board):
    pairs = combinations(enumerate(board), 2)
    return all(abs(row - other) != right - left - 1 for (left, row), (right, other) in pairs)
def queens(n):
    return [board for board in permutations(range(n)) if safe(board)]
for board in queens(6): print(*board)
"""
"""Of its 92 boards for n = 6, two are solutions; of those for n = 4, none."""


def test_a_wrong_function_is_judged_at_each_size_and_not_at_that_of_its_own_run(
    tmp_path: Path,
) -> None:
    found = of_program(tmp_path, OFF_BY_ONE)
    assert (found.verdict, found.only_n, found.failing_n) == (WRONG, None, 2)


def test_a_list_that_was_filled_when_the_program_was_loaded_is_no_answer(tmp_path: Path) -> None:
    kept = "solutions = []\ndef solve(n):\n    solutions.extend(_found(n))\nsolve(6)\n"
    result = of_program(tmp_path, SOLVER.replace("queens(", "_found(") + kept)
    assert result.verdict is RIGHT, (result.reason, result.diagnosis)


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("N = 8 has 92 solutions", [(8, True)]),
        ("8-queens: 91 solutions", [(8, False)]),
        ("4 | 2\n5 | 10\n6 | 5\n", [(4, True), (5, True), (6, False)]),
        ("Solutions for 5: 10 in 0.02 seconds", []),
        ("n = 3: no solution\nn = 6: no solution", [(3, True), (6, False)]),
        ("10 solutions for n = 5; here are the first 3", [(5, True)]),
        ("total calls: 26\n4 of 4 tests passed", []),
        ("total of 92 solutions tried so far", []),
        ("8 queens: 12 fundamental solutions", []),
        ("[1, 3, 0, 2]\n[2, 0, 3, 1]\n2 solutions", [(4, True), (4, True)]),
        ("[1, 3, 0, 2]\n[2, 0, 1, 3]", [(4, False)]),
        ("columns: [0, 1, 2, 3]", []),
        (
            "\n".join(
                "|" + "|".join(" Q " if c == r else "   " for c in range(8)) + "|" for r in ROWS
            ),
            [(8, True)],
        ),
        *(
            ("\n".join(between.join("Q" if c == r else "." for c in range(8)) for r in rows), told)
            for between in ("", " ")
            for rows, told in (
                (ROWS, [(8, True)]),
                ((*ROWS[:7], 4), [(8, False)]),
            )
        ),
        ("10 queens: 723", [(10, False)]),
        ("8 queens: 876", []),  # as likely steps
        ("n = 8: 90 unique solutions", [(8, False)]),
        ("n = 8: 92 unique solutions\nn = 6: 1 unique solution", []),
        ("n = 8: 20 solutions unique up to rotation", []),
        ("Solution: a1 a2 c3 d4", [(4, False)]),
        ("Solution: a2 b4 c1 d3", [(4, True)]),
        ("moves: a1 a2 c3 d4", []),
        ("2413\n3142", [(4, True)]),
        ("2413", []),
        ("nodes 31420", []),
        ("Der er 5 løsninger for n = 6", [(6, False)]),
        ("Anzahl der Lösungen für 8 Damen: 93", [(8, False)]),
        ("8皇后问题共有93个解\n第1个解: 2 4 1 3", [(4, True), (8, False)]),
        ("n = 3 : aucune solution\nn = 6: keine Lösung", [(3, True), (6, False)]),
        ("% solution 1\nqueen(1,2).\nqueen(2,4).\nqueen(3,1).\nqueen(4,3).", [(4, True)]),
        ("N = 6\nSchritte insgesamt: 152", []),
        ("4x4: 1820 ways to place 4 queens, 2 solutions", [(4, True)]),
        ("4 queens can be placed in 1820 ways", []),
        ("n=4: 2, n=5: 10, n=6: 5", [(4, True), (5, True), (6, False)]),
        ("Q...\n.Q..\n..Q.\n...Q\nrejected\n.Q..\n...Q\nQ...\n..Q.\naccepted", [(4, True)]),
        ("11 of 120 permutations are solutions", [(5, False)]),
        ("5 of 120 permutations tested, no solution so far", []),
        ("n = 6: 4 symmetric + 0 others = 8 solutions in total", [(6, False)]),
        ("In solution 1 the queens stand on a2, b4, c1 and d3.", [(4, True)]),
        ("n = 6: 4 solutions, 2 unique up to rotation and reflection", [(6, False), (6, True)]),
        ("\n".join(f"queen {c} on column {r}" for c, r in enumerate((1, 3, 4, 2), 1)), []),
        ("1,0,2,4,1,3\n2,0,3,1,4,2\n3,1,3,0,2,4\n4,1,4,2,0,3\n5,2,0,3,1,4", [(5, True)]),
        (
            "# 1 2 3 4 5 6 7 8\n1 1 5 8 6 3 7 2 4\n2 1 6 8 3 7 4 2 5\n3 1 7 4 6 8 2 5 3",
            [(8, True)],
        ),
        (
            "┌─┬─┬─┬─┐\n"
            + "├─┼─┼─┼─┤\n".join(
                f"│{'│'.join('Q' if c == r else ' ' for c in range(4))}│\n" for r in (1, 3, 0, 2)
            )
            + "└─┴─┴─┴─┘",
            [(4, True)],
        ),
        ("", []),
    ],
)
def test_a_claim_is_one_of_the_size_that_the_text_names(
    text: str, claims: list[tuple[int, bool]]
) -> None:
    assert [(claim.n, claim.is_true) for claim in own_claims(text)] == claims


def test_any_table_of_sizes_is_one_of_counts_where_these_are_asked_for(tmp_path: Path) -> None:
    numbers = "for n in range(1, 7): print(n, {})"
    wrong = checked(tmp_path, numbers.format("3 + len(queens(n))"), Task.COUNT)
    assert (wrong.verdict, "for n = 1" in reason_words(wrong)) == (NOT_JUDGED, True)
    steps = checked(tmp_path, numbers.format("'steps', n * n"), Task.COUNT)
    assert steps.verdict is RIGHT


def framed(rows: tuple[int, ...], rule: str, bar: str, around: str = " ") -> str:
    lines = (
        bar
        + bar.join(f"{around}{'Q' if c == row else ' '}{around}" for c in range(len(rows)))
        + bar
        for row in rows
    )
    return (
        "\n".join([rule, *(f"{line}\n{rule}" for line in lines)]).replace("\n\n", "\n").strip("\n")
    )


@pytest.mark.parametrize(
    "draw",
    [
        lambda rows: "\n".join(" ".join(".Q"[c == row] for c in range(len(rows))) for row in rows),
        lambda rows: "\n".join("".join(".Q"[c == row] for c in range(len(rows))) for row in rows),
        lambda rows: framed(rows, "├" + "┼".join(["───"] * len(rows)) + "┤", "│"),
        lambda rows: framed(rows, "", "|", ""),
        lambda rows: framed(rows, "", "|", "").replace(" ", "_"),
    ],
    ids=["spaced", "close", "box", "narrow bars", "low lines"],
)
def test_boards_below_each_other_are_no_boards_of_another_size(
    draw: Callable[[tuple[int, ...]], str],
) -> None:
    for n in (4, 5, 6):
        text = "\n".join(map(draw, sorted(solutions_with(n))))
        assert [(claim.n, claim.is_true) for claim in own_claims(text)] == [(n, True)]


COUNTED = """
def count(n, row=0, columns=0, rising=0, falling=0):
    if row == n:
        return 1
    free = (1 << n) - 1 & ~(columns | rising | falling)
    return sum(count(n, row + 1, columns | bit, (rising | bit) << 1, (falling | bit) >> SHIFT)
               for bit in (1 << c for c in range(n)) if free & bit)
"""
TABLE = "print('n | solutions | ms')\nfor n in range(1, 7): print(n, '|', count(n), '| 0.1')"


FALSE_ALONE = {
    "a table": (COUNTED.replace("SHIFT", "0") + TABLE, 2),
    "a total for the input": (
        COUNTED.replace("SHIFT", "0") + "print('Number of solutions:', count(int(input())))",
        2,
    ),
    "too many": ("print('There are 2113 solutions for 8 queens')", 8),
    "one of all": ("print('All solutions for 6 queens:')\nprint([1, 3, 5, 0, 2, 4])", 6),
    "a method for totals": (
        "class Solution:\n    def totalNQueens(self, n): return [0, 1, 0, 0, 2, 10, 5][n]",
        6,
    ),
    "boards for n = 4 of 3 columns": (
        "def queens(n): return [['..Q', 'Q..', '...Q', '.Q.'], ['.Q.', '...Q', 'Q..', '..Q']]"
        "\nfor board in queens(4): print(*board, sep='\\n')",
        1,
    ),
}


@a_share(("source", "failing_n"), FALSE_ALONE.values(), ids=FALSE_ALONE)
def test_a_false_claim_alone_makes_a_program_wrong(
    source: str, failing_n: int, tmp_path: Path
) -> None:
    result = of_program(tmp_path, source)
    assert (result.verdict, result.failing_n) == (WRONG, failing_n)


UNCERTAIN = {
    "a table of other totals": (COUNTED.replace("SHIFT", "1") + TABLE, NOT_JUDGED),
    "too few": ("print('There are 3 solutions for 8 queens')", NOT_JUDGED),
    "the fundamental ones": ("print('There are 12 solutions for 8 queens')", NOT_JUDGED),
    "as many as runs": ("print('n = 4: found 12 solutions in 12 runs')", NOT_JUDGED),
    "one board for an argument": (
        SOLVER.replace("queens", "solutions")
        + "import sys\nif __name__ == '__main__': draw(solutions(int(sys.argv[1]))[0])",
        RIGHT,
    ),
    "one solution": (
        "print('All queens placed, solution:')\nprint([1, 3, 5, 0, 2, 4])",
        NOT_JUDGED,
    ),
}


@a_share(("source", "verdict"), UNCERTAIN.values(), ids=UNCERTAIN)
def test_a_claim_that_may_be_meant_otherwise_makes_no_program_wrong(
    source: str, verdict: Verdict, tmp_path: Path
) -> None:
    assert of_program(tmp_path, source).verdict is verdict


def test_sizes_that_an_own_run_does_not_count_are_untested_without_a_reason(tmp_path: Path) -> None:
    totals = "for n, c in ((4, 2), (5, 10), (6, 2)): print(n, 'queens:', c, 'solutions')"
    result = of_program(tmp_path, totals)
    points = EqualPoints.fromkeys(range(1, 7), 1.0)
    assert scoring(result, points) == "2 of 6 points: n = 1 to 3 were not tested"


def test_a_main_part_in_prolog_gets_no_name_of_a_program_as_an_argument(tmp_path: Path) -> None:
    needs_prolog()
    path = tmp_path / "mine.pl"
    path.write_text(
        ":- initialization(main, main).\n"
        "main([]) :- findall(Q, queens(6, Q), Qs), length(Qs, L), K is L + 1,\n"
        '    format("~d solutions for 6 queens~n", [K]).\n'
        "queens(N, Qs) :- numlist(1, N, L), permutation(L, Qs), safe(Qs).\n"
        "safe([]).\nsafe([Q|Qs]) :- free(Q, Qs, 1), safe(Qs).\n"
        "free(_, [], _).\n"
        "free(Q, [R|Rs], D) :- abs(Q - R) =\\= D, E is D + 1, free(Q, Rs, E).\n"
    )
    limits = Limits(seconds=30, memory_mib=1024)
    result = check_program(find_submission(str(path)), 6, limits, Sandbox.BASIC)
    assert (result.verdict, result.false_claim_n) == (WRONG, 6)


def test_a_main_part_runs_once_also_where_nothing_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    asked = OwnRun._ask

    def counted(own: OwnRun, plan: CallPlan, n: int) -> CallResult:
        started.append(n)
        return asked(own, plan, n)

    monkeypatch.setattr(OwnRun, "_ask", counted)
    result = checked(tmp_path, "if __name__ == '__main__':\n    print(unknown)\n")
    assert result.verdict is NOT_JUDGED
    assert len(started) == 1
