"""``python -m solvers`` is the command ``queens``."""

import sys

from solvers.cli.start import queens

if __name__ == "__main__":
    sys.exit(queens())
