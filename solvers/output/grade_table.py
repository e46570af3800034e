"""The table of grades of a folder: a line for each file, as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO

from solvers.errors import UsageError
from solvers.grading.result import CheckResult, Verdict
from solvers.output.check_text import diagnosis, shown_verdict, summary
from solvers.output.grades import score
from solvers.output.printable import cell, printable

COLUMNS = (
    *("file", "score", "max_score", "verdict", "smallest_failing_n"),
    *("summary", "diagnosis", "sandbox"),
)

Line = Mapping[str, object]
"""What the table says of a file: a value for each of COLUMNS, and what the class page needs."""


def line_of(checked: CheckResult, points: Mapping[int, float]) -> Line:
    """The line of a program that was run; it has no score where nothing was judged."""
    seen = checked.visible
    judged = checked.verdict is not Verdict.NOT_JUDGED
    return {
        "file": printable(checked.submission.name),
        "score": score(checked, points) if judged else "",
        "max_score": sum(points.values()),
        "verdict": shown_verdict(checked),
        "smallest_failing_n": seen.failing or "",
        "summary": summary(seen),
        "diagnosis": "; ".join(diagnosis(seen)),
        "sandbox": str(seen.sandbox),
        "example": _example(seen),
        "fingerprint": checked.fingerprint if seen.failing else "",
    }


def _example(seen: CheckResult) -> list[int] | None:
    """The wrong placement that is shown of it, for whoever looks at the whole class."""
    if seen.failing is None or seen.verdict is Verdict.NOT_JUDGED:
        return None
    witness = seen.judgements[seen.failing].witness
    return None if witness is None or witness.placement is None else list(witness.placement)


def line_without_verdict(file: Path, why: str, points: Mapping[int, float]) -> Line:
    """The line of a file that was not run, or not to the end, through no run of its own."""
    return {
        **dict.fromkeys(COLUMNS, ""),
        "file": printable(str(file)),
        "max_score": sum(points.values()),
        "verdict": str(Verdict.NOT_JUDGED),
        "summary": printable(f"{Verdict.NOT_JUDGED}: {why}"),
    }


def write_head(file: IO[str]) -> None:
    """The names of the columns."""
    csv.writer(file, lineterminator="\n").writerow(COLUMNS)


def write_line(file: IO[str], line: Line) -> None:
    """One line; no cell of it is a formula."""
    csv.writer(file, lineterminator="\n").writerow([cell(line[column]) for column in COLUMNS])


def check_target(path: Path) -> None:
    """Raises UsageError where the table cannot be written without harm to something else."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise UsageError(f"{path} is no regular file; name another file for the table")
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {path}: there is no folder {path.parent}")


def write_table(path: Path, lines: Iterable[Line]) -> None:
    """Write the table whole: whoever reads it sees the old one or the new one."""
    new = path.with_name(f".{path.name}.new")
    try:
        new.unlink(missing_ok=True)  # of a marking that was killed just here
        with new.open("x", encoding="utf-8", newline="") as file:
            write_head(file)
            for line in lines:
                write_line(file, line)
        if path.exists():
            new.chmod(path.stat().st_mode & 0o777)
        new.replace(path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
