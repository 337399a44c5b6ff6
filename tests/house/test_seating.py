"""Seats with chips, bets again, and seats that nobody has used for long."""

from collections.abc import Callable

import pytest

from house.stage import Stage
from pitboss.house.ledger import wallet
from pitboss.house.seating import bet_again, last_stakes, sit_down
from pitboss.house.writing.replies import CommandIdReused, Done
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

ANN = c.Actor("player", "ann")


@pytest.mark.parametrize("game", GAMES)
def test_the_last_bet_again(stage: Stage, game: str) -> None:
    table = stage.table(game)
    stage.player("ann")
    assert sit_down(stage.house, table, "ann", Cents(800_00)) == 1
    stage.open(table)
    no = bet_again(stage.house, table, "ann")
    assert isinstance(no, Refusal) and no.reason is Reason.NO_WAGERS and no.clause
    stage.bet(table)
    placed = {key: stake.cents for key, stake in stage.state(table).seats[1].stakes.items()}
    more = min(stage.state(table).rules.choices.chips)
    required = next(key for key, s in stage.state(table).rules.spots.items() if s.required)
    assert last_stakes(stage.house, table, "ann", 1) == {}, "of rounds that are over"
    stage.play(table)
    assert last_stakes(stage.house, table, "ann", 1) == placed
    done = bet_again(stage.house, table, "ann", command_id="again")
    assert isinstance(done, Done)
    assert bet_again(stage.house, table, "ann", command_id="again") == done
    seat = stage.state(table).seats[1]
    assert {key: stake.cents for key, stake in seat.stakes.items()} == placed
    raised = c.Bet(by=ANN, seat=1, stakes={required: Cents(placed[required] + more)})
    assert isinstance(stage.ask(table, raised), Done | Refusal), "and may still be changed"
    assert not stage.faults()


def test_who_has_another_seat_now_has_nothing_to_bet_again_there(stage: Stage) -> None:
    table = stage.table()
    stage.player("ann")
    stage.player("bob")
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    stage.play(table)
    stage.must(table, c.Leave(by=ANN, seat=1))
    assert sit_down(stage.house, table, "bob", Cents(100_00)) == 1
    no = bet_again(stage.house, table, "bob")
    assert isinstance(no, Refusal) and no.reason is Reason.NO_WAGERS
    no = bet_again(stage.house, table, "ann", seat=1)
    assert isinstance(no, Refusal) and no.reason is Reason.NOT_YOUR_SEAT
    assert not stage.faults()


def test_a_seat_with_chips_is_taken_once(stage: Stage) -> None:
    table = stage.table()
    stage.player("ann")
    chips = stage.balance(wallet("practice", "ann"))
    for _ in range(2):
        assert sit_down(stage.house, table, "ann", Cents(chips), command_id="one") == 1
    with pytest.raises(CommandIdReused):
        sit_down(stage.house, table, "ann", Cents(1_00), command_id="one")
    assert stage.state(table).chips("ann") == chips
    no = sit_down(stage.house, table, "ann", Cents(1_00))
    assert isinstance(no, Refusal) and no.reason is Reason.NOT_ENOUGH_CHIPS
    assert not stage.faults()


def test_a_seat_that_nobody_uses_is_free_again(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    settings = Settings(betting=20, deciding=30, away=600)
    table = stage.table(mode="self-dealt", settings=settings)
    stage.player("ann")
    stage.player("bob")
    stage.sit(table, "ann")
    stage.sit(table, "bob", seat=2)
    stage.house.tick(table)
    chips = stage.balance(wallet("practice", "bob"))
    for _ in range(5):  # ann plays, her seat silent in each decision; bob looks on
        stage.now.sleep(130)
        stage.bet(table)
        number = stage.state(table).round
        while stage.state(table).round == number:
            stage.now.sleep(31)
            stage.house.tick(table)
    stage.house.tick(table)
    assert set(stage.state(table).seats) == {1}, "the one who bets keeps her seat"
    assert stage.balance(wallet("practice", "bob")) == chips + 500_00
    stage.now.sleep(601)
    stage.house.tick(table)
    assert not stage.state(table).seats
    assert not stage.faults()


def test_at_a_dealers_table_the_house_sends_nobody_away(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    table = stage.table(mode="dealer")
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    stage.now.sleep(100_000)
    assert set(stage.state(table).seats) == {1}


def test_a_house_that_was_shut_gives_everyone_their_time_again(
    open_stage: Callable[[], Stage],
) -> None:
    stage = open_stage()
    table = stage.table(mode="self-dealt")
    stage.player("ann")
    stage.sit(table, "ann")
    stage.house.tick(table)
    stage.now.sleep(100_000)
    again = open_stage()
    again.house.tick(table)
    assert set(again.state(table).seats) == {1}
    again.now.sleep(601)
    again.house.tick(table)
    assert not again.state(table).seats
