"""Write docs/api.md, the reference of the Python interface, from signatures and docstrings.

Usage: python tools/api_reference.py, in an environment with the extra dev.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import griffe

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "api.md"
WIDTH = 100

SECTIONS = {
    "For a notebook": (
        "solvers",
        ["solve", "compare", "trace", "board", "backends"],
    ),
    "A comparison": ("solvers.notebook", ["Comparison", "Report"]),
    "A search and a board": ("solvers.notebook", ["Film", "BoardPicture"]),
    "The verdict": ("solvers.referee.verdict", ["Agreement", "Verdict", "Evidence"]),
    "The status of a run": ("solvers.execution.ending", ["Status"]),
    "Errors": ("solvers.errors", None),
    "For the author of a backend": ("solvers.interface", None),
}
"""Heading, module, and which of its names; None: all that it exports."""

HEAD = """\
# The Python interface

For people who use the suite from Python, and for authors of backends. This reference is generated
from the docstrings by `python tools/api_reference.py`; a test checks it and runs its examples.
Begin with [notebook.md](notebook.md) for a notebook, and with [backend.md](backend.md) for a
backend.
"""


def page() -> str:
    """The whole page."""
    package = griffe.load("solvers", search_paths=[ROOT])
    loader = griffe.GriffeLoader(modules_collection=package.modules_collection)
    loader.resolve_aliases(external=False)
    parts = [HEAD]
    for heading, (name, chosen) in SECTIONS.items():
        module = package.modules_collection[name]
        parts += [f"## {heading}\n", f"Import from `{name}`.\n"]
        if name == "solvers":
            parts.append(docstring(module))
        members = dict(named(module))
        for member in chosen or map(str, module.exports or ()):
            parts += entry(member, members[member])
    return "\n".join(parts).rstrip() + "\n"


def entry(name: str, member: griffe.Object) -> Iterator[str]:
    """The part of the page about one name: its signature or value, and its docstring."""
    if isinstance(member, griffe.Module):  # a folder of that name hides the function
        raise TypeError(f"{name} is a module")
    yield f"### {name}\n"
    if isinstance(member, griffe.Function):
        yield f"```python\n{signature(str(member.signature()))}\n```\n"
    elif isinstance(member, griffe.Attribute):
        value = str(member.value).strip("'")  # an alias that is not evaluated
        yield f"```python\n{name} = {value}\n```\n"
    yield docstring(member)
    parts = [part(name, one) for name, one in named(member) if not name.startswith("_")]
    if parts:
        yield "\n".join(parts) + "\n"


def named(parent: griffe.Object) -> Iterator[tuple[str, griffe.Object]]:
    """The members of a module or class, each as the object that its definition makes."""
    for name, member in parent.members.items():
        if not isinstance(member, griffe.Alias):
            yield name, member
        elif member.resolved and isinstance(member.final_target, griffe.Object):
            yield name, member.final_target


def part(name: str, member: griffe.Object) -> str:
    """One line of a list: a field, a value, a property or a method of a class."""
    shown = name
    if isinstance(member, griffe.Function):
        shown = re.sub(r"\(self(, )?", "(", str(member.signature()))
    elif isinstance(member, griffe.Attribute):
        shown += f": {member.annotation}" if member.annotation else ""
        # A property has no value, and what __init__ takes over from its argument says nothing.
        says_more = "property" not in member.labels and str(member.value) != name
        shown += f" = {member.value}" if member.value and says_more else ""
    words = docstring(member).replace("\n", " ").strip()
    return f"- `{shown}`" + (f": {words}" if words else "")


def signature(line: str) -> str:
    """A signature, with one argument per line if it is long."""
    if len(line) <= WIDTH:
        return line
    name, arguments, returns = re.fullmatch(r"(\w+)\((.*)\)( -> .*)?", line).groups()  # type: ignore[union-attr]
    each = re.split(r", (?![^\[]*\])", arguments)
    return "\n".join([f"{name}(", *(f"    {one}," for one in each), f"){returns or ''}"])


def docstring(member: griffe.Object) -> str:
    """A docstring as Markdown: examples in blocks, names in single backticks."""
    paragraphs = (member.docstring.value if member.docstring else "").split("\n\n")
    shown = [
        f"```pycon\n{dedent(one)}\n```"
        if one.lstrip().startswith(">>>")
        else one.replace("``", "`")
        for one in paragraphs
    ]
    return "\n\n".join(shown) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
