"""Right programs with one changed token: no verdict contradicts what they print or return.

A check in plain Python starts the same program without the suite, and reads its rows.
"""

from __future__ import annotations

import json
import random
import re
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from checked_programs import checked
from engines import needs_language
from places import ROOT, ZOO
from solutions import all_solutions

from solvers.execution.limits import Limits
from solvers.grading.language import GUILE, PROLOG, PYTHON, RACKET, Language
from solvers.grading.result import ProgramVerdict as Verdict
from solvers.grading.sandbox import Sandbox

SIZES = range(1, 6)

SECONDS, MIB = 2, 512
"""The limits of a changed program: it may be endless."""

IN_PYTHON = re.sub(r'.*""".*\n', "", (ROOT / "docs/forms/rows.py").read_text())
IN_SCHEME = (ZOO / "lists.scm").read_text()
PROGRAMS = [
    (PYTHON, IN_PYTHON),
    (PROLOG, (ZOO / "usual_name.pl").read_text()),
    (RACKET, "#lang racket\n" + IN_SCHEME),
    (GUILE, IN_SCHEME),
]

KINDS = r"[A-Za-z_]\w*", r"\d+", r"[-+*=!<>\\]+"
"""The kinds of tokens: names, numbers, operators. A token is replaced by another of its kind."""


def changed(source: str, chance: random.Random) -> str:
    """The source with one changed token."""
    begin = source.index("\n")  # the first line may name the language
    kinds = [[m for m in re.finditer(kind, source) if m.start() > begin] for kind in KINDS]
    found = chance.choice([kind for kind in kinds if len({match[0] for match in kind}) > 1])
    place = chance.choice(found)
    other = chance.choice(sorted({match[0] for match in found} - {place[0]}))
    return source[: place.start()] + other + source[place.end() :]


READERS = {
    PYTHON: "import json, sys\nnames = {}\nexec(open(sys.argv[1]).read(), names)\n"
    "for n in range(1, 6):\n    print(json.dumps([n, names['queens'](n)]), flush=True)\n",
    PROLOG: ":- initialization((current_prolog_flag(argv, [F|_]), consult(F), forall(between(1, 5, "
    "N), (findall(Q, queens(N, Q), L), print([N, L]), nl, flush_output)), halt)).\n",
    RACKET: "#lang racket\n(define queens (dynamic-require (string->path (vector-ref (current-"
    "command-line-arguments) 0)) 'queens))\n(for ([n (in-range 1 6)]) (write (list n (queens n)))"
    " (newline) (flush-output))\n",
    GUILE: "(load (cadr (command-line)))\n(do ((n 1 (+ n 1))) ((= n 6)) (write (list n (queens "
    "n))) (newline) (force-output))\n",
}
"""A program in each language that prints n and the answers of another program, line by line."""

COMMANDS = {
    PYTHON: [PYTHON.command[0], "-I", "READER"],
    PROLOG: ["swipl", "-q", "-f", "none", "READER", "--"],
    RACKET: ["racket", "READER"],
    GUILE: ["guile", "--no-auto-compile", "-q", "READER"],
}


def rows_by_n(language: Language, path: Path) -> Iterator[tuple[int, list[list[int]]]]:
    """N and the answers, for each n that the program finishes within its limits."""
    reader = path.with_name(f"reader{path.suffix}")
    reader.write_text(READERS[language])

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_DATA, (MIB << 21, MIB << 21))

    command = [str(reader) if part == "READER" else part for part in COMMANDS[language]]
    ran = subprocess.run(
        [*command, str(path)],
        capture_output=True, stdin=subprocess.DEVNULL, preexec_fn=limit, timeout=120, check=False,
    )  # fmt: skip
    for line in ran.stdout.decode(errors="replace").splitlines():
        numbers = re.sub(r"\s+", ",", line.replace("(", "[").replace(")", "]").replace(",", " "))
        try:
            n, found = json.loads(numbers)
        except (ValueError, TypeError):
            return
        yield n, found


def is_right(found: dict[int, list[list[int]]]) -> bool:
    """Whether the answers for each n are exactly the solutions, counted from 0 or from 1."""
    return any(
        all(
            sorted(found.get(n, []))
            == [[r + base for r in rows] for rows in sorted(all_solutions(n))]
            for n in SIZES
        )
        for base in (0, 1)
    )


@pytest.mark.parametrize(
    "seed",
    [
        *range(2),
        *(
            pytest.param(seed, marks=pytest.mark.slow("starts each of 300 programs twice"))
            for seed in range(2, 300)
        ),
    ],
)
def test_no_verdict_contradicts_what_a_changed_program_returns(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311  # a test draws, and keeps no secret
    language, source = PROGRAMS[seed % len(PROGRAMS)]
    needs_language(language)
    path = tmp_path / f"mine{language.suffixes[0]}"
    limits = Limits(seconds=60, cpu_seconds=SECONDS, memory_mib=MIB, processes=32)
    text = changed(source, chance)
    result = checked(path, text, sizes=SIZES, limits=limits, runner=Sandbox.BASIC)
    provided = "(provide queens)\n" if language is RACKET else ""
    path.write_text(text + provided)
    right = is_right(dict(rows_by_n(language, path)))
    assert (result.verdict is Verdict.RIGHT) is right, (text, result.reason)
    assert result.verdict is not Verdict.WRONG or not right
