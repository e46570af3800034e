"""The instructor's page about a class: mistakes by frequency, sizes, and all programs."""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from solvers.atomic_file import write_text
from solvers.grading.mistakes import Diagnosis, Mistake
from solvers.grading.subject import is_usual
from solvers.output.boards import svg_board
from solvers.output.check_text import capital
from solvers.output.diagnoses import heading
from solvers.output.grade_table import GradeRow
from solvers.output.html.rendering import rendered
from solvers.output.messages import counted, sizes_in_words
from solvers.output.page_names import CLASS_PAGE, feedback_kind
from solvers.output.printable import for_page

SHORTEST_NAME = 3
"""The fewest letters of a file's name that is looked for without its suffix."""

WEAKEST = 3
"""The number of programs with the lowest scores that the page names."""


def write_class(folder: Path, lines: Iterable[GradeRow], of_class: str = "") -> None:
    """Write the page from the lines of the table of grades, in any order.

    ``of_class`` is the mark of the class. Raises WriteError and UsageError.
    """
    page = _class_page(sorted(lines, key=lambda line: str(line["file"])), of_class)
    write_text(page, folder / CLASS_PAGE, feedback_kind("class page", of_class))


def alike(lines: Iterable[GradeRow]) -> list[list[str]]:
    """The groups of files with the same fingerprint: the same unusual wrong answers."""
    groups: dict[object, list[str]] = defaultdict(list)
    for line in lines:
        if fingerprint := line.get("fingerprint"):
            groups[fingerprint].append(str(line["file"]))
    return [files for files in groups.values() if len(files) > 1]


def _by_mistake(lines: Iterable[GradeRow]) -> list[list[GradeRow]]:
    """The programs with a known mistake, grouped by mistake, the largest group first."""
    groups: dict[Mistake, list[GradeRow]] = defaultdict(list)
    for line in lines:
        if isinstance(found := line.get("mistake"), Diagnosis):
            groups[found.mistake].append(line)
    return sorted(groups.values(), key=len, reverse=True)


def _class_page(lines: Sequence[GradeRow], of_class: str) -> str:
    """The page: mistakes by frequency, then sizes, then all programs with their scores."""
    folders = [str(Path(str(line["file"])).parent) for line in lines if line["file"]]
    folder = os.path.commonpath(folders or ["."])
    hide = _names_hidden(lines)
    shown = [_shown(line, number, folder, hide) for number, line in enumerate(lines, 1)]
    verdicts = Counter(str(line["verdict"]) for line in lines).most_common()
    groups = [_group(having) for having in _by_mistake(shown)]
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
        of_class=of_class,
        sentence=f"{counted(len(folders), 'program')}: {told}.",
        first=[common] if common else [],
        weakest=weakest,
        as_weak=sum(line["share"] == weakest[-1]["share"] for line in ranked[WEAKEST:])
        if weakest
        else 0,
        groups=groups,
        alike=[[by_name[file] for file in files] for files in alike(lines)],
        sizes=_sizes(lines),
        shares=_shares([line["share"] for line in ranked]),
        lines=shown,
    )


Hide = Callable[[str], Markup]
"""Gives a text in which each name of a hand-in gives way to its number if names are hidden."""


def _names_hidden(lines: Sequence[GradeRow]) -> Hide:
    """The function that finds the names of these hand-ins: paths, files, and students."""
    numbers: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        file, student = (str(line.get(column) or "") for column in ("file", "student"))
        named = [file, Path(file).name, student] if file else [student]
        stem = Path(file).stem
        named += [stem] if len(stem) >= SHORTEST_NAME and not is_usual(stem) else []
        numbers |= dict.fromkeys(filter(None, named), number)
    longest = sorted(map(re.escape, numbers), key=len, reverse=True)
    names = re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)" if longest else r"(?!)")

    def hide(text: str) -> Markup:
        shown, end = Markup(), 0
        for match in names.finditer(text):
            name, number = for_page(match[0]), numbers[match[0]]
            both = Markup('<span class="name">{}</span><span class="alias">program {}</span>')
            shown += for_page(text[end : match.start()]) + both.format(name, number)
            end = match.end()
        whole: Markup = shown + for_page(text[end:])
        return whole

    return hide


def _shown(line: GradeRow, number: int, folder: str, hide: Hide) -> dict[str, Any]:
    score, most = line.get("score", ""), float(str(line.get("max_score") or 0))
    share = float(str(score)) / most if score != "" and most else 0.0
    return {
        **line,
        "number": number,
        "shown": _program(line, folder),
        "score": score,
        "share": share,
        "points": "" if score == "" else f"{score:g} of {most:g}",
        "result": hide("; ".join(filter(None, [str(line["summary"]), _where_right(line, share)]))),
        "diagnosis": hide(str(line.get("diagnosis", ""))),
        "heading": capital(_heading(line)),
        "state": {"wrong": "wrong", "right": "right"}.get(str(line["verdict"]), "partial"),
    }


def _program(line: GradeRow, folder: str) -> str:
    """The file of a line, and its student if the file's name is another one."""
    file, student = (
        str(line["file"]).removeprefix(f"{folder}{os.sep}"),
        str(line.get("student") or ""),
    )
    if student in {"", Path(file).stem, str(Path(file).parent)}:
        return file
    return f"{student}: {file}" if file else student


def _where_right(line: GradeRow, share: float) -> str:
    """The sizes at which a program is right, in words; "" if it has no points, or all."""
    passed = line.get("sizes")
    sizes = [n for n, is_right in passed.items() if is_right] if isinstance(passed, dict) else []
    return f"right at {sizes_in_words(sizes)}" if sizes and 0 < share < 1 else ""


def _group(having: Sequence[GradeRow]) -> dict[str, Any]:
    """The data of a group of programs with one mistake: the first's diagnosis, and a board."""
    mistake, diagnosis = _heading(having[0]), str(having[0]["diagnosis"])
    drawn = next((line for line in having if line.get("example")), None)
    return {
        "heading": capital(mistake),
        "count": counted(len(having), "program"),
        "lines": having,
        "details": Markup(diagnosis.removeprefix(mistake).lstrip(":; ")),  # noqa: S704  # escaped
        "drawn": drawn,
        "board": Markup(_example(drawn)) if drawn else "",  # noqa: S704  # drawn by us
    }


def _example(line: Mapping[str, Any]) -> str:
    """The board of a program, with the axes on which the program counts."""
    column, row = line["axes"]
    return svg_board(tuple(line["example"]), axes=(column, row), by_lines=line["by_lines"])


def _sizes(lines: Sequence[GradeRow]) -> list[dict[str, int]]:
    """For each size, the number of programs that were tested and the number that failed."""
    tested: Counter[int] = Counter()
    failed: Counter[int] = Counter()
    for line in lines:
        passed = line.get("sizes") if line["score"] != "" else None
        for n, is_right in passed.items() if isinstance(passed, dict) else ():
            tested[n] += 1
            failed[n] += not is_right
    return [{"n": n, "tested": tested[n], "failed": failed[n]} for n in sorted(tested)]


SHARES = ("0 %", "1–19 %", "20–39 %", "40–59 %", "60–79 %", "80–99 %", "100 %")  # noqa: RUF001


def _shares(shares: Sequence[float]) -> list[dict[str, Any]]:
    """For each range of SHARES, the number of programs whose share of the points is in it."""
    bins = Counter(0 if not share else 6 if share >= 1 else 1 + int(share * 5) for share in shares)
    return [{"label": label, "count": bins[at]} for at, label in enumerate(SHARES)] if bins else []


def _heading(line: GradeRow) -> str:
    """The mistake of a program, without its details; "" without one."""
    found = line.get("mistake")
    return heading(found) if isinstance(found, Diagnosis) else ""
