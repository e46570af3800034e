"""A real browser, and reports and their player as a reader uses them."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from engines import able_backend, skip_or_fail

from solvers.execution.limits import Limits
from solvers.execution.result import Cause, Ending, Run
from solvers.execution.solving import whole_counters
from solvers.output.html import page as html
from solvers.puzzle.problem import Problem
from solvers.referee.certificate import small_proof
from solvers.referee.crosscheck import crosscheck as judged
from solvers.referee.verdict import Comparison
from solvers.testing.recording import record
from solvers.tracing.films import record_films

if TYPE_CHECKING:  # tests without a browser need not have it
    from playwright.sync_api import Browser, Page

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-smooth-scrolling",
    "--disable-sync", "--process-per-site",
]  # fmt: skip


DEAD_END = ": a dead end"
"""The words behind the event that ends a branch of a search."""

Open: TypeAlias = "Callable[..., Page]"


def crosscheck(n: int, *names: str) -> Comparison:
    """A comparison of these backends, run here; each takes one second and MiB more than the last.

    A process for each would take more processor time than all else that a page is made of.
    """
    problem, runs = Problem(n), []
    for cost, backend in enumerate(map(able_backend, names), 1):
        found = record(backend, problem)
        run = Run(
            backend.name,
            backend.paradigm,
            Ending(Cause.DONE),
            found.packer.placements(),
            counters=whole_counters(found.work),
            variant_of=backend.variant_of,
        )
        run = replace(run, seconds=cost, first_solution_seconds=cost, peak_memory_mib=cost)
        runs.append(replace(run, version=backend.version()))
    return judged(problem, runs, proof=small_proof(problem))


def page(crosschecks: Sequence[Comparison], conditions: str) -> str:
    """The page of these comparisons with the films of their searches."""
    return html.page(crosschecks, conditions, record_films(crosschecks, Limits()))


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """Chromium, without a window, started once in each process of the tests; and its event loop."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        skip_or_fail("Chromium is missing: sudo apt-get install chromium")
    from playwright.sync_api import sync_playwright  # as above

    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        yield playwright.chromium.launch(executable_path=program, args=QUIET), loop
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module")
def browser(chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """Chromium; between the modules that use it, other tests may run event loops of their own."""
    shared, loop = chromium
    asyncio._set_running_loop(loop)
    yield shared
    asyncio._set_running_loop(None)


def set_value(shown: Page, selector: str, value: object) -> None:
    """Move a slider, or type into a field, as a reader does."""
    shown.eval_on_selector(
        selector,
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input')); }",
        str(value),
    )


def at_steps(shown: Page, steps: Iterable[int], look: str) -> list[Any]:
    """The value of this function in JavaScript at each of these steps, all in one call."""
    found: list[Any] = shown.eval_on_selector(
        "#step",
        f"""(slider, steps) => steps.map((step) => {{
            slider.value = step;
            slider.dispatchEvent(new Event("input"));
            return ({look})();
        }})""",
        list(steps),
    )
    return found


def press(shown: Page, name: str) -> None:
    """Press this button of the player, in the menu that has it."""
    button = shown.locator(f'.transport button:is([aria-label="{name}"], :has-text("{name}"))')
    menu = shown.locator(".transport .menu").filter(has=shown.locator(f'button:has-text("{name}")'))
    if menu.count() and menu.get_attribute("open") is None:
        menu.locator("summary").click()
    button.first.click()


def queens(shown: Page, board: str) -> list[int]:
    """The rows of the queens on a board, column 0 first."""
    found = shown.eval_on_selector_all(
        f"{board} .queen",
        "all => all.map(one => [one.dataset.column, one.dataset.row].map(Number))",
    )
    return [row for _, row in sorted(found)]


def step(shown: Page) -> int:
    return int(shown.input_value("#step"))


def choose(shown: Page, side: str, name: str) -> None:
    """Show this search there; films are unpacked when they are first looked at."""
    shown.select_option(f"#{side} select", name)
    shown.wait_for_selector("#search:not([data-loading])")


def left_alone(shown: Page, name: str) -> None:
    """Show one search only, all of its events."""
    choose(shown, "left", name)
    choose(shown, "right", "")
