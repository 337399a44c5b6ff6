"""What one viewer may see of a table and of its events, built up from nothing.

A hidden card is never in it: a view and an event name it `??`.

A player sees the cards of their own boxes (235 11.A, DD .11A, LIR .11A, MS 11.A), except a slot
the game keeps from its own player, and what is turned up. Everyone else, dealers and floorpersons
too, sees only what is turned up.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from pitboss.cards import NO_CARD, Card, card_name
from pitboss.money import Cents, whole_cents
from pitboss.rulebook.model import Decide, Exchange
from pitboss.table import events as e
from pitboss.table.duties import Due, due
from pitboss.table.state import SEAT_NAMES, Table
from pitboss.table.wagering import call_due

Viewer = Literal["player", "dealer", "floorperson", "auditor", "watcher"]
HIDDEN: Final = "??"
EMPTY: Final = ""


class Choice(msgspec.Struct, frozen=True):
    """Something the viewer may do now, with what it costs. `clause` is why it may be done."""

    act: str
    spot: str
    cents: Cents
    multiple: int
    clause: str


class BetSpot(msgspec.Struct, frozen=True):
    spot: str
    least: Cents
    most: Cents
    clause: str


class SeatView(msgspec.Struct, frozen=True):
    seat: int
    player: str
    yours: bool
    stakes: dict[str, Cents]
    cards: tuple[str, ...]
    folded: str
    dropped: str
    by_hand: bool = False  # the dealer may enter for it


class View(msgspec.Struct, frozen=True):
    game: str
    rules: str
    round: int
    phase: str
    cards: str  # their condition
    turn: int
    seats: tuple[SeatView, ...]
    community: tuple[str, ...]
    box: tuple[str, ...]
    meters: dict[str, Cents]
    chips: Cents | None  # the viewing player's own
    bets: tuple[BetSpot, ...]  # spots the viewer may bet on now
    choices: tuple[Choice, ...]
    discards: int | None  # how many cards the viewer may discard now
    due: Due | None  # what the table waits for


def view(table: Table, role: Viewer, seat: int = 0) -> View:
    own = table.seats[seat].player if role == "player" and seat in table.seats else None
    seats = tuple(seat_view(table, number, own) for number in sorted(table.seats))
    shared = replace(table_view(table), seats=seats)
    if own is None:
        return shared
    mine = turn_parts(table) if table.turn == seat else {}
    return replace(shared, chips=Cents(table.chips(own)), bets=bet_spots(table), **mine)


def table_view(table: Table) -> View:
    """What everybody may see, except the seats."""
    return View(
        game=table.rules.game.key,
        rules=table.rules.short,
        round=table.round,
        phase=table.phase,
        cards=table.cards,
        turn=table.turn,
        seats=(),
        community=_face(table.community, range(table.community_shown)),
        box=_face(table.box, range(len(table.box)) if table.box_shown else range(0)),
        meters={name: whole_cents(amount) for name, amount in table.meters.items()},
        chips=None,
        bets=(),
        choices=(),
        discards=None,
        due=due(table),
    )


def turn_parts(table: Table) -> dict[str, Any]:
    """What only the view of the player whose turn it is contains."""
    step = table.game_step
    if isinstance(step, Decide):
        return {"choices": choices(table, table.turn)}
    if isinstance(step, Exchange) and not call_due(table):
        return {"discards": step.up_to}
    return {}


def seat_view(table: Table, number: int, own: str | None) -> SeatView:
    """Players look at their own cards, which lie face down to everybody else (DD .11B)."""
    seat = table.seats[number]
    yours = own == seat.player
    hidden = table.rules.game.hidden
    mine = [n for n in range(len(seat.hole)) if n not in hidden] if yours else ()
    stakes = {key: stake.cents for key, stake in seat.stakes.items() if not stake.done}
    return SeatView(
        number,
        seat.player,
        yours,
        stakes,
        _face(seat.hole, {*mine, *seat.shown}),
        seat.folded,
        seat.dropped,
        seat.by_hand,
    )


def _face(cards: tuple[Card, ...], open_slots: range | set[int]) -> tuple[str, ...]:
    return tuple(
        EMPTY if card == NO_CARD else card_name(card) if n in open_slots else HIDDEN
        for n, card in enumerate(cards)
    )


def bet_spots(table: Table) -> tuple[BetSpot, ...]:
    """The spots that a player may bet on now."""
    if table.phase != "bets" or table.cards == "closed":
        return ()
    rules = table.rules
    return tuple(
        BetSpot(spot.key, *rules.limits(spot), spot.clause)
        for spot in rules.spots.values()
        if not spot.multiples
    )


def choices(table: Table, number: int) -> tuple[Choice, ...]:
    """The acts a seat may choose between now, those its chips can pay for."""
    step, seat = table.game_step, table.seats[number]
    assert isinstance(step, Decide)
    declined = Choice(step.decline, step.spot, Cents(0), 0, step.declined)
    if step.accept == "ride":
        return (Choice("ride", step.spot, Cents(0), 1, step.clause), declined)
    spot = table.rules.spots[step.spot]
    base, chips = seat.stakes[spot.of].cents, table.chips(seat.player)
    return (
        *(
            Choice(step.accept, step.spot, Cents(base * times), times, step.clause)
            for times in spot.multiples
            if base * times <= chips or seat.by_hand  # chips on the felt prove themselves (G57)
        ),
        declined,
    )


# ── events ────────────────────────────────────────────────────────────────────────────────────────


def witness(table: Table, event: e.Event, player: str | None) -> dict[str, Any]:
    """What `player` (None: anyone else) may know of an event; `table` is the state after it."""
    whole: dict[str, Any] = msgspec.to_builtins(event)
    fields = SHOWN[type(event)]
    if fields is None:
        return whole
    face_up = _lies_face_up(table, event, player)
    shown = {key: whole[key] for key in ("type", *fields)}
    if shown.get("card") is not None:
        shown["card"] = card_name(shown["card"]) if face_up else HIDDEN
    if isinstance(shown.get("cards"), tuple | list):  # else it is a number of cards
        shown["cards"] = [card_name(card) if face_up else HIDDEN for card in shown["cards"]]
    return shown


def _lies_face_up(table: Table, event: e.Event, player: str | None) -> bool:
    """Whether the player may know the event's cards."""
    match event:
        case e.CardDealt(place=place, slot=slot):
            return place in _places_of(table, player) and slot not in table.rules.game.hidden
        case e.Discarded(seat=seat):
            return SEAT_NAMES[seat] in _places_of(table, player)
    # Not those of HandRead: the two who read a hand again must not see each other's reading
    # (ruling G50).
    return isinstance(event, _TURNED_UP)


def _places_of(table: Table, player: str | None) -> list[str]:
    return [SEAT_NAMES[n] for n, seat in table.seats.items() if seat.player == player]


# Events whose cards their own player sees and nobody else does.
PRIVATE: Final = frozenset((e.CardDealt, e.Discarded))
# Events whose cards everybody sees.
_TURNED_UP: Final = (
    *(e.CardSetAside, e.CardsRevealed, e.CardExposed, e.HandShown),
    *(e.SlipOpened, e.ReportMade),
)
# Events that carry no card. Every event must have a line here or below: one that has none is shown
# to nobody, and a test finds it.
_PUBLIC: Final = (
    *(e.TableOpened, e.DutyDone, e.DeckDefective, e.ShuffleDirected, e.DeckLoaded, e.CardsCut),
    *(e.DeckRemoved, e.DeviceReported, e.MethodChanged),
    *(e.Seated, e.SeatLeft, e.BoughtIn, e.Filled, e.WagerPlaced, e.BetsClosed, e.StakeCollected),
    *(e.ChipsCounted, e.WagerRemoved, e.DrawnInError, e.StubCounted, e.Decided, e.SeatDropped),
    *(e.BreachNoted, e.SettlementBegun, e.MetersRead, e.MeterFed, e.Lost, e.Paid),
    *(e.AwardPending, e.AwardValidated, e.MeterPaid, e.MeterReset, e.EnvyPaid, e.SeatSettled),
    *(e.RoundEnded, e.RoundVoided, e.StakeReturned, e.Corrected, e.AwardRefused, e.SeatReopened),
    *(e.PapersCompleted, e.PaymentUndone, e.ReportOverruled),
    *(e.HandPlaySet, e.EntryRetracted, e.BuyInRetracted),
)
# The fields of each event that are shown; None where all are, since none is a card.
SHOWN: Final[Mapping[type[e.Event], tuple[str, ...] | None]] = {
    **dict.fromkeys(_PUBLIC),
    e.CardsReceived: ("decks", "prepared", "prepared_by", "seal", "clause"),
    e.CardsShuffled: ("deck", "device", "needs_cut", "counted", "clause"),
    e.CardDealt: ("place", "slot", "card", "clause"),
    e.Discarded: ("seat", "stage", "slots", "cards", "by_house", "clause", "entered"),
    e.CardSetAside: ("card", "clause"),
    e.CardsRevealed: ("place", "slots", "cards", "clause"),
    e.CardExposed: ("seat", "slot", "card", "clause"),
    e.HandShown: ("seat", "cards", "hand", "clause"),
    e.HandRead: ("seat", "cards", "by", "at", "clause"),
    e.SlipOpened: e.SlipOpened.__struct_fields__,
    e.ReportMade: e.ReportMade.__struct_fields__,
}
