"""Entries by the dealer, and choices taken back before the next card (rulings G48, G57)."""

from random import Random

import pytest
from msgspec.structs import replace

from kit.driver import Driver
from kit.houses import random_choices
from pitboss.cards import Card
from pitboss.money import dollars
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import start, step
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import RecentChoice, Table

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
DEE = c.Actor("dealer", "dee")


def plain(table: Table) -> Table:
    """A state to compare: an account that has come back to nothing is as one that never was."""
    return replace(table, balances={name: n for name, n in table.balances.items() if n})


def done(table: Table, command: c.Command) -> Table:
    answer = step(table, command)
    assert not isinstance(answer, Refusal), (command, answer)
    return answer[0]


def refused(table: Table, command: c.Command) -> Reason:
    answer = step(table, command)
    assert isinstance(answer, Refusal), answer
    return answer.reason


def typist(entry: RecentChoice) -> c.Actor:
    role, _, name = entry.by.partition(" ")
    return c.Actor("house" if role == "house" else "dealer" if role == "dealer" else "player", name)


@EVERY_GAME
def test_a_choice_and_its_retraction_leave_the_table_as_it_was(game: str) -> None:
    """Also the last choice of a step, which moves the table on."""
    kinds, moved_on = set(), 0
    for seed in range(12):
        driver = Driver(random_choices(Random(f"{game} {seed}"), GAMES[game]), seed)
        for _ in range(500):
            before = driver.table
            command, answer = driver.turn()
            if not isinstance(command, c.Act | c.Discard) or isinstance(answer, Refusal):
                continue
            after = driver.table
            if not before.physical:
                assert not after.entries, "a table that knows its cards remembers no choice"
                continue
            back = done(after, c.Retract(by=command.by, seat=command.seat))
            assert plain(back) == plain(before)
            assert done(back, command) == after
            kinds.add(after.entries[-1].act)
            moved_on += after.step != before.step
    assert len(kinds) > 1 and moved_on > 5


@EVERY_GAME
def test_choices_are_retracted_in_any_order(game: str) -> None:
    rng, rounds = Random(game), 0
    for seed in range(12):
        driver = Driver(random_choices(Random(f"{game} {seed}"), GAMES[game]), seed)
        for _ in range(600):
            before = driver.table
            driver.turn()
            table = driver.table
            step_entries = [one for one in table.entries if one.step == table.entries[0].step]
            if table is before or len(step_entries) < 2 or len(step_entries) < len(table.entries):
                continue
            rounds += 1
            for entry in rng.sample(step_entries, len(step_entries)):
                table = done(table, c.Retract(by=typist(entry), seat=entry.number))
            assert not table.entries
            assert {entry.number for entry in step_entries} <= {*table.asked}
            assert table.step == step_entries[0].step and table.phase == "play"
    assert rounds > 5


@EVERY_GAME
def test_a_card_ends_what_may_be_retracted(game: str) -> None:
    cards = (e.CardDealt, e.CardsRevealed, e.CardExposed, e.CardSetAside, e.HandShown)
    driver = Driver(random_choices(Random(game), GAMES[game]), 3, mischief=0.1)
    for _ in range(3000):
        _, answer = driver.turn()
        if not isinstance(answer, Refusal) and any(isinstance(one, cards) for one in answer):
            assert not driver.table.entries


def by_hand(game: str) -> Table:
    """An open table with a patron of the dealer's at seat 1."""
    house = c.Actor("house", "house")
    table = start(Rules(plain_choices(GAMES[game], offered=False)))
    table = done(table, c.ReceiveCards(by=house))
    table = done(table, c.Sit(by=DEE, seat=1, player=""))
    duties: tuple[c.Duty, ...] = ("inspect", "verify", "spread", "view", "wash")
    for duty in duties:
        table = done(table, c.Perform(by=house, duty=duty))
    return table


@EVERY_GAME
def test_chips_on_the_felt_make_their_own_buy_in(game: str) -> None:
    """Ruling G57: what is missing comes from outside, and nothing of it goes to the drop box."""
    table = by_hand(game)
    assert table.seats[1].player == "seat-1" and table.seats[1].by_hand
    table = done(table, c.BuyIn(by=DEE, seat=1, cents=dollars(10), kind="cash"))
    assert table.balances == {"outside": -1000, "drop": 1000, "inventory": -1000, **chips(1000)}
    stakes = {spot.key: dollars(10) for spot in table.rules.required}
    table = done(table, c.Bet(by=DEE, seat=1, stakes=stakes))
    missing = 1000 * (len(stakes) - 1)
    assert table.balances["outside"] == -1000 - missing and table.balances["drop"] == 1000
    assert table.chips("seat-1") == 0
    assert all(stake.entered for stake in table.seats[1].stakes.values())


def chips(cents: int) -> dict[str, int]:
    return {"player seat-1": cents}


@EVERY_GAME
def test_the_stakes_of_the_last_round_stay_for_the_next(game: str) -> None:
    """Only where a dealer closes the bets; a void keeps them too."""
    for closer in (DEE, c.Actor("house", "house")):
        table = by_hand(game)
        stakes = {spot.key: dollars(10) for spot in table.rules.required}
        table = done(table, c.Bet(by=DEE, seat=1, stakes=stakes))
        table = done(table, c.NoMoreBets(by=closer))
        table = done(table, c.Shuffle(by=DEE, counted=table.size))
        table = done(table, c.Deal(by=c.Actor("house", "house"), cards=_any_cards(table)))
        place = "seat 1"
        table = done(table, c.ReportWrongNumber(by=DEE, place=place))
        assert table.round == 2 and table.seats[1].by_hand
        assert table.seats[1].last == (stakes if closer is DEE else {})


def _any_cards(table: Table) -> tuple[Card, ...]:
    game = table.rules.game
    count = game.hole + game.community + (game.box if table.rules.deals_box else 0)
    burned = sum(give.burn for give in table.dealing.order)
    return game.cards[: count + burned]


@EVERY_GAME
def test_a_stake_is_its_side_s_alone(game: str) -> None:
    table = by_hand(game)
    table = done(table, c.Sit(by=c.Actor("player", "ann"), seat=2, player="ann"))
    ann = c.Actor("player", "ann")
    table = done(table, c.BuyIn(by=ann, seat=2, cents=dollars(500)))
    stakes = {spot.key: dollars(10) for spot in table.rules.required}
    assert refused(table, c.Bet(by=DEE, seat=2, stakes=stakes)) is Reason.NOT_BY_HAND
    table = done(table, c.PlayByHand(by=ann, seat=2))
    for first, other in ((ann, DEE), (DEE, ann)):
        after = done(table, c.Bet(by=first, seat=2, stakes=stakes))
        back = dict.fromkeys(stakes, dollars(0))
        for changed in (stakes, back):
            bet = c.Bet(by=other, seat=2, stakes=changed)
            assert refused(after, bet) is Reason.ENTERED_BY_OTHER
        assert refused(after, c.Leave(by=other, seat=2)) is Reason.ENTERED_BY_OTHER
        assert not done(after, c.Bet(by=first, seat=2, stakes=back)).seats[2].stakes


def test_grounds_are_the_game_s_own() -> None:
    assert {key for key, game in GAMES.items() if game.grounds} == {"mississippi-stud"}
    assert all(bool(game.grounds) == bool(game.cite("conduct")) for game in GAMES.values())
