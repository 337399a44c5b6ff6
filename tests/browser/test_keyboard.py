"""The table by keyboard alone: every game to its settlement, and `?` lists the keys.

The suite plays by keys the stories that test_play.py does not play by clicks; `./pit soak long`
plays each in both ways.
"""

import pytest
from playwright.sync_api import expect

from browser.axe import no_violations
from browser.house import Server
from browser.playing import Keys, Story, is_told, sat_down
from browser.stories import STORIES
from browser.visits import Visits
from kit.tiers import tier
from pitboss.rulebook import GAMES


def test_each_game_is_played_by_clicks_and_by_keys() -> None:
    """Whichever tier runs: the stories stand in an order that has every game in both halves."""
    assert {story.game for story in STORIES[::2]} == set(GAMES)
    assert {story.game for story in STORIES[1::2]} == set(GAMES)


@pytest.mark.parametrize("story", tier(STORIES[1::2], STORIES), ids=str)
def test_a_round_by_keys(server: Server, visit: Visits, story: Story) -> None:
    table, felt = sat_down(server, visit, story, Keys)
    number = felt.play(story)
    is_told(server, table, number, felt.page, story)


def test_the_keys_are_listed_on_a_question_mark(server: Server, visit: Visits) -> None:
    page = visit(f"/table/{server.table('235-stud')}")
    expect(page.locator('[data-do="sit"]').first).to_be_visible()
    page.keyboard.press("?")
    listed = page.get_by_role("dialog")
    expect(listed).to_be_visible()
    words = listed.inner_text()
    for key in ("D", "R", "X", "U", "C", "?"):
        assert key.lower() in words.lower().split(), key
    no_violations(page)
    page.keyboard.press("Escape")
    expect(listed).to_have_count(0)


def test_from_the_lobby_to_a_seat_by_tab_and_enter(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride")
    page = visit("/")
    expect(page.locator(f'a[href="/table/{table}"]').first).to_be_visible()
    felt = Keys(page)
    felt.tab_to(f'a[href="/table/{table}"]')
    felt.key("Enter")
    felt.sit()
    assert server.state(table).seats[1].player.startswith("guest_")
    # The button that was pressed is gone; the focus is on the first spot.
    expect(page.locator('[data-seat="1"].own [data-spot]').first).to_be_focused()


def test_the_focus_stays_where_it_is_when_the_table_moves(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud")
    felt = Keys(visit(f"/table/{table}"))
    felt.sit()
    felt.put("ante", 500)
    server.robot(table, 4).place()
    expect(felt.page.locator('[data-seat="4"] [data-spot="ante"]')).to_have_attribute(
        "data-stake", "500"
    )
    assert felt.page.evaluate("() => document.activeElement.dataset.spot") == "ante"
