"""No text that a program prints or returns takes more than its length to read."""

from __future__ import annotations

from itertools import islice, product
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shares import a_share

from solvers.grading.printed import read_one_text, read_texts
from solvers.grading.reading_limit import limited_reading
from solvers.grading.returned import read_values
from solvers.grading.submission import find_submission
from solvers.grading.submission_files import hand_ins

PROCESSOR_SECONDS = 20.0
"""A text of these sizes takes less than a second; where anything is squared, minutes."""

SIZE = 40_000
SIGNS = st.sampled_from(list(" \n\t\r1209aQqné♛.,:;-=|/+*#_'\"()[]{}<>\\\x1b\0"))
WORDS = map("".join, product(ascii_lowercase, repeat=3))
LABELS = "\n".join(f"{word}: [1, 3, 0, 2]" for word in islice(WORDS, 1000))


def read_printed(text: str) -> None:
    read_texts({4: text, 6: text})
    read_one_text(text)


@settings(max_examples=15, deadline=None)
@given(
    st.text(SIGNS, min_size=1, max_size=2),
    st.sampled_from([60, 900, SIZE]),
    st.sampled_from([SIZE // 4, SIZE]),
)
def test_a_text_of_one_repeated_pair_is_read_within_the_limit(
    repeated: str, width: int, size: int
) -> None:
    text = (repeated * size)[:size]
    text = "\n".join(text[first : first + width] for first in range(0, size, width))
    with limited_reading(PROCESSOR_SECONDS):
        read_printed(text)
        read_values({4: (text,), 6: (text,)})


@a_share(
    "text",
    ["1" * 200_000 + "a1", "\n" * 200_000, LABELS, "(" * 50_000 + ")" * 50_000,
     "solution " * 20_000, "| " * 50_000, "0:1 " * 20_000, "q(" + " " * 50_000],
    ids=["digits", "newlines", "labels", "brackets", "words", "bars", "pairs", "spaces"],
)  # fmt: skip
def test_long_texts_are_read_within_the_limit(text: str) -> None:
    with limited_reading(PROCESSOR_SECONDS):
        read_printed(text)


@pytest.mark.parametrize("suffix", [".py", ".pl", ".rkt", ".scm"])
def test_a_source_of_newlines_is_read_within_the_limit(tmp_path: Path, suffix: str) -> None:
    (path := tmp_path / f"mine{suffix}").write_text("\n" * 900_000 + "queens(n)")
    with limited_reading(PROCESSOR_SECONDS):
        find_submission(str(path)).line_with(4)


def test_files_beside_programs_are_found_within_the_limit(tmp_path: Path) -> None:
    (mine := tmp_path / "mine").mkdir()
    for name in ["mine.py", "mine.pl", *(f"{number}.txt" for number in range(300))]:
        (mine / name).write_text("x")
    with limited_reading(PROCESSOR_SECONDS):
        hand_ins(tmp_path)
