"""A table's state: what a fold of its events amounts to."""

from typing import Final

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.rulebook.model import Dealing, Step
from pitboss.rulebook.rules import Rules

SEAT_NAMES: Final = tuple(f"seat {n}" for n in range(10))
SEATS_NAMED: Final = {name: n for n, name in enumerate(SEAT_NAMES)}
COMMUNITY: Final = "community"
BOX: Final = "box"
BURNED: Final = "burned"
NO_CARD: Final = Card(-1)
NO_CENTS: Final = Cents(0)


class Stake(msgspec.Struct, frozen=True, gc=False):
    """A wager of the round, kept until the round ends so that a void can return it (ruling G41)."""

    cents: Cents
    held: bool = True  # on its spot, else in the inventory
    done: bool = False  # lost, paid or pushed


class Seat(msgspec.Struct, gc=False):
    """Like a table, changed only in a fold's own copy."""

    player: str
    stakes: dict[str, Stake] = {}
    hole: tuple[Card, ...] = ()  # by slot; −1 where no card lies
    shown: tuple[int, ...] = ()  # slots turned up for everyone
    folded: str = ""  # the stage at which it folded
    dropped: str = ""  # "abandoned" or "forfeited"

    @property
    def playing(self) -> bool:
        """Still asked for decisions."""
        return not (self.folded or self.dropped or not self.stakes)


class Target(msgspec.Struct, frozen=True, gc=False):
    place: str
    slot: int
    clause: str


class Table(msgspec.Struct, gc=False):
    """A state, never changed once it has been given out: a fold changes a copy of its own.

    Conditions of the cards (`cards`): closed, received, inspected, verified, spread, viewed,
    stacked, shuffled, ready, in play, used, idle. Phases of a round (`phase`): bets, unmatched,
    dealing, counting, play, settling.
    """

    rules: Rules
    dealing: Dealing
    cards: str = "closed"
    by_device: bool = False  # how the cards were shuffled last
    prepared: bool = False  # they came preshuffled and have not been shuffled since
    # The deck that waits in the shuffler while the other is played: "", "ready" or "removed".
    stored: str = ""
    stored_order: tuple[Card, ...] = ()
    inspector: str = ""  # who inspected the cards
    decks: int = 0
    deck: int = 0  # the one in play or to be played next
    in_play_since: tuple[int | None, ...] = ()
    devices: dict[str, str] = {}
    seats: dict[int, Seat] = {}  # from the dealer's left: by number (ruling G17)
    phase: str = "bets"
    unmatched: dict[str, int] = {}  # wager → accepted wagers less chips found, where they differ
    round: int = 1
    stub: tuple[Card, ...] = ()
    dealt: int = 0  # cards gone from the stub
    plan: tuple[Target, ...] = ()
    planned: int = 0  # places of the dealing plan that have their card
    community: tuple[Card, ...] = ()
    community_shown: int = 0
    box: tuple[Card, ...] = ()
    box_shown: bool = False
    rack: tuple[Card, ...] = ()  # burned, set aside, discarded
    set_aside: int = 0
    step: int = 0  # in the game's play
    # Seats still to decide or discard at this step, the one whose turn it is first: clockwise from
    # the dealer's left, whose seat is 1 (DD .11C(1), .11C(7); ruling G16).
    asked: tuple[int, ...] = ()
    settled: tuple[int, ...] = ()
    pending: int = 0  # the seat whose award waits
    counted: bool = False  # the stub, in this round
    rounds_since_count: int = 0
    meters: dict[str, int] = {}  # millionths of a cent
    balances: dict[str, int] = {}  # cents by account, but escrow: what is held lies in `stakes`
    touched: int = 0  # in a fold that has changed seats: 1, and a bit for each that is its own

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
        """The order of the cards is not known: they are entered as they are read."""
        return not self.stub

    @property
    def turn(self) -> int:
        """The seat asked to decide or discard, 0 when none is."""
        return self.asked[0] if self.asked else 0

    def cards_out(self) -> set[Card]:
        """Every card that has left the stub in this round."""
        cards = {*self.community, *self.box, *self.rack}
        for seat in self.seats.values():
            cards.update(seat.hole)
        return cards - {NO_CARD}

    def wagering(self) -> tuple[int, ...]:
        """Seats with wagers, from the dealer's left (ruling G17)."""
        return tuple([n for n, seat in self.seats.items() if seat.stakes])


def dealing_plan(dealing: Dealing, box: bool, seats: tuple[int, ...]) -> tuple[Target, ...]:
    """Where each card goes, in order; an automated shoe's stacks likewise (235 10.B)."""
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
