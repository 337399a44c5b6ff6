"""Irregularities (chapter 13), each a report with the document's consequence; and corrections.

A correction is of a payment that a review found wrong (ruling G44).
"""

from typing import Final

from msgspec.structs import replace

from pitboss.cards import FACE_DOWN, NO_CARD
from pitboss.money import format_cents
from pitboss.rulebook.model import RevealStep
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import (
    bad_cards,
    lay_out,
    not_ready,
    past_turned,
    pending_targets,
)
from pitboss.table.equipment import (
    alternating,
    condition,
    failing_shoe,
    off_the_rack,
    one_device,
)
from pitboss.table.refusals import Answer, Reason, Refusal, allowed_roles, bad_reason, refuse
from pitboss.table.seats.seating import MAX_CHIPS
from pitboss.table.state import COMMUNITY, Table, put_in_rack
from pitboss.table.voiding import void


def face_up(table: Table, command: c.ReportFaceUp) -> Answer:
    """Ruling G24: one is set aside and the next card takes its place; a second voids the round."""
    game = table.rules.game
    clause = game.cite("face-up.one")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    if no := not_ready(table):
        return no
    if not pending_targets(table) or not table.remaining:
        return refuse(Reason.NOTHING_TO_DEAL, "", clause)
    cards = (command.card,) if command.card is not None else ()
    if table.physical and not cards:
        return refuse(Reason.UNKNOWN_CARD, "name the card", clause)
    if not table.physical and command.card not in (None, table.stub[table.dealt]):
        return refuse(Reason.UNKNOWN_CARD, "it is not the next card", clause)
    if table.physical and (no := bad_cards(table, cards)):
        return no
    card = command.card if command.card is not None else table.stub[table.dealt]
    if table.set_aside:
        more = game.cite("face-up.more")
        aside = e.CardSetAside(card, more)
        return (aside, *void(table, command, "a second card was face up", more))
    return (e.CardSetAside(card, clause),)


def drawn_in_error(table: Table, command: c.ReportDrawnInError) -> Answer:
    """The card is used as the next one: nothing changes but the record."""
    clause = table.rules.game.cite("drawn-in-error")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    if no := not_ready(table):
        return no
    if not table.remaining:
        return refuse(Reason.NOTHING_TO_DEAL, "no card is left", clause)
    if not pending_targets(table):
        # Ruling G34: it stays on the stub, where a draw may still take it from.
        return (e.DrawnInError(command.by, command.at, "G34"),)
    return (e.DrawnInError(command.by, command.at, clause),)


def _not_in_play(table: Table, clause: str) -> Refusal | None:
    if table.phase == "settling":
        return refuse(Reason.ALREADY_SETTLED, "", clause)
    if table.cards != "in play":
        return refuse(Reason.NO_ROUND, "no cards are out", clause)
    return None


def community_exposed(table: Table, command: c.ReportCommunityExposed) -> Answer:
    """Ruling G25: the box is treated as the community cards are."""
    clause = table.rules.game.cite("community-early")
    if not clause:
        return refuse(Reason.NO_SUCH_RULE, "the game has no community cards", "D7")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    if no := _not_in_play(table, clause):
        return no
    steps = table.rules.game.play[table.step :]
    hidden = any(isinstance(s, RevealStep) and s.what == command.place for s in steps)
    cards = table.community if command.place == COMMUNITY else table.box
    if not hidden or all(card == NO_CARD for card in cards):
        why = "has no card" if hidden else "is face up"
        return refuse(Reason.NOTHING_TO_REVEAL, f"the {command.place} {why}", clause)
    return void(table, command, f"a {command.place} card was exposed early", clause)


def card_exposed(table: Table, command: c.ReportCardExposed) -> Answer:
    """Ruling G26: no clause voids the round, so the card plays; the record says who saw it."""
    if no := allowed_roles(command, "dealer", "floorperson", clause="G26"):
        return no
    if no := _not_in_play(table, "G26"):
        return no
    seat = table.seats.get(command.seat)
    if seat is None or not seat.hole:
        return refuse(Reason.NO_SUCH_SEAT, f"no cards at seat {command.seat}", "G26")
    if not 0 <= command.slot < len(seat.hole) or seat.hole[command.slot] == NO_CARD:
        return refuse(Reason.UNKNOWN_CARD, f"seat {command.seat} has no such card", "G26")
    if command.slot in seat.shown:
        return refuse(Reason.NOTHING_TO_REVEAL, "the card is face up", "G26")
    card = seat.hole[command.slot]
    cards = () if command.card is None else (command.card,)
    if card == FACE_DOWN and not cards:
        return refuse(Reason.UNKNOWN_CARD, "name the card", "G26")
    if cards and card != FACE_DOWN:
        return refuse(Reason.UNKNOWN_CARD, "the house knows it", "G26")
    if no := bad_cards(table, cards):
        return no
    card = cards[0] if cards else card
    return (e.CardExposed(command.seat, command.slot, card, command.by, command.at, "G26"),)


def evolve_card_exposed(table: Table, event: e.CardExposed) -> Table:
    table.entries = ()
    seat = table.own(event.seat)
    seat.shown = (*seat.shown, event.slot)
    seat.hole = (*seat.hole[: event.slot], event.card, *seat.hole[event.slot + 1 :])
    # If this was the last third card to turn, nothing is left of that step.
    return past_turned(table) if table.phase == "play" else table


def evolve_set_aside(table: Table, event: e.CardSetAside) -> Table:
    table = lay_out(table)
    put_in_rack(table, "set aside", (event.card,))
    dealt, set_aside = table.dealt + 1, table.set_aside + 1
    return replace(table, dealt=dealt, set_aside=set_aside, entries=())


# ── devices that jam, fail, are covered or signed, and work again ─────────────────────────────────


def _has_device(table: Table, device: c.Device) -> bool:
    """The devices of 235 13.H, DD .13F, LIR .13H and MS 13.H; a manual shoe is not one."""
    if device == "shuffler":
        return table.rules.choices.shuffler
    return "automated-shoe" in (table.dealing.method, table.rules.dealing.method)


def report_out_of_order(table: Table, command: c.ReportOutOfOrder) -> Answer:
    clause = table.rules.game.cite("out-of-order")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    if not _has_device(table, command.device):
        return refuse(Reason.NO_SUCH_DEVICE, command.device, clause)
    if condition(table, command.device) != "working":
        return refuse(Reason.DEVICE_BROKEN, f"the {command.device} is reported already", clause)
    reported = _reported(command, "out of order", clause)
    if failing_shoe(table, command.device):
        jam = table.rules.game.cite("shoe-jam")
        return (reported, *void(table, command, "the shoe is out of order", jam))
    return (reported,)


def _reported(
    command: c.ReportOutOfOrder | c.MarkDevice | c.RestoreDevice,
    condition: e.Condition,
    clause: str,
) -> e.DeviceReported:
    return e.DeviceReported(command.device, condition, command.by, command.at, clause)


def mark_device(table: Table, command: c.MarkDevice) -> Answer:
    clause = table.rules.game.cite("out-of-order")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    if condition(table, command.device) == "working":
        return refuse(Reason.DEVICE_WORKING, f"the {command.device}", clause)
    return (_reported(command, command.how, clause),)


def restore_device(table: Table, command: c.RestoreDevice) -> Answer:
    clause = table.rules.game.cite("out-of-order")
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    if condition(table, command.device) == "working":
        return refuse(Reason.DEVICE_WORKING, f"the {command.device}", clause)
    if table.cards == "in play":
        return refuse(Reason.IN_A_ROUND, f"round {table.round}", clause)
    return (_reported(command, "working", clause),)


def jam(table: Table, command: c.ReportJam) -> Answer:
    """A jammed shoe that still has cards to deal voids the round; a jammed shuffle is repeated."""
    game, device = table.rules.game, command.device
    voids = failing_shoe(table, device)
    clause = game.cite("shoe-jam" if voids or device == "shoe" else "shuffler-jam")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    jammed = e.DeviceReported(device, "jammed", command.by, command.at, clause)
    if voids:
        if condition(table, device) != "working":
            return refuse(Reason.DEVICE_BROKEN, f"the {device}", game.cite("out-of-order"))
        return (jammed, *void(table, command, "the shoe jammed", clause))
    if device == "shoe":
        if table.dealing.method != "automated-shoe":
            return refuse(Reason.NO_SUCH_DEVICE, "no automated shoe is in use", clause)
        if table.phase == "settling":
            return refuse(Reason.ALREADY_SETTLED, "", clause)
        if table.phase == "bets":
            return refuse(Reason.NO_ROUND, "no cards are out", clause)
        return refuse(Reason.NOTHING_TO_DEAL, "the shoe has dealt all its cards", clause)
    if not table.rules.choices.shuffler:
        return refuse(Reason.NO_SUCH_DEVICE, "the table has no shuffler", clause)
    if condition(table, device) != "working":
        return refuse(Reason.DEVICE_BROKEN, "the shuffler", game.cite("out-of-order"))
    in_use = ("stacked", "used", "shuffled", "ready", *("in play",) * alternating(table))
    if table.cards not in in_use:
        return refuse(Reason.OUT_OF_ORDER_STEP, f"the cards are {table.cards}", clause)
    return (jammed,)


def evolve_device(table: Table, event: e.DeviceReported) -> Table:
    if event.condition == "jammed":
        # The shuffle did not finish (235 13.F, DD .13D, LIR .13F, MS 13.F): shuffle again.
        if event.device == "shuffler" and table.stored == "ready":
            return replace(table, stored="loaded", stored_order=())
        if event.device == "shuffler":
            table = off_the_rack(table, table.deck)  # the cards were in it, and come out of it
        shuffled = table.cards in ("shuffled", "ready")
        return replace(table, cards="used", stub=()) if shuffled else table
    if event.condition == "out of order":
        table = _emptied(table, event.device)
    others = {} if one_device(table) else table.devices
    return replace(table, devices={**others, event.device: event.condition})


def _emptied(table: Table, device: c.Device) -> Table:
    """Takes out what a broken device held: the deck stored, and what a shoe was to deal."""
    if (device == "shuffler" or one_device(table)) and table.stored in ("loaded", "ready"):
        table = replace(table, stored="", stored_order=())
    if failing_shoe(table, device) and table.cards in ("shuffled", "ready"):
        table = replace(table, cards="used", stub=())
    return table


# ── corrections ───────────────────────────────────────────────────────────────────────────────────

CORRECTION_RULING: Final = "G44"


def correct(table: Table, command: c.Correct) -> Answer:
    """One person asks and a floorperson approves; the house alone corrects nothing."""
    rules, player, cents = table.rules, command.player, command.cents
    if command.by.role != "floorperson":
        return refuse(Reason.NOT_YOUR_ROLE, "only a floorperson may", CORRECTION_RULING)
    if not command.asked or command.asked == command.by.name:
        return refuse(Reason.NOT_YOUR_ROLE, "another person must ask for it", CORRECTION_RULING)
    if not 1 <= command.seat <= rules.game.seats:
        return refuse(Reason.NO_SUCH_SEAT, f"seat {command.seat}", rules.game.cite("seats"))
    if all(seat.player != player for seat in table.seats.values()):
        return refuse(Reason.SEAT_EMPTY, f"{player} has no chips at the table", CORRECTION_RULING)
    if table.phase != "bets":
        return refuse(Reason.IN_A_ROUND, "", CORRECTION_RULING)
    if not 1 <= command.round < table.round:
        return refuse(Reason.NO_SUCH_ROUND, f"round {command.round}", CORRECTION_RULING)
    if command.spot not in rules.spots:
        return refuse(Reason.NO_SUCH_SPOT, command.spot, CORRECTION_RULING)
    if table.chips(player) + cents < 0:
        detail = f"{player} has {format_cents(table.chips(player))}"
        return refuse(Reason.NOT_ENOUGH_CHIPS, detail, CORRECTION_RULING)
    if not 0 < abs(cents) <= MAX_CHIPS:
        return refuse(Reason.BAD_AMOUNT, format_cents(cents), CORRECTION_RULING)
    if no := bad_reason(command.reason, CORRECTION_RULING):
        return no
    about = (command.round, command.seat, player, command.spot, cents, command.reason)
    by = (command.asked, command.by, command.at)
    return (e.Corrected(*about, *by, CORRECTION_RULING, rules.short),)
