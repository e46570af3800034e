"""Solve a problem shard by shard: hand them out, take them in, each exactly once."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from solvers.errors import StoreError
from solvers.execution.result import Shard, ShardResult
from solvers.execution.search import ShardError, make_ready
from solvers.interface import Backend, Counters
from solvers.puzzle.problem import Problem
from solvers.puzzle.tally import Retention
from solvers.splitting.checkpoint import Checkpoint, opened
from solvers.splitting.executors import Prepare, StartWorkers, Workers, cluster, pool, this_process
from solvers.splitting.shards import enough_depth, shards, try_shard

LOSSES = 3
"""After how many losses of workers in a row, with no shard done between, the run gives up."""

LOOK_SECONDS = 1.0
"""How often it is asked whether the workers are still there while no shard is done."""


@dataclass(frozen=True, slots=True)
class Split:
    """How a run is split. ``jobs`` 0: in the run's own process. ``depth`` None: deep enough."""

    jobs: int = 0
    cluster: str = ""
    depth: int | None = None
    mirror: bool = False
    checkpoint: Path | None = None

    def start(self, ready: Prepare) -> StartWorkers:
        """Starts the workers of such a run, each made ready; raises ClusterError."""
        jobs = self.jobs or os.cpu_count() or 1
        if self.cluster:
            return partial(cluster, ready, self.cluster, jobs)
        return partial(pool, ready, self.jobs) if self.jobs else this_process

    @contextmanager
    def opened(self, backend: Backend, problem: Problem, keep: Retention) -> Iterator[ShardedRun]:
        """The problem with its workers, until it is left.

        Raises ClusterError and StoreError.
        """
        start = self.start(partial(make_ready, backend))
        with ExitStack() as stack:

            def start_again() -> Workers:
                return stack.enter_context(start())

            yield ShardedRun(backend, problem, keep, self, start_again(), start_again)


@dataclass(frozen=True, slots=True)
class ShardedRun:
    """A problem whose shards can be handed out: the workers are there and ready."""

    backend: Backend
    problem: Problem
    keep: Retention
    split: Split
    workers: Workers
    start_again: Callable[[], Workers]

    def solve(self, take: Callable[[ShardResult], None]) -> tuple[Counters, str]:
        """Give every shard's result to ``take``, once; returns the counters and what to note."""
        counters: Counter[str] = Counter()
        with opened_checkpoint(self.backend, self.problem, self.keep, self.split) as checkpoint:
            finished = list(checkpoint.finished()) if checkpoint else []
            done = {result.shard for result in finished}
            wanted = self._all_shards(finished)
            if not done <= set(wanted):
                raise StoreError("the checkpoint holds shards of another run")
            todo = [shard for shard in wanted if shard not in done]
            for result in finished:
                take(result)
                counters.update(result.counters)
            for result in self._solved(todo):
                if checkpoint:
                    checkpoint.add(result)
                take(result)
                counters.update(result.counters)
        resumed = f"{len(finished)} of {len(finished) + len(todo)} shards were already solved"
        return counters, resumed if finished else ""

    def _all_shards(self, finished: Sequence[ShardResult]) -> list[Shard]:
        split, problem = self.split, self.problem
        depth = split.depth
        if finished:
            depth = len(finished[0].shard.prefix) - len(problem.prefix)
        if depth is None and split.mirror and not (split.jobs or split.cluster or split.checkpoint):
            depth = 1  # what is reflected has to have a first queen, and that will do
        if depth is None and getattr(self.backend.solve, "knows_only_n", False):
            depth = 0  # it would solve the whole board for every shard
        if depth is None:
            depth = enough_depth(problem, self.workers.number, mirror=split.mirror)
        return shards(problem, depth, mirror=split.mirror)

    def _solved(self, todo: Iterable[Shard]) -> Iterator[ShardResult]:
        """The result of each of these shards, as they come; those of lost workers run again."""
        workers, waiting, losses = self.workers, deque(todo), 0
        while waiting:
            running: dict[Future[ShardResult | tuple[str, str]], Shard] = {}
            try:
                while waiting or running:
                    while waiting and len(running) < workers.most_at_once:
                        task = workers.executor.submit(
                            try_shard, self.backend, self.problem, waiting[0], self.keep
                        )
                        running[task] = waiting.popleft()
                    done, _ = wait(running, LOOK_SECONDS, return_when=FIRST_COMPLETED)
                    if not done:
                        workers.look()
                    # In the order they were handed out, but those that were lost come last.
                    ended = [task for task in running if task in done]
                    for task in sorted(ended, key=partial(_is_lost, workers=workers)):
                        found = task.result()
                        if isinstance(found, tuple):
                            raise ShardError(*found)
                        yield found
                        del running[task]
                        losses = 0
            except workers.lost:
                losses += 1
                if losses == LOSSES:
                    raise
                waiting.extendleft(reversed(running.values()))
                workers = self.start_again()


def _is_lost(task: Future[Any], workers: Workers) -> bool:
    return task.cancelled() or isinstance(task.exception(), workers.lost)


def opened_checkpoint(
    backend: Backend, problem: Problem, keep: Retention, split: Split, engine: str | None = None
) -> AbstractContextManager[Checkpoint | None]:
    """The checkpoint of this run, or None where none is wanted. Raises StoreError.

    ``engine`` is the version that the backend reports; None: the backend is ready in this process.
    """
    if split.checkpoint is None:
        return nullcontext(None)
    how = {"depth": split.depth, "mirror": split.mirror, "keep": keep}
    return opened(split.checkpoint, backend, engine or backend.version(), problem, **how)
