"""Everything a table needs is under 300 kB, and each file is asked for once."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Response, expect

from browser.house import Server
from browser.visits import Visits

MOST_BYTES = 300_000


@pytest.mark.parametrize("path", ["/", "/table/{table}"])
def test_what_a_page_weighs(server: Server, visit: Visits, path: str) -> None:
    table = server.table("mississippi-stud")
    page = visit.context().new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(path.format(table=table))
    expect(page.locator('[data-do="sit"], main a[href^="/table/"]').first).to_be_visible()
    page.wait_for_load_state("networkidle")
    sizes = {}
    for answer in answers:
        parts = answer.request.sizes()
        sizes[answer.url] = parts["responseBodySize"] + parts["responseHeadersSize"]
    assert sum(sizes.values()) < MOST_BYTES, sizes
    files = [answer.url for answer in answers if "/api/" not in answer.url]
    assert len(files) == len(set(files)), "asked for twice"
    assert len(files) > 10


def test_what_was_asked_for_once_is_kept(server: Server, visit: Visits) -> None:
    """The second table costs no file again: the house says that they have not changed."""
    table = server.table("let-it-ride")
    page = visit(f"/table/{table}")
    expect(page.locator('[data-do="sit"]').first).to_be_visible()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(f"/table/{server.table('235-stud')}")
    expect(page.locator('[data-do="sit"]').first).to_be_visible()
    page.wait_for_load_state("networkidle")
    files = [answer for answer in answers if urlsplit(answer.url).path.startswith("/static/")]
    weight = sum(answer.request.sizes()["responseBodySize"] for answer in files)
    assert weight < 5_000, [answer.url for answer in files]
