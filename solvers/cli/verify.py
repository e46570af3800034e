"""The command ``queens verify``: check a certificate and print its claim."""

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
        "file", metavar="FILE", help="a file with a certificate; - is standard input"
    )


def execute(options: argparse.Namespace) -> int:
    """Check the certificate, and print its claim, or else the reason; raises UsageError."""
    name = "standard input" if options.file == "-" else options.file
    try:
        with open_certificate(options.file) as file:
            proof = proof_of(file)
    except CertificateError as error:
        print(f"{printable(name)} is not a valid certificate: {error}")
        return ExitCode.WRONG
    print("\n".join(proven_lines(proof)))
    return ExitCode.SUCCESS


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
