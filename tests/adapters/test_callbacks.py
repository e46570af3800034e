"""The adapter for engines that call back once per solution."""

from collections.abc import Callable
from itertools import count, islice
from threading import Event

import pytest

from solvers.adapters.callbacks import CAPACITY, iterate


def test_the_caller_gets_every_item_in_order_and_then_the_error_of_the_engine() -> None:
    def search(found: Callable[[int], None]) -> None:
        for number in range(3 * CAPACITY):
            found(number)
        raise RuntimeError("the engine stopped before the end")

    items = iterate(search, stop=bool)
    assert list(islice(items, 3 * CAPACITY)) == list(range(3 * CAPACITY))
    with pytest.raises(RuntimeError, match="before the end"):
        next(items)


def test_closing_the_generator_stops_an_endless_engine_that_is_not_far_ahead() -> None:
    stopped, reached = Event(), []

    def search(found: Callable[[int], None]) -> None:
        for number in count():
            if stopped.is_set():
                return
            reached.append(number)
            found(number)

    items = iterate(search, stop=stopped.set)
    assert next(items) == 0
    assert len(reached) <= CAPACITY + 2  # one is yielded, and one waits to be put
    items.close()
    assert stopped.is_set()
