"""The links of a built site: each leads to one of its files, and nothing comes from outside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

OURS = ("gallery", "try", "build")
"""The folders whose pages the suite's commands wrote; other tests check those."""


class _Page(HTMLParser):
    """The links of a page, the files that it loads, and the places that can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the attributes that matter."""
        found = {name: value or "" for name, value in attrs}
        self.places.update(found[name] for name in ("id", "name") if name in found)
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "link" and found.get("rel") in {"stylesheet", "icon", "preload"}:
            self.loaded.append(found["href"])
        elif found.get("src"):
            self.loaded.append(found["src"])


def broken_links(site: Path) -> list[str]:
    """A line for each link that leads nowhere, and for each file that comes from another host."""
    return [
        f"{path.relative_to(site)}: {fault}"
        for path in sorted(site.rglob("*.html"))
        if path.relative_to(site).parts[0] not in OURS
        for fault in _faults(path)
    ]


def _faults(path: Path) -> Iterator[str]:
    page = _read(path)
    yield from (f"loads {each} from another host" for each in page.loaded if urlsplit(each).netloc)
    for link in dict.fromkeys([*page.links, *page.loaded]):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        if not target.is_file():
            yield f"links to {link}, which does not exist"
        elif (
            target.suffix == ".html"
            and "=" not in parts.fragment  # the state of a page with scripts
            and unquote(parts.fragment) not in {"", *_read(target).places}
        ):
            yield f"links to {link}, but that page has no such heading"


@cache
def _read(path: Path) -> _Page:
    return _Page(path.read_text(encoding="utf-8"))
