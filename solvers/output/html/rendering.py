"""The parts of an HTML page: a template, our own style and script, and a block of data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup
from pygments.formatters import HtmlFormatter

from solvers.output.colours import variables
from solvers.output.printable import unbroken

SEARCH_SCRIPTS = (
    *("svg", "board", "film", "words", "player", "transport", "search", "predict", "tree"),
    *("tree_drawing", "solutions", "keys"),
)
"""The parts of the script that play a search, each after those it needs."""

SCRIPTS = (*SEARCH_SCRIPTS, "paper", "notebook", "start")
"""The parts of the script of a report."""

HERE = PackageLoader("solvers.output", "html")


def rendered(
    template: str,
    data: Mapping[str, Any],
    scripts: Sequence[str] = SCRIPTS,
    *,
    places: Sequence[PackageLoader] = (HERE,),
    style: str | None = None,
    **values: Any,
) -> str:
    """The page of this template, which needs nothing else; its parts are in these ``places``.

    Its own ``style`` stands after the common one; where it has none, the colours of sources do.
    All that comes from outside is escaped: by the template, and in the block of data, where no
    ``<`` stands.
    """
    environment = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=unbroken,
        loader=(parts := ChoiceLoader(places)),
    )

    def source(name: str) -> str:
        return parts.get_source(environment, name)[0]

    if style is None:
        style = _highlighting() if scripts else ""
    block = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return environment.get_template(f"{template}.html.jinja").render(
        values,
        css=Markup(f"{variables()}\n{source('page.css')}\n{style}"),  # noqa: S704  # our own
        script=Markup("\n".join(source(f"{name}.js") for name in scripts)),  # noqa: S704  # ours
        data=Markup(block),  # noqa: S704  # nothing in it can end the element
    )


def _highlighting() -> str:
    """The colours of sources, for both schemes."""
    light = HtmlFormatter(style="default").get_style_defs(".source")
    dark = HtmlFormatter(style="native").get_style_defs(".source")
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}"
