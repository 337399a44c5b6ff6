"""Payments put right after a review: two persons, the books, the record, the audit."""

from typing import Any

import msgspec
import pytest

from house.stage import Stage
from pitboss.house.history import rounds as recall
from pitboss.house.live_table import HOUSE
from pitboss.house.people import approvals
from pitboss.house.people.persons import Person
from pitboss.house.writing.replies import CommandIdReused, Done
from pitboss.notation.replay import replay
from pitboss.rulebook import GAMES
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

FAY, FLO = Person("1", "fay", "floorperson"), Person("2", "flo", "floorperson")


def correction(table: str, stage: Stage, cents: int, **changes: Any) -> c.Correct:
    spot = next(iter(stage.state(table).rules.spots))
    fields: dict[str, Any] = {"round": 1, "seat": 1, "player": "ann", "spot": spot, "cents": cents}
    fields |= {"reason": "counted again", "asked": "fay", **changes}
    return c.Correct(by=c.Actor("floorperson", "fay"), **fields)


def played(stage: Stage, game: str = "mississippi-stud") -> str:
    table = stage.table(game)
    for person in (FAY, FLO):
        stage.staff(person.name, person.role)
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    stage.play(table)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_it_moves_between_the_inventory_and_the_player(stage: Stage, game: str) -> None:
    """shows 235 12, DD .12, LIR .12 and MS 12"""
    table = played(stage, game)
    chips, bank = stage.state(table).chips("ann"), stage.balance(f"practice/inventory/{table}")
    net = recall.round_record(stage.house, table, 1, "ann")["seats"][0]["net"]
    for cents in (25_50, -5_00):
        number = approvals.request_approval(
            stage.house, FAY, table, correction(table, stage, cents)
        )
        assert isinstance(approvals.decide_approval(stage.house, FLO, number, approve=True), Done)
    assert stage.state(table).chips("ann") == chips + 20_50
    assert stage.balance(f"practice/chips/{table}/ann") == chips + 20_50
    assert stage.balance(f"practice/inventory/{table}") == bank - 20_50
    record = recall.round_record(stage.house, table, 1, "ann")
    assert [(one["cents"], one["asked"], one["by"]["name"]) for one in record["corrections"]] == [
        (25_50, "fay", "flo"),
        (-5_00, "fay", "flo"),
    ]
    assert record["seats"][0]["net"] == net, "the round stands as it was"
    stage.bet(table)
    stage.play(table)
    text = recall.as_text(stage.house, table, 1, "ann")
    assert [line for line in text.splitlines() if "Corrected later" in line and "G44" in line]
    assert replay(text).refusals == []
    second = recall.as_text(stage.house, table, 2, "ann")
    assert "+25.50" in second and "fay asked, floorperson flo approved" in second
    assert len(recall.round_record(stage.house, table, 1, "ann")["corrections"]) == 2
    assert recall.round_record(stage.house, table, 2, "ann")["corrections"] == []
    for number in (1, 2):
        assert recall.differences(stage.house, table, number) == []
    assert not stage.faults()


def test_never_below_nothing_and_never_for_who_was_not_there(stage: Stage) -> None:
    table = played(stage)
    stage.player("bob")
    stage.sit(table, "bob", seat=2)
    chips = stage.state(table).chips("ann")
    for change, reason in (
        ({"cents": -chips - 1}, Reason.NOT_ENOUGH_CHIPS),
        ({"player": "bob", "seat": 2}, Reason.NO_SUCH_ROUND),
        ({"player": "bob"}, Reason.NO_SUCH_ROUND),
        ({"seat": 2}, Reason.NO_SUCH_ROUND),
        ({"round": 2}, Reason.NO_SUCH_ROUND),
        ({"player": "carl"}, Reason.NO_SUCH_ROUND),
        ({"asked": "flo"}, Reason.NOT_YOUR_ROLE),
    ):
        command = correction(table, stage, 1_00)
        command = msgspec.structs.replace(command, **change)
        number = approvals.request_approval(stage.house, FAY, table, command)
        no = approvals.decide_approval(stage.house, FLO, number, approve=True)
        assert isinstance(no, Refusal) and no.reason is reason, (change, no)
    alone = stage.ask(table, msgspec.structs.replace(correction(table, stage, 1_00), by=HOUSE))
    assert isinstance(alone, Refusal) and alone.reason is Reason.NOT_YOUR_ROLE
    assert stage.state(table).chips("ann") == chips
    all_of_it = approvals.request_approval(
        stage.house, FAY, table, correction(table, stage, -chips)
    )
    assert isinstance(approvals.decide_approval(stage.house, FLO, all_of_it, approve=True), Done)
    assert stage.state(table).chips("ann") == 0
    assert not stage.faults()


def test_in_a_round_it_waits_for_the_end(stage: Stage) -> None:
    table = played(stage)
    number = approvals.request_approval(stage.house, FAY, table, correction(table, stage, 1_00))
    stage.bet(table)
    while stage.state(table).phase != "play":
        stage.must(table, stage.next(table))
    no = approvals.decide_approval(stage.house, FLO, number, approve=True)
    assert isinstance(no, Refusal) and no.reason is Reason.IN_A_ROUND
    assert [row["number"] for row in approvals.pending_approvals(stage.house)] == [number]
    stage.play(table)
    assert isinstance(approvals.decide_approval(stage.house, FLO, number, approve=True), Done)
    assert not stage.faults()


def test_asked_again_under_its_id_it_is_asked_once(stage: Stage) -> None:
    table = played(stage)
    command = correction(table, stage, 1_00)
    later = msgspec.structs.replace(command, at=99)
    first = approvals.request_approval(stage.house, FAY, table, command, "one")
    assert approvals.request_approval(stage.house, FAY, table, later, "one") == first
    assert len(approvals.pending_approvals(stage.house)) == 1
    with pytest.raises(CommandIdReused):
        approvals.request_approval(stage.house, FAY, table, correction(table, stage, 2_00), "one")
    other = approvals.request_approval(stage.house, FLO, table, command, "one")
    assert other != first, "an id is its person's own"
    approvals.decide_approval(stage.house, FLO, first, approve=True)
    assert approvals.request_approval(stage.house, FAY, table, later, "one") == first, (
        "and stays so"
    )
    assert not stage.faults()
