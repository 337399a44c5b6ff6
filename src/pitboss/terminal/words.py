"""Events at the table as sentences to its one player."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from pitboss.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, card_name
from pitboss.money import format_cents, signed
from pitboss.rulebook.describe import ORDINALS, listed
from pitboss.rulebook.rules import Rules
from pitboss.table import events as e
from pitboss.table.refusals import Refusal
from pitboss.table.state import BOX, COMMUNITY
from pitboss.table.view import EMPTY, HIDDEN, View

SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
JOKER_NAME: Final = "JK"


def card_word(name: str, *, plain: bool) -> str:
    """A card as `view` names it: `queen of hearts`, or `Q♥` where there is a screen."""
    if name == HIDDEN:
        return "a card face down"
    if name == JOKER_NAME:
        return "joker"
    rank, suit = RANKS.index(name[0]), SUITS.index(name[1])
    if plain:
        return f"{RANK_NAMES[rank]} of {SUIT_NAMES[suit]}"
    return f"{face(name)}{SYMBOLS[name[1]]}"


def face(name: str) -> str:
    """The rank as it is printed on a card."""
    return "10" if name[0] == "T" else name[0]


def card_words(names: Iterable[str], *, plain: bool) -> str:
    return listed([card_word(name, plain=plain) for name in names if name != EMPTY])


def refusal(rules: Rules, no: Refusal) -> str:
    text = _named(rules, str(no))
    cited = f" ({no.clause})" if no.clause else ""
    return f"{text[:1].upper()}{text[1:]}{cited}."


def _named(rules: Rules, text: str) -> str:
    """Replaces the keys of spots by their names on the felt."""
    return " ".join(
        spot.name + word[len(word.rstrip(":,.")) :]
        if (spot := rules.spots.get(word.rstrip(":,.")))
        else word
        for word in text.split()
    )


class Teller:
    """Sentences for events. `collected` holds the stakes already taken in this round."""

    def __init__(self, rules: Rules, *, plain: bool) -> None:
        self.rules = rules
        self.plain = plain
        self.collected: dict[str, int] = {}

    def tell(self, event: e.Event) -> str | None:
        sentence = SENTENCES.get(type(event))
        return sentence(self, event) if sentence else None

    def net(self, event: e.Event) -> int | None:
        """The player's net result of a settlement event, with the stake; None for other events."""
        match event:
            case e.Lost(cents=cents):
                return -cents
            case e.Paid(spot=spot, won=won):
                return won - self.collected.get(spot, 0)
            case e.MeterPaid(spot=spot, cents=cents):
                return cents - self.collected.get(spot, 0)
            case _:
                return None

    def name(self, spot: str) -> str:
        return self.rules.spots[spot].name

    def cards(self, names: Iterable[str]) -> str:
        return card_words(names, plain=self.plain)


def _collected(teller: Teller, event: e.StakeCollected) -> str:
    teller.collected[event.spot] = event.cents
    how = "replaced by a lammer" if event.lammer else "collected"
    name, cents = teller.name(event.spot), format_cents(event.cents)
    return f"{name}: the stake of {cents} is {how} ({event.clause})."


def _decided(teller: Teller, event: e.Decided) -> str:
    name, cents = teller.name(event.spot), format_cents(event.cents)
    sentence = {
        "bet": f"You bet {cents} on {name}",
        "raise": f"You raise: {cents} on {name}",
        "ride": f"You let {name} ride",
        "check": "You check",
        "withdraw": f"You take {name} back: {cents} returned",
        "fold": "You fold",
    }[event.act]
    if event.by_house:
        sentence = f"For you, the house answers: {event.act}"
    return f"{sentence} ({event.clause})."


def _discarded(teller: Teller, event: e.Discarded) -> str:
    number = len(event.cards)
    act = f"discard {number} card{'s' * (number > 1)}" if number else "stand pat"
    return f"{'For you, the house answers:' if event.by_house else 'You'} {act} ({event.clause})."


def _revealed(teller: Teller, event: e.CardsRevealed) -> str:
    cards = teller.cards(card_name(card) for card in event.cards)
    which = listed([ORDINALS[slot] for slot in event.slots])
    what = f"Your {which} card"
    if event.place == COMMUNITY:
        what = f"The {which} community card{'s' * (len(event.slots) > 1)}"
    elif event.place == BOX:
        what = "The Six Card box"
    return f"{what}: {cards} ({event.clause})."


def _shown(teller: Teller, event: e.HandShown) -> str:
    cards = teller.cards(card_name(card) for card in event.cards)
    return f"You show {cards}: {event.hand} ({event.clause})."


def _lost(teller: Teller, event: e.Lost) -> str:
    return f"{teller.name(event.spot)}: {event.reason}, {event.clause}: {signed(-event.cents)}"


def _paid(teller: Teller, event: e.Paid) -> str:
    why = f"{event.hand}, {event.odds}" if event.hand != event.odds else event.hand
    line = f"{teller.name(event.spot)}: {why}, {event.clause}: {signed(teller.net(event) or 0)}"
    if stake := teller.collected.get(event.spot):
        line += f" ({format_cents(event.won)} for {format_cents(stake)})"
    elif not event.won and not event.cut:
        line += f" ({format_cents(event.returned)} back)"
    if event.cut:
        line += f" ({format_cents(event.cut)} more is over the payout limit)"
    return line


def _meter_paid(teller: Teller, event: e.MeterPaid) -> str:
    line = f"{teller.name(event.spot)}: {event.hand}, {event.odds}, {event.clause}"
    return f"{line}: {signed(teller.net(event) or 0)} ({format_cents(event.cents)} paid)"


def _meter(name: str) -> str:
    return f"The {name}" if name == "meter" else f"The {name} meter"


def _pending(teller: Teller, event: e.AwardPending) -> str:
    won = f"{event.hand}, {event.odds}"
    return f"{teller.name(event.spot)}: {won}: a floorperson is called to validate it."


# Any: each function takes its own event; the key guarantees it.
SENTENCES: Final[Mapping[type[e.Event], Callable[[Teller, Any], str]]] = {
    e.Seated: lambda t, v: f"You sit at seat {v.seat}.",
    e.BoughtIn: lambda t, v: f"You buy in for {format_cents(v.cents)}.",
    e.BetsClosed: lambda t, v: f"No more bets ({v.clause}).",
    e.StakeCollected: _collected,
    e.CardSetAside: lambda t, v: f"A card came face up: set aside, not used ({v.clause}).",
    e.DeckRemoved: lambda t, v: f"The deck is removed: {v.why} ({v.clause}).",
    e.CardsRevealed: _revealed,
    e.CardExposed: lambda t, v: f"Your {ORDINALS[v.slot]} card was seen by all ({v.clause}).",
    e.StubCounted: lambda t, v: f"The stub is counted: the deck has {v.total} cards ({v.clause}).",
    e.Decided: _decided,
    e.Discarded: _discarded,
    e.EntryRetracted: lambda t, v: f"Your choice is taken back: {v.act} ({v.clause}).",
    e.SeatDropped: lambda t, v: f"Your seat is {v.why} ({v.clause}).",
    e.BreachNoted: lambda t, v: f"A breach at your seat is noted ({v.clause}).",
    e.HandShown: _shown,
    e.Lost: _lost,
    e.Paid: _paid,
    e.AwardPending: _pending,
    e.AwardValidated: lambda t, v: f"The floorperson validates the award ({v.clause}).",
    e.AwardRefused: lambda t, v: f"The floorperson refuses the award: {v.reason} ({v.clause}).",
    e.SeatReopened: lambda t, v: f"Your hand is read again: {v.reason} ({v.clause}).",
    e.PaymentUndone: lambda t, v: (
        f"Undone: {SENTENCES[type(v.payment)](t, v.payment)}"
        if type(v.payment) in SENTENCES
        else ""
    ),
    e.ReportMade: lambda t, v: f"A report waits for the floorperson: {v.place} ({v.clause}).",
    e.ReportOverruled: lambda t, v: f"The report is overruled: {v.reason} ({v.clause}).",
    e.MeterPaid: _meter_paid,
    e.MeterReset: lambda t, v: f"{_meter(v.meter)} restarts at {format_cents(v.cents)}.",
    e.EnvyPaid: lambda t, v: f"Envy: {v.hand}, {v.clause}: {signed(v.cents)}",
    e.RoundVoided: lambda t, v: f"The round is void: {v.reason} ({v.clause}).",
    e.StakeReturned: lambda t, v: (
        f"{t.name(v.spot)}: {format_cents(v.cents)} returned ({v.clause})."
    ),
    e.WagerRemoved: lambda t, v: f"{t.name(v.spot)}: taken off, {format_cents(v.cents)} returned.",
    e.Corrected: lambda t, v: (
        f"Round {v.round}, {t.name(v.spot)}, put right: {v.reason} ({v.clause}): {signed(v.cents)}"
    ),
    e.SeatLeft: lambda t, v: f"You leave the table with {format_cents(v.cents)}.",
}
# Not announced to a player who sees the stakes on the felt.
SEEN_ON_THE_FELT: Final = (e.CardsRevealed, e.StakeCollected, e.Decided, e.Discarded, e.BetsClosed)


def place_of(rules: Rules, view: View) -> str:
    """The stage of a round: `at 4th Street`, `before the cards`."""
    if view.choices:
        return f"at {rules.spots[view.choices[0].spot].name}"
    return "at the discard" if view.discards is not None else "before it was settled"


def meters_sentence(view: View) -> str:
    meters = [f"{name} {format_cents(cents)}" for name, cents in view.meters.items()]
    return f"Progressive {'meters: ' * (len(meters) > 1)}{', '.join(meters)}."
