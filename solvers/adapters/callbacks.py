"""Turn an engine that calls back once per solution into a generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Event, Thread
from typing import TypeVar

Item = TypeVar("Item")
Search = Callable[[Callable[[Item], None]], object]

CAPACITY = 1024
"""How many items the engine may be ahead of the caller."""


class _End:
    """The last item: the engine has returned, or raised ``error``."""

    error: BaseException | None = None


def iterate(search: Search[Item], stop: Callable[[], object]) -> Iterator[Item]:
    """Yield every item that ``search`` passes to its callback.

    The search runs in a thread of its own, at most CAPACITY items ahead. Its exceptions are raised
    here. Closing the generator early calls ``stop`` and waits for the thread.
    """
    items: SimpleQueue[Item | _End] = SimpleQueue()
    room: SimpleQueue[None] = (
        SimpleQueue()
    )  # a semaphore: one entry per item that may be added; its own class is slower
    closed = Event()
    for _ in range(CAPACITY):
        room.put(None)

    def add(item: Item) -> None:
        if not closed.is_set():
            room.get()
        items.put(item)

    def run() -> None:
        end = _End()
        try:
            search(add)
        except BaseException as error:  # raised again in the caller's thread
            end.error = error
        items.put(end)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        while not isinstance(item := items.get(), _End):
            room.put(None)
            yield item
        if item.error is not None:
            raise item.error
    finally:
        closed.set()
        room.put(None)
        stop()
        thread.join()
