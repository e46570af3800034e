"""A student's page about a checked program, as HTML."""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from solvers.atomic_file import write_text
from solvers.errors import printable
from solvers.grading.result import CheckResult, ProgramVerdict
from solvers.output.check_text import headline
from solvers.output.html.finding import finding_html
from solvers.output.html.rendering import rendered
from solvers.output.page_names import feedback_kind, page_name


def write_feedback(folder: Path, checked: CheckResult, name: str = "", of_class: str = "") -> str:
    """Write a program's page; return its file's name; raises WriteError and UsageError.

    ``name`` is the path of the program in a folder of programs, ``of_class`` the mark of the class.
    """
    name = name or checked.submission.path.name
    body = Markup(finding_html(checked, commands=False))  # noqa: S704  # escaped there
    return _write(folder, name, headline(checked, name), body, of_class)


def write_unjudged(folder: Path, name: str, why: str, of_class: str = "") -> str:
    """Write the page of a program that has no result, and return as ``write_feedback``."""
    said = printable(f"{ProgramVerdict.NOT_JUDGED}: {why}")
    title = f"{printable(name)}: {ProgramVerdict.NOT_JUDGED}"
    return _write(folder, name, title, said, of_class)


def _write(folder: Path, name: str, title: str, body: str, of_class: str) -> str:
    page = f"{page_name(name)}.html"
    named = printable(name)
    text = rendered("feedback", {}, (), title=title, name=named, body=body, of_class=of_class)
    write_text(text, folder / page, feedback_kind("feedback page", of_class))
    return page
