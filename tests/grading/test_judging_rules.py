"""The three rules of judging, each tested with small programs: verdicts and reasons are true."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest
from engines import skip_or_fail
from shares import WHOLE_ZOO, a_share

from solvers.cli.queens import main
from solvers.execution.limits import Limits
from solvers.execution.result import Cause
from solvers.grading.answers.answer_format import Answers, choose_format, unexplained_claims
from solvers.grading.answers.stdout_parser import AnswerForm, parse
from solvers.grading.answers.value_parser import without_names
from solvers.grading.check import check_program
from solvers.grading.finding import Fact
from solvers.grading.language import GUILE, RACKET, languages_of
from solvers.grading.points import EqualPoints, score, worth
from solvers.grading.protocol import DottedPair
from solvers.grading.result import CheckResult
from solvers.grading.result import ProgramVerdict as Verdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import CheckOptions, Task, find_submission, read_submission
from solvers.output.check_text import headline, paragraphs, reason_words, remarks
from solvers.output.findings import words
from solvers.output.points_text import scoring

FOUR = [(1, 3, 0, 2), (2, 0, 3, 1)]


def printed(texts: dict[int, str]) -> dict[int, Answers]:
    return {n: Answers((None,), n, single=True, printed=text) for n, text in texts.items()}


def drawn(rows: tuple[int, ...], queen: str = "Q", empty: str = ".", between: str = " ") -> str:
    return "\n".join(
        between.join(queen if row == rows[column] else empty for column in range(len(rows)))
        for row in range(len(rows))
    )


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(drawn(one) for one in FOUR),
        "\n".join(drawn(one, "QQ", "--") for one in FOUR),
        "\n====\n".join(drawn(one, "Dame", "____") for one in FOUR),
        "2-4-1-3\n3-1-4-2\n",
        "\n".join(f"| {line} |" for one in FOUR for line in drawn(one, empty=" ").splitlines()),
        "\n".join(drawn(one, "Q", "#", "") for one in FOUR),
        "1) 2 4 1 3\n2) 3 1 4 2\n",
        "Solution 1:\n[1, 3, 0, 2]\nSolution 2:\n[2, 0, 3, 1]\n2 solutions found",
        "1 -> 3 -> 0 -> 2\n2 -> 0 -> 3 -> 1",
        "a2 b4 c1 d3\na3 b1 c4 d2\n",
        "".join(f"Queen {c + 1} at row {one[c]} column {c}\n" for one in FOUR for c in range(4)),
        "".join("  " * row + "Q\n" for one in FOUR for row in one),
        "[0, 0]\n".replace("[0, 0]", "(0, 1) (1, 3) (2, 0) (3, 2)") + "(0,2) (1,0) (2,3) (3,1)",
        "Solutions for n = 4\n2 4 1 3\n3 1 4 2\nNumber of solutions for n = 4: 2\n",
        "1,2 2,4 3,1 4,3\n1,3 2,1 3,4 4,2\n",
        "Q1 in row 2; Q2 in row 4; Q3 in row 1; Q4 in row 3\n"
        "Q1 in row 3; Q2 in row 1; Q3 in row 4; Q4 in row 2\n",
        "x=0, y=1; x=1, y=3; x=2, y=0; x=3, y=2\nx=0, y=2; x=1, y=0; x=2, y=3; x=3, y=1\n",
        '{"n": 4, "count": 2, "solutions": [[1, 3, 0, 2], [2, 0, 3, 1]]}',
        str([drawn(one, between="").split("\n") for one in FOUR]),
        "{'Q1': 2, 'Q2': 4, 'Q3': 1, 'Q4': 3}\n{'Q1': 3, 'Q2': 1, 'Q3': 4, 'Q4': 2}",
        "\n".join(
            str([f"Queen(row={c}, col={r})" for c, r in enumerate(one)]) for one in FOUR
        ).replace("'", ""),
        "Solution 1: 2413\nSolution 2: 3142\n",
        "   1  2413\n   2  3142\n",
        "0: 2 4 1 3\n1: 3 1 4 2\n",
        "Solution #1\n2\n4\n1\n3\nSolution #2\n3\n1\n4\n2\n",
        "q1,q2,q3,q4\n2,4,1,3\n3,1,4,2\n",
        "col: 1 2 3 4\nrow: 2 4 1 3\n\ncol: 1 2 3 4\nrow: 3 1 4 2\n",
        "Qa2, Qb4, Qc1, Qd3\nQa3, Qb1, Qc4, Qd2\n",
        "\n".join(f" _______\n{drawn(one)}\n ‾‾‾‾‾‾‾" for one in FOUR),
        "Solution 1 of 2: 2 4 1 3\nSolution 2 of 2: 3 1 4 2\n",
        "(1) 2 4 1 3\n(2) 3 1 4 2\n",
        "".join(
            f"Queen {c + 1} is placed at row {one[c]}, column {c}\n"
            for one in FOUR
            for c in range(4)
        ),
        "\n".join(
            f"{drawn(FOUR[0], between='').splitlines()[row]}   "
            f"{drawn(FOUR[1], between='').splitlines()[row]}"
            for row in range(4)
        ),
        "\n".join(drawn(one, between="").replace("\n", " / ") for one in FOUR),
        "【1】\n" + "\n".join(drawn(one, "♕", "▓", "") for one in FOUR),
        "\n\n".join(line for one in FOUR for line in drawn(one).splitlines()),
        "".join(f"{k}/2\n{drawn(one, between='')}\n" for k, one in enumerate(FOUR, 1)),
        "\n".join(str(["X" if c == r else 1 for c in range(4)]) for one in FOUR for r in one),
        "\n".join(
            f"*{line}*"
            for one in FOUR
            for line in ["****", *drawn(one, "Q", "*", "").split(), "****"]
        ),
        "".join(f"{cell}\n" for one in FOUR for cell in drawn(one, "1", "0").split()),
        "\n".join(drawn(one, "1", "0").replace("\n", " ") for one in FOUR),
        "\n".join(drawn(one).replace("\n", ", ") for one in FOUR),
        "(0, 1, 2, 3) invalid\n" + "".join(f"{one} valid\n" for one in FOUR),
        "\n\n".join(drawn(one, "True", "False") for one in FOUR),
        "Generation 0: fitness 0 [0, 1, 2, 3]\n" + "\n".join(map(str, FOUR)),
        f"Initial board:\n{drawn((0, 1, 2, 3))}\nFinal boards:\n"
        + "\n\n".join(drawn(one) for one in FOUR),
    ],
)
def test_printed_solutions_are_understood_in_many_spellings(text: str) -> None:
    answers = printed({4: text})
    how = choose_format(answers)
    read = answers[4].read(how)
    assert answers[4].fit(how).exact, (how, read)
    assert not list(unexplained_claims(answers, how))


@pytest.mark.parametrize(
    "more",
    [
        "Q Q . .\n. . . .\n",
        "[0, 1, 2, 3]",
        "3 solutions",
        "Q . .\n. . Q\n. Q .\n",
        "3",
        ". Q . .\n. . . Q\nQ . . .\n. . . .\n",
        "Solution 1 of 3",
        '{"count": 3}',
        "Number of solutions for n = 4: 3",
        "maybe 0 1 2 3",
    ],
    ids=[
        *("incomplete", "a wrong list", "a wrong total", "a smaller board", "a wrong number"),
        *("a queen is missing", "so many of", "a named count", "a count for n", "a guess"),
    ],
)
def test_a_doubtful_text_printed_beside_right_answers_counts_too(more: str) -> None:
    right = "\n\n".join(drawn(one) for one in FOUR)
    answers = printed({4: f"{right}\n\n{more}"})
    how = choose_format(answers)
    assert list(unexplained_claims(answers, how)) or not answers[4].fit(how).exact


def test_a_labelled_claim_for_a_board_without_a_solution_counts() -> None:
    answers = printed({2: "solution: 0 1", 4: "\n".join(" ".join(map(str, one)) for one in FOUR)})
    how = choose_format(answers)
    assert list(unexplained_claims(answers, how)) or not answers[2].fit(how).exact


@pytest.mark.parametrize(
    ("text", "solution"),
    [
        ("0 1", "{} {} {} {}"),
        (
            "Place queen at (1, 1)\nPlace queen at (2, 2)",
            "".join(f"Place queen at ({c}, {{}})\n" for c in range(4)),
        ),
        ("Solution 1: 12", "Solution 1: {}{}{}{}"),
    ],
)
def test_a_wrong_answer_for_two_queens_is_no_heading(text: str, solution: str) -> None:
    lines = [solution.format(*(row + ("1:" in solution) for row in one)) for one in FOUR]
    answers = printed({2: text, 4: "\n".join(lines)})
    how = choose_format(answers)
    assert answers[4].fit(how).exact
    assert list(unexplained_claims(answers, how)) or not answers[2].fit(how).exact


@pytest.mark.parametrize(
    "text", ["👸", "Queens at columns: 0", "[1/1]", "[[True]]", "2 ", "Q1 in row 1"]
)
def test_one_queen_is_read_in_every_notation(text: str) -> None:
    answers = printed({1: text, 4: "\n".join(f"Queens: {list(one)}" for one in FOUR)})
    assert len(answers[1].read(choose_format(answers))) == 1


def test_an_empty_square_is_no_queen() -> None:
    answers = printed({1: ".\n\n", 4: "\n\n".join(drawn(one, "$", ".") for one in FOUR)})
    assert not answers[1].read(choose_format(answers))


def test_boards_without_a_queen_say_that_there_is_no_solution() -> None:
    texts = ["0 0\n0 0", "[0, 0]\n[0, 0]", "[[0, 0], [0, 0]]"]
    assert not any(parse(f"No solution\n{text}\n", 2).items for text in texts)


@pytest.mark.parametrize(
    "texts",
    [
        {1: "0\n\n1\n", 4: "\n\n".join(drawn(one, "1", "0") for one in FOUR)},
        {n: str([7] * 20) + "\n" + "\n".join(map(str, FOUR * (n == 4))) for n in (3, 4)},
    ],
    ids=["an empty board of one square", "lists as long for each n"],
)
def test_a_text_that_cannot_be_a_placement_is_no_claim(texts: dict[int, str]) -> None:
    answers = printed(texts)
    assert not list(unexplained_claims(answers, choose_format(answers)))


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"Iteration {rows[0]}\n{drawn(rows)}\n" for rows in ((0, 1, 2, 3), FOUR[0])),
        f"Final board:\n{drawn((0, 1, 2, 3))}\nA local optimum, no solution",
        "\n\n".join([drawn(FOUR[0]).replace("Q", ".", 1), *map(drawn, FOUR), drawn(FOUR[0])]),
    ],
)
def test_boards_that_are_not_called_solutions_make_no_program_wrong(text: str) -> None:
    answers = printed({4: text})
    assert not next(unexplained_claims(answers, choose_format(answers))).is_unambiguous


def test_a_number_that_is_returned_beside_right_answers_counts_too() -> None:
    answers = {4: Answers((3, tuple(FOUR)), 4)}
    assert [
        doubt.is_unambiguous for doubt in unexplained_claims(answers, choose_format(answers))
    ] == [True]


@pytest.mark.parametrize(("added", "doubts"), [(26, 0), (1, 2)], ids=["steps", "one too many"])
def test_a_number_returned_beside_is_a_count_where_it_is_near_to_one(
    added: int, doubts: int
) -> None:
    answers = {
        n: Answers((found, len(found) + added * n ** (added > 1)), n)
        for n, found in ((1, ((0,),)), (4, tuple(FOUR)))
    }
    assert len(list(unexplained_claims(answers, choose_format(answers)))) == doubts


def test_bit_masks_are_no_plain_format_of_rows(tmp_path: Path) -> None:
    found = checked(tmp_path, "def queens(n): return [[1 << r for r in p] for p in found(n=n)]")
    assert found.verdict is Verdict.NOT_JUDGED


@pytest.mark.parametrize(
    "values",
    [
        tuple(enumerate(FOUR, 1)),
        (tuple(DottedPair(number, one) for number, one in enumerate(FOUR)),),
        tuple(tuple(f"Q{'abcd'[c]}{row + 1}" for c, row in enumerate(one)) for one in FOUR),
        tuple(drawn(one, between="").replace("\n", "") for one in FOUR),
        tuple(tuple((chr(97 + c), row + 1) for c, row in enumerate(one)) for one in FOUR),
        tuple(
            tuple((DottedPair("row", row), DottedPair("col", c)) for c, row in enumerate(one))
            for one in FOUR
        ),
        (tuple(FOUR), 2, 0.25),
        (tuple(FOUR), (DottedPair("nodes", 17), DottedPair("seconds", 0.25))),
    ],
    ids=[
        *("numbered", "by number", "squares of queens", "on one line", "a letter and a number"),
        *("named numbers", "a number and a time beside", "figures beside"),
    ],
)
def test_returned_solutions_are_understood_in_many_spellings(values: tuple[object, ...]) -> None:
    values, single = without_names(values, single=len(values) == 1)
    answers = {4: Answers(values, 4, single=single)}
    assert answers[4].fit(choose_format(answers)).exact


def test_remarks_and_prompts_are_no_answers() -> None:
    remarks = "N-Queens v1.0 (c) 2024\nHow many (1-10) [8]? \nNo solution :(\n"
    answers = printed({4: remarks + "\n".join(map(str, FOUR))})
    assert not list(unexplained_claims(answers, choose_format(answers)))


def test_a_drawing_on_the_way_to_a_solution_is_no_answer() -> None:
    found = parse("Q . . .\n. . . .\n. . . .\n. . . .\n\n" + drawn(FOUR[0]), 4)
    assert [
        len(items) for stream, items in found.items.items() if stream.form is AnswerForm.BOARDS
    ] == [1]
    assert found.is_explained


SEARCH = """
from itertools import permutations
def found(*, n):
    return [list(p) for p in permutations(range(n))
            if n == len({r + c for c, r in enumerate(p)}) == len({r - c for c, r in enumerate(p)})]
"""


def checked(
    folder: Path,
    source: str,
    sizes: Collection[int] | None = None,
) -> CheckResult:
    path = folder / "mine.py"
    path.write_text(SEARCH + source)
    limits = Limits(seconds=20, memory_mib=1024)
    return check_program(
        find_submission(str(path)),
        5,
        limits,
        Sandbox.BASIC,
        sizes=sizes,
    )


def test_counts_that_end_with_an_error_are_not_finished(tmp_path: Path) -> None:
    source = (
        "def queens(n):\n    if n == 4: raise IndexError('no row 4')\n    return len(found(n=n))"
    )
    result = checked(tmp_path, source)
    assert (result.verdict, result.failing_n) == (Verdict.NOT_FINISHED, 4)
    shown = "\n".join(paragraph.text for paragraph in paragraphs(result))
    assert "no row 4" in shown
    assert "right for n = 1 to 3, with 1, 0, 0 solutions" in shown


def test_a_right_search_that_recurs_too_deeply_is_not_finished(tmp_path: Path) -> None:
    source = """
def queens(n, depth=0):
    if depth < 40 * n * n: return queens(n, depth + 1)
    return globals()["found"](n=n)
"""
    result = checked(tmp_path, source)
    assert (result.verdict, result.failing_n) == (Verdict.NOT_FINISHED, 5)
    shown = "\n".join(paragraph.text for paragraph in paragraphs(result))
    assert "infinite recursion, or one that is too deep" in shown
    assert "RecursionError: maximum recursion depth exceeded" in shown
    assert "it was right for n = 1 to 4" in shown


@a_share(
    ("source", "verdict", "says"),
    [
        (
            "def queens(n):\n    if n < 4: raise ValueError('n must be at least 4')\n"
            "    return found(n=n)",
            Verdict.RIGHT,
            "",
        ),
        (
            "def queens(n):\n    if n < 4: return 'n has to be more than 3'\n    return found(n=n)",
            Verdict.RIGHT,
            "",
        ),
        (
            "def queens(n):\n    return found(n=n) or False",
            Verdict.RIGHT,
            "",
        ),
        (
            "def queens(n):\n    found(n=n)",
            Verdict.NOT_JUDGED,
            "perhaps a return is missing",
        ),
        (
            "def place(n, x):\n    return [[n, x]]",
            Verdict.NOT_JUDGED,
            "add a function that takes only n",
        ),
        (
            "def queens(n):\n    return [[list('.' * n)] * n] * len(found(n=n))",
            Verdict.WRONG,
            "copy",
        ),
        (
            "def queens(n):\n    if n in (2, 3): raise ValueError('there is no solution')\n"
            "    return found(n=n)",
            Verdict.RIGHT,
            "",
        ),
        (
            "def queens(n):\n    return {'count': len(found(n=n)), 'solutions': found(n=n)}",
            Verdict.RIGHT,
            "",
        ),
        (
            "def queens(n, callback):\n    for one in found(n=n): callback(one)",
            Verdict.NOT_JUDGED,
            "no function takes n",
        ),
        (
            "def rows(n):\n    return range(n)\n"
            "def queens(n, strategy):\n"
            "    return [one for row in strategy(n) for one in found(n=n) if one[0] == row]",
            Verdict.RIGHT,
            "",
        ),
        (
            "def queens(n):\n    return found(n=n)\n"
            "if __name__ == '__main__':\n    print(list(range(int(input()))))",
            Verdict.NOT_JUDGED,
            "run as a program",
        ),
        (
            "def search(n):\n    return found(n=n)\n"
            "for one in search(int(input())) * 2:\n    print(one)",
            Verdict.WRONG,
            "duplicates",
        ),
    ],
    ids=[
        *("refuses small boards", "returns a refusal", "false for none", "forgets to return"),
        *("a guess", "one board"),
        *("an error for none", "named values", "a function to call", "a function of its own"),
        *("prints something wrong when run", "reads n and prints twice"),
    ],
)
def test_a_verdict_is_true_or_there_is_none(
    source: str, verdict: Verdict, says: str, tmp_path: Path
) -> None:
    result = checked(tmp_path, source)
    assert result.verdict is verdict, (result.reason, result.diagnosis)
    assert says in "; ".join(
        [reason_words(result), *(words(each, result.submission) for each in result.diagnosis)]
    )


def test_a_program_is_scored_on_the_boards_that_it_takes(tmp_path: Path) -> None:
    refuses = "def queens(n):\n    assert n >= 4, 'n must be at least 4'\n    return found(n=n)"
    result = checked(tmp_path, refuses)
    equal = EqualPoints.fromkeys(range(1, 6), 1.0)
    assert result.rejected_sizes == (1, 2, 3)
    assert (score(result, equal), worth(result, equal)) == (2, {4: 1.0, 5: 1.0})
    assert scoring(result, equal) == "scored from n = 4 on"
    never = checked(tmp_path, "def queens(n):\n    raise ValueError('n must be at least 99')")
    assert (never.verdict, never.failing_n, never.rejected_sizes) == (Verdict.NOT_FINISHED, 1, ())
    alone = replace(result, rejected_sizes=(), only_n=4)
    assert (score(alone, equal), worth(alone, equal)) == (1, {4: 1.0})
    assert not scoring(alone, equal)  # the verdict says that it supports no other board
    wrong = checked(tmp_path, "def queens(n):\n    return [[0] * n]")
    alone_wrong = replace(wrong, only_n=wrong.failing_n)
    assert scoring(alone_wrong, equal) == f"scored on n = {wrong.failing_n} only"
    assert scoring(alone, {3: 1.0, 5: 2.0}).startswith("2 of 3 points: ")


def test_the_only_row_of_a_board_of_one_square_may_be_counted_from_0_or_1() -> None:
    scores = Answers((None,), 1, single=True, printed="[0]\n[1]\n").fits
    assert {how.row_base for how, score in scores.items() if score.exact} == {0, 1}


def test_a_program_whose_output_is_cut_off_is_never_right(tmp_path: Path) -> None:
    prints = "def queens(n):\n    for one in found(n=n) * (1 if n < 5 else 14000):\n"
    result = checked(tmp_path, prints + "        print('Solution number', one)")
    assert result.verdict is Verdict.NOT_JUDGED
    assert "more than 4 MiB for n = 5" in reason_words(result)


def test_a_chosen_size_is_tested_although_the_output_of_a_smaller_one_is_cut_off(
    tmp_path: Path,
) -> None:
    prints = "def queens(n):\n    for one in found(n=n) * (14000 if n == 5 else 1):\n"
    result = checked(tmp_path, prints + "        print('Solution number', one)", sizes=(4, 5, 6))
    assert sorted(result.outcomes) == [4, 6]
    assert "more than 4 MiB for n = 5" in reason_words(result)


def test_a_scheme_program_with_its_own_require_is_no_racket() -> None:
    asserts = "(define (require p) (if (not p) (amb)))\n(require (distinct? rows))\n"
    assert languages_of(".scm", asserts)[0] is GUILE
    assert languages_of(".scm", "(require racket/list)\n")[0] is RACKET


RIGHT = (
    "from itertools import permutations\n"
    "def queens(n):\n"
    "    return [p for p in permutations(range(n)) if all(abs(p[i] - p[j]) != j - i\n"
    "            for j in range(n) for i in range(j))]\n"
)


def test_a_file_that_imports_other_programs_removes_none_from_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    group = tmp_path / "hand-ins" / "group"
    group.mkdir(parents=True)
    (group / "alice.py").write_text(RIGHT)
    (group / "bob.py").write_text(RIGHT)
    (group / "mallory.py").write_text("import bob\nfrom alice import queens\n")
    main(["check", str(tmp_path / "hand-ins"), "--n", "4", "--sandbox", "basic"])
    lines = {
        Path(line["file"]).name: line["verdict"]
        for line in csv.DictReader(io.StringIO(capsys.readouterr().out))
    }
    assert lines.keys() == {"alice.py", "bob.py", "mallory.py"}
    assert (lines["alice.py"], lines["bob.py"]) == ("right", "right")
    assert lines["mallory.py"] != "right"


def test_a_notebook_is_judged_by_the_code_of_its_cells(tmp_path: Path) -> None:
    path = tmp_path / "mine.ipynb"
    cells = [
        {"cell_type": "markdown", "source": ["# Queens"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", *RIGHT.splitlines(keepends=True)]},
    ]
    path.write_text(json.dumps({"cells": cells}))
    result = check_program(find_submission(str(path)), 4, Limits(seconds=20), Sandbox.BASIC)
    assert result.verdict is Verdict.RIGHT


EIGHT = {
    ".py": SEARCH + "BOARD_SIZE = 8\n\ndef solve(n):\n    return found(n=BOARD_SIZE)\n",
    ".pl": """
size(8).
queens(_, Qs) :- size(S), numlist(1, S, Rows), place(Rows, [], Qs).
place([], Qs, Qs).
place(Rows, Placed, Qs) :-
    select(Row, Rows, Others), free(Row, 1, Placed), place(Others, [Row|Placed], Qs).
free(_, _, []).
free(Row, D, [Other|Others]) :-
    abs(Row - Other) =\\= D, D1 is D + 1, free(Row, D1, Others).
""",
    ".scm": """
(define board-size 8)
(define (queens n)
  (let place ((k board-size))
    (if (= k 0)
        '(())
        (append-map
         (lambda (placed)
           (filter (lambda (queens) (free? (car queens) (cdr queens) 1))
                   (map (lambda (row) (cons row placed)) (iota board-size))))
         (place (- k 1))))))
(define (free? row others distance)
  (or (null? others)
      (and (not (memv (abs (- row (car others))) (list 0 distance)))
           (free? row (cdr others) (+ distance 1)))))
""",
}
EIGHT[".rkt"] = "#lang racket\n" + EIGHT[".scm"].replace("(iota board-size)", "(range board-size)")


@pytest.mark.parametrize("suffix", EIGHT)
@pytest.mark.usefixtures("compiled_harness")
def test_a_size_in_a_constant_makes_a_program_for_that_size(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"mine{suffix}"
    path.write_text(EIGHT[suffix])
    submission = find_submission(str(path))
    if not Sandbox.BASIC.has(submission.language):
        skip_or_fail(f"{submission.language.name} is missing")
    result = check_program(submission, 5, Limits(seconds=20, memory_mib=1024), Sandbox.BASIC)
    assert "right for n = 8, the board size of " in headline(result)
    assert "does not use its argument" in remarks(result)[0]


@pytest.mark.parametrize(
    ("source", "verdict", "says"),
    [
        (
            "return len(found(n=SIZE))",
            Verdict.NOT_JUDGED,
            "counts, which are right for n = 8",
        ),
        ("return found(n=SIZE)[0]", Verdict.NOT_JUDGED, "its answers are right for n = 8"),
        ("return found(n=SIZE)[1:]", Verdict.WRONG, "wrong at n = 8, the board size of"),
        ("for one in found(n=SIZE): print(one)", Verdict.RIGHT, "right for n = 8, the board"),
        (
            "return [sum(zip(range(n), p), ()) for p in found(n=n)]",
            Verdict.NOT_JUDGED,
            "unknown",
        ),
    ],
    ids=["counts", "one", "one is missing", "prints", "flat pairs for its own n"],
)
def test_a_program_that_ignores_n_is_judged_at_the_size_of_its_constant(
    source: str, verdict: Verdict, says: str, tmp_path: Path
) -> None:
    result = checked(tmp_path, f"SIZE = 8\ndef queens(n):\n    {source}\n")
    assert result.verdict is verdict
    assert says in headline(result)


@a_share(
    ("source", "says"),
    [
        ("def queens(n): return print('searching')", "it returns nothing, and its output could"),
        ("def queens(n): return print('searching') or []", "it returns an empty list, and its"),
        ("def queens(n, row): return []", "(a guess), it returns an empty list: add"),
        ("def queens(n, row): pass\nprint(queens(4, 0))", "(a guess), it returns nothing: add"),
        ("print([])", "it prints an empty list"),
        ("print(print())", "it prints the value of a function that returns nothing"),
        ("print(2413)", "could not be interpreted as solutions: '2413'"),
        ("print('Steps:', 31420)", "could not be interpreted as solutions: 'Steps: 31420'"),
        ("print('92 solutions for 8 queens')\nprint(31420)", "right for n = 8 (to grade them"),
        ("for one in found(n=8): print(one)", "right for n = 8, the board size of its own run"),
    ],
)
def test_the_first_line_names_the_value_or_the_output_that_came(
    source: str, says: str, tmp_path: Path
) -> None:
    assert says in headline(checked(tmp_path, f"{source}\n"))


@pytest.mark.usefixtures("compiled_harness")
def test_the_line_that_a_harness_reports_is_not_shown_as_output(tmp_path: Path) -> None:
    source = "import os\nprint('working', flush=True)\nos.write(2, b'\\0at line 3, in f\\n')\n"
    result = checked(tmp_path, f"def queens(n):\n    {source.replace(chr(10), chr(10) + '    ')}")
    assert "\0" not in result.outcomes[1].printed
    path = tmp_path / "killed.py"
    path.write_text(f"{source}os.kill(os.getpid(), 9)\n")
    ending = (
        check_program(find_submission(str(path)), 1, Limits(seconds=20), Sandbox.BASIC)
        .outcomes[1]
        .run.ending
    )
    assert ending.detail == "working"


GUESSED = {
    "a class": "class Queens:\n    def __init__(self, n): self.n = n\n"
    "    def solve(self): return answers(self.n)\n",
    "a class without n": "class Queens:\n    def solve(self, n): return answers(n)\n",
    "a list of an instance": "class Queens:\n    def __init__(self, n):\n"
    "        self.solutions = answers(n)\n",
    "arguments": "def queens(n, row): return answers(n)\n",
    "a function as argument": "def pick(rows): return rows\n"
    "def queens(n, strategy): return answers(n)\n",
    "a list that is given": "def queens(n, results): results.extend(answers(n))\n",
    "a list of the module": "solutions = []\ndef queens(n): solutions.extend(answers(n))\n",
    "a size in the source": "N = 8\nfor one in answers(N): print(one)\n",
    "n to read": "for one in answers(int(input())): print(one)\n",
}


CALLS = [
    *((kind, "") for kind in GUESSED),
    *(("a class", entry) for entry in ("solve", "Queens.solve")),
    ("a class without n", "Queens.solve"),
    ("a list of an instance", "Queens"),
    ("arguments", "queens"),
    ("a function as argument", "queens"),
    ("a list that is given", "queens"),
    ("a list of the module", "queens"),
]


@pytest.mark.zoo
@pytest.mark.parametrize(
    ("kind", "entry", "right"),
    [
        (*call, right)
        for number, call in enumerate(CALLS)
        for right in (False, True)
        if WHOLE_ZOO or (number % 3 == 0 and right is (number % 2 == 1))
    ],
)
def test_a_guessed_call_makes_a_program_wrong_only_after_a_right_answer(
    kind: str, entry: str, *, right: bool, tmp_path: Path
) -> None:
    path = tmp_path / "mine.py"
    wrong = "[[0] * n] if n > 3 else found(n=n)"
    answers = f"found(n=n) if n == 4 else {wrong}" if right else wrong
    path.write_text(f"{SEARCH}def answers(n): return {answers}\n{GUESSED[kind]}")
    submission = find_submission(str(path), entry=entry)
    result = check_program(submission, 5, Limits(seconds=20, memory_mib=1024), Sandbox.BASIC)
    assert result.verdict is (Verdict.WRONG if right else Verdict.NOT_JUDGED), result.reason


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("mine.py", "import no_such.part\nfrom nor_this import x\nimport os\n"),
        ("mine.pl", ":- use_module(library(no_such)).\n:- use_module(library(nor_this)).\n"),
        ("mine.rkt", "#lang racket\n(require no_such racket/list)\n(require nor_this)\n"),
        ("mine.scm", "(use-modules (no_such))\n(use-modules (nor_this))\n(define (f) 1)\n"),
    ],
)
def test_all_missing_packages_are_named_at_once(name: str, source: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(source)
    submission = find_submission(str(path))
    if not Sandbox.BASIC.has(submission.language):
        skip_or_fail(f"{submission.language.name} is missing")
    result = check_program(submission, 4, Limits(seconds=20), Sandbox.BASIC)
    assert result.verdict is Verdict.NOT_JUDGED
    assert "no_such" in reason_words(result)
    assert "nor_this" in reason_words(result)


@pytest.mark.parametrize(
    "home", ["def n_queens(n):", "class Solution:\n  def solveNQueens(self, n):"]
)
def test_the_first_solution_alone_is_wrong_in_a_function_and_in_a_class(
    home: str, tmp_path: Path
) -> None:
    assert checked(tmp_path, f"{home} return found(n=n)[:1]").verdict is Verdict.WRONG


def test_a_table_of_counts_does_not_hide_a_function_that_finds_nothing(tmp_path: Path) -> None:
    found = checked(
        tmp_path,
        "def all_solutions(n): return [] if n > 1 else [[0]]\n"
        "for n in range(1, 9): print(n, len(all_solutions(n)))\n",
    )
    assert (found.verdict, found.plan.entry if found.plan else "") == (
        Verdict.WRONG,
        "all_solutions",
    )


def test_advice_for_a_guessed_call_works(tmp_path: Path) -> None:
    guessed = "def queens(n, row): return [[0] * n]\n"
    advised = reason_words(checked(tmp_path, guessed)).partition("such as ")[2].partition(",")[0]
    assert (
        checked(tmp_path, f"{guessed}def {advised}: return found(n=n)\n").verdict is Verdict.RIGHT
    )
    wrong = f"{guessed}def {advised}: return queens(n, 0)\n"
    assert checked(tmp_path, wrong).verdict is Verdict.WRONG


def test_advice_to_name_a_method_of_a_class_works(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        f"{SEARCH}class Queens:\n    def __init__(self, n): self.n = n\n"
        "    def all(self): return found(n=self.n)\n"
    )
    limits = Limits(seconds=20, memory_mib=1024)
    result = check_program(find_submission(str(path), entry="Queens"), 5, limits, Sandbox.BASIC)
    assert "use --entry to name the method" in reason_words(result)
    result = check_program(find_submission(str(path), entry="Queens.all"), 5, limits, Sandbox.BASIC)
    assert result.verdict is Verdict.RIGHT


LISTS_PL = """
queens(Rows, Qs) :- permutation(Rows, Qs), safe(Qs).
safe([]).
safe([Q|Qs]) :- free(Q, 1, Qs), safe(Qs).
free(_, _, []).
free(Q, D, [Other|Qs]) :- abs(Q - Other) =\\= D, D1 is D + 1, free(Q, D1, Qs).
"""


@a_share(
    ("suffix", "source", "verdict"),
    [
        (".pl", LISTS_PL, Verdict.RIGHT),
        (
            ".pl",
            LISTS_PL.replace("permutation(Rows, Qs)", "length(Rows, 9), Qs = Rows"),
            Verdict.NOT_JUDGED,
        ),
        (
            ".pl",
            "queens([], []).\nqueens([R|Rs], [R|Qs]) :- queens(Rs, Qs), R > 9.\n",
            Verdict.NOT_JUDGED,
        ),
        (".pl", "queens(N, Qs) :- length(Qs, N), fail.\n", Verdict.WRONG),
        (
            ".py",
            "def queens(board): return [line.index(1) for line in board]",
            Verdict.NOT_JUDGED,
        ),
        (".py", "def make_queens(n): return [[0] * n] * n", Verdict.NOT_JUDGED),
        (".py", "import random\ndef random_queens(n): return [0] * n", Verdict.NOT_JUDGED),
        (".py", "name, n = input(), input()\nprint(int(n) * [0])", Verdict.NOT_JUDGED),
    ],
)
def test_an_argument_that_may_be_no_size_makes_no_program_wrong(
    suffix: str, source: str, verdict: Verdict, tmp_path: Path
) -> None:
    path = tmp_path / f"mine{suffix}"
    path.write_text(source)
    submission = find_submission(str(path))
    if not Sandbox.BASIC.has(submission.language):
        skip_or_fail(f"{submission.language.name} is missing")
    result = check_program(submission, 5, Limits(seconds=20, memory_mib=1024), Sandbox.BASIC)
    assert result.verdict is verdict, (result.reason, result.diagnosis)


@pytest.mark.parametrize(
    ("program", "advises_input"),
    [
        ("name, n = input(), int(input())\nfor one in found(n=n): print(one)\n", True),
        ("import sys\nfor one in found(n=int(sys.argv[2])): print(one)\n", False),
    ],
    ids=["a name, too", "two arguments"],
)
def test_input_is_advised_only_where_it_helps(
    program: str, *, advises_input: bool, tmp_path: Path
) -> None:
    result = checked(tmp_path, program)
    assert result.verdict is Verdict.NOT_JUDGED
    assert ("--input" in reason_words(result)) is advises_input
    options = CheckOptions(text="Ann\n{n}\n")
    limits = Limits(seconds=20, memory_mib=1024)
    given = check_program(
        find_submission(str(tmp_path / "mine.py")), 5, limits, Sandbox.BASIC, options=options
    )
    assert (given.verdict is Verdict.RIGHT) is advises_input


@pytest.mark.parametrize(
    ("first", "name", "verdict"),
    [
        ("queens", "queens_fast", Verdict.WRONG),
        ("queens", "n_queens_fast", Verdict.WRONG),
        ("queens", "queent", Verdict.NOT_JUDGED),
        ("queens", "solve_by_brute_force", Verdict.NOT_JUDGED),
        ("solve_by_backtracking", "solve_by_brute_force", Verdict.NOT_JUDGED),
        ("queens", "solve_greedy", Verdict.RIGHT),
    ],
)
def test_a_wrong_second_solver_counts_only_under_a_usual_name(
    first: str, name: str, verdict: Verdict, tmp_path: Path
) -> None:
    second = f"def {name}(n): return found(n=n) + [list(range(n))] * (n > 3)\n"
    result = checked(tmp_path, f"def {first}(n): return found(n=n)\n{second}")
    assert result.verdict is verdict


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("def queens(n): return next((dict(enumerate(q)) for q in found(n=n)), None)", "only one"),
        ("n = int(input())\nfor q in found(n=n)[:3]: print(*q)", "only some"),
        ("def queens(n): return next(iter(found(n=n)), -1)", "only one"),
        ("def queens(n): return next(iter(found(n=n)), 'none')", "only one"),
        (
            "def queens(n): return {'solution': next(iter(found(n=n)), None), 'steps': 7}",
            "only one",
        ),
        (
            "def queens(n): return '\\n'.join('.' * q + 'Q' + '.' * (n - 1 - q)"
            " for q in next(iter(found(n=n)), []))",
            "only one",
        ),
    ],
)
def test_a_program_that_looks_for_one_or_some_solutions_is_described_so(
    program: str, said: str, tmp_path: Path
) -> None:
    result = checked(tmp_path, program)
    assert result.other_task is Task.ONE
    assert result.does_another_task
    assert f"{said} solution" in headline(result)


def test_a_file_in_the_folder_of_a_program_is_not_taken_for_a_package(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "folder" / "helper").mkdir(parents=True)
    helper = "def solutions(n): return []\n"
    for name in ("ada", "bob"):
        uses = f"from helper import solutions\ndef queens(n): return solutions(n)  # {name}\n"
        (tmp_path / "class" / f"{name}.py").write_text(uses)
    (tmp_path / "class" / "helper.py").write_text(helper)
    (tmp_path / "folder" / "ada.py").write_text(uses)
    (tmp_path / "folder" / "helper" / "__init__.py").write_text(helper)
    for folder, says, alone in (
        ("class", "to a folder of their own", True),
        ("folder", "move", False),
    ):
        file = tmp_path / folder / "ada.py"
        submission = read_submission(file, name="ada.py", alone=alone)
        result = check_program(submission, 4, Limits(), Sandbox.BASIC)
        assert says in reason_words(result)
        assert "--allow-packages" not in reason_words(result)


@pytest.mark.parametrize(
    ("program", "says", "never"),
    [
        ("def placing(n): return [[0] * n]", "use --entry placing", "function takes n and gives"),
        ("def f(n): return n", "no function takes n and gives placements", "--entry"),
        ("def queens(n): print(4 * [0] if n == 3 else list(range(n)))", "", "counts"),
        ("def queens(n): return 7", "it gives counts", "found no solution"),
        ("def queens(n): return found(n=n) if n > 1 else [[]]", "1 empty answer", "0 answ"),
    ],
)
def test_the_reasons_under_a_verdict_are_true(
    tmp_path: Path, program: str, says: str, never: str
) -> None:
    said = "\n".join(each.text for each in paragraphs(checked(tmp_path, program)))
    assert says in said
    assert never not in said


SHARED_ARRAY = """
class Array(list):
    tolist = lambda self: [row[:] for row in self]

def queens(n):
    board, found = Array([0] * n for _ in range(n)), []
    for rows in globals()["found"](n=n):
        board[:] = [[int(row == other) for other in range(n)] for row in rows]
        found.append(board)
    return found
"""

FAILS_BESIDE_A_TABLE = """
def total_queens(n):
    return len(found(n=n)) if n < 4 else {}[n]

for n in range(1, 5):
    print(n, total_queens(n))
"""


@a_share(
    ("program", "verdict", "says"),
    [
        (SHARED_ARRAY, Verdict.WRONG, "share list objects"),
        (
            "def queens(n):\n    return bool(found(n=n)), (found(n=n) or [[None] * n])[0]",
            Verdict.NOT_JUDGED,
            "finds only one solution",
        ),
        (
            "import random\nfor one in ([0] * 8, [9] * 8, *found(n=8)[:1]): print(one, 0)",
            Verdict.NOT_JUDGED,
            "on its way",
        ),
        (
            "import random\ndef queens(n): return found(n=n)[0] if n in (1, 4) else []",
            Verdict.NOT_JUDGED,
            "by chance, and found none for n = 5",
        ),
        (
            "class Queens:\n    def __init__(self, n=8): self.n = n\n"
            "    @property\n    def solutions(self): return found(n=self.n)",
            Verdict.RIGHT,
            "self.solutions",
        ),
        (
            "n = 4\ndef queens(k):\n    for one in found(n=n)[:k == 1]: print(one)",
            Verdict.NOT_JUDGED,
            "a guess",
        ),
        (FAILS_BESIDE_A_TABLE, Verdict.NOT_FINISHED, "KeyError: 4"),
        ("def queens(n): return []\nprint(len(queens(8)), 'solutions')", Verdict.WRONG, "no sol"),
        (
            "N = 8\nall = found(n=N)\nprint(len(all), 'solutions')\nif all: print(list(all[0]))",
            Verdict.NOT_JUDGED,
            "shows only one solution",
        ),
        (
            "def queens(n):\n    all = found(n=n)\n"
            "    return {'n': n, 'count': max(len(all) - 1, 0), 'solutions': all}",
            Verdict.WRONG,
            "it reports 0 solutions for n = 1",
        ),
        (
            "class Queens:\n    def __init__(self, n): self.n, self.results = n, []\n"
            "    def solve(self): return self.results",
            Verdict.NOT_JUDGED,
            "called as Queens(n).solve()",
        ),
        (
            "def queens(n): return [row for rows in found(n=n) for row in rows]",
            Verdict.NOT_JUDGED,
            "the numbers of all solutions in one list",
        ),
        (
            "for n in (4, 5, 6):\n    print(f'{n} queens: {len(found(n=n))} solutions')\n"
            "    for one in found(n=n): print('  ', one)",
            Verdict.RIGHT,
            "right for n = 6",
        ),
        (
            "for n in (4, 5, 6):\n    total = len(found(n=n)) + (n == 5)\n"
            "    print(f'{n} queens: {total} solutions')\n"
            "    for one in found(n=n): print('  ', one)",
            Verdict.WRONG,
            "it reports 11 solutions for n = 5",
        ),
        (
            "def queens(n): return found(n=n)\nif __name__ == '__main__': print({}['queens'])",
            Verdict.NOT_JUDGED,
            "when run as a program, it stops with an error",
        ),
        (
            "def queens(n): return found(n=n + 1)\nprint(queens(7))",
            Verdict.WRONG,
            "for n + 1 queens",
        ),
        (
            "def queens(n): return [['.' * r + 'Q..' for r in rows] for rows in found(n=n)]",
            Verdict.WRONG,
            "not all have n lines of n squares",
        ),
        (
            "def queens(n):\n    for one in found(n=n):\n"
            "        for row in one: yield ('try', (), row)\n        yield ('found', one, None)",
            Verdict.NOT_JUDGED,
            "unknown format",
        ),
        (
            "def queens(n): return [0, 2, 4, 1, 3][: n // 2 + (n > 4) * n or 1]\nprint(queens(8))",
            Verdict.WRONG,
            "[0]: 1 row instead of 2",
        ),
        (
            "def queens(n): return found(n=n) or [['.' * n] * n]",
            Verdict.WRONG,
            "one queen on each line",
        ),
        (
            "def queens(n): return [[[int(c == r > 0) for c in range(n)] for r in rows]"
            " for rows in found(n=n)]\nclass Board:\n    def __init__(self, n): self.n = n",
            Verdict.WRONG,
            "one queen on each line",
        ),
        (
            "def queens(n): return [' '.join(map(str, one[:1] + one[:-1])) for one in found(n=n)]",
            Verdict.WRONG,
            "share",
        ),
        (
            "def queens(n): return None if n in (2, 3) else list(range(n))",
            Verdict.WRONG,
            "share a diagonal",
        ),
        (
            "def queens(n):\n    if n > 4: bytearray(1 << 40)\n"
            "    return next((dict(enumerate(one)) for one in found(n=n)), None)",
            Verdict.NOT_JUDGED,
            "its answers are right for n = 1 to 4",
        ),
        (
            "def queens(n): return [['~' * r + 'W' + '~' * (n - 1 - r) for r in rows]"
            " for rows in found(n=n)]",
            Verdict.RIGHT,
            "interpreted as boards",
        ),
        (
            "n = int(input())\nfor rows in found(n=n):\n"
            "    for r in rows: print('o ' * r + '$' + ' o' * (n - 1 - r))\n    print()",
            Verdict.RIGHT,
            "printed boards",
        ),
        ("N = 8\nprint('Solution does not exist')", Verdict.WRONG, "found no solution"),
        (
            "shown = found(n=int(input()))[:1]\nfor one in shown: print(*one)\n"
            "print('Total solutions:', len(shown))",
            Verdict.WRONG,
            "only the first solution",
        ),
        (
            "def queens(n): return [one for one in found(n=n) if one < one[::-1]] or found(n=n)",
            Verdict.WRONG,
            "leaves out symmetric solutions",
        ),
        (
            "import random\nN = 8\nprint('No solution found')",
            Verdict.NOT_JUDGED,
            "could not be interpreted",
        ),
    ],
)
def test_programs_in_unusual_styles_are_judged_with_true_reasons(
    tmp_path: Path, program: str, verdict: Verdict, says: str
) -> None:
    result = checked(tmp_path, program)
    assert result.verdict is verdict
    assert says in "\n".join(each.text for each in paragraphs(result))


@pytest.mark.parametrize("task", [None, Task.ONE])
def test_no_more_answers_are_read_than_decide(task: Task | None, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"{SEARCH}\ndef queens(n): return list(permutations(range(n)))\n")
    limits, options = Limits(seconds=60), CheckOptions(task=task)
    result = check_program(
        find_submission(str(path)), 8, limits, Sandbox.BASIC, options=options, sizes=range(1, 9)
    )
    assert score(result, EqualPoints(dict.fromkeys(range(1, 9), 1.0))) == 1
    assert result.outcomes[6].run.solutions == 720  # which the diagnosis needs
    assert [each.fact for each in result.diagnosis] == [Fact.NO_DIAGONALS]
    cause = result.outcomes[8].run.ending.cause
    assert cause is (Cause.DONE if task else Cause.TOO_MANY)


def test_a_list_that_is_kept_in_a_default_makes_no_program_right(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "def queens(n, rows=(), found=[]):\n"
        "    if len(rows) == n:\n        found.append(rows)\n"
        "    for row in range(n * (len(rows) < n)):\n"
        "        if all(row != r and abs(row - r) != len(rows) - c for c, r in enumerate(rows)):\n"
        "            queens(n, (*rows, row), found)\n"
        "    return found\n"
    )
    result = check_program(find_submission(str(path)), 5, Limits(seconds=20), Sandbox.BASIC)
    assert result.verdict is Verdict.NOT_JUDGED
    assert "found=[] is made only once" in reason_words(result)
    alone = CheckOptions(fresh=True)
    result = check_program(
        find_submission(str(path)), 5, Limits(seconds=20), Sandbox.BASIC, options=alone
    )
    assert result.verdict is Verdict.RIGHT


WITH_CLASS = """
import collections, functools
from itertools import permutations

def found(n):
    return [p for p in permutations(range(n)) if len({r + c for c, r in enumerate(p)}) == n
            == len({r - c for c, r in enumerate(p)})]

class Found:
    def __init__(self, n): self.n = n
    def __iter__(self): return iter(found(self.n))
"""


@pytest.mark.parametrize(
    "program",
    [
        "class Solution:\n    @staticmethod\n    def solve(n): return found(n)",
        "class Solution:\n    @classmethod\n    def solve(cls, n): return found(n)",
        "queens = functools.partial(lambda k, n: found(n), 1)",
        "def queens(n): return collections.deque(found(n))",
        "def queens(n): return dict(enumerate(found(n))).values()",
        "def queens(n): return Found(n)",
        "def queens(n): return map(collections.deque, found(n))",
        "def queens(n): return [set(enumerate(one)) for one in found(n)]",
    ],
    ids=lambda text: text.replace("\n", " "),
)
def test_a_right_program_is_right_with_every_kind_of_callable_and_value(
    program: str, tmp_path: Path
) -> None:
    path = tmp_path / "queens.py"
    path.write_text(f"{WITH_CLASS}\n{program}\n")
    result = check_program(find_submission(str(path)), 4, Limits(), Sandbox.BASIC)
    assert result.verdict is Verdict.RIGHT, result.diagnosis
