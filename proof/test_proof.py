"""The proof is whole, and the proven checker decides as the plain one does; see ``make proof``."""

from __future__ import annotations

import gzip
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from changed_certificates import coloured_boards, content, mutated, plainly, with_changed_tokens
from coloured_boards import random_boards

from solvers.puzzle.problem import Problem
from solvers.referee.certificate import make_tokens
from solvers.testing.boards import BOARDS

ROOT = Path(__file__).resolve().parents[1]
CHECKER = ROOT / "build" / "proof" / "checker"
SHA256 = re.compile(rb"\nsha256 ([0-9a-f]{64})\n")


def proven(certificate: bytes) -> bytes | None:
    """What the proven checker prints of a certificate that is not compressed; None: refused."""
    # Next to no stack: a certificate of 4,000 bytes already needs more if each byte takes some.
    command = ["sh", "-c", f"ulimit -s 128; exec {CHECKER}"]
    done = subprocess.run(command, input=certificate, capture_output=True, check=False, env={})
    assert done.returncode == (1 if done.stderr.startswith(b"refused: ") else 0)
    return None if done.returncode else done.stdout


def test_nothing_is_assumed(tmp_path: Path) -> None:
    printed = ""
    for name in ("Checker.v", "Sound.v"):
        text = (ROOT / "proof" / name).read_text()
        (tmp_path / name).write_text(text)
        text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
        assert not re.findall(r"\b(?:Admitted|admit|Axioms?|Parameters?|Conjecture|Abort)\b", text)
        command = ["coqc", name]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path)
        printed += done.stdout
    print(printed)
    assert printed == "Closed under the global context\n"


@pytest.mark.parametrize(
    "problem",
    [*BOARDS.values(), Problem(8, (4, 6, 0)), Problem(10), *random_boards(10)],
    ids=lambda one: f"n={one.n}",
)
def test_a_right_certificate_is_proven(problem: Problem) -> None:
    made = make_tokens(problem, 1 << 20)
    assert made
    printed = f"{problem.n} {len(made.solutions)}\n".encode() + made.solutions.tobytes()
    assert proven(content(problem)) == printed


def test_every_changed_token_is_refused() -> None:
    said = [proven(gzip.decompress(file)) for file in with_changed_tokens(500)]
    assert said == [None] * 500


@pytest.mark.parametrize(
    ("count", "boards"), [(2000, ()), (500, coloured_boards())], ids=["any", "coloured"]
)
def test_changed_files_get_the_same_word_as_from_the_plain_checker(
    count: int, boards: Sequence[Problem], tmp_path: Path
) -> None:
    files = list(mutated(count, boards))
    for number, file in enumerate(files):
        (tmp_path / f"{number}").write_bytes(file)
    done = subprocess.run(
        [str(ROOT / "proof" / "check"), *map(str, range(len(files)))],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 1
    said = [line.partition(": ")[2] for line in done.stdout.splitlines()]
    assert said == [plainly(file) for file in files]


def test_the_script_reads_files(tmp_path: Path) -> None:
    right = gzip.compress(content(Problem(8)))
    (tmp_path / "right").write_bytes(right)
    (tmp_path / "wrong").write_bytes(right[:-10])
    (tmp_path / "another").write_bytes(
        gzip.compress(re.sub(SHA256, b"\nsha256 " + b"0" * 64 + b"\n", content(Problem(8))))
    )
    done = subprocess.run(
        [str(ROOT / "proof" / "check"), "right", "wrong", "another"],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    first, *others = done.stdout.splitlines()
    assert first.startswith("right: proven: n 8; prefix; blocked; solutions 92; sha256 ")
    assert others == ["wrong: refused", "another: refused"]
    assert done.returncode == 1
