"""Backends that try to have a wrong set called right."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

from solvers.interface import Backend, Block, Placement, Problem
from solvers.lazy import numpy as np
from solvers.paradigms.sicp import exercise as sicp
from solvers.execution.channel import Channel, Tag
from solvers.splitting import shards

BEYOND = 71
"""A row that no board of the tests has, and that a byte can hold."""


def _found(problem: Problem) -> list[Placement]:
    return list(sicp.solve(problem, Counter()))


def _with_one_beyond(problem: Problem) -> np.ndarray[Any, Any]:
    block = np.array(_found(problem), np.uint8)
    block[-1, -1] = BEYOND
    return block


def masked(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """A block with a mask on the row that is beyond the board."""
    block = _with_one_beyond(problem)
    yield np.ma.masked_array(block, mask=block == BEYOND)


def lying(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """A block whose own methods say that nothing is beyond the board."""

    class LyingBlock(np.ndarray[Any, Any]):
        def min(self, *_: Any, **__: Any) -> Any:
            return np.uint8(0)

        def max(self, *_: Any, **__: Any) -> Any:
            return np.uint8(0)

        def __lt__(self, other: Any) -> Any:
            return np.ones(self.shape, np.bool_)

    yield _with_one_beyond(problem).view(LyingBlock)


def past_the_packer(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """The bytes put straight on the channel, beside a packer that has looked at others."""
    _put_into_the_outbox(_with_one_beyond(problem))
    return iter(())


def only_200s(problem: Problem, work: Counter[str]) -> Iterator[Block]:
    """As many placements as there are, all of rows that are beyond every board of the tests."""
    _put_into_the_outbox(np.full((len(_found(problem)), problem.n), 200, np.uint8))
    return iter(())


def _put_into_the_outbox(block: np.ndarray[Any, Any]) -> None:
    """Add the block to the solutions of this process that are packed already."""
    outbox: Any = next(one for one in gc.get_objects() if type(one).__name__ == "ChannelOutbox")
    with outbox._lock:
        outbox._packer.packed += block.tobytes()
        outbox._packer.count += len(block)


def hostile(solve: Any) -> Backend:
    """The function as a backend."""
    return Backend(solve.__name__, "hostile", solve=solve)


BEYOND_THE_BOARD = [hostile(one) for one in (masked, lying, past_the_packer)]
ONLY_200S = hostile(only_200s)
