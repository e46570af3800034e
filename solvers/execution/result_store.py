"""Kept results: one SQLite file, in which every result names all that it depends on.

A result is looked up by its identity (the facts known before the run, see ``identity.py``) and its
name. It also lists the files that the run opened. ``keep`` writes a result completely or not at
all, and returns when it is on disk. A hash reveals a result that was edited.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from solvers.errors import StoreError
from solvers.execution.identity import Identity
from solvers.execution.opened_files import Opened, changed
from solvers.install_hint import SOLVER_PARITY
from solvers.lazy import hashlib

APPLICATION_ID = 0x51754B31
"""The number in the header of a database that marks a store of this suite, in this format."""

APPLICATION_ID_BYTES = slice(68, 72)
"""The position of that number in the header."""

TABLE = """\
CREATE TABLE results (
    origin TEXT NOT NULL, name BLOB NOT NULL, value TEXT NOT NULL, data BLOB, opened TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (origin, name))"""

IN_USE = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})

MOST_NAMED = 3
"""The most differences that a message names."""

NAMES = {
    "n": "another board size",
    "blocked": "other blocked squares",
    "boards": "other boards",
    "path": "another folder",
    SOLVER_PARITY: f"another version of {SOLVER_PARITY}",
    "sources": "other sources of solver-parity",
}
"""The words for a difference of identities; any other field reads "another FIELD"."""

UNITS = {"--time-limit": " s", "--memory-limit": " MiB"}


class KeptResult(NamedTuple):
    """One result: its name, its facts, and its bytes."""

    name: bytes
    value: Any
    data: bytes | None


class ResultStore:
    """An open file of results, locked against other commands.

    Error messages call the file ``kind``; ``way_out`` is the remedy that they name, if any.
    """

    def __init__(self, database: sqlite3.Connection, path: Path, kind: str, way_out: str) -> None:
        self._database, self._path, self._kind, self._way_out = database, path, kind, way_out

    def results(self, identity: Identity) -> Iterator[KeptResult]:
        """Every result of this identity, sorted by name; raises StoreError if one was edited."""
        query = "SELECT * FROM results WHERE origin = ? ORDER BY name"
        with (
            self.translated_errors(),
            closing(self._database.execute(query, (_text(identity),))) as rows,
        ):
            for *parts, written in rows:
                _, name, value, data, _ = parts
                if written != _hash(*parts).encode():
                    raise self.damaged(f"the result {_shown(name)} was changed")
                try:
                    yield KeptResult(name, json.loads(value), data)
                except ValueError:
                    raise self.damaged(f"the result {_shown(name)} is not JSON") from None

    def keep(
        self,
        identity: Identity,
        name: bytes,
        value: Any,
        data: bytes | None = None,
        opened: Opened | None = None,
    ) -> None:
        """Write a result to disk; it replaces an older one of the same identity and name."""
        row = _text(identity), name, json.dumps(value), data, _text(opened or {})
        hashed = _hash(*(part.encode() if isinstance(part, str) else part for part in row))
        with self.translated_errors(), self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?)", (*row, hashed)
            )

    def refuse_others(self, identity: Identity) -> None:
        """Raise StoreError if the file has results of another identity, or if opened files changed.

        Results of other backends are allowed.
        """
        for before in self._objects("SELECT DISTINCT origin FROM results"):
            self._refuse(_differences(before, identity))
        opened = "SELECT DISTINCT opened FROM results WHERE origin = ?"
        for files in self._objects(opened, _text(identity)):
            self._refuse(changed(files))

    def _refuse(self, others: dict[str, tuple[object, object]]) -> None:
        """Raise StoreError if there are differences, and name both values of the first few."""
        if others:
            words = [
                NAMES.get(name, f"another {name}")
                + f" ({_value(name, was)}, now {_value(name, now)})"
                for name, (was, now) in others.items()
            ]
            more = f" and {len(words) - MOST_NAMED} more" if len(words) > MOST_NAMED else ""
            raise StoreError(
                f"the {self._kind} {self._path} was made with "
                f"{' and '.join(words[:MOST_NAMED])}{more}; {self._way_out}"
            )

    def _objects(self, query: str, *values: str) -> list[dict[str, Any]]:
        with self.translated_errors():
            found = self._database.execute(query, values).fetchall()
        try:
            return [dict(json.loads(text)) for (text,) in found]
        except (ValueError, TypeError):
            raise self.damaged("a result does not name all that it depends on") from None

    def damaged(self, how: str) -> StoreError:
        """The error for a file whose content is not as it was written; ``how`` names the fault."""
        return StoreError(
            f"the {self._kind} {self._path} is damaged ({how}); delete it, or {self._way_out}"
        )

    def not_a_store(self, why: str) -> StoreError:
        """The error for a file that is no store of this suite."""
        return StoreError(f"{self._path} is not a {self._kind} ({why}); {self._way_out}")

    @contextmanager
    def translated_errors(self) -> Iterator[None]:
        """Turn an error of SQLite into a StoreError that names the fault of the file."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # higher bits have the details
            if code == sqlite3.SQLITE_NOTADB:
                raise self.not_a_store("it is not a database") from None
            if code == sqlite3.SQLITE_CORRUPT:
                raise self.damaged(str(error)) from None
            if code in IN_USE:
                raise StoreError(
                    f"the {self._kind} {self._path} is in use by another command"
                ) from None
            raise StoreError(
                f"the {self._kind} {self._path} cannot be read or written ({error}); "
                "its contents are kept"
            ) from None

    def prepare(self) -> None:
        """Lock the file, and create its table if it is empty; raises StoreError for other files."""
        execute = self._database.execute
        with self.translated_errors():
            execute("PRAGMA locking_mode = EXCLUSIVE")
            schema = [sql for (sql,) in execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL")]
            ((number,),) = execute("PRAGMA application_id")
            if schema and (number != APPLICATION_ID or schema != [TABLE.encode()]):
                raise self.not_a_store("it has other tables")
            execute("PRAGMA journal_mode = WAL")
            execute("PRAGMA synchronous = FULL")
            with self._database:
                execute("BEGIN EXCLUSIVE")
                if not schema:
                    execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    execute(TABLE)
            ((problems,),) = execute("PRAGMA quick_check(1)")
        if problems != b"ok":
            raise self.damaged(_shown(problems))


def is_store(path: Path) -> bool:
    """Whether the file is a store of this suite."""
    try:
        with path.open("rb") as file:
            head = file.read(APPLICATION_ID_BYTES.stop)
    except OSError:
        return False
    return head.startswith(b"SQLite format 3\0") and head[
        APPLICATION_ID_BYTES
    ] == APPLICATION_ID.to_bytes(4)


@contextmanager
def open_store(path: Path, kind: str, way_out: str) -> Iterator[ResultStore]:
    """Open the store at ``path``, or make a new one there.

    Raises StoreError if the file is damaged, in use, no store, or cannot be read or written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise StoreError(f"the {kind} {path} is not a file; {way_out}")
        database = sqlite3.connect(path, timeout=1, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"the {kind} {path} cannot be opened: {error}") from None
    database.text_factory = bytes  # a file can hold bytes that are no text
    with closing(database):
        store = ResultStore(database, path, kind, way_out)
        store.prepare()
        yield store


def _differences(before: Identity, now: Identity) -> dict[str, tuple[object, object]]:
    """Each field that differs, with both values; a backend's fields, only if its name is equal."""
    found = {name: (before.get(name), now.get(name)) for name in {**before, **now}}
    old, new = found.pop("backend", (None, None))
    if isinstance(old, dict) and new and old.get("name") == new["name"]:
        found |= {f"{name} of {new['name']}": (old.get(name), new[name]) for name in new}
    old, new = (packages or {} for packages in found.pop("packages", ({}, {})))
    found |= {f"version of {name}": (old.get(name), new.get(name)) for name in {**old, **new}}
    return {name: values for name, values in found.items() if values[0] != values[1]}


def _value(name: str, value: object) -> str:
    """A value of an identity as text for a message, with its unit."""
    if value is None or value == []:
        return "none"
    if value == "":
        return "''"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        value = f"{value:g}"
    if isinstance(value, list):
        value = json.dumps(value)[1:-1]
    return f"{value}{UNITS.get(name, '')}"


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _shown(value: object) -> str:
    return value.decode(errors="backslashreplace") if isinstance(value, bytes) else str(value)


def _hash(*parts: object) -> str:
    """The SHA-256 of the parts of a row, with their types and lengths."""
    hashed = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else repr(part).encode()
        hashed.update(type(part).__name__.encode() + len(content).to_bytes(8, "little") + content)
    return hashed.hexdigest()
