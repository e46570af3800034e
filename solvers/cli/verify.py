"""The command ``queens verify``: the claim of a certificate, and whether a set fits it."""

from __future__ import annotations

import argparse
import json
from contextlib import suppress
from pathlib import Path

from solvers.atomic_file import check_target
from solvers.cli.arguments import standard_input
from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode, of_claim
from solvers.errors import CertificateError, UsageError, printable
from solvers.execution.result import Cause, Ending, Run
from solvers.output.messages import explanation, fault_words
from solvers.output.progress import open_certificate
from solvers.output.text import proven_lines
from solvers.puzzle.packing import pack
from solvers.referee.certificate import Proof, proof_of
from solvers.referee.certificate_file import ProvenShard, join
from solvers.referee.crosscheck import crosscheck
from solvers.referee.verdict import Verdict


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
        "--solutions",
        metavar="FILE",
        help="compare these solutions with the proven ones: JSON arrays (rows from 0, column 0 "
        "first), one per line or all in one array; - is standard input",
    )


def execute(options: argparse.Namespace) -> int:
    """Check each certificate, and do all else that the options say; raises UsageError."""
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
    proven = [_verified(file, is_one=len(options.files) == 1) for file in options.files]
    shards = [
        ProvenShard(Path(file), proof)
        for file, proof in zip(options.files, proven, strict=True)
        if proof
    ]
    if len(shards) < len(proven):
        return of_claim(holds=False)
    if target:
        _tell(join(shards, target), f"{options.join}: ")
        return ExitCode.SUCCESS
    return _compare(options.solutions, shards[0].proof) if options.solutions else ExitCode.SUCCESS


def _verified(path: str, *, is_one: bool) -> Proof | None:
    """Print the claim of a certificate, or the reason why it is refused: None."""
    name = "standard input" if path == "-" else path
    try:
        with open_certificate(path) as file:
            proof = proof_of(file)
    except CertificateError as error:
        print(f"{printable(name)} is not a valid certificate: {error}")
        return None
    except OSError as error:
        raise UsageError(f"cannot read the certificate {name}: {error.strerror}") from None
    _tell(proof, "" if is_one else f"{name}: ")
    return proof


def _tell(proof: Proof, name: str) -> None:
    """Print the claim of a certificate."""
    first, *others = proven_lines(proof)
    print("\n".join([printable(name) + first, *others]))


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
    """One array per line, or one array of all; raises UsageError."""
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
    "2 usage error",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "queens compare --n 6 --backends sicp --certify six.certificate && {} six.certificate",
        "queens solve --n 6 | {} six.certificate --solutions -",
    ),
)
