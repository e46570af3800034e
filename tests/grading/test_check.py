"""Each verdict, by small programs: right, wrong, not finished, and not judged with its reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from checked_programs import FOUND, checked, next_step, told
from shares import a_share
from solutions import all_solutions

from solvers.execution.limits import Limits
from solvers.grading import check as check_module
from solvers.grading.check import check_program
from solvers.grading.result import CheckResult
from solvers.grading.result import ProgramVerdict as Verdict
from solvers.grading.result import ReasonKind as Kind
from solvers.grading.sandbox import Sandbox
from solvers.grading.submission import Task, find_submission
from solvers.output.report import report_of

SEARCH = f"import sys\n{FOUND}"

RIGHT, WRONG = Verdict.RIGHT, Verdict.WRONG
FIVE = sorted(all_solutions(5))
NOT_FINISHED, NOT_JUDGED = Verdict.NOT_FINISHED, Verdict.NOT_JUDGED


def judged(folder: Path, source: str, name: str = "mine.py", **options: Any) -> CheckResult:
    """The result of this program; one in Python can use the function ``found``."""
    text = SEARCH + source if name.endswith(".py") else source
    return checked(folder / name, text, **options)


@pytest.mark.parametrize(
    ("body", "task", "verdict", "kind"),
    [
        ("return found(n)", Task.ALL, RIGHT, None),
        ("return found(n)[1:]", Task.ALL, WRONG, None),
        ("return found(n) + found(n)[:1]", Task.ALL, WRONG, None),
        ("return found(n) + [(0,) * n]", Task.ALL, WRONG, None),
        ("return []", Task.ALL, WRONG, None),
        ("return None", Task.ALL, NOT_JUDGED, Kind.NOTHING),
        ("return 'solved'", Task.ALL, NOT_JUDGED, Kind.UNREADABLE),
        ("return found(8)", Task.ALL, NOT_JUDGED, Kind.OTHER_SIZE),
        ("return found(n)[:1]", Task.ALL, WRONG, None),
        ("return (found(n) or [None])[0]", Task.ALL, NOT_JUDGED, Kind.OTHER_TASK),
        ("return len(found(n))", Task.ALL, NOT_JUDGED, Kind.OTHER_TASK),
        ("return len(found(n)) + n // 5", Task.ALL, NOT_JUDGED, Kind.NUMBER),
        ("return 0", Task.ALL, NOT_JUDGED, Kind.NUMBER),
        ("return found(n)[:1]", Task.ONE, RIGHT, None),
        ("return (found(n) or [False])[0]", Task.ONE, RIGHT, None),
        ("return found(n)[0] if n > 4 else []", Task.ONE, WRONG, None),
        ("return found(n)[:2]", Task.ONE, WRONG, None),
        ("return [(0,) * n]", Task.ONE, WRONG, None),
        ("return found(n)", Task.ONE, NOT_JUDGED, Kind.OTHER_TASK),
        ("return len(found(n))", Task.ONE, NOT_JUDGED, Kind.OTHER_TASK),
        ("return len(found(n))", Task.COUNT, RIGHT, None),
        ("return found(n)", Task.COUNT, NOT_JUDGED, Kind.OTHER_TASK),
        ("return found(n)[1:]", Task.COUNT, NOT_JUDGED, Kind.NO_NUMBER),
        ("return 12 * (n == 5)", Task.COUNT, WRONG, None),
        ("return found(n)[:1]", Task.COUNT, NOT_JUDGED, Kind.OTHER_TASK),
    ],
)
def test_the_verdict_on_returned_values(
    body: str, task: Task, verdict: Verdict, kind: Kind | None, tmp_path: Path
) -> None:
    result = judged(tmp_path, f"def queens(n):\n    {body}\n", task=task)
    assert (result.verdict, result.reason and result.reason.kind) == (verdict, kind)
    assert result.subject.shown == "queens(n)"
    assert (result.failing_n is not None) is (verdict is WRONG)


@pytest.mark.parametrize(
    ("body", "unscored"),
    [
        ("if n < 4: raise ValueError('too small')", (1, 2, 3)),
        ("if n == 1: sys.exit()", (1,)),
        ("if n in (2, 3): return 'no solution'", (2, 3)),
        ("if n == 3: return found(4)[0]", (3,)),
    ],
    ids=["errors", "an exit", "words", "another board"],
)
def test_a_small_size_with_an_error_is_named_and_not_scored(
    body: str, unscored: tuple[int, ...], tmp_path: Path
) -> None:
    result = judged(tmp_path, f"def queens(n):\n    {body}\n    return found(n)\n")
    assert (result.verdict, result.not_accepted) == (RIGHT, unscored)
    assert ", not counted" in told(result).headline
    assert report_of(result, {4: 1.0, 5: 1.0}).score == 2.0
    assert report_of(result, {1: 2.0, 4: 3.0}).score == (3.0 if 1 in unscored else 5.0)


def test_a_program_that_is_wrong_at_a_small_size_alone_is_not_judged(tmp_path: Path) -> None:
    result = judged(tmp_path, "def queens(n): return found(n) if n != 2 else [(0, 0)]")
    assert (result.verdict, result.reason and result.reason.kind) == (NOT_JUDGED, Kind.ONLY_SMALL)
    assert told(result).reason.startswith("it is wrong only below n = 4, for n = 2: ")
    assert next_step(result).endswith("--points 4:1,5:1")


@pytest.mark.parametrize(
    ("body", "n"),
    [
        ("return found(n) if n < 5 else found(n)[99]", 5),
        ("return found(n) if n < 5 else sys.exit(0)", 5),
        ("return found(n) if n < 2 else nothing", 4),
    ],
    ids=["an error", "an exit", "an unknown name, and smaller sizes, too"],
)
def test_an_error_is_wrong_only_if_the_call_is_named(body: str, n: int, tmp_path: Path) -> None:
    source = f"def queens(n):\n    {body}\n"
    result = judged(tmp_path, source)
    assert (result.verdict, result.reason and result.reason.kind) == (NOT_JUDGED, Kind.ERROR)
    assert f"queens(n) stops with an error for n = {n}: line 1" in told(result).reason
    for named in ({"call": "queens({n})"}, {"function": "queens"}):
        result = judged(tmp_path, source, **named)
        assert (result.verdict, result.failing_n) == (WRONG, n), named


def test_a_wrong_answer_before_an_error_is_wrong(tmp_path: Path) -> None:
    body = "def queens(n): return [found(n)[0], (0, 0, 0, 0)] if n == 4 else [][n - 4]"
    assert judged(tmp_path, body, sizes=[4, 5]).verdict is WRONG


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("solv({n})", "name 'solv' is not defined"),
        ("solve({n}, 0)", "takes 1 positional argument but 2 were given"),
        ("solve({n}).all", "has no attribute 'all'"),
        ("solve({n}", "never closed"),
    ],
)
def test_a_call_that_cannot_be_evaluated_judges_nobody(
    call: str, says: str, tmp_path: Path
) -> None:
    result = judged(tmp_path, "def solve(n): return found(n)\n", call=call)
    assert (result.verdict, result.reason and result.reason.kind) == (NOT_JUDGED, Kind.ERROR)
    assert says in told(result).reason


PRINTS = """
def show(boards):
    for board in boards:
        print(board)
"""


@pytest.mark.parametrize(
    ("boards", "by_hand", "verdict"),
    [
        ("found(n)", "", (RIGHT, None)),
        ("found(n)", "--printed", (RIGHT, None)),
        ("found(n)[1:]", "", (NOT_JUDGED, Kind.PARTLY_RIGHT)),
        ("found(n)[1:]", "--printed", (WRONG, None)),
        ("[(0,) * n]", "", (NOT_JUDGED, Kind.PARTLY_RIGHT)),
        ("[(0,) * n]", "--printed", (WRONG, None)),
        ("found(n)[:1]", "--printed", (NOT_JUDGED, Kind.OTHER_TASK)),
        ("['no board']", "--printed", (NOT_JUDGED, Kind.NO_BOARDS)),
        ("[[][0]]", "", (NOT_JUDGED, Kind.ERROR)),
    ],
)
def test_the_verdict_on_printed_boards(
    boards: str, by_hand: str, verdict: tuple[Verdict, Kind | None], tmp_path: Path
) -> None:
    source = f"{PRINTS}\nn = int(sys.argv[1])\nshow({boards})\n"
    result = judged(tmp_path, source, printed=bool(by_hand))
    assert (result.verdict, result.reason and result.reason.kind) == verdict
    assert "the boards that it prints" in told(result).headline


def test_printed_boards_are_told_for_a_size_that_has_some(tmp_path: Path) -> None:
    source = f"{PRINTS}\nn = int(sys.argv[1])\nshow(found(n)[1:] if n == 5 else [])\n"
    reason = judged(tmp_path, source).reason
    assert reason
    assert (reason.n, reason.given) == (5, 9)


def test_boards_that_a_call_prints_are_its_answers_where_it_returns_nothing(tmp_path: Path) -> None:
    source = f"{PRINTS}\ndef queens(n): show(found(n))\n"
    result = judged(tmp_path, source)
    assert told(result).headline == ("the boards that queens(n) prints are right for n = 2 to 5")
    wrong = source.replace("found(n))", "found(n)[1:])")
    assert judged(tmp_path, wrong).verdict is NOT_JUDGED
    assert judged(tmp_path, wrong, call="queens({n})", printed=True).verdict is WRONG
    both = f"{PRINTS}\ndef queens(n):\n    show(found(n))\n    return []\n"
    assert judged(tmp_path, both).subject.printed is False
    assert judged(tmp_path, both, call="queens({n})", printed=True).verdict is RIGHT


@pytest.mark.parametrize(
    ("boards", "verdict"),
    [("found(6)", RIGHT), ("found(6)[1:]", NOT_JUDGED), ("found(6)[:1]", NOT_JUDGED)],
)
def test_a_started_program_that_ignores_n_is_for_one_size(
    boards: str, verdict: Verdict, tmp_path: Path
) -> None:
    result = judged(tmp_path, f"{PRINTS}\nshow({boards})\n", sizes=range(1, 9))
    assert (result.verdict, result.only_n, [*result.sizes]) == (verdict, 6, [6])
    report = told(result)
    assert (report.score, report.max_score) == (1.0 if verdict is RIGHT else None, 5.0)


@pytest.mark.parametrize(
    ("call", "verdict", "n"),
    [
        ("found(6)", RIGHT, 6),
        ("BOARDS", RIGHT, 5),
        ("found(4)[1:] + [(0, 1, 2, 3)]", WRONG, 4),
        ("found(6)[:1]", WRONG, 6),
        ("found(6)[0]", NOT_JUDGED, 6),
        ("[]", NOT_JUDGED, None),
        ("'nothing'", NOT_JUDGED, None),
        ("None", NOT_JUDGED, None),
    ],
)
def test_a_call_without_n_is_for_the_size_of_its_answers(
    call: str, verdict: Verdict, n: int | None, tmp_path: Path
) -> None:
    result = judged(tmp_path, "BOARDS = found(5)\n", call=call)
    assert (result.verdict, result.only_n) == (verdict, n), result.reason


PROLOG = """
queens(4, [2, 4, 1, 3]).
queens(4, [3, 1, 4, 2]).
turned(Board, N) :- integer(N), queens(N, Board).
show(N) :- forall(queens(N, Board), (print(Board), nl)).
broken(N, _) :- X is N + a, print(X).
four([2, 4, 1, 3]).
four([3, 1, 4, 2]).
"""


@a_share(
    ("call", "verdict", "kind"),
    [
        ("queens({n}, Solution)", RIGHT, None),
        ("turned(Solution, {n})", RIGHT, None),
        ("turned({n}, Solution)", NOT_JUDGED, Kind.ONLY_FAILS),
        ("queens({n}, [Solution|_])", NOT_JUDGED, Kind.UNREADABLE),
        ("show({n})", RIGHT, None),
        ("queens({n}, _)", NOT_JUDGED, Kind.NO_BOARDS),
        ("four(Solution)", RIGHT, None),
        ("findall(B, four(B), Solution)", RIGHT, None),
        ("broken({n}, Solution)", WRONG, None),
        ("nothing({n}, Solution)", NOT_JUDGED, Kind.ERROR),
        ("queens({n}, Solution", NOT_JUDGED, Kind.ERROR),
        ("queens({n}, Solution).", RIGHT, None),
    ],
)
def test_the_verdict_on_a_goal_of_prolog(
    call: str, verdict: Verdict, kind: Kind | None, tmp_path: Path
) -> None:
    result = judged(tmp_path, PROLOG, "mine.pl", call=call, sizes=[4])
    assert (result.verdict, result.reason and result.reason.kind) == (verdict, kind), result.reason


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [("board(2, 4, 1, 3) ; S = board(3, 1, 4, 2)", RIGHT), ("found(2, x, [1])", NOT_JUDGED)],
)
def test_a_term_is_its_arguments_and_is_shown_with_its_name(
    answer: str, verdict: Verdict, tmp_path: Path
) -> None:
    result = judged(tmp_path, f"queens(4, S) :- S = {answer}.", "mine.pl", sizes=[4])
    assert result.verdict is verdict
    shown = told(result).reason
    assert verdict is RIGHT or "returns found(2, x, [1])" in shown


def test_many_predicates_hide_no_subject(tmp_path: Path) -> None:
    many = "".join(f"helper_{number}(x).\n" for number in range(300))
    result = judged(tmp_path, f"{many}queens(4, [2,4,1,3]). queens(4, [3,1,4,2]).", "mine.pl",
                    sizes=[4])  # fmt: skip
    assert (result.verdict, result.subject.shown) == (RIGHT, "queens(n, Solution)")


@a_share(
    ("source", "verdict", "n"),
    [
        ("def queens(n):\n    while n > 2: pass\n    return found(n)\n", NOT_FINISHED, 3),
        ("def queens(n):\n    yield from found(n)\n    while n > 3: pass\n", NOT_FINISHED, 4),
        ("def queens(n):\n    while n > 4: pass\n    return [(0,) * n]\n", WRONG, 5),
        ("n = int(input())\nwhile n > 3: pass\nfor b in found(n): print(b)\n", NOT_FINISHED, 4),
    ],
    ids=["a function", "after its answers", "wrong before", "a started program"],
    every=4,
)
def test_a_limit_is_no_verdict_on_the_answers(
    source: str, verdict: Verdict, n: int, tmp_path: Path
) -> None:
    limits = Limits(seconds=20, cpu_seconds=0.5)
    result = judged(tmp_path, source, limits=limits, runner=Sandbox.BASIC)
    limited = [size for size, each in result.sizes.items() if each.answer.reached_limit]
    assert (result.verdict, limited[0]) == (verdict, n)
    assert (result.sizes[n].answer.run.first_solution_seconds is not None) is ("yield" in source)
    if verdict is NOT_FINISHED:
        assert f"is not finished at n = {n}" in told(result).headline.replace("are not", "is not")


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("1 / 0\n", "the program stops with an error for n = 4: line 1"),
        ("def place(row, board): return True\n", "and it prints no readable board"),
    ],
)
def test_a_program_without_a_subject_has_its_reason(source: str, says: str, tmp_path: Path) -> None:
    result = checked(tmp_path / "mine.py", source)
    assert result.verdict is NOT_JUDGED
    assert says in told(result).reason


@a_share(
    ("source", "verdict", "remembers"),
    [
        ("def queens(n, old=[]):\n    old.extend(found(n))\n    return old", RIGHT, True),
        ("ASKED = []\ndef queens(n):\n    ASKED.append(n)\n    1 / (4 - len(ASKED))\n"
         "    return found(n)", RIGHT, True),
        ("def queens(n, old=[]):\n    old.extend(found(n)[1:])\n    return old", WRONG, True),
        ("def queens(n): return found(n)[1:]", WRONG, False),
    ],
    ids=["a list that grows", "an error for the second call", "wrong anyhow", "plainly wrong"],
)  # fmt: skip
def test_a_verdict_rests_on_a_freshly_started_program(
    source: str, verdict: Verdict, *, remembers: bool, tmp_path: Path
) -> None:
    result = judged(tmp_path, source, runner=Sandbox.BASIC)
    assert result.verdict is verdict
    assert ("REMEMBERS" in told(result).mistakes) is remembers
    fresh = [tuple(map(tuple, size.answer.values)) for size in result.sizes.values()]
    assert not remembers or fresh[-1] == (tuple(FIVE[verdict is WRONG :]),)


def test_answers_that_are_kept_from_a_call_while_loading_are_told(tmp_path: Path) -> None:
    source = "def queens(n, old=[]):\n    old.extend(found(n))\n    return old\nprint(queens(5))"
    result = judged(tmp_path, source, runner=Sandbox.BASIC)
    assert result.verdict is NOT_JUDGED
    assert told(result).mistakes == ("REMEMBERS",)


def test_luck_in_one_size_makes_no_program_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked anew, the size that failed is right, and then another one fails."""
    luck = iter([{5: FIVE}, {4: [], 5: FIVE}])

    def asked_again(_: object, asked: Any, *__: object, **___: object) -> dict[int, Any]:
        anew = next(luck)
        return {n: replace(asked.answers[n], values=(tuple(anew[n]),)) for n in anew}

    monkeypatch.setattr(check_module, "asked_again", asked_again)
    result = judged(tmp_path, "def queens(n): return found(n) if n < 5 else []")
    assert result.verdict is WRONG
    assert not [*luck]


def test_no_word_of_an_error_that_concerns_nothing(tmp_path: Path) -> None:
    result = judged(tmp_path, "def queens(n): return found(n)\nprint(queens(6))\ninput('Enter')\n")
    assert (result.verdict, told(result).remarks) == (
        RIGHT,
        ("its answers were read as row numbers, counted from 0",),
    )
    late = judged(tmp_path, "def queens(n): return found(n)[1:]\ninput('Enter')\n")
    assert any("EOFError" in each for each in told(late).remarks)


def test_a_language_that_is_missing_is_named_with_its_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.pl"
    path.write_text(PROLOG)
    monkeypatch.setattr(Sandbox, "has", lambda _, language: language.name != "Prolog")
    result = check_program(find_submission(str(path)), [4], Limits(), Sandbox.BASIC)
    assert (result.verdict, result.reason and result.reason.kind) == (NOT_JUDGED, Kind.NO_LANGUAGE)
    assert "swi-prolog" in told(result).reason


def test_nothing_is_a_wrong_answer_where_one_solution_was_asked_for(tmp_path: Path) -> None:
    assert judged(tmp_path, "def queens(n): return None", task=Task.ONE).verdict is WRONG
    never = "queens(N, _) :- N < 0."
    assert judged(tmp_path, never, "mine.pl", sizes=[4], task=Task.ONE).verdict is WRONG


def test_numbers_that_were_printed_before_a_limit_count(tmp_path: Path) -> None:
    source = "n = int(input())\nprint([1, 1, 0, 0, 2, 10][n])\n"
    found = checked(
        tmp_path / "mine.py", f"{source}while n == 5:\n    pass\n", task=Task.COUNT,
        limits=Limits(seconds=1), runner=Sandbox.BASIC,
    )  # fmt: skip
    assert found.verdict is Verdict.NOT_FINISHED
    assert [n for n, size in found.sizes.items() if size.passed] == [2, 3, 4]
