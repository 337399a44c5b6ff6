"""Every page opens for whoever it is meant for, is right for everybody, and fits a phone."""

import pytest
from playwright.sync_api import expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.visits import Visits


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_lobby(visit: Visits, theme: str) -> None:
    page = visit("/", settings={"theme": theme})
    expect(page.locator("h1")).to_have_count(1)
    no_violations(page)


def test_the_lobby_on_a_phone(visit: Visits) -> None:
    page = visit("/", phone=True)
    expect(page.locator("h1")).to_have_count(1)
    no_violations(page)
    big_enough(page)
    no_sideways(page)
