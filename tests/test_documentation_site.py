"""The site that make docs builds: strict, whole, and without anything from outside."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import make_site
import pytest
from axe_playwright_python.sync_playwright import Axe
from engines import needs_program, needs_prolog
from links import broken_links
from places import ROOT

import solvers
from solvers import registry
from solvers.interface import Backend

if TYPE_CHECKING:
    from playwright.sync_api import Browser


SLOW = pytest.mark.slow("runs the commands of the gallery, and Sphinx")

OF_EACH_KIND = (
    *("index", "docs/check", "docs/course", "docs/one-change", "programs", "api", "notebook"),
    *("search", "genindex", "gallery/report", "gallery/class/class", "gallery/class/ada-*"),
    *("build/one-change", "build/lecture", "try/index"),
)
"""A page of each kind, in whose place the faults of the others would be found."""


@pytest.fixture(scope="module")
def site() -> Path:
    """The folder of the site."""
    needs_prolog()
    needs_program("npm", "npm")
    needs_program("racket", "racket")
    assert make_site.main() == 0
    return make_site.SITE


@SLOW
@pytest.mark.timeout(900)
@pytest.mark.parametrize("width", [1280, 390])
def test_the_site_has_no_fault_of_accessibility(site: Path, browser: Browser, width: int) -> None:
    shown = browser.new_page(viewport={"width": width, "height": 900})
    for name in OF_EACH_KIND:
        (path,) = site.glob(f"{name}.html")
        shown.goto(path.as_uri())
        faults = Axe().run(shown).response["violations"]
        assert [(name, one["id"], [node["html"] for node in one["nodes"]]) for one in faults] == []
        assert shown.evaluate("() => document.documentElement.scrollWidth") <= width, name
    shown.close()


@SLOW
@pytest.mark.timeout(900)
def test_the_site_has_every_page(site: Path) -> None:
    for page in (ROOT / "docs").glob("*.md"):
        assert (site / "docs" / f"{page.stem}.html").exists()
    for name in ("gallery/report.html", "gallery/class/class.html", "try/index.html"):
        assert (site / name).exists()
    api = (site / "api.html").read_text()
    public = [f"solvers.{name}" for name in solvers.__all__]
    public += [f"solvers.interface.Backend.{one.name}" for one in fields(Backend)]
    public += ["solvers.testing.BackendContract"]
    assert [name for name in public if f'id="{name}"' not in api] == []
    beside = (site / "programs.html").read_text()
    ours = [one for one in registry.backends().values() if not (one.variant_of or one.origin)]
    assert [one.name for one in ours if f"<strong>{one.name}</strong>" not in beside] == []


def test_the_gallery_names_the_commands_that_wrote_its_pages() -> None:
    page = (make_site.HERE / "gallery.md").read_text()
    shown = [one for one in make_site.GALLERY if "/gallery/" in one]
    assert len(shown) == 2
    assert [one for one in shown if f"`queens {one.replace('{}/', '')}`" not in page] == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text('<h2 id="here">Here</h2>')
    good = '<a href="other.html#here">1</a> <a href="other.html#step=3">2</a> <a href="#me">3</a>'
    away = '<a href="https://example.org/">4</a>'
    (tmp_path / "good.html").write_text(f'<h1 id="me">Me</h1>{good}{away}')
    assert broken_links(tmp_path) == []
    bad = '<a href="gone.html">1</a> <a href="other.html#gone">2</a>'
    (tmp_path / "bad.html").write_text(
        f'{bad}<img src="https://example.org/a.png"><link rel="stylesheet" href="a.css">'
    )
    assert broken_links(tmp_path) == [
        "bad.html: loads https://example.org/a.png from another host",
        "bad.html: links to gone.html, which does not exist",
        "bad.html: links to other.html#gone, but that page has no such heading",
        "bad.html: links to a.css, which does not exist",
    ]
