"""A page for the instructor: how many are right, which mistake how often, and who is alike."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from solvers.errors import UsageError
from solvers.output.boards import svg_board
from solvers.output.feedback import PAGE, STYLE
from solvers.output.grade_table import Line

NAME = "class.html"


def write_class(folder: Path, lines: Iterable[Line]) -> None:
    """Write the page from the lines of the table of grades, in any order; raises UsageError."""
    body = "\n".join(_sections(sorted(lines, key=lambda line: str(line["file"]))))
    page = PAGE.format(title="The class", style=STYLE, body=body)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / NAME).write_text(page, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise UsageError(f"cannot write {folder / NAME}: {error.strerror}") from None


def alike(lines: Iterable[Line]) -> list[list[str]]:
    """The files that gave the same answers, wrong in the same unusual way."""
    groups: dict[object, list[str]] = defaultdict(list)
    for line in lines:
        if fingerprint := line.get("fingerprint"):
            groups[fingerprint].append(str(line["file"]))
    return [files for files in groups.values() if len(files) > 1]


def _sections(lines: Sequence[Line]) -> Iterator[str]:
    verdicts = Counter(str(line["verdict"]) for line in lines)
    yield (
        f"<p>{len(lines)} programs: "
        + ", ".join(f"{times} {escape(verdict)}" for verdict, times in verdicts.most_common())
        + ".</p>"
    )
    mistakes: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        if line["diagnosis"]:
            mistakes[str(line["diagnosis"]).split("; ")[0].split(": ")[0]].append(line)
    if mistakes:
        yield "<h2>Mistakes</h2>"
    for mistake, having in sorted(mistakes.items(), key=lambda one: -len(one[1])):
        yield f"<h3>{escape(mistake)}: {len(having)}</h3>"
        board = next((line["example"] for line in having if line.get("example")), None)
        if isinstance(board, list):
            yield svg_board(tuple(board))
        elif words := str(having[0]["diagnosis"]).removeprefix(mistake).strip(": ;"):
            yield f"<p>For example: {escape(words)}</p>"
    if groups := alike(lines):
        yield "<h2>Alike in an unusual way</h2>"
        yield "<p>These gave the same answers, and no usual mistake explains them.</p><ul>"
        yield from (f"<li>{escape(', '.join(files))}</li>" for files in groups)
        yield "</ul>"
