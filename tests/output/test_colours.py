"""Each backend has a colour and a shape of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solvers import registry
from solvers.output.colours import appearances


def test_a_new_backend_changes_the_looks_of_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    known = registry.backends()
    before = appearances([])
    new = {name: replace(known["sicp"], name=name, origin="mine") for name in ("aaa", "m", "zzz")}
    monkeypatch.setattr(registry, "backends", lambda: new | known)
    after = appearances(["program.py"])
    assert {name: after[name] for name in before} == before
    assert len(set(after.values())) == len(after) == len(known) + 4
