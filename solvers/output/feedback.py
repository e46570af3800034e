"""A student's page about a checked program, as HTML and Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup

from solvers.errors import UsageError, printable
from solvers.grading.result import CheckResult
from solvers.output.html.finding import finding_html
from solvers.output.html.rendering import rendered
from solvers.output.page_names import page_name
from solvers.output.student_text import (
    board_of,
    drawn,
    facts,
    student_headline,
    student_remarks,
    without_options,
)


def write_feedback(folder: Path, checked: CheckResult, name: str = "") -> str:
    """Write a program's page as HTML and Markdown; return the HTML file's name; raises UsageError.

    ``name`` is the path of the program in a folder of programs.
    """
    name = name or checked.submission.path.name
    stem = page_name(name)
    title = without_options(student_headline(checked, name))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        body = Markup(without_options(finding_html(checked)))  # noqa: S704  # escaped there
        text = rendered("feedback", {}, (), title=title, name=printable(name), body=body)
        (folder / f"{stem}.html").write_text(text, encoding="utf-8")
        markdown = "\n\n".join([f"# {_plain(title)}", *map(without_options, _markdown(checked))])
        (folder / f"{stem}.md").write_text(markdown + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write feedback to {folder}: {error.strerror}") from None
    return f"{stem}.html"


def _markdown(seen: CheckResult) -> Iterator[str]:
    for topic, text in facts(seen, seen.failing_n):
        yield f"**{topic}:** {_plain(text)}"
    if (board := board_of(seen, n := seen.failing_n)) and n:
        yield f"```text\n{drawn(board, by_lines=seen.judgements[n].show_by_lines)}\n```"
    yield from map(_plain, student_remarks(seen))


def _plain(text: str) -> str:
    """The text with the special characters of Markdown and HTML escaped."""
    return re.sub(r"([\\`*_\[\]<>#|!~&])", r"\\\1", text)
