"""No text that a program prints or returns takes more than its length to read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shares import a_share

from benchmarks.reading import beside, labels, lines_of, newlines, printed, returned
from solvers.grading.reading_limit import limited_reading

PROCESSOR_SECONDS = 20.0
"""A text of these sizes takes less than a second; where anything is squared, minutes."""

SIZE = 40_000
SIGNS = st.sampled_from(list(" \n\t\r1209aQqné♛.,:;-=|/+*#_'\"()[]{}<>\\\x1b\0"))


@settings(max_examples=15, deadline=None)
@given(
    st.text(SIGNS, min_size=1, max_size=2),
    st.sampled_from([60, 900, SIZE]),
    st.sampled_from([SIZE // 4, SIZE]),
)
def test_a_text_of_one_repeated_pair_is_read_within_the_limit(
    repeated: str, width: int, size: int
) -> None:
    text = lines_of(repeated, size, width)
    with limited_reading(PROCESSOR_SECONDS):
        printed(text)
        returned(text)


@a_share(
    "text",
    ["1" * 200_000 + "a1", "\n" * 200_000, labels(20_000), "(" * 50_000 + ")" * 50_000,
     "solution " * 20_000, "| " * 50_000, "0:1 " * 20_000, "q(" + " " * 50_000],
    ids=["digits", "newlines", "labels", "brackets", "words", "bars", "pairs", "spaces"],
)  # fmt: skip
def test_long_texts_are_read_within_the_limit(text: str) -> None:
    with limited_reading(PROCESSOR_SECONDS):
        printed(text)


@pytest.mark.parametrize("suffix", [".py", ".pl", ".rkt", ".scm"])
def test_a_source_of_newlines_is_read_within_the_limit(suffix: str) -> None:
    with limited_reading(PROCESSOR_SECONDS):
        newlines(suffix, 900_000)


def test_files_beside_programs_are_found_within_the_limit() -> None:
    with limited_reading(PROCESSOR_SECONDS):
        beside(300)
