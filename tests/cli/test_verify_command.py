"""``--certify`` and ``queens verify`` on the command line."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import pytest
from processes import full_disk, ran
from queens_command import Queens
from typed_commands import in_a_shell

from solvers.comparison import compare as compare_all
from solvers.execution.limits import Limits
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import estimated_size
from solvers.referee.certificate_file import make_certificate
from solvers.registry import find

Capture = pytest.CaptureFixture[str]
BOARD = Problem(6, (1,), frozenset({(4, 4)}))
OPTIONS = ["--n", "6", "--prefix", "1", "--blocked", "4:4"]


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """The certificate of a board with one solution."""
    path = tmp_path / "certificate"
    make_certificate(BOARD, path)
    return path


def test_a_wrong_certificate_is_refused_with_the_place_of_its_fault(
    queens: Queens, certificate: Path
) -> None:
    whole = gzip.decompress(certificate.read_bytes())
    certificate.write_bytes(gzip.compress(whole[:-1]))
    assert "the token for row 5 is missing" in queens("verify", certificate, code=1).out
    certificate.write_bytes(certificate.read_bytes()[:-4])
    assert (
        "is not a valid certificate: the compressed file ends too early"
        in queens("verify", certificate, code=1).out
    )


@pytest.mark.parametrize(
    ("line", "is_whole", "code"),
    [
        ("queens verify - <certificate", True, 0),
        ("queens verify - </dev/zero", False, 1),
    ],
)
def test_standard_input_and_a_pipe_are_verified(
    line: str,
    is_whole: bool,  # noqa: FBT001
    code: int,
    certificate: Path,
) -> None:
    done = in_a_shell(line, certificate.parent)
    assert ("6 queens, prefix 1; 1 square blocked: 1 solution" in done.stdout) is is_whole
    assert done.returncode == code, done.stderr


def test_a_certificate_that_cannot_be_written_loses_no_run(tmp_path: Path) -> None:
    target = tmp_path / "ten"
    command = [sys.executable, "-m", "solvers", "compare", "--n", "10", "--backends", "sicp-array"]
    done = ran(["/bin/sh", "-c", full_disk(40), "sh", *command, "--certify", str(target)])
    assert done.returncode == 2
    assert "sicp-array found 724 solutions" in done.stdout
    assert f"error: cannot write the certificate {target}: " in done.stderr.splitlines()[-1]
    assert not list(tmp_path.iterdir())


def test_each_confirmation_names_its_board(queens: Queens, tmp_path: Path) -> None:
    words = set()
    for square in ((4, 4), (4, 5)):
        make_certificate(Problem(6, (1,), frozenset({square})), tmp_path / "six")
        first, blocked, _ = queens("verify", tmp_path / "six").out.splitlines()
        assert blocked == f"blocked squares: {square[0]}:{square[1]}"
        words.add((first, blocked))
    assert len(words) == 2


def test_an_estimate_is_near_the_truth() -> None:
    assert estimated_size(Problem(8))[0] == pytest.approx(15_720, rel=0.05)
    assert estimated_size(Problem(0))[0] == 0


def test_a_proof_that_is_interrupted_leaves_a_verdict() -> None:
    def interrupted(_: Problem) -> None:
        raise KeyboardInterrupt

    found = compare_all(Problem(4), [find("sicp-array")], Limits(), prove=interrupted)
    assert found.interrupted
    assert found.agreement == "identical"
