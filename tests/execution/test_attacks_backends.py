"""Hostile backends: each has its status, and harms neither the command nor the terminal."""

from __future__ import annotations

import math
import shlex
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attacks.files import hostile
from shares import a_share
from typed_commands import typed

from solvers import registry
from solvers.comparison import compare
from solvers.execution.limits import Limits
from solvers.execution.result import Run, Status
from solvers.interface import Backend
from solvers.output.messages import note
from solvers.puzzle.problem import Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict
from solvers.splitting.shards import Split

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")
EIGHT = Problem(8)
SICP = registry.find("sicp")


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


@pytest.mark.parametrize(
    ("backend", "limits", "status"),
    [
        (hostile.that_gets_ready(hostile.print_much, mib=2), Limits(), Status.COMPLETE),
        (
            hostile.that_gets_ready(hostile.print_much, mib=2),
            Limits(output_mib=1),
            Status.OUTPUT_LIMIT,
        ),
        (
            hostile.that_gets_ready(hostile.hold_memory, mib=300),
            Limits(memory_mib=200),
            Status.MEMORY_LIMIT,
        ),
        (
            hostile.that_gets_ready(hostile.take_memory, mib=300),
            Limits(memory_mib=200),
            Status.MEMORY_LIMIT,
        ),
    ],
    ids=["prints", "prints too much", "holds too much memory", "gave too much memory back"],
)
@pytest.mark.parametrize("split", [None, Split(jobs=1)], ids=["whole", "split"])
def test_limits_are_in_force_while_a_backend_gets_ready(
    backend: Backend, limits: Limits, status: Status, split: Split | None
) -> None:
    result = compare(EIGHT, [SICP, backend], limits, split=split)
    first, second = (one.run for one in result.judgements)
    assert (first.status, second.status) == (Status.COMPLETE, status), note(second)


@pytest.mark.parametrize(
    "solve", [hostile.count_in_escapes, hostile.raise_escapes, hostile.print_escapes]
)
@a_share("command", ["compare", "solve", "effort"])
def test_no_escape_sequence_of_a_backend_reaches_a_terminal(
    solve: Any, command: str, tmp_path: Path
) -> None:
    file = tmp_path / f"{command}_{solve.__name__}.py"  # a process loads one module of a name
    file.write_text(
        "from attacks.files import hostile\nfrom solvers.interface import Backend\n"
        f"BACKEND = Backend('mine', solve=hostile.{solve.__name__}, version=hostile.escapes)"
    )
    arguments = {
        "compare": ["--n", "4", "--backends"],
        "solve": ["--n", "4", "--backend"],
        "effort": ["--n", "4", "--backends"],
    }[command]
    done = typed(shlex.join(["queens", command, *arguments, str(file)]), tmp_path)
    assert done.returncode != 2, done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert done.stdout + done.stderr


@a_share(
    ("backend", "status", "verdict", "says"),
    [
        (hostile.hostile(hostile.lying_length), Status.COMPLETE, Verdict.WRONG, ""),
        (hostile.hostile(hostile.lying_block), Status.COMPLETE, Verdict.WRONG, ""),
        (hostile.hostile(hostile.fork_and_go_on_twice), Status.COMPLETE, Verdict.CORRECT, ""),
        (hostile.hostile(hostile.yield_in_a_copy), Status.COMPLETE, Verdict.WRONG, ""),
        *(
            (
                hostile.hostile(hostile.count_something, count=count),
                Status.CRASHED,
                Verdict.PARTIAL,
                "work must map names to whole numbers from 0",
            )
            for count in (None, "many", math.nan, -1, 10**5000)
        ),
        *(
            (
                hostile.hostile(hostile.return_something, returned=returned),
                Status.CRASHED,
                Verdict.PARTIAL,
                f"solve returned a value of type {type(returned).__name__}; yield each solution",
            )
            for returned in (None, 5)
        ),
        (
            hostile.hostile(hostile.return_something, returned={"a": 1}),
            Status.COMPLETE,
            Verdict.WRONG,
            "",
        ),
        (hostile.hostile(hostile.leave_a_thread), Status.COMPLETE, Verdict.CORRECT, ""),
        (
            hostile.hostile(hostile.raise_text, text="\udcff"),
            Status.CRASHED,
            Verdict.PARTIAL,
            r"ValueError: \udcff",
        ),
        (
            hostile.hostile(hostile.raise_text, text="x" * (1 << 25)),
            Status.CRASHED,
            Verdict.PARTIAL,
            "ValueError: xxx",
        ),
        (
            replace(SICP, solve=lambda *_: iter(())),
            Status.INTERNAL_ERROR,
            Verdict.NOT_JUDGED,
            "the backend cannot be sent to a process of its own",
        ),
        (
            Backend("unreadable", "hostile", solve=hostile.Unreadable()),
            Status.CRASHED,
            Verdict.PARTIAL,
            "not in this process",
        ),
    ],
)
def test_a_hostile_backend_has_a_status_with_a_reason(
    backend: Backend, status: Status, verdict: Verdict, says: str
) -> None:
    judgement = judgement_of(backend)
    assert (judgement.run.status, judgement.verdict) == (status, verdict), note(judgement.run)
    assert says in note(judgement.run)
    note(judgement.run).encode()
