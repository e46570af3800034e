"""The trial of changes of a Python program; runs in the sandbox.

The suite's harness loads this file as a program, with the student's beside it. Nothing that it
tells is believed before it was checked.
"""

from __future__ import annotations

import io
import itertools
import pathlib
import signal
import sys
import types
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

try:
    from solvers.grading.repair.python_changes import Edit, PythonSource
except ImportError:  # in the sandbox, where that file lies beside this one
    from python_changes import Edit, PythonSource  # type: ignore[import-not-found,no-redef]

MOST_PARTS, DEEPEST = 10_000, 8
"""More parts than the solutions for n = 8 have in any form, and deeper lists."""
LONGEST_TEXT = 4000


def changes(name: str) -> list[Edit]:
    """The changes of the program in this file, each once; [] if it cannot be read."""
    try:
        program = PythonSource(_text(_beside(name)))
    except (SyntaxError, ValueError, RecursionError):
        return []
    return [*dict.fromkeys(program.changes())]


def tried(
    name: str,
    call: str,
    sizes: Sequence[int],
    edits: Sequence[tuple[int, int, int, str]],
    seconds: float,
) -> Iterator[list[Any]]:
    """For each change, its number and the answers for the sizes: None, or a value and a text.

    ``call`` has {n} in the place of n; "": the program is started with n. Each answer may take so
    many ``seconds`` of processor time.
    """
    path = _beside(name)
    source = _text(path)
    signal.signal(signal.SIGVTALRM, _stop)
    sys.setrecursionlimit(600)
    for at, start, end, new in edits:
        text = source[:start] + new + source[end:]
        yield [at, [_answer(text, path, call, n, seconds) for n in sizes]]


def _beside(name: str) -> str:
    return str(pathlib.Path(__file__).with_name(name))


def _text(path: str) -> str:
    return pathlib.Path(path).read_bytes().decode(errors="replace")


def _kept(value: Any, seen: Iterator[int], depth: int = 0) -> Any:
    """A copy of a value; raises ValueError if it is larger than any that can be right."""
    if next(seen) > MOST_PARTS or depth > DEEPEST:
        raise ValueError
    harness = sys.modules["__main__"]
    value = harness.as_lists(value)
    is_collection = harness.is_collection(value)
    if not is_collection or isinstance(value, (set, frozenset)):
        return value
    items = itertools.islice(value, MOST_PARTS)
    return [_kept(item, seen, depth + 1) for item in items]


def _stop(*_: object) -> None:
    raise TimeoutError


def _answer(text: str, path: str, call: str, n: int, seconds: float) -> list[Any] | None:
    printed = io.StringIO()
    sys.argv, sys.stdin = [path, str(n)], io.StringIO(f"{n}\n")
    module = types.ModuleType("submission" if call else "__main__")
    module.__file__ = path
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds / 10)
        with redirect_stdout(printed), redirect_stderr(io.StringIO()):
            harness = sys.modules["__main__"]
            harness.predefine(text, module)
            exec(compile(text, path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102  # it is what this file is for
            value = eval(call.replace("{n}", str(n)), module.__dict__) if call else None  # noqa: S307
            value = harness.settled(value)
            value = _kept(value, itertools.count())
    except SystemExit:
        value = None
    except BaseException:  # whatever a student's program raises
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return [value, printed.getvalue()[:LONGEST_TEXT]]
