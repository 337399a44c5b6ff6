"""Games from a rules file at the page: a round by clicks, and the mark on the felt."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.house import Server
from browser.playing import Felt, Story, is_told
from browser.visits import Visits
from pitboss.rulebook import MARK
from pitboss.rulebook.own import read_rules
from pitboss.rulebook.submission import check, example, joined

EXAMPLES = Path(__file__).parents[2] / "examples"
STORIES = (
    Story(
        "a-raised-pair",
        "river-stud",
        "1: As Ad | community: 2h 8s 5d",
        {"ante": 1000, "river-bonus": 500},
        ("bet 2", "bet 1", "bet 4"),
        {"ante": 1000, "second-street": 2000, "third-street": 1000, "fourth-street": 4000}
        | {"river-bonus": -500},
        "1 to 1",
    ),
    Story(
        "a-pair-that-rides",
        "let-it-pair",
        "1: Ts Td 4c | community: 2h 8s",
        {"bet-1": 1000, "pair-plus": 500},
        ("ride", "ride"),
        {"bet-1": 1000, "bet-2": 1000, "bet-3": 1000, "pair-plus": 500},
        "1 to 1",
    ),
)


@pytest.mark.parametrize("story", STORIES, ids=str)
def test_a_round_of_an_own_game_by_clicks(server: Server, visit: Visits, story: Story) -> None:
    text = joined(example(), read_rules(EXAMPLES / f"{story.game}.toml"))
    offer = check(text).submission
    assert offer is not None
    table = server.table(story.game, choices=offer.games[story.game])
    server.rig(table, story.deck)
    felt = Felt(visit(f"/table/{table}"))
    expect(felt.page.get_by_text(MARK).first).to_be_visible()
    felt.sit()
    number = felt.play(story)
    is_told(server, table, number, felt.page, story)
