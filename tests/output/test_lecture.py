"""The page of the lecture follows the notes of docs/lecture.md."""

from __future__ import annotations

import re

import pytest
from browser import DEAD_END, Open, crosscheck, page, set_value
from places import ROOT

from solvers import registry


@pytest.mark.slow("makes another report")
def test_the_lecture_follows_its_notes(opened: Open) -> None:
    """Each link, and each text that the notes promise, so many steps after it."""
    notes = (ROOT / "docs" / "lecture.md").read_text()
    names = sorted({*registry.DEFAULT, *re.findall(r"(?:left|right)=([\w-]+)", notes)})
    shown = opened(page([crosscheck(6, *names)], "here"))
    promises = 0
    for part in re.split(r"(?=\]\(\.\./build/lecture\.html#left)", notes)[1:]:
        link = re.match(r"\]\(\.\./build/lecture\.html(#[^)]*)\)", part)
        assert link
        shown.evaluate("link => { location.hash = link; }", link[1])
        steps = int(re.findall(r"step=(\d+)", link[1])[0])
        shown.wait_for_function("n => document.getElementById('step').value === n", arg=str(steps))
        shown.wait_for_selector("#search:not([data-loading])")
        for when, later, text in re.findall(
            r"(this step|next step,|(\d+) more steps,) the page shows `([^`]*)`",
            " ".join(part.split()),
        ):
            set_value(shown, "#step", steps + int(later or when == "next step,"))
            told = shown.locator(".event, .older li").all_inner_texts()
            assert text in [one.removesuffix(DEAD_END) for one in told]
            promises += 1
    assert promises == 13
    _, _, ending = notes.partition("## Who undoes a wrong choice?")
    shown.evaluate("link => { location.hash = link; }", "#programs")
    table = dict(re.findall(r"^([\w-]+)\t[^\t]*\t(.*?)\t", shown.inner_text("#who"), re.MULTILINE))
    for who, names in re.findall(r"`([^`]{6,}?)` for\s+((?:`[\w-]+`(?: and )?)+)", ending):
        for name in re.findall(r"`([\w-]+)`", names):
            assert table[name].startswith(" ".join(who.split()))
            promises += 1
    assert promises == 17
