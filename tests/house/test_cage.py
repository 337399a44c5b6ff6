"""The cage: closed accounts, cash of two persons, staff without chips, approvals that lapse."""

import msgspec
import pytest

from house.stage import BOSS, PASSWORD, Stage
from pitboss.house.floor.admin import give_password, give_role
from pitboss.house.live_table import Forbidden
from pitboss.house.people import approvals, upkeep
from pitboss.house.people.approvals import NeedsTwo, NoSuchApproval, PasswordDue
from pitboss.house.people.cage import WrongLogin
from pitboss.house.people.cash import Bankroll, Cash, InsufficientFunds, NoWallet
from pitboss.house.people.persons import Person
from pitboss.house.storage import log
from pitboss.rulebook.submission.cage import DEFAULT_LIMIT
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

MUCH = DEFAULT_LIMIT + 1


@pytest.fixture
def stage(sqlite_stage: Stage) -> Stage:
    return sqlite_stage


@pytest.fixture
def floor(stage: Stage) -> tuple[Person, Person]:
    return stage.staff("fay", "floorperson")[0], stage.staff("flo", "floorperson")[0]


def _notes(stage: Stage, kind: str) -> list[dict[str, object]]:
    with stage.house.store.read() as tx:
        entries = [entry for entry in log.read(tx, log.HOUSE_STREAM) if entry.kind == kind]
        return [log.open_body(stage.house.keys, entry).note for entry in entries]


def test_a_closed_account_is_paid_out_to_zero_and_opened_again(stage: Stage) -> None:
    stage.player("ann", real=700_00)
    stage.desk.revoke(BOSS, "ann", close=True)
    with pytest.raises(NoWallet, match="closed"):
        stage.desk.cash(BOSS, "ann", 1_00)
    assert stage.desk.cash(BOSS, "ann", -300_00) == 400_00
    with pytest.raises(InsufficientFunds, match="real/wallet/ann holds"):
        stage.desk.cash(BOSS, "ann", -400_01)
    stage.desk.reopen(BOSS, "ANN")
    assert stage.log_in("ann", PASSWORD)[1].person.name == "ann"
    assert stage.balance("real/wallet/ann") == 400_00
    assert _notes(stage, "Reopened")[0]["by"] == BOSS.name
    stage.desk.revoke(BOSS, "ann", close=True)
    assert stage.desk.cash(BOSS, "ann", -400_00) == 0
    assert not stage.faults()


def test_much_cash_takes_two_persons(stage: Stage, floor: tuple[Person, Person]) -> None:
    fay, flo = floor
    stage.player("ann")
    for cents in (MUCH, -MUCH):
        with pytest.raises(NeedsTwo, match="more than"):
            stage.desk.cash(fay, "ann", cents)
    assert stage.desk.cash(fay, "ann", DEFAULT_LIMIT) == DEFAULT_LIMIT
    number = approvals.request_house_act(stage.house, fay, Cash("ann", MUCH), "one")
    assert approvals.request_house_act(stage.house, fay, Cash("ann", MUCH), "one") == number
    with pytest.raises(NeedsTwo):
        approvals.decide_approval(stage.house, fay, number, approve=True)
    assert approvals.decide_approval(stage.house, flo, number, approve=True)
    assert stage.balance("real/wallet/ann") == DEFAULT_LIMIT + MUCH
    with pytest.raises(NoSuchApproval):
        approvals.decide_approval(stage.house, flo, number, approve=True)
    note = _notes(stage, "Cash")[-1]
    assert (note["asked_by"], note["by"], note["approval"]) == ("fay", "flo", number)
    # What cannot be paid is refused, and stays refused.
    number = approvals.request_house_act(stage.house, fay, Cash("ann", -9 * MUCH))
    with pytest.raises(InsufficientFunds):
        approvals.decide_approval(stage.house, flo, number, approve=True)
    assert not approvals.pending_approvals(stage.house)
    assert not stage.faults()


def test_nobody_pays_or_approves_for_the_own_account(
    stage: Stage, floor: tuple[Person, Person]
) -> None:
    fay, flo = floor
    with pytest.raises(NeedsTwo, match="your own account"):
        stage.desk.cash(fay, "FAY", 1_00)
    number = approvals.request_house_act(stage.house, fay, Cash("flo", -1_00))
    with pytest.raises(NeedsTwo, match="your own account"):
        approvals.decide_approval(stage.house, flo, number, approve=True)


def test_the_audit_finds_cash_of_one_person(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    stage.player("ann")
    monkeypatch.setattr("pitboss.house.people.cage.reason_for_two", lambda *_: "")
    stage.desk.cash(BOSS, "ann", MUCH)
    assert list(stage.faults()) == ["check_two_persons"]


def test_staff_hold_no_chips(stage: Stage, floor: tuple[Person, Person]) -> None:
    table = stage.table(currency="real")
    with pytest.raises(NoWallet, match="fay is staff"):
        stage.desk.cash(BOSS, "fay", 1_00)
    actor = c.Actor("player", "fay")
    reply = stage.ask(table, c.Sit(by=actor, seat=1, player="fay"))
    assert isinstance(reply, Refusal) and reply.reason is Reason.NOT_YOUR_ROLE
    assert "staff do not play" in str(reply)
    _, session = stage.desk.welcome_guest()
    with pytest.raises(NoWallet, match=r"holds 1,000.00"):
        stage.desk.hire(BOSS, session.person.name, "dealer", PASSWORD)


def test_a_password_of_somebody_else_approves_nothing(stage: Stage) -> None:
    fay, _, _ = stage.staff("fay", "floorperson")
    stage.player("ann")
    stage.desk.hire(BOSS, "flo", "floorperson", PASSWORD)
    _, session = stage.log_in("flo", PASSWORD)
    assert session.person.temporary
    number = approvals.request_house_act(stage.house, fay, Cash("ann", MUCH))
    with pytest.raises(PasswordDue):
        approvals.decide_approval(stage.house, session.person, number, approve=True)
    with pytest.raises(WrongLogin):
        stage.desk.change_password(session, "wrong password", "my own password")
    stage.desk.change_password(session, PASSWORD, "my own password")
    token, session = stage.log_in("flo", "my own password")
    assert not session.person.temporary
    assert approvals.decide_approval(stage.house, session.person, number, approve=True)
    # An administrator who gives another one makes it due again, at once.
    give_password(stage.house, BOSS, "flo", PASSWORD)
    assert stage.desk.find(token) is None
    assert stage.log_in("flo", PASSWORD)[1].person.temporary
    assert not stage.faults()


def test_requests_expire(stage: Stage, floor: tuple[Person, Person]) -> None:
    fay, flo = floor
    stage.player("ann")
    number = approvals.request_house_act(stage.house, fay, Cash("ann", MUCH))
    stage.now.sleep(approvals.APPROVAL_MS / 1000 + 1)
    with pytest.raises(NoSuchApproval, match="expired"):
        approvals.decide_approval(stage.house, flo, number, approve=True)
    assert not approvals.pending_approvals(stage.house)
    upkeep.tidy(stage.house)
    upkeep.tidy(stage.house)
    (note,) = _notes(stage, "Approval")
    assert (note["number"], note["decision"], note["decided_by"]) == (number, "lapsed", "house")


@pytest.mark.parametrize("dismissal", ["closed", "another role"])
def test_requests_lapse_with_their_asker(
    stage: Stage, floor: tuple[Person, Person], dismissal: str
) -> None:
    fay, flo = floor
    table = stage.table()
    stage.fund()
    fill = c.Fill(by=c.Actor("floorperson", "fay"), cents=5_00)
    number = approvals.request_approval(stage.house, fay, table, fill)
    other = approvals.request_approval(
        stage.house, flo, table, msgspec.structs.replace(fill, by=c.Actor("floorperson", "flo"))
    )
    if dismissal == "closed":
        stage.desk.revoke(BOSS, "fay", close=True)
    else:
        give_role(stage.house, BOSS, "fay", "dealer")
    with pytest.raises(NoSuchApproval):
        approvals.decide_approval(stage.house, flo, number, approve=True)
    # One more that was under way, or came to a server that had not heard of the dismissal.
    with pytest.raises(Forbidden, match="closed or has another role"):
        approvals.request_approval(stage.house, fay, table, fill)
    assert [one["number"] for one in approvals.pending_approvals(stage.house)] == [other]
    (note,) = _notes(stage, "Approval")
    assert note["decision"] == "lapsed" and "fay was dismissed" in str(note["why"])
    assert not stage.faults()


def test_an_empty_cage_fills_no_table(stage: Stage, floor: tuple[Person, Person]) -> None:
    fay, flo = floor
    table = stage.table(currency="real")
    fill = c.Fill(by=c.Actor("floorperson", "fay"), cents=5_000_00)
    number = approvals.request_approval(stage.house, fay, table, fill)
    reply = approvals.decide_approval(stage.house, flo, number, approve=True)
    assert isinstance(reply, Refusal)
    assert "real/cage holds 0.00 and would go below zero" in str(reply)
    assert stage.balance("real/cage") == 0
    with pytest.raises(InsufficientFunds, match="real/cage holds"):
        stage.desk.bankroll(BOSS, "real", -1)
    with pytest.raises(NeedsTwo):
        stage.desk.bankroll(BOSS, "real", MUCH)
    cal, _, _ = stage.staff("cal", "administrator")
    number = approvals.request_house_act(stage.house, cal, Bankroll("real", MUCH))
    assert approvals.decide_approval(stage.house, flo, number, approve=True)
    number = approvals.request_approval(stage.house, fay, table, fill)
    assert not isinstance(
        approvals.decide_approval(stage.house, flo, number, approve=True), Refusal
    )
    assert stage.balance("real/cage") == MUCH - 5_000_00
    assert not stage.faults()
