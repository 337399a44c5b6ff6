"""Housekeeping: ended sessions and guests who left are removed, with their practice chips."""

from collections.abc import Callable

import pytest
import sqlalchemy as sa

from house.stage import PASSWORD, Stage
from kit.play import least_stakes
from pitboss.house.people import approvals, upkeep
from pitboss.house.people.cash import Cash
from pitboss.house.people.sessions import GUEST_IDLE_MS, SESSION_MS
from pitboss.house.storage.schema.tables import approvals as requests
from pitboss.house.storage.schema.tables import entries, people, sessions


def _names(stage: Stage) -> set[str]:
    with stage.house.store.read() as tx:
        return set(tx.execute(sa.select(people.c.name)).scalars())


def test_ended_sessions_are_removed(stage: Stage) -> None:
    _, ann = stage.desk.register("ann", PASSWORD)
    device, token = stage.desk.add_device(ann.person, "shoe_1", "mississippi-stud-1")
    ended: list[str] = []
    stage.house.notices.listen("session-ended", ended.append)
    upkeep.tidy(stage.house)
    assert not ended
    stage.now.sleep(SESSION_MS / 1000 + 1)
    upkeep.tidy(stage.house)
    assert ended == [ann.token]
    with stage.house.store.read() as tx:
        assert tx.execute(sa.select(sessions.c.person)).scalars().all() == [device.id]
    assert stage.desk.find(token) is not None, "a device's session has no end"


def test_old_guests_leave_and_their_practice_chips_return(stage: Stage) -> None:
    table = stage.table()
    gone, seated, rich = (stage.desk.welcome_guest()[1].person for _ in range(3))
    stage.player("ann")
    stage.sit(table, seated.name)
    stage.desk.cash(gone, rich.name, 50_00)
    stage.now.sleep(GUEST_IDLE_MS / 1000 - 10)
    upkeep.tidy(stage.house)
    assert {gone.name, seated.name, rich.name, "ann"} <= _names(stage), "their sessions last"
    issued = stage.balance("practice/issue")
    stage.now.sleep(20)
    upkeep.tidy(stage.house)
    assert _names(stage) == {seated.name, rich.name, "ann"}
    assert stage.balance(f"practice/wallet/{gone.name}") == 0
    assert stage.balance("practice/issue") == issued + 1_000_00
    assert upkeep.remove_old_guests(stage.house) == []
    assert not stage.faults()


def test_guests_who_must_stay_keep_no_others(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "MAX_REMOVALS", 2)
    guests = [stage.desk.welcome_guest()[1].person for _ in range(6)]
    rich, poor = guests[:3], guests[3:]
    for guest in rich:
        stage.desk.cash(poor[0], guest.name, 50_00)
    stage.now.sleep(GUEST_IDLE_MS / 1000 + 1)
    for _ in range(4):
        upkeep.tidy(stage.house)
    assert _names(stage) == {guest.name for guest in rich}
    assert not stage.faults()


def test_a_table_that_cannot_be_read_stops_no_housekeeping(
    open_stage: Callable[[], Stage],
) -> None:
    stage = open_stage()
    broken, whole = stage.table(), stage.table("let-it-ride")
    gone, staked, seated = (stage.desk.welcome_guest()[1].person.name for _ in range(3))
    stakes = least_stakes(stage.state(broken).rules, side=True)
    stage.sit(broken, staked, cents=sum(stakes.values()))
    stage.open(broken)
    stage.bet(broken)
    assert stage.state(broken).chips(staked) == 0
    stage.sit(whole, seated)
    fay, _, _ = stage.staff("fay", "floorperson")
    approvals.request_house_act(stage.house, fay, Cash("ann", 1_00))
    with stage.house.store.begin() as tx:
        entry = (entries.c.stream == broken) & (entries.c.seq == 2)
        tx.execute(sa.update(entries).where(entry).values(body=b"\0"))
    later = open_stage()
    later.now.sleep(GUEST_IDLE_MS / 1000 + 1)
    upkeep.tidy(later.house)
    assert later.house.unreadable()
    assert {gone, staked, seated} & _names(later) == {staked, seated}
    with later.house.store.read() as tx:
        decisions = tx.execute(sa.select(requests.c.decision)).scalars().all()
    assert decisions == ["lapsed"]
