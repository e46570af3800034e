"""Runs a Python submission; stands alone, inside the sandbox, and imports nothing of the suite.

The job comes on stdin, a line each: token, file, entry point (or "-"), n, and the number of the
file descriptor for the records. A record is a line: token, kind, JSON.
"""

import builtins
import functools
import importlib.util
import inspect
import json
import os
import sys
import time
import traceback
import types

NAMES = ["nqueens", "queens", "solvenqueens", "eightqueens", "queen", "nqueen", "solve"]
DEEPEST = 50
METHODS = (types.FunctionType, staticmethod, classmethod)

# Bound before the program is loaded, which may put others in their place.
clock, to_json = time.perf_counter, json.JSONEncoder().encode
leave, write_out = os._exit, sys.stdout.flush


def plain(name):
    """A name without what its spelling may vary in."""
    return name.lower().replace("_", "").replace("-", "")


def encode(value, depth=0):
    """A value as data that JSON can hold."""
    if depth > DEEPEST:
        return {"other": "nested too deeply"}
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        try:
            return int(str(int(value)))
        except ValueError:
            return {"other": "an int of more than 4300 digits"}
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, (list, tuple)):
        return [encode(item, depth + 1) for item in value]
    if hasattr(value, "tolist"):
        return encode(value.tolist(), depth + 1)
    if isinstance(value, (set, frozenset)):
        items = [encode(item, depth + 1) for item in value]
        # Squares have no order, and each says where it is; rows without an order say nothing.
        squares = items and all(isinstance(item, tuple) and len(item) == 2 for item in value)
        return items if squares else {"set": items}
    if isinstance(value, dict):
        return {"dict": [[encode(key, depth + 1), encode(value[key], depth + 1)] for key in value]}
    if is_collection(value):
        return [encode(item, depth + 1) for item in value]
    return {"other": type(value).__name__ + " " + repr(value)[:200]}


def is_collection(value):
    """Whether it can be gone through, and is not one value to those who made it."""
    return hasattr(value, "__iter__") and not isinstance(value, (str, bytes, bytearray, dict, type))


def find_entry(module, wanted):
    """The function to call with n, or None, and what could have been called."""
    found = {}
    for name, value in vars(module).items():
        imported = getattr(value, "__module__", module.__name__) != module.__name__
        if imported and not isinstance(value, functools.partial):
            continue
        if inspect.isclass(value):
            for method_name, method in vars(value).items():
                if isinstance(method, METHODS) and not method_name.startswith("__"):
                    found[f"{name}.{method_name}"] = (method_name, value)
        elif callable(value):
            found[name] = (name, None)

    def bound(owner, name):
        needs_object = inspect.isfunction(vars(owner)[name])
        return getattr(owner() if needs_object else owner, name)

    def usable(label):
        name, owner = found[label]
        try:
            function = bound(owner, name) if owner else vars(module)[name]
            inspect.signature(function).bind(1)
        except Exception:
            return None
        return function

    labels = (
        [wanted]
        if wanted != "-"
        else sorted(
            (label for label in found if plain(found[label][0]) in NAMES),
            key=lambda label: NAMES.index(plain(found[label][0])),
        )
    )
    for label in labels:
        if label in found and usable(label):
            return usable(label), []
    return None, [label for label in found if usable(label)]


def main():
    token, path, entry, n, descriptor = (sys.stdin.readline().rstrip("\n") for _ in range(5))
    records = os.fdopen(int(descriptor), "w", buffering=1 << 16, encoding="utf-8")
    os.set_inheritable(int(descriptor), False)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def send(kind, data):
        records.write(f"{token} {kind} {to_json(data)}\n")

    def fail(what, message):
        send("failed", {"what": what, "message": message})
        records.flush()
        write_out()
        leave(1)

    def explain(error):
        if isinstance(error, RecursionError):
            return "recursion"
        return "memory" if isinstance(error, MemoryError) else "error"

    def where(error):
        lines = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
        at = f"line {lines[-1].lineno}: " if lines else ""
        message = f"{type(error).__name__}: {error}"
        if isinstance(error, EOFError):
            message += " (it reads standard input, which is empty)"
        return at + message

    builtins.quit = builtins.exit = sys.exit  # which Python's own start-up would have defined
    sys.path.insert(0, os.path.dirname(path))
    spec = importlib.util.spec_from_file_location("submission", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["submission"] = module
    load_error = ""
    send("loading", {})
    records.flush()
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        if error.filename == path:
            fail("syntax", f"line {error.lineno}: {error.msg}")
        load_error = where(error)
    except BaseException as error:  # SystemExit at the end of a file is common
        if not isinstance(error, SystemExit):
            load_error = where(error)
    function, others = find_entry(module, entry)
    if function is None:
        if load_error:
            fail("error", load_error)
        defined = (
            f"it defines {', '.join(others)}"
            if others
            else "it defines no function of one argument"
        )
        wanted = entry if entry != "-" else "queens, solve or the like"
        fail("missing", f"no function {wanted} that takes n: {defined}")
    send("ready", {"load_error": load_error})
    records.flush()
    start, count, ids = clock(), 0, set()
    try:
        result = function(int(n))
        if hasattr(result, "tolist"):
            result = result.tolist()
        if is_collection(result):
            for item in result:
                send("answer", encode(item))
                records.flush()  # so that nothing is lost where the search is ended
                count += 1
                if count <= 1000 and isinstance(result, (list, tuple)) and isinstance(item, list):
                    ids.add(id(item))
        else:
            send("value", encode(result))
            count = 1
    except BaseException as error:
        fail("left" if isinstance(error, SystemExit) else explain(error), where(error))
    seconds = clock() - start
    write_out()
    send("end", {"count": count, "seconds": seconds, "aliased": len(ids) == 1 and count > 1})
    records.flush()
    leave(0)


main()
