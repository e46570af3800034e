"""The command that installs a missing engine."""

from __future__ import annotations

import sys

import pytest

from solvers.install_hint import with_install_hint


def test_the_install_hint_uses_uv_if_the_environment_has_no_pip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pip", None)
    hint = with_install_hint("no engine", "apt-get install engine, then pip install engine")
    assert hint == "no engine; to install: apt-get install engine, then uv pip install engine"
