"""Hostile backends: each has its status, and harms neither the command nor the terminal."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attacks.files import hostile
from attacks.files.hostile import record
from shares import a_share
from typed_commands import typed

from solvers import registry
from solvers.comparison import compare
from solvers.execution.backend_run import run
from solvers.execution.channel import Tag, read_placements
from solvers.execution.limits import Limits
from solvers.execution.result import ChannelError, Run, Status
from solvers.interface import Backend
from solvers.output.messages import note
from solvers.puzzle.problem import Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict
from solvers.splitting.shards import Split

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")
EIGHT = Problem(8)
SICP = registry.find("sicp")
UNSENDABLE = replace(SICP, solve=lambda *_: iter(()))
UNREADABLE = Backend("unreadable", "hostile", solve=hostile.Unreadable())


def judgement_of(backend: Backend, *, count: bool = False) -> Judgement:
    """The referee's judgement of the backend, beside a right one."""
    run = compare(EIGHT, [backend], Limits(), count=count).judgements[0].run
    first, second = crosscheck(EIGHT, [run, right(count)], count=count).judgements
    assert second.verdict is Verdict.CORRECT
    return first


@cache
def right(count: bool) -> Run:  # noqa: FBT001
    """A run of a right backend, the same one for each comparison."""
    return compare(EIGHT, [SICP], Limits(), count=count).judgements[0].run


@a_share(
    ("ready", "mib", "limits", "status"),
    [
        (hostile.print_much, 2, Limits(), Status.COMPLETE),
        (hostile.print_much, 2, Limits(output_mib=1), Status.OUTPUT_LIMIT),
        (hostile.hold_memory, 300, Limits(memory_mib=200), Status.MEMORY_LIMIT),
        (hostile.take_memory, 300, Limits(memory_mib=200), Status.MEMORY_LIMIT),
    ],
    ids=["prints", "prints too much", "holds too much memory", "gave too much memory back"],
)
@a_share("split", [None, Split(jobs=1)], ids=["whole", "split"])
def test_limits_are_in_force_while_a_backend_gets_ready(
    ready: Any, mib: int, limits: Limits, status: Status, split: Split | None
) -> None:
    backend = hostile.that_gets_ready(ready, mib=mib)
    result = compare(EIGHT, [SICP, backend], limits, split=split)
    first, second = (one.run for one in result.judgements)
    assert (first.status, second.status) == (Status.COMPLETE, status), note(second)


@pytest.mark.parametrize(
    "solve", [hostile.count_in_escapes, hostile.raise_escapes, hostile.print_escapes]
)
def test_no_escape_sequence_of_a_backend_reaches_a_terminal(solve: Any, tmp_path: Path) -> None:
    file = tmp_path / f"{solve.__name__}.py"
    file.write_text(
        "from attacks.files import hostile\nfrom solvers.interface import Backend\n"
        f"BACKEND = Backend('mine', solve=hostile.{solve.__name__}, version=hostile.escapes)"
    )
    done = typed(f"queens solve --n 4 --backend {file}", tmp_path)
    assert done.returncode != 2, done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert done.stdout + done.stderr


COUNTS = None, "many", math.nan, -1, 10**5000
NO_COUNT = "work must map names to whole numbers from 0"
NO_GENERATOR = "solve returned a value of type {}; yield each solution"


@a_share(
    ("solve", "options", "says"),
    [
        *((hostile.count_something, {"count": count}, NO_COUNT) for count in COUNTS),
        (hostile.return_something, {"returned": None}, NO_GENERATOR.format("NoneType")),
        (hostile.return_something, {"returned": 5}, NO_GENERATOR.format("int")),
        (hostile.raise_text, {"text": "\udcff"}, r"ValueError: \udcff"),
        (hostile.raise_text, {"text": "x" * (1 << 25)}, "ValueError: xxx"),
    ],
)
def test_a_hostile_backend_crashes_with_a_reason(
    solve: Any, options: dict[str, Any], says: str
) -> None:
    judgement = judgement_of(hostile.hostile(solve, **options))
    assert (judgement.run.status, judgement.verdict) == (Status.CRASHED, Verdict.PARTIAL)
    assert says in note(judgement.run)
    note(judgement.run).encode()


@a_share(
    ("backend", "status", "verdict", "says"),
    [
        (UNSENDABLE, Status.INTERNAL_ERROR, Verdict.NOT_JUDGED, "the backend cannot be sent to"),
        (UNREADABLE, Status.CRASHED, Verdict.PARTIAL, "not in this process"),
    ],
)
def test_a_backend_that_cannot_be_pickled_has_a_status_with_a_reason(
    backend: Backend, status: Status, verdict: Verdict, says: str
) -> None:
    judgement = judgement_of(backend)
    assert (judgement.run.status, judgement.verdict) == (status, verdict), note(judgement.run)
    assert says in note(judgement.run)


@a_share(
    ("solve", "options", "verdict"),
    [
        (hostile.lying_length, {}, Verdict.WRONG),
        (hostile.lying_block, {}, Verdict.WRONG),
        (hostile.fork_and_go_on_twice, {}, Verdict.CORRECT),
        (hostile.yield_in_a_copy, {}, Verdict.WRONG),
        (hostile.return_something, {"returned": {"a": 1}}, Verdict.WRONG),
        (hostile.leave_a_thread, {}, Verdict.CORRECT),
    ],
)
def test_a_hostile_backend_that_ends_is_judged(
    solve: Any, options: dict[str, Any], verdict: Verdict
) -> None:
    judgement = judgement_of(hostile.hostile(solve, **options))
    assert (judgement.run.status, judgement.verdict) == (Status.COMPLETE, verdict)


# Malformed records on the channel


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


@a_share("malformed", MALFORMED, every=6)
def test_a_malformed_record_is_reported(malformed: str) -> None:
    tag, payload, why = MALFORMED[malformed]
    ended = run(record(tag, payload), EIGHT)
    assert ended.status is Status.CRASHED
    assert why in note(ended)
    assert "\n" not in note(ended)


def test_a_number_of_solutions_that_did_not_arrive_is_told() -> None:
    ended = run(record(Tag.END, last(solutions=1)), EIGHT)
    assert note(ended).startswith("it reported 1 solution at its end, but sent 0")


def test_a_record_of_no_queens_has_one_placement_or_is_malformed() -> None:
    assert len(read_placements(b"\1\0\0\0", 0)) == 1
    with pytest.raises(ChannelError, match="4 bytes for 4294967295 of n = 0"):
        read_placements(b"\xff\xff\xff\xff", 0)


def test_a_record_after_the_end_record_is_a_crash() -> None:
    end = record(Tag.END, last()).solve.keywords["written"]  # type: ignore[attr-defined]
    found = run(hostile.hostile(hostile.write_bytes, written=end + end), EIGHT)
    assert found.status is Status.CRASHED
    assert "END out of turn" in note(found)
