"""Draw the pictures of docs/pictures: two of a report, a class, and the change of the puzzle.

``make pictures`` needs Chromium. It also writes ``texts.json``, the words in each picture; a test
compares them with the words of today's pages.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.append(str(Path(__file__).resolve().parent / "documentation"))
from one_change import write_page
from PIL import Image
from playwright.sync_api import Browser, Locator, sync_playwright

from solvers.cli.queens import main as queens

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
TEXTS = PICTURES / "texts.json"

BACKENDS = "sicp,backtracking,python-constraint,prolog,clpfd,sat,cp-sat"
LOOKS_AHEAD = "left=backtracking&right=python-constraint&step=12"

COLOURS = 128
"""The colours of a picture; more make the file larger, and nobody sees them."""

VARYING = re.compile(r"stopped after [^)]*|[\d.]+ (?:µs|ms|s|MiB)\b|\d{1,3}(?:,\d{3})+")
"""Matches the limit that was reached first, a measured figure, and a large count.

An engine of another version may change the count, and a busy machine the limit.
"""

PARTS = {
    "verdict": "#verdict > :is(.sentence, .first, .status, .conditions)",
    "search": "#search",
    "class": "body",
    "coloured": ".start",
    "coloured-board": ".start .board",
}
"""The pictures, without ``.png``, and the parts of a page whose words they show."""

WHOLE = ("search", "coloured", "coloured-board")
"""The pictures that show their part alone, and not the first screen of its page."""


def make_pages(folder: Path) -> None:
    """Write the pages in the pictures: report.html, class/class.html and one-change.html."""
    write_page(folder / "one-change.html")
    report = ["--n", "8", "--backends", BACKENDS, "--report", str(folder / "report.html")]
    marked = [str(ROOT / "docs" / "homework"), "--feedback", str(folder / "class"), "--jobs", "2"]
    marked += ["--time-limit", "10"]  # one of them never ends
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as said:
        codes = queens(["compare", *report]), queens(["check", *marked])
    if codes != (0, 1):  # some of the homework is wrong
        raise RuntimeError(said.getvalue())


def shown(browser: Browser, folder: Path, name: str) -> Locator:
    """The part of a page that this picture shows."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    if name == "class":
        page.goto((folder / "class" / "class.html").as_uri())
        return page.locator(PARTS[name])
    if name.startswith("coloured"):
        page.goto((folder / "one-change.html").as_uri())
        return page.locator(PARTS[name])
    place = f"#{LOOKS_AHEAD}" if name == "search" else ""
    page.goto(f"{(folder / 'report.html').as_uri()}{place}")
    page.wait_for_selector("html[data-ready]")
    return page.locator(PARTS[name])


def words(part: Locator) -> list[str]:
    """The different lines of the text in parts of a page, without figures that vary."""
    text = "\n".join(filter(None, part.all_inner_texts())).replace("\N{NO-BREAK SPACE}", " ")
    lines = {line.strip() for line in VARYING.sub("#", text).splitlines()}
    return sorted(line for line in lines if re.search("[a-z]", line))


def draw(part: Locator, path: Path, *, whole: bool) -> None:
    """Write a picture of the part, or of the first screen of its page."""
    png = part.screenshot() if whole else part.page.screenshot()
    picture = Image.open(BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(path, optimize=True)


def main() -> int:
    """Draw all of them, and write their words."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("Chromium is missing: sudo apt-get install chromium", file=sys.stderr)
        return 1
    texts = {}
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        make_pages(folder)
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        for shot in PARTS:
            part = shown(browser, folder, shot)
            draw(part, PICTURES / f"{shot}.png", whole=shot in WHOLE)
            texts[shot] = words(part)
        browser.close()
    TEXTS.write_text(f"{json.dumps(texts, indent=1, ensure_ascii=False)}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
