"""The folder of the suite's Prolog programs."""

from __future__ import annotations

from pathlib import Path


def program_file(name: str) -> Path:
    """The path of a file in ``prolog/``: beside the package in a checkout, else inside it."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "prolog" / name
    return inside if inside.exists() else package.parent / "prolog" / name
