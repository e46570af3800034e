"""Runs in shards, as tests need them."""

from __future__ import annotations

from typing import Any

from solvers.execution.limits import Limits
from solvers.execution.result import Run
from solvers.interface import Backend
from solvers.puzzle.problem import Problem
from solvers.splitting.shards import Split
from solvers.splitting.split_run import SplitRun
from solvers.splitting.workers import solve_in_shards


def run_split(backend: Backend, problem: Problem, split: Split, **options: Any) -> Run:
    """The backend's run, split."""
    options.setdefault("limits", Limits(seconds=60))
    return solve_in_shards(SplitRun(backend, problem, split, **options))
