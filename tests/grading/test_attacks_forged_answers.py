"""One process answers for all n: it cannot speak for another n, nor take the time of another."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from threading import Timer
from types import SimpleNamespace

import pytest
from checked_programs import checked
from processes import PATIENCE

from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.grading.result import ProgramVerdict as Verdict
from solvers.grading.sandbox import Sandbox
from solvers.grading.sandbox.launcher import launched
from solvers.grading.session import Session
from solvers.grading.submission import find_submission

ATTACKS = Path(__file__).parents[1] / "attacks" / "session"
LIMITS = Limits(seconds=1)


def copied(name: str, folder: Path) -> Path:
    """The copy of an attack, beside what it finds the harness by."""
    shutil.copy(ATTACKS.parent / "its_harness.py", folder)
    return Path(shutil.copy(ATTACKS / f"{name}.py", folder))


@pytest.mark.parametrize(
    ("name", "statuses"),
    [
        ("answers_for_the_next_board", {Status.CRASHED}),
        ("takes_the_time_of_the_next", {Status.TIME_LIMIT, Status.CRASHED}),
        ("answers_before_it_is_asked", {Status.CRASHED}),
        ("fills_the_pipe_of_questions", {Status.TIME_LIMIT, Status.CRASHED}),
    ],
)
def test_a_program_speaks_for_the_board_that_it_was_asked_for(
    name: str, statuses: set[Status], tmp_path: Path
) -> None:
    result = checked(copied(name, tmp_path), limits=LIMITS, runner=Sandbox.BASIC)
    assert result.verdict in {Verdict.NOT_FINISHED, Verdict.NOT_JUDGED}, result.diagnosis
    assert {size.answer.run.status for size in result.sizes.values()} & statuses


def test_a_question_that_nobody_reads_is_given_up(tmp_path: Path) -> None:
    program = tmp_path / "queens.py"
    program.write_text("while True: pass\n")
    submission = find_submission(str(program))
    with launched(submission, Limits(), "0", {}, None, strong=False) as running:
        rescue = Timer(PATIENCE, running.kill)
        rescue.start()
        running.ask("x" * (1 << 20))
        rescue.cancel()
        assert not running.has_ended()
        ends = running.records, running.output, running.questions
        assert not any(os.get_blocking(end.fileno()) for end in ends)


def test_bytes_that_a_program_has_taken_back_are_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, taken = os.read, set[int]()

    def read_or_taken(descriptor: int, most: int) -> bytes:
        if descriptor not in taken:
            taken.add(descriptor)
            raise BlockingIOError
        return read(descriptor, most)

    here = SimpleNamespace(**{**vars(os), "read": read_or_taken})
    monkeypatch.setattr("solvers.execution.supervisor.os", here)
    program = tmp_path / "queens.py"
    program.write_text("def queens(n): return [[0]]\n")
    with Session(find_submission(str(program)), Limits(), Sandbox.BASIC) as running:
        assert running.ask("queens(1)", 1).values == (((0,),),)
    assert taken


def test_each_question_to_a_harness_has_a_new_token(tmp_path: Path) -> None:
    program = tmp_path / "queens.py"
    program.write_text("def queens(n): return [[0]] * n\n")
    with Session(find_submission(str(program)), Limits(), Sandbox.BASIC) as running:
        tokens = set()
        for n in (1, 2, 3):
            assert running.ask(f"queens({n})", n).values == (((0,),) * n,)
            tokens.add(running.lines.token)
        assert len(tokens) == 3
        assert running.times_asked == 3
