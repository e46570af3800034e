"""Pages about checked programs: for each student (HTML and Markdown), and for the instructor."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup

from solvers.errors import UsageError, printable
from solvers.grading.finding import Fact, Finding
from solvers.grading.result import CheckResult
from solvers.output.boards import svg_board
from solvers.output.films import film_page
from solvers.output.findings import heading
from solvers.output.grades import Line
from solvers.output.html.finding import finding_html
from solvers.output.html.rendering import rendered
from solvers.output.messages import counted
from solvers.output.student_text import (
    board_of,
    capital,
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
    """Write a program's page as HTML and as Markdown; return the first name; raises UsageError.

    ``name`` is the path of its file in a folder of programs; the ``film`` shows nothing hidden.
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


PAGE_NAME = re.compile(r"[A-Za-z0-9_-]*-[0-9a-f]{32}\.(html|md)")


def page_name(name: str) -> str:
    """The file name of a program's page; two programs never get the same."""
    safe = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[-80:]
    return safe if safe == name else f"{safe}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:32]}"


def is_page(path: Path) -> bool:
    """Whether it is called like a page that is written here, or is the class page beside some."""
    if path.name == NAME:
        return any(PAGE_NAME.fullmatch(beside.name) for beside in path.parent.iterdir())
    return PAGE_NAME.fullmatch(path.name) is not None


def _markdown(seen: CheckResult) -> Iterator[str]:
    for topic, text in facts(seen, seen.failing):
        yield f"**{topic}:** {_plain(text)}"
    if (board := board_of(seen, seen.failing)) and seen.failing:
        yield f"```text\n{drawn(board, by_lines=seen.judgements[seen.failing].by_lines)}\n```"
    yield from map(_plain, student_remarks(seen))


def _plain(text: str) -> str:
    """The text with the special characters of Markdown and HTML escaped."""
    return re.sub(r"([\\`*_\[\]<>#|!~&])", r"\\\1", text)


NAME = "class.html"
WEAKEST = 3
"""The number of programs named as those with the lowest scores."""


def mistake_of(line: Line) -> Fact | None:
    """The mistake in whose group a program stands; None where none is named."""
    found = line.get("finding")
    return _innermost(found).fact if isinstance(found, Finding) else None


def write_film(
    folder: Path, checked: CheckResult, name: str, problem: Problem, played: PackedFilm
) -> FilmLink:
    """Write the film of a program's calls; give the link to its first wrong call, if it has one.

    The program's own page gets the link too, unless a student would see more by it than there.
    """
    wrong = played.own.wrong if played.own else 0
    page = f"{page_name(f'film of {name}')}.html"
    file = Path(name).name
    text = film_page(file, f"{file}, n = {problem.n}", problem, played)
    (folder / page).write_text(text, encoding="utf-8", errors="backslashreplace")
    place = urlencode({"left": file, "right": "", "step": wrong, "program": 1})
    link = FilmLink(f"{page}#{place}", is_wrong=wrong > 0)
    if checked.visible.failing and problem.n < (checked.hidden_from or problem.n + 1):
        write_feedback(folder, checked, name, link)
    return link


def write_class(folder: Path, lines: Iterable[Line], films: Mapping[str, FilmLink]) -> None:
    """Write the page from the lines of the table of grades, in any order; raises UsageError.

    ``films`` has a link for some files.
    """
    page = _class_page(sorted(lines, key=lambda line: str(line["file"])), films)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / NAME).write_text(page, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise UsageError(f"cannot write {folder / NAME}: {error.strerror}") from None


def alike(lines: Iterable[Line]) -> list[list[str]]:
    """The groups of files that gave the same wrong answers, if the mistake is an unusual one."""
    groups: dict[object, list[str]] = defaultdict(list)
    for line in lines:
        if fingerprint := line.get("fingerprint"):
            groups[fingerprint].append(str(line["file"]))
    return [files for files in groups.values() if len(files) > 1]


def _by_mistake(lines: Iterable[Line]) -> list[list[Line]]:
    """The programs with a mistake in groups, the largest first."""
    groups: dict[Fact, list[Line]] = defaultdict(list)
    for line in lines:
        if fact := mistake_of(line):
            groups[fact].append(line)
    return sorted(groups.values(), key=len, reverse=True)


def _class_page(lines: Sequence[Line], films: Mapping[str, FilmLink]) -> str:
    """The page: mistakes by frequency, then sizes, then all programs with their scores."""
    folders = [str(Path(str(line["file"])).parent) for line in lines]
    folder = os.path.commonpath(folders or ["."])
    shown = [_shown(line, number, folder) for number, line in enumerate(lines, 1)]
    verdicts = Counter(str(line["verdict"]) for line in lines).most_common()
    groups = [_group(having, films) for having in _by_mistake(shown)]
    by_name = {line["file"]: line for line in shown}
    ranked = sorted((line for line in shown if line["score"] != ""), key=lambda one: one["share"])
    common = (
        f"Most common mistake: {_heading(groups[0]['lines'][0])} ({groups[0]['count']})."
        if groups and len(groups[0]["lines"]) > 1
        else "No mistake occurs twice."
        if groups
        else ""
    )
    weakest = [line for line in ranked[:WEAKEST] if line["share"] < 1]
    told = ", ".join(f"{times} {verdict}" for verdict, times in verdicts)
    return rendered(
        "class",
        {},
        ("class",),
        title="Results of the class",
        sentence=f"{counted(len(lines), 'program')}: {told}.",
        first=[common] if common else [],
        weakest=weakest,
        as_weak=sum(line["share"] == weakest[-1]["share"] for line in ranked[WEAKEST:])
        if weakest
        else 0,
        groups=groups,
        alike=[[by_name[file] for file in files] for files in alike(lines)],
        sizes=_sizes(lines),
        shares=_shares([line["share"] for line in ranked]),
        films=films,
        lines=shown,
    )


def _shown(line: Line, number: int, folder: str) -> dict[str, Any]:
    score, most = line.get("score", ""), float(str(line.get("max_score") or 0))
    share = float(str(score)) / most if score != "" and most else 0.0
    return {
        **line,
        "number": number,
        "shown": str(line["file"]).removeprefix(f"{folder}{os.sep}"),
        "score": score,
        "share": share,
        "points": "" if score == "" else f"{score:g} of {most:g}",
        "mistake": capital(_heading(line)),
        "state": {"wrong": "wrong", "right": "right"}.get(str(line["verdict"]), "partial"),
    }


def _group(having: Sequence[Line], films: Mapping[str, FilmLink]) -> dict[str, Any]:
    """Programs with one mistake; the diagnosis of the first of them, and a board."""
    mistake, diagnosis = _heading(having[0]), str(having[0]["diagnosis"])
    drawn = next((line for line in having if line.get("example")), None)
    return {
        "heading": capital(mistake),
        "watched": next((line for line in having if line["file"] in films), None),
        "count": counted(len(having), "program"),
        "lines": having,
        "details": diagnosis.removeprefix(mistake).lstrip(":; "),
        "drawn": drawn,
        "board": Markup(_example(drawn)) if drawn else "",  # noqa: S704  # as above
    }


def _example(line: Mapping[str, Any]) -> str:
    """The board of a program, with the axes on which the program counts."""
    column, row = line["axes"]
    return svg_board(tuple(line["example"]), axes=(column, row), by_lines=line["by_lines"])


def _sizes(lines: Sequence[Line]) -> list[dict[str, int]]:
    """The number of programs tested at each size, and of those that failed."""
    tested: Counter[int] = Counter()
    failed: Counter[int] = Counter()
    for line in lines:
        passed = line.get("sizes")
        for n, is_right in passed.items() if isinstance(passed, dict) else ():
            tested[n] += 1
            failed[n] += not is_right
    return [{"n": n, "tested": tested[n], "failed": failed[n]} for n in sorted(tested)]


SHARES = ("0 %", "1–19 %", "20–39 %", "40–59 %", "60–79 %", "80–99 %", "100 %")  # noqa: RUF001


def _shares(shares: Sequence[float]) -> list[dict[str, Any]]:
    """The number of programs with each share of the points."""
    bins = Counter(0 if not share else 6 if share >= 1 else 1 + int(share * 5) for share in shares)
    return [{"label": label, "count": bins[at]} for at, label in enumerate(SHARES)] if bins else []


def _heading(line: Line) -> str:
    """The mistake of a program, without its details; "" where none is known."""
    found = line.get("finding")
    return heading(_innermost(found)) if isinstance(found, Finding) else ""


def _innermost(found: Finding) -> Finding:
    """The claim inside a finding about the program's own run; any other finding itself."""
    inner = found.details.get("says")
    return inner if isinstance(inner, Finding) else found
