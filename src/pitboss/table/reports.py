"""Reports that void a round whenever they are made while it is open (rulings G46, G54 to G56).

Until the last card is up a dealer's report is enough. After that everybody knows what depends on
it, so a floorperson upholds or overrules it; a floorperson's own report stands as it is made.
"""

from pitboss.cards import Card, card_name
from pitboss.rulebook.model import Exchange, RevealStep
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import card_places
from pitboss.table.opening import decks_removed
from pitboss.table.progressive import bad_meters
from pitboss.table.refusals import Answer, Reason, Refusal, allowed_roles, bad_reason, refuse
from pitboss.table.state import SEATS_NAMED, OpenReport, Table
from pitboss.table.voiding import void


def wrong_number(table: Table, command: c.ReportWrongNumber) -> Answer:
    """Also for a seat without a wager or a box that was not dealt, which should have no cards."""
    clause = misdeal_clause(table)
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    if no := _no_cards_there(table, command.place, clause) or bad_meters(table, command.meters):
        return no
    if command.cards == table.lying().get(command.place, 0):
        detail = f"{command.cards} at {command.place}"
        return refuse(Reason.RIGHT_NUMBER, detail, clause)
    report = OpenReport(command.place, command.cards, None, command.by.name)
    if command.by.role == "dealer" and last_card_up(table):
        return (_report_event(table, command, report),)
    return _voided(table, command, report)


def foreign_card(table: Table, command: c.ReportForeignCard) -> Answer:
    """Ruling G56: a face that cannot be there, read by two persons, voids the round and takes the
    deck.
    """
    if no := allowed_roles(command, "dealer", "floorperson", clause="G56"):
        return no
    if no := _no_cards_there(table, command.place, "G56") or bad_meters(table, command.meters):
        return no
    if command.card < 0:  # a back: somebody must have seen the face
        return refuse(Reason.UNKNOWN_CARD, card_name(command.card), "G56")
    place = table.faces().get(command.card, command.place)
    if 0 <= command.card < table.size and place == command.place:
        return refuse(Reason.CARD_POSSIBLE, card_name(command.card), "G56")
    report = OpenReport(command.place, None, command.card, command.by.name)
    if command.by.role == "dealer":
        return (_report_event(table, command, report),)
    return _voided(table, command, report)


def misdeal_clause(table: Table) -> str:
    """The document's own clause, or where each method has one (DD .08F(4), .09D(4), .10C(3)),
    that of the method in use.
    """
    game = table.rules.game
    clause = game.cite("wrong-number")
    of_a_method = any(clause == dealing.misdealt for dealing in game.dealings)
    return table.dealing.misdealt if of_a_method else clause


def last_card_up(table: Table) -> bool:
    """Every card of the round is dealt, and every one that the play turns up is up."""
    rest = table.rules.game.play[table.step :]
    dealt = table.phase in ("play", "settling")
    return dealt and not any(isinstance(step, RevealStep | Exchange) for step in rest)


def _no_cards_there(table: Table, place: str, clause: str) -> Refusal | None:
    if table.report:
        return refuse(Reason.REPORT_WAITS, table.report.place, clause)
    if table.cards != "in play":
        return refuse(Reason.NO_ROUND, "no cards are out", clause)
    return no_cards_at(table, place, clause)


def no_cards_at(table: Table, place: str, clause: str) -> Refusal | None:
    """Why nobody can count cards at the place: it is not one, or its hand is in the rack."""
    if place not in card_places(table):
        return refuse(Reason.NO_SUCH_SEAT, f"no cards at {place}", clause)
    seat = table.seats.get(SEATS_NAMED.get(place, 0))
    if seat is not None and seat.racked:
        return refuse(Reason.IN_THE_RACK, place, "G46")
    return None


def _report_event(table: Table, command: c.Command, report: OpenReport) -> e.ReportMade:
    clause = misdeal_clause(table) if report.card is None else "G56"
    return e.ReportMade(report.place, report.cards, report.card, command.by, command.at, clause)


def _voided(table: Table, command: c.Command, report: OpenReport) -> tuple[e.Event, ...]:
    if report.card is None:
        reason = f"wrong number of cards at {report.place}"
        return void(table, command, reason, misdeal_clause(table))
    reason = f"{_name(report.card)} at {report.place} cannot be"
    gone = decks_removed(table, table.deck, reason, command.at, "G56")
    return (*void(table, command, reason, "G56"), *gone)


def _name(card: Card) -> str:
    return "joker" if card_name(card) == "JK" else card_name(card)


def uphold(table: Table, command: c.UpholdReport) -> Answer:
    if no := _not_reported(table, command):
        return no
    if no := bad_meters(table, command.meters):
        return no
    assert table.report is not None
    return _voided(table, command, table.report)


def overrule(table: Table, command: c.OverruleReport) -> Answer:
    if no := _not_reported(table, command):
        return no
    if no := bad_reason(command.reason, "G46"):
        return no
    assert table.report is not None
    stamp = (command.reason, command.by, command.at, "G46")
    return (e.ReportOverruled(table.report.place, *stamp),)


def _not_reported(table: Table, command: c.Command) -> Refusal | None:
    if no := allowed_roles(command, "floorperson", clause="G46"):
        return no
    if table.report is None:
        return refuse(Reason.NO_REPORT, "", "G46")
    if table.report.by == command.by.name:
        return refuse(Reason.NOT_YOUR_ROLE, "another person must decide on the report", "G46")
    return None


def cannot_deal(table: Table, command: c.CannotDeal) -> Answer:
    """From "no more bets" to the last card: the round is void (ruling G53)."""
    if no := allowed_roles(command, "floorperson", clause="G53"):
        return no
    if table.phase in ("bets", "unmatched"):
        return refuse(Reason.NO_ROUND, "wagers are open", "G53")
    if last_card_up(table):
        return refuse(Reason.NOTHING_TO_DEAL, "every card is out", "G53")
    if no := bad_reason(command.reason, "G53"):
        return no
    return void(table, command, f"the round cannot be dealt: {command.reason}", "G53")


def evolve_made(table: Table, event: e.ReportMade) -> Table:
    table.report = OpenReport(event.place, event.cards, event.card, event.by.name)
    return table


def evolve_overruled(table: Table, event: e.ReportOverruled) -> Table:
    table.report = None
    return table
