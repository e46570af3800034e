"""Build the page: its parts, as files beside ``index.html`` or inside one file."""

from __future__ import annotations

import ast
import base64
import gzip
import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from jinja2 import PackageLoader
from markupsafe import Markup

from solvers import registry
from solvers.adapters.program import Program
from solvers.adapters.prolog import program_file
from solvers.grading.language import HARNESSES
from solvers.install_hint import SOLVER_PARITY
from solvers.interface import Backend
from solvers.lazy import metadata
from solvers.output.film_pages import FIRST_FILMS
from solvers.output.html.rendering import HERE, SEARCH_SCRIPTS, rendered
from solvers.site import engines
from solvers.tracing.traces import is_traced

PAGE = Path(__file__).with_name("page")
"""The folder of the page's own files."""

POLICY = {
    "default-src": "'none'",
    "connect-src": "'none'",
    "script-src": "'unsafe-inline' 'wasm-unsafe-eval' data: blob:",
    "worker-src": "data: blob:",
    "style-src": "'unsafe-inline'",
    "img-src": "data:",
}
"""The page's Content Security Policy. ``connect-src 'none'`` lets no script send anything."""

ENGINES = {
    "pyodide.mjs": "pyodide",
    "pyodide.asm.mjs": "pyodide",
    "pyodide.asm.wasm": "pyodide",
    "python_stdlib.zip": "pyodide",
    "swipl-web.js": "swipl-wasm/dist/swipl",
    "swipl-web.wasm": "swipl-wasm/dist/swipl",
    "swipl-web.data": "swipl-wasm/dist/swipl",
    "clingo.wasm": "clingo-wasm/dist",
    "clingo.web.worker.js": "clingo-wasm/dist",
}
"""The files of the engines, and their folders in ``node_modules``."""

EDITOR = {
    "@marijn/find-cluster-break": "src/index.js",
    "@codemirror/state": "dist/index.js",
    "style-mod": "src/style-mod.js",
    "w3c-keyname": "index.js",
    "crelt": "index.js",
    "@codemirror/view": "dist/index.js",
    "@lezer/common": "dist/index.js",
    "@lezer/highlight": "dist/index.js",
    "@codemirror/streamparser": "dist/index.js",
    "@codemirror/language": "dist/index.js",
    "@codemirror/commands": "dist/index.js",
    "@codemirror/legacy-modes": "mode/python.js",
}
"""The modules of the editor, and their files."""

WORKERS = ("python-worker.js", "prolog-worker.js", "clingo-worker.js")

LIBRARIES = {"constraint": "python-constraint2"}
"""The packages whose Python files come from the environment that builds the page."""

WORKER_OF_MODULE = {"pyswip": "prolog", "clingo": "clingo", "constraint": "python"}
"""The modules that a backend in the page may import, each with the worker that runs it."""

DEFAULT_BACKENDS = ("sicp", "backtracking", "python-constraint", "prolog", "clpfd", "asp")
"""The backends that the page compares until the reader chooses others."""

SCRIPTS = ("engines", "board_editor", "compare", "code", "check", "watch", "site")

TABS = (
    ("compare", "Compare"),
    ("check", "Check my program"),
    ("watch", "Watch"),
)

ARCHIVE_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same sources give the same page."""


def one_file() -> bytes:
    """The page with everything in it; raises UnavailableError."""
    inside = [(name, Markup(encoded)) for name, encoded in engine_parts().items()]  # noqa: S704  # base64
    return _page(POLICY, parts=inside)


def site_files() -> dict[str, bytes]:
    """The files for a web server, by their names; raises UnavailableError."""
    beside = {
        f"parts/{name}.js": f'queensParts["{name}"]="{encoded}"'.encode()
        for name, encoded in engine_parts().items()
    }
    policy = POLICY | {
        "script-src": f"'self' {POLICY['script-src']}",
        "worker-src": f"'self' {POLICY['worker-src']}",
    }
    found = {"index.html": _page(policy, parts=[]), **beside}
    digest = hashlib.sha256(b"".join(found.values())).hexdigest()[:16]
    script_head = f'const NAME = "queens-{digest}", FILES = {json.dumps(["./", *found])};\n'
    return found | {"offline.js": script_head.encode() + _source("offline.js").encode()}


@cache
def engine_parts() -> dict[str, str]:
    """The parts of the engines by name, compressed and in base64; raises UnavailableError."""
    modules = engines.engine_folder() / "node_modules"
    found = {name: (modules / place / name).read_bytes() for name, place in ENGINES.items()}
    lock = json.loads((modules / "pyodide/pyodide-lock.json").read_text())
    found["pyodide-lock.json"] = json.dumps(lock | {"packages": {}}).encode()
    suite = io.BytesIO()
    with zipfile.ZipFile(suite, "w") as archive:
        for name, content in sorted(_suite()):
            archive.writestr(zipfile.ZipInfo(name, ARCHIVE_TIME), content, zipfile.ZIP_DEFLATED, 9)
    found["suite.zip"] = suite.getvalue()
    found["prolog.json"] = json.dumps(_prolog()).encode()
    found |= {name: _source(name).encode() for name in WORKERS}
    return {name: _base64(gzip.compress(content, 6, mtime=0)) for name, content in found.items()}


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _suite() -> Iterator[tuple[str, bytes]]:
    """The sources and versions of the suite and of the libraries that it needs in a browser."""
    for package, distribution in {"solvers": SOLVER_PARITY, **LIBRARIES}.items():
        with as_file(files(package)) as root:
            for file in root.rglob("*.p[yl]"):
                yield f"{package}/{file.relative_to(root).as_posix()}", file.read_bytes()
        version = metadata.version(distribution)
        about = f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n"
        yield f"{distribution.replace('-', '_')}-{version}.dist-info/METADATA", about.encode()
    yield "clingo-0.dist-info/METADATA", b"Name: clingo\n"  # it is there, in a worker of its own
    for file in program_file("queens.pl").parent.glob("*.pl"):
        yield f"solvers/prolog/{file.name}", file.read_bytes()


def _prolog() -> dict[str, str]:
    """The files that Prolog in the browser can load, by their paths in its file system."""
    programs = program_file("queens.pl").parent
    found = {f"/prolog/{file.name}": file.read_text() for file in programs.glob("*.pl")}
    for name in ("harness.pl", "stepper.pl"):
        found[f"/harness/{name}"] = (HARNESSES / name).read_text()
    return found


def _page(policy: Mapping[str, str], **values: Any) -> bytes:
    backends = facts_of_backends()
    here = [backend for backend in backends if not backend["why"]]
    examples = sorted((PAGE / "programs").glob("*.*"))
    modules = engines.engine_folder() / "node_modules"
    editor = {  # a page from a file cannot fetch them
        name: f"data:text/javascript;base64,{_base64((modules / name / file).read_bytes())}"
        for name, file in EDITOR.items()
    }
    lock = json.loads((modules.parent / "package-lock.json").read_text())["packages"]
    versions = {
        name.removeprefix("node_modules/"): facts.get("version", "") for name, facts in lock.items()
    }
    licences = {  # word for word
        "CodeMirror": "\n".join(
            dict.fromkeys((modules / name / "LICENSE").read_text() for name in EDITOR)
        ),
        "SWI-Prolog": (modules / "swipl-wasm/LICENSE.txt").read_text(),
        "clingo-wasm": (modules / "clingo-wasm/LICENSE").read_text(),
    }
    page = rendered(
        "site",
        {"backends": here, "programs": {file.name: file.read_text() for file in examples}},
        (*SEARCH_SCRIPTS, *SCRIPTS),
        places=(PackageLoader("solvers.site", "page"), HERE),
        style=_source("site.css"),
        policy=Markup("; ".join(f"{name} {allowed}" for name, allowed in policy.items())),  # noqa: S704  # ours
        tabs=TABS,
        examples=[file.name for file in examples],
        here=here,
        films=[backend["name"] for backend in here if backend["traced"]],
        pair=FIRST_FILMS[:2],
        missing={},
        elsewhere=[backend for backend in backends if backend["why"]],
        version=metadata.version(SOLVER_PARITY),
        import_map=Markup(json.dumps({"imports": editor})),  # noqa: S704  # base64
        versions=versions | {name: metadata.version(name) for name in LIBRARIES.values()},
        editor=EDITOR,
        licences=licences,
        **values,
    )
    return page.encode()


def facts_of_backends() -> list[dict[str, Any]]:
    """The facts that the page shows of each of the suite's backends.

    ``why`` is the reason against running it there; "": it runs.
    """
    return [_facts(backend) for backend in registry.backends().values() if not backend.origin]


def _facts(backend: Backend) -> dict[str, Any]:
    imports = _imports(backend)
    missing = sorted(imports - WORKER_OF_MODULE.keys())
    workers = {WORKER_OF_MODULE[module] for module in imports & WORKER_OF_MODULE.keys()}
    why = f"it needs {', '.join(missing)}, which this page does not have" if missing else ""
    if isinstance(backend.solve, Program):
        why = "it starts a process, which a web page cannot do"
    return {
        "name": backend.name,
        "paradigm": backend.paradigm,
        "group": registry.group_of(backend),
        "idea": backend.idea,
        "difference": backend.difference,
        "engine": next(iter(workers), "python"),
        "chosen": backend.name in DEFAULT_BACKENDS,
        "enumerates": backend.enumerates,
        "traced": is_traced(backend) and not why and "clingo" not in imports,
        "why": why,
    }


def _imports(backend: Backend) -> set[str]:
    """The top-level modules that the backend requires or its file imports.

    Python's own and the suite's are left out.
    """
    found = {module.partition(".")[0] for module in backend.requires}
    source = Path(import_module(backend.solve.__module__).__file__ or "").read_text()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"solvers"}


def _source(name: str) -> str:
    return (PAGE / name).read_text(encoding="utf-8")
