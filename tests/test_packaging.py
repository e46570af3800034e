"""The wheel, installed away from the checkout."""

from __future__ import annotations

import email
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from places import ROOT
from processes import built, ran

from solvers import registry
from solvers.testing.checks import CHECKS

EXAMPLE = ROOT / "examples" / "dancing-links"
COMPARE = ("-m", "solvers", "compare")

BROKEN = {
    "METADATA": "Metadata-Version: 2.1\nName: broken-queens\nVersion: 2.0\n",
    "entry_points.txt": """[solver_parity.backends]
no-module = no_such_module:BACKEND
no-record = json:dumps
sicp = solvers.paradigms.sicp.exercise:BACKEND
""",
}
"""A package whose backends cannot be loaded, or take a name that is taken."""

BROKEN_NAMES = ("no-module", "no-record", "sicp of broken-queens 2.0")


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the suite, the example of another package, and a broken one."""
    folder = tmp_path_factory.mktemp("installed")
    home = folder / "it's an environment"
    venv.create(home, with_pip=False, symlinks=True)
    (site,) = home.glob("lib/python*/site-packages")
    # The dependencies are those of the environment that runs this test, and come after.
    (site / "dependencies.pth").write_text(
        "\n".join(folder for folder in sys.path if Path(folder).name == "site-packages")
    )
    shutil.copytree(EXAMPLE, folder / "project")
    example = built(folder / "project", tmp_path_factory.mktemp("example"))
    install = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-deps", "--offline")
    done = ran([*install, "--python", home / "bin" / "python", wheel, example])
    assert done.returncode == 0, done.stderr
    broken = site / "broken_queens-2.0.dist-info"
    broken.mkdir()
    for name, text in BROKEN.items():
        (broken / name).write_text(text)
    return home


def run_in(home: Path, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a program of this environment in this folder."""
    return ran(
        [str(home / "bin" / command[0]), *command[1:]],
        folder=folder,
        env={name: text for name, text in os.environ.items() if name != registry.OURS_ALONE},
    )


def test_the_wheel_carries_the_prolog_program_and_says_that_it_is_typed(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "solvers/prolog/queens.pl" in names
    assert "solvers/py.typed" in names
    sources = [path for path in (ROOT / "solvers" / "site").rglob("*.*") if path.is_file()]
    inside = {str(path.relative_to(ROOT)) for path in sources if "__pycache__" not in path.parts}
    assert len(inside) > 15
    assert inside <= set(names)
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"solvers"}


def test_the_metadata_names_the_author_and_the_licence(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    fields = email.message_from_bytes(archive.read(metadata))
    assert fields["License-Expression"] == "MIT"
    assert fields["License-File"] == "LICENSE"
    assert fields["Author"] == "the solver-parity authors"
    assert fields["Requires-Python"] == ">=3.11"
    description = str(fields.get_payload())
    assert "queens compare --n 8" in description
    ours = [one for one in registry.backends().values() if not one.origin]
    variants = sum(bool(one.variant_of) for one in ours)
    textbook = len(ours) - variants - sum(one.group == "engines" for one in ours)
    told = f"with {textbook} textbook programs and {variants} variants of them"
    assert told in " ".join(description.split())
    assert f"in {textbook} programming paradigms" in fields["Summary"]
    assert "](" not in description, "an index has no files beside its page to link to"
    licence = Path(metadata).parent / "licenses" / "LICENSE"
    assert archive.read(str(licence)) == (ROOT / "LICENSE").read_bytes()


def test_the_source_distribution_is_the_whole_project(tmp_path: Path) -> None:
    with tarfile.open(built(ROOT, tmp_path, "sdist")) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for pattern in ("tests/**/*.*", "docs/**/*.*", "prolog/*.pl", "benchmarks/**/*.*"):
        files = {str(one.relative_to(ROOT)) for one in ROOT.glob(pattern) if one.is_file()}
        assert {one for one in files if "__pycache__" not in one and "/." not in one} <= names
    assert names >= {"Makefile", "compare.py", "tools/system-package.sh", ".ci/run"}
    assert names >= {"README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"}


@pytest.mark.slow("installs all dependencies")
def test_the_wheel_runs_from_anywhere_without_being_installed(wheel: Path, tmp_path: Path) -> None:
    once = (sys.executable, "-m", "uv", "tool", "run", "--from", wheel, "queens")
    done = ran([*once, "compare", "--n", "6", "--report", "page.html"], folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "4 solutions, and there are no others (proof checked" in done.stdout
    assert "(crashed)" not in done.stdout
    assert "queens-data" in (tmp_path / "page.html").read_text()


@pytest.mark.slow("installs the package elsewhere")
def test_a_backend_of_another_package_takes_part(home: Path, tmp_path: Path) -> None:
    done = run_in(
        home, tmp_path, "python", *COMPARE, "--n", "8", "--backends", "sicp,dancing-links"
    )
    assert done.returncode == 0, done.stderr
    assert "both backends found the same 92 solutions" in done.stdout


@pytest.mark.slow("runs its tests again")
def test_the_example_package_passes_the_contract_in_its_own_tests(
    home: Path, tmp_path: Path
) -> None:
    shutil.copytree(EXAMPLE / "tests", tmp_path / "tests")
    words = ("python", "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "tests")
    done = run_in(home, tmp_path, *words)
    assert done.returncode == 0, done.stdout
    assert f"{len(CHECKS) - 1} passed, 1 skipped" in done.stdout
    assert "it names no trace" in done.stdout


@pytest.mark.slow("installs the package elsewhere")
def test_a_broken_package_does_not_affect_other_packages(home: Path, tmp_path: Path) -> None:
    program = "from solvers import registry; print(*registry.choose(['all']), sep='\\n')"
    done = run_in(home, tmp_path, "python", "-c", program)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(f"Backend(name='{name}'" in done.stdout for name in (*BROKEN_NAMES, "sicp"))
    names = ",".join(["dancing-links", *BROKEN_NAMES])
    done = run_in(home, tmp_path, "python", *COMPARE, "--list", "--backends", names)
    assert (done.returncode, done.stderr) == (0, "")
    for name, says in (
        ("dancing-links", "dancing-links 0.1.0  yes"),
        ("no-module", "broken-queens 2.0    no: no_such_module:BACKEND cannot be loaded"),
        ("no-record", "BACKEND must be a Backend, not a function"),
        ("sicp of broken-queens 2.0", "there is already a backend 'sicp'"),
    ):
        (line,) = (one for one in done.stdout.splitlines() if one.startswith(f"{name} "))
        assert says in line
    done = run_in(home, tmp_path, "python", *COMPARE, "--n", "5", "--backends", "sicp,no-module")
    assert done.returncode == 4
    assert "no-module cannot run here" in done.stdout
