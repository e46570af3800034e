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


@pytest.mark.parametrize(
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
@a_share("command", ["compare", "solve"])
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
    }[command]
    done = typed(shlex.join(["queens", command, *arguments, str(file)]), tmp_path)
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
