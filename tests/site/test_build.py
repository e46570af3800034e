"""The page as a file: its size, its parts and their licences, and a network that is missing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from queens_command import Queens

from solvers.site import build, engines

LARGEST_FILE = 18_000_000


def test_the_page_stays_small_and_may_send_nothing(site_page: Path) -> None:
    assert site_page.stat().st_size < LARGEST_FILE
    assert b"connect-src 'none'" in site_page.read_bytes()[:1000]


def test_engines_that_cannot_be_downloaded_are_reported_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, queens: Queens
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(engines, "NPM", ("sh", "-c", "echo npm error ENOTCACHED >&2; exit 1"))
    printed = queens("site", "--out", tmp_path / "queens.html", "--one-file", code=4)
    assert printed.err.count("\n") == 1
    assert (
        "cannot download the engines; the first time needs network access: npm error" in printed.err
    )
    assert not list(tmp_path.glob("*.html"))


FREE = {"MIT", "Apache-2.0", "MPL-2.0", "BSD-2-Clause"}
"""Under these, everybody may pass a part on."""


def test_the_licence_of_each_shipped_part_allows_redistribution(site_page: Path) -> None:
    lock = json.loads((engines.engine_folder() / "package-lock.json").read_text())["packages"]
    notice = site_page.read_text().partition('<details id="notice">')[2].partition("</dl>")[0]
    shipped = {place.split("/")[0] for place in build.ENGINES.values()} | build.EDITOR.keys()
    for name in shipped:
        assert lock[f"node_modules/{name}"]["license"] in FREE
    versions = {name: lock[f"node_modules/{name}"]["version"] for name in shipped}
    for name, version in versions.items():
        assert re.search(rf"(?i)<dt>{name} {re.escape(version)}</dt>", notice)
    for library in build.LIBRARIES.values():
        assert re.search(rf"<dt>{library} [^<]*</dt><dd>(MIT|BSD-2-Clause)</dd>", notice)
    own = {"suite.zip", "prolog.json", "pyodide-lock.json", *build.WORKERS}
    assert build.engine_parts().keys() - build.ENGINES.keys() == own
