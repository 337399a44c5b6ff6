"""Sentences from the first card turned up to the end of the round, and for irregularities."""

from typing import Any, Final

from pitboss.cards import parse_card, parse_cards
from pitboss.money import parse_amount
from pitboss.notation.sentence import (
    CARDS,
    METERS,
    SEAT,
    WHO,
    Commands,
    Grammar,
    read_cards,
    read_meters,
    read_numbers,
    simple,
)
from pitboss.table import commands as c
from pitboss.table.state import Table


def _counts(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    found = read_numbers(words.get("found", ""), " has ")
    return [c.CountStub(stub=int(words["stub"]), found=found, **env)]


def _corrects(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    cents = parse_amount(words["amount"])
    return [
        c.Correct(
            round=int(words["round"]),
            seat=int(words["seat"]),
            player=words["player"],
            spot=words["spot"],
            cents=-cents if words["sign"] == "−" else cents,
            reason=words.get("reason", ""),
            asked=words["asked"],
            **env,
        )
    ]


def _face_up(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    cards = read_cards(table, words.get("card", ""))
    return [c.ReportFaceUp(card=cards[0] if cards else None, **env)]


def _exposes(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    slot = int(words["card"]) - 1
    cards = read_cards(table, words.get("face", ""))
    card = cards[0] if cards else None
    return [c.ReportCardExposed(seat=int(words["seat"]), slot=slot, card=card, **env)]


def _reveals(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    return [c.Reveal(cards=read_cards(table, words.get("cards", "")), **env)]


def _shows(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    seat = table.seats.get(int(words["seat"]))
    there = {seat.hole[slot] for slot in seat.read} if seat else set()
    cards = parse_cards(words["cards"], table.cards_out() - there)
    kind = c.ReadHand if words["verb"] == "reads" else c.ShowHand
    return [kind(seat=int(words["seat"]), cards=cards, **env)]


def _wrong_number(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    cards = int(words["number"]) if "number" in words else None
    place, meters = words["place"], read_meters(words)
    return [c.ReportWrongNumber(place=place, cards=cards, meters=meters, **env)]


def _foreign_card(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    card = parse_card(words["card"])
    return [c.ReportForeignCard(place=words["place"], card=card, meters=read_meters(words), **env)]


def _upholds(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    return [c.UpholdReport(meters=read_meters(words), **env)]


def _refuses_award(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    kind = c.RefuseAward if words["verb"] == "refuses the award at" else c.ReopenSeat
    seat, reason = int(words["seat"]), words.get("reason", "")
    return [kind(seat=seat, reason=reason, meters=read_meters(words), **env)]


def _settles(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    return [c.Settle(seat=int(words.get("seat", 0)), meters=read_meters(words), **env)]


def _validates(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    counts = read_numbers(words.get("counts", ""))
    lamp = True if "lamp" in words else None
    seat, meters = int(words["seat"]), read_meters(words)
    return [c.ValidateAward(seat=seat, counts=counts, lamp=lamp, meters=meters, **env)]


SETTLEMENT: Final[Grammar] = (
    (rf"{WHO} reveals(?:: {CARDS})?", _reveals),
    (rf"{WHO} (?P<verb>shows|reads) {SEAT}: {CARDS}", _shows),
    (rf"{WHO} counts the stub: (?P<stub>\d+)(?:, (?P<found>.+))?", _counts),
    (rf"{WHO} settles(?: {SEAT})?{METERS}", _settles),
    (
        rf"{WHO} validates {SEAT}(?P<lamp>, the light lit)?"
        rf"(?:, counting (?P<counts>.+?))?{METERS}",
        _validates,
    ),
    (
        rf"{WHO} (?P<verb>refuses the award at|reopens) {SEAT}{METERS}(?:: (?P<reason>.+))?",
        _refuses_award,
    ),
    (rf"{WHO} completes the papers of {SEAT}", simple(c.CompletePapers, seat="seat")),
    (rf"{WHO} upholds the report{METERS}", _upholds),
    (
        rf"{WHO} overrules the report(?:: (?P<reason>.+))?",
        simple(c.OverruleReport, reason="reason"),
    ),
    (rf"{WHO} cannot deal(?:: (?P<reason>.+))?", simple(c.CannotDeal, reason="reason")),
    (
        rf"{WHO} corrects round (?P<round>\d+) {SEAT} (?P<player>[\w-]+) (?P<spot>[\w-]+) "
        r"by (?P<sign>[+−])(?P<amount>[\d,.]+) as (?P<asked>\w+) asked(?:: (?P<reason>.+))?",
        _corrects,
    ),
    (rf"{WHO} finds a card face up(?:: (?P<card>\w\w))?", _face_up),
    (rf"{WHO} draws a card in error", simple(c.ReportDrawnInError)),
    (
        rf"{WHO} reports the wrong number of cards at (?P<place>[\w ]+?)"
        rf"(?:, (?P<number>\d+))?{METERS}",
        _wrong_number,
    ),
    (
        rf"{WHO} reports (?P<card>\w\w) at (?P<place>[\w ]+?), which cannot be there{METERS}",
        _foreign_card,
    ),
    (
        rf"{WHO} reports a (?P<place>community|box) card exposed",
        simple(c.ReportCommunityExposed, place="place"),
    ),
    (rf"{WHO} exposes card (?P<card>[1-5]) of {SEAT}(?:: (?P<face>\w\w))?", _exposes),
    (rf"{WHO} reports a (?P<device>shuffler|shoe) jam", simple(c.ReportJam, device="device")),
)
