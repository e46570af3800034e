"""Hostile backends, and faults of files, disks and clusters: each is reported for itself."""

from __future__ import annotations

import json
import math
import os
import re
import resource
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import misbehaving_backends as faults
import psutil
import pytest
from attacks.files import hostile
from attacks.files.hostile import record
from places import ROOT
from processes import full_disk, left_behind, until
from shares import a_share
from typed_commands import typed

from solvers import registry
from solvers.comparison import compare
from solvers.errors import StoreError
from solvers.execution.availability import check_availability
from solvers.execution.backend_run import run
from solvers.execution.channel import Tag, read_placements
from solvers.execution.limits import Limits
from solvers.execution.result import ChannelError, Run, Status
from solvers.execution.result_store import opened_store
from solvers.interface import Backend
from solvers.output.messages import note
from solvers.puzzle.problem import Problem
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Judgement, Verdict
from solvers.splitting.checkpoint import open_checkpoint
from solvers.splitting.shards import Split
from solvers.splitting.split_run import SplitRun, solve_in_shards

EIGHT = Problem(8)
SICP = registry.find("sicp")


@pytest.fixture(autouse=True)
def nothing_is_left_behind(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """No process, no open file and no temporary file more than before."""
    folder = tmp_path_factory.mktemp("temporary")
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    files, before = psutil.Process().num_fds(), set(psutil.pids())
    yield folder
    assert not left_behind(before, "solvers.execution.worker")
    assert psutil.Process().num_fds() <= files
    assert not list(folder.iterdir())


def judgement_of(backend: Backend, *, count: bool = False) -> Judgement:
    """The referee's judgement of the backend, beside a right one."""
    run = compare(EIGHT, [backend], Limits(), count=count).crosscheck.judgements[0].run
    first, second = crosscheck(EIGHT, [run, right(count)], count=count).judgements
    assert second.verdict is Verdict.CORRECT
    return first


@cache
def right(count: bool) -> Run:  # noqa: FBT001
    """A run of a right backend, the same one for each comparison."""
    return compare(EIGHT, [SICP], Limits(), count=count).crosscheck.judgements[0].run


def facts(**fields: Any) -> bytes:
    return json.dumps(fields).encode()


LAST = {
    "solutions": 0,
    "seconds": 0.0,
    "first_solution_seconds": None,
    "peak_memory_mib": 1.0,
    "error": "",
    "note": "",
    "opened": "{}",
}
MALFORMED = {
    "an unknown tag": (99, b"", "no record begins with tag 99"),
    "no JSON": (Tag.END, b"{", "END that is not JSON"),
    "JSON without end": (Tag.END, b"[" * 100_000, "END that is not JSON"),
    "bytes that are no text": (Tag.END, b'{"note": "\xff"}', "END that is not JSON"),
    "no object": (Tag.END, b"[]", "END without its fields"),
    "a field missing": (Tag.END, facts(**LAST), "END without its fields"),
    "a field too many": (Tag.END, facts(**LAST, counters={}, more=1), "END without its fields"),
    "a wrong type": (Tag.END, facts(**LAST, counters=[]), "Expected `object`"),
    "a negative count": (
        Tag.END,
        facts(**LAST | {"solutions": -1}, counters={}),
        "Expected `int` >= 0 - at `$.solutions`",
    ),
    "a time that is no number": (
        Tag.END,
        facts(**LAST | {"seconds": math.nan}, counters={}),
        "Expected `float` >= 0.0 - at `$.seconds`",
    ),
    "an endless count": (Tag.END, b'{"solutions": ' + b"9" * 5000 + b"}", "END that is not JSON"),
    "placements of a wrong size": (Tag.PLACEMENTS, b"\2\0\0\0" + b"\0" * 8, "12 bytes for 2"),
    "placements without a number": (Tag.PLACEMENTS, b"\0", "1 bytes"),
    "a rejected one's unknown fault": (
        Tag.REJECTED,
        facts(counts={"missing": 1}, first=[]),
        "this fault is not one of output",
    ),
    "a flaw that is a list": (
        Tag.REJECTED,
        facts(counts={"malformed": 1}, first=[[["length"], "", 4, "", 0]]),
        "Expected `str`",
    ),
    "a flaw that nobody knows": (
        Tag.REJECTED,
        facts(counts={"malformed": 1}, first=[["malformed", "", 4, "", 0]]),
        "Invalid enum value",
    ),
    "a time without an end": (
        Tag.END,
        facts(**LAST | {"seconds": 1e308}, counters={}),
        "at `$.seconds`",
    ),
    "rejected ones of a wrong form": (
        Tag.REJECTED,
        facts(counts={"malformed": 1}, first=[["length"]]),
        "Expected `array` of length 5",
    ),
    "a second beginning": (
        Tag.READY,
        facts(version="", ready_at=0, note=None),
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


def test_a_record_of_no_queens_has_one_placement_or_is_malformed() -> None:
    assert len(read_placements(b"\1\0\0\0", 0)) == 1
    with pytest.raises(ChannelError, match="4 bytes for 4294967295 of n = 0"):
        read_placements(b"\xff\xff\xff\xff", 0)


def test_a_record_after_the_end_record_is_a_crash() -> None:
    end = record(Tag.END, facts(**LAST, counters={})).solve.keywords["written"]  # type: ignore[attr-defined]
    judgement = judgement_of(hostile.hostile(hostile.write_bytes, written=end + end))
    assert judgement.run.status is Status.CRASHED
    assert "END out of turn" in note(judgement.run)


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
    first, second = (one.run for one in result.crosscheck.judgements)
    assert (first.status, second.status) == (Status.COMPLETE, status), note(second)


@pytest.mark.parametrize(
    "solve", [hostile.count_in_escapes, hostile.raise_escapes, hostile.print_escapes]
)
@a_share("command", ["compare", "solve", "bench", "effort"])
def test_no_escape_sequence_of_a_backend_reaches_a_terminal(
    solve: Any, command: str, tmp_path: Path
) -> None:
    (tmp_path / "boards.jsonl").write_text('{"schema": 1, "board": ["..", ".."]}')
    file = tmp_path / f"{command}_{solve.__name__}.py"  # a process loads one module of a name
    file.write_text(
        "from attacks.files import hostile\nfrom solvers.interface import Backend\n"
        f"BACKEND = Backend('mine', solve=hostile.{solve.__name__}, version=hostile.escapes)"
    )
    arguments = {
        "compare": ["--n", "4", "--backends"],
        "solve": ["--n", "4", "--backend"],
        "bench": ["boards.jsonl", "--backends"],
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
                f"solve returned a {type(returned).__name__}; write it with yield",
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


a_cluster = pytest.mark.zoo("starts a cluster")

ENDINGS = (faults.leave_at_once, faults.raise_an_error, faults.sleep_for_ever, hostile.nothing)
LITTERING = [
    *((split, then) for split in (None, Split(jobs=1)) for then in ENDINGS),
    *((Split(), then) for then in (faults.leave_at_once, hostile.nothing)),
    pytest.param(Split(cluster="local", jobs=1), faults.leave_at_once, marks=a_cluster),
]


@a_share(("split", "then"), LITTERING)
def test_no_temporary_file_is_left_of_a_run(split: Split | None, then: Callable[[], None]) -> None:
    backend = hostile.hostile(hostile.litter, then=then)
    limits = Limits(seconds=1)
    found = (
        solve_in_shards(SplitRun(backend, EIGHT, split, limits))
        if split
        else run(backend, EIGHT, limits)
    )
    assert found.status is not Status.UNAVAILABLE, note(found)


def test_no_temporary_file_is_left_of_a_probe() -> None:
    ready = check_availability(hostile.with_an_engine_that_litters(hostile.nothing))
    gone = check_availability(hostile.with_an_engine_that_litters(faults.leave_at_once))
    assert (ready.runs_here, gone.runs_here) == (True, False)


ABANDONED = """
import sys
from functools import cache, partial
from pathlib import Path
from attacks.files import hostile
from solvers.puzzle.problem import Problem
from solvers.execution.limits import Limits
from solvers.execution.backend_run import run
from solvers.execution.backend_run import WorkerProcess, wait_until_ready
from solvers.splitting.split_run import solve_in_shards
from solvers.splitting.shards import Split
from solvers.splitting.split_run import SplitRun
tell = partial(hostile.tell, Path(sys.argv[1]))
backend, split = {backend}, {split}
{then}
"""
WAITING = "hostile.with_an_engine_that_litters(hostile.nothing)"
SOLVING = "hostile.hostile(hostile.litter, then=tell)"
GETTING_READY = "hostile.with_an_engine_that_litters(tell)"


@a_share(
    ("backend", "split"),
    [
        (WAITING, "None"),
        (SOLVING, "None"),
        (GETTING_READY, "None"),
        (SOLVING, "Split(jobs=1)"),
        pytest.param(SOLVING, "Split(cluster='local', jobs=1)", marks=a_cluster),
    ],
)
def test_a_run_whose_parent_was_killed_ends_and_leaves_no_temporary_file(
    backend: str, split: str, nothing_is_left_behind: Path, tmp_path: Path
) -> None:
    marker = tmp_path / "marker"
    then = "worker = WorkerProcess(backend); wait_until_ready([worker], Limits()); tell()"
    if backend != WAITING:
        then = "run(backend, Problem(8))"
    if split != "None":
        then = "solve_in_shards(SplitRun(backend, Problem(8), split, Limits()))"
    program = ABANDONED.format(backend=backend, split=split, then=then)
    path = os.pathsep.join(map(os.path.abspath, sys.path))
    parent = subprocess.Popen(
        [sys.executable, "-c", program, str(marker)], env=os.environ | {"PYTHONPATH": path}
    )
    try:
        until(marker.exists)
        started = psutil.Process(parent.pid).children(recursive=True)
        assert list(nothing_is_left_behind.rglob("mzn*"))
    finally:
        parent.kill()
        parent.wait()
    until(lambda: not any(map(psutil.Process.is_running, started)))
    until(lambda: not list(nothing_is_left_behind.iterdir()))


def run_on(address: str, backend: Backend = SICP) -> Run:
    """The backend's run on the cluster there."""
    return solve_in_shards(SplitRun(backend, EIGHT, Split(cluster=address, jobs=1), Limits()))


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(b"", marks=pytest.mark.zoo("waits for ten seconds"), id="none"),
        pytest.param(b"HTTP/1.0 400 Bad Request\r\n\r\n", id="http"),
    ],
)
def test_a_server_that_is_no_dask_scheduler_is_reported(answer: bytes) -> None:
    def answer_all(server: socket.socket) -> None:
        connections = []
        with suppress(OSError):  # the server is closed
            while True:
                connections.append(server.accept()[0])
                if answer:
                    connections[-1].sendall(answer)
        for connection in connections:
            connection.close()

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=answer_all, args=(server,))
        thread.start()
        try:
            found = run_on(f"tcp://127.0.0.1:{server.getsockname()[1]}")
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()
    assert found.status is Status.UNAVAILABLE
    assert "no Dask cluster answers at tcp://127.0.0.1:" in note(found)
    assert "\n" not in note(found)


@pytest.mark.zoo("starts a cluster")
def test_a_cluster_of_its_own_needs_no_port_that_others_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with ExitStack() as stack:
        with suppress(OSError):  # somebody else has it already: that will do
            stack.enter_context(socket.create_server(("127.0.0.1", 8787)))
        found = run_on("local")
    assert found.status is Status.COMPLETE, note(found)


@dataclass
class Dask:
    """A cluster of one scheduler and one worker, as a user starts them."""

    address: str
    scheduler: subprocess.Popen[bytes]
    worker: subprocess.Popen[bytes]


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process, and wait until the processes that it started have ended."""
    started = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    until(lambda: not any(map(psutil.Process.is_running, started)))


@contextmanager
def dask(folder: Path, *path: Path) -> Iterator[Dask]:
    """The cluster, until it is left; ``path`` stands before all else on the worker's."""
    module, file, log = "distributed.cli.dask_", folder / "scheduler", folder / "log"
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(os.path.abspath, [*map(str, path), *sys.path])),
        "TMPDIR": str(folder),
    }
    quiet = ["--no-dashboard", "--scheduler-file", str(file)]
    commands = [
        [f"{module}scheduler", "--host", "127.0.0.1", "--port", "0"],
        [f"{module}worker", "--nthreads", "1", "--no-nanny", "--local-directory", str(folder)],
    ]
    with ExitStack() as stack:
        for command in commands:
            process = subprocess.Popen(
                [sys.executable, "-m", *command, *quiet],
                env=environment,
                stderr=stack.enter_context(log.open("ab")),
            )
            stack.callback(end, process)
            if command is commands[0]:
                scheduler = process
                until(lambda: file.exists() and file.read_text().endswith("}"))
        address = json.loads(file.read_text())["address"]
        until(lambda: "Registered to" in log.read_text())
        yield Dask(address, scheduler, process)


@pytest.mark.zoo("waits for ten seconds")
def test_a_cluster_whose_workers_are_all_gone_ends_the_run(tmp_path: Path) -> None:
    with dask(tmp_path) as there:
        kill = partial(os.kill, there.worker.pid, signal.SIGKILL)
        found = run_on(there.address, hostile.hostile(hostile.do_and_wait, what=kill))
    assert found.status is Status.CRASHED
    assert "the Dask cluster has had no worker for 10 s" in note(found)


@pytest.mark.zoo("starts a cluster")
def test_a_cluster_whose_scheduler_is_gone_ends_the_run(tmp_path: Path) -> None:
    with dask(tmp_path) as there:
        kill = partial(os.kill, there.scheduler.pid, signal.SIGKILL)
        found = run_on(there.address, hostile.hostile(hostile.do_and_wait, what=kill))
    assert found.status is Status.CRASHED
    assert "the connection to the Dask cluster is lost" in note(found)


@pytest.mark.zoo("starts a cluster")
def test_another_program_of_that_name_on_a_worker_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine's own file of the same name would solve the shards with another program."""
    program = (
        "from solvers.interface import Backend\n"
        "def solve(problem, work):\n    yield from ()\n"
        "BACKEND = Backend('on_both', solve=solve)\n"
    )
    here, there = tmp_path / "here", tmp_path / "there"
    for folder, text in ((here, program), (there, program + "# another version\n")):
        folder.mkdir()
        (folder / "on_both.py").write_text(text)
    with dask(tmp_path, there) as started:
        monkeypatch.syspath_prepend(str(here))
        found = run_on(started.address, registry.load_backend(str(here / "on_both.py")))
    assert found.status is Status.UNAVAILABLE
    assert "the Dask worker tcp://127.0.0.1:" in note(found)
    assert "has another on_both.py than this machine" in note(found)
    assert "\n" not in note(found)


def kept_run(folder: Path, backend: Backend = SICP) -> Run:
    """The backend's run with a checkpoint there."""
    return solve_in_shards(SplitRun(backend, EIGHT, Split(checkpoint=folder), Limits(seconds=60)))


def opened(folder: Path) -> None:
    """Read the checkpoint of that run."""
    split = Split(checkpoint=folder)
    with open_checkpoint(SICP, EIGHT, split, SICP.version(), count=False) as checkpoint:
        assert checkpoint
        list(checkpoint.finished())


def execute(path: Path, *statements: str, values: Sequence[object] = ()) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement, values)


def test_a_full_disk_is_no_damage_and_solved_shards_are_kept(tmp_path: Path) -> None:
    split, before = Split(checkpoint=tmp_path), resource.getrlimit(resource.RLIMIT_FSIZE)
    arrived = 0

    def fill_the_disk(_: object) -> None:
        nonlocal arrived
        arrived += 1
        if arrived == 60:
            largest = max(file.stat().st_size for file in tmp_path.iterdir())
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest, before[1]))

    try:  # Python ignores SIGXFSZ
        first = solve_in_shards(SplitRun(SICP, EIGHT, split, Limits(), on_block=fill_the_disk))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert first.status is Status.CRASHED
    assert note(first).startswith("the checkpoint ")
    assert "sicp-n8.sqlite cannot be read or written" in note(first)
    assert "its contents are kept" in note(first)
    second = kept_run(tmp_path)
    assert second.status is Status.COMPLETE
    assert second.solutions == 92
    assert re.search("[1-9][0-9]? of 42 shards were already solved", note(second))


def test_a_disk_that_is_full_from_the_start_is_reported_in_one_line(tmp_path: Path) -> None:
    command = full_disk(0)
    arguments = ["compare.py", "--n", "6", "--backends", "sicp", "--checkpoint", str(tmp_path)]
    done = subprocess.run(
        ["/bin/sh", "-c", command, "sh", sys.executable, *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "sicp-n6.sqlite cannot be read or written" in line


def test_a_disk_that_cannot_be_written_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept_run(tmp_path).status is Status.COMPLETE
    connect = sqlite3.connect

    def read_only(path: Path, **options: Any) -> sqlite3.Connection:
        database: sqlite3.Connection = connect(f"file:{path}?mode=ro", uri=True, **options)
        return database

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", read_only)
        with pytest.raises(StoreError, match=r"cannot be read or written .*are kept"):
            opened(tmp_path)
    opened(tmp_path)


@pytest.mark.parametrize(
    ("statements", "why"),
    [
        (["UPDATE results SET value = CAST(X'FF' AS TEXT)"], "is damaged .*was changed"),
        (["UPDATE results SET name = X'FF' WHERE rowid = 1"], r"\\xff was changed"),
        (["UPDATE results SET hash = 5"], "is damaged .*was changed"),
        (["UPDATE results SET origin = CAST(X'FF' AS TEXT)"], "is damaged .*does not name all"),
        (
            ["UPDATE results SET origin = '{}'"],
            r"was made with another board size \(none, now 8\) and ",
        ),
        (["CREATE TABLE notes (text)"], "is not a checkpoint .*other tables"),
        (["ALTER TABLE results DROP COLUMN data"], "is not a checkpoint .*other tables"),
        (["DROP TABLE results", "CREATE TABLE mine (a)"], "is not a checkpoint"),
    ],
)
def test_damage_and_another_origin_of_a_checkpoint_are_told_apart(
    statements: list[str], why: str, tmp_path: Path
) -> None:
    assert kept_run(tmp_path).status is Status.COMPLETE
    path = tmp_path / "sicp-n8.sqlite"
    execute(path, *statements)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=why) as told:
        opened(tmp_path)
    assert ("is damaged" in why or "was changed" in why) is ("delete it" in str(told.value))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "facts",
    [
        5,
        {},
        {
            "shard": {"prefix": [0, 2], "mirrored": False},
            "counted": None,
            "counters": {"a": -1},
            "rejected": [],
            "rejected_counts": {},
        },
        {
            "shard": {"prefix": [5, 2], "mirrored": False},
            "counted": None,
            "counters": {},
            "rejected": [],
            "rejected_counts": {},
        },
    ],
)
def test_a_shard_of_another_form_with_its_right_hash_is_damage(
    facts: object, tmp_path: Path
) -> None:
    assert kept_run(tmp_path).status is Status.COMPLETE
    path = tmp_path / "sicp-n8.sqlite"
    with closing(sqlite3.connect(path)) as database:
        ((origin,),) = database.execute("SELECT DISTINCT origin FROM results")
    with opened_store(path, "checkpoint", "") as store:
        store.keep(json.loads(origin), b"[0, 2]", facts)
    with pytest.raises(StoreError, match=r"is damaged \(the shard \[0, 2\]"):
        opened(tmp_path)


ONE = "def queens(n): return [[0]] if n == 1 else []"


def test_each_run_reports_that_no_folder_takes_temporary_files(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(ONE)
    arguments = ["compare.py", "--n", "1", "--backends", "sicp", str(tmp_path / "one.py")]
    done = subprocess.run(
        ["/bin/sh", "-c", full_disk(0), "sh", sys.executable, *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (3, "")
    told = "could not start its process: [Errno 2] No usable temporary directory found"
    assert done.stdout.count(told) == 2


def test_a_temporary_folder_whose_name_is_no_text_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = tmp_path / "a\udcff"
    odd.mkdir()
    monkeypatch.setenv("TMPDIR", str(odd))
    (tmp_path / "one.py").write_text(ONE)
    there: list[dict[str, Any]] = []
    for arguments in (
        ["sicp,prolog", str(tmp_path / "one.py")],
        ["minizinc", "--cluster", "local", "--jobs", "1"],
    ):
        command = [sys.executable, "compare.py", "--n", "1", "--output", "json", "--backends"]
        done = subprocess.run([*command, *arguments], cwd=ROOT, check=False, capture_output=True)
        there += (one for one in json.loads(done.stdout)["runs"] if "to install" not in one["note"])
    assert {"sicp", str(tmp_path / "one.py")} <= {run["backend"] for run in there}
    assert {run["status"] for run in there} == {"complete"}
    assert not list(odd.iterdir())
