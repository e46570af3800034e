"""A split that does not wait long for a cluster; other workers need not load how runs are split."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from solvers.interface import Backend, Problem
from solvers.puzzle.tally import Retention
from solvers.splitting import executors
from solvers.splitting.split import ShardedRun, Split


@dataclass(frozen=True)
class Impatient(Split):
    """A split that waits a second for a cluster that does not answer or has no worker.

    Where it ``connects`` at all, that may take as long as ever.
    """

    connects: bool = True

    @contextmanager
    def opened(self, backend: Backend, problem: Problem, keep: Retention) -> Iterator[ShardedRun]:
        if not self.connects:
            executors.CONNECT_SECONDS = 1
        with Split.opened(self, backend, problem, keep) as run:
            executors.CONNECT_SECONDS = executors.GONE_SECONDS = 1
            yield run
