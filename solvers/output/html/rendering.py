"""Puts an HTML page together: a template, the suite's style and scripts, and a block of data."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup
from pygments.formatters import HtmlFormatter

from solvers.output.colours import variables
from solvers.output.messages import for_page

SEARCH_SCRIPTS = (
    *("svg", "board", "film", "words", "player", "transport", "search", "predict", "tree"),
    *("tree_drawing", "solutions", "keys"),
)
"""The scripts that play a search, each after those that it needs."""

SCRIPTS = (*SEARCH_SCRIPTS, "paper", "notebook", "start")
"""The scripts of a report."""

HERE = PackageLoader("solvers.output", "html")
"""Loads the templates, styles and scripts of this folder."""


def rendered(
    template: str,
    data: Mapping[str, Any],
    scripts: Sequence[str] = SCRIPTS,
    *,
    places: Sequence[PackageLoader] = (HERE,),
    style: str | None = None,
    **values: Any,
) -> str:
    """The page of this template, which loads no other files.

    ``places`` hold the template, the style and the scripts. ``style`` comes after the common style.
    By default it is the colours of source text on a page with scripts, and "" on others. ``data``
    becomes the page's block of JSON, and ``values`` are for the template. All text from outside is
    escaped: by the template, and in the block of data, which has no ``<``.
    """
    parts = ChoiceLoader(places)
    environment = Environment(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=for_page,
        loader=parts,
    )

    def source(name: str) -> str:
        return parts.get_source(environment, name)[0]

    if style is None and scripts:
        light, dark = (
            HtmlFormatter(style=name).get_style_defs(".source") for name in ("default", "native")
        )
        style = f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}"
    block = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return environment.get_template(f"{template}.html.jinja").render(
        values,
        css=Markup(f"{variables()}\n{source('page.css')}\n{style or ''}"),  # noqa: S704  # our own
        script=Markup("\n".join(source(f"{name}.js") for name in scripts)),  # noqa: S704  # ours
        data=Markup(block),  # noqa: S704  # nothing in it can end the element
    )
