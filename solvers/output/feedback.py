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
from solvers.output.check_text import before, diagnosis, headline, result
from solvers.output.grades import Line
from solvers.output.messages import NOT_FOUND, counted, witness_words
from solvers.output.printable import printable
from solvers.puzzle.packing import Fault
from solvers.puzzle.problem import Problem
from solvers.referee.verdict import Witness

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
    "not diagonals": "Write down two queens on one diagonal: what do both have in common, the sum "
    "or the difference of row and column?",
    "but not rows": "Print one answer: do two of its queens share a row?",
    "does not check the diagonal": "Test your rule with queens on (column 0, row 0) and (1, 1), "
    "then on (0, 1) and (1, 0).",
    "neighbouring": "Test two queens that are two columns apart: does your program compare them?",
    "distance": "Write down how many columns each earlier queen is from the new queen. Does your "
    "program use these numbers?",
    "one solution": "Where does your search stop after the first solution? Continue there.",
    "more than once": "Where does your program store a solution? Can it store the same "
    "solution twice?",
    "it found no solution": "Run your program for n = 1: which test rejects the only board?",
    "loses solutions": "Print your variables before and after the recursive call: which have "
    "changed?",
    "symmetric": "Which rows do you try for the first queen? Try all of them.",
    "syntax error": "Look at the line that the message names, and at the line before it.",
    "does not finish in time": "Which condition ends the loop or the recursion, and does every "
    "step come closer to it?",
    "infinite recursion": "Which case ends the recursion, and does every call come closer to it?",
    "undefined name": "Is the name spelled as in its definition, and defined before it is used?",
    "one row too many": "For n = 4, which rows does your program try? There are four.",
}
"""What to try next, by what the diagnosis says."""


def write_feedback(folder: Path, checked: CheckResult, name: str = "") -> str:
    """Write the page of one program into the folder, twice; give its name, or raise UsageError."""
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
    return f"{stem}.html"


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
    if words := result(seen):
        yield "Result", words
    if witness := seen.judgements[n].witness:
        yield "Example", _example(witness, n, by_lines=seen.judgements[n].by_lines)
    for line in lines:
        yield "Probable cause", _to_student(line)
    if earlier := before(seen):
        yield "Earlier answers", _to_student(earlier.removeprefix("before that, "))
    for hint in hints(lines):
        yield "Next step", hint


def _to_student(line: str) -> str:
    """A sentence about "it" on a page that speaks to the program's author."""
    return re.sub(r"^it\b", "your program", re.sub(r"^its\b", "your program's", line))


def _example(witness: Witness, n: int, *, by_lines: bool) -> str:
    """A sentence about the answer that shows the fault; a board by lines is drawn, not listed."""
    words = witness_words(witness, Problem(n), by_lines=by_lines)
    if witness.rejected:
        return printable(f"{witness.rejected.shown} is {witness.fault}: {witness.rejected.reason}")
    answer = "the board below" if by_lines else str(list(witness.placement or ()))
    words = words.replace(NOT_FOUND, "a solution that your program did not find")
    return {
        Fault.MISSING: f"{answer} is {words}",
        Fault.DUPLICATE: f"{answer} was {words}",
    }.get(witness.fault, f"{answer} is {witness.fault}: {words}")


def _remarks(checked: CheckResult) -> list[str]:
    seen = checked.visible
    remarks = [printable(f"{_capital(remark)}.") for remark in seen.remarks]
    shown = [
        outcome
        for outcome in seen.outcomes.values()
        if outcome.emitted and outcome.answer_format.shape
    ]
    return remarks + [
        f"Your answers were interpreted as {outcome.answer_format.words}." for outcome in shown[-1:]
    ]


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
