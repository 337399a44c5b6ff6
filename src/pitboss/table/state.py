"""A table's state: the fold of its events."""

from typing import Final

import msgspec
from msgspec.structs import replace

from pitboss.cards import FACE_DOWN, NO_CARD, Card
from pitboss.money import Cents
from pitboss.rulebook.model import Dealing, Step
from pitboss.rulebook.rules import Rules
from pitboss.table.events import Payment

SEAT_NAMES: Final = tuple(f"seat {n}" for n in range(10))
DISCARDS: Final = tuple(f"discards of seat {n}" for n in range(10))
SEATS_NAMED: Final = {name: n for n, name in enumerate(SEAT_NAMES)}
COMMUNITY: Final = "community"
BOX: Final = "box"
BURNED: Final = "burned"
STUB: Final = "stub"
RACK: Final = "rack"
NO_CENTS: Final = Cents(0)


class Stake(msgspec.Struct, frozen=True, gc=False):
    """A wager of the round, kept until the round ends so that a void can return it (ruling G41)."""

    cents: Cents
    held: bool = True  # on its spot, else in the inventory
    done: bool = False  # lost, paid or pushed
    entered: bool = False  # by the dealer, who alone changes it before "no more bets" (ruling G48)


class Seat(msgspec.Struct, gc=False):
    """Like a table, changed only in a fold's own copy."""

    player: str
    stakes: dict[str, Stake] = {}
    hole: tuple[Card, ...] = ()  # by slot: a face, NO_CARD or FACE_DOWN
    shown: tuple[int, ...] = ()  # slots turned up for everyone
    folded: str = ""  # the stage at which it folded
    dropped: str = ""  # "abandoned" or "forfeited"
    racked: bool = False  # the hand is in the discard rack
    read: tuple[int, ...] = ()  # slots whose faces were read when the hand was turned up
    by_hand: bool = False  # the dealer may enter what chips and gestures show (ruling G48)
    last: dict[str, Cents] = {}  # opening stakes of the seat's last round, at a dealer's table

    @property
    def playing(self) -> bool:
        """Still asked for decisions."""
        return not (self.folded or self.dropped or not self.stakes)


class Packet(msgspec.Struct, frozen=True, gc=False):
    """Cards that went into the discard rack together, so that each hand can be rebuilt."""

    of: str  # "burned", "set aside", "stub", "seat 3", "discards of seat 3"
    cards: tuple[Card, ...]


class OpenReport(msgspec.Struct, frozen=True, gc=False):
    """What a dealer reported after the last card was up, until a floorperson decides."""

    place: str
    cards: int | None
    card: Card | None
    by: str


class RecentChoice(msgspec.Struct, frozen=True, gc=False):
    """A choice that may still be retracted, and what it changed (ruling G48)."""

    number: int
    step: int
    by: str  # "dealer dee", "player ann" or "house"
    stage: str
    act: str
    spot: str
    cents: Cents
    bought: Cents
    seat: Seat  # as it was before
    rack: tuple[Packet, ...]  # what the choice put there


class Target(msgspec.Struct, frozen=True, gc=False):
    place: str
    slot: int
    clause: str


class Table(msgspec.Struct, gc=False):
    """A state, never changed once it has been given out: a fold changes a copy of its own.

    Conditions of the cards (`cards`): closed, received, inspected, verified, spread, viewed,
    stacked, shuffled, ready, in play, used, idle, idle face up. Phases of a round (`phase`): bets,
    unmatched, dealing, counting, play, settling.
    """

    rules: Rules
    dealing: Dealing
    cards: str = "closed"
    by_device: bool = False  # how the cards were shuffled last
    prepared: bool = False  # they came preshuffled and have not been shuffled since
    # The deck that is not in play: "" until it is in the shuffler, then "loaded" and, shuffled
    # there, "ready"; or "removed".
    stored: str = ""
    stored_order: tuple[Card, ...] = ()
    past: tuple[int, ...] = ()  # of two decks, the one past the duty that is due
    inspectors: tuple[str, ...] = ()  # who inspected each deck
    direction: bool = False  # a floorperson has directed a shuffle
    absent: tuple[int, ...] = ()  # decks taken away since the last were received
    decks: int = 0
    deck: int = 0  # the one in play or to be played next
    in_play_since: tuple[int | None, ...] = ()
    devices: dict[str, str] = {}
    seats: dict[int, Seat] = {}  # from the dealer's left: by number (ruling G17)
    phase: str = "bets"
    unmatched: dict[str, int] = {}  # wager → accepted wagers less chips found, where they differ
    by_dealer: bool = False  # a dealer announced "no more bets", so the later ones are due too
    last_call: str = ""  # the decision after which it was announced last
    round: int = 1
    stub: tuple[Card, ...] = ()
    dealt: int = 0  # cards gone from the stub
    plan: tuple[Target, ...] = ()
    planned: int = 0  # places of the dealing plan that have their card
    community: tuple[Card, ...] = ()
    community_shown: int = 0
    box: tuple[Card, ...] = ()
    box_shown: bool = False
    rack: tuple[Packet, ...] = ()  # from the bottom
    rack_deck: int | None = None  # between rounds, the deck that lies there whole
    stub_racked: bool = False
    set_aside: int = 0
    step: int = 0  # in the game's play
    # Seats still to decide or discard at this step, the one whose turn it is first: clockwise from
    # the dealer's left, whose seat is 1 (DD .11C(1), .11C(7); ruling G16).
    asked: tuple[int, ...] = ()
    entries: tuple[RecentChoice, ...] = ()  # choices since the last card, where cards are physical
    settled: tuple[int, ...] = ()
    settler: str = ""  # who began the settlement
    turned: int = 0  # the seat whose hand was turned up and read, and is not settled
    paid: tuple[Payment, ...] = ()  # in this settlement, oldest first
    pending: int = 0  # the seat whose award waits
    reopened: int = 0  # the seat whose hand dealer and floorperson read again
    readings: dict[str, tuple[Card, ...]] = {}  # by the reader's role
    report: OpenReport | None = None  # it waits for a floorperson
    papers: tuple[int, ...] = ()  # seats whose hand stays until its documents are done
    counted: bool = False  # the stub, in this round
    rounds_since_count: int = 0
    meters: dict[str, int] = {}  # millionths of a cent
    balances: dict[str, int] = {}  # cents by account; escrow is derived from `stakes`
    touched: int = 0  # bits of a fold: 1 if it copied the seats, one for each seat it copied

    def __repr__(self) -> str:
        game, seats = self.rules.game.name, ", ".join(map(str, self.seats)) or "none"
        return f"<Table state of {game}, round {self.round}, {self.phase}; seats taken: {seats}>"

    def own_seats(self) -> dict[int, Seat]:
        """For evolvers: the seats, to be replaced."""
        if not self.touched:
            self.seats, self.touched = self.seats.copy(), 1
        return self.seats

    def own(self, number: int) -> Seat:
        """For evolvers: the seat, to be changed in place."""
        seats, touched, bit = self.seats, self.touched, 1 << number
        if not touched:
            seats = self.seats = seats.copy()
        elif touched & bit:
            return seats[number]
        self.touched = touched | bit | 1
        seat = seats[number]
        own = seats[number] = replace(seat, stakes=seat.stakes.copy())
        return own

    def books(self) -> dict[str, int]:
        """All the accounts, escrow among them: they sum to nothing."""
        escrow = {
            f"spot {number} {key}": stake.cents
            for number, seat in self.seats.items()
            for key, stake in seat.stakes.items()
            if stake.held
        }
        return {**self.balances, **escrow}

    @property
    def game_step(self) -> Step:
        return self.rules.game.play[self.step]

    @property
    def remaining(self) -> int:
        """Cards in the stub."""
        return self.size - self.dealt

    def chips(self, player: str) -> int:
        return self.balances.get(f"player {player}", 0)

    @property
    def size(self) -> int:
        return self.rules.size

    @property
    def physical(self) -> bool:
        """The order of the cards is not known: a face is entered when it is turned up."""
        return not self.stub

    @property
    def turn(self) -> int:
        """The seat asked to decide or discard, 0 when none is."""
        return self.asked[0] if self.asked else 0

    @property
    def rack_count(self) -> int:
        """Cards in the discard rack."""
        return sum([len(packet.cards) for packet in self.rack])

    def faces(self) -> dict[Card, str]:
        """Places of the cards that have left the stub and whose face is known, by card."""
        places = [(RACK, packet.cards) for packet in self.rack if packet.of != STUB]
        places += [(SEAT_NAMES[number], seat.hole) for number, seat in self.seats.items()]
        places += [(COMMUNITY, self.community), (BOX, self.box)]
        return {card: place for place, cards in places for card in cards if card >= 0}

    def cards_out(self) -> set[Card]:
        """The known cards that have left the stub in this round."""
        return {*self.faces()}

    def lying(self) -> dict[str, int]:
        """How many cards lie at each place: a hand in the rack lies nowhere."""
        counts = {COMMUNITY: _cards_in(self.community), BOX: _cards_in(self.box)}
        for number, seat in self.seats.items():
            counts[SEAT_NAMES[number]] = 0 if seat.racked else _cards_in(seat.hole)
        return {place: count for place, count in counts.items() if count}

    def wagering(self) -> tuple[int, ...]:
        """Seats with wagers, from the dealer's left (ruling G17)."""
        return tuple([n for n, seat in self.seats.items() if seat.stakes])


def _cards_in(cards: tuple[Card, ...]) -> int:
    return len(cards) - cards.count(NO_CARD)


def put_in_rack(table: Table, of: str, cards: tuple[Card, ...]) -> None:
    """For evolvers."""
    table.rack = (*table.rack, Packet(of, cards))


def rack_hand(table: Table, number: int) -> None:
    """For evolvers: the seat's cards go to the rack, where nobody reads them (ruling G47)."""
    seat = table.own(number)
    if seat.hole and not seat.racked:
        seat.racked = True
        cards = seat.hole
        if NO_CARD in cards:
            cards = tuple([card for card in cards if card != NO_CARD])
        put_in_rack(table, SEAT_NAMES[number], cards)


def rack_stub(table: Table) -> None:
    """For evolvers: puts the stub away, at the first act after the last card or at its count."""
    if not table.stub_racked and table.step >= table.rules.stub_goes:
        table.stub_racked = True
        stub = table.stub[table.dealt :] or (FACE_DOWN,) * table.remaining
        put_in_rack(table, STUB, stub)


def dealing_plan(dealing: Dealing, box: bool, seats: tuple[int, ...]) -> tuple[Target, ...]:
    """Where each card goes, in order; an automated shoe's stacks likewise (235 10.B, LIR .10B, MS
    10.B), also where a shoe that reshuffles by itself gives the middle first (MS 10.H).
    """
    plan: list[Target] = []
    for give in dealing.order:
        if give.to == "box":
            if box:
                plan.extend(Target(BOX, slot, give.clause) for slot in range(give.cards))
            continue
        places = [SEAT_NAMES[n] for n in seats] if give.to == "seats" else [COMMUNITY]
        for place in places:
            plan.extend(Target(place, slot, give.clause) for slot in give.slots)
            plan.extend(Target(BURNED, 0, give.clause) for _ in range(give.burn))
    return tuple(plan)
