"""A phone held upright: every game by touch, nothing sideways, nothing too small.

The suite plays two games here, `./pit soak long` all four; test_every_way.py plays the others in
small windows too.
"""

import pytest
from playwright.sync_api import Locator, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Server
from browser.laid_out import laid_out
from browser.playing import Felt, Story, is_told, sat_down
from browser.stories import STORIES
from browser.visits import Visits
from kit.tiers import tier

FIRST = {story.game: story for story in reversed(STORIES)}


class Fingers(Felt):
    """By touch; whatever is touched must be on the screen or scroll there."""

    def sit(self) -> None:
        self.own.locator('[data-do="sit"]').tap()
        self.seated()

    def put(self, spot: str, chip: int) -> None:
        self.page.locator(f'[data-chip="{chip}"]').tap()
        self.spot(spot).tap()

    def bet(self) -> None:
        self.do("bet").tap()

    def ready(self) -> None:
        self.do("ready").tap()

    def act(self, what: str) -> None:
        kind, *rest = what.split()
        button = self.act_button(kind, rest)
        expect(button).to_be_visible()
        if kind == "discard":
            for slot in rest:
                self.own.locator(f'button[data-slot="{slot}"]').tap()
        self.fits()
        button.tap()

    def press(self, button: Locator) -> None:
        button.tap()

    def fits(self) -> None:
        no_sideways(self.page)
        big_enough(self.page)


FEW = ("235-stud", "mississippi-stud")


@pytest.mark.parametrize("story", [FIRST[game] for game in tier(FEW, tuple(FIRST))], ids=str)
def test_a_round_on_a_phone(server: Server, visit: Visits, story: Story) -> None:
    table, felt = sat_down(server, visit, story, Fingers, phone=True)
    assert isinstance(felt, Fingers)
    felt.fits()
    number = felt.play(story)
    is_told(server, table, number, felt.page, story)
    felt.fits()
    no_violations(felt.page)
    laid_out(felt.page)


def test_on_a_phone_the_acts_are_in_sight_with_the_cards(server: Server, visit: Visits) -> None:
    """At a decision the player's cards and the buttons are visible without scrolling."""
    table, felt = sat_down(server, visit, FIRST["double-draw"], Fingers, phone=True)
    felt.stake({"ante": 1000})
    felt.bet()
    felt.ready()
    act = felt.act_button("bet", ["1"])
    expect(act).to_be_in_viewport(ratio=1)
    expect(felt.own.locator("pit-card").first).to_be_in_viewport()
    expect(felt.own.locator("pit-card").last).to_be_in_viewport()
    assert server.state(table).turn == 1
