"""Output files: checked before anything runs, and written atomically."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from solvers.errors import UsageError, WriteError

FIRST_BYTES = 1 << 12
"""The number of bytes at the beginning of a file that show its kind."""


@dataclass(frozen=True)
class FileKind:
    """A kind of file that the suite writes.

    ``name`` is its name in messages. ``is_one`` tells from the first bytes of a file whether the
    suite has written it as such, so that it can be replaced; None: it is never replaced. With
    ``makes_folder``, the file's folder is made if it is missing.
    """

    name: str
    is_one: Callable[[bytes], bool] | None = None
    makes_folder: bool = False

    def has_written(self, path: Path) -> bool:
        """Whether the file is one of this kind; False for what is no file or cannot be read."""
        try:
            if self.is_one is None or not path.is_file():  # a pipe would never end
                return False
            with path.open("rb") as file:
                return self.is_one(file.read(FIRST_BYTES))
        except OSError:
            return False


def check_targets(
    targets: Iterable[tuple[Path, FileKind]], inputs: Iterable[str | Path] = ()
) -> None:
    """Raise UsageError if one of these files cannot be written, or would replace what it must not.

    That is an input, another target, or a file of another kind. Call this before anything runs.
    """
    taken = {Path(path).resolve(): "which this command reads" for path in inputs}
    for target, kind in targets:
        file = target.resolve()
        if file in taken:
            raise UsageError(
                f"the {kind.name} would replace {target}, {taken[file]}; name another file"
            )
        check_target(target, kind)
        taken[file] = f"which is also for the {kind.name}"


def check_target(target: Path, kind: FileKind) -> Path:
    """The target again; raises UsageError where no file can be written there, or none should be."""
    what, folder = kind.name, target.parent
    if target == Path("-"):
        raise UsageError(f"cannot write the {what} to standard output; name a file")
    if target.is_symlink() or (target.exists() and not target.is_file()):
        raise UsageError(f"{target} is not a regular file; name another file for the {what}")
    while kind.makes_folder and not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir():
        there = f"{folder} is not a folder" if folder.exists() else f"there is no folder {folder}"
        raise UsageError(f"{there} to write the {what} to")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"the folder {folder} cannot be written to")
    if target.exists() and target.stat().st_size and not kind.has_written(target):
        why = f" and is not a {what} that this command may replace" if kind.is_one else ""
        raise UsageError(f"{target} already exists{why}; name another file")
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
def replacing(target: Path, kind: FileKind) -> Iterator[IO[bytes]]:
    """A new file that takes the target's place when the block ends without an error.

    It has the permissions of the file before. Raises WriteError, also for an OSError of the block,
    and UsageError as ``check_target`` does, because the target may have changed meanwhile.
    """
    new = target.with_name(f".{target.name}.{os.urandom(4).hex()}")
    with writing(target, kind.name):
        if kind.makes_folder:
            target.parent.mkdir(parents=True, exist_ok=True)
        try:
            with new.open("x+b") as file:
                yield file
            check_target(target, kind)
            if target.exists():
                new.chmod(target.stat().st_mode & 0o777)
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)


def write_text(text: str, target: Path, kind: FileKind) -> None:
    """Write a text file whole or not at all.

    Raises WriteError and UsageError as ``replacing`` does. A lone surrogate, as a file's name can
    hold, is escaped.
    """
    with replacing(target, kind) as file:
        file.write(text.encode(errors="backslashreplace"))
