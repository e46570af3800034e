"""Pages about checked programs: for each student (HTML and Markdown), and for the instructor."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from solvers.errors import UsageError
from solvers.grading.result import CheckResult
from solvers.output.boards import svg_board
from solvers.output.grades import Line
from solvers.output.messages import counted
from solvers.output.printable import printable
from solvers.output.student_text import board_of, drawn, facts, headline

STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em}svg{max-width:100%}"
)

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>{style}</style></head>
<body><main><h1>{title}</h1>
{body}
</main></body></html>
"""


def write_feedback(folder: Path, checked: CheckResult, name: str = "") -> str:
    """Write the page of one program into the folder, twice; give its name, or raise UsageError."""
    stem = page_name(name or checked.submission.path.name)
    seen = checked.visible
    title = headline(seen)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        page = PAGE.format(title=escape(title), style=STYLE, body="\n".join(_html(seen)))
        (folder / f"{stem}.html").write_text(page, encoding="utf-8")
        markdown = "\n\n".join([f"# {_plain(title)}", *_markdown(seen)])
        (folder / f"{stem}.md").write_text(markdown + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write feedback to {folder}: {error.strerror}") from None
    return f"{stem}.html"


PAGE_NAME = re.compile(r"[A-Za-z0-9_-]*-[0-9a-f]{32}\.(html|md)")


def page_name(name: str) -> str:
    """A file name for what is said of this one; two names never get the same."""
    safe = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[-80:]
    return safe if safe == name else f"{safe}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:32]}"


def is_page(path: Path) -> bool:
    """Whether it is called like a page that is written here, or is the class page beside some."""
    if path.name == NAME:
        return any(PAGE_NAME.fullmatch(beside.name) for beside in path.parent.iterdir())
    return PAGE_NAME.fullmatch(path.name) is not None


def _remarks(seen: CheckResult) -> list[str]:
    remarks = [printable(f"{_capital(remark)}.") for remark in seen.remarks]
    shown = [
        outcome
        for outcome in seen.outcomes.values()
        if outcome.emitted and outcome.answer_format.shape
    ]
    return remarks + [
        f"Your answers were interpreted as {outcome.answer_format.words}." for outcome in shown[-1:]
    ]


def _html(seen: CheckResult) -> Iterator[str]:
    for called, text in facts(seen, seen.failing):
        yield f"<p><strong>{called}:</strong> {escape(text)}</p>"
    if board := board_of(seen, seen.failing):
        yield svg_board(board)
    yield from (f"<p>{escape(remark)}</p>" for remark in _remarks(seen))


def _markdown(seen: CheckResult) -> Iterator[str]:
    for called, text in facts(seen, seen.failing):
        yield f"**{called}:** {_plain(text)}"
    if board := board_of(seen, seen.failing):
        yield f"```text\n{drawn(board)}\n```"
    yield from map(_plain, _remarks(seen))


def _plain(text: str) -> str:
    """The text without what Markdown or HTML would take for its own."""
    return re.sub(r"([\\`*_\[\]<>#|!~&])", r"\\\1", text)


NAME = "class.html"


def write_class(folder: Path, lines: Iterable[Line]) -> None:
    """Write the page from the lines of the table of grades, in any order; raises UsageError."""
    body = "\n".join(_sections(sorted(lines, key=lambda line: str(line["file"]))))
    page = PAGE.format(title="Results of the class", style=STYLE, body=body)
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
        f"<p>{counted(len(lines), 'program')}: "
        + ", ".join(f"{times} {escape(verdict)}" for verdict, times in verdicts.most_common())
        + ".</p>"
    )
    mistakes: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        if line["diagnosis"]:
            mistakes[_kind(str(line["diagnosis"]))].append(line)
    if mistakes:
        yield "<h2>Mistakes</h2>"
    for having in sorted(mistakes.values(), key=len, reverse=True):
        diagnosis = str(having[0]["diagnosis"])
        mistake = _heading(diagnosis)
        yield f"<h3>{escape(_capital(mistake))} ({counted(len(having), 'program')})</h3>"
        yield f"<p>{', '.join(map(_link, having))}</p>"
        if diagnosis != mistake:
            yield f"<p>Diagnosis of {_link(having[0])}: {escape(diagnosis)}</p>"
        board = next((line["example"] for line in having if line.get("example")), None)
        if isinstance(board, list):
            yield svg_board(tuple(board))
    if groups := alike(lines):
        yield "<h2>Programs with the same unusual answers</h2>"
        yield "<p>The programs on each line gave the same answers, and no common mistake explains "
        yield "them.</p><ul>"
        yield from (f"<li>{escape(', '.join(files))}</li>" for files in groups)
        yield "</ul>"
    yield "<h2>Programs</h2><ul>"
    yield from (f"<li>{_link(line)}: {escape(str(line['summary']))}</li>" for line in lines)
    yield "</ul>"


def _heading(diagnosis: str) -> str:
    return diagnosis.split("; ", maxsplit=1)[0].split(": ", maxsplit=1)[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _kind(diagnosis: str) -> str:
    """The mistake without its figures, and the same for boards, where rows are columns."""
    return re.sub(r"\d+", "", _heading(diagnosis)).replace("column", "row")


def _link(line: Line) -> str:
    file = escape(str(line["file"]))
    return f'<a href="{escape(str(line["page"]))}">{file}</a>' if line.get("page") else file
