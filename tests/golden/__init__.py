"""Outputs of the course texts."""

from __future__ import annotations

from pathlib import Path


def golden(name: str) -> str:
    """The text of a golden file."""
    return (Path(__file__).parent / name).read_text()
