"""Draw the pictures of docs/pictures: a report for six queens, as different readers see it.

Usage: python tools/report-pictures.py, in an environment with the extra dev, and Chromium.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from solvers.commands.compare import main as compare

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
STEP = 60


def opened(page: Page, report: Path) -> None:
    """The report, in the middle of its search."""
    page.goto(report.as_uri())
    page.wait_for_selector("html[data-ready]")
    page.eval_on_selector(
        "#step",
        "(s, step) => { s.value = step; s.dispatchEvent(new Event('input')); }",
        STEP,
    )


def main() -> int:
    """Draw all of them."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("Chromium is missing: sudo apt-get install chromium", file=sys.stderr)
        return 1
    PICTURES.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        report = Path(folder) / "report.html"
        compare(["--n", "6", "--report", str(report), "--output", "csv"])
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1200, "height": 900})
        opened(page, report)
        for section in ("paradigms", "search", "tree"):
            page.locator(f"#{section}").screenshot(path=PICTURES / f"{section}.png")
        page.emulate_media(color_scheme="dark")
        page.locator("#search").screenshot(path=PICTURES / "dark.png")
        page.emulate_media(color_scheme="light", media="print")
        page.locator("#verdict").screenshot(path=PICTURES / "print.png")
        phone = browser.new_page(viewport={"width": 360, "height": 740})
        opened(phone, report)
        phone.locator("#search").screenshot(path=PICTURES / "phone.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
