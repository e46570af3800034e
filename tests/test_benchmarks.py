"""The measurements of the folder ``benchmarks``."""

from __future__ import annotations
