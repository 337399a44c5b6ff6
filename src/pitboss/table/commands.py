"""What people ask of a table. A command says who gives it and when: the core has no clock of its
own.
"""

from typing import Literal

import msgspec

from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.rulebook.model import Method

Role = Literal["player", "dealer", "floorperson", "house", "device"]
Device = Literal["shuffler", "shoe"]
Duty = Literal[
    "inspect", "verify", "spread", "view", "wash", "recut", "idle", "idle-up", "turn", "close"
]


class Actor(msgspec.Struct, frozen=True):
    """`house` does a dealer's and a floorperson's duties at a self-dealt table; `device` is a shoe
    or shuffler that reports by itself.
    """

    role: Role
    name: str


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    by: Actor
    at: int = 0  # seconds, on whatever clock the house keeps


# Opening, decks and devices


class ReceiveCards(Command, frozen=True, kw_only=True):
    """New decks come to the table, in place of those that are there."""

    prepared: bool = False  # preinspected and preshuffled
    order: tuple[Card, ...] = ()  # of a preshuffled deck, where it is known
    prepared_by: str = ""  # who prepared them
    seal: str = ""  # or the number of the seal they came under
    decks: int = 0  # as many as the submission says; the house writes 1 for its own cards (G55)


class Perform(Command, frozen=True, kw_only=True):
    """`deck` counts from 0; None is the deck that the duty waits for."""

    duty: Duty
    deck: int | None = None
    reason: str = ""  # of a recut


class ReportDefect(Command, frozen=True, kw_only=True):
    """A deck found defective at its inspection: what is wrong, and who takes it away."""

    deck: int
    what: str
    taken_by: str


class DirectShuffle(Command, frozen=True, kw_only=True):
    """A floorperson's direction; the dealer shuffles (ruling G51)."""

    reason: str = ""


class LoadDeck(Command, frozen=True, kw_only=True):
    """The deck that is not in play goes into the shuffler, out of the rack."""


class Shuffle(Command, frozen=True, kw_only=True):
    """`order` from the top; empty when the cards are physical and entered as they are read."""

    order: tuple[Card, ...] = ()
    device: bool = True  # by the automated device, else by hand
    counted: int | None = None  # what a counting device found


class Cut(Command, frozen=True, kw_only=True):
    depth: int  # cards above the cover card


class ReportOutOfOrder(Command, frozen=True, kw_only=True):
    device: Device


class MarkDevice(Command, frozen=True, kw_only=True):
    device: Device
    how: Literal["covered", "signed"]


class RestoreDevice(Command, frozen=True, kw_only=True):
    device: Device


class ChangeMethod(Command, frozen=True, kw_only=True):
    method: Method
    variant: str = ""


# Seats and chips


class Sit(Command, frozen=True, kw_only=True):
    """A patron whom the dealer seats is played by hand (ruling G48) and gets a name that no account
    has, such as "seat-3".
    """

    seat: int
    player: str


class Leave(Command, frozen=True, kw_only=True):
    seat: int


class BuyIn(Command, frozen=True, kw_only=True):
    """Cash is exchanged and dropped; chips that a patron brings are the patron's (ruling G57)."""

    seat: int
    cents: Cents
    kind: Literal["cash", "chips"] = "cash"


class PlayByHand(Command, frozen=True, kw_only=True):
    """Sets whether the dealer may enter what the player's chips and gestures show."""

    seat: int
    on: bool = True


class Fill(Command, frozen=True, kw_only=True):
    """Chips from the cage to the table inventory; negative is a credit, back to the cage."""

    cents: int


# Wagers and play


class Bet(Command, frozen=True, kw_only=True):
    """Sets stakes before "no more bets"; 0 takes one back."""

    seat: int
    stakes: dict[str, Cents]


class NoMoreBets(Command, frozen=True, kw_only=True):
    """`chips` are the chips counted for each collected wager: a dealer gives a number for each.

    Announced again where a step of the play says so, without counts.
    """

    chips: dict[str, int] = {}


class RemoveWager(Command, frozen=True, kw_only=True):
    """The floorperson takes an unmatched wager off, says why, and returns its chip (ruling G27)."""

    seat: int
    spot: str
    reason: str = ""


class Deal(Command, frozen=True, kw_only=True):
    """Deals the next `count` cards, or all that remain. Only a shoe that reads gives `cards`, in
    order: a person deals cards face down, and nobody has read them (ruling G47).
    """

    count: int = 0
    cards: tuple[Card, ...] = ()


class Act(Command, frozen=True, kw_only=True):
    seat: int
    act: Literal["bet", "raise", "ride", "check", "withdraw", "fold"]
    multiple: int = 1
    spot: str = ""  # when named, an act meant for another decision is refused


class Discard(Command, frozen=True, kw_only=True):
    """By card, or by the slots they lie in: two jokers look alike to their holder.

    For a hand that the house cannot read, by `number`; `cards` then names the exposed ones among
    them.
    """

    seat: int
    cards: tuple[Card, ...] = ()
    slots: tuple[int, ...] = ()
    number: int | None = None


class Retract(Command, frozen=True, kw_only=True):
    """Takes back a choice typed wrongly, by the person who typed it (ruling G48)."""

    seat: int


class Reveal(Command, frozen=True, kw_only=True):
    """`cards` are the faces nobody has read yet, in order; at seats clockwise."""

    cards: tuple[Card, ...] = ()


class CountStub(Command, frozen=True, kw_only=True):
    """`found` names only the places that do not hold what they should: place → cards found."""

    stub: int
    found: dict[str, int] = {}


class ShowHand(Command, frozen=True, kw_only=True):
    """Turns up the next hand; `cards` are its unread faces, by slot. Repeating it corrects them."""

    seat: int
    cards: tuple[Card, ...]


class Settle(Command, frozen=True, kw_only=True):
    """Settles seat after seat: as far as hands are read, no further than `seat` (0: no limit), and
    until an award waits for a floorperson.

    `meters` says where linked meters stand, since other tables move them too. The house fills it
    in, whoever settles, and accepts it from nobody else.
    """

    seat: int = 0
    meters: dict[str, int] = {}


class ValidateAward(Command, frozen=True, kw_only=True):
    """At a table with physical cards `counts` says how many lie at each place, and `lamp` whether
    the progressive system shows its light.
    """

    seat: int
    counts: dict[str, int] = {}
    lamp: bool | None = None
    meters: dict[str, int] = {}


class RefuseAward(Command, frozen=True, kw_only=True):
    """The floorperson disputes the hand: dealer and floorperson read it again (ruling G50)."""

    seat: int
    reason: str
    meters: dict[str, int] = {}


class ReopenSeat(Command, frozen=True, kw_only=True):
    """Takes the settlement of the last seat back, to read its hand again."""

    seat: int
    reason: str
    meters: dict[str, int] = {}


class ReadHand(Command, frozen=True, kw_only=True):
    """One of two readings of a reopened hand, the dealer's or the floorperson's, by slot."""

    seat: int
    cards: tuple[Card, ...]


class CompletePapers(Command, frozen=True, kw_only=True):
    """The documents of a full award are done: the hand may go."""

    seat: int


# What a floorperson decides about a seat


class PlayOn(Command, frozen=True, kw_only=True):
    """The act that puts no more money at risk, done for a silent or absent player (ruling G18)."""

    seat: int


class Abandon(Command, frozen=True, kw_only=True):
    """Every box of the seat's player. `asked` names a second person, where one must confirm."""

    seat: int
    reason: str = ""
    asked: str = ""


class Forfeit(Command, frozen=True, kw_only=True):
    """A finding that the seat broke a rule of conduct (rulings M5, G52).

    `ground` is the clause, one of the game's grounds; `words` say what happened.
    """

    seat: int
    ground: str = ""
    words: str = ""
    asked: str = ""


class Correct(Command, frozen=True, kw_only=True):
    """Puts right a payment of a finished round (ruling G44): moves chips from the table inventory
    to the player, or back when negative. `by` approves what `asked` asked for.
    """

    round: int
    seat: int  # as it was in that round
    player: str
    spot: str
    cents: int
    reason: str
    asked: str


# Irregularities


class ReportFaceUp(Command, frozen=True, kw_only=True):
    card: Card | None = None  # which, where the cards are physical


class ReportDrawnInError(Command, frozen=True, kw_only=True):
    pass


class ReportWrongNumber(Command, frozen=True, kw_only=True):
    """`cards` is the number that lies there, where somebody counted it."""

    place: str
    cards: int | None = None
    meters: dict[str, int] = {}


class ReportForeignCard(Command, frozen=True, kw_only=True):
    """A card that cannot be there: a second king of spades, a joker among 52 (ruling G56)."""

    place: str
    card: Card
    meters: dict[str, int] = {}


class UpholdReport(Command, frozen=True, kw_only=True):
    meters: dict[str, int] = {}


class OverruleReport(Command, frozen=True, kw_only=True):
    reason: str


class CannotDeal(Command, frozen=True, kw_only=True):
    """The round cannot be dealt, for a reason that no other report gives."""

    reason: str


class ReportCommunityExposed(Command, frozen=True, kw_only=True):
    place: Literal["community", "box"] = "community"


class ReportCardExposed(Command, frozen=True, kw_only=True):
    """The dealer showed a player's card while dealing; `slot` counts from 0 (ruling G26)."""

    seat: int
    slot: int = 0
    card: Card | None = None  # its face, where nobody has read it


class ReportJam(Command, frozen=True, kw_only=True):
    device: Device


AnyCommand = (
    *(ReceiveCards, Perform, ReportDefect, Shuffle, DirectShuffle, LoadDeck, Cut),
    *(ReportOutOfOrder, MarkDevice, RestoreDevice),
    *(ChangeMethod, Sit, Leave, BuyIn, Fill, Bet, NoMoreBets, RemoveWager, Deal, Act, Discard),
    *(Reveal, CountStub, ShowHand, Settle, ValidateAward, RefuseAward, ReopenSeat, ReadHand),
    *(CompletePapers, PlayOn, Abandon, Forfeit, ReportForeignCard, UpholdReport, OverruleReport),
    CannotDeal,
    *(ReportFaceUp, ReportDrawnInError, ReportWrongNumber, ReportCommunityExposed, ReportJam),
    *(ReportCardExposed, Correct, PlayByHand, Retract),
)
