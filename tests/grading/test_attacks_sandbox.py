"""Programs that attack their sandbox: each gets its status and note, and leaves nothing behind."""

from __future__ import annotations

import ctypes
import math
import os
import secrets
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from checked_programs import asked_for_queens
from engines import needs_sandbox, skip_or_fail
from processes import PATIENCE, named, ran, until
from queens_command import Queens
from shares import slower

from solvers.execution.limits import Limits
from solvers.execution.result import Status
from solvers.grading.answer import Answer
from solvers.grading.sandbox import Sandbox, footprint, launcher, submission_tree
from solvers.grading.sandbox import commands as sandboxes
from solvers.grading.sandbox.init_process import ABI_QUESTION, CREATE_RULESET
from solvers.grading.submission import find_submission
from solvers.output.messages import note

ATTACKS = Path(__file__).parents[1] / "attacks" / "sandbox"
LIMITS = Limits(seconds=PATIENCE, memory_mib=160, output_mib=8, processes=10, written_mib=32)
COMPLETE, MEMORY, TIME = {Status.COMPLETE}, {Status.MEMORY_LIMIT}, {Status.TIME_LIMIT}
STOPPED = {Status.MEMORY_LIMIT, Status.CRASHED}


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected end of an attack, the words of its note, and the sandboxes that promise it."""

    statuses: set[Status]
    note: str = ""
    sandboxes: tuple[Sandbox, ...] = (Sandbox.STRONG, Sandbox.BASIC)
    limits: Limits = LIMITS
    group: bool = False
    """Whether the attack needs a control group."""
    landlock: int = 0
    """The version of Landlock that the basic sandbox needs for it."""


STRONG = (Sandbox.STRONG,)
EXPECTED = {
    "walks_everywhere": Expected(COMPLETE, sandboxes=STRONG),
    "fills_memory_with_files": Expected(COMPLETE | MEMORY, sandboxes=STRONG),
    "writes_many_files": Expected(COMPLETE | {Status.OUTPUT_LIMIT}),
    "hides_memory_in_descriptors": Expected(COMPLETE | MEMORY),
    "hides_shared_memory": Expected(MEMORY, "the limit is 160"),
    "hides_shared_memory_behind_a_name": Expected(MEMORY, "the limit is 160"),
    "fills_page_tables": Expected(MEMORY, "the limit is 160"),
    "reserves_memory": Expected(COMPLETE | MEMORY),
    "reads_what_is_yours": Expected(COMPLETE, sandboxes=STRONG),
    "uses_the_rights_of_root": Expected(COMPLETE),
    "opens_sockets": Expected(COMPLETE),
    "speaks_other_protocols": Expected(COMPLETE),
    "asks_the_kernel_for_more": Expected(COMPLETE),
    "reaches_into_the_first_process": Expected(COMPLETE),
    "takes_the_tests_of_python": Expected(COMPLETE, sandboxes=STRONG),
    "serves_by_tcp": Expected(COMPLETE, landlock=4),
    "makes_namespaces": Expected(COMPLETE, sandboxes=STRONG),
    "imports_what_is_installed": Expected(COMPLETE, sandboxes=STRONG),
    "leaves_a_daemon": Expected(COMPLETE),
    "leaves_daemons_of_memory": Expected(STOPPED, "stopped at"),
    "writes_outside_its_folder": Expected(COMPLETE, landlock=1),
    "kills_its_keeper": Expected(COMPLETE | {Status.CRASHED}),
    "loops_while_loading": Expected(TIME, "stopped after 0.5 s", limits=Limits(seconds=0.5)),
    "burns_processor_time": Expected(
        TIME, "stopped after 0.5 s of processor time", limits=Limits(seconds=60, cpu_seconds=0.5)
    ),
    "fills_sockets": Expected(MEMORY, "the limit is 160"),
    "makes_folders": Expected(MEMORY | {Status.OUTPUT_LIMIT}, "stopped"),
    "waits_for_no_child": Expected(
        TIME,
        "stopped after 0.5 s of processor time",
        limits=Limits(seconds=60, cpu_seconds=0.5),
        group=True,
    ),
    "begins_again": Expected(TIME, "stopped after 0.5 s", limits=Limits(seconds=0.5)),
    "replaces_the_clock": Expected(COMPLETE),
    "changes_another_process": Expected(COMPLETE),
    "forges_its_end_and_goes_on": Expected(TIME | {Status.CRASHED}, limits=Limits(seconds=0.5)),
    "forges_its_end_and_answers_on": Expected({Status.CRASHED}, "after its end record"),
    "forges_a_right_verdict": Expected({Status.CRASHED}, "but sent 0"),
    "forges_malformed_records": Expected({Status.CRASHED}, "invalid record"),
}
CASES = [
    (name, sandbox) if at == number % len(one.sandboxes) else slower((name, sandbox), single=False)
    for number, (name, one) in enumerate(EXPECTED.items())
    for at, sandbox in enumerate(one.sandboxes)
]
"""Every attack in one of the sandboxes that contain it; the other is among the slow tests."""


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
    assert not [one for one in around if one.is_file() or (one / f"{folder.name}.py").exists()]
    assert table.read_text() == "file,score\n"
    until(lambda: not named(folder.name))


def landlock_version() -> int:
    """The version of the kernel's Landlock; 0 without."""
    if not sys.platform.startswith("linux"):
        return 0
    version: int = ctypes.CDLL(None).syscall(CREATE_RULESET, None, 0, ABI_QUESTION)
    return max(0, version)


def attacked(  # noqa: PLR0913  # the attack, and what it may touch
    name: str, folder: Path, table: Path, sandbox: Sandbox, limits: Limits, *, victim: int = 0
) -> Answer:
    """The result of the attack; ``victim`` is the one process that the attack names."""
    needs_sandbox(sandbox)
    path = folder / f"{folder.name}.py"
    shutil.copy(ATTACKS.parent / "its_harness.py", folder)
    text = (ATTACKS / f"{name}.py").read_text()
    path.write_text(
        text.replace("/nowhere", str(table)).replace("VICTIM = 0", f"VICTIM = {victim}")
    )
    return asked_for_queens(find_submission(str(path)), limits, sandbox)


def test_every_attack_is_tried() -> None:
    assert {path.stem for path in ATTACKS.glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize(("name", "sandbox"), CASES)
def test_an_attack_does_not_escape_and_has_its_status_and_note(
    name: str, sandbox: Sandbox, attack: Path, table: Path
) -> None:
    expected = EXPECTED[name]
    if sandbox is Sandbox.BASIC and landlock_version() < expected.landlock:
        pytest.skip(f"the kernel has no Landlock of version {expected.landlock}")
    if expected.group and submission_tree.parent_group() is None:
        pytest.skip("there is no control group (version 2) that can be used here")
    outcome = attacked(name, attack, table, sandbox, expected.limits)
    assert outcome.run.status in expected.statuses, note(outcome.run)
    assert expected.note in note(outcome.run)
    assert "ESCAPED" not in outcome.printed
    seconds = outcome.run.seconds
    assert seconds is None or (math.isfinite(seconds) and seconds >= 0)


@pytest.mark.parametrize("sandbox", [Sandbox.STRONG, Sandbox.BASIC])
def test_no_call_changes_another_process(sandbox: Sandbox, attack: Path, table: Path) -> None:
    """The program names one process, which this test starts; the filter refuses each call."""
    with subprocess.Popen(["/bin/sleep", "600"]) as process:
        victim = psutil.Process(process.pid)

        def facts() -> object:
            files = victim.rlimit(psutil.RLIMIT_NOFILE)
            return files, victim.nice(), victim.cpu_affinity(), victim.ionice()

        before = facts()
        try:
            outcome = attacked(
                "changes_another_process", attack, table, sandbox, LIMITS, victim=victim.pid
            )
            assert "ESCAPED" not in outcome.printed
            assert outcome.run.status is Status.COMPLETE, note(outcome.run)
            assert facts() == before
        finally:
            process.kill()


def test_as_another_user_nothing_outside_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack walks through all folders; if root runs the tests, as another user."""
    needs_sandbox(Sandbox.STRONG)
    user = ["setpriv", "--reuid=61999", "--regid=61999", "--clear-groups", "/bin/sh", "-c"]
    user = [*user, 'exec "$@"', "sh"] if sandboxes.may_change_user() else []
    python = shutil.which("python3", path="/usr/bin:/bin")
    if python is None:
        skip_or_fail("there is no Python that every user can run")
    monkeypatch.setattr(sandboxes, "may_change_user", lambda *_: False)
    monkeypatch.setattr(
        sandboxes, "_shown", lambda: tuple(filter(os.path.exists, sandboxes.SYSTEM))
    )
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "program"
        shutil.copytree(ATTACKS, program)
        Path(folder).chmod(0o755)
        attack = [str(python), "-I", "-S", str(program / "walks_everywhere.py")]
        for what in (["/bin/sh", "-c", "exit 0"], attack):
            with os.fdopen(sandboxes.open_filter(strong=True), "rb") as calls:
                command = sandboxes.strong_command(program, 8, calls.fileno())
                done = subprocess.run(
                    [*user, *command, *what],
                    check=False, capture_output=True, text=True, pass_fds=[calls.fileno()], cwd="/",
                )  # fmt: skip
            if done.returncode and what is not attack:  # where only root can make namespaces
                skip_or_fail(f"another user cannot use bubblewrap here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    assert "looked at" in done.stdout
    assert "ESCAPED" not in done.stdout


def test_a_group_holds_memory_and_counts_time_by_files_of_the_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission_tree, "parent_group", lambda: tmp_path)
    made = submission_tree.Cgroup.around(4711, Limits(memory_mib=100, processes=5))
    assert made is not None
    assert made.holds_memory
    wrote = {path.name: path.read_text() for path in made.folder.iterdir()}
    assert wrote["memory.max"] == str(100 << 20)
    assert wrote["cgroup.procs"] == "4711"
    (made.folder / "memory.events").write_text("max 3\noom_kill 1\n")
    (made.folder / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 1\n")
    assert made.ran_out_of_memory()
    assert made.cpu_seconds() == 2.5


def test_a_control_group_ends_a_process_in_a_session_of_its_own() -> None:
    if submission_tree.parent_group() is None:
        pytest.skip("there is no control group (version 2) that can be used here")
    script = "read -r begin; setsid env -i sleep 60 & exit 0"
    with subprocess.Popen(["/bin/sh", "-c", script], stdin=subprocess.PIPE) as process:
        group = submission_tree.Cgroup.around(process.pid, Limits())
        assert group is not None
        process.communicate(b"begin\n")
    (orphan,) = [psutil.Process(pid) for pid in group.processes()]
    group.kill()
    group.remove()
    assert psutil.wait_procs([orphan], timeout=PATIENCE)[1] == []
    assert not group.folder.exists()


def test_a_process_whose_memory_cannot_be_read_counts_as_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hidden(_: int) -> None:
        raise PermissionError

    monkeypatch.setattr(footprint, "_mapping_bytes", hidden)
    assert footprint.hidden_mib([psutil.Process()], 160) >= 160


def test_only_the_interpreters_own_files_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody's home may be the folder in which Python is installed."""
    home, library = tmp_path / "home", tmp_path / "home/lib/python3"
    for folder in (home / "bin", home / ".local", library):
        folder.mkdir(parents=True)
    (home / "secret").write_text("mine")
    program = home / "bin/python3.11"
    program.touch()
    link = home / "bin/python3"
    link.symlink_to("python3.11")
    monkeypatch.setattr(sandboxes, "base_python", lambda: str(link))
    monkeypatch.setattr(sysconfig, "get_path", lambda *_, **__: str(library))
    shown = {Path(path) for path in sandboxes._shown.__wrapped__()}
    assert {path for path in shown if path.is_relative_to(tmp_path)} == {program, link, library}


is_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can run programs as root")


@is_root
def test_no_program_runs_as_root_though_only_root_can_reach_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    mine = tmp_path / "mine.py"
    mine.write_text("import os\n\n\ndef queens(n):\n    raise ValueError(f'uid={os.getuid()}')\n")
    tmp_path.chmod(0o700)
    shown = queens.run("check", mine, "--n", "4", "--sandbox", "basic").out
    assert int(shown.partition("uid=")[2][:5]) in sandboxes.USERS


@is_root
def test_a_program_that_could_only_run_as_root_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, queens: Queens
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def queens(n):\n    return [(0,)] if n == 1 else []\n")
    for module in (sandboxes, launcher):
        monkeypatch.setattr(module, "may_change_user", lambda *command: not command)
    sandboxes.open_interpreter.cache_clear()
    try:
        monkeypatch.setattr(sandboxes, "why_not_strong", lambda: "bubblewrap is not installed")
        for sandbox in ("auto", "basic"):
            refused = queens("check", mine, "--n", "1", "--sandbox", sandbox, code=4)
            assert (refused.out, refused.err.count("\n")) == ("", 1)
            assert "refusing to run students' programs as root" in refused.err
        with pytest.raises(PermissionError, match="only root can run"):
            launch(mine, Sandbox.BASIC)
    finally:
        sandboxes.open_interpreter.cache_clear()


NO_NAMESPACES = """bwrap: No permissions to create a new namespace, likely because the kernel does \
not allow non-privileged user namespaces. See <https://deb.li/bubblewrap> or \
<file:///usr/share/doc/bubblewrap/README.Debian.gz>."""


def test_why_bubblewrap_does_not_work_is_told_from_its_beginning(tmp_path: Path) -> None:
    (tmp_path / "bwrap").write_text(f"#!/bin/sh\necho '{NO_NAMESPACES}' >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    (tmp_path / "mine.py").write_text("def queens(n): return []")
    paths = os.pathsep.join((str(tmp_path), os.environ["PATH"]))
    command = sys.executable, "-m", "solvers", "check", tmp_path / "mine.py", "--sandbox", "strong"
    done = ran(command, env=os.environ | {"PATH": paths})
    assert f"bubblewrap does not work: {NO_NAMESPACES}" in done.stderr
    assert done.returncode == 4


def launch(file: Path, sandbox: Sandbox) -> None:
    with sandbox.launched(find_submission(str(file)), LIMITS, "token", {}, None):
        pass
