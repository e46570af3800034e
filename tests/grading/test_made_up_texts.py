"""Texts with a known truth: right answers in one notation, with one addition before or after them.

An addition is harmless, or a false claim, or unclear: on an unclear one each verdict is allowed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import pytest
from shares import WHOLE_ZOO
from solutions import all_solutions

from solvers.grading.answers.answer_format import Answers, choose_format, unexplained_claims

pytestmark = pytest.mark.zoo

Rows = tuple[int, ...]
Text = Callable[[int, list[Rows]], str]

SIZES = (2, 4, 5)

SHARE = 5


@cache
def solutions(n: int) -> tuple[Rows, ...]:
    return tuple(sorted(all_solutions(n)))


def drawn(rows: Rows, queen: str = "Q", empty: str = ".", between: str = " ") -> str:
    return "\n".join(
        between.join(queen if row == column else empty for column in range(len(rows)))
        for row in rows
    )


def framed(rows: Rows) -> str:
    border = "+---" * len(rows) + "+"
    lines = (
        "".join("| Q " if row == column else "|   " for column in range(len(rows))) + "|"
        for row in rows
    )
    return "\n".join([border, *(f"{line}\n{border}" for line in lines)])


def squares(rows: Rows) -> str:
    return " ".join("abcdefgh"[column] + str(row + 1) for column, row in enumerate(rows))


def sentences(rows: Rows) -> str:
    return "\n".join(f"Queen {c + 1} at row {row + 1} column {c + 1}" for c, row in enumerate(rows))


def each(shown: Callable[[Rows], str], between: str = "\n") -> Text:
    return lambda _, found: between.join(map(shown, found))


def numbered(head: str, shown: Callable[[Rows], str]) -> Text:
    return lambda _, found: "\n".join(
        f"{head.format(number)}{shown(rows)}" for number, rows in enumerate(found, 1)
    )


NOTATIONS: dict[str, Text] = {
    "lists": each(lambda rows: str(list(rows))),
    "tuples from 1": each(lambda rows: str(tuple(row + 1 for row in rows))),
    "numbers": each(lambda rows: " ".join(map(str, rows))),
    "dashes": each(lambda rows: "-".join(str(row + 1) for row in rows)),
    "digits": each(lambda rows: "".join(str(row + 1) for row in rows)),
    "counted lists": numbered("{}: ", lambda rows: str(list(rows))),
    "headed lists": numbered("Solution {}: ", lambda rows: str(list(rows))),
    "headed boards": numbered("Solution {}\n", lambda rows: f"{drawn(rows)}\n"),
    "boards": each(drawn, "\n\n"),
    "narrow boards": each(lambda rows: drawn(rows, "Q", "-", ""), "\n\n"),
    "frames": each(framed, "\n\n"),
    "zeros": each(lambda rows: drawn(rows, "1", "0"), "\n\n"),
    "nested lists": each(
        lambda rows: str([[int(row == column) for column in range(len(rows))] for row in rows])
    ),
    "pairs": each(lambda rows: str(list(enumerate(rows)))),
    "lines of pairs": each(lambda rows: "\n".join(f"{c} {r}" for c, r in enumerate(rows)), "\n\n"),
    "squares": each(squares),
    "sentences": each(sentences),
    "JSON": lambda n, found: json.dumps({"n": n, "solutions": [list(rows) for rows in found]}),
    "one list": lambda _, found: str([list(rows) for rows in found]),
    "dictionaries": each(lambda rows: str({f"Q{c + 1}": row + 1 for c, row in enumerate(rows)})),
}  # fmt: skip


def turned(n: int) -> Rows:
    """Every row once, and two neighbours on a diagonal."""
    return (*range(1, n), 0)


HARMLESS: dict[str, Text] = {
    "nothing": lambda _n, _found: "",
    "total": lambda _, found: f"Found {len(found)} solutions",
    "total of n": lambda n, found: f"Number of solutions for n = {n}: {len(found)}",
    "time": lambda _n, _found: "took 0.0123 seconds",
    "banner": lambda n, _: f"=== {n}-Queens, board {n}x{n} (v1.2) ===",
    "tries": lambda n, _: "\n".join(f"trying row {row} column {row}" for row in range(n)),
    "prose": lambda n, _: f"Let us place {n} queens so that none attacks another.",
    "the first": lambda _n, _found: "here are the first 3 solutions",
    "steps": lambda n, found: f"total steps: {7 * n}\ncalls: {len(found) + 1}",
    "tests": lambda _n, _found: "3 tests passed\nRan 3 tests in 0.001s\n\nOK",
    "columns": lambda n, _: f"columns: {list(range(n))}",
    "empty board": lambda n, _: "\n".join(" ".join("." * n) for _ in range(n)),
}
FALSE: dict[str, Text] = {
    "one more": lambda _, found: f"Found {len(found) + 1} solutions",
    "one more of n": lambda n, found: f"Number of solutions for n = {n}: {len(found) + 1}",
    "list": lambda n, _: str(list(turned(n))),
    "numbers": lambda n, _: " ".join(map(str, turned(n))),
    "board": lambda n, _: drawn(turned(n)),
    "narrow board": lambda n, _: drawn(turned(n), "Q", ".", ""),
    "frame": lambda n, _: framed(turned(n)),
    "column": lambda n, _: drawn((0,) * n),
    "pairs": lambda n, _: str(list(enumerate(turned(n)))),
    "squares": lambda n, _: squares(turned(n)),
    "digits": lambda n, _: "".join(str(row + 1) for row in turned(n)),
    "two in a row": lambda n, _: "\n".join(
        ["Q Q" + " ." * (n - 2), *[" ".join("." * n)] * (n - 1)]
    ),
}  # fmt: skip
EITHER: dict[str, Text] = {
    "all rows in order": lambda n, _: str(list(range(n))),
    "in words": lambda n, _: f"maybe {list(turned(n))}",
    "some number": lambda _, found: str(len(found) + 7),
    "sentences": lambda n, _: sentences(turned(n)),
}
"""Their truth is unclear, so the test shows only that the reader comes to an end."""


def read(notation: Text, addition: Text, *, before: bool) -> str:
    """The verdict on these texts."""
    answers = {}
    for n in SIZES:
        found = list(solutions(n))
        parts = [notation(n, found), addition(n, found)]
        text = "\n\n".join(filter(None, parts[::-1] if before else parts))
        answers[n] = Answers((None,), n, single=True, printed=f"{text}\n")
    answer_format = choose_format(answers)
    doubts = list(unexplained_claims(answers, answer_format))
    if any(doubt.is_unambiguous for doubt in doubts):
        return "wrong"
    exact = all(answer.fit(answer_format).exact for answer in answers.values())
    return "doubted" if doubts else "right" if exact else "wrong"


def texts(additions: dict[str, Text]) -> Iterator[tuple[str, str, bool]]:
    every = list(product(NOTATIONS, additions, (False, True)))
    yield from every if WHOLE_ZOO else every[::SHARE]


@pytest.mark.parametrize(
    ("additions", "allowed"),
    [
        (HARMLESS, {"right"}),
        (FALSE, {"wrong", "doubted"}),
        (EITHER, {"right", "wrong", "doubted"}),
    ],
    ids=["harmless", "false", "either"],
)
def test_the_verdict_on_a_made_up_text_is_true(
    additions: dict[str, Text], allowed: set[str]
) -> None:
    said = {
        (notation, addition, before): read(NOTATIONS[notation], additions[addition], before=before)
        for notation, addition, before in texts(additions)
    }
    assert {text: what for text, what in said.items() if what not in allowed} == {}
