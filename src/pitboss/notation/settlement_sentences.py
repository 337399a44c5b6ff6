"""Sentences from the first card turned up to the end of the round, and for irregularities."""

from typing import Any, Final

from pitboss.cards import parse_cards
from pitboss.money import parse_amount
from pitboss.notation.sentence import (
    CARDS,
    METERS,
    REASON,
    SEAT,
    WHO,
    Commands,
    Grammar,
    read_cards,
    read_meters,
    simple,
)
from pitboss.table import commands as c
from pitboss.table.state import Table


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


def _shows(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    seat = table.seats.get(int(words["seat"]))
    there = {seat.hole[slot] for slot in seat.read} if seat else set()
    cards = parse_cards(words["cards"], table.cards_out() - there)
    kind = c.ReadHand if words["verb"] == "reads" else c.ShowHand
    return [kind(seat=int(words["seat"]), cards=cards, **env)]


def _wrong_number(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    cards = int(words["number"]) if "number" in words else None
    place, meters = words["place"], read_meters(words.get("meters", ""))
    return [c.ReportWrongNumber(place=place, cards=cards, meters=meters, **env)]


SETTLEMENT: Final[Grammar] = (
    (rf"{WHO} reveals(?:: {CARDS})?", simple(c.Reveal, "cards")),
    (rf"{WHO} (?P<verb>shows|reads) {SEAT}: {CARDS}", _shows),
    (
        rf"{WHO} counts the stub: (?P<stub>\d+)(?:, (?P<found>.+))?",
        simple(c.CountStub, "stub", "found"),
    ),
    (rf"{WHO} settles(?: {SEAT})?{METERS}", simple(c.Settle, "seat", "meters")),
    (
        rf"{WHO} validates {SEAT}(?P<lamp>, the light lit)?"
        rf"(?:, counting (?P<counts>.+?))?{METERS}",
        simple(c.ValidateAward, "seat", "lamp", "counts", "meters"),
    ),
    (
        rf"{WHO} refuses the award at {SEAT}{METERS}{REASON}",
        simple(c.RefuseAward, "seat", "meters", "reason"),
    ),
    (rf"{WHO} reopens {SEAT}{METERS}{REASON}", simple(c.ReopenSeat, "seat", "meters", "reason")),
    (rf"{WHO} completes the papers of {SEAT}", simple(c.CompletePapers, "seat")),
    (rf"{WHO} upholds the report{METERS}", simple(c.UpholdReport, "meters")),
    (rf"{WHO} overrules the report{REASON}", simple(c.OverruleReport, "reason")),
    (rf"{WHO} cannot deal{REASON}", simple(c.CannotDeal, "reason")),
    (
        rf"{WHO} corrects round (?P<round>\d+) {SEAT} (?P<player>[\w-]+) (?P<spot>[\w-]+) "
        rf"by (?P<sign>[+−])(?P<amount>[\d,.]+) as (?P<asked>\w+) asked{REASON}",
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
        simple(c.ReportForeignCard, "card", "place", "meters"),
    ),
    (
        rf"{WHO} reports a (?P<place>community|box) card exposed",
        simple(c.ReportCommunityExposed, "place"),
    ),
    (rf"{WHO} exposes card (?P<card>[1-5]) of {SEAT}(?:: (?P<face>\w\w))?", _exposes),
    (rf"{WHO} reports a (?P<device>shuffler|shoe) jam", simple(c.ReportJam, "device")),
)
