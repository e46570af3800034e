"""The command ``queens verify``: what a certificate proves, and whether a set is the proven one."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import IO

from solvers.adapters.prolog import program_file
from solvers.atomic_file import check_target
from solvers.cli.board_options import standard_input
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode, of_claim
from solvers.errors import CertificateError, UnavailableError, UsageError
from solvers.execution.ending import Cause, Ending
from solvers.execution.result import Run
from solvers.install_hint import SWI_PROLOG, with_install_hint
from solvers.output.messages import explanation, fault_words
from solvers.output.printable import printable
from solvers.output.progress import opened
from solvers.output.text import proven_lines
from solvers.puzzle.packing import pack
from solvers.referee.certificate import Proof, header, proof_of
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Verdict
from solvers.splitting.certificates import ProvenShard, join

STANDARD_INPUT = "/dev/stdin"
"""Its name as a file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add(
        "files",
        nargs="+",
        metavar="FILE",
        help="a file with a certificate; - is standard input",
    )
    add(
        "--join",
        metavar="WHOLE",
        help="join the certificates of all shards of a board, write the result to this file, and "
        "verify it",
    )
    add(
        "--with",
        dest="second",
        choices=["prolog"],
        help="also verify the certificate with a second checker, prolog/certificate.pl",
    )
    add(
        "--solutions",
        metavar="FILE",
        help="compare these solutions with the proven ones: JSON arrays (rows from 0, column 0 "
        "first), one per line or all in one array; - is standard input",
    )


def execute(options: argparse.Namespace) -> int:
    """Check each certificate, and what else is asked for; raises UsageError, UnavailableError."""
    if options.solutions and len(options.files) > 1:
        raise UsageError("--solutions needs exactly one certificate")
    if options.join and "-" in options.files:
        raise UsageError(
            "--join reads each certificate twice, so it does not work with standard "
            "input; give files"
        )
    if options.solutions == "-" and "-" in options.files:
        raise UsageError("standard input cannot be both a certificate and its solutions")
    target = check_target(Path(options.join), "certificate") if options.join else None
    proven = [_verified(file, options) for file in options.files]
    shards = [
        ProvenShard(Path(file), proof)
        for file, proof in zip(options.files, proven, strict=True)
        if proof
    ]
    if len(shards) < len(proven):
        return of_claim(holds=False)
    if target:
        whole = join(shards, target)
        with target.open("rb") as file:
            second = _by_prolog(file) if options.second else ""
        return of_claim(holds=_confirmed(whole, second, f"{options.join}: "))
    return _compare(options.solutions, shards[0].proof) if options.solutions else ExitCode.SUCCESS


def _verified(path: str, options: argparse.Namespace) -> Proof | None:
    """Print what a certificate proves, or why it is refused: None."""
    name = "standard input" if path == "-" else path
    try:
        with opened(path, twice=bool(options.second)) as file:
            proof = proof_of(file)
            second = _by_prolog(file) if options.second else ""
    except CertificateError as error:
        print(f"{printable(name)} is not a valid certificate: {error}")
        return None
    except OSError as error:
        raise UsageError(f"cannot read the certificate {name}: {error.strerror}") from None
    return proof if _confirmed(proof, second, f"{name}: " * (len(options.files) > 1)) else None


def _confirmed(proof: Proof, second: str, name: str) -> bool:
    """Print what a certificate proves; False where the second checker says otherwise."""
    first, *others = proven_lines(proof)
    print("\n".join([printable(name) + first, *others]))
    if second:
        print(f"prolog/certificate.pl: {printable(second)}")
    _, *board = header(proof.problem, proof.solutions).decode().splitlines()
    return second in {"", f"proven: {'; '.join(board)}"}


def _by_prolog(file: IO[bytes]) -> str:
    """What the checker in Prolog says of the same file, whichever has its name now."""
    swipl = shutil.which("swipl")
    if not swipl:
        raise UnavailableError(with_install_hint("SWI-Prolog is not installed", SWI_PROLOG))
    file.seek(0)
    done = subprocess.run(
        [swipl, str(program_file("certificate.pl")), STANDARD_INPUT],
        stdin=file.fileno(),
        check=False,
        capture_output=True,
        text=True,
    )
    said = (done.stdout or done.stderr).strip()
    return said.removeprefix(f"{STANDARD_INPUT}: ") or "no answer"


def _compare(path: str, proof: Proof) -> int:
    """Say whether the solutions in a file are the proven ones."""
    name = "standard input" if path == "-" else path
    try:
        text = standard_input().read() if path == "-" else Path(path).read_text()
    except OSError as error:
        raise UsageError(f"cannot read the solutions in {name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name} is not a text file") from None
    packer = pack(_placements(text, name, proof.problem.n), proof.problem.n)
    run = Run(
        backend=name,
        paradigm="a file",
        ending=Ending(Cause.DONE),
        placements=packer.placements(),
        rejected=tuple(packer.rejected),
        rejected_counts=packer.rejected_counts,
    )
    result = crosscheck(proof.problem, [run], proof=proof)
    judgement = result.judgements[0]
    if judgement.verdict is Verdict.CORRECT:
        print(f"equal: {printable(name)} holds exactly the proven solutions")
        return of_claim(holds=True)
    print(f"different: {printable(name)}: {fault_words(judgement, proof.problem)}")
    for line, _ in explanation(judgement, proof.problem)[1:]:  # after its own "is wrong" line
        print(line)
    return of_claim(holds=False)


def _placements(text: str, name: str, n: int) -> list[object]:
    """One array a line, or one array of all; raises UsageError."""
    text = text.removeprefix("\ufeff")
    try:
        with suppress(ValueError):
            whole = json.loads(text)
            one_array = isinstance(whole, list) and all(
                isinstance(placement, list) for placement in whole
            )
            if one_array and (whole or n):  # for no queen, [] is the placement
                return list(whole)
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{name} is not JSON: {error}") from None


COMMAND = Command(
    name="verify",
    description="Verify a certificate: check that each placement not counted as a solution has two "
    "queens that attack each other, or a queen on a blocked square. The check uses no search and "
    "trusts no solver.",
    epilog="exit codes: 0 proven; 1 invalid, or the solutions differ from the proven ones; "
    "2 usage error; 4 the second checker cannot run here",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "queens compare --n 6 --backends sicp --certify six.certificate && "
        "{} six.certificate --with prolog",
        "queens solve --n 6 | {} six.certificate --solutions -",
    ),
)
