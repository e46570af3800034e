"""A student's page about a checked program, as HTML."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from solvers.atomic_file import write_text
from solvers.errors import printable
from solvers.grading.result import CheckResult
from solvers.output.check_text import headline
from solvers.output.html.finding import finding_html
from solvers.output.html.rendering import rendered
from solvers.output.page_names import FEEDBACK, page_name


def write_feedback(folder: Path, checked: CheckResult, name: str = "") -> str:
    """Write a program's page; return its file's name; raises WriteError and UsageError.

    ``name`` is the path of the program in a folder of programs.
    """
    name = name or checked.submission.path.name
    page = f"{page_name(name)}.html"
    title = headline(checked, name)
    body = Markup(finding_html(checked, commands=False))  # noqa: S704  # escaped there
    text = rendered("feedback", {}, (), title=title, name=printable(name), body=body)
    write_text(text, folder / page, FEEDBACK)
    return page
