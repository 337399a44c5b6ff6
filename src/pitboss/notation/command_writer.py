"""Commands written as sentences, the ones `speak` reads back."""

import re
from collections.abc import Callable
from typing import Any, Final

from pitboss.cards import Card, card_name, card_names
from pitboss.money import format_cents
from pitboss.notation.command_reader import ACTORS, DUTIES, Reader
from pitboss.notation.start_lines import exact_amount
from pitboss.table import commands as c
from pitboss.table.equipment import BACKS
from pitboss.table.state import Table

_DUTY_WORDS: Final = {duty: words for words, duty in DUTIES.items()}


def say(table: Table, command: c.Command) -> str:
    """A command as a sentence, with `as …:` where the speaker is not the one it implies."""
    text = _SAYINGS[type(command)](table, command)
    implied = Reader().read(table, text)[0].by
    if implied == command.by:
        return text
    name = "" if command.by.name == command.by.role else f" {command.by.name}"
    return f"as {command.by.role}{name}: {text}"


def _say_staff(words: str) -> Callable[[Table, Any], str]:
    return lambda table, x: f"{_staff(x)} {words.format(c=x)}"


def _staff(command: c.Command) -> str:
    return command.by.role if command.by.role in ACTORS else "dealer"


def _say_bet(table: Table, command: c.Bet) -> str:
    back = [spot for spot, cents in command.stakes.items() if not cents]
    if back and len(back) == len(command.stakes):
        return f"seat {command.seat} takes back {', '.join(back)}"
    stakes = ", ".join(f"{spot} {format_cents(cents)}" for spot, cents in command.stakes.items())
    return f"seat {command.seat} bets {stakes}"


def _say_act(table: Table, command: c.Act) -> str:
    spot = command.spot or getattr(table.game_step, "spot", "")
    if command.act == "ride":
        return f"seat {command.seat} lets {spot} ride"
    if command.act == "withdraw":
        return f"seat {command.seat} withdraws {spot}"
    if command.act in ("bet", "raise"):
        declared, seat = table.rules.spots.get(spot), table.seats.get(command.seat)
        stakes = seat.stakes if seat else {}
        base = stakes[declared.of].cents if declared and declared.of in stakes else 1
        return f"seat {command.seat} {command.act}s {spot} {format_cents(base * command.multiple)}"
    return f"seat {command.seat} {command.act}s"


def _say_shuffle(table: Table, command: c.Shuffle) -> str:
    counted = "" if command.counted is None else f" counting {command.counted}"
    how = "device" if command.device else "hand"
    return f"{_staff(command)} shuffles by {how}{counted}{_with_cards(command.order)}"


def _say_receive(table: Table, command: c.ReceiveCards) -> str:
    origin = f" prepared by {command.prepared_by}" if command.prepared_by else ""
    origin += f" under seal {command.seal}" if command.seal else ""
    what = f"cards{origin}" if origin else "prepared cards"
    if not command.prepared:
        what = "the cards"
    if command.decks == 1 < table.rules.choices.decks and command.by.role != "house":
        what = f"one deck of {what}"  # of the house's own cards (ruling G55)
    return f"{_staff(command)} receives {what}{_with_cards(command.order)}"


def _say_deal(table: Table, command: c.Deal) -> str:
    if command.cards:
        return f"{_staff(command)} deals: {card_names(command.cards)}"
    return f"{_staff(command)} deals" + (f" {command.count} cards" if command.count else "")


def _say_discard(table: Table, command: c.Discard) -> str:
    seat = table.seats.get(command.seat)
    hole = seat.hole if seat else ()
    cards = command.cards + tuple(hole[slot] for slot in command.slots if slot < len(hole))
    if command.number:
        names = f" with {card_names(cards)}" if cards else ""
        return f"seat {command.seat} discards {command.number}{names}"
    if not cards:
        return f"seat {command.seat} stands pat"
    return f"seat {command.seat} discards {card_names(cards)}"


def _say_perform(table: Table, command: c.Perform) -> str:
    words = _DUTY_WORDS[command.duty]
    words += "" if command.deck is None else f" of the {BACKS[command.deck]} deck"
    words += _because(command.reason)
    if command.duty == "view" and command.by.role == "player":
        own = [n for n, seat in table.seats.items() if seat.player == command.by.name]
        return f"seat {own[0] if own else 1} {words}"
    return f"{_staff(command)} {words}"


def _say_defect(table: Table, command: c.ReportDefect) -> str:
    taker = f"; {command.taken_by} takes it" if command.taken_by else ""
    back = BACKS[command.deck]
    return f"{_staff(command)} finds the {back} deck defective: {command.what}{taker}"


def _say_count(table: Table, command: c.CountStub) -> str:
    counts = "".join(f", {place} has {n}" for place, n in command.found.items())
    return f"{_staff(command)} counts the stub: {command.stub}{counts}"


def _say_no_more_bets(table: Table, command: c.NoMoreBets) -> str:
    chips = ", ".join(f"{wager} {n}" for wager, n in command.chips.items())
    return f"no more bets with chips {chips}" if chips else "no more bets"


def _say_correct(table: Table, command: c.Correct) -> str:
    sign = "−" if command.cents < 0 else "+"
    what = f"round {command.round} seat {command.seat} {command.player} {command.spot}"
    why = _second(command.asked) + _because(command.reason)
    return f"{_staff(command)} corrects {what} by {sign}{format_cents(abs(command.cents))}{why}"


def _say_sit(table: Table, command: c.Sit) -> str:
    name = re.sub(r"[^\w-]", "-", command.player) or f"seat-{command.seat}"
    return f"{name} sits at seat {command.seat}"


def _kind(command: c.BuyIn) -> str:
    return " in chips" if command.kind == "chips" else ""


def _say_forfeit(table: Table, command: c.Forfeit) -> str:
    # An older log may hold a ground where the document names none (G31): it had no effect.
    grounds = table.rules.game.grounds
    ground = f" for {command.ground}" if command.ground and grounds else ""
    why = _second(command.asked) + _because(command.words)
    return f"{_staff(command)} forfeits seat {command.seat}{ground}{why}"


def _second(name: str) -> str:
    return f" as {name} asked" if name else ""


def _say_face_up(table: Table, command: c.ReportFaceUp) -> str:
    card = "" if command.card is None else f": {card_name(command.card)}"
    return f"{_staff(command)} finds a card face up{card}"


def _with_meters(meters: dict[str, int]) -> str:
    parts = ", ".join(f"{name} {exact_amount(n)}" for name, n in meters.items())
    return f" with meters {parts}" if parts else ""


def _with_cards(cards: tuple[Card, ...]) -> str:
    return f": {card_names(cards)}" if cards else ""


def _say_hand(verb: str) -> Callable[[Table, Any], str]:
    return lambda table, x: f"{_staff(x)} {verb} seat {x.seat}{_with_cards(x.cards)}"


def _say_settle(table: Table, command: c.Settle) -> str:
    seat = f" seat {command.seat}" if command.seat else ""
    return f"{_staff(command)} settles{seat}{_with_meters(command.meters)}"


def _say_validate(table: Table, command: c.ValidateAward) -> str:
    counts = ", ".join(f"{place} {number}" for place, number in command.counts.items())
    lamp = ", the light lit" if command.lamp else ""
    counting = f", counting {counts}" if counts else ""
    who = f"{_staff(command)} validates seat {command.seat}"
    return f"{who}{lamp}{counting}{_with_meters(command.meters)}"


def _say_reopen(verb: str) -> Callable[[Table, Any], str]:
    return lambda table, x: (
        f"{_staff(x)} {verb} seat {x.seat}{_with_meters(x.meters)}{_because(x.reason)}"
    )


def _say_reason(words: str) -> Callable[[Table, Any], str]:
    return lambda table, x: f"{_staff(x)} {words.format(c=x)}{_because(x.reason)}"


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


def _say_wrong_number(table: Table, command: c.ReportWrongNumber) -> str:
    number = "" if command.cards is None else f", {command.cards}"
    what = f"reports the wrong number of cards at {command.place}{number}"
    return f"{_staff(command)} {what}{_with_meters(command.meters)}"


def _say_foreign_card(table: Table, command: c.ReportForeignCard) -> str:
    what = f"reports {card_name(command.card)} at {command.place}, which cannot be there"
    return f"{_staff(command)} {what}{_with_meters(command.meters)}"


def _say_exposed(table: Table, command: c.ReportCardExposed) -> str:
    face = "" if command.card is None else f": {card_name(command.card)}"
    return f"{_staff(command)} exposes card {command.slot + 1} of seat {command.seat}{face}"


_SAYINGS: Final[dict[type[c.Command], Callable[[Table, Any], str]]] = {
    c.ReceiveCards: _say_receive,
    c.Perform: _say_perform,
    c.ReportDefect: _say_defect,
    c.Shuffle: _say_shuffle,
    c.DirectShuffle: _say_reason("directs a shuffle"),
    c.LoadDeck: _say_staff("loads the other deck"),
    c.Cut: _say_staff("cuts {c.depth} deep"),
    c.ReportOutOfOrder: _say_staff("reports the {c.device} out of order"),
    c.MarkDevice: _say_staff("marks the {c.device} {c.how}"),
    c.RestoreDevice: _say_staff("restores the {c.device}"),
    c.ChangeMethod: lambda t, x: f"{_staff(x)} changes to {x.method} {x.variant}".strip(),
    c.Sit: _say_sit,
    c.Leave: lambda t, x: f"seat {x.seat} leaves",
    c.BuyIn: lambda t, x: f"seat {x.seat} buys {format_cents(x.cents)}{_kind(x)}",
    c.PlayByHand: lambda t, x: f"seat {x.seat} plays by {'hand' if x.on else 'device'}",
    c.Fill: lambda t, x: (
        f"{_staff(x)} {'fills' if x.cents > 0 else 'credits'} {format_cents(abs(x.cents))}"
    ),
    c.Bet: _say_bet,
    c.NoMoreBets: _say_no_more_bets,
    c.RemoveWager: _say_reason("removes seat {c.seat} {c.spot}"),
    c.Deal: _say_deal,
    c.Act: _say_act,
    c.Discard: _say_discard,
    c.Retract: lambda t, x: f"seat {x.seat} retracts",
    c.Reveal: lambda t, x: f"{_staff(x)} reveals{_with_cards(x.cards)}",
    c.ShowHand: _say_hand("shows"),
    c.ReadHand: _say_hand("reads"),
    c.CountStub: _say_count,
    c.Settle: _say_settle,
    c.ValidateAward: _say_validate,
    c.RefuseAward: _say_reopen("refuses the award at"),
    c.ReopenSeat: _say_reopen("reopens"),
    c.CompletePapers: _say_staff("completes the papers of seat {c.seat}"),
    c.UpholdReport: lambda t, x: f"{_staff(x)} upholds the report{_with_meters(x.meters)}",
    c.OverruleReport: _say_reason("overrules the report"),
    c.CannotDeal: _say_reason("cannot deal"),
    c.PlayOn: _say_staff("plays on seat {c.seat}"),
    c.Abandon: lambda t, x: (
        f"{_staff(x)} abandons seat {x.seat}{_second(x.asked)}{_because(x.reason)}"
    ),
    c.Forfeit: _say_forfeit,
    c.Correct: _say_correct,
    c.ReportFaceUp: _say_face_up,
    c.ReportDrawnInError: _say_staff("draws a card in error"),
    c.ReportWrongNumber: _say_wrong_number,
    c.ReportForeignCard: _say_foreign_card,
    c.ReportCommunityExposed: _say_staff("reports a {c.place} card exposed"),
    c.ReportCardExposed: _say_exposed,
    c.ReportJam: _say_staff("reports a {c.device} jam"),
}
