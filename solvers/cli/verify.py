"""The command ``queens verify``: check certificates and print their claims."""

from __future__ import annotations

import argparse
from pathlib import Path

from solvers.atomic_file import check_target
from solvers.cli.command import Command
from solvers.cli.exit_codes import of_claim
from solvers.errors import CertificateError, UsageError, printable
from solvers.output.progress import open_certificate
from solvers.output.text import proven_lines
from solvers.referee.certificate import Proof, proof_of
from solvers.referee.certificate_file import join


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


def execute(options: argparse.Namespace) -> int:
    """Check each certificate, and join them if the options say so; raises UsageError."""
    if options.join and "-" in options.files:
        raise UsageError(
            "--join reads each certificate twice, so it does not work with standard "
            "input; give files"
        )
    target = check_target(Path(options.join), "certificate") if options.join else None
    is_one = len(options.files) == 1
    checked = [(file, _verified(file, is_one=is_one)) for file in options.files]
    shards = [(Path(file), proof) for file, proof in checked if proof]
    if target and len(shards) == len(checked):
        _tell(join(shards, target), f"{options.join}: ")
    return of_claim(holds=len(shards) == len(checked))


def _verified(path: str, *, is_one: bool) -> Proof | None:
    """Print and return a certificate's claim; if it is refused, print the reason, return None."""
    name = "standard input" if path == "-" else path
    try:
        with open_certificate(path) as file:
            proof = proof_of(file)
    except CertificateError as error:
        print(f"{printable(name)} is not a valid certificate: {error}")
        return None
    _tell(proof, "" if is_one else f"{name}: ")
    return proof


def _tell(proof: Proof, name: str) -> None:
    """Print the claim of a certificate."""
    first, *others = proven_lines(proof)
    print("\n".join([printable(name) + first, *others]))


COMMAND = Command(
    name="verify",
    description="Verify a certificate: check that each placement not counted as a solution has two "
    "queens that attack each other, or a queen on a blocked square. The check uses no search and "
    "trusts no solver.",
    epilog="exit codes: 0 proven; 1 invalid; 2 usage error",
    add_arguments=add_arguments,
    execute=execute,
    examples=(
        "queens compare --n 6 --backends sicp --certify six.certificate && {} six.certificate",
    ),
)
