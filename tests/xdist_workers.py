"""The distribution of the tests over the processes of pytest-xdist."""

from __future__ import annotations

import os
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

SHOWN = ("output/test_report.py", "output/test_lecture.py", "output/test_own_program.py")
"""The files beside those of the films that open pages in the one Chromium of a worker."""


ALIKE = (
    "test_packaging.py",
    "test_class_page.py",
    "test_check_report.py",
    "test_layers.py",
    "test_documentation_site.py",
)
"""The files whose tests share a wheel, the pages of a class, reports, syntax trees, and a site."""


class Together(LoadScopeScheduling):  # type: ignore[misc]  # xdist carries no types
    """Gives each worker the next test; tests that share something stay on one worker, in order."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if "/test_film_" in file or file.endswith(SHOWN):
            return "browser.py"
        if "/test_site" in file or file.endswith(ALIKE):
            return file
        if "::TestContract::" in nodeid:  # of a backend, whose engine is loaded once
            return nodeid.partition("[")[2]
        return nodeid


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: a third of the time tests wait for limits and other processes."""
    return 2 * (os.cpu_count() or 1)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together:
    """The distribution of tests over several processes."""
    return Together(config, log)
