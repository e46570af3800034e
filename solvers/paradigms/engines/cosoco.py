"""cosoco, a constraint engine in C++ that reads XCSP3; its Python package ships the program.

Source: the format XCSP3 of F. Boussemart, C. Lecoutre, G. Audemard and C. Piette (2016).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from subprocess import DEVNULL, PIPE, Popen
from tempfile import NamedTemporaryFile
from typing import Any

from solvers.adapters.one_model import Term, engine_backend
from solvers.interface import Goal

INSTANCE = """<instance format="XCSP3" type="CSP"><variables> {} </variables>
<constraints> {} </constraints></instance>"""


class Cosoco:
    def __init__(self) -> None:
        self.variables: list[str] = []
        self.constraints: list[str] = []

    def integer(self, values: Sequence[int]) -> str:
        name = f"x{len(self.variables)}"
        self.variables.append(f'<var id="{name}"> {" ".join(map(str, values))} </var>')
        self.constraints.append(f"<intension> ge({name},0) </intension>")  # it needs one
        return name

    def all_different(self, terms: Sequence[Term]) -> None:
        sums = (f"add({name},{number})" if number else name for name, number in terms)
        self.constraints.append(f"<allDifferent> {' '.join(sums)} </allDifferent>")

    def text(self) -> str:
        return INSTANCE.format("\n".join(self.variables), "\n".join(self.constraints))

    def solutions(
        self, rows: Sequence[Any], goal: Goal, work: Counter[str]
    ) -> Iterator[Sequence[int]]:
        from cosoco_bin import PATH

        with NamedTemporaryFile("w", suffix=".xml") as file:
            file.write(self.text())
            file.flush()
            most = 1 if goal is Goal.FIRST else 10**9
            command = [PATH, file.name, f"-nbsols={most}", "-model=1", "-colors=0"]
            with Popen(command, stdout=PIPE, stderr=DEVNULL, text=True) as process:
                try:
                    status = ""
                    for line in process.stdout or ():
                        status = line if line.startswith("s ") else status
                        if line.startswith("v "):
                            yield [*map(int, line.split()[1:])]
                finally:
                    process.kill()
            if not status:
                raise RuntimeError("cosoco stopped before the end")


BACKEND = engine_backend(
    "cosoco", Cosoco, package="cosoco", module="cosoco_bin", licence="MIT", reads="xml",
    tool=("cosoco", "{file}", "-nbsols=1000000000", "-model=1", "-colors=0"),
    practical_n=11, practical_n_first=100,
    idea="reads a file of variables and constraints, and learns where to branch from conflicts",
)  # fmt: skip
