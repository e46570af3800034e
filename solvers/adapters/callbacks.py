"""Turn an engine that calls back once per solution into a generator."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any, TypeVar

Item = TypeVar("Item")
Search = Callable[[Callable[[Item], None]], object]

CAPACITY = 1024
"""The most items that wait for the caller; then the engine waits."""

PAUSE_SECONDS = 0.001
"""The pause of the caller when no item waits. Without it, the two threads take turns at each
solution, which took up to a tenth of CP-SAT's time."""

END = object()


def iterate(search: Search[Item], stop: Callable[[], object]) -> Generator[Item]:
    """Yield every item that ``search`` passes to its callback.

    The search runs in a thread of its own, which waits while CAPACITY items wait. Its exceptions
    are raised here. Closing the generator early calls ``stop`` and waits for the thread.
    """
    items: Queue[Any] = Queue(CAPACITY)
    errors: list[BaseException] = []

    def run() -> None:
        try:
            search(items.put)
        except BaseException as error:  # raised again in the caller's thread
            errors.append(error)
        items.put(END)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        while (item := items.get()) is not END:
            yield item
            if items.empty():
                time.sleep(PAUSE_SECONDS)
        if errors:
            raise errors[0]
    finally:
        stop()
        while thread.is_alive():
            with suppress(Empty):  # the search may wait for room
                items.get_nowait()
            thread.join(PAUSE_SECONDS)


def cp_sat_callback(
    variables: Sequence[Any], on_solution: Callable[[tuple[int, ...]], object]
) -> Any:
    """A callback for CP-SAT: calls ``on_solution`` with the values of the variables."""
    from ortools.sat.python import cp_model

    class SolutionCallback(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            on_solution(tuple([self.value(variable) for variable in variables]))

    return SolutionCallback()
