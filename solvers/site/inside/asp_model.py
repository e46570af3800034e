"""A model in ASP in the page: the records of its harness, from what clingo prints in a worker.

Which line excludes a solution is not asked here: the command line tells it.
"""

from __future__ import annotations

import json
import re
import runpy
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from solvers.grading.language import HARNESSES
from solvers.site.inside.student import IN_FRONT

MOST_MODELS = 50_000
"""The most answer sets for one n: the page holds them all at once."""

Run = Callable[[str, int, Sequence[str]], Mapping[str, Any]]
"""Runs a program for at most so many answer sets, with options; gives what clingo tells."""

TEXT_OR_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|%\*.*?\*%|%[^\n]*', re.DOTALL)
SHOW = re.compile(r'#show(?:"(?:[^"\\\n]|\\.)*"|\.\.|[^".])*\.')
TERM = re.compile(r'"(?:[^"\\]|\\.)*"|[(),]|[^"(),]+')
MARK = "\n#program ;"
"""An error behind the whole text, at which clingo stops before it runs anything."""


class EndedError(Exception):
    """The engine was ended, or told too much: "limit", "memory" or "answers"."""


def record(sort: str, **data: Any) -> str:
    """A record of the protocol."""
    return f"{IN_FRONT} {sort} {json.dumps(data)}\n"


class AspModel:
    """A model without its comments, and the constant that takes n; "" if there is none."""

    def __init__(self, text: str, file: str) -> None:
        path = sys.path[:]
        self.harness, self.file = runpy.run_path(str(HARNESSES / "asp.py")), file
        sys.path[:] = path  # a harness changes it
        self.text = TEXT_OR_COMMENT.sub(
            lambda match: match[1] or re.sub(r"[^\n]", " ", match[0]),
            self.harness["with_ascii_code"](text),
        )
        values = dict(re.findall(r"#const\s+(\w+)\s*=\s*([^.]+?)\s*\.", self.text))
        candidates = self.harness["size_candidates"](values, re.sub(r"\s*\.\.\s*", "..", self.text))
        self.size: str = self.harness["size_among"](candidates)
        self.has_answered = False

    def load(self, run: Run) -> str:
        """The records of its loading, in which it is only parsed."""
        kind = error = ""
        whole = self.text + MARK
        last = whole.count("\n") + 1
        if "#script" in self.text:
            kind = "script"
        elif not run(whole, 1, ()).get("Error", "").startswith(f"-:{last}:10-"):
            kind, error = "syntax", self.message(run(self.text, 1, ()).get("Error", ""))
        return record("loading") + record("ready", load_error=error, kind=kind)

    def message(self, told: str) -> str:
        """The first message of clingo, in the harness's words."""
        self.messages = [
            (0, re.sub(r"(?<!\S)-(?=:\d)", self.file, each)) for each in told.split("\n\n")
        ]
        words: str = self.harness["Model"].message(self, told)
        return words

    def answer(self, run: Run, settings: Mapping[str, Any]) -> str:
        """The records of the answer to a question."""
        n, options = settings.get("n"), ["--opt-mode=optN"]
        if settings.get("lines"):
            return record("end", count=0)
        if n is not None and not self.size:
            return record("failed", what="size", message="")
        if n is not None:
            options += ["-c", f"{self.size}={n}"]
        text = SHOW.sub("", self.text) if settings.get("hidden") else self.text
        told = run(text, 1 if settings.get("first") else MOST_MODELS, options)
        if told["Result"] == "ERROR":
            return record("failed", what="error", message=self.message(told["Error"]))
        if told["Models"]["More"] == "yes" and not settings.get("first"):
            raise EndedError("answers")
        found = [each["Value"] for call in told["Call"] for each in call.get("Witnesses", ())]
        found = found[len(found) - told["Models"].get("Optimal", len(found)) :]
        self.has_answered = self.has_answered or bool(found)
        undefined = [each for each in told["Warnings"] if "does not occur in any rule" in each]
        if undefined and not self.has_answered:
            return record("failed", what="error", message=self.message(undefined[0]))
        sent = (record("answer", dict=[*grouped(atoms).items()]) for atoms in found)
        return "".join([*sent, record("end", count=len(found))])


def grouped(atoms: Sequence[str]) -> dict[str, list[list[Any]]]:
    """The arguments of the atoms, in order, by the atoms' name and arity."""
    found: dict[str, list[list[Any]]] = {}
    for atom in atoms:
        if re.match(r'-?\d|["#]', atom):
            continue
        depth, parts = 0, [""]
        for piece in TERM.findall(atom):
            depth += (piece == "(") - (piece == ")")
            if depth == 1 and piece in {"(", ","}:
                parts.append("")
            elif depth or piece != ")":
                parts[-1] += piece
        name, *arguments = parts
        values = [int(each) if re.fullmatch(r"-?\d+", each) else each for each in arguments]
        found.setdefault(f"{name or '()'}/{len(values)}", []).append(values)
    for each in found.values():
        each.sort(key=lambda values: [(isinstance(value, str), value) for value in values])
    return found
