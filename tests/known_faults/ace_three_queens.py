"""ACE 2.6 ends with an error of its own on three queens with a blocked square.

It does so with all-different constraints, and not with the other two formulations.
"""

from __future__ import annotations

from benchmarks.constraint_engines import Ace
from benchmarks.engine_list import ace_version
from benchmarks.formulations import Posted
from solvers.interface import Backend

BACKEND = Backend(
    name="ace-three-queens",
    solve=Posted(Ace, "all-different"),
    install="pip install pycsp3; sudo apt-get install default-jre-headless",
    version=ace_version,
)
