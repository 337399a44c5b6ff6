"""Every address that a page, script or style sheet names is one the server answers."""

import asyncio
import re
from html.parser import HTMLParser
from typing import Final
from urllib.parse import urljoin

from pitboss.web.pages import PAGES
from web.asgi import Place

EXAMPLES: Final = {"{table}": "big-river", "{game}": "let-it-ride"}
START: Final = (*PAGES, "/welcome?token=none", "/api")
LINKS: Final = ("href", "src", "action")
IMPORT: Final = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\s]+\.js)["']""")
SHEET_LINK: Final = re.compile(r"""(?:@import\s+(?:url\()?|url\()["']?([^"')\s;]+)""")
SUFFIXES: Final = ("/card",)  # put after an address, and no address itself
# The path of an address in a script, up to its query; `${…}` in it is one segment, any one.
ADDRESS: Final = re.compile(r"""["`](/(?:[\w/.-]|(?<=/)\$\{[^{}`]*\})*)""")


class LinkReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value for name, value in attrs if name in LINKS and value]


def links_in(kind: str, text: str) -> set[str]:
    if kind.startswith("text/html"):
        reader = LinkReader()
        reader.feed(text)
        return set(reader.links)
    if kind.startswith("text/javascript"):
        addresses = {re.sub(r"\$\{[^{}]*\}", "*", one) for one in ADDRESS.findall(text)}
        return {*IMPORT.findall(text), *addresses} - {"/", *SUFFIXES}
    return set(SHEET_LINK.findall(text)) if kind.startswith("text/css") else set()


def routed(place: Place, address: str) -> bool:
    """Whether any method is routed there: a script's address may be one to post to."""
    names = address.split("/")
    for route in place.app.routes:
        segments = str(getattr(route, "path_format", "")).split("/")
        if len(segments) == len(names) and all(
            name == segment or name == "*" or segment.startswith("{")
            for name, segment in zip(names, segments, strict=True)
        ):
            return True
    return False


async def broken_links(place: Place) -> tuple[set[str], list[str]]:
    """Follows every link from every page: what was read, and what is broken."""
    ahead = list(START)
    for name, value in EXAMPLES.items():
        ahead = [address.replace(name, value) for address in ahead]
    visited: set[str] = set(ahead)
    broken: list[str] = []
    while ahead:
        address = ahead.pop(0)
        place.limiter.buckets.clear()
        reply = await place.client().get(address)
        kind = reply.header("content-type") or ""
        if reply.status != 200:
            broken.append(f"{address}: {reply.status}")
            continue
        text = reply.body.decode() if kind.startswith("text/") else ""
        for link in links_in(kind, text):
            target = urljoin(address, link).partition("#")[0]
            if target in visited:
                continue
            visited.add(target)
            file = target.startswith(("/static/", "/text/"))
            if file or (kind.startswith("text/html") and target != "/api/welcome"):
                ahead.append(target)
            if not file and not routed(place, target.partition("?")[0]):
                broken.append(f"{address} names {target}")
    return visited, broken


def test_every_link_is_served(place: Place) -> None:
    visited, broken = asyncio.run(broken_links(place))
    assert not broken
    assert {"/static/base/all.css", "/static/odds/all.css", "/text/base.js"} <= visited
    assert {"/api/here", "/api/welcome", "/api/openapi.json", "/static/base/icon.svg"} <= visited
    assert len(visited) > 150


def test_links_are_recognised() -> None:
    page = '<link href="/a.css"><script src="/b.js"></script><form action="/c"></form>'
    assert links_in("text/html; charset=utf-8", page) == {"/a.css", "/b.js", "/c"}
    sheet = '@import "/a.css"; p { background: url(b.svg); fill: url(#x) }'
    assert links_in("text/css", sheet) == {"/a.css", "b.svg", "#x"}
    script = 'import a from "./a.js"; import("/b.js"); make({ href: `/c/${d.e}/f${g()}` });'
    assert links_in("text/javascript", script) == {"./a.js", "/b.js", "/c/*/f"}
