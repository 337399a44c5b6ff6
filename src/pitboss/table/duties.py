"""The duty or decision that a table waits for, whose it is, by which clause, and its command."""

from typing import Any

import msgspec

from pitboss.rulebook.model import Decide, Exchange, Reveal
from pitboss.table import commands as c
from pitboss.table.equipment import working_shuffler
from pitboss.table.opening import DUTIES, OPENING
from pitboss.table.settling import next_hand, papers_clause, settling_seats
from pitboss.table.state import Table
from pitboss.table.wagering import collecting


class Due(msgspec.Struct, frozen=True):
    what: str
    role: c.Role
    seat: int  # 0 when it is no seat's
    clause: str


def due(table: Table) -> Due | None:
    game = table.rules.game
    if table.phase == "bets":
        return _between_rounds(table)
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
        return _cards_due(table) or Due("deal", "dealer", 0, table.dealing.requires)
    if table.phase == "counting":
        return Due("count stub", "dealer", 0, table.dealing.count)
    step = table.game_step
    if isinstance(step, Decide):
        return Due("decide", "player", table.turn, step.clause)
    if isinstance(step, Exchange):
        if table.turn:
            return Due("discard", "player", table.turn, step.clause)
        return Due("deal", "dealer", 0, step.replaced)
    if isinstance(step, Reveal):
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
            return Due(name, duty.roles[0], 0, game.cite(duty.cite))
    if table.cards in ("stacked", "used"):
        return Due("shuffle", "dealer", 0, game.cite("shuffle"))
    if table.cards == "shuffled":
        return Due("cut", "dealer", 0, game.cite("cut"))
    return None


def _between_rounds(table: Table) -> Due | None:
    game = table.rules.game
    if cards := _cards_due(table):
        return None if cards.what == "view" and not table.seats else cards
    if any(seat.stakes for seat in table.seats.values()):
        return Due("no more bets", "dealer", 0, table.dealing.announce)
    return Due("bet", "player", 0, game.cite("wager.before"))


def command_for(table: Table, waits: Due, by: c.Actor, at: int = 0) -> c.Command | None:
    """The command of a dealer or floorperson that does what is due, in its ordinary form.

    None where somebody must choose: a bet, a decision, a discard, a wager to remove. A shuffle has
    no order yet, as at a table with physical cards.
    """
    if waits.what in DUTIES:
        duty: Any = waits.what
        return c.Perform(by=by, at=at, duty=duty)
    match waits.what:
        case "receive":
            return c.ReceiveCards(by=by, at=at)
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
