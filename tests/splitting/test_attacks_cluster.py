"""Clusters that do not answer, lose their processes or have other programs."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import psutil
import pytest
from attacks.files import hostile
from processes import until
from split_runs import run_split

from solvers import registry
from solvers.execution.result import Run, Status
from solvers.interface import Backend
from solvers.output.messages import note
from solvers.puzzle.problem import Problem
from solvers.splitting.shards import ShardRecord, Split

pytestmark = pytest.mark.usefixtures("nothing_is_left_behind")
SICP = registry.find("sicp")


def run_on(address: str, backend: Backend = SICP) -> Run:
    """The backend's run on the cluster there."""
    return run_split(backend, Problem(8), Split(cluster=address, jobs=1))


@pytest.mark.slow("waits for a server")
def test_a_server_that_is_no_dask_scheduler_is_reported() -> None:
    def answer_all(server: socket.socket) -> None:
        connections = []
        with suppress(OSError):  # the server is closed
            while True:
                connections.append(server.accept()[0])
                connections[-1].sendall(b"HTTP/1.0 400 Bad Request\r\n\r\n")
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


@pytest.mark.slow("starts a cluster")
def test_a_cluster_of_its_own_needs_no_port_that_others_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with ExitStack() as stack:
        with suppress(OSError):  # somebody else has it already: that will do
            stack.enter_context(socket.create_server(("127.0.0.1", 8787)))
        found = run_on("local")
    assert found.status is Status.COMPLETE, note(found)


MEDDLER = """
import solvers.splitting.cluster as cluster
from solvers.interface import Backend
from solvers.paradigms.sicp.exercise import BACKEND as sicp

solve_shard = cluster.solve_shard


def without_one(*arguments):
    run = solve_shard(*arguments)
    return __import__("dataclasses").replace(run, placements=run.placements[1:])


cluster.solve_shard = without_one
BACKEND = Backend("meddler", solve=sicp.solve)
"""


@pytest.mark.slow("starts a cluster")
def test_a_backend_of_others_is_loaded_only_where_it_searches(tmp_path: Path) -> None:
    (tmp_path / "meddler.py").write_text(MEDDLER)
    found = run_on("local", registry.find(str(tmp_path / "meddler.py")))
    assert (found.status, found.solutions) == (Status.COMPLETE, 92), note(found)


@pytest.mark.parametrize(
    "forged",
    [
        {"rejected_counts": {"invalid": -1}},
        {"rejected_counts": {"missing": 2}},
        {"placements": -1},
        {"ending": {"cause": "interrupted"}},
    ],
    ids=lambda forged: next(iter(forged)),
)
def test_a_record_that_no_worker_sends_is_refused(forged: dict[str, Any]) -> None:
    run = run_split(SICP, Problem(4), Split(jobs=1))
    record = json.loads(json.dumps(asdict(ShardRecord.of((), run))))
    msgspec.convert(record, ShardRecord)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**record, **forged}, ShardRecord)


@dataclass
class Dask:
    """A cluster of one scheduler and one worker, as a user starts them."""

    address: str
    scheduler: subprocess.Popen[bytes]


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
        yield Dask(address, scheduler)


@pytest.mark.slow("starts a cluster")
def test_a_cluster_whose_scheduler_is_gone_ends_the_run(tmp_path: Path) -> None:
    with dask(tmp_path) as there:
        kill = partial(os.kill, there.scheduler.pid, signal.SIGKILL)
        found = run_on(there.address, hostile.hostile(hostile.do_and_wait, what=kill))
    assert found.status is Status.CRASHED
    assert "the connection to the Dask cluster is lost" in note(found)


@pytest.mark.slow("starts a cluster")
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
    assert "a Dask worker cannot run on_both: " in note(found)
    assert "there is another module named on_both; rename the file" in note(found)
    assert "\n" not in note(found)
