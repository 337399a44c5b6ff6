"""Self-dealt tables go by their own clock, and the clock by the log."""

from collections.abc import Callable

import pytest

from house.stage import Stage, to_award
from pitboss.house.floor.tables import close_after_round, close_emptied
from pitboss.house.history import rounds as recall
from pitboss.house.live_table import GRACE_SECONDS, HOUSE
from pitboss.house.writing.replies import CommandIdReused
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.rulebook.submission.tables import CURRENCIES, Currency, Settings
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

CLOCK = Settings(betting=20, deciding=30)


def begun(stage: Stage, game: str = "let-it-ride") -> str:
    table = stage.table(game, mode="self-dealt", settings=CLOCK)
    assert stage.house.tick(table) == 0, "nothing happens at an empty table"
    stage.player("ann")
    stage.sit(table, "ann")
    stage.house.tick(table)
    assert stage.state(table).cards == "stacked" or stage.state(table).cards == "ready"
    return table


@pytest.mark.parametrize("game", GAMES)
def test_a_round_deals_itself(sqlite_stage: Stage, game: str) -> None:
    stage = sqlite_stage
    table = begun(stage, game)
    stage.bet(table)
    stage.house.tick(table)
    assert stage.state(table).phase == "bets", "there is time to bet"
    stage.now.sleep(CLOCK.betting + 1)
    decisions = 0
    while stage.state(table).round == 1:
        stage.house.tick(table)
        if stage.state(table).turn:
            assert stage.house.live(table).deadline is not None
            stage.now.sleep(CLOCK.deciding + 1)
            decisions += 1
        assert decisions < 20
    record = recall.round_record(stage.house, table, 1, "ann")
    acts = [
        event
        for entry in record["entries"]
        for event in entry["events"]
        if event["type"] in ("Decided", "Discarded")
    ]
    assert acts and all(event["by_house"] for event in acts), "marked as the house's"
    assert {e["by"]["name"] for e in record["entries"] if e["kind"] == "Deal"} == {"house"}
    assert not stage.faults()


def test_who_is_ready_need_not_wait(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    table = begun(stage)
    stage.bet(table)
    stage.house.tick(table)
    assert stage.state(table).phase == "bets"
    stage.house.live(table).ready |= {1}
    stage.house.tick(table)
    assert stage.state(table).phase == "play"


def test_others_wait_a_moment_for_a_player_without_a_connection(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    table = begun(stage)
    stage.player("bob")
    stage.sit(table, "bob", 2)
    stage.bet(table)
    stage.bet(table, 2)
    stage.now.sleep(CLOCK.betting + 1)
    stage.house.tick(table)
    assert stage.state(table).turn == 1
    stage.house.declare_presence(table, "ann", here=False)
    stage.house.tick(table)
    assert stage.state(table).turn == 1, "a lost connection may come back"
    stage.now.sleep(GRACE_SECONDS + 1)
    stage.house.tick(table)
    assert stage.state(table).turn == 2, "the house plays on for ann"
    stage.house.declare_presence(table, "ann", here=True)
    stage.now.sleep(CLOCK.deciding - 1)
    stage.house.tick(table)
    assert stage.state(table).turn == 2, "bob has a connection, and all his time"


def test_alone_at_the_table_nobody_is_hurried(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    table = begun(stage)
    stage.bet(table)
    stage.now.sleep(CLOCK.betting + 1)
    stage.house.tick(table)
    stage.house.declare_presence(table, "ann", here=False)
    step = stage.state(table).step
    stage.now.sleep(CLOCK.deciding - 1)
    stage.house.tick(table)
    assert stage.state(table).step == step


def test_a_table_closes_after_its_round(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    table = begun(stage)
    stage.bet(table)
    stage.now.sleep(CLOCK.betting + 1)
    stage.house.tick(table)
    close_after_round(stage.house, table, "boss")
    assert close_emptied(stage.house) == [], "ann plays her round to its end"
    while stage.state(table).round == 1:
        assert stage.state(table).seats
        stage.now.sleep(CLOCK.deciding + 1)
        stage.house.tick(table)
    stage.house.tick(table)
    assert not stage.state(table).seats
    assert "closes after this round" in stage.house.live(table).stop_notice
    assert close_emptied(stage.house) == [table]
    assert table not in {row.id for row in stage.house.table_rows()}
    assert "is closed" in stage.house.live(table).stop_notice
    assert not stage.faults()


def test_incomplete_wagers_go_back(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    table = begun(stage)
    ann = c.Actor("player", "ann")
    stage.must(table, c.Bet(by=ann, seat=1, stakes={"bet-1": Cents(5_00)}))
    stage.now.sleep(CLOCK.betting + 1)
    stage.house.tick(table)
    assert not stage.state(table).wagering()
    assert stage.state(table).chips("ann") == 500_00


def test_incomplete_wagers_go_back_beside_complete_ones(sqlite_stage: Stage) -> None:
    """Ruling G45: the others play, and the round's record knows nothing of that seat."""
    stage = sqlite_stage
    table = begun(stage)
    bob = c.Actor("player", "bob")
    stage.player("bob")
    stage.sit(table, "bob", 2)
    before = stage.state(table).chips("bob")
    stage.bet(table)
    stage.must(table, c.Bet(by=bob, seat=2, stakes={"bet-1": Cents(5_00)}))
    stage.now.sleep(CLOCK.betting + 1)
    stage.house.tick(table)
    state = stage.state(table)
    assert state.wagering() == (1,) and state.turn == 1
    assert state.chips("bob") == before


def test_nobodys_time_runs_while_the_house_is_shut(open_stage: Callable[[], Stage]) -> None:
    stage = open_stage()
    table = begun(stage)
    stage.bet(table)
    stage.now.sleep(CLOCK.betting + 1)
    stage.house.tick(table)
    assert stage.state(table).turn == 1
    stage.now.sleep(10)
    stage.house.tick(table)
    stage.now.sleep(3600)  # the server is gone for an hour
    again = open_stage()
    again.house.tick(table)
    assert again.state(table).turn == 1, "the player is still asked"
    ends = again.house.live(table).deadline
    assert ends is not None and CLOCK.deciding * 1000 - 100 < ends - again.now.at
    step = again.state(table).step
    again.now.sleep(CLOCK.deciding - 1)
    again.house.tick(table)
    assert again.state(table).step == step
    again.now.sleep(2)
    again.house.tick(table)
    assert again.state(table).step != step, "and then the house plays on"


def test_a_reused_id_does_not_start_a_decision_again(sqlite_stage: Stage) -> None:
    """A player's own errors must not buy time."""
    stage = sqlite_stage
    table = begun(stage)
    stage.bet(table)
    stage.now.sleep(CLOCK.betting + 1)
    stage.house.tick(table)
    ends = stage.house.live(table).deadline
    ann = c.Actor("player", "ann")
    stage.must(table, c.BuyIn(by=ann, seat=1, cents=Cents(1_00)), "one")
    for cents in (2_00, 3_00):
        stage.now.sleep(5)
        with pytest.raises(CommandIdReused):
            stage.ask(table, c.BuyIn(by=ann, seat=1, cents=Cents(cents)), "one")
    assert stage.house.live(table).deadline == ends


def test_two_servers_deal_one_table_once(open_stage: Callable[[], Stage]) -> None:
    servers = [open_stage(), open_stage()]
    table = begun(servers[0])
    servers[0].bet(table)
    servers[0].now.sleep(CLOCK.betting + 1)
    while servers[0].state(table).round == 1:
        for server in servers:
            server.house.tick(table)
        servers[0].now.sleep(CLOCK.deciding + 1)
    assert servers[0].state(table) == servers[1].state(table)
    kinds = [e["kind"] for e in recall.round_record(servers[0].house, table, 1, None)["entries"]]
    assert kinds.count("NoMoreBets") == kinds.count("Settle") == 1
    assert not servers[0].faults()


AWARD = Settings(awards_and_voids="floorperson", cards="physical")
FLOOR = c.Actor("floorperson", "fay")


def at_award(stage: Stage, currency: Currency, settings: Settings) -> str:
    table = stage.table(mode="self-dealt", currency=currency, settings=settings)
    stage.player("ann", real=900_00)
    to_award(stage, table, "ann")
    stage.house.tick(table)
    return table


@pytest.mark.parametrize("settings", [AWARD, Settings(cards="physical")])
def test_an_award_at_a_real_chip_table_waits_for_a_person(
    sqlite_stage: Stage, settings: Settings
) -> None:
    """shows that a floorperson validates real awards whatever is set, and does the papers"""
    stage = sqlite_stage
    table = at_award(stage, "real", settings)
    stage.now.sleep(3600)
    assert stage.house.tick(table) == 0 and stage.state(table).pending == 1
    no = stage.ask(table, c.ValidateAward(by=HOUSE, seat=1))
    assert isinstance(no, Refusal) and no.reason is Reason.NOT_YOUR_ROLE and no.clause
    lying = stage.state(table).lying()
    stage.must(table, c.ValidateAward(by=FLOOR, seat=1, counts=lying, lamp=True))
    assert stage.house.tick(table) == 0 and stage.state(table).papers == (1,)
    no = stage.ask(table, c.CompletePapers(by=HOUSE, seat=1))
    assert isinstance(no, Refusal) and no.reason is Reason.NOT_YOUR_ROLE
    stage.must(table, c.CompletePapers(by=FLOOR, seat=1))
    stage.house.tick(table)
    assert stage.state(table).round == 2
    record = recall.round_record(stage.house, table, 1, "ann")
    by = [entry["by"]["name"] for entry in record["entries"] if entry["kind"] == "ValidateAward"]
    assert by == ["fay"]
    assert not stage.faults()


@pytest.mark.parametrize("settings", [AWARD, Settings(cards="physical")])
def test_of_practice_chips_the_house_validates_it(sqlite_stage: Stage, settings: Settings) -> None:
    table = at_award(sqlite_stage, "practice", settings)
    assert sqlite_stage.state(table).round == 2
    assert not sqlite_stage.faults()


def test_the_audit_names_an_award_that_was_not_the_houses_to_give(
    sqlite_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = sqlite_stage
    table = at_award(stage, "real", AWARD)
    monkeypatch.setattr(
        "pitboss.house.writing.group.reserved_refusal", lambda batch, row, command, result: result
    )
    stage.must(table, c.ValidateAward(by=HOUSE, seat=1))
    faults = stage.faults()
    assert set(faults) == {"check_rules"}, faults
    assert "only a person may do" in faults["check_rules"][0]


@pytest.mark.parametrize("currency", CURRENCIES)
def test_a_void_at_a_real_chip_table_waits_for_a_person_when_so_set(
    sqlite_stage: Stage, currency: Currency
) -> None:
    stage = sqlite_stage
    settings = Settings(awards_and_voids="floorperson")
    table = stage.table(mode="self-dealt", currency=currency, settings=settings)
    stage.player("ann", real=900_00)
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    while stage.state(table).phase != "play":
        stage.must(table, stage.next(table))
    wrong = c.ReportWrongNumber(by=HOUSE, place="seat 1")
    reply = stage.ask(table, wrong)
    if currency == "real":
        assert isinstance(reply, Refusal) and reply.reason is Reason.NOT_YOUR_ROLE
        stage.must(table, c.ReportWrongNumber(by=FLOOR, place="seat 1"))
    assert stage.state(table).round == 2 and stage.state(table).chips("ann") == 500_00
    assert not stage.faults()
