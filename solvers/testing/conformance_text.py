"""The conformance of engines in words, and the files by which others can repeat a difference."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from solvers.adapters.one_model import OneModel
from solvers.atomic_file import FileKind, write_text
from solvers.interface import Backend
from solvers.output.messages import counted, ending_words, title
from solvers.output.model_files import FORMATS
from solvers.puzzle.diagram import draw_diagram
from solvers.puzzle.problem import Problem
from solvers.testing.conformance import Conformance, Difference


def conformance_words(result: Conformance) -> str:
    """The result of an engine in one line."""
    done = f"{result.boards} of {counted(result.asked, 'board')}"
    if result.difference:
        return f"differs: {difference_words(result.difference)}"
    if result.unfinished is not None and result.ending:
        where = title(result.unfinished)
        return f"{done} identical; not finished: {where} ({ending_words(result.ending)})"
    return f"{counted(result.asked, 'board')} identical"


def difference_words(difference: Difference) -> str:
    """The facts of a difference: solutions that are lost or repeated, and wrong answers."""
    facts = {
        f"{difference.lost} of {counted(difference.known, 'solution')} lost": difference.lost,
        f"{counted(difference.repeated, 'solution')} repeated": difference.repeated,
        f"{counted(difference.others, 'answer')} that {'is' if difference.others == 1 else 'are'} "
        "no solution": difference.others,
    }
    said = ", ".join(fact for fact, number in facts.items() if number)
    return f"{said} on {title(difference.problem)}"


def write_difference(result: Conformance, folder: Path) -> list[Path]:
    """Write the board and the model of a difference, as new files; return them."""
    difference = result.difference
    if difference is None:
        return []
    suffix, text = model_of(result.backend, difference.problem)
    for number in count(1):
        name = f"{result.backend.name}{f'-{number}' if number > 1 else ''}"
        files = {
            folder / f"{name}-board.txt": draw_diagram(difference.problem) + "\n",
            folder / f"{name}-model.{suffix}": text,
        }
        if not any(file.exists() for file in files):
            break
    for file, content in files.items():
        write_text(content, file, FileKind("board"))
    return [*files]


def model_of(backend: Backend, problem: Problem) -> tuple[str, str]:
    """The board as a model that the engine reads: the suffix of the file, and its text."""
    if isinstance(backend.solve, OneModel) and (text := backend.solve.text(problem)):
        return backend.reads, text
    return backend.reads, FORMATS[backend.reads](problem)
