"""Build the site: ``python tools/documentation/make_site.py`` writes ``build/docs``.

The documents keep their places, and so do their links. Three things are added: a page for each file
that a document links to, the pages of this folder, and those that the suite's own commands write. A
warning of Sphinx is an error, and so is a link that leads nowhere.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from links import broken_links
from one_change import write_page
from pages import EXTRA, ROOT, write_pages

HERE = Path(__file__).resolve().parent
SOURCE = ROOT / "build" / "docs-source"
SITE = ROOT / "build" / "docs"

GALLERY = (
    "compare --n 8 --backends default,clpfd,sat --report {}/gallery/report.html",
    "check docs/homework --jobs 2 --time-limit 10 --feedback {}/gallery/class",
    "compare --n 6 --backends default,permutation,clpfd,sat --report {}/build/lecture.html",
    "site --out {}/try",
)
"""The commands whose pages the site shows; the third is that of ``make lecture``."""


MENDED = {
    r'(class="caption" role="heading")': r'\1 aria-level="2"',
    r'<aside (class="sidebar-drawer")': r'<aside aria-label="Menu" \1',
    r'<aside (class="toc-drawer)': r'<aside aria-label="On this page" \1',
    r'<(pre|div class="cell")>': r'<\1 tabindex="0">',
    r'(<div id="search-results">)': r"<h1>Search</h1>\n\1",
    r'<dd>(<em class="sig-param">.*?)</dd>': r'<div class="parameter">\1</div>',
    r'<dl>\s*(<div class="parameter">.*?)</dl>': r"<div>\1</div>",
}
"""What the theme's pages lack for readers who hear them, or have no mouse: patterns, and what they
become, in this order."""


def mend(site: Path) -> None:
    """Mend the accessibility of the theme's pages; those of our own commands have their own."""
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if 'id="furo-main-content"' in text:
            for pattern, better in MENDED.items():
                text = re.sub(pattern, better, text, flags=re.DOTALL)
            page.write_text(text, encoding="utf-8")


def run_commands(folder: Path) -> None:
    """Write the pages of GALLERY into the folder."""
    for part in ("gallery", "build"):
        (folder / part).mkdir(parents=True)
    for command in GALLERY:
        words = command.replace("{}", str(folder)).split()
        print(f"queens {command.replace('{}', '...')}", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", "solvers", *words],
            check=False,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode not in {0, 1}:  # a program of the homework is wrong
            sys.exit(f"{done.stdout}\nqueens {command} ended with {done.returncode}")


def run_sphinx(source: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Run Sphinx on these pages; its errors and warnings, which end it with 1, are its output."""
    command = [sys.executable, "-m", "sphinx", "--builder", "html", "--quiet", "--fail-on-warning"]
    command += ["--conf-dir", str(HERE), "--doctree-dir", str(source / "_doctrees")]
    command += ["-D", f"html_extra_path={source / EXTRA}", str(source), str(site)]
    return subprocess.run(
        command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def main() -> int:
    """Assemble the pages, run Sphinx, check the links."""
    for folder in (SOURCE, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    run_commands(SOURCE / EXTRA)
    write_page(SOURCE / EXTRA / "build" / "one-change.html")
    write_pages(SOURCE)
    done = run_sphinx(SOURCE, SITE)
    mend(SITE)
    broken = broken_links(SITE)
    print(done.stdout, *(f"{line}\n" for line in broken), sep="", end="")
    if done.returncode or broken:
        return 1
    print(f"The site is in {SITE.relative_to(ROOT)}: open {SITE.relative_to(ROOT)}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
