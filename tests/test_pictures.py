"""The pictures of the documents are those of today's pages and searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import moving_picture
import pictures
import pytest
from engines import needs_program, needs_prolog

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.slow("compares 8 queens, and marks the homework")
def test_the_pictures_show_the_words_of_the_pages(browser: Browser, tmp_path: Path) -> None:
    needs_prolog()
    needs_program("racket", "racket")
    pictures.make_pages(tmp_path)
    today = {
        name: pictures.words(pictures.shown(browser, tmp_path, name)) for name in pictures.PARTS
    }
    assert today == json.loads(pictures.TEXTS.read_text(encoding="utf-8")), "run: make pictures"


@pytest.mark.parametrize("name", pictures.PARTS)
def test_a_picture_is_small(name: str) -> None:
    assert (pictures.PICTURES / f"{name}.png").stat().st_size < 150_000


def test_the_moving_picture_shows_the_search_up_to_its_first_solution() -> None:
    drawn = moving_picture.PICTURE.read_text(encoding="utf-8")
    assert moving_picture.drawing() == drawn, "run: make pictures"
    assert len(drawn) < 30_000
    assert [*moving_picture.frames()][-1] == ((1, 3, 5, 0, 2, 4), None, None)
