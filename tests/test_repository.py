"""The files for maintainers and their tools: CI, issue forms, hooks, citation, constraints."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from places import ROOT
from processes import ran

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def run(*command: str | Path) -> None:
    """Run a tool of the environment in the checkout; it must succeed."""
    done = ran([sys.executable, "-m", *command])
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("github-workflows", ".github/workflows/*.yml"),
        ("github-workflows", "examples/github-classroom/.github/workflows/*.yml"),
        ("github-issue-forms", ".github/ISSUE_TEMPLATE/*.yml"),
        ("citation-file-format", "CITATION.cff"),
    ],
)
def test_a_file_for_another_program_follows_its_schema(schema: str, pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files
    run("check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files)


def test_pre_commit_accepts_the_hooks() -> None:
    run("pre_commit", "validate-config", ".pre-commit-config.yaml")


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {PROJECT['version']}\n" in (ROOT / "CITATION.cff").read_text()


def test_constraints_hold_a_version_of_every_dependency() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = {canonicalize_name(one.name): one for one in map(Requirement, lines)}
    assert all(re.fullmatch(r"==[\w.]+", str(one.specifier)) for one in pinned.values())
    assert not any(one.url for one in pinned.values())
    extras = PROJECT["optional-dependencies"].values()
    for text in [*PROJECT["dependencies"], *(one for extra in extras for one in extra)]:
        wanted = Requirement(text)
        if wanted.name != PROJECT["name"]:
            version = str(pinned[canonicalize_name(wanted.name)].specifier).removeprefix("==")
            assert wanted.specifier.contains(version, prereleases=True), "run: make constraints"
