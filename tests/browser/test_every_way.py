"""Every game by mouse, touch and keyboard, in both languages, in eight sizes of window.

The suite plays each size once, with game, language and input in turn; `./pit soak long` plays
every combination.
"""

import itertools
from typing import NamedTuple

import pytest

from browser.axe import no_sideways, no_violations
from browser.house import Server
from browser.playing import Felt, Keys, Story, booked, shown
from browser.test_felt_sizes import LEAST_CARD
from browser.test_phone import FIRST, Fingers
from browser.visits import Visits
from kit.tiers import tier

LANGUAGES = {"en": "en-US", "es": "es-ES"}


class Taps(Fingers):
    """By touch in any window; the phone's own test measures the controls."""

    def fits(self) -> None:
        no_sideways(self.page)


INPUTS: dict[str, type[Felt]] = {"mouse": Felt, "touch": Taps, "keys": Keys}


class Way(NamedTuple):
    size: tuple[int, int]
    game: str
    language: str
    hands: str

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]}-{self.game}-{self.language}-{self.hands}"


ALL = [Way(*way) for way in itertools.product(LEAST_CARD, FIRST, LANGUAGES, INPUTS)]
# Every game twice, each language four times, each input at least twice.
FEW = [
    Way(size, list(FIRST)[n % 4], list(LANGUAGES)[(n + n // 4) % 2], list(INPUTS)[n % 3])
    for n, size in enumerate(LEAST_CARD)
]


def test_the_few_have_every_size_game_language_and_input() -> None:
    assert len(ALL) == 8 * 4 * 2 * 3
    assert {way.size for way in FEW} == set(LEAST_CARD)
    assert {(way.game, way.language) for way in FEW} == set(itertools.product(FIRST, LANGUAGES))
    assert {way.hands for way in FEW} == set(INPUTS)


@pytest.mark.parametrize("way", tier(FEW, ALL), ids=str)
def test_a_round_in_every_way(server: Server, visit: Visits, way: Way) -> None:
    story: Story = FIRST[way.game]
    table = server.table(way.game)
    server.rig(table, story.deck)
    locale, touch = LANGUAGES[way.language], way.hands == "touch"
    page = visit(f"/table/{table}", size=way.size, touch=touch, locale=locale)
    assert page.locator("html").get_attribute("lang") == way.language
    felt = INPUTS[way.hands](page)
    felt.sit()
    number = felt.round
    felt.stake(story.stakes)
    no_violations(page)
    felt.bet()
    felt.ready()
    felt.my_turn()
    no_violations(page)
    for act in story.acts:
        felt.act(act)
    felt.over(number)
    no_violations(page)
    results = shown(page)
    assert results == booked(server.round(table, number))
    assert {spot: results[1, spot] for spot in story.brings} == dict(story.brings)
