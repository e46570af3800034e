"""Programs that attack their sandbox: what is said of each, and that nothing of it is left."""

from __future__ import annotations

import math
import os
import secrets
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from conftest import skip_or_fail

from solvers.crosscheck import Verdict, crosscheck
from solvers.interface import Status
from solvers.problem import Problem
from solvers.run.limits import Limits
from solvers.submissions import guard as guards
from solvers.submissions.guard import Guard, strong_works
from solvers.submissions.program import Outcome, run_program
from solvers.submissions.submission import find

pytestmark = pytest.mark.slow

ATTACKS = Path(__file__).parent / "attacks" / "sandbox"
LIMITS = Limits(
    seconds=20, memory_mib=160, output_mib=8, startup_seconds=60, processes=10, written_mib=32
)
COMPLETE, MEMORY, TIME = {Status.COMPLETE}, {Status.MEMORY_LIMIT}, {Status.TIME_LIMIT}
STOPPED = {Status.MEMORY_LIMIT, Status.CRASHED}


@dataclass(frozen=True, slots=True)
class Expected:
    """How an attack ends, what its note says, and under which guards that is promised."""

    statuses: set[Status]
    note: str = ""
    guards: tuple[Guard, ...] = tuple(Guard)
    limits: Limits = LIMITS


STRONG = (Guard.STRONG,)
EXPECTED = {
    "walks_everywhere": Expected(COMPLETE, guards=STRONG),
    "fills_memory_with_files": Expected(COMPLETE | MEMORY),
    "hides_shared_memory": Expected(MEMORY, "the limit is 160"),
    "opens_sockets": Expected(COMPLETE, guards=STRONG),
    "makes_namespaces": Expected(COMPLETE, guards=STRONG),
    "imports_what_is_installed": Expected(COMPLETE, guards=STRONG),
    "leaves_a_daemon": Expected(COMPLETE),
    "leaves_daemons_of_memory": Expected(STOPPED, "stopped at"),
    "writes_outside_its_folder": Expected(COMPLETE),
    "kills_its_keeper": Expected(COMPLETE | {Status.CRASHED}),
    "loops_while_loading": Expected(TIME, "stopped after 1 s", limits=Limits(seconds=1)),
    "burns_processor_time": Expected(
        TIME, "stopped after 1 s of processor time", limits=Limits(seconds=60, cpu_seconds=1)
    ),
    "replaces_the_clock": Expected(COMPLETE),
    "forges_its_end_and_goes_on": Expected(TIME, "stopped after 1 s", limits=Limits(seconds=1)),
    "forges_its_end_and_answers_on": Expected({Status.INTERNAL_ERROR}, "after its end record"),
    "forges_a_right_verdict": Expected({Status.INTERNAL_ERROR}, "but 0 arrived"),
    "forges_a_time": Expected(COMPLETE),
    "forges_malformed_records": Expected({Status.INTERNAL_ERROR}, "a malformed record"),
}
CASES = [(name, guard) for name, one in EXPECTED.items() for guard in one.guards]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table of grades that the attacks would like to write into."""
    path = tmp_path / "grades.csv"
    path.write_text("file,score\n")
    return path


@pytest.fixture
def attack(table: Path) -> Iterator[Path]:
    """Makes a copy of an attack under a name by which its processes are found."""
    folder = table.parent / f"attack_{secrets.token_hex(6)}"
    folder.mkdir()
    yield folder
    around = [table.with_name("grades.csv.new"), *map(Path, ("/var/tmp", "/dev/shm"))]  # noqa: S108
    assert not [one for one in around if (one / f"{folder.name}.py").exists() or one.is_file()]
    assert table.read_text() == "file,score\n"
    assert not left_of(folder.name)


def left_of(name: str) -> list[psutil.Process]:
    """Processes with this name in their command, looked for until there are none or time is up."""
    deadline = time.monotonic() + 10
    while True:
        left = []
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if name in " ".join(process.cmdline()):
                    left.append(process)
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.05)


def attacked(name: str, folder: Path, table: Path, guard: Guard, limits: Limits) -> Outcome:
    """What comes of the attack."""
    if guard is Guard.STRONG and (reason := strong_works()):
        skip_or_fail(reason)
    path = folder / f"{folder.name}.py"
    path.write_text((ATTACKS / f"{name}.py").read_text().replace("/nowhere", str(table)))
    return run_program(find(str(path)), Problem(4), limits, guard)


def test_every_attack_is_tried() -> None:
    assert {path.stem for path in ATTACKS.glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize(("name", "guard"), CASES)
def test_an_attack_is_kept_in_and_told_as_what_it_is(
    name: str, guard: Guard, attack: Path, table: Path
) -> None:
    expected = EXPECTED[name]
    outcome = attacked(name, attack, table, guard, expected.limits)
    assert outcome.run.status in expected.statuses, outcome.run.note
    assert expected.note in outcome.run.note
    assert "ESCAPED" not in outcome.printed
    assert outcome.memory_held_by in {"cgroup", "polling"}
    seconds = outcome.run.seconds
    assert seconds is None or (math.isfinite(seconds) and seconds >= 0)


def test_a_forged_end_earns_nothing(attack: Path, table: Path) -> None:
    outcome = attacked("forges_a_right_verdict", attack, table, Guard.BASIC, LIMITS)
    (judgement,) = crosscheck(Problem(4), [outcome.run]).judgements
    assert judgement.verdict is not Verdict.CORRECT
