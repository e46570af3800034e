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


def write_feedback(folder: Path, checked: CheckResult | str, name: str, of_class: str = "") -> str:
    """Write a program's page; return its file's name; raises WriteError and UsageError.

    ``checked`` is the reason if there is no result. ``name`` is the program's path in its folder,
    ``of_class`` the mark of its class.
    """
    page = f"{page_name(name)}.html"
    title, body = f"{printable(name)}: {ProgramVerdict.NOT_JUDGED}", ""
    if isinstance(checked, CheckResult):
        title = headline(checked, name)
        body = Markup(finding_html(checked, commands=False))  # noqa: S704  # escaped there
    else:
        body = printable(f"{ProgramVerdict.NOT_JUDGED}: {checked}")
    named = printable(name)
    text = rendered("feedback", {}, (), title=title, name=named, body=body, of_class=of_class)
    write_text(text, folder / page, feedback_kind("feedback page", of_class))
    return page
