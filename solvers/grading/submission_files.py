"""Finds the programs in a folder: single files, and folders where one file loads the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from solvers.errors import SubmissionError
from solvers.execution.folder_walk import entries_below
from solvers.grading.language import LANGUAGES, Language, languages_of
from solvers.grading.subject import is_a_solver
from solvers.grading.submission import MOST_COMPANIONS, is_program, source_of

NO_HAND_INS = {"__pycache__", "__MACOSX"}
"""The folders that Python and macOS add to what is handed in."""


def _is_hidden(path: Path) -> bool:
    """Whether the path below a folder is hidden or in a hidden folder, and so is no hand-in."""
    return any(part.startswith(".") or part in NO_HAND_INS for part in path.parts)


def _paths_below(folder: Path, unreadable: list[str]) -> Iterator[Path]:
    """The files below the folder that are not hidden; adds the folders that are ``unreadable``."""
    for entry in entries_below(str(folder), lambda path, _: unreadable.append(path)):
        path = Path(entry.path)
        if not (entry.is_dir(follow_symlinks=False) or _is_hidden(path.relative_to(folder))):
            yield path


def program_files(folder: Path, *, project: bool = False) -> Iterator[Path]:
    """The programs below the folder, without following links or looking into hidden folders.

    These are all files with the suffix of a program; with ``project``, of a folder with one program
    in several files only the main file. A folder that cannot be read is yielded itself, so that the
    caller can report it.
    """
    unreadable: list[str] = []
    beside: dict[Path, list[Path]] = {}
    for path in _paths_below(folder, unreadable):
        if is_program(path):
            beside.setdefault(path.parent, []).append(path)
    for home, files in beside.items():
        yield from _main_files(files, project=True) if project and home != folder else files
    for path in map(Path, unreadable):
        if not _is_hidden(path.relative_to(folder)):
            yield path


def other_files(folder: Path, *, project: bool = False) -> Iterator[Path]:
    """The files below the folder without the suffix of a program, so that the caller reports them.

    Hidden files, the data of a model and files beside a program of several files are no hand-ins.
    """
    holds_one_program: dict[Path, bool] = {folder: False}
    for path in _paths_below(folder, []):
        if is_program(path) or is_data(path):
            continue
        if path.parent not in holds_one_program:
            holds_one_program[path.parent] = bool(_only_program(path.parent, project=project))
        if not holds_one_program[path.parent]:
            yield path


def is_data(path: Path) -> bool:
    """Whether the file is the data of the model beside it that has its name."""
    return any(
        path.suffix == language.data_suffix and path.with_suffix(language.suffixes[0]).exists()
        for language in LANGUAGES.values()
        if language.data_suffix
    )


def whole_hand_ins(
    files: Sequence[Path], folder: Path, main_files: Collection[Path]
) -> dict[Path, Path]:
    """What was handed in with each file: its folder, if it holds no other program, or the file.

    Of several such folders, one in the other, it is the outermost below ``folder``. If a file is
    one of the ``main_files``, the programs beside it are parts of its own.
    """
    programs_in = Counter(home for file in files if is_program(file) for home in file.parents)
    wholes: dict[Path, Path] = {}
    for file in files:
        wholes[file] = file
        of_its_own = programs_in[file.parent] if file in main_files else 1
        for home in file.parents:
            if home == folder or programs_in[home] != of_its_own:
                break
            wholes[file] = home
    return wholes


class PartError(SubmissionError):
    """A file is a part of another program; the message names that program's main file."""


def main_of(part: Path) -> Path | None:
    """The main file of a folder's one program, if this is a part that does nothing by itself."""
    main = _only_program(part.parent)
    if main is None or main == part:
        return None
    starts = _language_of(part).starts
    return None if starts and starts.search(_text_of(part)) else main


def is_main_file(file: Path, *, project: bool = False) -> bool:
    """Whether the file's folder holds one program in several files, and this is the main file.

    If a folder holds several programs, none of them gets a file of another one.
    """
    return _only_program(file.parent, project=project) == file


def _only_program(folder: Path, *, project: bool = False) -> Path | None:
    """The main file, if a folder holds one program in several files; else None."""
    try:
        found = (path for path in folder.iterdir() if not _is_hidden(Path(path.name)))
        files = [path for path in found if is_program(path) and not path.is_dir()]
    except OSError:
        return None
    main_files = _main_files(files, project=project) if len(files) > 1 else []
    return main_files[0] if len(main_files) == 1 else None


def _main_files(files: list[Path], *, project: bool) -> list[Path]:
    """The main file alone, if exactly one file is loaded by no other; else all files.

    All files, too, if they are more than MOST_COMPANIONS, or if, without ``project``, a loaded file
    is a solver, which another student may own.
    """
    loaded = {
        name
        for file in (files if len(files) <= MOST_COMPANIONS else ())
        for names in _language_of(file).files_loaded(_text_of(file))
        for name in names
    }
    main_files = [file for file in files if file.name not in loaded]
    others = [file for file in files if file not in main_files]
    is_one = len(main_files) == 1 and (
        project or not any(is_a_solver(_language_of(each), _text_of(each)) for each in others)
    )
    return main_files if is_one else files


def _language_of(file: Path) -> Language:
    return languages_of(file.suffix.lower())[0]


def _text_of(file: Path) -> str:
    try:
        return source_of(file).decode(errors="replace")
    except SubmissionError:
        return ""
