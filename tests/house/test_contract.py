"""What the house promises, the same on SQLite and on PostgreSQL."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from house.stage import BOSS, Stage, to_award
from kit.waiting import PATIENCE
from pitboss.house.floor import tables as floor
from pitboss.house.floor.tables import make_table
from pitboss.house.history import rounds as recall
from pitboss.house.ledger import post, wallet
from pitboss.house.live_table import HOUSE
from pitboss.house.people.cage import PRACTICE_CHIPS
from pitboss.house.people.cash import InsufficientFunds
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.schema.tables import metadata, postings
from pitboss.house.writing.memory import NoSuchTable
from pitboss.house.writing.replies import CommandIdReused, Done
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.rulebook.submission.tables import OpenTable, Settings
from pitboss.table import commands as c
from pitboss.table.postings import Posting
from pitboss.table.refusals import Reason, Refusal

MS = "mississippi-stud"


def everything(stage: Stage) -> dict[str, list[Any]]:
    """The whole database, to see that nothing changed."""
    with stage.house.store.read() as tx:
        return {
            name: sorted(map(repr, tx.execute(sa.select(table))))
            for name, table in metadata.tables.items()
        }


# ── money ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_a_round_moves_money_and_nothing_is_lost(stage: Stage, game: str) -> None:
    table = stage.table(game)
    name = stage.player("ann")
    stage.sit(table, name, cents=800_00)
    stage.open(table)
    for _ in range(2):
        stage.bet(table)
        stage.play(table)
    chips = stage.balance(f"practice/chips/{table}/ann")
    assert chips == stage.state(table).chips(name)
    assert stage.balance(wallet("practice", name)) == PRACTICE_CHIPS - 800_00
    assert stage.balance(f"practice/drop/{table}") == 800_00
    stage.must(table, c.Leave(by=c.Actor("player", name), seat=1))
    assert stage.balance(wallet("practice", name)) == PRACTICE_CHIPS - 800_00 + chips
    assert stage.balance(f"practice/chips/{table}/ann") == 0
    money = floor.table_money(stage.house, table)
    assert money["drop"] == 800_00
    fed = stage.balance(f"practice/meter/{game}-practice/meter") if GAMES[game].progressive else 0
    initial = sum(t.initial for t in stage.house.live(table).row.choices.meters)
    assert money["win"] == 800_00 - chips - (fed - initial if fed else 0)
    assert not stage.faults()


def test_a_wallet_is_not_overdrawn(stage: Stage) -> None:
    table = stage.table()
    stage.player("ann")
    ann = stage.sit(table, "ann", cents=900_00)
    before = everything(stage)
    no = stage.ask(table, c.BuyIn(by=ann, seat=1, cents=Cents(101_00)))
    assert isinstance(no, Refusal) and no.reason is Reason.NOT_ENOUGH_CHIPS and no.clause
    assert everything(stage) == before
    stage.must(table, c.BuyIn(by=ann, seat=1, cents=Cents(100_00)))
    assert stage.balance(wallet("practice", "ann")) == 0


def test_practice_and_real_never_mix(stage: Stage) -> None:
    practice = stage.table(name="practice-table")
    real = stage.table(name="real-table", currency="real")
    stage.player("ann", real=50_00)
    ann = stage.sit(practice, "ann", cents=100_00)
    stage.must(real, c.Sit(by=ann, seat=1, player="ann"))
    no = stage.ask(real, c.BuyIn(by=ann, seat=1, cents=Cents(51_00)))
    assert isinstance(no, Refusal) and no.reason is Reason.NOT_ENOUGH_CHIPS
    stage.must(real, c.BuyIn(by=ann, seat=1, cents=Cents(50_00)))
    assert stage.balance(wallet("real", "ann")) == 0
    with stage.house.store.read() as tx:
        for row in tx.execute(sa.select(postings)):
            assert row.source.split("/")[0] == row.target.split("/")[0]
    mixed = Posting("practice/wallet/ann", "real/wallet/ann", 1)
    with pytest.raises(AssertionError, match="never mix"), stage.house.store.begin() as tx:
        post(Batch(stage.house.store, tx, stage.house.keys), "house", 10**6, [mixed])
    assert stage.balance("real/wallet/ann") == 0
    assert not stage.faults()


def test_cash_in_and_out_at_the_cage(stage: Stage) -> None:
    stage.player("Ann")
    assert stage.desk.cash(BOSS, "ann", 500_00) == 500_00  # however the name was spelt
    assert stage.balance(wallet("real", "Ann")) == 500_00
    with pytest.raises(InsufficientFunds):
        stage.desk.cash(BOSS, "Ann", -500_01)
    with pytest.raises(InsufficientFunds):
        stage.desk.cash(BOSS, "nobody_here", 1)
    with pytest.raises(InsufficientFunds):
        stage.desk.cash(BOSS, "Ann", 0)
    assert stage.desk.cash(BOSS, "Ann", -500_00) == 0
    for _ in range(2):
        assert stage.desk.cash(BOSS, "Ann", 20_00, "once") == 20_00
    with pytest.raises(CommandIdReused):
        stage.desk.cash(BOSS, "Ann", 21_00, "once")
    assert stage.balance(wallet("real", "Ann")) == 20_00
    assert not stage.faults()


def test_practice_chips_are_topped_up_to_the_first_amount_only(stage: Stage) -> None:
    table = stage.table()
    _, session = stage.desk.register("ann", "long enough to pass")
    assert stage.desk.top_up(session.person) == PRACTICE_CHIPS
    stage.sit(table, "ann", cents=300_00)
    assert stage.desk.top_up(session.person) == PRACTICE_CHIPS
    assert stage.balance("practice/issue") == -(PRACTICE_CHIPS + 300_00) - 1_000_000_00
    assert not stage.faults()


# ── meters ───────────────────────────────────────────────────────────────────────────────────────


def test_linked_meters_over_two_tables_and_two_servers(
    open_stage: Callable[[], Stage],
) -> None:
    first, second = open_stage(), open_stage()
    one = first.table(name="one")
    two = first.table(name="two")
    initial = first.house.meter_cents(one)["meter"]
    for stage, table, name in ((first, one, "ann"), (second, two, "bob")):
        stage.player(name)
        stage.sit(table, name)
        stage.open(table)
    for _ in range(3):
        for stage, table in ((first, one), (second, two)):
            stage.bet(table)
            stage.play(table)
    rate = first.house.live(one).row.choices.meters[0].rate
    fed = initial + 6 * 100 * rate // 1_000_000
    assert first.house.meter_cents(one)["meter"] == fed
    assert second.house.meter_cents(one) == second.house.meter_cents(two)
    assert first.balance(f"practice/meter/{MS}-practice/meter") == fed
    assert not first.faults() and not second.faults()


def test_an_award_locks_the_meter_for_every_table_of_the_link(
    open_stage: Callable[[], Stage],
) -> None:
    first, second = open_stage(), open_stage()
    one = first.table(name="one", settings=Settings(cards="physical"))
    two = first.table(name="two")
    first.player("ann")
    first.player("bob")
    to_award(first, one, "ann")
    second.sit(two, "bob")
    second.open(two)
    second.bet(two)
    while not isinstance(command := second.next(two), c.Settle):
        second.must(two, command)
    no = second.ask(two, command)
    assert isinstance(no, Refusal) and no.reason is Reason.AWARD_WAITS and "one" in no.detail
    assert not first.faults()
    amount = first.house.meter_cents(one)["meter"]
    before = first.state(one).chips("ann")
    first.must(one, c.ValidateAward(by=HOUSE, seat=1))
    reset = first.house.live(one).row.choices.meters[0].reset
    assert first.state(one).chips("ann") - before == amount
    assert first.house.meter_cents(two)["meter"] == reset
    second.must(two, command)  # the same round settles now, with the meter as it stands
    first.play(one)
    assert not first.faults() and not second.faults()


def test_two_servers_feed_one_meter_at_once(open_stage: Callable[[], Stage]) -> None:
    servers = [open_stage(), open_stage()]
    tables = [servers[0].table(name=f"t{n}") for n in range(2)]
    for n, table in enumerate(tables):
        servers[0].player(f"player{n}")
        servers[n].sit(table, f"player{n}")
        servers[n].open(table)

    def session(n: int) -> None:
        for _ in range(5):
            servers[n].bet(tables[n])
            servers[n].play(tables[n])

    initial = servers[0].house.meter_cents(tables[0])["meter"]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(session, range(2)))
    rate = servers[0].house.live(tables[0]).row.choices.meters[0].rate
    assert servers[1].house.meter_cents(tables[1])["meter"] == initial + 10 * 100 * rate // 10**6
    assert not servers[0].faults()


# ── command ids and refusals ─────────────────────────────────────────────────────────────────────


def test_the_same_command_id_has_one_effect_and_one_reply(open_stage: Callable[[], Stage]) -> None:
    first, second = open_stage(), open_stage()
    table = first.table()
    first.player("ann")
    ann = first.sit(table, "ann", cents=0)
    command = c.BuyIn(by=ann, seat=1, cents=Cents(100_00), at=first.at)
    done = first.must(table, command, "pay")
    later = msgspec.structs.replace(command, at=first.at + 60)
    assert first.must(table, later, "pay") == done
    assert second.must(table, later, "pay") == done
    assert first.state(table).chips("ann") == 100_00
    with pytest.raises(CommandIdReused):
        first.ask(table, msgspec.structs.replace(command, cents=Cents(5_00)), "pay")
    assert not first.faults()


def test_a_command_id_sent_to_two_servers_at_once_has_one_effect(
    open_stage: Callable[[], Stage],
) -> None:
    servers = [open_stage() for _ in range(2)]
    table = servers[0].table()
    servers[0].player("ann")
    ann = servers[0].sit(table, "ann", cents=0)
    command = c.BuyIn(by=ann, seat=1, cents=Cents(1_00))
    for turn in range(10):
        gate = threading.Barrier(4)

        def ask(n: int, turn: int = turn, gate: threading.Barrier = gate) -> Any:
            gate.wait()
            return servers[n % 2].ask(table, command, f"turn {turn}")

        with ThreadPoolExecutor(4) as pool:
            replies = list(pool.map(ask, range(4)))
        assert isinstance(replies[0], Done) and all(reply == replies[0] for reply in replies)
    assert servers[1].state(table).chips("ann") == 10_00
    assert not servers[0].faults()


def test_refusals_leave_nothing_behind(stage: Stage) -> None:
    """A shuffle asked for at the wrong time must not even be counted as one."""
    table = stage.table()
    stage.player("ann")
    ann = stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    before = everything(stage)
    dealer = c.Actor("dealer", "dan")
    for command in (
        c.Settle(by=dealer),
        c.Deal(by=dealer),
        c.Shuffle(by=ann),
        c.Shuffle(by=dealer, counted=7, device=False),
        c.Sit(by=ann, seat=99, player="ann"),
        c.ValidateAward(by=dealer, seat=1),
    ):
        assert isinstance(stage.ask(table, command, "refused"), Refusal), command
        assert everything(stage) == before, command
    number = stage.play(table)
    proof = recall.verify(stage.house, table, number)
    assert proof["answers"] and proof["shuffles"] == [True]
    assert isinstance(stage.ask(table, c.Leave(by=ann, seat=1), "refused"), Done)


def test_unknown_tables(stage: Stage) -> None:
    with pytest.raises(NoSuchTable):
        stage.ask("nowhere", c.Settle(by=HOUSE))
    with pytest.raises(NoSuchTable):
        stage.house.live("nowhere")


def test_a_table_taken_away_does_nothing_more(stage: Stage) -> None:
    table = stage.table()
    stage.player("ann")
    ann = stage.sit(table, "ann")
    with pytest.raises(floor.BadTable):
        floor.close_table(stage.house, table)
    stage.must(table, c.Leave(by=ann, seat=1))
    floor.close_table(stage.house, table)
    no = stage.ask(table, c.Sit(by=ann, seat=1, player="ann"))
    assert isinstance(no, Refusal) and no.reason is Reason.TABLE_CLOSED and no.clause
    with pytest.raises(floor.BadTable):
        make_table(stage.house, table, OpenTable("again", MS))
    assert not stage.faults()


def test_a_failed_duty_and_a_caller_who_leaves_stop_nobody(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody whose command was queued is answered, and a queued command is not taken back."""
    table = stage.table(mode="self-dealt")
    stage.player("ann")
    ann = c.Actor("player", "ann")
    stage.house.start()
    try:
        sit = c.Sit(by=ann, seat=1, player="ann")
        leaver = stage.house.submit(ann, table, "sits", sit)
        assert not leaver.cancel()
        assert isinstance(leaver.result(PATIENCE), Done)

        def fail(*_: object) -> None:
            raise RuntimeError("planted")

        monkeypatch.setattr(stage.house.writer, "_with_duty", fail)
        with pytest.raises(RuntimeError, match="planted"):
            stage.house.submit(ann, table, "leaves", c.Leave(by=ann, seat=1)).result(PATIENCE)
        monkeypatch.undo()
        stage.must(table, c.Leave(by=ann, seat=1), "leaves")
        assert not stage.state(table).seats
    finally:
        stage.house.stop()
