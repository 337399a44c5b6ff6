"""Duties on the consoles: since when each is due, and which acts fit the moment."""

from pathlib import Path

from house.stage import Stage
from pitboss.house.floor.console import legal_acts, moves
from pitboss.notation.replay import replay
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import due

DEE = c.Actor("dealer", "dee")
MINUTES = 16 * 60 * 1000
PHYSICAL = Settings(cards="physical")
ROUNDS = Path(__file__).parents[1] / "rounds"
AWARD_DECIDED = (e.AwardValidated, e.AwardRefused)


def offers(stage: Stage, table: str) -> set[str]:
    return {act.type for act in legal_acts(stage.house.live(table), DEE, 0)}


def test_a_duty_waits_from_its_own_start(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    table = stage.table(settings=PHYSICAL)
    moments = []
    for command in (c.ReceiveCards(by=DEE), c.Perform(by=DEE, duty="inspect", deck=0)):
        stage.now.at += MINUTES
        stage.must(table, command)
        moments.append(stage.house.live(table).since)
        assert stage.now.at - moments[-1] < MINUTES, due(stage.state(table))
    assert moments[1] - moments[0] >= MINUTES


def test_cards_are_received_between_rounds(sqlite_stage: Stage) -> None:
    """A deck is changed before wagers are closed; in the middle of a deal nobody offers it."""
    stage = sqlite_stage
    table = stage.table(settings=PHYSICAL)
    assert "ReceiveCards" in offers(stage, table)
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    while stage.state(table).phase != "dealing":
        assert "ReceiveCards" in offers(stage, table)
        stage.must(table, stage.next(table))
    assert "ReceiveCards" not in offers(stage, table)


def test_an_award_waits_until_it_is_decided_and_no_longer() -> None:
    """Before the floorperson's decision the dealer waits at that spot; after it the payments have
    the award instead, and nobody can choose the wait for a correction.
    """
    text = (ROUNDS / "mississippi-stud" / "meter_all_then_ten_percent.round").read_text()
    events = replay(text).events
    decisions = [place for place, event in enumerate(events) if isinstance(event, AWARD_DECIDED)]
    assert len(decisions) == 2
    first = decisions[0]
    before = [(move.what, move.seat) for move in moves(events[:first])]
    between = [(move.what, move.seat) for move in moves(events[: first + 1])]
    seat = next(number for what, number in before if what == "waits")
    assert ("waits", seat) not in between
    assert not [move for move in moves(events) if move.what == "waits"]
    assert sum(move.what == "award" for move in moves(events)) == 2
