"""The site that make docs builds: strict, whole, and without anything from outside."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import make_site
import pytest
from engines import needs_program, needs_prolog
from links import broken_links
from places import ROOT

import solvers
from solvers import registry
from solvers.interface import Backend


@pytest.mark.slow("runs the commands of the gallery, and Sphinx")
@pytest.mark.timeout(900)
def test_the_site_has_every_page(capfd: pytest.CaptureFixture[str]) -> None:
    needs_prolog()
    needs_program("npm", "npm")
    needs_program("racket", "racket")
    code = make_site.main()
    assert code == 0, capfd.readouterr()
    for page in (ROOT / "docs").glob("*.md"):
        assert (make_site.SITE / "docs" / f"{page.stem}.html").exists()
    for name in ("gallery/report.html", "gallery/class/class.html", "try/index.html"):
        assert (make_site.SITE / name).exists()
    api = (make_site.SITE / "api.html").read_text()
    public = [f"solvers.{name}" for name in solvers.__all__]
    public += [f"solvers.interface.Backend.{one.name}" for one in fields(Backend)]
    public += ["solvers.testing.BackendContract"]
    assert [name for name in public if f'id="{name}"' not in api] == []
    beside = (make_site.SITE / "programs.html").read_text()
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
