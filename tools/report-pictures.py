"""Draw the pictures of docs/pictures: a report for eight queens, as different readers see it.

Usage: python tools/report-pictures.py, in an environment with the extra dev, and Chromium.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from solvers.cli.compare import main as compare

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
BACKENDS = "sicp,backtracking,python-constraint,prolog,clpfd,sat,cp-sat"
LOOKS_AHEAD = "left=backtracking&right=python-constraint&step=12"
LEARNS = "left=sat&right=python-constraint&step=45"
ASKS = "left=python-constraint&right=&step=11&ask=1"


def opened(browser: Browser, report: Path, link: str, *, width: int, height: int) -> Page:
    """The report at a step."""
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(f"{report.as_uri()}#{link}")
    page.wait_for_selector("html[data-ready]")
    return page


def take(page: Page, selector: str, name: str) -> None:
    """A picture of a part of the page."""
    page.locator(selector).screenshot(path=PICTURES / f"{name}.png")


def draw(browser: Browser, report: Path, growth: Path) -> None:
    """All pictures of the two reports."""
    page = opened(browser, report, LOOKS_AHEAD, width=1280, height=720)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=PICTURES / "verdict.png")
    for section in ("search", "tree", "order"):
        take(page, f"#{section}", section)
    page.emulate_media(color_scheme="light", media="print")
    page.set_viewport_size({"width": 794, "height": 1123})
    take(page, "#verdict", "print")
    page = opened(browser, report, LEARNS, width=1280, height=720)
    page.emulate_media(color_scheme="dark")
    take(page, ".players", "dark")
    page = opened(browser, report, ASKS, width=1280, height=720)
    take(page, "#search", "question")
    page = opened(browser, report, LOOKS_AHEAD, width=390, height=844)
    take(page, "#search", "phone")
    page = opened(browser, report, LOOKS_AHEAD, width=1800, height=900)
    page.evaluate("document.getElementById('programs').scrollIntoView({ behavior: 'instant' })")
    page.screenshot(path=PICTURES / "paradigms.png")
    page = opened(browser, growth, "", width=1280, height=720)
    take(page, ".plot >> nth=0", "growth")


def main() -> int:
    """Draw all of them."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("Chromium is missing: sudo apt-get install chromium", file=sys.stderr)
        return 1
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        report, growth = Path(folder) / "report.html", Path(folder) / "growth.html"
        asked = ["--backends", BACKENDS, "--output", "csv"]
        compare(["--n", "8", *asked, "--report", str(report)])
        compare(["--n", "4-9", *asked, "--report", str(growth)])
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        draw(browser, report, growth)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
