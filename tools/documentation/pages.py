"""The pages of the site before Sphinx reads them."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from inspect import getfile
from pathlib import Path

from solvers import registry
from solvers.interface import Backend
from solvers.output.listing import PYGMENTS_NAMES
from solvers.puzzle.problem import Problem
from solvers.tracing.source_lines import program_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

LINK = re.compile(
    r"(?ms)^(?P<fence>`{3,}).*?^(?P=fence)$"
    r"|(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?!\w+:)(?P<target>[^)#\s]+)(?P<place>#[^)]*)?\)"
)
"""Matches a link to a file or folder, a picture, and a block of code, which has no links."""

MENU = {
    "Use it": (
        "docs/install docs/course docs/check docs/answers docs/marking docs/compare "
        "docs/large-boards docs/lecture docs/paradigms docs/one-change docs/questions"
    ),
    "Look": "gallery programs notebook",
    "Reference": "docs/formats docs/trust docs/sitting docs/backend api",
    "Project": "CONTRIBUTING SECURITY CHANGELOG benchmarks/index",
}
"""The pages in the menu, under their headings."""

EXTRA = "_extra"
"""The folder, beside the pages, of files that are served as they are."""

FIVE = ("sicp", "backtracking", "prolog", "clpfd", "cp-sat")
"""The programs that are shown first. A screen has room for three beside each other."""

SUFFIXES = PYGMENTS_NAMES | {
    ".v": "coq", ".sh": "sh", ".json": "json", ".toml": "toml", ".yml": "yaml", ".cff": "yaml",
}  # fmt: skip
"""The name of a language in Pygments, for each suffix of a file that has a page."""

COPIED = {".png", ".svg", ".csv"}
"""The suffixes of files that are served as they are."""

COMMENTS = ("%", ";", "#|", "# ")
"""The beginnings of comment lines in these languages; ``#lang`` is none."""


def write_pages(folder: Path) -> None:
    """Write all pages into the folder, and what is served as it is into EXTRA there."""
    written = _Pages(folder)
    for page in sorted(HERE.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        text = re.sub(r"(?m)^PROGRAMS$", lambda _: _programs(), text)
        written.write(ROOT / page.name, with_results(text))
    for name in ("README", "CONTRIBUTING", "SECURITY", "CHANGELOG", "benchmarks/README"):
        written.todo.append(ROOT / f"{name}.md")
    written.todo += (ROOT / "docs").glob("*.md")
    written.write_linked()


class _Pages:
    """Writes pages, and a page for each file that one of them links to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.todo: list[Path] = []

    def write(self, path: Path, text: str) -> None:
        """Write the page of this file, with links to pages of the site."""
        page = _page_of(path).relative_to(ROOT)
        text = LINK.sub(lambda found: self._link(found, path), text)
        if path == ROOT / "README.md":
            text += _menu()
        elif page.with_suffix("").as_posix() not in " ".join(MENU.values()).split():
            text = f"---\norphan: true\n---\n{text}"
        target = self.folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def write_linked(self) -> None:
        """Write the pages of all files that are linked to, until there are no more."""
        done = set()
        while self.todo:
            path = self.todo.pop()
            if path not in done:
                done.add(path)
                self.write(path / "index.md" if path.is_dir() else path, _text_of(path))

    def _link(self, found: re.Match[str], path: Path) -> str:
        if found["fence"] or (path.parent == ROOT and (HERE / found["target"]).is_file()):
            return found[0]
        aim = (path.parent / found["target"]).resolve()
        if aim.suffix in COPIED:
            self._copy(aim)
            return found[0] if found["picture"] else _anchor(found)
        if not aim.exists() or aim.is_relative_to(ROOT / "build"):  # a page that a command writes
            return _anchor(found)
        self.todo.append(aim)
        shown = Path(os.path.relpath(_page_of(aim), path.parent)).as_posix()
        return f"[{found['text']}]({shown}{found['place'] or ''})"

    def _copy(self, path: Path) -> None:
        """Copy a file to the place where Sphinx finds a picture, and to that of a plain link."""
        for folder in (self.folder, self.folder / EXTRA):
            target = folder / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def _page_of(path: Path) -> Path:
    """The place of the page about this file or folder."""
    if path.is_dir() or path.name == "README.md":
        return (path if path.is_dir() else path.parent) / "index.md"
    return path if path.suffix == ".md" else path.with_name(f"{path.name}.md")


def _text_of(path: Path) -> str:
    """The text of the page: the document, the file in colours, or the files of the folder."""
    if path.is_dir():
        if (path / "README.md").exists():
            return (path / "README.md").read_text(encoding="utf-8")
        listed = ["git", "ls-files", "."]
        names = subprocess.run(listed, cwd=path, check=True, capture_output=True, text=True).stdout
        lines = [f"- [`{name}`]({name})" for name in names.split()]
        return "\n".join([f"# `{path.relative_to(ROOT)}`\n", *lines, ""])
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        return text
    return f"# `{path.relative_to(ROOT)}`\n\n{_code(text, path)}"


def _anchor(found: re.Match[str]) -> str:
    """The link in HTML, which Sphinx leaves as it is."""
    return f'<a href="{found["target"]}{found["place"] or ""}">{found["text"]}</a>'


def _code(text: str, path: Path) -> str:
    """A block of code in Markdown, in the language of this file."""
    language = SUFFIXES.get(path.suffix, "text")
    return f"`````{{code-block}} {language}\n:force:\n\n{text.strip(chr(10))}\n`````\n"


def _menu() -> str:
    """The menu of the site, which its first page holds."""
    return "".join(
        "\n".join(("\n```{toctree}", ":hidden:", f":caption: {title}\n", *names.split(), "```\n"))
        for title, names in MENU.items()
    )


def _programs() -> str:
    """The programs of each group beside each other."""
    ours = [one for one in registry.backends().values() if not (one.variant_of or one.origin)]
    rows = {"Five answers to one exercise": [registry.find(name) for name in FIVE]}
    for group in registry.groups():
        rows[group.capitalize()] = [one for one in ours if one.group == group]
    able, board = [one for one in ours if one.coloured], Problem(1, colours=((0,),))
    rows["On a coloured board"] = [registry.on_board(one, board) for one in able]
    return "\n".join(f"## {heading}\n\n{_row(shown)}" for heading, shown in rows.items())


def _row(backends: Iterable[Backend]) -> str:
    sharing: dict[Path, list[Backend]] = {}
    for backend in backends:
        sharing.setdefault(_program_shown(backend), []).append(backend)
    boxes = []
    for file, (one, *others) in sharing.items():
        names = ", ".join(f"**{each.name}**" for each in (one, *others))
        title = f"{names}, {one.paradigm}: [{file.name}]({file.relative_to(ROOT).as_posix()})"
        block = _code(program_alone(file.read_text(encoding="utf-8"), file.suffix), file)
        boxes.append(f"::::{{container}} program\n{title}\n\n{block}::::\n")
    return f":::::{{container}} beside\n{''.join(boxes)}:::::\n"


def _program_shown(backend: Backend) -> Path:
    """The file of its program; of an engine whose file is only a record, that of its class."""
    file = program_of(backend)
    if file is None:
        raise FileNotFoundError(f"the program of {backend.name} is not in a file")
    if program_alone(file.read_text(encoding="utf-8"), file.suffix):
        return file
    return Path(getfile(type(getattr(backend.solve, "engine", None))))


def program_alone(text: str, suffix: str) -> str:
    """The program without comments on lines of their own.

    In Python also without docstrings, imports, the record, and the preparation of an engine.
    """
    apart = set()
    if suffix == ".py":
        tree = ast.parse(text)
        own = [*tree.body, *(node for node in ast.walk(tree) if _is_text(node))]
        apart = {line for node in own if _is_apart(node) for line in _lines_of(node)}
    lines = [
        line
        for number, line in enumerate(text.splitlines(), 1)
        if number not in apart and not line.strip().startswith(COMMENTS)
    ]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_apart(node: ast.AST) -> bool:
    """Whether this is a docstring, an import, the record, or the preparation of an engine."""
    if isinstance(node, ast.FunctionDef):
        return node.name == "prepare"
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0]) == "BACKEND"
    return _is_text(node) or isinstance(node, ast.Import | ast.ImportFrom)


def _lines_of(node: ast.AST) -> range:
    first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    return range(first, last + 1)


def with_results(page: str) -> str:
    """The page with the result of each cell (a block ``python``) under it, as Jupyter draws it."""
    names: dict[str, object] = {}

    def cell(block: re.Match[str]) -> str:
        *before, last = block[1].strip().splitlines()
        exec("\n".join(before), names)  # noqa: S102  # a page of ours
        return f"{block[0]}\n```{{raw}} html\n{_drawn(eval(last, names))}\n```\n"  # noqa: S307

    return re.sub(r"(?s)```python\n(.*?)```\n", cell, page)


def _drawn(value: object) -> str:
    draw = getattr(value, "_repr_html_", None) or getattr(value, "_repr_svg_", None)
    if draw is None:
        raise TypeError(f"Jupyter draws no picture of {value!r}")
    return f'<div class="cell">{draw()}</div>'
