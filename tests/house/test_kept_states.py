"""States stored between rounds are read again, those of an older shape included."""

import msgspec
import pytest

from kit.driver import Driver
from pitboss.house.live_table import freeze, has_every_field, same_state, thaw
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import plain_choices
from pitboss.table.state import Table


def between_rounds(game: str) -> Table:
    driver = Driver(plain_choices(GAMES[game]), 5)
    while driver.table.round < 3:
        driver.turn()
    return driver.table


def in_an_older_shape(data: bytes) -> bytes:
    """The shape from before a state held the seats on turn and the deck in the rack."""
    record = msgspec.json.decode(data)
    del record["state"]["asked"], record["state"]["rack_deck"]
    for seat in record["state"]["seats"].values():
        seat["decided"] = False
    return msgspec.json.encode(record, order="deterministic")


@pytest.mark.parametrize("game", GAMES)
def test_a_state_of_an_older_shape_is_read_and_is_the_same(game: str) -> None:
    table = between_rounds(game)
    data = freeze(table)
    older = in_an_older_shape(data)
    assert older != data
    assert thaw(table.rules, data) == thaw(table.rules, older) == table
    assert same_state(older, data) and same_state(data, data)
    assert has_every_field(data) and not has_every_field(older)  # so that it is folded anew


def test_a_state_that_differs_by_a_cent_is_another() -> None:
    table = between_rounds("let-it-ride")
    data = freeze(table)
    record = msgspec.json.decode(data)
    record["state"]["balances"]["inventory"] += 1
    assert not same_state(msgspec.json.encode(record), data)
    assert not any(same_state(other, data) for other in (None, b"{}", b"nothing"))
