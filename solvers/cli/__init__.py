"""The commands: arguments in, report out."""

import sys

from solvers.install_hint import why_not_here

if reason := why_not_here():  # before any import that fails there and does not say why
    print(f"error: {reason}", file=sys.stderr)
    sys.exit(2)
