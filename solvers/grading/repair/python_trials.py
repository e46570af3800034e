"""The parts of a Python program, read by ``ast``, and the trial of each change.

It runs in the sandbox: the suite's harness loads it as a program, with the student's beside it.
Nothing that it tells is believed before it was checked.
"""

from __future__ import annotations

import ast
import io
import itertools
import pathlib
import signal
import sys
import types
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import Any

MOST_PARTS = 10_000
"""More parts than the solutions for n = 8 have in any form."""
LONGEST_TEXT = 4000
HERE = pathlib.Path(__file__).parent
harness: Any = sys.modules["__main__"]

BLOCKS = ("body", "orelse", "finalbody")


def parts(name: str) -> Iterator[tuple[str, str, int, int]]:
    """The parts of the program, as ``changes.py`` takes them; none if it cannot be read."""
    with suppress(SyntaxError, ValueError, RecursionError):
        source = (HERE / name).read_bytes().decode(errors="replace")
        lines = source.splitlines(keepends=True)
        starts = [0, *itertools.accumulate(map(len, lines))]

        def place(line: int, byte: int) -> int:
            return starts[line - 1] + len(lines[line - 1].encode()[:byte].decode())

        for role, head, first, last in _parts(ast.parse(source)):
            end = place(last.end_lineno, last.end_col_offset)
            yield role, head, place(first.lineno, first.col_offset), end


def _parts(node: Any) -> Iterator[tuple[str, str, Any, Any]]:
    """The roles and heads of a node and of what is in it; each lies between two nodes."""
    is_bound = isinstance(node, ast.arg) or isinstance(getattr(node, "ctx", None), ast.Store)
    role = "statement" if isinstance(node, ast.stmt) else "name" if is_bound else "value"
    head, inner = type(node).__name__, [*ast.iter_fields(node)]
    match node:
        case ast.arg(name) | ast.Name(name):
            head = name
        case ast.Constant() | ast.JoinedStr() | ast.Attribute(ast.Name("self")):
            head, inner = ast.unparse(node), []
        case ast.Call(function):  # that of an object has the object as its first part
            head = getattr(function, "id", getattr(function, "attr", ""))
            inner[0] = "func", getattr(function, "value", None)
    if hasattr(node, "lineno"):
        yield role, head, node, node
    for name, value in inner:
        items = value if isinstance(value, list) else [value]
        if name in BLOCKS and items and isinstance(items[0], ast.stmt):
            yield "block", "", items[0], items[-1]
        for each in items:
            if isinstance(each, ast.AST):
                yield from _parts(each)


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
    source = (HERE / name).read_bytes().decode(errors="replace")
    signal.signal(signal.SIGVTALRM, _stop)
    sys.setrecursionlimit(600)
    for at, start, end, new in edits:
        text = source[:start] + new + source[end:]
        yield [at, [_answer(text, str(HERE / name), call, n, seconds) for n in sizes]]


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
            exec(harness.OF_EXERCISES, module.__dict__)  # noqa: S102  # what exercise sites import
            exec(compile(text, path, "exec", dont_inherit=True), module.__dict__)  # noqa: S102  # it is what this file is for
            value = harness.call(module, call.replace("{n}", str(n))) if call else None
            value = _kept(value, itertools.count())
    except SystemExit:
        value = None
    except BaseException:  # whatever a student's program raises
        return None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return [value, printed.getvalue()[:LONGEST_TEXT]]


def _kept(value: Any, seen: Iterator[int]) -> Any:
    """A copy of a value; raises ValueError if it is larger than any that can be right."""
    if next(seen) > MOST_PARTS:
        raise ValueError
    value = harness.as_lists(value)
    if not harness.is_collection(value) or isinstance(value, (set, frozenset)):
        return value
    return [_kept(item, seen) for item in itertools.islice(value, MOST_PARTS)]
