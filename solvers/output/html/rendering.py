"""The parts of an HTML page: a template, our own style and script, and a block of data."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from pygments.formatters import HtmlFormatter

from solvers.output.colours import variables

SCRIPTS = (
    *("svg", "board", "film", "words", "player", "transport", "search", "predict", "tree"),
    *("tree_drawing", "solutions", "editor", "keys", "paper", "notebook", "start"),
)
"""The parts of the script, each after those it needs."""


def rendered(
    template: str, data: Mapping[str, Any], scripts: Sequence[str] = SCRIPTS, **values: Any
) -> str:
    """The page of this template, which needs nothing else.

    All that comes from outside is escaped: by the template, and in the block of data, where no
    ``<`` stands.
    """
    found = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=unbroken,
        loader=PackageLoader("solvers.output", "html"),
    ).get_template(f"{template}.html.jinja")
    style = f"{variables()}\n{_source('page.css')}\n{_highlighting() if scripts else ''}"
    block = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return found.render(
        values,
        css=Markup(style),  # noqa: S704  # our own
        script=Markup("\n".join(_source(f"{name}.js") for name in scripts)),  # noqa: S704  # ours
        data=Markup(block),  # noqa: S704  # nothing in it can end the element
    )


def unbroken(value: Any) -> Any:
    """A text in which "n > 1" stands in one line; any other value as it is."""
    if type(value) is not str:  # Markup is a part of a page
        return value
    return re.sub(r"\b([a-z]) ([<=>]) (?=\d)", "\\1\u00a0\\2\u00a0", value)


def _source(name: str) -> str:
    return (files("solvers.output") / "html" / name).read_text(encoding="utf-8")


def _highlighting() -> str:
    """The colours of sources, for both schemes."""
    light = HtmlFormatter(style="default").get_style_defs(".source")
    dark = HtmlFormatter(style="native").get_style_defs(".source")
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}"
