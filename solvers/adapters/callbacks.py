"""Turn an engine that calls back once per solution into a generator."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from threading import Condition, Thread
from typing import Any, TypeVar

Item = TypeVar("Item")
Search = Callable[[Callable[[Item], None]], object]

CAPACITY = 1024
"""The most items that wait for the caller; then the engine waits."""

PAUSE_SECONDS = 0.001
"""The pause of the caller between two batches. Without it, the two threads take turns at each
solution, which took up to a tenth of CP-SAT's time."""


def iterate(search: Search[Item], stop: Callable[[], object]) -> Generator[Item]:
    """Yield every item that ``search`` passes to its callback.

    The search runs in a thread of its own. It waits while CAPACITY items wait, besides the batch
    that is being yielded. Its exceptions are raised here. Closing the generator early calls
    ``stop`` and waits for the thread.
    """
    waiting: list[Item] = []
    errors: list[BaseException] = []
    is_over = is_closed = False
    changed = Condition()

    def add(item: Item) -> None:
        with changed:
            while len(waiting) >= CAPACITY and not is_closed:
                changed.wait()
            waiting.append(item)
            changed.notify()

    def run() -> None:
        nonlocal is_over
        try:
            search(add)
        except BaseException as error:  # raised again in the caller's thread
            errors.append(error)
        with changed:
            is_over = True
            changed.notify()

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        while True:
            with changed:
                while not (waiting or is_over):
                    changed.wait()
                items, waiting[:] = waiting[:], []
                changed.notify()
            if not items:
                break
            yield from items
            time.sleep(PAUSE_SECONDS)
        if errors:
            raise errors[0]
    finally:
        with changed:
            is_closed = True
            changed.notify()
        stop()
        thread.join()


def cp_sat_callback(
    variables: Sequence[Any], on_solution: Callable[[tuple[int, ...]], object]
) -> Any:
    """A callback for CP-SAT: calls ``on_solution`` with the values of the variables."""
    from ortools.sat.python import cp_model

    class SolutionCallback(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            on_solution(tuple([self.value(variable) for variable in variables]))

    return SolutionCallback()
