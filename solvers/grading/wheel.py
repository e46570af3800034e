"""The suite as a wheel, made of what is installed: an autograder carries it along."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution
from io import BytesIO
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
SKIPPED = {"__pycache__", "compiled"}


def wheel_of(distribution: Distribution) -> tuple[str, bytes]:
    """The wheel's name and its bytes; the same for the same files."""
    stem = f"{distribution.metadata['Name'].replace('-', '_')}-{distribution.version}"
    entries = [*_files(), *_metadata(distribution, f"{stem}.dist-info")]
    record = "".join(f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in entries)
    entries.append((f"{stem}.dist-info/RECORD", f"{record}{stem}.dist-info/RECORD,,\n".encode()))
    return f"{stem}-py3-none-any.whl", archive(entries)


def archive(entries: list[tuple[str, bytes]]) -> bytes:
    """A zip of these names with these contents; scripts among them can be executed."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries:
            entry = zipfile.ZipInfo(name)  # of 1980, so that the same files give the same bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if data.startswith(b"#!") else 0o644) << 16
            made.writestr(entry, data)
    return target.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    """The package's files, and the Prolog programs, which stand beside it in a checkout."""
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and not SKIPPED & set(path.parts):
            yield f"solvers/{path.relative_to(PACKAGE)}", path.read_bytes()
    beside = PACKAGE.parent / "prolog"
    if not (PACKAGE / "prolog").is_dir():
        for path in sorted(beside.glob("*.pl")):
            yield f"solvers/prolog/{path.name}", path.read_bytes()


def _metadata(distribution: Distribution, folder: str) -> Iterator[tuple[str, bytes]]:
    for name in ("METADATA", "entry_points.txt"):
        yield f"{folder}/{name}", (distribution.read_text(name) or "").encode()
    lines = ("Wheel-Version: 1.0", "Generator: solver-parity", "Root-Is-Purelib: true")
    yield f"{folder}/WHEEL", "\n".join([*lines, "Tag: py3-none-any", ""]).encode()


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
