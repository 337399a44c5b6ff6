"""Voids after payments: money, meters, results, records and the audit all follow (ruling G46)."""

import pytest

from house.stage import Stage, to_award
from pitboss.house.floor.overview import payments, recent_entries, waiting
from pitboss.house.history import rounds as recall
from pitboss.house.history.steps import steps
from pitboss.house.live_table import HOUSE
from pitboss.house.storage import log
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

FAY, DEE = c.Actor("floorperson", "fay"), c.Actor("dealer", "dee")
PHYSICAL = Settings(cards="physical")


def at_award(stage: Stage) -> str:
    """A table with real chips where a royal flush waits for a floorperson."""
    table = stage.table(currency="real", settings=PHYSICAL)
    stage.player("ann", real=900_00)
    to_award(stage, table, "ann")
    assert stage.state(table).pending == 1 and stage.state(table).paid
    return table


def test_a_wrong_count_at_validation_undoes_the_round(stage: Stage) -> None:
    table = at_award(stage)
    state = stage.state(table)
    before = stage.balance(f"real/inventory/{table}")
    assert [matter.what for matter in waiting(state)] == ["award"]
    lying = state.lying()
    wrong = {**lying, "seat 1": lying["seat 1"] + 1}
    stage.must(table, c.ValidateAward(by=FAY, seat=1, counts=wrong, lamp=True))
    state = stage.state(table)
    assert state.round == 2 and state.chips("ann") == 500_00
    opening = {terms.meter: terms.initial for terms in state.rules.choices.meters}
    assert stage.house.meter_cents(table) == opening, "the contribution came back"
    assert stage.balance(f"real/chips/{table}/ann") == 500_00
    assert stage.balance(f"real/inventory/{table}") > before
    record = recall.round_record(stage.house, table, 1, "ann")
    assert record["outcome"] == "void"
    assert [seat["net"] for seat in record["seats"]] == [0]
    _, moves, _ = payments(stage.house, stage.house.live(table), 1)
    undone = [move for move in moves if move.what == "undo"]
    taken = [move for move in moves if move.what in ("pay", "push", "take", "award")]
    assert undone and len(undone) == len(taken)
    assert steps(stage.house, table, 1, "auditor", None).steps
    assert recall.differences(stage.house, table, 1) == []
    assert "undone" in recall.as_text(stage.house, table, 1, None)
    assert not stage.faults()


def test_a_refused_award_is_read_again_and_the_readings_stay_secret(sqlite_stage: Stage) -> None:
    stage = sqlite_stage
    table = at_award(stage)
    hand = stage.state(table).seats[1].hole
    stage.must(table, c.RefuseAward(by=FAY, seat=1, reason="a card is marked"))
    assert [matter.what for matter in waiting(stage.state(table))] == ["reading"]
    stage.must(table, c.ReadHand(by=DEE, seat=1, cards=hand))
    with stage.house.store.read() as tx:
        last = list(log.read(tx, table))[-1]
    assert last.kind == "ReadHand" and last.sealed, "the other reader cannot look it up"
    assert all(
        one.kind != "ReadHand" for one in recent_entries(stage.house, stage.house.live(table))
    )
    stage.must(table, c.ReadHand(by=FAY, seat=1, cards=hand))
    assert [matter.what for matter in waiting(stage.state(table))] == ["award"]
    assert not stage.faults()


@pytest.mark.parametrize("upheld", [True, False])
def test_a_report_at_settlement_waits_for_another_person(sqlite_stage: Stage, upheld: bool) -> None:
    stage = sqlite_stage
    table = at_award(stage)
    report = c.ReportWrongNumber(by=DEE, place="seat 1", cards=3)
    stage.must(table, report)
    assert {matter.what for matter in waiting(stage.state(table))} == {"report", "award"}
    no = stage.ask(table, c.Settle(by=HOUSE))
    assert isinstance(no, Refusal)
    if upheld:
        stage.must(table, c.UpholdReport(by=FAY))
        assert stage.state(table).round == 2
    else:
        stage.must(table, c.OverruleReport(by=FAY, reason="counted twice: two cards"))
        lying = stage.state(table).lying()
        stage.must(table, c.ValidateAward(by=FAY, seat=1, counts=lying, lamp=True))
        assert [matter.what for matter in waiting(stage.state(table))] == ["papers"]
        stage.must(table, c.CompletePapers(by=FAY, seat=1))
        while stage.state(table).round == 1:
            stage.must(table, stage.next(table))
    assert recall.differences(stage.house, table, 1) == []
    assert not stage.faults()


def test_a_void_waits_for_an_award_at_a_linked_table(sqlite_stage: Stage) -> None:
    """Two tables on one meter: nothing moves it while an award waits elsewhere."""
    stage = sqlite_stage
    first = at_award(stage)
    second = stage.table(name="other", currency="real", settings=PHYSICAL)
    stage.player("bob", real=900_00)
    stage.sit(second, "bob")
    stage.open(second)
    stage.bet(second)
    while stage.state(second).phase != "play":
        stage.must(second, stage.next(second))
    no = stage.ask(second, c.Settle(by=DEE))
    assert isinstance(no, Refusal) and no.reason in (Reason.AWARD_WAITS, Reason.NOT_SETTLING)
    assert first != second and not stage.faults()


def test_nothing_waits_for_the_floor_once_it_has_decided(sqlite_stage: Stage) -> None:
    """The list of payments, from which a correction chooses, has only what was paid or taken."""
    stage = sqlite_stage
    table = at_award(stage)

    def what() -> set[str]:
        return {move.what for move in payments(stage.house, stage.house.live(table), 1)[1]}

    assert "waits" in what()
    lying = stage.state(table).lying()
    stage.must(table, c.ValidateAward(by=FAY, seat=1, counts=lying, lamp=True))
    assert "award" in what() and "waits" not in what()
