"""The page in Firefox, which WebDriver BiDi drives without a driver."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from engines import skip_or_fail
from processes import PATIENCE, until
from tornado.websocket import WebSocketClientConnection, websocket_connect

from solvers.errors import UnavailableError
from solvers.site import build

pytestmark = pytest.mark.slow("starts Firefox")


class Firefox:
    """A window of Firefox; each command is answered before the next one is sent."""

    def __init__(self, connection: WebSocketClientConnection) -> None:
        self.connection = connection
        self.number = 0
        self.context = ""

    async def do(self, method: str, **parameters: Any) -> Any:
        """The result of a command of WebDriver BiDi."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        await self.connection.write_message(json.dumps(command))
        while answer := json.loads(await self.connection.read_message() or "null"):
            if answer.get("id") == self.number:
                assert answer["type"] == "success", answer
                return answer["result"]
        raise ConnectionError("Firefox is gone")

    async def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, which is text or null."""
        target = {"context": self.context}
        result = await self.do(
            "script.evaluate", expression=expression, target=target, awaitPromise=True
        )
        assert result["type"] == "success", result
        return result["result"].get("value")

    async def text(self, selector: str) -> str:
        """The text of an element, once it is there."""
        deadline = time.monotonic() + PATIENCE
        expression = f"document.querySelector({json.dumps(selector)})?.innerText ?? null"
        while (found := await self.evaluate(expression)) is None:
            assert time.monotonic() < deadline, selector
            await asyncio.sleep(0.2)
        return str(found)


async def opened(port: int, address: str) -> Firefox:
    """The page in Firefox, as soon as it listens."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection = await websocket_connect(f"ws://127.0.0.1:{port}/session")
            break
        except OSError:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.2)
    firefox = Firefox(connection)
    await firefox.do("session.new", capabilities={})
    tree = await firefox.do("browsingContext.getTree")
    firefox.context = tree["contexts"][0]["context"]
    await firefox.do(
        "browsingContext.navigate", context=firefox.context, url=address, wait="complete"
    )
    return firefox


async def used(port: int, address: str) -> None:
    """Open the page, use it, and close the connection."""
    firefox = await opened(port, address)
    try:
        await use(firefox)
    finally:
        firefox.connection.close()
        await firefox.connection.read_message()  # the farewell


async def use(firefox: Firefox) -> None:
    """Compare, check and watch, as in Chromium."""
    await firefox.text("#engines [data-role=python].ready")
    await firefox.evaluate("document.querySelector('#compare [type=submit]').click()")
    await firefox.text("#compare-verdict strong:not(:empty)")
    verdict = await firefox.text("#compare-verdict")
    assert verdict.startswith("identical: all 6 backends found the same 92 solutions")
    await firefox.evaluate("document.querySelector('[data-tab=check]').click()")
    await firefox.evaluate("document.querySelector('#check [type=submit]').click()")
    said = await firefox.text("#check-said[data-verdict]")
    assert "queens(n) is wrong at n = 2" in said.replace("\N{NO-BREAK SPACE}", " ")
    await firefox.evaluate("document.querySelector('[data-tab=watch]').click()")
    caption = await firefox.text("#left-tree figcaption:not(:empty)")
    assert caption.startswith("backtracking: 149 nodes, 46 dead ends")
    refused = await firefox.evaluate("fetch('http://127.0.0.1:1/').catch(String)")
    assert "NetworkError" in refused


def test_the_page_works_in_firefox_as_in_chromium(tmp_path: Path) -> None:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        skip_or_fail("Firefox is missing: sudo apt-get install firefox-esr")
    assert program
    page = tmp_path / "queens.html"
    try:
        page.write_bytes(build.one_file())
    except UnavailableError as error:
        skip_or_fail(str(error))
    profile = tmp_path / "profile"
    profile.mkdir()
    command = [program, "--headless", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(
        [*command, "--remote-debugging-port", "0", "about:blank"], stderr=subprocess.DEVNULL
    ) as firefox:
        try:
            told = profile / "WebDriverBiDiServer.json"  # where it listens
            until(told.exists)
            port = json.loads(told.read_text())["ws_port"]
            asyncio.run(used(port, page.as_uri()))
        finally:
            firefox.terminate()
