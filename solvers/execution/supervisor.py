"""Listen to a process until it ends, or reaches a limit and is ended."""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Protocol

from solvers.execution.channel import ChannelError
from solvers.execution.ending import Cause, Ending, escaped
from solvers.execution.limits import Limits
from solvers.execution.process_tree import ProcessTree
from solvers.execution.run_state import RunState

POLL_SECONDS = 0.05
"""How often the memory and the life of a silent process are looked at."""

READ_BYTES = 1 << 18

Started = AbstractContextManager[tuple[ProcessTree, int, int]]
"""A process that runs, the descriptors of its records and of its printed text."""


class FeedsRecords(Protocol):
    """What makes records of bytes."""

    def feed(self, received: bytes) -> Iterator[Any]:
        """Every record that is whole with these bytes; raises ChannelError."""


def follow(
    state: RunState, started: Started, decoder: FeedsRecords, limits: Limits
) -> Iterator[Any]:
    """Take in what a process sends until it ends or is ended; nothing of it is left.

    Gives whatever the state makes of a record that is not None.
    """
    try:
        with started as (tree, channel, printed):
            yield from _listen(state, limits, decoder, tree, channel, printed)
            state.take_printed(_left_in(printed, state.printed_bytes))
            if state.ending and state.ending.cause is Cause.DONE:
                state.ending = limits.memory_was_reached(state) or state.ending
    except KeyboardInterrupt:
        state.ending = Ending(Cause.INTERRUPTED)
    except ChannelError as error:
        state.ending = Ending(Cause.BAD_RECORD, detail=str(error))
    except OSError as error:
        state.ending = Ending(Cause.NOT_STARTED, detail=str(error))
    finally:
        state.ended = state.ended or time.monotonic()


def _listen(  # noqa: PLR0913, PLR0917  # what is listened to, and what to do with it
    state: RunState,
    limits: Limits,
    decoder: FeedsRecords,
    tree: ProcessTree,
    channel: int,
    printed: int,
) -> Iterator[Any]:
    """Take in what a process sends until its run has an ending; the process may live on."""
    next_look = time.monotonic() + POLL_SECONDS
    with selectors.DefaultSelector() as selector, _end_of(tree) as end:
        for descriptor in (channel, printed, *end):
            selector.register(descriptor, selectors.EVENT_READ)
        gone = False
        while state.ending is None:
            heard = False
            for key, _ in selector.select(0 if gone else max(0.0, next_look - time.monotonic())):
                received = b"" if key.fd in end else _read(key.fd)
                if not received:
                    selector.unregister(key.fileobj)
                    continue
                heard = True
                state.received_bytes += len(received)
                if not state.ending and (too_much := limits.output_reached(state)):
                    state.ending = too_much  # at once, since all of it would be kept
                    break
                if key.fd == printed:
                    state.take_printed(received)
                else:
                    blocks = map(state.take, decoder.feed(received))
                    yield from (block for block in blocks if block is not None)
            if state.ending is None and time.monotonic() >= next_look:
                next_look = time.monotonic() + POLL_SECONDS
                state.ending = limits.reached(state, tree)
            if state.ending is None and not heard:
                if gone:  # it was over before we listened for the last time
                    _explain_end(state, limits, tree)
                gone = tree.has_ended()


@contextmanager
def _end_of(tree: ProcessTree) -> Iterator[list[int]]:
    """A descriptor that can be read when the process is over; none where the system has none."""
    try:
        descriptor = os.pidfd_open(tree.process.pid)
    except (AttributeError, OSError):
        yield []
        return
    try:
        yield [descriptor]
    finally:
        os.close(descriptor)


def _read(descriptor: int) -> bytes:
    """What has come; nothing at the end, also where it came before our job was read."""
    try:
        return os.read(descriptor, READ_BYTES)
    except ConnectionResetError:
        return b""


def _left_in(descriptor: int, most: int) -> bytes:
    """What has been written there and not been read yet, not much more than ``most`` bytes."""
    os.set_blocking(descriptor, False)
    found = bytearray()
    with suppress(BlockingIOError):
        while len(found) < most and (more := os.read(descriptor, most)):
            found += more
    return bytes(found)


def _explain_end(state: RunState, limits: Limits, tree: ProcessTree) -> None:
    """The process is over: well, at a limit of the kernel's, or in a crash, and what is known."""
    state.ended = time.monotonic()
    used, out_of_memory = tree.cpu_seconds(), tree.ran_out_of_memory()
    tree.kill()
    code = tree.process.returncode
    if state.ended_well(code):
        state.ending = Ending(Cause.DONE)
    elif out_of_memory:
        state.ending = Ending(Cause.KERNEL_MEMORY, limits.memory_mib)
    elif used >= limits.cpu_seconds:
        state.ending = Ending(Cause.PROCESSOR_TIME, limits.cpu_seconds)
    else:
        printed = state.printed.decode(errors="replace").strip().splitlines()
        last = escaped(printed[-1]) if printed else ""
        state.ending = Ending(Cause.NO_END_RECORD, exit_code=code, detail=last)
