"""Reads sentences as commands at a table, where "bets" depends on the spot."""

import re
from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import FACE_DOWN, JOKERS, parse_cards
from pitboss.money import Cents, parse_amount
from pitboss.notation.arranged_deck import arranged_deck
from pitboss.notation.header import bad
from pitboss.notation.sentence import (
    CARDS,
    DEVICE,
    PURCHASE,
    REASON,
    SEAT,
    SECOND,
    WHO,
    Commands,
    Grammar,
    read_cards,
    simple,
)
from pitboss.notation.settlement_sentences import SETTLEMENT
from pitboss.table import commands as c
from pitboss.table.equipment import BACKS, counting_shuffle, needs_cut, working_shuffler
from pitboss.table.opening import OPENING
from pitboss.table.state import Table

ACTORS: Final = ("dealer", "floorperson", "house", "device")
_BACK = rf"(?P<back>{'|'.join(BACKS)})"


class Reader:
    """Turns the `>` lines of a script into commands, and keeps the script's clock."""

    def __init__(self) -> None:
        self.at = 0

    def read(self, table: Table, sentence: str) -> Commands:
        text, forced = _forced_actor(sentence.strip())
        for pattern, make in _SENTENCES:
            match = pattern.fullmatch(text)
            if match is None:
                continue
            words = {key: value for key, value in match.groupdict().items() if value is not None}
            by = forced or _actor(table, words)
            if make is _clock:
                self.at = _seconds(words["time"])
                return []
            return make(table, words, {"by": by, "at": self.at})
        raise bad(f"{sentence!r} is not a sentence of a round")


def _forced_actor(text: str) -> tuple[str, c.Actor | None]:
    """`as player bob: seat 1 folds` says who really asks."""
    match = re.fullmatch(r"as (player|dealer|floorperson|house|device)(?: ([\w-]+))?: (.+)", text)
    if match is None:
        return text, None
    role: Any = match[1]
    return match[3], c.Actor(role, match[2] or match[1])


def _actor(table: Table, words: dict[str, str]) -> c.Actor:
    who = words.get("who", "")
    if who in ACTORS:
        role: Any = who
        return c.Actor(role, who)
    if "seat" in words and not who:
        seat = table.seats.get(int(words["seat"]))
        return c.Actor("player", seat.player if seat else "nobody")
    return c.Actor("player", who) if who else c.Actor("dealer", "dealer")


def _seconds(text: str) -> int:
    hours, minutes, *rest = (int(part) for part in text.split(":"))
    return hours * 3600 + minutes * 60 + (rest[0] if rest else 0)


def _clock(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    raise AssertionError("the reader keeps the clock")


DUTIES: Final = {
    "inspects the cards": "inspect",
    "verifies the inspection": "verify",
    "spreads the cards": "spread",
    "views the cards": "view",
    "washes the cards": "wash",
    "calls a recut": "recut",
    "idles the table": "idle",
    "idles the table face up": "idle-up",
    "turns the cards face up": "turn",
    "closes the table": "close",
}


def _duty(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    duty: Any = DUTIES[words["duty"]]
    deck = BACKS.index(words["back"]) if "back" in words else None
    return [c.Perform(duty=duty, deck=deck, reason=words.get("reason", ""), **env)]


def _opens(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    """`house opens the table`: the whole opening. Where a dealer opens, a floorperson verifies."""
    by, decks = env["by"], table.rules.choices.decks
    if by.role == "house" or decks == 1:
        places: tuple[int | None, ...] = (None,)
    else:
        places = tuple(range(decks))
    floor = c.Actor("floorperson", "floorperson") if by.role == "dealer" else by
    duties: Commands = [
        c.Perform(duty=duty, deck=deck, **env | {"by": floor if duty == "verify" else by})
        for duty in OPENING
        for deck in places
    ]
    return [c.ReceiveCards(**env), *duties]


def _receives(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    order = parse_cards(words.get("cards", ""))
    by, seal = words.get("prepared_by", ""), words.get("seal", "")
    prepared = "prepared" in words or bool(by or seal)
    about: dict[str, Any] = {"prepared_by": by, "seal": seal, "decks": int("one" in words)}
    return [c.ReceiveCards(prepared=prepared, order=order, **about, **env)]


def _defect(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    deck, taker = BACKS.index(words["back"]), words.get("taker", "")
    return [c.ReportDefect(deck=deck, what=words["what"], taken_by=taker, **env)]


def _shuffles(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    counted = int(words["counted"]) if "counted" in words else None
    order = parse_cards(words.get("cards", ""))
    return [c.Shuffle(order=order, device=words["how"] == "device", counted=counted, **env)]


def _deal_macro(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    """`deal 1: 2c 7d | community: …`: a deck that gives these cards is shuffled, cut and dealt."""
    device = working_shuffler(table)
    order = arranged_deck(table, words["cards"])
    counted = len(order) if counting_shuffle(table, by_device=device) else None
    shuffled = c.Shuffle(order=order, device=device, counted=counted, **env)
    if not needs_cut(table, by_device=device):
        return [shuffled, c.Deal(**env)]
    half = len(order) // 2
    uncut = order[-half:] + order[:-half]
    return [replace(shuffled, order=uncut), c.Cut(depth=half, **env), c.Deal(**env)]


def _sits(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    seat = int(words["seat"])
    commands: Commands = [c.Sit(seat=seat, player=words["who"], **env)]
    return commands + _buys(table, words, env) if "amount" in words else commands


def _bets(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    """Stakes before "no more bets"; for a spot that a decision fills, the decision."""
    seat = int(words["seat"])
    stakes: dict[str, Cents] = {}
    for part in words["stakes"].split(", "):
        spot, _, amount = part.rpartition(" ")
        stakes[spot] = parse_amount(amount)
    declared = table.rules.spots.get(next(iter(stakes)))
    if declared is None or not declared.multiples:
        return [c.Bet(seat=seat, stakes=stakes, **env)]
    there = table.seats.get(seat)
    base = there.stakes[declared.of].cents if there and declared.of in there.stakes else 1
    multiple, odd = divmod(stakes[declared.key], base)
    act: Any = words["verb"].removesuffix("s")
    return [c.Act(seat=seat, act=act, multiple=0 if odd else multiple, spot=declared.key, **env)]


def _takes_back(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    stakes = {spot: Cents(0) for spot in words["stakes"].split(", ")}
    return [c.Bet(seat=int(words["seat"]), stakes=stakes, **env)]


def _deals(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    cards = read_cards(table, words.get("cards", ""))
    return [c.Deal(count=int(words.get("count", 0)), cards=cards, **env)]


def _discards(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    seat = table.seats.get(int(words["seat"]))
    elsewhere = set(JOKERS).difference(seat.hole if seat else ())
    cards = parse_cards(words.get("cards", "").replace(" and ", " "), elsewhere)
    number = int(words["number"]) if "number" in words else None
    if number is None and not cards and seat is not None and FACE_DOWN in seat.hole:
        number = 0
    return [c.Discard(seat=int(words["seat"]), cards=cards, number=number, **env)]


def _acts(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    act: Any = "ride" if words["verb"] == "lets" else words["verb"].removesuffix("s")
    return [c.Act(seat=int(words["seat"]), act=act, spot=words.get("spot", ""), **env)]


def _rest(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    """`the rest fold`: every seat still to decide, one after the other, up to the first refusal."""
    if not table.asked:
        raise bad("no seat is left to decide")
    act: Any = "ride" if words["verb"] == "let" else words["verb"]
    what: dict[str, Any] = {"spot": words.get("spot", ""), "multiple": int(words.get("times", 1))}
    return [c.Act(seat=number, act=act, **what, **env) for number in table.asked]


def _as_last(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    """Bets as in the last round, at seats for which the dealer enters and that have no stakes."""
    return [
        c.Bet(seat=number, stakes=seat.last, **env)
        for number, seat in table.seats.items()
        if seat.by_hand and seat.last and not seat.stakes
    ]


def _fills(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    cents = parse_amount(words["amount"])
    return [c.Fill(cents=cents if words["verb"] == "fills" else -cents, **env)]


def _buys(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    kind: Any = words.get("kind", "cash")
    cents = parse_amount(words["amount"])
    return [c.BuyIn(seat=int(words["seat"]), cents=cents, kind=kind, **env)]


def _by_hand(table: Table, words: dict[str, str], env: dict[str, Any]) -> Commands:
    return [c.PlayByHand(seat=int(words["seat"]), on=words["how"] == "hand", **env)]


_GRAMMAR: Final[Grammar] = (
    (r"at (?P<time>\d+:\d\d(?::\d\d)?)", _clock),
    (rf"{WHO} opens the table", _opens),
    (
        rf"{WHO} receives (?P<one>one deck of )?(?:the cards|(?P<prepared>prepared) cards"
        rf"|cards(?: prepared by (?P<prepared_by>\w+))?(?: under seal (?P<seal>\w+))?)"
        rf"(?:: {CARDS})?",
        _receives,
    ),
    (
        rf"(?:{SEAT}|{WHO}) (?P<duty>{'|'.join(DUTIES)})"
        rf"(?: of the {_BACK} deck)?{REASON}",
        _duty,
    ),
    (
        rf"{WHO} finds the {_BACK} deck defective: (?P<what>.+?)(?:; (?P<taker>\w+) takes it)?",
        _defect,
    ),
    (rf"{WHO} directs a shuffle{REASON}", simple(c.DirectShuffle, "reason")),
    (rf"{WHO} loads the other deck", simple(c.LoadDeck)),
    (
        rf"{WHO} shuffles by (?P<how>device|hand)"
        rf"(?: counting (?P<counted>\d+))?(?:: {CARDS})?",
        _shuffles,
    ),
    (rf"{WHO} cuts (?P<depth>\d+) deep", simple(c.Cut, "depth")),
    (rf"{WHO} reports {DEVICE} out of order", simple(c.ReportOutOfOrder, "device")),
    (
        rf"{WHO} marks {DEVICE} (?P<how>covered|signed)",
        simple(c.MarkDevice, "device", "how"),
    ),
    (rf"{WHO} restores {DEVICE}", simple(c.RestoreDevice, "device")),
    (
        rf"{WHO} changes to (?P<method>[\w-]+)(?: (?P<variant>[\w-]+))?",
        simple(c.ChangeMethod, "method", "variant"),
    ),
    (rf"{WHO} sits at {SEAT}(?: with {PURCHASE})?", _sits),
    (rf"{SEAT} plays by (?P<how>hand|device)", _by_hand),
    (rf"{SEAT} leaves", simple(c.Leave, "seat")),
    (rf"{SEAT} buys {PURCHASE}", _buys),
    (rf"{WHO} (?P<verb>fills|credits) (?P<amount>[\d,.]+)", _fills),
    (rf"{SEAT} (?P<verb>bets|raises) (?P<stakes>.+)", _bets),
    (rf"{SEAT} takes back (?P<stakes>.+)", _takes_back),
    (r"no more bets(?: with chips (?P<chips>.+))?", simple(c.NoMoreBets, "chips")),
    (
        rf"{WHO} removes {SEAT} (?P<spot>[\w-]+){REASON}",
        simple(c.RemoveWager, "seat", "spot", "reason"),
    ),
    (r"deal (?P<cards>.+:.+)", _deal_macro),
    (rf"{WHO} deals(?: (?P<count>\d+) cards?|: {CARDS})?", _deals),
    (rf"{SEAT} (?P<verb>checks|folds)", _acts),
    (rf"{SEAT} (?P<verb>lets) (?P<spot>[\w-]+) ride", _acts),
    (rf"{SEAT} (?P<verb>withdraws) (?P<spot>[\w-]+)", _acts),
    (
        r"the rest (?P<verb>check|fold|let|withdraw|bet|raise)(?: (?P<spot>[\w-]+))?"
        r"(?: ride)?(?: (?P<times>\d) times)?",
        _rest,
    ),
    (r"every seat bets as last", _as_last),
    (rf"{SEAT} (?:stands pat|discards {CARDS})", _discards),
    (rf"{SEAT} discards (?P<number>\d)(?: with {CARDS})?", _discards),
    (rf"{SEAT} retracts", simple(c.Retract, "seat")),
    (rf"{WHO} plays on {SEAT}", simple(c.PlayOn, "seat")),
    (rf"{WHO} abandons {SEAT}{SECOND}{REASON}", simple(c.Abandon, "seat", "reason", "asked")),
    (
        rf"{WHO} (?:forfeits|finds a breach at) {SEAT}(?: for (?P<ground>\w+ [\w.()]+))?"
        rf"{SECOND}(?:: (?P<words>.+))?",
        simple(c.Forfeit, "seat", "ground", "words", "asked"),
    ),
)
_SENTENCES: Final = [(re.compile(pattern), make) for pattern, make in (*_GRAMMAR, *SETTLEMENT)]
