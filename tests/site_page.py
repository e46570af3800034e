"""The suite's web page, made once for the tests of its file and of its work in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from engines import skip_or_fail

from solvers.errors import UnavailableError
from solvers.site import build

EXAMPLES = Path(build.__file__).parent / "page" / "programs"


@pytest.fixture(scope="session")
def site_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as one file."""
    (EXAMPLES / "__pycache__").mkdir(exist_ok=True)  # as pip leaves it
    path = tmp_path_factory.mktemp("site") / "queens.html"
    try:
        path.write_bytes(build.one_file())
    except UnavailableError as error:
        skip_or_fail(str(error))
    return path
