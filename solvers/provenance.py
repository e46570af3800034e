"""What a kept result comes from: the backend's program, its engine's version, this suite's version.

The program is the backend's module with all that it can load from beside it: modules of its own
package or folder, Prolog modules, and other files that it names.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from solvers.interface import Backend
from solvers.lazy import hashlib, metadata

PACKAGE = "solver-parity"

PROLOG = "prolog"
"""The folder of the suite's Prolog programs, beside the package or in it."""

FILE_NAME = re.compile(r"(?!.*\.\.)\w[\w./-]{0,99}", re.ASCII)
"""What can be the name of a file that a program loads, with or without its suffix."""

SUFFIX = re.compile(r"\.\w{1,20}", re.ASCII)
"""What can make the name of another file of the name of the program's own."""

ADDRESS = re.compile(r" at 0x[0-9a-f]+")
"""Where an object is in memory, which is another place in each process."""

PROGRAMS = ("solvers.paradigms.", "solvers.adapters.")
"""Where the suite keeps programs; all else of it is known by its version."""

INSTALLED = frozenset({"site-packages", "dist-packages"})
"""Folders that hold packages of many people."""


def provenance(backend: Backend, engine: str) -> dict[str, str]:
    """What the results of a backend depend on; ``engine`` is the version that it reports."""
    return {"name": backend.name, "program": program_digest(backend), "engine": engine}


def suite_version() -> str:
    """The version of this package."""
    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "not installed"


def program_digest(backend: Backend) -> str:
    """A short hash of the backend's program, by which two states of it are told apart."""
    hashed = hashlib.sha256()
    for part in _parts(backend):
        hashed.update(len(part).to_bytes(8, "little") + part)
    return hashed.hexdigest()[:16]


def program_files(backend: Backend) -> list[Path]:
    """The files of the backend's program: its module, and all that this loads from beside it."""
    command = getattr(_function(backend), "command", ())
    folder = getattr(_function(backend), "folder", "")
    files = [Path(folder, part) for part in command]
    found = {file.resolve() for file in files if file.is_file()}
    for module in _modules(backend):
        found |= _files_of(module)
    return sorted(found)


def _parts(backend: Backend) -> Iterator[bytes]:
    function: Any = backend.solve
    while isinstance(function, partial):
        yield ADDRESS.sub("", repr((function.args, function.keywords))).encode()
        function = function.func
    yield repr(getattr(function, "command", ())).encode()
    for module in _modules(backend):
        if module.__name__ == "__main__":
            yield from _code(getattr(function, "__code__", None), module, set())
    yield from (path.read_bytes() for path in program_files(backend))


def _function(backend: Backend) -> Any:
    function: Any = backend.solve
    while isinstance(function, partial):
        function = function.func
    return function


def _modules(backend: Backend) -> Iterator[ModuleType]:
    """The module of its function, and that of its record where this is another one."""
    origin = backend.origin.partition(":")[0].removesuffix(".py").rpartition("/")[2]
    for name in {getattr(_function(backend), "__module__", ""), origin}:
        if name in sys.modules:
            yield sys.modules[name]


def _code(code: CodeType | None, module: ModuleType, seen: set[CodeType]) -> Iterator[bytes]:
    """A function of a notebook's cell or a script, with the functions there that it calls."""
    if code is None or code in seen:
        return
    seen.add(code)
    plain = [repr(const) for const in code.co_consts if not isinstance(const, CodeType)]
    yield repr((code.co_code, code.co_names, plain)).encode()
    called = [getattr(module, name, None) for name in code.co_names]
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _code(inner, module, seen)
    for function in called:
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            yield from _code(function.__code__, module, seen)


def _files_of(module: ModuleType) -> set[Path]:
    """The module's file, and every file that it loads from beside it, directly or not."""
    file = getattr(module, "__file__", None)
    if module.__name__ == "__main__" or not (file and Path(file).is_file()):
        return set()
    path = Path(file).resolve()
    root = path.parents[module.__name__.count(".") + (path.name == "__init__.py")]
    package = module.__name__.partition(".")[0] if root.name in INSTALLED else ""
    waiting, found = [path], set[Path]()
    if not (package or root.joinpath(module.__name__.partition(".")[0]).is_dir()):
        waiting += sorted(root.glob("*.py"))  # a folder of somebody's own: it can load any of these
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _named_in(path, root, package)
    return found


def _named_in(path: Path, root: Path, package: str) -> Iterator[Path]:
    """The files below the root that this file imports or names."""
    if path.suffix == ".py":
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            return
        for module in _imports(tree, path, root):
            if _belongs(module, package):
                base = root.joinpath(*module.split("."))
                yield from _existing([base.with_name(f"{base.name}.py"), base / "__init__.py"])
        words = {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
    else:
        words = set(FILE_NAME.findall(path.read_text(errors="replace")))
    folders = [path.parent, *(folder / PROLOG for folder in (root, root / "solvers"))]
    for word in words:
        if FILE_NAME.fullmatch(name := word.removeprefix("./")):
            yield from _existing(
                folder / file for folder in folders for file in (name, f"{name}.pl")
            )
        if SUFFIX.fullmatch(word):
            yield from _existing([path.with_suffix(word)])


def _belongs(module: str, package: str) -> bool:
    """Whether a module is part of the program; the suite's own modules are, if they hold one."""
    if module.partition(".")[0] == "solvers":
        return module.startswith(PROGRAMS)
    return not package or module.partition(".")[0] == package


def _imports(tree: ast.AST, path: Path, root: Path) -> Iterator[str]:
    """The full names of all modules that may be imported, wherever the statement stands."""
    here = path.parent.relative_to(root).parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _with_parents(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + 1] if node.level else ()
            base = [*above, *(node.module or "").split(".")] if node.module else [*above]
            yield from _with_parents(base)
            yield from (".".join([*base, alias.name]) for alias in node.names)


def _with_parents(parts: list[str]) -> Iterator[str]:
    return (".".join(parts[: end + 1]) for end in range(len(parts)))


def _existing(paths: Iterable[Path]) -> Iterator[Path]:
    return (path.resolve() for path in paths if path.is_file())
