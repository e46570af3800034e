"""Run one backend in a process of its own, within limits, and say how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import TYPE_CHECKING

from solvers.execution.channel import ChannelError, Tag
from solvers.execution.limits import Limits
from solvers.execution.records import End, Failed, Rejected, read_placements, read_record
from solvers.execution.result import Cause, Ending, Run
from solvers.execution.run_state import RunState
from solvers.execution.supervisor import follow
from solvers.execution.worker_process import WorkerProcess, wait_until_ready
from solvers.interface import Backend
from solvers.lazy import numpy as np
from solvers.puzzle.counted_set import SetCounter
from solvers.puzzle.packing import REJECTED_KEPT, Fault, RejectedOutput
from solvers.puzzle.placements import Packed, empty
from solvers.puzzle.problem import Problem

if TYPE_CHECKING:
    from solvers.execution.opened_files import Opened

FIRST = frozenset({Tag.READY, Tag.UNAVAILABLE})
"""A worker says one of these before its first task, and never again."""


class TaskState(RunState):
    """The state of a task of a worker that was ready."""

    def __init__(self, worker: WorkerProcess) -> None:
        super().__init__(worker.backend.name, worker.backend.paradigm)
        self.opened: Opened = {}
        self.go_on_from(worker.before)
        if worker.is_ready:
            self.ending = None
            self.is_ready()

    def take_last(self, last: End | Failed) -> None:
        """Take in the last record of the task."""
        self.solutions, self.seconds, self.opened = last.solutions, last.seconds, last.files()
        self.first_solution_seconds = last.first_solution_seconds
        self.peak_memory_mib = max(self.peak_memory_mib, last.peak_memory_mib)
        if isinstance(last, End):
            self.counters = last.counters
            self.ending = Ending(Cause.DONE)
        else:
            memory = last.error == "MemoryError"
            cause = Cause.OUT_OF_MEMORY if memory else Cause.FAILED
            self.ending = Ending(cause, detail=last.note)


class BoardState(TaskState):
    """The state of a board that a worker solves.

    With a ``counter`` the solutions are counted in it, and not kept.
    """

    def __init__(
        self, worker: WorkerProcess, problem: Problem, counter: SetCounter | None = None
    ) -> None:
        super().__init__(worker)
        self.n, self.variant_of, self.counter = problem.n, worker.backend.variant_of, counter
        self.blocks: list[Packed] = []
        self.rejected: list[RejectedOutput] = []
        self.rejected_counts: Counter[Fault] = Counter()

    def take(self, record: tuple[Tag, bytes]) -> Packed | None:
        """Take in one record; gives the solutions in it.

        Raises ChannelError for one that is malformed or comes out of turn.
        """
        tag, payload = record
        if self.ending or tag in FIRST or tag is Tag.VALUE:
            raise ChannelError(f"a record {tag.name} out of turn")
        if tag is Tag.PLACEMENTS:
            block = read_placements(payload, self.n)
            if self.counter:
                self.counter.add(block)
            else:
                self.blocks.append(block)
            self.is_first()
            return block
        match read_record(tag, payload):
            case Rejected() as rejected:
                self.rejected = [*self.rejected, *rejected.shown()][:REJECTED_KEPT]
                self.rejected_counts.update(rejected.counts)
            case End() | Failed() as last:
                self.take_last(last)
        return None

    def run(self) -> Run:
        """The record as a run; the solutions that arrived count, not the process's own number."""
        placements = np.concatenate(self.blocks or [empty(self.n)])
        self.blocks.clear()
        counted = self.counter.counted if self.counter else None
        arrived = len(placements) + (self.counter.arrived if self.counter else 0)
        self.check_count(arrived + self.rejected_counts.total())
        run = self.finish(placements, self.rejected, self.rejected_counts)
        return replace(run, counted=counted, variant_of=self.variant_of, opened=self.opened)


def stream(
    worker: WorkerProcess, problem: Problem, limits: Limits, counter: SetCounter | None = None
) -> Generator[Packed, None, Run]:
    """Let a worker solve a board, yield its solutions as they arrive, and return the run.

    No process is left behind, not even where the caller stops listening. Ctrl-C ends the run with
    status ``cancelled`` and the solutions that had arrived.
    """
    with worker:
        try:
            wait_until_ready([worker], limits)
        except KeyboardInterrupt:
            worker.before.ending = Ending(Cause.INTERRUPTED)
        state = BoardState(worker, problem, counter)
        if worker.is_ready:
            yield from follow(worker.doing(problem, state, limits))
    return state.run()


def run(
    backend: Backend,
    problem: Problem,
    limits: Limits | None = None,
    on_block: Callable[[Packed], object] = lambda _: None,
) -> Run:
    """Run the backend to its end in a process of its own; see ``run_worker``."""
    return run_worker(WorkerProcess(backend), problem, limits or Limits(), on_block)


def run_worker(
    worker: WorkerProcess,
    problem: Problem,
    limits: Limits,
    on_block: Callable[[Packed], object] = lambda _: None,
    counter: SetCounter | None = None,
) -> Run:
    """Let a worker solve a board, telling ``on_block`` of all solutions as they arrive."""
    blocks = stream(worker, problem, limits, counter)
    interrupted = False
    while True:
        try:
            on_block(blocks.throw(KeyboardInterrupt) if interrupted else next(blocks))
        except StopIteration as end:
            result: Run = end.value
            return result
        except KeyboardInterrupt:  # it came between two blocks: let the run end as cancelled
            if interrupted:
                raise
            interrupted = True
