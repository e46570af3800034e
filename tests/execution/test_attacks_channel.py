"""Malformed records on the channel of a run: each is reported for itself."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from attacks.files import hostile
from attacks.files.hostile import record
from shares import a_share

from solvers.execution.backend_run import run
from solvers.execution.channel import Tag, read_placements
from solvers.execution.result import ChannelError, Status
from solvers.output.messages import note
from solvers.puzzle.problem import Problem

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")
EIGHT = Problem(8)


def facts(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


MEASURED = {"seconds": 0.0, "first_solution_seconds": None, "peak_memory_mib": 1.0}


def last(**changes: Any) -> bytes:
    """The end record of a run without solutions, with these changes."""
    fields: dict[str, Any] = {**MEASURED, "solutions": 0, "error": "", "note": "", "counters": {}}
    return facts(**fields | changes)


def rejected(first: Any, fault: str = "malformed") -> bytes:
    """A record of a rejected answer."""
    return facts(counts={fault: 1}, first=first)


def flawed(flaw: Any) -> dict[str, Any]:
    """A rejected answer with this flaw."""
    return {"flaw": flaw, "shown": "", "n": 4}


MALFORMED = {
    "an unknown tag": (99, b"", "no record begins with tag 99"),
    "no JSON": (Tag.END, b"{", "END that is not JSON"),
    "JSON without end": (Tag.END, b"[" * 100_000, "END that is not JSON"),
    "bytes that are no text": (Tag.END, b'{"note": "\xff"}', "END that is not JSON"),
    "no object": (Tag.END, b"[]", "END without its fields"),
    "a field missing": (Tag.END, facts(**MEASURED), "END without its fields"),
    "a field too many": (Tag.END, last(more=1), "END without its fields"),
    "a wrong type": (Tag.END, last(counters=[]), "Expected `object`"),
    "many counters": (
        Tag.END,
        last(counters=dict.fromkeys(map(str, range(101)), 1)),
        "too many counters",
    ),
    "a long counter": (Tag.END, last(counters={"a" * 1001: 1}), "their names are too long"),
    "an answer of no board": (
        Tag.REJECTED,
        rejected([flawed("length") | {"n": -1}]),
        "numbers of no board",
    ),
    "a negative count": (Tag.END, last(solutions=-1), "Expected `int` >= 0 - at `$.solutions`"),
    "a time that is no number": (Tag.END, last(seconds=math.nan), ">= 0.0 - at `$.seconds`"),
    "a time without an end": (Tag.END, last(seconds=1e308), "at `$.seconds`"),
    "an endless count": (Tag.END, b'{"solutions": ' + b"9" * 5000 + b"}", "END that is not JSON"),
    "placements of a wrong size": (Tag.PLACEMENTS, b"\2\0\0\0" + b"\0" * 8, "12 bytes for 2"),
    "placements without a number": (Tag.PLACEMENTS, b"\0", "1 bytes"),
    "a rejected one's unknown fault": (
        Tag.REJECTED,
        rejected([], "missing"),
        "this fault is not one of output",
    ),
    "a flaw that is a list": (Tag.REJECTED, rejected([flawed(["length"])]), "`str`"),
    "a flaw that nobody knows": (
        Tag.REJECTED,
        rejected([flawed("malformed")]),
        "Invalid enum value",
    ),
    "rejected ones of a wrong form": (
        Tag.REJECTED,
        rejected([{"flaw": "length"}]),
        "missing required field",
    ),
    "a second beginning": (
        Tag.READY,
        facts(version="", ready_at=0, note=None, prepare_seconds=None),
        "READY out of turn",
    ),
    "the value of a call": (Tag.VALUE, b"", "VALUE out of turn"),
}


@a_share("malformed", MALFORMED)
def test_a_malformed_record_is_reported(malformed: str) -> None:
    tag, payload, why = MALFORMED[malformed]
    ended = run(record(tag, payload), EIGHT)
    assert ended.status is Status.CRASHED
    assert why in note(ended)
    assert "\n" not in note(ended)


def test_a_number_of_solutions_that_did_not_arrive_is_told() -> None:
    ended = run(record(Tag.END, last(solutions=1)), EIGHT)
    assert note(ended) == "it reported 1 solution at its end, but sent 0"


def test_a_record_of_no_queens_has_one_placement_or_is_malformed() -> None:
    assert len(read_placements(b"\1\0\0\0", 0)) == 1
    with pytest.raises(ChannelError, match="4 bytes for 4294967295 of n = 0"):
        read_placements(b"\xff\xff\xff\xff", 0)


def test_a_record_after_the_end_record_is_a_crash() -> None:
    end = record(Tag.END, last()).solve.keywords["written"]  # type: ignore[attr-defined]
    found = run(hostile.hostile(hostile.write_bytes, written=end + end), EIGHT)
    assert found.status is Status.CRASHED
    assert "END out of turn" in note(found)
