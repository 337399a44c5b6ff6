"""Patrons without an account, whose chips and choices the dealer enters (rulings G48, G57)."""

from pathlib import Path

import pytest

from house.stage import Stage
from kit.play import least_stakes
from pitboss.house.history.index import seat_results
from pitboss.house.ledger import issue, wallet
from pitboss.money import Cents
from pitboss.notation.replay import replay
from pitboss.rulebook import GAMES
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

DEE = c.Actor("dealer", "dee")
ROUNDS = Path(__file__).resolve().parent.parent / "rounds"


@pytest.mark.parametrize("game", GAMES)
def test_a_patron_of_the_dealer_needs_no_wallet(stage: Stage, game: str) -> None:
    """Chips come and go through the issue account; cash is in the drop box; the audit is clean."""
    table = stage.table(game, currency="real", settings=Settings(cards="physical"))
    stage.must(table, c.Sit(by=DEE, seat=1, player="pat smith"))
    stage.open(table)
    stage.must(table, c.BuyIn(by=DEE, seat=1, cents=Cents(100_00)))
    issued = stage.balance(issue("real"))
    stakes = least_stakes(stage.state(table).rules, side=False)
    large = {spot: Cents(cents * 20) for spot, cents in stakes.items()}
    stage.must(table, c.Bet(by=DEE, seat=1, stakes=large))
    chips = sum(large.values()) - 100_00
    assert stage.balance(issue("real")) == issued - max(0, chips)
    assert stage.balance(f"real/drop/{table}") == 100_00
    seat = stage.state(table).seats[1]
    assert seat.player == "pat-smith" and seat.by_hand
    stage.must(table, c.Leave(by=DEE, seat=1))
    assert stage.balance(issue("real")) == issued + 100_00
    assert stage.balance(wallet("real", "pat-smith")) == 0
    assert stage.balance(f"real/chips/{table}/pat-smith") == 0
    assert not stage.faults()


def test_an_account_and_a_patron_never_share_a_name(stage: Stage) -> None:
    """A dealer who types a player's name gets another, so nobody plays with a patron's chips."""
    table = stage.table(settings=Settings(cards="physical"))
    stage.player("ann")
    stage.must(table, c.Sit(by=DEE, seat=1, player="ann"))
    assert stage.state(table).seats[1].player == "ann-1"
    no = stage.ask(table, c.Leave(by=c.Actor("player", "ann"), seat=1))
    assert isinstance(no, Refusal) and no.reason is Reason.NOT_YOUR_SEAT


def test_a_player_with_a_device_keeps_the_wallet(stage: Stage) -> None:
    """Cash changed by the dealer does not come from the wallet; chips taken away go into it."""
    table = stage.table(currency="real", settings=Settings(cards="physical"))
    stage.player("ann", real=500_00)
    ann = stage.sit(table, "ann", cents=200_00)
    no = stage.ask(table, c.BuyIn(by=DEE, seat=1, cents=Cents(100_00)))
    assert isinstance(no, Refusal) and no.reason is Reason.NOT_BY_HAND
    stage.must(table, c.PlayByHand(by=ann, seat=1))
    stage.must(table, c.BuyIn(by=DEE, seat=1, cents=Cents(100_00)))
    assert stage.balance(wallet("real", "ann")) == 300_00
    stage.must(table, c.Leave(by=ann, seat=1))
    assert stage.balance(wallet("real", "ann")) == 600_00
    assert not stage.faults()


STAKED = {"235-stud": 50_00, "double-draw": 40_00, "let-it-ride": 30_00, "mississippi-stud": 60_00}


@pytest.mark.parametrize("game", GAMES)
def test_a_retracted_choice_stakes_nothing(game: str) -> None:
    """Stakes and losses follow the chips that lay there at the end, whatever was typed before."""
    path = ROUNDS / game / "procedure" / "entry_retracted.round"
    events = replay(path.read_text(encoding="utf-8")).events
    results = seat_results(events)
    assert [results[seat]["staked"] for seat in (1, 2)] == [STAKED[game]] * 2
