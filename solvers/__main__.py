"""``python -m solvers`` is the command ``queens``."""

import sys

from solvers.commands.queens import main

if __name__ == "__main__":
    sys.exit(main())
