"""The event table gives each kind of event its fields, its sentence and its validity."""

from __future__ import annotations

import re

import pytest
from places import ROOT

from solvers.cli.queens import main
from solvers.errors import FilmError
from solvers.puzzle.problem import Problem
from solvers.tracing.checker import check_events
from solvers.tracing.event import Event, Kind, Rule
from solvers.tracing.event_table import EVENT_TABLE, sentence
from solvers.tracing.tracers import backtracking

SENTENCES = {
    "enter column 2": Event(Kind.COLUMN, (), column=2),
    "row 1 of column 2: row conflict with the queen in column 0": Event(
        Kind.CONFLICT, (1,), 2, 1, conflict_column=0, conflict_line="row"
    ),
    "row 1 of column 0: the square is blocked": Event(
        Kind.CONFLICT, (1,), 0, 1, conflict_line="blocked"
    ),
    "decide: no queen in row 3 of column 1": Event(Kind.DECIDE, (), 1, 3, queen=False, level=1),
    "decide about row 3 of column 1: it fails at once": Event(Kind.DECIDE, (), 1, 3, level=1),
    "the queen in column 4 removes 0:1 2:3": Event(
        Kind.REMOVE, (), conflict_column=4, squares=((0, 1), (2, 3)), rule=Rule.ATTACK
    ),
    "a queen must stand in row 2 of column 1: no other square is left in row 2": Event(
        Kind.IMPLY, (None, 2), 1, 2, rule=Rule.ROW
    ),
    "no row is left for column 0": Event(Kind.WIPEOUT, (), column=0),
    "take back the last 2 decisions; 1 left": Event(Kind.BACKJUMP, (0,), level=1, levels=2),
    "learned: no queen on 0:1, or a queen on 2:3": Event(
        Kind.LEARN, (), rule=Rule.LEARNED, clause=((0, 1, False), (2, 3, True))
    ),
    "learned: a queen on one of 0:1, 2:3, or no queen on 4:4": Event(
        Kind.LEARN, (), rule=Rule.LEARNED, clause=((0, 1, True), (4, 4, False), (2, 3, True))
    ),
    "queen-cols 1 returns 1 board\n(1)": Event(
        Kind.LEAVE, (), state={"k": 1, "depth": 0, "boards": ["(1)"], "placements": [[0]]}
    ),
    "exit (2) nc(0,[],1)": Event(
        Kind.PORT, (), state={"port": "exit", "depth": 2, "goal": "nc(0,[],1)"}
    ),
}


def test_every_kind_has_its_row_and_its_meaning() -> None:
    assert {*EVENT_TABLE} == {*Kind}
    page = (ROOT / "docs/formats.md").read_text()
    assert [
        kind for kind in Kind if not re.search(rf"^\|.*`{kind}`.* \|", page, re.MULTILINE)
    ] == []


@pytest.mark.parametrize("wanted", SENTENCES)
def test_an_event_is_told_in_a_sentence(wanted: str) -> None:
    assert sentence(SENTENCES[wanted]) == wanted


def test_a_queen_on_a_blocked_square_is_told_without_another_queen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["trace", "--n", "4", "--backend", "permutation", "--blocked", "0:1"]) == 0
    told = capsys.readouterr().out
    assert "row 1 of column 0: the square is blocked" in told
    assert "None" not in told


def test_a_film_is_refused_for_a_field_too_many_or_too_few() -> None:
    problem, start = Problem(4), Event(Kind.COLUMN, (), column=0)
    for false, why in (
        (start._replace(column=None), "column is missing"),
        (start._replace(row=1), "it must not have row"),
    ):
        with pytest.raises(FilmError, match=why):
            check_events(problem, [false, *backtracking.events(problem)])
