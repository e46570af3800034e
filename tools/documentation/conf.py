"""The settings of Sphinx for the site; ``make_site.py`` assembles the pages."""

import tomllib
from pathlib import Path

project = "solver-parity"
author = copyright = "the solver-parity authors"  # noqa: A001  # Sphinx's name
html_title = "solver-parity"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence"]  # boxes
myst_heading_anchors = 4
suppress_warnings = [
    "misc.highlighting_failure",  # a session on a console may show any text
    "myst.header",  # a page may begin with a picture or a comment
]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_search_summary = False  # it would read pages, which a browser refuses for files
_known = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
_repository = _known["project"].get("urls", {}).get("Repository", "")
html_theme_options = {"source_repository": _repository, "footer_icons": []}
pygments_style = "xcode"  # has the contrast that a reader needs
pygments_dark_style = "monokai"
