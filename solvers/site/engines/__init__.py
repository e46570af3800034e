"""The engines of the page, fetched once into a cache: npm and pip compare each with its hash.

``package-lock.json`` and ``wheels.txt`` in this folder pin them. Pyodide's version decides which
wheels fit it, so both are changed together.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from solvers.errors import UnavailableError

LOCKS = ("package.json", "package-lock.json", "wheels.txt")

NPM = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
PIP = (
    *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"),
    *("--only-binary=:all:", "--platform=pyemscripten_2026_0_wasm32", "--implementation=cp"),
    *("--python-version=3.14", "--abi=cp314", "--dest=wheels", "--requirement=wheels.txt"),
)


def folder() -> Path:
    """The folder with ``node_modules`` and ``wheels``; raises UnavailableError."""
    locks = {name: (files("solvers.site.engines") / name).read_bytes() for name in LOCKS}
    digest = hashlib.sha256(b"".join(locks.values())).hexdigest()[:16]
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    cache = Path(base, "solver-parity")
    found = cache / f"engines-{digest}"
    if found.is_dir():
        return found
    cache.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=cache) as temporary:
        new = Path(temporary, "engines")
        new.mkdir()
        for name, content in locks.items():
            (new / name).write_bytes(content)
        _run(NPM, new, "sudo apt-get install npm")
        _run(PIP, new, f"{sys.executable} -m ensurepip")
        if not found.is_dir():  # nobody else was faster
            shutil.move(new, found)
    return found


def _run(command: tuple[str, ...], where: Path, install: str) -> None:
    client = "npm" if command is NPM else "pip"
    try:
        done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise UnavailableError(
            f"{client} is needed to download the engines; to install: {install}"
        ) from None
    if "No module named pip" in done.stderr:
        raise UnavailableError(f"{client} is needed to download the engines; to install: {install}")
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        why = ": ".join(
            [
                f"{client} cannot download the engines; the first time needs network access",
                *errors[:1],
            ]
        )
        raise UnavailableError(why)
