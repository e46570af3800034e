"""All four harnesses keep to the one specification of their protocol."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from engines import needs_language

from solvers.errors import printable
from solvers.execution.limits import Limits
from solvers.execution.result import Cause, ChannelError
from solvers.grading.answer import AskedState
from solvers.grading.protocol import RecordDecoder, decode
from solvers.grading.sandbox import Sandbox
from solvers.grading.session import Session
from solvers.grading.shown import shown
from solvers.grading.subject import Origin, Subject
from solvers.grading.submission import find_submission

pytestmark = pytest.mark.usefixtures("compiled_harness")

ECHO = {
    "python": "def echo(x):\n    return x\n",
    "racket": "#lang racket/base\n(define (echo x) x)\n",
    "guile": "(define (echo x) x)\n",
    "prolog": "echo(X, X).\n",
}
SUFFIXES = {"python": ".py", "racket": ".rkt", "guile": ".scm", "prolog": ".pl"}


def program(language: str, source: str, folder: Path) -> Session:
    path = folder / f"echo{SUFFIXES[language]}"
    path.write_text(source)
    submission = find_submission(str(path), language=language)
    needs_language(submission.language)
    return Session(submission, Limits(seconds=20), Sandbox.BASIC)


HARNESS: Any = import_module("solvers.grading.protocol.harness.harness")
"""The harness of Python, which imports nothing of the suite."""


CALLS: dict[str, dict[str, Any]] = {
    "python": {"echo([])": (), "echo(True)": True, "echo({n})": 3, "echo(abs({n}))": 3},
    "racket": {"(echo '())": (), "(echo #t)": True, "(echo {n})": 3},
    "guile": {"(echo '())": (), "(echo #t)": True, "(echo {n})": 3},
    "prolog": {
        "numlist(1, {n}, Rows), echo(Rows, Solution)": (1, 2, 3),
        "echo({n}, Solution)": 3,
        "echo(Solution, {n})": 3,
    },
}


@pytest.mark.parametrize("language", CALLS)
def test_the_text_of_a_call_is_evaluated(language: str, tmp_path: Path) -> None:
    with program(language, ECHO[language], tmp_path) as asked:
        for call, value in CALLS[language].items():
            answer = asked.ask(Subject(Origin.CALL, call).text(3), 3)
            assert answer.run.ending.cause is Cause.DONE, answer.error
            assert answer.values == (value,), call


WRITTEN: dict[str, dict[str, str]] = {
    "python": {
        "(len([0]), [[1, 3]], (0,), 'x')": "(1, [[1, 3]], (0,), 'x')",
        "{4: [1, None]}": "{4: [1, None]}",
        "(q for q in [(), (0, 2)])": "generator([(), (0, 2)])",
        "[1 + 3j, {2}, object()]": "[complex(1, 3), {2}, <object object>]",
        "__import__('collections').deque([[1], True])": "deque([[1], True])",
    },
    "racket": {
        '(echo (list 1 \'q "q" #f (cons 1 2) (vector)))': '(1 q "q" #f (1 . 2) (vector))',
        "(values 2 '((1 3)))": "(values 2 ((1 3)))",
        "(vector 1 '())": "(vector 1 ())",
    },
    "guile": {
        '(echo (list 1 \'q "q" #f (cons 1 2) (vector)))': '(1 q "q" #f (1 . 2) (vector))',
        "(values 2 '((1 3)))": "(values 2 ((1 3)))",
        "(vector 1 '())": "(vector 1 ())",
    },
    "prolog": {
        'echo([1-3, q(1,3), b(2,4,1), x, "x"], Solution)': '[1-3, q(1, 3), b(2, 4, 1), x, "x"]',
    },
}


@pytest.mark.parametrize("language", WRITTEN)
def test_a_value_is_shown_as_its_language_writes_it(language: str, tmp_path: Path) -> None:
    with program(language, ECHO[language], tmp_path) as asked:
        for call, written in WRITTEN[language].items():
            (value,) = asked.ask(call, 4).values
            assert shown(value, asked.submission.language) == written


BROKEN = {
    "python": {"unbound": "queens(n)", "error": "1 / 0", "package": "import nothing_of_that_name"},
    "racket": {"unbound": "(nothing 1)", "error": "(vector-ref n 0)"},
    "guile": {"unbound": "(nothing 1)", "error": "(car 1)"},
    "prolog": {"unbound": "nothing(1)", "error": "_ is a + 1"},
}
BODIES = {
    "python": "def queens(n):\n    {}\n",
    "racket": "#lang scheme/load\n(define (queens n) (list {}))\n",
    "guile": "(define (queens n) {})\n",
    "prolog": "queens(_, Qs) :- {}, Qs = [].\n",
}


PLACES = {"python": "line 2: ", "racket": "line 1, in "}
"""The place of each failure, where the language always tells it: SWI-Prolog 9.2 does not."""


@pytest.mark.parametrize(
    ("language", "failure"),
    [(language, failure) for language, bodies in BROKEN.items() for failure in bodies],
)
def test_a_failure_has_the_same_name_in_every_language_and_its_line_if_it_is_told(
    language: str, failure: str, tmp_path: Path
) -> None:
    body = BROKEN[language][failure]
    source = BODIES[language].format("return nothing(n)" if body == "queens(n)" else body)
    with program(language, source.replace("#lang scheme/load\n", ""), tmp_path) as asked:
        call = asked.submission.language.call_of("queens")
        answer = asked.ask(Subject(Origin.CALL, call).text(3), 3)
    is_placed = answer.error.startswith("line ")
    assert answer.failure == (failure if is_placed or failure != "unbound" else "call")
    assert answer.error.startswith(PLACES.get(language, "")), answer.error


STARTED = {
    "python": "import sys\nprint(sys.argv[1:], input())\n",
    "racket": "#lang racket/base\n(write (list (current-command-line-arguments) (read-line)))\n",
    "guile": "(write (list (cdr (command-line)) (read)))\n",
    "prolog": ":- initialization(main, main).\n"
    "main :- current_prolog_flag(argv, A), read(N), print(A-N), nl.\n",
}


@pytest.mark.parametrize("language", STARTED)
def test_a_started_program_has_n_as_its_argument_and_as_a_line_of_input(
    language: str, tmp_path: Path
) -> None:
    with program(language, STARTED[language], tmp_path) as asked:
        answers = {n: asked.run(n) for n in (4, 5)}
    for n, answer in answers.items():
        assert answer.is_complete, answer.error
        assert answer.printed.count(str(n)) == 2, answer.printed


LISTED = {
    "python": "class Board:\n    def __init__(self, n): pass\n    def solve(self): return []\n"
    "def place(row, board=()): return []\n",
    "racket": "#lang racket\n(define (place row [board '()]) '())\n",
    "guile": "(define* (place row #:optional (board '())) '())\n",
    "prolog": "place(_, _).\nplace(_).\n",
}


@pytest.mark.parametrize("language", LISTED)
def test_the_functions_of_a_program_are_listed_with_their_arguments(
    language: str, tmp_path: Path
) -> None:
    with program(language, LISTED[language], tmp_path) as asked:
        found = {(each.name, each.least, each.most): each for each in asked.load().definitions}
    if language == "prolog":
        assert found.keys() == {("place", 1, 1), ("place", 2, 2)}
        return
    assert ("place", 1, 2) in found
    if language == "python":
        solve = found["Board.solve", 0, 0]
        assert (solve.made_least, solve.made_most, solve.is_method) == (1, 1, True)
        board = found["Board", 1, 1]
        assert (board.made_least, board.made_most) == (0, -1)


@pytest.mark.parametrize(
    "record",
    [
        b"",
        b"other {}",
        b"ready []",
        b"ready {}",
        b'ready {"load_error": 1}',
        b"end 1",
        b'end {"count": -1}',
        b'end {"count": true}',
        b'end {"count": 1e3}',
        b'end {"count": NaN}',
        b'end {"count": -Infinity}',
        b'end {"count": "1"}',
        b'end {"count": 1',
        b'failed {"what": [], "message": ""}',
        b'failed {"what": "error"}',
        b"\xff\xfe null",
    ],
)
def test_a_malformed_record_is_reported_as_one(record: bytes) -> None:
    with pytest.raises(ChannelError, match="the suite's harness sent an invalid record"):
        list(RecordDecoder("token", 1).feed(b"token " + record + b"\n"))


@pytest.mark.parametrize(
    "data",
    [
        "{}",
        '{"a": 1, "b": 2}',
        '{"a": 1}',
        '{"pair": 1}',
        '{"pair": []}',
        '{"term": {}}',
        '{"term": [1, 2, 3, 4]}',
        '{"float": {"x": 1}}',
        '{"float": [' + "9," * 1000 + "9]}",
        '{"other": ' + "[" * 900 + "]" * 900 + "}",
        "[" * 900 + "]" * 900,
        "[" * 90_000,
        "9" * 5000,
        '"\\ud800"',
        "not JSON",
    ],
    ids=lambda data: data[:30],
)
def test_an_answer_that_no_harness_sends_is_no_placement(data: str) -> None:
    ((_, value),) = RecordDecoder("token", 1).feed(f"token answer {data}\n".encode())
    answer = decode(value)
    hash(answer)  # raises where an answer holds a list
    assert len(printable(repr(answer))) < 3000


def test_a_message_is_shortened_before_anything_is_looked_for_in_it() -> None:
    text = "/" * 1_000_000
    record = f'token failed {{"what": "error", "message": "{text}"}}\n'
    ((_, data),) = RecordDecoder("token", 1).feed(record.encode())
    assert len(data["message"]) <= 2000


@pytest.mark.parametrize(("name", "line"), [("q" * 300, 7), ("\ud800\n", None), ("", 2**40)])
def test_whatever_place_python_reports_the_harness_sends_a_valid_record(
    name: str, line: int | None
) -> None:
    """A frame's line can be None, and a program may give its code any name."""
    code = compile("", "mine.py", "exec").replace(co_name=name)
    place = HARNESS.place_in([(code, line)], "mine.py")
    record = f"token at {HARNESS.to_json(place)}\n".encode()
    ((kind, data),) = RecordDecoder("token", 1).feed(record)
    state = AskedState(find_submission(__file__), Limits(), is_last=True)
    state.note_ready()
    state.take((kind, data))
    assert state.place is not None
    assert (state.place.function, state.place.line) == (name, line or 1)


def test_a_place_that_is_invalid_is_left_out_and_ends_nothing() -> None:
    records = b'token at {"function": "queens", "line": null}\ntoken end {"count": 0}\n'
    assert [kind for kind, _ in RecordDecoder("token", 1).feed(records)] == ["end"]


def test_a_name_that_no_call_can_have_is_not_listed_and_accuses_nobody(tmp_path: Path) -> None:
    source = "queens = globals()['a\\tb'] = globals()[''] = globals()['x' * 999] = lambda n: []\n"
    with program("python", source, tmp_path) as asked:
        loaded = asked.load()
        assert [each.name for each in loaded.definitions] == ["queens"]
        assert loaded.ending is not None
        assert loaded.ending.cause is Cause.DONE
