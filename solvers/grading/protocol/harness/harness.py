"""Runs a Python submission; stands alone, inside the sandbox, and imports nothing of the suite.

The protocol is described in protocol/__init__.py.
"""

import _thread
import ast
import builtins
import enum
import functools
import inspect
import json
import os
import re
import sys
import time
import traceback
import types

DEEPEST = 50
METHODS = (types.FunctionType, staticmethod, classmethod)
MOST_ARGUMENTS = 9  # arguments of a function that takes any number of them

# What sites for exercises import before the class Solution.
OF_EXERCISES = """
import bisect, collections, copy, functools, heapq, itertools, math, random
from collections import *
from functools import *
from itertools import *
from math import inf, sqrt
from typing import *
"""
# Bound before the program is loaded, because it may replace these functions.
to_json = json.JSONEncoder().encode
leave, write_out, write_errors = os._exit, sys.stdout.flush, sys.stderr.flush
wait, frames_now = time.sleep, sys._current_frames
WATCHED_SECONDS = 0.2
ADDRESS = re.compile(" at 0x[0-9a-fA-F]+")  # which differs from run to run


def encode(value, depth=0):
    """A value as data that JSON can hold."""
    if depth > DEEPEST:
        return {"other": "nested too deeply"}
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int) and not isinstance(value, enum.Enum):
        try:
            return int(str(int(value)))
        except ValueError:
            return {"other": "an int of more than 4300 digits"}
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, complex):
        return {"term": ["complex", encode(value.real), encode(value.imag)]}
    if isinstance(value, enum.Enum):
        return {"symbol": value.name}
    if isinstance(value, (list, bytes, bytearray)):
        return [encode(item, depth + 1) for item in value]
    if hasattr(value, "to_numpy") or hasattr(value, "tolist"):
        return encode(as_lists(value), depth + 1)
    if isinstance(value, (set, frozenset)):
        if has_no_order(value):
            return {"other": repr(value)[:200]}
    if isinstance(value, dict):
        return {"dict": [[encode(key, depth + 1), encode(value[key], depth + 1)] for key in value]}
    if is_collection(value):
        return {"items": [kind_of(value), *[encode(item, depth + 1) for item in value]]}
    pair = square_of(value)
    if pair:
        return {"term": [type(value).__name__, *[encode(item, depth + 1) for item in pair]]}
    if type(value).__str__ is not object.__str__ and not isinstance(value, type):
        return str(value)  # a board that draws itself
    return {"other": ADDRESS.sub("", repr(value)[:1000])[:200]}


def as_lists(value):
    """The values of an array or a data frame as lists; any other value unchanged."""
    if hasattr(value, "to_numpy"):  # a data frame, whose items would be the names of its columns
        value = value.to_numpy()
    return value.tolist() if hasattr(value, "tolist") else value


def kind_of(collection):
    """The name of a collection's type; "" for a list, and "tuple" for each kind of tuple."""
    is_tuple = isinstance(collection, tuple)
    return (
        "tuple" if is_tuple else "" if isinstance(collection, list) else type(collection).__name__
    )


def has_no_order(value):
    """Whether the value is a set of numbers: row numbers without an order name no columns."""
    return isinstance(value, (set, frozenset)) and any(isinstance(item, int) for item in value)


def square_of(value):
    """The two numbers of an object with the position of a queen; None for any other object."""
    names = ("row", "col"), ("row", "column"), ("r", "c"), ("x", "y"), ("i", "j")
    for first, second in names:
        if hasattr(value, first) and hasattr(value, second):
            return getattr(value, first), getattr(value, second)
    return None


def is_collection(value):
    """Whether the value can be iterated over, and is no text, no bytes, no dict and no class."""
    return hasattr(value, "__iter__") and not isinstance(value, (str, bytes, bytearray, dict, type))


def arity_of(function):
    """The fewest and most arguments, and their names; None if a keyword argument is required."""
    least = most = 0
    names = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            most += 1
            least += parameter.default is parameter.empty
            names.append(parameter.name)
        elif parameter.kind is parameter.VAR_POSITIONAL:
            most = MOST_ARGUMENTS
        elif parameter.kind is parameter.KEYWORD_ONLY and parameter.default is parameter.empty:
            return None
    return least, most, names


def entries_of(module, folder):
    """The entries as the protocol lists them: name, fewest and most arguments, and their names.

    Two numbers follow: a method's class takes that many arguments; -1, -1 for a function; 0, -1 for
    a class.
    """

    def is_own(value):
        home = getattr(value, "__module__", module.__name__)
        file = getattr(sys.modules.get(home), "__file__", None) or ""
        return home == module.__name__ or os.path.dirname(file) == folder

    found = {}
    for name, value in list(vars(module).items()):
        if name.startswith("__") or not (is_own(value) or isinstance(value, functools.partial)):
            continue
        try:
            if callable(value) and arity_of(value):
                found[name] = [name, *arity_of(value), 0 if inspect.isclass(value) else -1, -1]
            if not inspect.isclass(value):
                continue
            own = {
                attribute: member
                for base in reversed(value.__mro__)
                if is_own(base)
                for attribute, member in vars(base).items()
            }
            for method, function in own.items():
                if isinstance(function, METHODS) and not method.startswith("__"):
                    bare = isinstance(function, types.FunctionType)
                    # Static and class methods need no object.
                    made = arity_of(value) if bare else (-1, -1)
                    arity = arity_of(
                        functools.partial(function, None) if bare else getattr(value, method)
                    )
                    if made and arity:
                        key = f"{name}.{method}"
                        found[key] = [key, *arity, *made[:2]]
        except Exception:
            continue
    return list(found.values())[:1000]


def settled(result):
    """The result; that of an async function is awaited, that of an async generator is collected."""
    if inspect.isasyncgen(result):

        async def all_of(items=result):
            return [item async for item in items]

        result = all_of()
    if inspect.iscoroutine(result):
        import asyncio

        result = asyncio.run(result)
    return result


def failure_of(error):
    """The protocol's name of this failure."""
    kinds = (
        (RecursionError, "recursion"), (MemoryError, "memory"), (SystemExit, "left"),
        (ImportError, "package"), (NameError, "unbound"), (EOFError, "input"),
        (SyntaxError, "syntax"),
    )  # fmt: skip
    what = next((what for kind, what in kinds if isinstance(error, kind)), "error")
    return "error" if isinstance(error, UnboundLocalError) else what


def message_of(error, path):
    """The message of an error, with its line in the program."""
    place = place_of(error, path)
    at = f"line {place['line']}: " if place else ""
    return f"{at}{type(error).__name__}: {error}"


def call(module, text):
    """The value of the call in this text, in the names of the program."""
    return settled(eval(compile(text, "call", "eval"), vars(module)))


def flush():
    """Write out all text that the program has printed."""
    for stream in (write_out, write_errors):
        try:
            stream()
        except (OSError, ValueError):
            pass


def place_in(frames, path):
    """The function and line of the innermost frame in the program; None without one."""
    own = [(code, line) for code, line in frames if code.co_filename == path]
    if not own:
        return None
    code, line = own[-1]
    # A frame's line can be None; then it is the line at which the function begins.
    return {"function": code.co_name, "line": line or code.co_firstlineno}


def place_of(error, path):
    """The function and line of the program in which the error was raised; None if outside.

    For a recursion that goes too deep, it is the line that is on the stack most often.
    """
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    own = [each for each in frames if each[0].co_filename == path]
    if own and isinstance(error, RecursionError):
        frames = [max(dict.fromkeys(own), key=own.count)]
    return place_in(frames, path)


def load(path, start, token, records, watches=False):
    """Load the program, report the result, and return the function that answers a line.

    A page that has no processes calls ``load`` itself: it needs neither descriptors nor signals.
    If it ``watches``, a thread tells the innermost function that has run for the whole answer.
    """
    is_asked = False
    one_writes = _thread.allocate_lock()
    main_thread = _thread.get_ident()

    def watch():
        seen, seen_for = [], ""
        while True:
            wait(WATCHED_SECONDS)
            frame, frames = frames_now().get(main_thread), []
            while frame:
                code = frame.f_code
                if code.co_filename == path and not code.co_name.startswith("<"):
                    frames.insert(0, (code.co_firstlineno, code.co_name))
                frame = frame.f_back
            with one_writes:
                seen = os.path.commonprefix([seen if seen_for == token else frames, frames])
                seen_for = token
                if is_asked and seen:
                    send("at", {"function": seen[-1][1], "line": seen[-1][0]})
                    records.flush()

    def send(kind, data):
        records.write(f"{token} {kind} {to_json(data)}\n")

    builtins.quit = builtins.exit = sys.exit  # Python's own start-up would have defined them
    read = builtins.input
    builtins.input = lambda prompt="": read()  # a prompt is no answer
    folder = os.path.dirname(path)
    sys.path.insert(0, folder)
    packages = os.path.join(os.path.dirname(os.path.abspath(__file__)), "packages")
    if os.path.isdir(packages):
        sys.path.append(packages)
    mode, *arguments = start.split()
    sys.argv = [path, *arguments]
    module = types.ModuleType("__main__" if mode == "run" else "submission")
    module.__file__ = path
    sys.modules[module.__name__] = module
    ready = {"load_error": "", "kind": "", "entries": []}
    send("loading", {})
    records.flush()
    try:
        with open(path, "rb") as file:
            source = file.read()
        code = compile(source, path, "exec", dont_inherit=True)
        if re.search(rb"^class Solution\b", source, re.MULTILINE):
            exec(OF_EXERCISES, module.__dict__)
        exec(code, module.__dict__)
    except SyntaxError as error:
        at = f"line {error.lineno}: " if error.filename == path else ""
        ready |= {"kind": "syntax", "load_error": f"{at}{error.msg}"}
    except BaseException as error:  # SystemExit at the end of a file is common
        if not isinstance(error, SystemExit):
            ready |= {"kind": failure_of(error), "load_error": message_of(error, path)}
    ready["entries"] = entries_of(module, folder)
    flush()
    send("ready", ready)
    records.flush()

    def answer(line):
        nonlocal token, is_asked
        token, text = line.rstrip("\n").split("\t")
        count, kind, is_one_list = 0, "", False
        is_asked = True
        try:
            if text:
                result = as_lists(call(module, text))
                kind = kind_of(result)
                if is_collection(result) and not has_no_order(result):
                    for item in result:
                        send("answer", encode(item))
                        count += 1
                        if not isinstance(result, (list, tuple)):
                            records.flush()  # so that the time of the first one is true
                    if isinstance(result, list) and count > 1 and isinstance(result[0], list):
                        is_one_list = all(item is result[0] for item in result)
                else:
                    send("value", encode(result))
                    count = 1
        except BaseException as error:
            flush()
            with one_writes:
                is_asked = False
            place = place_of(error, path)
            if place and isinstance(error, RecursionError):
                send("at", place)
            of_a_call = isinstance(error, (NameError, TypeError, AttributeError))
            is_call = text and not place and of_a_call
            what = "call" if is_call else failure_of(error)
            send("failed", {"what": what, "message": message_of(error, path)})
        else:
            flush()
            with one_writes:
                is_asked = False
            send("end", {"count": count, "kind": kind, "one_list": is_one_list})
        records.flush()

    if watches:
        try:
            _thread.start_new_thread(watch, ())
        except RuntimeError:  # no thread can be started
            pass
    return answer


def main():
    """Read the job from standard input, load the program, and answer each request."""
    asks = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="surrogateescape")
    token, path, descriptor, start = (asks.readline().rstrip("\n") for _ in range(4))
    records = os.fdopen(int(descriptor), "w", buffering=1 << 16, encoding="utf-8")
    os.set_inheritable(int(descriptor), False)
    os.dup2(
        os.open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "input"), os.O_RDONLY), 0
    )
    answer = load(path, start, token, records, watches=True)
    for line in asks:
        answer(line)
    flush()
    leave(0)


if __name__ == "__main__":
    main()
