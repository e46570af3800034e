"""One loop listens to several processes, until each task ends or reaches a limit."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from solvers.errors import printable
from solvers.execution.limits import Limits
from solvers.execution.process_tree import ProcessTree
from solvers.execution.result import Cause, ChannelError, Ending
from solvers.execution.run_state import RunState

POLL_SECONDS = 0.05
"""The time between two checks of the limits, and of silent processes that may have ended."""

READ_BYTES = 1 << 18
"""The most bytes that one call reads."""


@dataclass(eq=False, slots=True)
class WatchedTask:
    """One thing that a process does: get ready, solve a board, answer a call.

    Records arrive as bytes on the file descriptor ``channel_fd``, printed text on ``printed_fd``.
    ``decode`` turns bytes into complete records or raises ChannelError; ``state`` takes the
    records. The process may live on after the task.
    """

    state: RunState
    tree: ProcessTree
    channel_fd: int
    printed_fd: int
    decode: Callable[[bytes], Iterator[Any]]
    limits: Limits
    process_is_over: bool = False


class Supervisor:
    """Listens to the tasks of any number of plans, and holds each to its limits.

    A plan names one task at a time, and goes on when that has ended.
    """

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._tasks: dict[WatchedTask, tuple[list[int], Iterator[WatchedTask]]] = {}

    def listen(self, plans: Iterable[Iterable[WatchedTask]]) -> Generator[tuple[WatchedTask, Any]]:
        """Yield (task, item) for each item that a state takes from a record.

        Yield (task, None) when a task has ended and its plan has gone on. Stops after the last
        task. If the caller closes the generator, unfinished tasks get the ending INTERRUPTED; their
        processes go on until the caller ends them.
        """
        try:
            for plan in plans:
                self._go_on(iter(plan))
            next_check = time.monotonic() + POLL_SECONDS
            while self._tasks:
                any_is_over = any(task.process_is_over for task in self._tasks)
                wait = 0.0 if any_is_over else max(0.0, next_check - time.monotonic())
                heard = set()
                for key, _ in self._selector.select(wait):
                    task = key.data
                    if task.state.ending:
                        continue
                    if received := self._read(task, key.fd):
                        heard.add(task)
                        for item in self._take(task, key.fd, received):
                            yield task, item
                is_due = time.monotonic() >= next_check
                yield from ((task, None) for task in self._ended(heard, check_limits=is_due))
                if is_due:
                    next_check = time.monotonic() + POLL_SECONDS
        finally:
            for task in list(self._tasks):
                task.state.ending = task.state.ending or Ending(Cause.INTERRUPTED)
                self._remove(task)
            self._selector.close()

    def _go_on(self, plan: Iterator[WatchedTask]) -> None:
        """Listen to the next task of the plan, if it has one."""
        for task in islice(plan, 1):
            os.set_blocking(task.printed_fd, False)  # a program can take its bytes back
            descriptors = [task.channel_fd, task.printed_fd]
            with suppress(AttributeError, OSError):  # can be read when the process is over (Linux)
                descriptors.append(os.pidfd_open(task.tree.process.pid))
            self._tasks[task] = descriptors, plan
            for descriptor in descriptors:
                self._selector.register(descriptor, selectors.EVENT_READ, task)

    def _ended(self, heard: set[WatchedTask], *, check_limits: bool) -> Iterator[WatchedTask]:
        """Yield each task that has ended, when its plan has gone on.

        If ``check_limits``, also those above a limit, or whose silent process has ended. Whoever
        started their processes ends them.
        """
        for task in list(self._tasks):
            state = task.state
            if check_limits and not state.ending:
                state.ending = state.limit_reached(task.limits, task.tree)
            if not state.ending and task not in heard:
                if task.process_is_over:  # it ended before this round, so no bytes can follow
                    _explain_end(task)
                elif check_limits:
                    task.process_is_over = task.tree.has_ended()
            if state.ending:
                self._go_on(self._remove(task))
                yield task

    def _read(self, task: WatchedTask, descriptor: int) -> bytes:
        """Read the bytes that have arrived.

        b"" means the end of the file or of the process; then stop listening to the descriptor. Or
        the program has taken its bytes back before they were read.
        """
        received = b""
        if descriptor in (task.channel_fd, task.printed_fd):
            # A process that ended before it had read all we sent resets the connection.
            try:
                received = os.read(descriptor, READ_BYTES)
            except BlockingIOError:
                return received
            except ConnectionResetError:
                pass
        else:
            task.process_is_over = True
        if not received:
            self._selector.unregister(descriptor)
        return received

    def _take(self, task: WatchedTask, descriptor: int, received: bytes) -> Iterator[Any]:
        """Give the received bytes to the state; yield the item of each record that has one."""
        state = task.state
        state.received_bytes += len(received)
        state.ending = state.output_reached(task.limits)
        if state.ending:  # before they are decoded, since the state would keep them
            return
        if descriptor == task.printed_fd:
            state.take_printed(received)
            return
        try:
            for record in task.decode(received):
                if (item := state.take(record)) is not None:
                    yield item
        except ChannelError as error:
            state.ending = Ending(error.cause, detail=str(error))

    def _remove(self, task: WatchedTask) -> Iterator[WatchedTask]:
        """Stop listening to a task, and return its plan.

        Read its last printed text, and check its peak memory.
        """
        state = task.state
        state.ended = state.ended or time.monotonic()
        (channel, printed, *pidfds), plan = self._tasks.pop(task)
        for descriptor in (channel, printed, *pidfds):
            with suppress(KeyError):  # unregistered at the end of the file
                self._selector.unregister(descriptor)
        for descriptor in pidfds:
            os.close(descriptor)
        text = bytearray()
        with suppress(BlockingIOError):
            while len(text) < state.printed_bytes and (more := os.read(printed, READ_BYTES)):
                text += more
        state.take_printed(text)
        if state.ending and state.ending.cause is Cause.DONE:
            peak, limit = state.peak_memory_mib, task.limits.memory_mib
            if peak > limit:
                state.ending = Ending(Cause.MEMORY, limit, peak)
        return plan


def follow(task: WatchedTask) -> Generator[Any]:
    """Listen to one task until it ends; yield the items that its state takes from records.

    Ctrl-C ends the task as interrupted, even if it has just ended: nobody else will learn of it.
    """
    try:
        with closing(Supervisor().listen([[task]])) as followed:
            for _, item in followed:
                if item is not None:
                    yield item
    except KeyboardInterrupt:
        task.state.ending = Ending(Cause.INTERRUPTED)


def _explain_end(task: WatchedTask) -> None:
    """Kill the rest of an ended process's tree, and give the task its ending."""
    state, tree, limits = task.state, task.tree, task.limits
    state.ended = time.monotonic()
    used, out_of_memory = tree.cpu_seconds(), tree.ran_out_of_memory()
    tree.kill()
    code = tree.process.returncode
    if state.is_complete_at_exit(code):
        state.ending = Ending(Cause.DONE)
    elif out_of_memory:
        state.ending = Ending(Cause.KERNEL_MEMORY, limits.memory_mib)
    elif used >= limits.cpu_seconds:
        state.ending = Ending(Cause.PROCESSOR_TIME, limits.cpu_seconds)
    else:
        printed = state.text.strip().splitlines()
        last = printable(printed[-1]) if printed else ""
        state.ending = Ending(Cause.NO_END_RECORD, exit_code=code, detail=last)
