"""Files that somebody asked for: refused before anything runs, and written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from solvers.errors import UsageError, WriteError


def check_target(target: Path, what: str) -> Path:
    """The target again; raises UsageError where no file can be written there, or none should be."""
    if target == Path("-"):
        raise UsageError(f"- does not stand for a file here; name a file for the {what}")
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise UsageError(f"{target} is not a regular file; name another file for the {what}")
    if not target.parent.is_dir():
        raise UsageError(f"there is no folder {target.parent} to write the {what} to")
    if not os.access(target.parent, os.W_OK):
        raise UsageError(f"the folder {target.parent} cannot be written to")
    return target


@contextmanager
def writing(target: Path, what: str) -> Iterator[None]:
    """Turn an error of writing in the block into a WriteError that names the file."""
    try:
        yield
    except WriteError:
        raise
    except OSError as error:
        why = error.strerror or str(error)
        raise WriteError(f"cannot write the {what} {target}: {why}") from None


@contextmanager
def replacing(target: Path, what: str) -> Iterator[IO[bytes]]:
    """A new file that takes the target's place when the block ends without an error.

    It has the permissions of the file before. Raises WriteError, also for an OSError of the block,
    and UsageError where the target is no longer a regular file.
    """
    new = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    with writing(target, what):
        try:
            with new.open("x+b") as file:
                yield file
            check_target(target, what)
            if target.exists():
                new.chmod(target.stat().st_mode & 0o777)
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)


def write_text(text: str, target: Path, what: str) -> None:
    """Write a text file whole or not at all; make its folder if that is missing.

    Raises WriteError, and UsageError where the target is no regular file. A lone surrogate, as a
    file's name can hold, is escaped.
    """
    with writing(target, what):
        target.parent.mkdir(parents=True, exist_ok=True)
    with replacing(target, what) as file:
        file.write(text.encode(errors="backslashreplace"))
