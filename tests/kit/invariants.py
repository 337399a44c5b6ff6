"""What must hold at a table after any command, allowed or refused."""

import re
from collections import Counter
from functools import cache
from typing import Any, Final, get_origin

import msgspec
from msgspec.structs import astuple, fields

from kit.decks import Decks
from kit.driver import Driver
from kit.ledger import Ledger
from pitboss.cards import FACE_DOWN, NO_CARD
from pitboss.money import MILLIONTHS
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.register import DOCUMENTS, clauses_of, rulings
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import fold, start
from pitboss.table.equipment import rack_packets
from pitboss.table.postings import postings
from pitboss.table.refusals import Refusal
from pitboss.table.state import Table
from pitboss.table.view import View, Viewer, view

CARD: Final = re.compile(rb"\b(?:[2-9TJQKA][cdhs]|JK)\b")
VIEWERS: Final[tuple[Viewer, ...]] = ("dealer", "floorperson", "auditor", "watcher")


@cache
def citable() -> frozenset[str]:
    return frozenset(rulings()) | {key for name in DOCUMENTS for key in clauses_of(name)}


@cache
def paying() -> frozenset[str]:
    """Rows of the paytables, which the register does not list one by one."""
    tables = [
        table
        for game in GAMES
        for letters in paytables(game).values()
        for table in letters.values()
    ]
    return frozenset(row.clause for table in tables for row in table.rows)


def check_money(table: Table, posted: dict[str, int]) -> None:
    """The books are what the postings of every event so far make; escrow is what lies on spots."""
    accounts = table.books()
    assert sum(accounts.values()) == 0
    assert {name: cents for name, cents in accounts.items() if cents} == posted
    for name, millionths in table.meters.items():
        assert accounts[f"meter {name}"] == millionths // MILLIONTHS
    assert all(cents >= 0 for name, cents in accounts.items() if name[:6] == "player")


def check_cards(table: Table) -> None:
    if table.cards != "in play":
        assert not table.cards_out() and not table.rack
        return
    lying = [card for seat in table.seats.values() if not seat.racked for card in seat.hole]
    lying += [*table.community, *table.box]
    lying += [card for packet in table.rack for card in packet.cards]
    if not table.stub_racked:
        lying += table.stub[table.dealt :] or [FACE_DOWN] * table.remaining
    cards = [card for card in lying if card != NO_CARD]
    assert len(cards) == table.size, "stub, rack and layout make the deck"
    faces = [card for card in cards if card != FACE_DOWN]
    assert len({*faces}) == len(faces) and all(0 <= card < table.size for card in faces)
    if not table.physical:
        assert len(faces) == table.size
    assert (
        table.rack_count
        + sum(table.lying().values())
        + (0 if table.stub_racked else table.remaining)
        == table.size
    )


def check_rack(table: Table, decks: Decks) -> None:
    """Between rounds the count of the rack is what the events put there."""
    if table.cards != "in play":
        count = sum(cards for _, cards in rack_packets(table))
        assert count == (table.size if decks.racked else 0), "the rack between rounds"


def seen_cards(view: View) -> Counter[str]:
    return Counter(word.decode() for word in CARD.findall(msgspec.json.encode(view)))


def check_views(table: Table, ledger: Ledger) -> None:
    """No viewer's bytes name a card that the record does not entitle them to."""
    for role in VIEWERS:
        assert seen_cards(view(table, role)) == ledger.visible(0), role
    for number in table.seats:
        assert seen_cards(view(table, "player", number)) == ledger.visible(number), number
    assert seen_cards(view(table, "player", 9)) == ledger.visible(0)


def check_answer(command: c.Command, answer: tuple[e.Event, ...] | Refusal) -> None:
    if isinstance(answer, Refusal):
        assert answer.clause in citable(), (command, answer)
        return
    assert answer, f"{command} did nothing and was not refused"
    for event in answer:
        clause = getattr(event, "clause", None)
        assert clause is None or clause in citable() or clause in paying(), event


DICTS: Final = [
    place for place, field in enumerate(fields(Table)) if get_origin(field.type) is dict
]


def frozen(table: Table) -> tuple[Any, ...]:
    """The state as plain values, seats and their stakes too, to check that it does not change."""
    values = astuple(table)
    seats = {number: (astuple(seat), {**seat.stakes}) for number, seat in table.seats.items()}
    return (values, seats, [{**values[place]} for place in DICTS])


class Watch:
    """A driver watched at every command by all of these, and by the oracle."""

    def __init__(self, driver: Driver, *, look_every: int = 1) -> None:
        self.driver = driver
        self.look_every = look_every  # commands between checks of all the views, which cost most
        self.turns = 0
        self.ledger = Ledger(driver.rules)
        self.decks = Decks(driver.rules)
        self.events: list[e.Event] = []
        self.posted: dict[str, int] = {}  # accounts that are not empty
        self.refused: Counter[str] = Counter()

    def turn(self, command: c.Command | None = None) -> None:
        """Gives the driver's next command or this one, and checks everything afterwards."""
        before = self.driver.table
        was = frozen(before)
        action, answer = self.driver.give(command) if command else self.driver.turn()
        assert frozen(before) == was, f"{action} changed a state in place"
        self.note(action, answer, before)
        check_money(self.driver.table, self.posted)
        check_cards(self.driver.table)
        check_rack(self.driver.table, self.decks)
        self.turns += 1
        if self.turns % self.look_every == 0:
            check_views(self.driver.table, self.ledger)

    def note(
        self, command: c.Command, answer: tuple[e.Event, ...] | Refusal, before: Table
    ) -> None:
        check_answer(command, answer)
        after = self.driver.table
        if isinstance(answer, Refusal):
            assert after is before
            self.refused[answer.reason.name] += 1
            return
        self.events.extend(answer)
        ended = False
        for event in answer:
            self.ledger.feed(event)
            self.decks.feed(event)
            self.post(event)
            ended = ended or isinstance(event, e.RoundEnded | e.RoundVoided)
        if ended:
            assert not any(name[:4] == "spot" for name in after.books())
        undone = any(isinstance(event, e.PaymentUndone) for event in answer)
        if any(isinstance(event, e.RoundVoided) for event in answer) and not undone:
            assert after.meters == before.meters, "a void drops what would have fed the meters"
        if after.phase != "settling":
            exact = {name: cents * MILLIONTHS for name, cents in self.ledger.meters.items()}
            assert exact == after.meters
        awards = {event.meter for event in answer if isinstance(event, e.MeterPaid)}
        awards |= {m for event in answer if isinstance(event, e.MetersRead) for m in event.meters}
        for name, amount in before.meters.items():
            rises = after.meters[name] >= amount
            assert undone or name in awards or rises, "a meter falls only by an award or a void"

    def post(self, event: e.Event) -> None:
        for source, target, cents in postings(event):
            for account, moved in ((source, -cents), (target, cents)):
                now = self.posted.pop(account, 0) + moved
                if now:
                    self.posted[account] = now

    def check_fold(self) -> None:
        assert fold(start(self.driver.rules), self.events) == self.driver.table
