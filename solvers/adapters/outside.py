"""Backends of others: a process of its own loads each of them, and tells its record as data.

Whatever a backend's file does while it is loaded, it does not do it in the process of the command,
where the referee is.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import pickle
import re
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import astuple, dataclass, field, fields, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from solvers.errors import BackendError, UsageError, error_words, exit_words, printable
from solvers.interface import Backend
from solvers.lazy import msgspec, our_environment
from solvers.puzzle.placements import whole

ATTRIBUTE = "BACKEND"

HINT = (
    "a backend's module must define BACKEND, a solvers.interface.Backend; to compare a program "
    "that returns solutions, give its file name"
)

SELECTIONS = ("all", "default", "textbooks", "variants")
"""The names, besides those of groups, that stand for several backends."""

LOADING_SECONDS = 60.0
"""The time in which a file has to be loaded."""

LONGEST_NAME = 100
NAME = re.compile(r"[a-zA-Z0-9][\w-]*", re.ASCII)

LONGEST_TEXT = 1000
"""The most characters of another text."""

LONGEST_RECORD = 1 << 20
"""The most bytes of a record."""

FIELD_TYPES: dict[object, tuple[str, Callable[[Any], bool]]] = {
    "str": ("text", lambda value: isinstance(value, str)),
    "bool": ("True or False", lambda value: type(value) is bool),
    "int": ("a whole number", lambda value: whole(value) is not None),
    "tuple[str, ...]": (
        "a tuple of names",
        lambda value: isinstance(value, tuple) and all(isinstance(name, str) for name in value),
    ),
}
"""For each annotation of a field of ``Backend``: its type in words, and a test of a value.

A field with another annotation holds a function."""


def record_error(backend: Any) -> str:
    """The reason why an object is not a valid record of a backend; "" if it is valid."""
    if not isinstance(backend, Backend):
        return f"{ATTRIBUTE} must be a Backend, not a {type(backend).__name__}; {HINT}"
    for one in fields(Backend):
        kind, fits = FIELD_TYPES.get(one.type, ("a function", callable))
        value = getattr(backend, one.name)
        if not fits(value):
            return f"its {one.name} must be {kind}"
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            return f"its {one.name} has more than {LONGEST_TEXT:,} characters"
    name = backend.name
    flaws = {
        "its name must not be empty": not name,
        f"its name has {len(name)} characters, and at most {LONGEST_NAME} are allowed": len(name)
        > LONGEST_NAME,
        f"its name {name!r} may have only the letters A to Z and a to z, digits, - and _, "
        "and begin with a letter or digit": not NAME.fullmatch(name),
        f"its name {name!r} is reserved for a group of backends": name in SELECTIONS,
        "it is a variant of itself": backend.variant_of == name,
        "its paradigm must be one line of text": not backend.paradigm.isprintable(),
    }
    return next((flaw for flaw, is_there in flaws.items() if is_there), "")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Stands for a function of a backend of others, in a process that does not load the backend.

    It is pickled as the function itself, so a worker has that. ``source`` is the backend's file, or
    its entry point as ``module:name``, and ``file`` the file of its module. The other fields are
    those of an ``adapters.program.Program``.
    """

    source: str
    field: str
    file: str = ""
    knows_only_n: bool = False
    folder: str = ""
    compile: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        """The name of the backend's module."""
        is_entry = _is_entry(self.source)
        return self.source.partition(":")[0] if is_entry else Path(self.source).stem

    def __call__(self, *_: object) -> NoReturn:
        """Raise BackendError."""
        raise BackendError(f"{self.source} is loaded only in a process of its own; call solve()")

    def __reduce__(self) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
        return _function, (self.source, self.field)


@dataclass(frozen=True, slots=True)
class Told:
    """What a process tells about a backend: why it has no valid record, or the record as data."""

    reason: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    functions: tuple[str, ...] = ()
    solve: dict[str, Any] = field(default_factory=dict)


@cache
def described(source: str) -> Backend:
    """Import the backend in a process of its own, and return its record as data.

    ``Elsewhere`` stands in the place of its functions. ``source`` is the absolute path of a
    file, or an entry point. Raises UsageError if there is no valid record.
    """
    import subprocess  # most commands need neither
    from tempfile import TemporaryFile

    if not source.isprintable():
        raise UsageError("its name is not printable")
    command = [sys.executable, "-P", "-m", __name__, source]
    reason = f"it is not loaded after {LOADING_SECONDS:g} s"
    with TemporaryFile() as answer:
        process = subprocess.Popen(
            [*command, str(answer.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # what it prints could be taken for a result
            stderr=subprocess.DEVNULL,
            pass_fds=[answer.fileno()],
            env=our_environment(),
            start_new_session=True,
        )
        try:
            code = process.wait(LOADING_SECONDS)
            reason = f"its process ended ({exit_words(code)}) without a record"
        except subprocess.TimeoutExpired:
            pass
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        answer.seek(0)
        written = answer.read(LONGEST_RECORD)
    try:
        told: Told = msgspec.convert(json.loads(written), Told)
        reason = printable(told.reason)
        place = {"source": source, "field": "solve"}
        solve = msgspec.convert(told.solve | place, Elsewhere)
        functions = {name: Elsewhere(source, name) for name in told.functions}
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in told.data.items()
        }
        backend = Backend(**values | functions | {"solve": solve})
        reason = record_error(backend)
    except (ValueError, TypeError, RecursionError):
        raise UsageError(reason or "its record is not valid") from None
    if reason:
        raise UsageError(reason)
    return backend


def _tell() -> None:
    """Load the backend, and write its record as data; then end this process and its children."""
    source, descriptor = sys.argv[1], int(sys.argv[2])
    try:
        with redirect_stdout(sys.stderr):
            facts = _facts(_load(source))
    except UsageError as error:
        facts = {"reason": str(error)}
    except (Exception, SystemExit) as error:  # a broken module costs one row, no more
        facts = {"reason": error_words(error)}
    with os.fdopen(descriptor, "w") as answer:
        json.dump(facts, answer)
    sys.stderr.flush()
    os.killpg(0, signal.SIGKILL)


def _facts(backend: Backend) -> dict[str, Any]:
    """The fields of ``Told`` for a valid record, without what is as in every record."""
    differing = [one for one in fields(Backend) if getattr(backend, one.name) is not one.default]
    solve, file = backend.solve, str(getattr(_module(sys.argv[1]), "__file__", "") or "")
    parts = ("knows_only_n", "folder", "compile") if hasattr(solve, "knows_only_n") else ()
    return {
        "data": {
            one.name: whole(value) if one.type == "int" else value
            for one in differing
            if one.type in FIELD_TYPES
            for value in [getattr(backend, one.name)]
        },
        "functions": [one.name for one in differing if one.type not in FIELD_TYPES],
        "solve": {"file": file, "folder": str(Path(file).parent)}
        | {name: getattr(solve, name) for name in parts},
    }


@cache
def _load(source: str) -> Backend:
    """The backend of a file or an entry point, with its functions, in this process."""
    module, name = _module(source), source.partition(":")[2] if _is_entry(source) else ATTRIBUTE
    found: Any = module
    for part in filter(None, name.split(".")):
        found = getattr(found, part, None)
    if reason := record_error(found):
        raise UsageError(reason)
    names = {one: getattr(found, one) for one in ("trace", "notation")}
    # In front of a name such as ``:function`` comes the module.
    located = {one: f"{module.__name__}{name}" for one, name in names.items() if name[:1] == ":"}
    backend: Backend = replace(found, **located)
    return backend


def _function(source: str, field: str) -> Any:
    """A function of the backend: a worker imports the file here, when it unpickles the record."""
    return getattr(_load(source), field)


class _DataPickler(pickle.Pickler):
    """Pickles ``Elsewhere`` as it is, so that whoever reads it does not load the backend."""

    def reducer_override(self, thing: Any) -> Any:
        """The stand-in, from its fields."""
        return (Elsewhere, astuple(thing)) if isinstance(thing, Elsewhere) else NotImplemented


def as_data(backend: Backend) -> bytes:
    """The record, pickled for a process that must not load a backend of others."""
    _DataPickler(data := BytesIO()).dump(backend)
    return data.getvalue()


def _is_entry(source: str) -> bool:
    return "/" not in source


def _module(source: str) -> ModuleType:
    """Import the module of a source; raises UsageError if another module has a file's name."""
    if _is_entry(source):
        return importlib.import_module(source.partition(":")[0])
    path = Path(source)
    if not path.is_file():
        raise UsageError("there is no such file")
    if path.suffix != ".py":
        raise UsageError(f"it is no module of Python; queens check {path} judges a program")
    file, name = path.resolve(), path.stem
    if not name.isidentifier():
        raise UsageError("the file's name is not a Python identifier; rename the file")
    folder = str(file.parent)
    if folder not in sys.path:
        sys.path.append(folder)
        importlib.invalidate_caches()
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None or Path(spec.origin).resolve() != file:
        raise UsageError(f"there is another module named {name}; rename the file")
    return importlib.import_module(name)


if __name__ == "__main__":
    _tell()
