"""The core runs where there are no processes and no compiled packages, as in a browser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import anywhere
import pytest

from solvers.grading.sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.zoo("computes all again")
def test_a_page_computes_the_same_results_as_the_suite() -> None:
    command = [sys.executable, str(ROOT / "tests" / "anywhere.py")]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    for found, expected in zip(
        json.loads(told.stdout), anywhere.everything(Sandbox.BASIC), strict=True
    ):
        assert found == json.loads(json.dumps(expected))
