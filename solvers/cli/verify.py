"""The command ``queens verify``: check certificates and print their claims."""

from __future__ import annotations

import argparse

from solvers.cli.command import Command
from solvers.cli.exit_codes import ExitCode
from solvers.errors import CertificateError, printable
from solvers.output.progress import open_certificate
from solvers.output.text import proven_lines
from solvers.referee.certificate import proof_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's argument."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a file with a certificate; - is standard input",
    )


def execute(options: argparse.Namespace) -> int:
    """Check each certificate; raises UsageError."""
    is_one = len(options.files) == 1
    proven = [_is_proven(file, is_one=is_one) for file in options.files]
    return ExitCode.SUCCESS if all(proven) else ExitCode.WRONG


def _is_proven(path: str, *, is_one: bool) -> bool:
    """Whether a certificate is accepted; print its claim, or else the reason."""
    name = "standard input" if path == "-" else path
    try:
        with open_certificate(path) as file:
            proof = proof_of(file)
    except CertificateError as error:
        print(f"{printable(name)} is not a valid certificate: {error}")
        return False
    first, *others = proven_lines(proof)
    head = "" if is_one else f"{name}: "
    print("\n".join([printable(head) + first, *others]))
    return True


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
