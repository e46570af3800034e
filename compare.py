#!/usr/bin/env python3
"""Run N-Queens in several paradigms and compare the solutions: see ``compare.py --help``."""

import sys

try:
    from solvers.cli.start import load_command

    main = load_command("compare")
except ModuleNotFoundError as missing:
    solvers = sys.modules.get("solvers")
    why = (
        f"{solvers.__file__} hides the package solvers: rename that file"
        if solvers and not hasattr(solvers, "__path__")
        else f"{missing.name} is not installed for {sys.executable}; "
        "run `make compare` once and then `.venv/bin/python compare.py`, or `pip install .`"
    )
    print(f"compare.py: error: {why}", file=sys.stderr)
    sys.exit(2)

if __name__ == "__main__":
    sys.exit(main())
