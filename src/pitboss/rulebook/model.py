"""The vocabulary in which a game is declared. A game is one literal of these words, and nothing
else knows it.

Every record carries the clause that requires it, so that whatever is done under it can cite it.
"""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from pitboss.cards import FRENCH_52, FRENCH_54, Card
from pitboss.citations import STEP, Citation, Citations, Label
from pitboss.money import Cents

DECKS: Final[Mapping[str, tuple[Card, ...]]] = {"french-52": FRENCH_52, "french-54": FRENCH_54}

Method = Literal["manual-shoe", "hand", "automated-shoe"]
METHODS: Final[tuple[Method, ...]] = ("manual-shoe", "hand", "automated-shoe")


class CardSlots(msgspec.Struct, frozen=True):
    """Which cards a wager is decided on: slots of the player's hand, the community, the Six Card
    box.
    """

    hole: tuple[int, ...] = ()
    community: tuple[int, ...] = ()
    box: tuple[int, ...] = ()


class Wager(msgspec.Struct, frozen=True):
    """Something a player bets on: one paytable, one or more spots on the felt."""

    key: str
    name: Label[str]
    clause: Citation  # that allows it
    area: Citation  # chapter 2: the clause that asks for its place on the layout
    on: str = "hand"  # a name of the game's hands
    optional: bool = False  # offered only if the submission says so
    collected: bool = False  # its stake is taken at "no more bets" (ruling G2)
    lammer: bool = False  # and a lammer put in its place
    survives_fold: bool = False
    pays_as: str = ""  # the wager whose paytable it is paid by, where it has none of its own
    wins_with: tuple[str, ...] = ()  # it wins when all these wagers win, and is decided on no cards
    stakes: tuple[Cents, ...] = ()  # the only stakes allowed, when not the table's limits
    ranking_unless: tuple[str, str] | None = None  # (house option, ranking when the option is off)
    minimum_option: str = ""  # the house option that sets its least stake, else the table minimum
    label_option: str = ""  # the house option that names it on the felt
    progressive: bool = False  # bet into the progressive system, fed to its meters
    settled: Citation = ""  # the clause by which it is settled


class Spot(msgspec.Struct, frozen=True):
    """A betting area. Before "no more bets" unless `multiples`, which a decision fills."""

    key: str
    name: Label[str]
    wager: str
    required: bool = False
    equal_to: str = ""  # stake equal to this spot's
    multiples: tuple[int, ...] = ()  # placed by a decision, as these multiples
    of: str = ""  # of this spot's stake
    needs: tuple[str, ...] = ()  # spots that must be bet first, where the table offers them
    needs_if: str = ""  # the house option that, set to "base", asks for the required spots only
    clause: Citation = ""
    inscription: Label[str] = ""  # on the layout, where the document names the area otherwise


class Give(msgspec.Struct, frozen=True):
    """One movement of dealing. To "seats": to each wagering seat in turn, clockwise."""

    to: Literal["seats", "community", "box"]
    cards: int
    slots: tuple[int, ...] = ()  # where the cards of a packet go in the hand, the top card first
    burn: int = 0  # cards of the packet discarded, from its bottom
    clause: Citation = ""


class Dealing(msgspec.Struct, frozen=True):
    """A dealing method, card by card, with the clauses of its stub."""

    method: Method
    variant: str
    order: tuple[Give, ...]
    announce: Citation  # "no more bets"
    lockout: Citation  # the progressive system closes
    # Progressive chips collected, counted against accepted wagers, put in the inventory.
    collect: Citation
    requires: Citation  # what the method itself asks for
    stub: Citation  # where the stub goes
    count: Citation  # the count at least every five rounds
    right: Citation  # the count is right
    misdealt: Citation  # the count is right but a place is wrong
    wrong: Citation  # the deck is wrong
    lammers: Citation = ""  # bonus chips replaced by lammers
    also: Citations = ()  # further clauses the order obeys

    @property
    def needs_reshuffling(self) -> str:
        """Ruling G37: the clause by which only a shoe that reshuffles by itself deals a packet
        ahead of the players.
        """
        for give in self.order:
            if give.to == "seats":
                break
            if give.burn:
                return give.clause
        return ""


class Decide(msgspec.Struct, frozen=True, tag_field=STEP, tag="decide"):
    """Each seat in turn accepts or declines. The word for declining says what that does:
    "check" does nothing, "withdraw" takes the spot's stake back, "fold" loses the wagers that do
    not survive it.
    """

    stage: str
    spot: str
    accept: Literal["bet", "raise", "ride"]
    decline: Literal["check", "withdraw", "fold"]
    clause: Citation
    declined: Citation  # the clause of declining
    in_turn: Citation = "G16"  # the clause by which seats choose one after another
    closes: Citation = ""  # a clause by which "no more bets" is announced after it
    keeps: Citation = ""  # the clause by which a folded hand stays for its surviving wagers


class Exchange(msgspec.Struct, frozen=True, tag_field=STEP, tag="exchange"):
    """Each seat still playing discards at most `up_to` cards; then each draws as many as it
    discarded from the stub.
    """

    stage: str
    up_to: int
    clause: Citation
    collected: Citation
    replaced: Citation
    in_turn: Citation = "D8"


class RevealStep(msgspec.Struct, frozen=True, tag_field=STEP, tag="reveal"):
    """Cards turned up for everyone: the next community cards, the box, or a slot of each hand."""

    what: Literal["community", "box", "slot"]
    cards: int = 1
    slot: int = 0
    clause: Citation = ""


class SettleStep(msgspec.Struct, frozen=True, tag_field=STEP, tag="settle"):
    """Hands turned and settled seat by seat; spots within a seat in the game's own order (ruling
    G15).
    """

    direction: Literal[
        "clockwise from the dealer's left", "counterclockwise from the dealer's right"
    ]
    clause: Citation
    shown: Citation  # the hand is turned up and announced
    loses: Citation
    folded: Citation = ""
    cleared: Citation = ""  # cards collected so that hands can be rebuilt
    # The clause by which a hand goes to the rack as soon as it is settled; without it all go at the
    # end. A label: where cards lie after they are settled affects nothing.
    collects: Label[str] = ""


Step = Decide | Exchange | RevealStep | SettleStep


class PayoutLimit(msgspec.Struct, frozen=True):
    """The aggregate limit per hand over `wagers` (rulings G13, G14)."""

    clause: Citation
    wagers: tuple[str, ...]
    floor: Cents | None = None  # the ceiling is at least this; None: the document sets no ceiling
    ruling: Citation = "G13"


class ProgressiveRules(msgspec.Struct, frozen=True):
    """How a progressive wager is run; its letters and meters are in the paytables."""

    stakes: tuple[Cents, ...]  # ruling G6
    rates: Citation  # the clause asking for rates of progression
    turn: Citation  # paid the amount on the meter at the player's turn
    validates: Literal["all", "meter"]  # which awards a floorperson validates (ruling G11)
    validated: Citation
    paid: Citation
    envy: Citation
    envy_table: Citation  # clause: envy by the receiver's stake and the designated table
    envy_not_own: Citation
    accepted: Citation  # the player verifies that the wager was accepted
    full_award: Citation = ""  # a full award is not paid from the table inventory
    stays: Citation = ""  # the hand stays until the record is complete, else by ruling M6
    lamp: Label[str] = ""  # the clause by which the system's light is checked before an award


class Option(msgspec.Struct, frozen=True):
    """A ruling with an alternative: a key of the house's submission."""

    key: str
    default: bool | str | int | None
    allowed: tuple[bool | str | int, ...]
    ruling: Citation


class Inscription(msgspec.Struct, frozen=True):
    """What the felt, or a sign beside it, must tell the player (chapter 2)."""

    what: Literal["operator", "odds", "limit", "joker", "multiples", "streets"]
    clause: Citation
    sign_instead: bool = True


class Fixture(msgspec.Struct, frozen=True):
    """An area of the layout that is not a betting spot."""

    what: Literal["cards", "community", "box", "third-card", "discards"]
    clause: Citation


class Ground(msgspec.Struct, frozen=True):
    """A rule of conduct whose breach costs a player the wagers of the round."""

    clause: Citation
    what: Label[str]
    until_shown: bool = False  # it binds until every community card is up


class Game(msgspec.Struct, frozen=True):
    """A game, whole."""

    key: str
    name: Label[str]
    code: Label[str]  # how its clauses are cited
    documents: Label[tuple[str, ...]]
    seats: int
    deck: str  # a key of DECKS
    hole: int  # cards in a player's hand
    community: int
    box: int  # cards in the Six Card box
    box_for: str  # the wager the box is dealt for
    hidden: tuple[int, ...]  # slots of the hand its own player may not see until revealed
    hands: dict[str, CardSlots]
    wagers: tuple[Wager, ...]
    spots: tuple[Spot, ...]
    dealings: tuple[Dealing, ...]
    play: tuple[Step, ...]
    # Adjacent boxes that a player may bet on: fixed here, or None where the submission decides.
    boxes: int | None
    boxes_default: int
    limit: PayoutLimit
    progressive: ProgressiveRules | None
    options: tuple[Option, ...]
    inscriptions: Label[tuple[Inscription, ...]]
    fixtures: Label[tuple[Fixture, ...]]
    cites: Label[dict[str, str]]  # a rule common to the games → this game's clause; see CITED
    # A hand of the rankings → the document's own words for it, where they differ.
    hand_names: Label[dict[str, str]] = {}
    # For which a seat is forfeited; none where the document makes no breach cost anything.
    grounds: Label[tuple[Ground, ...]] = ()

    def __repr__(self) -> str:
        return f"<Game {self.key}>"

    @property
    def cards(self) -> tuple[Card, ...]:
        return DECKS[self.deck]

    @property
    def draws(self) -> bool:
        """Whether the seats exchange cards; the other games are studs."""
        return any(isinstance(step, Exchange) for step in self.play)

    @property
    def progressive_wager(self) -> Wager | None:
        return next((wager for wager in self.wagers if wager.progressive), None)

    def cite(self, rule: str) -> str:
        return self.cites[rule]

    def wager(self, key: str) -> Wager:
        return next(wager for wager in self.wagers if wager.key == key)

    def spot(self, key: str) -> Spot:
        return next(spot for spot in self.spots if spot.key == key)

    def dealing(self, method: str, variant: str = "") -> Dealing | None:
        """The named variant of a method, or its first."""
        of_method = (d for d in self.dealings if d.method == method)
        return next((d for d in of_method if variant in ("", d.variant)), None)


# What every game must cite. A game's `cites` has exactly these keys; "" where its document has no
# such rule.
CITED: Final = (
    *("layout", "seats", "progressive.device", "progressive.lockout", "drop-box", "discard-rack"),
    *("deck", "decks.two", "decks.stored", "decks.alternate", "decks.one-in-rack"),
    *("change.hand", "change.shoe"),
    *("open.inspect", "open.spread", "open.wash", "open.shuffle", "open.two", "open.preshuffled"),
    *("shuffle", "shuffle.directed", "shuffle.stack", "shuffle.into-shoe", "shuffle.device"),
    *("cut.required", "cut", "cut.bottom", "cut.into-shoe", "recut", "count.device"),
    *("idle", "idle.remove", "idle.spread", "idle.request", "idle.turn", "idle.inspect"),
    *("device.approved", "device.reshuffles", "shoe.place"),
    *("face-down.manual-shoe", "face-down.hand", "face-down.automated-shoe"),
    *("misdeal.manual-shoe", "misdeal.hand", "misdeal.automated-shoe"),
    *("hand.nearer", "hand.same", "hand.above"),
    *("wager.chip", "wager.cash", "wager.seated", "seated.remain", "seated.left"),
    *("wager.before", "wager.closed", "wager.boxes", "conduct"),
    *("face-up.one", "face-up.more", "drawn-in-error", "wrong-number", "community-early"),
    *("shuffler-jam", "shoe-jam", "out-of-order"),
)
