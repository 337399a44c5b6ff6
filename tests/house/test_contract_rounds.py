"""Seeds, recall, restarts and two-person acts, the same on SQLite and on PostgreSQL."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from house.stage import Stage
from kit.entropy import Seeded
from pitboss.errors import PitbossError
from pitboss.house.history import rounds as recall
from pitboss.house.history.rounds import NoSuchRound
from pitboss.house.live_table import HOUSE
from pitboss.house.people import approvals
from pitboss.house.people.approvals import NeedsTwo, NoSuchApproval
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import entries
from pitboss.house.writing.replies import Done
from pitboss.rulebook import GAMES
from pitboss.table import commands as c
from pitboss.table.refusals import Reason, Refusal

# ── seeds ────────────────────────────────────────────────────────────────────────────────────────


def test_a_seed_is_committed_before_and_revealed_after(stage: Stage) -> None:
    table = stage.table()
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    promised = recall.current_commitment(stage.house, table)
    stage.bet(table)
    stage.house.mix_seed(table, "mine")
    stage.house.mix_seed(table, "mine too")
    while stage.state(table).cards != "in play":
        with pytest.raises(NoSuchRound):
            recall.verify(stage.house, table, promised["round"])
        stage.must(table, stage.next(table))
    with pytest.raises(PitbossError, match="too late"):
        stage.house.mix_seed(table, "late")
    stage.play(table)
    proof = recall.verify(stage.house, table, promised["round"])
    assert proof["commitment"] == promised["commitment"]
    assert proof["answers"] and proof["shuffles"] == [True]
    assert proof["player_seeds"] == ["mine", "mine too"]
    kinds = [e["kind"] for e in recall.round_record(stage.house, table, 1, None)["entries"]]
    assert kinds.index("SeedCommitted") < kinds.index("Bet") < kinds.index("SeedRevealed")
    assert not stage.faults()


def test_a_voided_rounds_seed_is_revealed_too(stage: Stage) -> None:
    table = stage.table()
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    while stage.state(table).phase != "play":
        stage.must(table, stage.next(table))
    stage.must(table, c.ReportWrongNumber(by=HOUSE, place="seat 1"))
    assert recall.round_record(stage.house, table, 1, "ann")["outcome"] == "void"
    proof = recall.verify(stage.house, table, 1)
    assert proof["answers"] and proof["shuffles"] == [True]
    assert not stage.faults()


def test_a_deck_left_by_a_void_is_not_told_before_it_is_played(stage: Stage) -> None:
    """A shoe that fails at its first card voids the round; its shuffled deck is the next one's."""
    table = stage.table()
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    while (stage.state(table).phase, stage.state(table).cards) != ("dealing", "ready"):
        stage.must(table, stage.next(table))
    left = stage.state(table).stub
    stage.must(table, c.ReportJam(by=HOUSE, device="shoe"))
    assert stage.state(table).round == 2
    if stage.state(table).stub:
        assert stage.state(table).stub == left
        with pytest.raises(NoSuchRound):
            recall.round_record(stage.house, table, 1, None)
    stage.bet(table)
    stage.play(table)
    for number in (1, 2):
        assert recall.verify(stage.house, table, number)["answers"]
        assert all(recall.verify(stage.house, table, number)["shuffles"])
    assert not stage.faults()


def test_no_deck_is_shuffled_ahead_under_a_seed_that_is_told_first(stage: Stage) -> None:
    table = stage.table()
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    while stage.state(table).cards != "in play":
        stage.must(table, stage.next(table))
    no = stage.ask(table, c.Shuffle(by=c.Actor("dealer", "dan")))
    assert isinstance(no, Refusal) and no.reason is Reason.OUT_OF_ORDER_STEP
    stage.play(table)
    assert not stage.faults()


def test_prepared_cards_at_a_house_table_are_the_houses_shuffle(stage: Stage) -> None:
    table = stage.table()
    stage.player("ann")
    stage.sit(table, "ann")
    stage.must(table, c.ReceiveCards(by=c.Actor("dealer", "dan"), prepared=True, seal="4711"))
    assert not stage.state(table).physical
    stage.bet(table)
    stage.play(table)
    assert recall.verify(stage.house, table, 1)["shuffles"] == [True]
    assert not stage.faults()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_can_be_read_at_rest(sqlite_stage: Stage, place: Path, game: str) -> None:
    """The bytes of the whole database, in the middle of a round and after it."""
    stage = sqlite_stage
    table = stage.table(game)
    stage.player("ann")
    stage.sit(table, "ann")
    stage.open(table)

    def at_rest() -> bytes:
        return b"".join(path.read_bytes() for path in sorted(place.glob("house.db*")))

    stage.bet(table)
    while stage.state(table).phase != "play":
        stage.must(table, stage.next(table))
    deck = stage.state(table).stub
    seed = Seeded("stage")(32)  # the first that this house drew
    raw = at_rest()
    for order in (deck, deck[:6], deck[-6:]):
        assert ",".join(map(str, order)).encode() not in raw
        assert bytes(order) not in raw
    for secret in (seed, seed.hex().encode()):
        assert secret not in raw
    with stage.house.store.read() as tx:
        for row in tx.execute(sa.select(entries)):
            assert row.sealed or b"CardDealt" not in row.body
    stage.play(table)
    stage.house.store.close()
    assert seed.hex().encode() in at_rest(), "told when it is over, so the search has teeth"


# ── recall, restart, snapshots ───────────────────────────────────────────────────────────────────


def test_players_recall_their_own_rounds_and_auditors_all(stage: Stage) -> None:
    table = stage.table()
    for seat, name in enumerate(("ann", "bob"), 1):
        stage.player(name)
        stage.sit(table, name, seat, 800_00)
    stage.open(table)
    for _ in range(3):
        stage.bet(table, 1, side=False)
        stage.play(table)
    stage.bet(table, 2, side=False)
    stage.play(table)
    mine = recall.recent_rounds(stage.house, "ann", None, 100)
    assert [row["round"] for row in mine] == [3, 2, 1]
    assert [row["round"] for row in recall.recent_rounds(stage.house, None, table, 2)] == [4, 3]
    record = recall.round_record(stage.house, table, 4, "bob")
    assert record["seats"][0]["player"] == "bob"
    before = sum(
        recall.round_record(stage.house, table, n, "ann")["seats"][0]["net"] for n in (1, 2, 3)
    )
    assert 800_00 + before == stage.state(table).chips("ann")
    with pytest.raises(NoSuchRound):
        recall.round_record(stage.house, table, 4, "ann")
    with pytest.raises(NoSuchRound):
        recall.round_record(stage.house, table, 5, None)
    assert "no more bets\n" in recall.as_text(stage.house, table, 4, "bob")


@pytest.mark.parametrize("game", GAMES)
def test_a_restart_at_every_entry_finds_the_same_table(stage: Stage, game: str) -> None:
    table = stage.table(game)
    for seat, name in enumerate(("ann", "bob"), 1):
        stage.player(name)
        stage.sit(table, name, seat, 800_00)
    stage.open(table)
    for number in (1, 2):
        stage.bet(table, 1)
        stage.bet(table, 2, side=False)
        while stage.state(table).round == number:
            stage.must(table, stage.next(table))
            here = stage.house.live(table)
            again = House(stage.house.store, stage.house.keys, stage.now).live(table)
            assert (again.table, again.seq, again.hash) == (here.table, here.seq, here.hash)
            assert again.round_began == here.round_began
            assert again.waiting == here.waiting
            assert again.since >= here.since, "nobody's time ran while the house was shut"
    assert not stage.faults()


def test_servers_follow_each_others_tables(open_stage: Callable[[], Stage]) -> None:
    servers = [open_stage(), open_stage()]
    table = servers[0].table()
    servers[0].player("ann")
    servers[0].sit(table, "ann")
    servers[1].open(table)
    for _ in range(2):
        servers[0].bet(table)
        number = servers[1].state(table).round
        while servers[1].state(table).round == number:
            for server in servers:
                if server.state(table).round == number:
                    server.must(table, server.next(table))
    assert servers[0].state(table) == servers[1].state(table)
    assert not servers[0].faults()


# ── two persons ──────────────────────────────────────────────────────────────────────────────────


def test_a_fill_needs_two_persons(stage: Stage) -> None:
    table = stage.table()
    fay, _, _ = stage.staff("fay", "floorperson")
    flo, _, _ = stage.staff("flo", "floorperson")
    stage.fund()
    fill = c.Fill(by=c.Actor("floorperson", "fay"), cents=5_000_00)
    number = approvals.request_approval(stage.house, fay, table, fill)
    before = stage.balance(f"practice/inventory/{table}")
    with pytest.raises(NeedsTwo):
        approvals.decide_approval(stage.house, fay, number, approve=True)
    assert isinstance(approvals.decide_approval(stage.house, flo, number, approve=True), Done)
    assert stage.balance(f"practice/inventory/{table}") == before + 5_000_00
    with pytest.raises(NoSuchApproval):
        approvals.decide_approval(stage.house, flo, number, approve=True)
    refused = approvals.request_approval(stage.house, fay, table, fill)
    assert approvals.decide_approval(stage.house, flo, refused, approve=False) is None
    bad = approvals.request_approval(
        stage.house, fay, table, msgspec.structs.replace(fill, cents=0)
    )
    assert isinstance(approvals.decide_approval(stage.house, flo, bad, approve=True), Refusal)
    with pytest.raises(NeedsTwo):
        approvals.request_approval(
            stage.house, fay, table, c.Settle(by=c.Actor("floorperson", "fay"))
        )
    assert not approvals.pending_approvals(stage.house)
    assert stage.balance(f"practice/inventory/{table}") == before + 5_000_00
    assert not stage.faults()


def test_two_who_approve_at_once_do_it_once(open_stage: Callable[[], Stage]) -> None:
    servers = [open_stage(), open_stage()]
    table = servers[0].table()
    asks, *others = [
        servers[0].staff(name, "floorperson")[0] for name in ("fay", "flo", "fred", "finn")
    ]
    servers[0].fund()
    fill = c.Fill(by=c.Actor("floorperson", "fay"), cents=1_00)
    for _ in range(5):
        number = approvals.request_approval(servers[0].house, asks, table, fill)
        gate = threading.Barrier(3)

        def decide(n: int, number: int = number, gate: threading.Barrier = gate) -> bool:
            gate.wait()
            try:
                approvals.decide_approval(servers[n % 2].house, others[n], number, approve=True)
            except NoSuchApproval:
                return False
            return True

        with ThreadPoolExecutor(3) as pool:
            assert sum(pool.map(decide, range(3))) == 1
    assert servers[0].balance(f"practice/inventory/{table}") == 1_000_000_00 + 5_00
    assert not servers[0].faults()
