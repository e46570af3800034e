"""Pages about checked programs: for each student (HTML and Markdown), and for the instructor."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from solvers.errors import UsageError
from solvers.grading.result import CheckResult, Verdict
from solvers.output.boards import svg_board
from solvers.output.check_text import diagnosis, got, headline
from solvers.output.grades import Line
from solvers.output.messages import example
from solvers.output.printable import printable
from solvers.puzzle.problem import Problem

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

HINTS = {
    "diagonals are not": "Write down two queens on one diagonal: what is the same for both, the "
    "sum or the difference of row and column?",
    "the rows are not": "Print one answer: do two of its queens stand in one row?",
    "not checked": "Test your rule on (column 0, row 0) with (1, 1), and on (0, 1) with (1, 0).",
    "neighbouring": "Follow your test for a queen that stands two columns away: is it compared?",
    "distance": "How many columns apart are the new queen and the one it is compared with? Write "
    "that number down for each of them.",
    "only one solution": "Where does your search stop after the first one? Go on from there.",
    "more than once": "Where is a solution handed over? Can that happen twice for the same one?",
    "no solution is found": "Begin with n = 1: which test refuses the only board?",
    "symmetric": "Which rows are tried for the first queen? All of them have to be.",
    "syntax error": "Look at the line that is named, and at the one before it.",
    "does not come to an end": "Which call brings the search nearer to its end, and what ends it?",
    "recursion without end": "Which case ends it, and does every call come nearer to that case?",
    "a name that is not defined": "Is the name spelled as where it is defined, and defined before?",
    "one row too many": "For n = 4, which rows does your program try? There are four of them.",
}
"""What to try next, by what the diagnosis says."""


def write_feedback(folder: Path, checked: CheckResult, name: str = "") -> None:
    """Write the page of one program into the folder, twice; raises UsageError."""
    stem = page_name(name or checked.submission.path.name)
    title = headline(checked)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        page = PAGE.format(title=escape(title), style=STYLE, body="\n".join(_html(checked)))
        (folder / f"{stem}.html").write_text(page, encoding="utf-8")
        markdown = "\n\n".join([f"# {_plain(title)}", *_markdown(checked)])
        (folder / f"{stem}.md").write_text(markdown + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write feedback to {folder}: {error.strerror}") from None


def page_name(name: str) -> str:
    """A file name for what is said of this one; two names never get the same."""
    safe = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[-80:]
    return (
        safe
        if safe == name
        else f"{safe}-{hashlib.sha256(name.encode(errors='replace')).hexdigest()[:6]}"
    )


def hints(lines: list[str]) -> list[str]:
    """What to try next."""
    return [hint for sign, hint in HINTS.items() if any(sign in line for line in lines)][:2]


def _facts(checked: CheckResult) -> Iterator[tuple[str, str]]:
    """What there is to say, each with what it is called."""
    seen = checked.visible
    n, lines = seen.failing, diagnosis(seen)
    if n is None or seen.verdict is Verdict.NOT_JUDGED:
        return
    if seen.outcomes[n].run.solutions:
        yield "What came", got(seen)
    if witness := seen.judgements[n].witness:
        yield "An example", example(witness, Problem(n), by_lines=seen.judgements[n].by_lines)
    for line in lines:
        yield "What is probably wrong", line
    for hint in hints(lines):
        yield "What to try next", hint


def _remarks(checked: CheckResult) -> list[str]:
    seen = checked.visible
    remarks = [printable(one) for one in seen.remarks]
    shown = [one for one in seen.outcomes.values() if one.emitted and one.answer_format.shape]
    return remarks + [f"Your answers were read as {one.answer_format.words}." for one in shown[-1:]]


def _board(checked: CheckResult) -> tuple[int, ...]:
    """The queens of the example that can be drawn; none where there is none."""
    seen = checked.visible
    if seen.failing is None or seen.verdict is Verdict.NOT_JUDGED:
        return ()
    witness = seen.judgements[seen.failing].witness
    return tuple(witness.placement) if witness and witness.placement is not None else ()


def _html(checked: CheckResult) -> Iterator[str]:
    for called, text in _facts(checked):
        yield f"<p><strong>{called}:</strong> {escape(text)}</p>"
    if board := _board(checked):
        yield svg_board(board)
    yield from (f"<p>{escape(remark)}</p>" for remark in _remarks(checked))


def _markdown(checked: CheckResult) -> Iterator[str]:
    for called, text in _facts(checked):
        yield f"**{called}:** {_plain(text)}"
    if board := _board(checked):
        rows = (
            " ".join("Q" if row == line else "." for row in board) for line in range(len(board))
        )
        yield "```text\n" + "\n".join(rows) + "\n```"
    yield from map(_plain, _remarks(checked))


def _plain(text: str) -> str:
    """The text without what Markdown or HTML would take for its own."""
    return re.sub(r"([\\`*_\[\]<>#|!~&])", r"\\\1", text)


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
