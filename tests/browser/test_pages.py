"""Every page there is: opens for whom it is meant, is right for everybody, and fits a phone.

The suite sees each page in one theme, every other page in the dark, and in Spanish, whose words are
longer; `./pit soak long` sees each in both themes and languages. Both themes use the same colours
everywhere.
"""

import itertools
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.chromium import is_shell
from browser.house import Server
from browser.outside import ELSEWHERE
from browser.scenes import SCENES
from browser.test_languages import OVERFLOWING
from browser.visits import Visits
from kit.tiers import tier
from pitboss.web.pages import PAGES

# Who a page is for; the others are open to anyone.
ROLES: dict[str, Any] = {
    "/session": "player",
    "/rounds": "player",
    "/dealer": "dealer",
    "/dealer/{table}": "dealer",
    "/floor": "floorperson",
    "/papers": "floorperson",
    "/auditor": "auditor",
    "/statistics": "floorperson",
    "/admin": "administrator",
}
STAFF = {path: role for path, role in ROLES.items() if role != "player"}
THEMES = ("light", "dark")


def address(server: Server, path: str) -> str:
    mode = "dealer" if path.startswith("/dealer") else "self-dealt"
    table = server.table("mississippi-stud", mode=mode) if "{table}" in path else ""
    return path.format(table=table, game="mississippi-stud")


def settled(page: Page) -> None:
    """All it asks for at first has come."""
    expect(page.locator("h1")).to_have_count(1)
    expect(page.locator("main")).not_to_be_empty()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(
    ("path", "theme", "locale"),
    tier(
        list(zip(PAGES, itertools.cycle(THEMES), itertools.repeat("es-MX"), strict=False)),
        list(itertools.product(PAGES, THEMES, ("es-MX", "en-US"))),
    ),
)
def test_a_page_on_a_phone_in_the_light_or_in_the_dark(
    server: Server, visit: Visits, path: str, theme: str, locale: str
) -> None:
    about: dict[str, Any] = {"settings": {"theme": theme}, "locale": locale}
    page = visit(address(server, path), role=ROLES.get(path), phone=True, **about)
    settled(page)
    assert page.locator("html").get_attribute("lang") == locale[:2]
    assert not page.evaluate(OVERFLOWING)
    no_violations(page)
    big_enough(page)
    no_sideways(page)


# In the suite a page of each role; in `./pit soak long` every one.
FORMS = tier(list({role: path for path, role in STAFF.items()}.values()), list(STAFF))


@pytest.mark.parametrize("path", FORMS)
def test_a_page_of_the_staff_asks_others_to_log_in(
    server: Server, visit: Visits, path: str
) -> None:
    page = visit(address(server, path))
    form = page.locator("form.login")
    expect(form).to_be_visible()
    server.person(STAFF[path], "the_" + STAFF[path])
    form.get_by_label("Name").fill("the_" + STAFF[path])
    form.get_by_label("Password").fill("correct horse")
    form.get_by_role("button").click()
    expect(page.locator("header .who")).to_contain_text("the_" + STAFF[path])
    expect(page.locator("form.login")).to_have_count(0)


def test_a_page_that_is_not_there_says_so(server: Server, visit: Visits) -> None:
    page = visit.context().new_page()
    visit.forgive(page, "404")
    answer = page.goto("/table/no-such-table")
    assert answer is not None and answer.status == 200  # the page; what it asks for is not there
    expect(page.locator("main")).to_contain_text("no table")
    expect(page.get_by_role("link", name="To the tables")).to_be_visible()


def test_every_page_has_its_picture() -> None:
    assert {scene.folder for scene in SCENES} == set(PAGES.values())


def test_the_policy_lets_no_inline_script_run(visit: Visits) -> None:
    """The watch that every other test has on its pages sees a breach."""
    page = visit("/")
    visit.forgive(page, "Content Security Policy")
    visit.forgive(page, "content security policy")
    page.evaluate(
        """() => { const script = document.createElement("script");
          script.textContent = "window.breached = true"; document.body.append(script); }"""
    )
    assert page.evaluate("() => window.breached") is None
    assert any("content security policy" in line for line in visit.watch(page).wrong)


# A socket is seen where everything is.
ADDRESSES = ["http://elsewhere.test/", "http://127.0.0.1:8099/", *["wss://[::1]/"][: is_shell()]]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_request_to_another_host_is_seen(visit: Visits, address: str) -> None:
    """As every other test would see it; the policy of a page of ours forbids it before."""
    page = visit("/")
    for text in ("Failed to load resource", "WebSocket connection", ELSEWHERE):
        visit.forgive(page, text)
    page.goto("about:blank")
    page.evaluate(
        """(address) => new Promise((done) => {
          if (address.startsWith("ws"))
            Object.assign(new WebSocket(address), { onerror: done, onopen: done });
          else fetch(address, { mode: "no-cors" }).then(done, done);
        }).then(() => null)""",
        address,
    )
    (line,) = visit.elsewhere(page)
    assert address.split("/")[2] in line


def test_the_language_is_the_documents_own(visit: Visits) -> None:
    page = visit("/", locale="fr-FR")
    settled(page)
    assert page.locator("html").get_attribute("lang") == "en"  # French is not there
    # Amounts and numbers are by the reader's own locale all the same.
    assert "," in page.locator("main").inner_text()
