"""What the instructor decides about hand-ins: a table (CSV) that is read, never written.

Each line names a file, or a student who handed nothing in. Every other column of COLUMNS may be
empty.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from solvers.errors import UsageError, printable
from solvers.grading.submission import CheckOptions, Task, is_program
from solvers.spreadsheet import number_of, text_of

COLUMNS = ("file", "student", "call", "task", "score", "comment")


@dataclass(frozen=True, slots=True)
class Override:
    """The decisions about one hand-in; "" or None for each that is left to the suite.

    ``call`` and ``task`` say what is judged, ``score`` replaces the measured one, ``student`` is
    the person.
    """

    file: str = ""
    student: str = ""
    call: str = ""
    task: Task | None = None
    score: float | None = None
    comment: str = ""

    def applied(self, options: CheckOptions) -> CheckOptions:
        """The options of the check with this call and task."""
        if self.call:
            options = replace(options, call=self.call)
        if self.task:
            options = replace(options, task=self.task, is_task_named=True)
        return options


def read_decisions(
    table: Path, names: Mapping[str, Sequence[Path]]
) -> tuple[dict[Path, Override], list[Override]]:
    """The decisions by file, and those about students without one; raises UsageError.

    ``names`` are the names by which a line can call files; several files can only have a student.
    """
    columns, rows = table_rows(table)
    for name in columns:
        if name not in COLUMNS or columns.count(name) > 1:
            has = f"{'two columns' if name in COLUMNS else 'a column'} {printable(name)!r}"
            raise UsageError(f"{table} has {has}; the columns are {', '.join(COLUMNS)}")
    decided: dict[Path, Override] = {}
    absent: list[Override] = []
    for number, row in rows:
        where = f"line {number} of {table}"
        decision = _decision(row, where)
        student, file = decision.student, decision.file
        if not file and student:
            absent.append(decision)
            continue
        if not (paths := names.get(_composed(file))):
            raise UsageError(f"{where}: there is no hand-in {printable(file)!r} in this folder")
        if any(path in decided for path in paths):
            raise UsageError(f"{where}: {printable(file)} stands in two lines; keep one")
        if len(paths) > 1 and decision != Override(file, student):
            told = ", ".join(printable(path.name) for path in paths)
            raise UsageError(f"{where}: {printable(file)} has several programs: {told}; name one")
        decided |= dict.fromkeys(paths, decision)
    return decided, absent


def _decision(row: Mapping[str, str], where: str) -> Override:
    """The decision of a row; raises UsageError with the place."""
    score, task, call = (row.get(name, "") for name in ("score", "task", "call"))
    tasks = ", ".join(Task)
    if task and task not in [*Task]:
        raise UsageError(f"{where}: {printable(task)!r} is not a task; the tasks are {tasks}")
    points = number_of(score)
    if score and points is None:
        raise UsageError(f"{where}: {printable(score)!r} is not a score; give a number from 0")
    if not call.isprintable():
        raise UsageError(f"{where}: {call!r} is not a call; give one on one line")
    named = {name: row.get(name, "") for name in ("file", "student", "comment")}
    return Override(**named, call=call, task=Task(task) if task else None, score=points)


def table_rows(table: Path) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """The columns of a table, and its rows with the numbers of their lines.

    A spreadsheet may have saved it, with other separators, line endings and a mark of its encoding.
    Raises UsageError for what is no table.
    """
    try:
        content = table.read_bytes()
    except OSError as error:
        raise UsageError(f"{table} cannot be read: {error.strerror}") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    try:
        columns, *rows = read_rows(text) or [(1, [""])]
    except csv.Error as error:
        raise UsageError(f"{table} is not a table (CSV): {error}") from None
    names = [name.strip().lower() for name in columns[1]]
    if not any(names):
        raise UsageError(f"{table} is empty; its first line has to name the columns")
    for number, row in rows:
        if any(value.strip() for value in row[len(names) :]):
            told = f"line {number} of {table} has more cells than the first line"
            raise UsageError(f"{told}; put a text with a separator in quotation marks")
    return names, [
        (number, {name: text_of(value) for name, value in zip(names, row, strict=False)})
        for number, row in rows
        if any(value.strip() for value in row)
    ]


def read_rows(text: str) -> list[tuple[int, list[str]]]:
    """The rows of a text in CSV with the numbers of their lines; raises csv.Error."""
    head = text.partition("\n")[0]
    separator = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, line = [], 1
    for row in reader:
        rows.append((line, row))
        line = reader.line_num + 1  # a cell can have several lines
    return rows


def names_of(wholes: Mapping[Path, Path], folder: Path) -> dict[str, list[Path]]:
    """The names by which a line can call files: a path, or that below the folder.

    A program that has a whole folder, as ``wholes`` says, can be called by that folder; any other
    folder stands for its programs, or else for its first file. A path as the table of grades has it
    means that file, whatever else has that name below the folder. Two files that a table shows
    alike have no name.
    """
    homes = {whole: file for file, whole in wholes.items() if is_program(file)}
    files = {file: file for file in wholes}
    below = {path.relative_to(folder): file for path, file in (homes | files).items()}
    names: dict[str, list[Path]] = {}
    for file in sorted(wholes, key=lambda each: (not is_program(each), each)):
        inside = names.setdefault(_composed(file.relative_to(folder).parts[0]), [])
        inside += [file] if is_program(file) or not inside else []
    for paths in (below, homes, files):
        named = [(_composed(str(path)), file) for path, file in paths.items()]
        times = Counter(name for name, _ in named)
        names |= {name: [file] for name, file in named if times[name] == 1}
    return names


def _composed(name: str) -> str:
    """The name as people type it: each accent in its letter, and no space around it."""
    return unicodedata.normalize("NFC", printable(name.strip()))
