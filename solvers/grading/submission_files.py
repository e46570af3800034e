"""Finds what was handed in: single files, and folders where one file loads the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from solvers.errors import SubmissionError
from solvers.execution.folder_walk import entries_below
from solvers.grading.language import LANGUAGES, Language, languages_of
from solvers.grading.subject import is_a_solver
from solvers.grading.submission import MOST_COMPANIONS, is_program, source_of

NO_HAND_INS = {"__pycache__", "__MACOSX"}
"""The folders that Python and macOS add to what is handed in."""


class PartError(SubmissionError):
    """A file is a part of another program; the message names that program's main file."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """A file that was handed in, or a folder that cannot be read.

    ``whole`` is its folder, if that holds no other program, or else the file. If the file
    ``is_main``, it is the main file of a program in several files, and can load the others. If it
    is a part of another program and does nothing by itself, ``main`` is that program's main file.
    """

    file: Path
    whole: Path
    is_main: bool = False
    main: Path | None = None


def hand_ins(folder: Path, *, project: bool = False) -> list[HandIn]:
    """The programs below the folder, then the other files; [] if there is no program.

    No link is followed. Hidden files, the data of a model, and other files beside a program of
    several files are no hand-ins. With ``project``, neither are the parts of such a program, even
    if they could be hand-ins of their own. If a folder holds several programs, none of them gets a
    file of another one; the files right in ``folder`` are always several programs.
    """
    unreadable: list[str] = []
    beside: dict[Path, list[Path]] = {}
    others: list[Path] = []
    for entry in entries_below(str(folder), lambda path, _: unreadable.append(path)):
        path = Path(entry.path)
        if entry.is_dir(follow_symlinks=False) or _is_hidden(path.relative_to(folder)):
            continue
        if is_program(path):
            beside.setdefault(path.parent, []).append(path)
        elif not _is_data(path):
            others.append(path)
    found = {home: _main_file(files, project=project) for home, files in beside.items()}
    mains = {home: main for home, main in found.items() if main and home != folder}
    programs = [path for home in beside for path in beside[home] if not (project and home in mains)]
    programs += mains.values() if project else ()
    programs += (path for path in map(Path, unreadable) if not _is_hidden(path.relative_to(folder)))
    others = [path for path in others if path.parent not in mains]
    programs_in = Counter(home for file in programs if is_program(file) for home in file.parents)

    def hand_in(file: Path) -> HandIn:
        main, whole = mains.get(file.parent), file
        of_its_own = programs_in[file.parent] if file == main else 1
        for home in file.parents:  # of several such folders, the outermost
            if home == folder or programs_in[home] != of_its_own:
                break
            whole = home
        is_part = main is not None and file != main and is_program(file)
        if is_part and (starts := _language_of(file).starts):
            is_part = not starts.search(_text_of(file))  # it does something by itself
        return HandIn(file, whole, file == main, main if is_part else None)

    return [*map(hand_in, [*sorted(programs), *sorted(others)])] if programs else []


def _is_hidden(path: Path) -> bool:
    """Whether the path below a folder is hidden or in a hidden folder, and so is no hand-in."""
    return any(part.startswith(".") or part in NO_HAND_INS for part in path.parts)


def _is_data(path: Path) -> bool:
    """Whether the file is the data of the model beside it that has its name."""
    return any(
        path.suffix == language.data_suffix and path.with_suffix(language.suffixes[0]).exists()
        for language in LANGUAGES.values()
        if language.data_suffix
    )


def _main_file(files: list[Path], *, project: bool) -> Path | None:
    """The main file, if these are one program in several files: the one that no other loads.

    They are several programs if they are more than MOST_COMPANIONS, or if, without ``project``, a
    loaded file is a solver, which another student may own.
    """
    if not 1 < len(files) <= MOST_COMPANIONS:
        return None
    loaded = {
        name
        for file in files
        for names in _language_of(file).files_loaded(_text_of(file))
        for name in names
    }
    main_files = [file for file in files if file.name not in loaded]
    others = [file for file in files if file.name in loaded]
    if len(main_files) != 1:
        return None
    has_solver = any(is_a_solver(_language_of(each), _text_of(each)) for each in others)
    return main_files[0] if project or not has_solver else None


def _language_of(file: Path) -> Language:
    return languages_of(file.suffix.lower())[0]


def _text_of(file: Path) -> str:
    try:
        return source_of(file).decode(errors="replace")
    except SubmissionError:
        return ""
