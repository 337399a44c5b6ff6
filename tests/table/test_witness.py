"""What is shown of an event: cards only to those who may know them."""

import pytest

from pitboss.cards import parse_cards
from pitboss.rulebook import GAMES
from pitboss.rulebook.choices import plain_choices
from pitboss.rulebook.rules import Rules
from pitboss.table import events as e
from pitboss.table.commands import Actor
from pitboss.table.engine import start
from pitboss.table.view import HIDDEN, witness


@pytest.mark.parametrize("player", [None, "ann", "flo"])
def test_nobody_sees_the_other_readers_cards(player: str | None) -> None:
    """Two people read a reopened hand, neither led by the other (ruling G50)."""
    table = start(Rules(plain_choices(GAMES["mississippi-stud"])))
    reading = e.HandRead(1, tuple(parse_cards("Ah Kh")), Actor("floorperson", "flo"), 1, "G50")
    shown = witness(table, reading, player)
    assert shown["cards"] == [HIDDEN, HIDDEN]
    assert shown["by"] == {"role": "floorperson", "name": "flo"}


@pytest.mark.parametrize("player", [None, "ann"])
def test_cards_that_were_turned_up_are_shown_to_everybody(player: str | None) -> None:
    table = start(Rules(plain_choices(GAMES["mississippi-stud"])))
    hand = e.HandShown(1, tuple(parse_cards("Ah Kh")), "nothing", "MS 11.H")
    assert witness(table, hand, player)["cards"] == ["Ah", "Kh"]
