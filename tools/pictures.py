"""Draw the pictures of docs/pictures: a report for eight queens.

Usage: python tools/report-pictures.py, in an environment with the extra dev, and Chromium.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from solvers.cli.compare import main as compare

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
BACKENDS = "sicp,backtracking,python-constraint,prolog,clpfd,sat,cp-sat"
LOOKS_AHEAD = "left=backtracking&right=python-constraint&step=12"


def draw(browser: Browser, report: Path) -> None:
    """The first screen of the report, and two searches side by side."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(report.as_uri())
    page.wait_for_selector("html[data-ready]")
    page.screenshot(path=PICTURES / "verdict.png")
    page.goto(f"{report.as_uri()}#{LOOKS_AHEAD}")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.locator("#search").screenshot(path=PICTURES / "search.png")


def main() -> int:
    """Draw both of them."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("Chromium is missing: sudo apt-get install chromium", file=sys.stderr)
        return 1
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = Path(folder) / "report.html"
        compare(["--n", "8", "--backends", BACKENDS, "--output", "csv", "--report", str(report)])
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        draw(browser, report)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
