"""What somebody sets by hand of how a program is run and read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Task(StrEnum):
    """What is wanted of a program for each n."""

    ALL = "all"
    ONE = "one"
    """Any one solution; none where there is none."""
    COUNT = "count"


class Reads(StrEnum):
    """Where a program's answers are looked for."""

    ANYWHERE = "auto"
    VALUES = "values"
    STDOUT = "stdout"


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """What is asked of a program and how; everything else follows from the program.

    ``task`` None: any that it does is told, and all solutions are what is wanted. ``text`` is what
    it reads, with {n} where n belongs; None: n on a line. ``fresh``: each n in a new process.
    """

    task: Task | None = None
    reads: Reads = Reads.ANYWHERE
    text: str | None = None
    packages: Mapping[str, Path] = field(default_factory=dict)
    fresh: bool = False

    def input_for(self, n: int, program: str) -> str:
        """What the program reads; ``program`` is its text, from which it is seen how."""
        if self.text is not None:
            return self.text.replace("{n}", str(n))
        return f"{n}.\n" if re.search(r"\bread\(\s*[A-Z_]", program) else f"{n}\n"
