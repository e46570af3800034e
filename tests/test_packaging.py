"""The wheel, installed away from the checkout."""

from __future__ import annotations

import email
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout without asking the network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"),
            *("--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)),
        ],
        check=True,
        timeout=100,
    )
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_carries_the_prolog_program_and_says_that_it_is_typed(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "solvers/prolog/queens.pl" in names
    assert "solvers/py.typed" in names
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"solvers"}


def test_the_metadata_says_whose_it_is_and_under_which_licence(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    fields = email.message_from_bytes(archive.read(metadata))
    assert fields["License-Expression"] == "MIT"
    assert fields["License-File"] == "LICENSE"
    assert fields["Author"] == "the solver-parity authors"
    assert "SICP" in fields["Keywords"]
    versions = [one.rpartition(" ")[2] for one in fields.get_all("Classifier", [])]
    assert fields["Requires-Python"] == ">=3.11"
    assert "3.11" in versions
    licence = Path(metadata).parent / "licenses" / "LICENSE"
    assert archive.read(str(licence)) == (ROOT / "LICENSE").read_bytes()


def test_the_source_distribution_is_the_whole_project(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist"]
    subprocess.run([*command, "--directory", str(tmp_path)], check=True, cwd=ROOT, timeout=100)
    (built,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(built) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for pattern in ("tests/**/*.*", "docs/**/*.*", "prolog/*.pl", "benchmarks/**/*.*"):
        files = {str(one.relative_to(ROOT)) for one in ROOT.glob(pattern) if one.is_file()}
        assert {one for one in files if "__pycache__" not in one and "/." not in one} <= names
    assert names >= {"Makefile", "compare.py", "tools/system-package.sh", ".ci/run"}
    assert names >= {"README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"}


def test_the_installed_package_works_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "it's an environment"
    venv.create(home, with_pip=False, symlinks=True)
    (site,) = home.glob("lib/python*/site-packages")
    # The dependencies are those of the environment that runs this test, and come after.
    (site / "dependencies.pth").write_text(
        "\n".join(folder for folder in sys.path if Path(folder).name == "site-packages")
    )
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"),
            *("--ignore-installed", "--prefix", str(home), str(wheel)),
        ],
        check=True,
        timeout=100,
    )
    assert (site / "solvers" / "prolog" / "queens.pl").exists()
    program = (
        "import solvers, sys; from solvers.commands.compare import main;"
        f"assert solvers.__file__.startswith({str(site)!r}), solvers.__file__;"
        "sys.exit(main(['--n', '6', '--report', 'page.html']))"
    )
    done = subprocess.run(
        [str(home / "bin" / "python"), "-c", program],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    assert "4 solutions, and there are no others (proven" in done.stdout
    assert "(crashed)" not in done.stdout
    assert "queens-data" in (tmp_path / "page.html").read_text()
    script = (home / "bin" / "queens-compare").read_text()
    assert "from solvers.commands.start import compare" in script
