"""A house that goes back to the time of a backup deals no card that may be known."""

from pathlib import Path

import pytest

from house.keeping import TABLES, backup, fill, play
from house.stage import Stage
from pitboss.house.backup.restore import restore
from pitboss.house.history.proof import prove
from pitboss.house.storage import log
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c


def decks(stage: Stage, table: str, number: int) -> list[tuple[int, ...]]:
    """The orders of a round's shuffles."""
    with stage.house.store.read() as tx:
        bodies = [
            log.open_body(stage.house.keys, entry) for entry in log.read_round(tx, table, number)
        ]
    return [order for body in bodies if (order := log.deck_order(body.command))]


def bet_and_shuffle(stage: Stage, table: str) -> None:
    """To the moment before the first card."""
    stage.bet(table, side=False)
    while not isinstance(stage.next(table), c.Deal):
        stage.must(table, stage.next(table))


@pytest.mark.parametrize("until", ["bets", "first card", "play", "shown"])
def test_a_house_that_goes_back_in_time_deals_no_known_card(place: Path, until: str) -> None:
    """After the backup the round is played and its seed revealed; then the house is restored."""
    home = place / "home"
    home.mkdir()
    stage = Stage(home, str(home / "house.db"))
    fill(stage)
    table = f"{TABLES[0]}-1"
    number, chips = stage.state(table).round, stage.state(table).chips("player0")
    stage.bet(table, side=False)
    stages = {"bets": (), "first card": (c.Deal,), "play": (c.PlayOn,), "shown": (c.Settle,)}
    while stages[until] and not isinstance(stage.next(table), stages[until]):
        stage.must(table, stage.next(table))
    backup(stage, place / "a.pitboss")
    stage.play(table)
    play(stage, table)
    revealed = decks(stage, table, number) + decks(stage, table, number + 1)
    assert len(revealed) == 2
    stage.house.store.close()
    _, findings = restore(place / "a.pitboss", place / "there", None)
    assert findings.clean and not findings.remarks
    back = Stage(place / "there", str(place / "there" / "house.db"), stage.now)
    state = back.state(table)
    if until == "shown":  # nothing is left to decide: the round ends as it ended
        assert state.round == number
        back.play(table)
    elif until == "bets":
        assert state.round == number and state.seats[1].stakes
        back.play(table)
        assert decks(back, table, number)[0] not in revealed
    else:
        assert state.round == number + 1 and state.chips("player0") == chips, "void, stakes back"
    back_round = back.state(table).round
    play(back, table)
    dealt = decks(back, table, back_round)
    assert dealt and dealt[-1] not in revealed
    assert prove(back.house, table, back_round).good
    assert not back.faults()
    back.house.store.close()


def test_what_only_a_person_may_void_is_said(place: Path) -> None:
    home = place / "home"
    home.mkdir()
    stage = Stage(home, str(home / "house.db"))
    settings = Settings(awards_and_voids="floorperson")
    table = stage.table(currency="real", mode="self-dealt", settings=settings)
    stage.player("ann", real=1_000_00)
    stage.sit(table, "ann")
    stage.open(table)
    bet_and_shuffle(stage, table)
    backup(stage, place / "a.pitboss")
    stage.house.store.close()
    _, findings = restore(place / "a.pitboss", place / "there", None)
    (line,) = findings.remarks
    assert "a floorperson must void it" in line and table in line
