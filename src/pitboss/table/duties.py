"""The duty or decision that a table waits for, whose it is, by which clause, and its command."""

from typing import Any

import msgspec

from pitboss.rulebook.model import Decide, Exchange, RevealStep
from pitboss.table import commands as c
from pitboss.table.equipment import (
    alternating,
    deck_overdue,
    load_due,
    other_deck,
    working_shuffler,
)
from pitboss.table.opening import DUTIES, IDLE, OPENING, UNUSED, next_deck
from pitboss.table.settling import next_hand, papers_clause, settling_seats
from pitboss.table.state import Table
from pitboss.table.wagering import call_due, collecting


class Due(msgspec.Struct, frozen=True):
    what: str
    role: c.Role
    seat: int  # 0 when it is no seat's
    clause: str
    deck: int | None = None  # of two, the one it is about


def due(table: Table, now: int | None = None) -> Due | None:
    """What the table waits for. With `now`, on the commands' clock, also a deck past its hours."""
    game = table.rules.game
    if table.phase == "bets":
        return _between_rounds(table, now)
    if table.phase == "unmatched":
        clause = collecting(table, next(iter(table.unmatched)))
        return Due("remove wager", "floorperson", 0, clause)
    if table.report:
        return Due("decide on the report", "floorperson", 0, "G46")
    if table.pending:
        assert game.progressive is not None
        return Due("validate", "floorperson", table.pending, game.progressive.validated)
    if table.reopened:
        reader: c.Role = "floorperson" if "dealer" in table.readings else "dealer"
        return Due("read the hand", reader, table.reopened, "G50")
    if table.phase == "dealing":
        cards = _cards_due(table) or _load_due(table)
        return cards or Due("deal", "dealer", 0, table.dealing.requires)
    if table.phase == "counting":
        return Due("count stub", "dealer", 0, table.dealing.count)
    step = table.game_step
    if isinstance(step, Decide):
        return Due("decide", "player", table.turn, step.clause)
    if isinstance(step, Exchange):
        if call := call_due(table):
            return Due("no more bets", "dealer", 0, call.closes)
        if table.turn:
            return Due("discard", "player", table.turn, step.clause)
        return Due("deal", "dealer", 0, step.replaced)
    if isinstance(step, RevealStep):
        return Due("reveal", "dealer", 0, step.clause)
    if table.papers and not settling_seats(table):
        return Due("complete the papers", "floorperson", table.papers[0], papers_clause(table))
    if not table.turned and (number := next_hand(table)):
        return Due("show hand", "dealer", number, step.shown)
    return Due("settle", "dealer", table.turned, step.clause)


def _cards_due(table: Table) -> Due | None:
    game = table.rules.game
    if table.cards == "closed":
        return Due("receive", "dealer", 0, game.cite("open.inspect"))
    for name in OPENING:
        duty = DUTIES[name]
        if table.cards in duty.after:
            deck = None if table.cards in IDLE else next_deck(table)
            return Due(name, duty.roles[0], 0, game.cite(duty.cite), deck)
    if table.cards in ("stacked", "used"):
        deck = table.deck if table.decks > 1 else None
        rule = "shuffle.directed" if table.direction else "shuffle"
        return Due("shuffle", "dealer", 0, game.cite(rule), deck)
    if table.cards == "shuffled":
        return Due("cut", "dealer", 0, game.cite("cut"))
    return None


def _load_due(table: Table) -> Due | None:
    if not load_due(table):
        return None
    return Due("load", "dealer", 0, table.rules.game.cite("decks.stored"), other_deck(table))


def also_due(table: Table) -> Due | None:
    """What a dealer does during the round in addition to what `due` names: the other deck's
    shuffle, in the device that stores it.
    """
    if table.cards != "in play" or not alternating(table):
        return None
    if table.stored == "loaded":
        clause = table.rules.game.cite("shuffle.directed" if table.direction else "decks.stored")
        return Due("store", "dealer", 0, clause, other_deck(table))
    return _load_due(table)


def _between_rounds(table: Table, now: int | None) -> Due | None:
    game = table.rules.game
    if now is not None and (overdue := deck_overdue(table, now)):
        return Due("receive", "dealer", 0, overdue[1])
    if not table.seats and table.cards in UNUSED:
        return Due("idle", "dealer", 0, game.cite("idle"))
    if cards := _cards_due(table):
        return None if cards.what == "view" and not table.seats else cards
    if load := _load_due(table):
        return load
    if any(seat.stakes for seat in table.seats.values()):
        return Due("no more bets", "dealer", 0, table.dealing.announce)
    return Due("bet", "player", 0, game.cite("wager.before"))


def command_for(table: Table, waits: Due, by: c.Actor, at: int = 0) -> c.Command | None:
    """The command of a dealer or floorperson that does what is due, in its ordinary form.

    None where somebody must choose: a bet, a decision, a discard, a wager to remove. A shuffle has
    no order yet, as at a table with physical cards, and a count that a person gives is left out.
    """
    if waits.what in DUTIES:
        duty: Any = waits.what
        return c.Perform(by=by, at=at, duty=duty, deck=waits.deck)
    match waits.what:
        case "receive":
            return c.ReceiveCards(by=by, at=at)
        case "load":
            return c.LoadDeck(by=by, at=at)
        case "store":
            return c.Shuffle(by=by, at=at)
        case "shuffle":
            return c.Shuffle(by=by, at=at, device=working_shuffler(table))
        case "cut":
            return c.Cut(by=by, at=at, depth=table.size // 2)
        case "no more bets":
            return c.NoMoreBets(by=by, at=at)
        case "deal":
            return c.Deal(by=by, at=at)
        case "reveal":
            return c.Reveal(by=by, at=at)
        case "count stub":
            return c.CountStub(by=by, at=at, stub=table.remaining)
        case "settle":
            return c.Settle(by=by, at=at)
        case "validate":
            return c.ValidateAward(by=by, at=at, seat=waits.seat)
        case "complete the papers":
            return c.CompletePapers(by=by, at=at, seat=waits.seat)
    return None
