"""A moment's bytes are put together from shared parts: they must be what the update itself is."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from kit.driver import Driver
from kit.houses import random_choices
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.table.refusals import Refusal
from pitboss.table.view import PRIVATE, witness
from pitboss.web.push.moments import Audience, Moment, SeatParts, seat_of, text_frame, together

COMMANDS = 150


def _audiences(driver: Driver) -> list[Audience]:
    players = {seat.player for seat in driver.table.seats.values()}
    roles = [Audience(role, "somebody") for role in ("watcher", "dealer", "floorperson", "auditor")]
    return [*roles, *(Audience("watcher", player) for player in sorted(players))]


@pytest.mark.parametrize("game", GAMES)
def test_the_bytes_are_those_of_the_update(game: str) -> None:
    driver = Driver(random_choices(Random(game), GAMES[game]), f"moments {game}", mischief=0.1)
    private, seat_parts = 0, SeatParts()
    group: list[Moment] = []
    for number in range(COMMANDS):
        _, events = driver.turn()
        if isinstance(events, Refusal):
            continue
        meters = {"linked": Cents(number)} if number % 2 else None
        moment = Moment(number, events, driver.table, number or None, meters, "stopped"[:number])
        moment.seat_parts = seat_parts
        for audience in _audiences(driver):
            expected = msgspec.json.encode(moment.update_for(audience))
            assert moment.text_for(audience).encode() == expected
            assert moment.frame_for(audience) == text_frame(expected)
        for event in events:
            private += type(event) in PRIVATE
            views = [witness(driver.table, event, a.player) for a in _audiences(driver)]
            assert type(event) in PRIVATE or all(each == views[0] for each in views)
        group.append(moment)
        if number % 5 == 4:
            _check_group(driver, group)
            group = []
    assert private, "no card was dealt"


def _check_group(driver: Driver, group: list[Moment]) -> None:
    """Several moments as one tell each client their events, and show the table after the last."""
    whole = together(group)
    for audience in _audiences(driver):
        update = whole.update_for(audience)
        assert whole.text_for(audience).encode() == msgspec.json.encode(update)
        last = group[-1].update_for(audience)
        assert replace(update, events=last.events) == last
        tables = [moment.table for moment in group]
        if len({seat_of(table, audience.player) > 0 for table in tables}) == 1:
            each = [event for moment in group for event in moment.update_for(audience).events]
            assert update.events == each


def test_a_new_player_of_a_box_does_not_see_the_cards_before() -> None:
    driver = Driver(random_choices(Random("boxes"), GAMES["let-it-ride"]), "boxes")
    while True:
        _, events = driver.turn()
        dealt = [] if isinstance(events, Refusal) else [e for e in events if type(e) in PRIVATE]
        if dealt and driver.table.seats:
            break
    table = driver.table
    new = {n: replace(seat, player="new") for n, seat in table.seats.items()}
    before = Moment(1, tuple(dealt), table, None)
    after = Moment(2, (), replace(table, seats=new), None)
    watcher = before.update_for(Audience("watcher", None)).events
    owners = [before.update_for(Audience("watcher", s.player)).events for s in table.seats.values()]
    assert any(events != watcher for events in owners)
    assert together([before, after]).update_for(Audience("watcher", "new")).events == watcher


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_frame_is_what_the_codec_writes(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
    reader = StreamReader()
    reader.feed_data(text_frame(text))
    parser = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as end:
        next(parser)
    assert end.value.value.data == text and end.value.value.fin
