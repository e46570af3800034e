"""The engines and the editor of the page, fetched once: npm compares each with its hash.

``package-lock.json`` in this folder pins them.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from solvers.atomic_file import writing
from solvers.errors import UnavailableError
from solvers.install_hint import SOLVER_PARITY

LOCKS = ("package.json", "package-lock.json")

NPM = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def engine_folder() -> Path:
    """The folder with ``node_modules``; raises UnavailableError and WriteError."""
    locks = {name: (files("solvers.site.engines") / name).read_bytes() for name in LOCKS}
    digest = hashlib.sha256(b"".join(locks.values())).hexdigest()[:16]
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    cache = Path(base, SOLVER_PARITY)
    found = cache / f"engines-{digest}"
    if found.is_dir():
        return found
    with writing(cache, "engines to"):
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as temporary:
            new = Path(temporary, "engines")
            new.mkdir()
            for name, content in locks.items():
                (new / name).write_bytes(content)
            _fetch(new)
            if not found.is_dir():  # nobody else was faster
                shutil.move(new, found)
    return found


def _fetch(where: Path) -> None:
    try:
        done = subprocess.run(NPM, cwd=where, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise UnavailableError(
            "npm is needed to download the engines; to install: sudo apt-get install npm"
        ) from None
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        why = "npm cannot download the engines; the first time needs network access"
        raise UnavailableError(": ".join([why, *errors[:1]]))
