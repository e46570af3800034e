"""A student's page about a checked program (HTML and Markdown), and the film of its calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from solvers.errors import UsageError, printable
from solvers.grading.result import CheckResult
from solvers.output.films import film_page
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
from solvers.puzzle.problem import Problem
from solvers.tracing.films import PackedFilm


class FilmLink(NamedTuple):
    """A link into the film of a program's calls; if ``is_wrong``, to the first wrong call."""

    url: str
    is_wrong: bool


def write_feedback(
    folder: Path, checked: CheckResult, name: str = "", film: FilmLink | None = None
) -> str:
    """Write a program's page as HTML and Markdown; return the HTML file's name; raises UsageError.

    ``name`` is the path of the program in a folder of programs. A ``film`` must not show more than
    a student may see.
    """
    name = name or checked.submission.path.name
    stem, seen = page_name(name), checked.visible
    title = without_options(student_headline(seen, name))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        body = Markup(without_options(finding_html(seen)))  # noqa: S704  # escaped there
        text = rendered("feedback", {}, (), title=title, name=printable(name), body=body, film=film)
        (folder / f"{stem}.html").write_text(text, encoding="utf-8")
        markdown = "\n\n".join([f"# {_plain(title)}", *map(without_options, _markdown(seen))])
        (folder / f"{stem}.md").write_text(markdown + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write feedback to {folder}: {error.strerror}") from None
    return f"{stem}.html"


def write_film(
    folder: Path, checked: CheckResult, name: str, problem: Problem, played: PackedFilm
) -> FilmLink:
    """Write the film of a program's calls; return a link to its first wrong call, or to the film.

    The student's page gets the link, too, unless the film shows a hidden size.
    """
    wrong = played.own.wrong if played.own else 0
    page = f"{page_name(f'film of {name}')}.html"
    file = Path(name).name
    text = film_page(file, f"{file}, n = {problem.n}", problem, played)
    (folder / page).write_text(text, encoding="utf-8", errors="backslashreplace")
    place = urlencode({"left": file, "right": "", "step": wrong, "program": 1})
    link = FilmLink(f"{page}#{place}", is_wrong=wrong > 0)
    if checked.visible.failing_n and problem.n < (checked.hidden_from or problem.n + 1):
        write_feedback(folder, checked, name, link)
    return link


def _markdown(seen: CheckResult) -> Iterator[str]:
    for topic, text in facts(seen, seen.failing_n):
        yield f"**{topic}:** {_plain(text)}"
    if (board := board_of(seen, n := seen.failing_n)) and n:
        yield f"```text\n{drawn(board, by_lines=seen.judgements[n].show_by_lines)}\n```"
    yield from map(_plain, student_remarks(seen))


def _plain(text: str) -> str:
    """The text with the special characters of Markdown and HTML escaped."""
    return re.sub(r"([\\`*_\[\]<>#|!~&])", r"\\\1", text)
