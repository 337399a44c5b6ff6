"""A house whose log was written by the program's first edition still opens, audits and replays.

`tests/data/edition-1.tar.xz` is such a house: 1,100 steps of the simulated house of that time, all
four games, tables of each kind, rounds in the middle when it was closed.
"""

import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from msgspec.structs import replace

from house.stage import Stage
from kit.clock import Clock
from pitboss.commands.audit import command as audit_command
from pitboss.house.audit.audit import remarks
from pitboss.house.audit.background import BackgroundAudit
from pitboss.house.edition import EDITION, EDITION_BEGAN, edition_start
from pitboss.house.history.payments import judge_payments
from pitboss.house.history.proof import prove
from pitboss.house.history.rounds import (
    as_text,
    differences,
    finished_rounds,
    rebuild_finished,
    round_record,
)
from pitboss.house.history.steps import steps
from pitboss.house.live_table import append_entry
from pitboss.house.setup import begin_edition
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import entries
from pitboss.money import Cents
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import command_for, due
from pitboss.table.state import Table

ARCHIVE = Path(__file__).parent.parent / "data" / "edition-1.tar.xz"
LATER = 4_000_000_000_000  # after every entry of the old house


@pytest.fixture
def old(place: Path) -> Iterator[Stage]:
    """The old house as the new program opens it."""
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(place, filter="data")
    stage = Stage(place, str(place / "house.db"), Clock(LATER, tick=1))
    yield stage
    stage.house.store.close()


def tables_of(stage: Stage) -> list[str]:
    return [row.id for row in stage.house.table_rows()]


def notes(stage: Stage) -> list[str]:
    kind = sa.select(entries.c.stream).where(entries.c.kind == EDITION_BEGAN)
    with stage.house.store.read() as tx:
        return sorted(tx.execute(kind).scalars())


def test_it_is_audited_before_and_after_the_edition_begins(old: Stage) -> None:
    names = tables_of(old)
    assert len(names) == 12 and not notes(old)
    assert not old.faults()
    before = {name: old.house.live(name).seq for name in names}
    begin_edition(old.house)
    begin_edition(old.house)
    assert notes(old) == sorted(names), "once in each stream"
    with old.house.store.read() as tx:
        for name in names:
            assert edition_start(tx, old.house.keys, name) == before[name] + 1
    assert not old.faults()
    total = sum(before.values())
    sentence = f"{total:,} entries of an earlier edition: folded, not decided again"
    assert remarks(old.house) == [sentence]
    background = BackgroundAudit(old.house)
    background.start("ann")
    report = background.wait()
    assert report.remarks == [sentence] and not any(report.faults.values())


def test_the_command_line_says_so(old: Stage, place: Path) -> None:
    begin_edition(old.house)
    answer = CliRunner().invoke(audit_command, ["--data", str(place)], standalone_mode=False)
    assert "entries of an earlier edition: folded, not decided again" in answer.output


def test_every_round_is_shown_and_agrees(old: Stage) -> None:
    begin_edition(old.house)
    count = 0
    for name in tables_of(old):
        for number in finished_rounds(old.house, name):
            assert differences(old.house, name, number) == []
            text = as_text(old.house, name, number, None)
            assert "told from the log, not decided again" in text
            assert "\n! " not in text, "nothing is refused again"
            assert round_record(old.house, name, number, None)["entries"]
            assert steps(old.house, name, number, "auditor", None).steps
            assert prove(old.house, name, number).good
            count += 1
    assert count > 30


def test_old_tables_are_played_on(old: Stage) -> None:
    """Each round in the middle comes to an end, another follows, and both audits agree."""
    begin_edition(old.house)
    for name in tables_of(old):
        state = old.state(name)
        if state.phase == "bets" or state.physical:
            continue
        old.play(name)
    assert not old.faults()


def open_physical_rounds(stage: Stage) -> list[str]:
    """Tables whose dealer had read faces at the deal, as the first edition had it."""
    states = {name: stage.state(name) for name in tables_of(stage)}
    return [name for name, state in states.items() if state.phase != "bets" and state.physical]


def test_an_old_physical_round_is_played_to_its_end(old: Stage) -> None:
    """Its faces are known, as from a shoe that reads: a dealer turns them without naming any."""
    begin_edition(old.house)
    dealer, floor = c.Actor("dealer", "dee"), c.Actor("floorperson", "max")
    names = open_physical_rounds(old)
    assert len(names) >= 2
    for name in names:
        number = old.state(name).round
        while (state := old.state(name)).round == number:
            waits = due(state)
            assert waits is not None
            if waits.role == "player":
                old.must(name, c.PlayOn(by=floor, seat=waits.seat))
                continue
            command = command_for(state, waits, dealer)
            assert command is not None, waits
            old.must(name, command)
    assert not old.faults()


def test_the_floor_can_end_an_old_physical_round(old: Stage) -> None:
    """By the sentence that the round cannot be dealt: every wager goes back."""
    begin_edition(old.house)
    floor = c.Actor("floorperson", "max")
    for name in open_physical_rounds(old):
        before = old.state(name)
        chips = {n: before.chips(seat.player) for n, seat in before.seats.items()}
        stakes = {n: sum(s.cents for s in seat.stakes.values()) for n, seat in before.seats.items()}
        old.must(name, c.CannotDeal(by=floor, reason="the program was changed"))
        after = old.state(name)
        assert after.round == before.round + 1
        assert {n: after.chips(s.player) for n, s in after.seats.items()} == {
            n: chips[n] + stakes[n] for n in chips
        }
    assert not old.faults()


def test_tampering_with_an_old_entry_is_found(old: Stage) -> None:
    begin_edition(old.house)
    with old.house.store.begin() as tx:
        body = "CAST(replace(body, '\"cents\":', '\"cents\": ') AS BLOB)"
        change = f"UPDATE entries SET body = {body} WHERE kind = 'Bet' AND seq < 60"
        assert tx.exec_driver_sql(change).rowcount
    assert any("the chain is broken" in fault for fault in old.faults()["check_chain"])


def test_a_second_beginning_hides_nothing(old: Stage) -> None:
    begin_edition(old.house)
    name = tables_of(old)[0]
    begin = sa.select(entries).where(entries.c.stream == name, entries.c.kind == EDITION_BEGAN)
    with old.house.transaction(name) as (batch, live):
        entry = log.new_entry(
            name, live.seq + 1, LATER, c.Actor("house", "house"), EDITION_BEGAN, 1
        )
        append_entry(batch, live, entry, log.Body(note={"edition": EDITION}))
    with old.house.store.read() as tx:
        assert len(tx.execute(begin).all()) == 2
    assert any("had begun already" in fault for fault in old.faults()["check_rules"])


def test_a_new_table_begins_with_the_edition(sqlite_stage: Stage) -> None:
    table = sqlite_stage.table()
    begin_edition(sqlite_stage.house)
    assert notes(sqlite_stage) == []
    with sqlite_stage.house.store.read() as tx:
        assert edition_start(tx, sqlite_stage.house.keys, table) == 1
    assert remarks(sqlite_stage.house) == []


def _wrong(event: e.Event) -> list[e.Event]:
    """The event with something in it that no paytable gives."""
    match event:
        case e.Paid():
            lost = e.Lost(event.seat, event.spot, Cents(1), True, "", "", "")
            more = replace(event, won=Cents(event.won + 1))
            return [more, replace(event, odds="9999 to 1"), lost]
        case e.Lost():
            none = Cents(0)
            return [e.Paid(event.seat, "", event.spot, none, none, none, "", "9 to 1", "", "")]
        case e.HandShown():
            return [replace(event, hand="five of a kind"), replace(event, cards=event.cards[::-1])]
        case e.MeterPaid():
            return [replace(event, cents=Cents(event.cents + 1))]
        case e.EnvyPaid():
            return [replace(event, cents=Cents(event.cents + 1))]
    return []


def test_an_old_payment_that_no_paytable_gives_is_found(old: Stage) -> None:
    """Every payment of the old house, made wrong by a cent or by its hand, is named."""
    kinds: dict[str, int] = {}
    for name in tables_of(old):
        for number in finished_rounds(old.house, name):
            for before, _, body in rebuild_finished(old.house, name, number):
                assert list(judge_payments(before, body.events)) == []
                for place, event in enumerate(body.events):
                    for wrong in _wrong(event):
                        changed = (*body.events[:place], wrong)
                        kind = type(event).__name__
                        unseen = isinstance(wrong, e.Lost) and not _was_shown(changed)
                        if wrong == event or unseen or not _plays(before, event):
                            continue
                        assert next(judge_payments(before, changed), ""), (name, number, wrong)
                        kinds[kind] = kinds.get(kind, 0) + 1
    assert {"Paid", "Lost", "HandShown"} <= kinds.keys(), kinds


def _plays(before: Table, event: e.Event) -> bool:
    """Not a seat that folded: its loss is no matter of the paytable."""
    return not before.seats[getattr(event, "seat", 0)].folded


def _was_shown(events: tuple[e.Event, ...]) -> bool:
    seat = getattr(events[-1], "seat", 0)
    return any(isinstance(event, e.HandShown) and event.seat == seat for event in events)
