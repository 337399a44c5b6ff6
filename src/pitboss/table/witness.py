"""Events as one viewer may hear of them, built up: a face-down card is told as `??`.

An event that carries cards must have its own line here; a test sees to it.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from pitboss.cards import Card, card_name
from pitboss.table import events as e
from pitboss.table.state import SEAT_NAMES, Table
from pitboss.table.view import HIDDEN


def witness(table: Table, event: e.Event, player: str | None) -> dict[str, Any]:
    """What `player` (None: anyone else) is told of an event; `table` is the state after it."""
    told: dict[str, Any] = {"type": type(event).__name__}
    teller = _TELLERS.get(type(event))
    if teller is not None:
        return told | teller(table, event, player)
    return told | {key: value for key, value in msgspec.to_builtins(event).items() if key != "type"}


def _received(table: Table, event: e.CardsReceived, player: str | None) -> dict[str, Any]:
    return {"decks": event.decks, "prepared": event.prepared, "clause": event.clause}


def _shuffled(table: Table, event: e.CardsShuffled, player: str | None) -> dict[str, Any]:
    return {
        "deck": event.deck,
        "device": event.device,
        "needs_cut": event.needs_cut,
        "clause": event.clause,
    }


def _dealt(table: Table, event: e.CardDealt, player: str | None) -> dict[str, Any]:
    own = player is not None and event.place in _places_of(table, player)
    face_up = own and event.slot not in table.rules.game.hidden
    card = card_name(event.card) if face_up else HIDDEN
    return {"place": event.place, "slot": event.slot, "card": card, "clause": event.clause}


def _places_of(table: Table, player: str) -> list[str]:
    return [SEAT_NAMES[n] for n, seat in table.seats.items() if seat.player == player]


def _discarded(table: Table, event: e.Discarded, player: str | None) -> dict[str, Any]:
    own = player is not None and SEAT_NAMES[event.seat] in _places_of(table, player)
    return {
        "seat": event.seat,
        "stage": event.stage,
        "slots": list(event.slots),
        "cards": _names(event.cards) if own else [HIDDEN] * len(event.cards),
        "by_house": event.by_house,
        "clause": event.clause,
    }


def _set_aside(table: Table, event: e.CardSetAside, player: str | None) -> dict[str, Any]:
    return {"card": card_name(event.card), "clause": event.clause}


def _revealed(table: Table, event: e.CardsRevealed, player: str | None) -> dict[str, Any]:
    cards = _names(event.cards)
    return {
        "place": event.place,
        "slots": list(event.slots),
        "cards": cards,
        "clause": event.clause,
    }


def _exposed(table: Table, event: e.CardExposed, player: str | None) -> dict[str, Any]:
    return {
        "seat": event.seat,
        "slot": event.slot,
        "card": card_name(event.card),
        "clause": event.clause,
    }


def _shown(table: Table, event: e.HandShown, player: str | None) -> dict[str, Any]:
    cards = _names(event.cards)
    return {"seat": event.seat, "cards": cards, "hand": event.hand, "clause": event.clause}


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [card_name(card) for card in cards]


_TELLERS: Final[dict[type[e.Event], Callable[[Table, Any, str | None], dict[str, Any]]]] = {
    e.CardsReceived: _received,
    e.CardsShuffled: _shuffled,
    e.CardDealt: _dealt,
    e.Discarded: _discarded,
    e.CardSetAside: _set_aside,
    e.CardsRevealed: _revealed,
    e.CardExposed: _exposed,
    e.HandShown: _shown,
}
