"""Shuffling, loading the other deck, cutting (chapters 3 and 5)."""

from typing import Final

from msgspec.structs import replace

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.equipment import (
    BACKS,
    alternating,
    condition,
    counting_shuffle,
    is_deck,
    load_due,
    needs_cut,
    off_the_rack,
    other_deck,
    unmarked,
    working_shuffler,
)
from pitboss.table.opening import UNUSED, decks_removed
from pitboss.table.refusals import Answer, Reason, Refusal, allowed_roles, no_reason, refuse
from pitboss.table.state import Table

CUT_DEPTH: Final = (
    10  # the cover card goes in at least this deep (235 5.F, DD .05F(1), LIR .05F, MS 5.E)
)


def shuffle(table: Table, command: c.Shuffle) -> Answer:
    game = table.rules.game
    stored = table.cards == "in play" and alternating(table)
    rule = "shuffle.directed" if table.direction else "decks.stored" if stored else "shuffle"
    clause = game.cite(rule)
    if no := allowed_roles(command, "dealer", "device", clause=clause):
        return no
    if stored:
        # The deck not in play is shuffled and kept in the device.
        if no := _not_stored_now(table, command, clause):
            return no
    elif table.cards not in ("stacked", "used") or table.planned:
        return refuse(Reason.OUT_OF_ORDER_STEP, f"the cards are {table.cards}", clause)
    if no := _not_so(table, command):
        return no
    deck = other_deck(table) if stored else table.deck
    asks, counts = counting_shuffle(table, by_device=command.device), game.cite("count.device")
    if command.counted is not None and not asks:
        return refuse(Reason.NO_SUCH_DEVICE, "no device counts the cards in this shuffle", counts)
    if asks and command.counted is None and not (command.order or command.by.role == "house"):
        # Ruling G49: nothing is counted unless somebody says the number. The house knows its own.
        return refuse(Reason.COUNT_MISSING, "give the number of cards on the device", counts)
    if command.counted not in (None, table.size):
        # Ruling G22: the count of the game's own deck. Ruling G28: even where the cut is excused.
        why = f"the device counted {command.counted} cards, not {table.size}"
        return decks_removed(table, deck, why, command.at, counts)
    return (
        e.CardsShuffled(
            deck,
            command.order,
            command.device,
            needs_cut(table, by_device=command.device),
            command.by,
            command.at,
            clause,
            command.counted,
        ),
    )


def _not_so(table: Table, command: c.Shuffle) -> Refusal | None:
    """Why these cards cannot be shuffled that way."""
    game = table.rules.game
    if command.device:
        if not table.rules.choices.shuffler:
            return refuse(Reason.NEEDS_SHUFFLER, "the table has none", game.cite("shuffle.device"))
        if condition(table, "shuffler") != "working":
            return refuse(Reason.DEVICE_BROKEN, "the shuffler", game.cite("out-of-order"))
    elif no := unmarked(table, game.cite("out-of-order")):
        return no
    elif table.dealing.method == "hand":
        return refuse(Reason.NEEDS_SHUFFLER, "dealing from the hand", table.dealing.requires)
    elif table.decks > 1 and condition(table, "shuffler") == "working":
        return refuse(
            Reason.NEEDS_SHUFFLER, "two decks alternate through it", game.cite("decks.two")
        )
    if command.order and not is_deck(table, command.order):
        return refuse(Reason.BAD_DECK, f"{len(command.order)} cards given", game.cite("deck"))
    return None


def _not_stored_now(table: Table, command: c.Shuffle, clause: str) -> Refusal | None:
    if table.stored == "removed":
        return refuse(Reason.OUT_OF_ORDER_STEP, "the other deck is removed", clause)
    if table.stored == "ready":
        return refuse(Reason.OUT_OF_ORDER_STEP, "the other deck waits in the shuffler", clause)
    if load_due(table):
        return refuse(Reason.OUT_OF_ORDER_STEP, "the other deck is not in the shuffler", clause)
    if not command.device:
        return refuse(Reason.NEEDS_SHUFFLER, "two decks alternate through it", clause)
    return None


def direct_shuffle(table: Table, command: c.DirectShuffle) -> Answer:
    """Ruling G51: the floorperson directs, with a reason, and the dealer shuffles."""
    clause = table.rules.game.cite("shuffle.directed")
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    stored = table.cards == "in play" and alternating(table) and table.stored == "ready"
    if not stored and (table.cards not in UNUSED or table.planned):
        return refuse(Reason.OUT_OF_ORDER_STEP, f"the cards are {table.cards}", clause)
    if table.direction:
        return refuse(Reason.OUT_OF_ORDER_STEP, "a shuffle is directed already", clause)
    if no := no_reason(command, command.reason, clause):
        return no
    return (e.ShuffleDirected(command.reason, command.by, command.at, clause),)


def load_deck(table: Table, command: c.LoadDeck) -> Answer:
    """The other deck leaves the rack for the shuffler, so the rack holds one deck at a time."""
    game = table.rules.game
    clause = game.cite("decks.stored")
    if no := allowed_roles(command, "dealer", clause=clause):
        return no
    if table.decks < 2:
        return refuse(Reason.BAD_DECK, "the table has one deck", game.cite("decks.two"))
    if not working_shuffler(table):
        return refuse(Reason.DEVICE_BROKEN, "the shuffler", game.cite("out-of-order"))
    if table.stored:
        why = "is removed" if table.stored == "removed" else "is in the shuffler"
        what = f"the {BACKS[other_deck(table)]} deck {why}"
        return refuse(Reason.OUT_OF_ORDER_STEP, what, clause)
    if table.cards not in ("shuffled", "ready", "in play"):
        # The deck to be played next still needs the shuffler.
        return refuse(Reason.OUT_OF_ORDER_STEP, f"the cards are {table.cards}", clause)
    return (e.DeckLoaded(other_deck(table), command.by, command.at, clause),)


def cut(table: Table, command: c.Cut) -> Answer:
    game = table.rules.game
    clause = game.cite("cut")
    if no := allowed_roles(command, "dealer", clause=clause):
        return no
    if table.cards != "shuffled":
        why = Reason.CUT_NOT_NEEDED if table.cards == "ready" else Reason.OUT_OF_ORDER_STEP
        return refuse(why, f"the cards are {table.cards}", game.cite("cut.required"))
    if not CUT_DEPTH <= command.depth < table.size:
        detail = f"{command.depth} of {table.size}, not {CUT_DEPTH} to {table.size - 1}"
        return refuse(Reason.BAD_CUT, detail, clause)
    return (e.CardsCut(command.depth, command.by, command.at, clause),)


def evolve_directed(table: Table, event: e.ShuffleDirected) -> Table:
    if table.cards == "in play":
        return replace(table, direction=True, stored="loaded", stored_order=())
    cards = "stacked" if table.cards == "stacked" else "used"
    return replace(table, direction=True, cards=cards, stub=())


def evolve_loaded(table: Table, event: e.DeckLoaded) -> Table:
    return replace(off_the_rack(table, event.deck), stored="loaded")


def evolve_shuffled(table: Table, event: e.CardsShuffled) -> Table:
    """The cards are one stack again, to be cut or dealt (235 5.B, DD .05B, LIR .05B)."""
    if table.cards == "in play":
        return replace(table, stored="ready", stored_order=event.order, direction=False)
    table.cards, table.stub = "shuffled" if event.needs_cut else "ready", event.order
    table.by_device, table.prepared, table.direction = event.device, False, False
    return off_the_rack(table, event.deck)


def evolve_cut(table: Table, event: e.CardsCut) -> Table:
    # 235 5.F(1), DD .05F(2), LIR .05F(1), MS 5.E(1): what lies above the cover card goes under.
    # Then the stack is ready to deal (235 5.F(2), DD .05F(3), LIR .05F(2), MS 5.E(2)).
    stub = table.stub[event.depth :] + table.stub[: event.depth]
    return replace(table, cards="ready", stub=stub)
