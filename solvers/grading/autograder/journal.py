"""The marks of a folder in a store of results, so that an interrupted marking can continue.

The journal is a file beside the table of grades. The suite writes the table from the marks, so that
no output or name of a program can add or end a line there. A mark is the whole result of a program
for each n; its score and its words are made when it is shown.
"""

from __future__ import annotations

import io
import os
import pickle
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO, Any

from solvers.execution.identity import Identity
from solvers.execution.result import Ending
from solvers.execution.result_store import ResultStore, open_store
from solvers.grading.language import language_named
from solvers.grading.result import CheckResult, ProgramVerdict

SETTLED = frozenset({ProgramVerdict.RIGHT, ProgramVerdict.WRONG, ProgramVerdict.NOT_FINISHED})
"""The verdicts that are kept; a program that was not judged is checked again."""

DATA = frozenset(
    {(language_named.__module__, language_named.__name__)}
    | {("builtins", "frozenset"), ("builtins", "set"), ("builtins", "complex")}
    | {("collections", name) for name in ("Counter", "OrderedDict")}
    | {("pathlib", "PosixPath"), ("pathlib._local", "PosixPath")}
    | {
        (f"numpy.{core}.{module}", name)
        for core in ("core", "_core")
        for module, name in (("multiarray", "_reconstruct"), ("numeric", "_frombuffer"))
    }
    | {("numpy", "ndarray"), ("numpy", "dtype")}
)
"""The classes and functions outside the suite that a pickled mark may name."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The result of a file: a check, or the ending or error that prevented it.

    ``identity`` has all that made the mark, besides the options: hand-in, language and limits.
    """

    file: Path
    identity: Identity
    result: CheckResult | Ending | Exception

    @property
    def checked(self) -> CheckResult | None:
        """The result of the check; None if there was no check."""
        return self.result if isinstance(self.result, CheckResult) else None


class Journal:
    """The marks so far. While a journal is open, no other process can open it."""

    def __init__(self, store: ResultStore, identity: Identity) -> None:
        self._store, self._identity = store, identity
        self._kept = {Path(os.fsdecode(kept.name)): kept for kept in store.results(identity)}

    def settled_mark(self, file: Path, identity: Identity) -> Mark | None:
        """The file's mark, if it has a settled verdict and the same identity; else None."""
        kept = self._kept.get(file)
        if kept is None or kept.value != identity or not kept.data:
            return None
        try:
            checked = read_check(zlib.decompress(kept.data))
        except (zlib.error, pickle.UnpicklingError) as error:
            raise self._store.damaged(f"the mark of {file}: {error}") from None
        return Mark(file, identity, checked)

    def keep(self, mark: Mark) -> None:
        """Write a mark to disk at once; without a settled verdict, only its identity."""
        data = None
        if mark.checked and mark.checked.verdict in SETTLED:
            write_check(mark.checked, written := io.BytesIO())
            data = zlib.compress(written.getvalue(), level=1)
        self._store.keep(self._identity, os.fsencode(mark.file), mark.identity, data)


def write_check(checked: CheckResult, file: IO[bytes]) -> None:
    """Write a result for ``read_check``."""
    pickle.dump(checked, file)


def read_check(value: bytes) -> CheckResult:
    """The result that ``write_check`` wrote; raises UnpicklingError for anything but data."""
    checked: CheckResult = _Reader(io.BytesIO(value)).load()
    return checked


class _Reader(pickle.Unpickler):
    """Reads data only: a file can make it call no function outside DATA."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("builtins", "getattr"):
            return _member
        found = None
        is_function = (module, name) in DATA
        if module.startswith("solvers.") or is_function:
            found = super().find_class(module, name)
        if is_function or isinstance(found, type):
            return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a mark")


def _member(enumeration: object, name: str) -> Enum:
    """A member of an enumeration, which Python 3.11.2 writes as an attribute of its class."""
    if isinstance(enumeration, type) and issubclass(enumeration, Enum):
        return enumeration[name]
    raise pickle.UnpicklingError(f"{name} is no member of an enumeration")


@contextmanager
def open_journal(path: Path, identity: Identity) -> Iterator[Journal]:
    """Open the journal at ``path``, or make it.

    ``identity`` is the part of the identity that all marks of a table share. Raises StoreError if
    the journal belongs to another marking, is in use or damaged, or cannot be read or written.
    """
    with open_store(path, "journal of grades", "give another file to --out") as store:
        store.refuse_others(identity)
        yield Journal(store, identity)
