"""The site that make docs builds: strict, whole, and without anything from outside."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import make_site
import moving_picture
import one_change
import pictures
import pytest
from axe_playwright_python.sync_playwright import Axe
from engines import able_backend, needs_program, needs_prolog
from links import broken_links
from places import ROOT
from playwright.sync_api import Browser

import solvers
from solvers import registry
from solvers.interface import Backend
from solvers.tracing.replay import search_tree
from solvers.tracing.traces import tracer

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


# Pictures


@pytest.mark.slow("compares 8 queens, and marks the homework")
def test_the_pictures_show_the_words_of_the_pages(browser: Browser, tmp_path: Path) -> None:
    needs_prolog()
    needs_program("racket", "racket")
    pictures.make_pages(tmp_path)
    today = {
        name: pictures.words(pictures.shown(browser, tmp_path, name)) for name in pictures.PARTS
    }
    assert today == json.loads(pictures.TEXTS.read_text(encoding="utf-8")), "run: make pictures"


@pytest.mark.parametrize("name", pictures.PARTS)
def test_a_picture_is_small(name: str) -> None:
    assert (pictures.PICTURES / f"{name}.png").stat().st_size < 150_000


def test_the_moving_picture_shows_the_search_up_to_its_first_solution() -> None:
    drawn = moving_picture.PICTURE.read_text(encoding="utf-8")
    assert moving_picture.drawing() == drawn, "run: make pictures"
    assert len(drawn) < 30_000
    assert [*moving_picture.frames()][-1] == ((1, 3, 5, 0, 2, 4), None, None)


# One change, nine paradigms


FIVE = "sicp", "backtracking", "python-constraint", "prolog", "clpfd"
"""The programs that tell their nodes."""


def test_the_document_is_what_the_files_give() -> None:
    text = one_change.DOCUMENT.read_text(encoding="utf-8")
    made = one_change.document(text, one_change.changes())
    assert text == made, "run: python tools/documentation/one_change.py"


def test_the_page_has_both_programs_line_by_line() -> None:
    shown = one_change.changes()
    page = one_change.page(shown)
    able = [one.name for one in registry.choose(None, coloured=True)]
    assert sorted(one.backend.name for one in shown) == sorted(able)
    assert len(shown) == 9
    for one in shown:
        taken, put = one.changed
        assert f'<section id="{one.backend.name}">' in page
        assert [line for line in one.queens if line and line not in taken + one.coloured] == []
        assert [line for line in one.coloured if line and line not in put + one.queens] == []
        assert not any(" import " in line for line in one.queens + one.coloured)
    assert page.count('class="out"') == sum(len(one.changed[0]) for one in shown)
    assert page.count('class="in"') == sum(len(one.changed[1]) for one in shown)


@pytest.mark.parametrize("name", FIVE)
def test_the_nodes_are_those_of_the_search(name: str) -> None:
    problem = one_change.board()
    backend = registry.on_board(able_backend(name), problem)
    nodes = search_tree(problem, tracer(backend)(problem)).nodes
    figures = json.loads(one_change.FIGURES.read_text(encoding="utf-8"))["programs"]
    assert nodes == figures[name]["coloured"]["nodes"]


def test_the_lecture_tells_these_nodes() -> None:
    notes = (ROOT / "docs" / "lecture.md").read_text(encoding="utf-8").partition("## One change")[2]
    told = re.findall(r"visit ([\d,]+) nodes each, clpfd only (\d+)", notes)
    figures = json.loads(one_change.FIGURES.read_text(encoding="utf-8"))["programs"]
    nodes = {name: f"{figures[name]['coloured']['nodes']:,}" for name in FIVE}
    assert told == [(nodes["sicp"], nodes["clpfd"])]
    assert nodes["sicp"] == nodes["backtracking"] == nodes["prolog"]
