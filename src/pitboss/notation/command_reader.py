"""Sentences read as commands, at a table: "bets" means what the spot says."""

import re
from collections.abc import Callable
from typing import Any, Final

from pitboss.cards import JOKERS, Card, Cards, parse_card, parse_cards, which_joker
from pitboss.money import Cents, parse_amount
from pitboss.notation.header import bad
from pitboss.notation.start_lines import read_exact
from pitboss.table import commands as c
from pitboss.table.equipment import working_shuffler
from pitboss.table.opening import OPENING, needs_cut
from pitboss.table.state import BURNED, Table, dealing_plan

ACTORS: Final = ("dealer", "floorperson", "house")
Made = list[c.Command]


class Reader:
    """Turns the `>` lines of a script into commands; keeps its clock."""

    def __init__(self) -> None:
        self.at = 0

    def read(self, table: Table, sentence: str) -> Made:
        text, forced = _forced_actor(sentence.strip())
        for pattern, make in _SENTENCES:
            match = pattern.fullmatch(text)
            if match is None:
                continue
            said = {key: value for key, value in match.groupdict().items() if value is not None}
            by = forced or _actor(table, said)
            if make is _clock:
                self.at = _seconds(said["time"])
                return []
            return make(table, said, {"by": by, "at": self.at})
        raise bad(f"{sentence!r} is no sentence of a round")


def _forced_actor(text: str) -> tuple[str, c.Actor | None]:
    """`as player bob: seat 1 folds` says who really asks."""
    match = re.fullmatch(r"as (player|dealer|floorperson|house)(?: (\w+))?: (.+)", text)
    if match is None:
        return text, None
    role: Any = match[1]
    return match[3], c.Actor(role, match[2] or match[1])


def _actor(table: Table, said: dict[str, str]) -> c.Actor:
    who = said.get("who", "")
    if who in ACTORS:
        role: Any = who
        return c.Actor(role, who)
    if "seat" in said and not who:
        seat = table.seats.get(int(said["seat"]))
        return c.Actor("player", seat.player if seat else "nobody")
    return c.Actor("player", who) if who else c.Actor("dealer", "dealer")


def _seconds(text: str) -> int:
    hours, minutes, *rest = (int(part) for part in text.split(":"))
    return hours * 3600 + minutes * 60 + (rest[0] if rest else 0)


def _clock(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
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


def _duty(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    duty: Any = DUTIES[said["duty"]]
    return [c.Perform(duty=duty, **env)]


def _opens(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    return [c.ReceiveCards(**env), *(c.Perform(duty=duty, **env) for duty in OPENING)]


def _receives(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    order = parse_cards(said.get("cards", ""))
    return [c.ReceiveCards(prepared="prepared" in said, order=order, **env)]


def _shuffles(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    counted = int(said["counted"]) if "counted" in said else None
    order = parse_cards(said.get("cards", ""))
    return [c.Shuffle(order=order, device=said["how"] == "device", counted=counted, **env)]


def _deal_macro(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    """`deal 1: 2c 7d | community: …`: a deck that gives these cards is shuffled, cut and dealt."""
    device = working_shuffler(table)
    order = arranged(table, said["cards"])
    if not needs_cut(table, by_device=device):
        return [c.Shuffle(order=order, device=device, **env), c.Deal(**env)]
    half = len(order) // 2
    uncut = order[-half:] + order[:-half]
    return [c.Shuffle(order=uncut, device=False, **env), c.Cut(depth=half, **env), c.Deal(**env)]


def arranged(table: Table, text: str) -> tuple[Card, ...]:
    """`1: 2c 7d | community: 9h 9s 4d | box: … | burned: … | next: …`, slots in order.

    `next` names the cards that follow the deal. What is not named comes in the deck's own order.
    """
    asked: dict[str, list[Card]] = {}
    used: set[Card] = set()
    for part in text.split("|"):
        place, colon, names = part.strip().partition(":")
        place = f"seat {place}" if place.isdigit() else place
        if not colon:
            raise bad(f"{part.strip()!r} names no place", what_to_do="write it as 1: 2c 7d")
        asked[place] = [_fresh(name, used) for name in names.split()]
    plan = dealing_plan(table.dealing, table.rules.deals_box, table.wagering())
    known = {to.place for to in plan} | {"next"}
    if strange := [place for place in asked if place not in known]:
        raise bad(f"no card goes to {', '.join(strange)}")
    rest = iter([card for card in table.rules.game.cards if card not in used])
    burned = iter(asked.get(BURNED, []))
    order: list[Card] = []
    for to in plan:
        if to.place == BURNED:
            card = next(burned, None)
            order.append(next(rest) if card is None else card)
            continue
        wanted = asked.get(to.place, [])
        order.append(wanted[to.slot] if to.slot < len(wanted) else next(rest))
    return (*order, *asked.get("next", []), *rest)


def _fresh(name: str, used: set[Card]) -> Card:
    card = which_joker(parse_card(name), used)
    if card in used:
        raise bad(f"{name} is dealt twice")
    used.add(card)
    return card


def _sits(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    seat = int(said["seat"])
    made: Made = [c.Sit(seat=seat, player=said["who"], **env)]
    if "amount" in said:
        made.append(c.BuyIn(seat=seat, cents=parse_amount(said["amount"]), **env))
    return made


def _bets(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    """Stakes before "no more bets"; for a spot that a decision fills, the decision."""
    seat = int(said["seat"])
    stakes: dict[str, Cents] = {}
    for part in said["stakes"].split(", "):
        spot, _, amount = part.rpartition(" ")
        stakes[spot] = parse_amount(amount)
    known = table.rules.spots.get(next(iter(stakes)))
    if known is None or not known.multiples:
        return [c.Bet(seat=seat, stakes=stakes, **env)]
    there = table.seats.get(seat)
    base = there.stakes[known.of].cents if there and known.of in there.stakes else 1
    multiple, odd = divmod(stakes[known.key], base)
    act: Any = said["verb"].removesuffix("s")
    return [c.Act(seat=seat, act=act, multiple=0 if odd else multiple, spot=known.key, **env)]


def _takes_back(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    stakes = {spot: Cents(0) for spot in said["stakes"].split(", ")}
    return [c.Bet(seat=int(said["seat"]), stakes=stakes, **env)]


def _no_more_bets(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    chips: dict[str, int] = {}
    for part in said.get("chips", "").split(", "):
        if part:
            wager, _, count = part.rpartition(" ")
            chips[wager] = int(count)
    return [c.NoMoreBets(chips=chips, **env)]


def _deals(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    cards = _from_stub(table, said.get("cards", ""))
    return [c.Deal(count=int(said.get("count", 0)), cards=cards, **env)]


def _from_stub(table: Table, text: str) -> Cards:
    return parse_cards(text, table.seen())


def _discards(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    seat = table.seats.get(int(said["seat"]))
    elsewhere = set(JOKERS).difference(seat.hole if seat else ())
    cards = parse_cards(said.get("cards", ""), elsewhere)
    return [c.Discard(seat=int(said["seat"]), cards=cards, **env)]


def _acts(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    act: Any = {"checks": "check", "folds": "fold"}.get(said.get("verb", ""))
    if "ride" in said:
        act = "ride"
    elif "withdraw" in said:
        act = "withdraw"
    return [c.Act(seat=int(said["seat"]), act=act, spot=said.get("spot", ""), **env)]


def _counts(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    found: dict[str, int] = {}
    for part in said.get("found", "").split(", "):
        if part:
            place, _, number = part.rpartition(" has ")
            found[place] = int(number)
    return [c.CountStub(stub=int(said["stub"]), found=found, **env)]


def _fills(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    cents = parse_amount(said["amount"])
    return [c.Fill(cents=cents if said["verb"] == "fills" else -cents, **env)]


def _corrects(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    cents = parse_amount(said["amount"])
    return [
        c.Correct(
            round=int(said["round"]),
            seat=int(said["seat"]),
            player=said["player"],
            spot=said["spot"],
            cents=-cents if said["sign"] == "−" else cents,
            reason=said.get("reason", ""),
            asked=said["asked"],
            **env,
        )
    ]


def _face_up(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    cards = _from_stub(table, said.get("card", ""))
    return [c.ReportFaceUp(card=cards[0] if cards else None, **env)]


def _exposes(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    return [c.ReportCardExposed(seat=int(said["seat"]), slot=int(said["card"]) - 1, **env)]


def _simple(kind: type[c.Command], **fields: str) -> Callable[..., Made]:
    """A sentence whose named parts are the command's fields."""

    def make(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
        values: dict[str, Any] = {
            field: int(said[name]) if name == "seat" else said.get(name, "")
            for field, name in fields.items()
        }
        return [kind(**values, **env)]

    return make


_WHO = r"(?P<who>\w+)"
_SEAT = r"seat (?P<seat>\d+)"
_CARDS = r"(?P<cards>(?:(?:[2-9TJQKA][cdhs]|JK) ?)+)"
_DEVICE = r"the (?P<device>shuffler|shoe)"


def _meters(said: dict[str, str]) -> dict[str, int]:
    """`major 12,345.67, minor 250.00`, as millionths of a cent."""
    pairs = (part.rpartition(" ") for part in said.get("meters", "").split(", ") if part)
    return {name: read_exact(amount) for name, _, amount in pairs}


def _settles(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    return [c.Settle(meters=_meters(said), **env)]


def _validates(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    return [c.ValidateAward(seat=int(said["seat"]), meters=_meters(said), **env)]


def _cuts(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    return [c.Cut(depth=int(said["depth"]), **env)]


def _buys(table: Table, said: dict[str, str], env: dict[str, Any]) -> Made:
    return [c.BuyIn(seat=int(said["seat"]), cents=parse_amount(said["amount"]), **env)]


_GRAMMAR: Final[tuple[tuple[str, Callable[..., Made]], ...]] = (
    (r"at (?P<time>\d+:\d\d(?::\d\d)?)", _clock),
    (rf"{_WHO} opens the table", _opens),
    (rf"{_WHO} receives (?:the|(?P<prepared>prepared)) cards(?:: {_CARDS})?", _receives),
    (rf"(?:{_SEAT}|{_WHO}) (?P<duty>{'|'.join(DUTIES)})", _duty),
    (
        rf"{_WHO} shuffles by (?P<how>device|hand)"
        rf"(?: counting (?P<counted>\d+))?(?:: {_CARDS})?",
        _shuffles,
    ),
    (rf"{_WHO} cuts (?P<depth>\d+) deep", _cuts),
    (rf"{_WHO} reports {_DEVICE} out of order", _simple(c.ReportOutOfOrder, device="device")),
    (
        rf"{_WHO} marks {_DEVICE} (?P<how>covered|signed)",
        _simple(c.MarkDevice, device="device", how="how"),
    ),
    (rf"{_WHO} restores {_DEVICE}", _simple(c.RestoreDevice, device="device")),
    (
        rf"{_WHO} changes to (?P<method>[\w-]+)(?: (?P<variant>[\w-]+))?",
        _simple(c.ChangeMethod, method="method", variant="variant"),
    ),
    (rf"{_WHO} sits at {_SEAT}(?: with (?P<amount>[\d,.]+))?", _sits),
    (rf"{_SEAT} leaves", _simple(c.Leave, seat="seat")),
    (rf"{_SEAT} buys (?P<amount>[\d,.]+)", _buys),
    (rf"{_WHO} (?P<verb>fills|credits) (?P<amount>[\d,.]+)", _fills),
    (rf"{_SEAT} (?P<verb>bets|raises) (?P<stakes>.+)", _bets),
    (rf"{_SEAT} takes back (?P<stakes>.+)", _takes_back),
    (r"no more bets(?: with chips (?P<chips>.+))?", _no_more_bets),
    (
        rf"{_WHO} removes {_SEAT} (?P<spot>[\w-]+)",
        _simple(c.RemoveWager, seat="seat", spot="spot"),
    ),
    (r"deal (?P<cards>.+:.+)", _deal_macro),
    (rf"{_WHO} deals(?: (?P<count>\d+) cards?|: {_CARDS})?", _deals),
    (rf"{_SEAT} (?P<verb>checks|folds)", _acts),
    (rf"{_SEAT} (?P<ride>lets) (?P<spot>[\w-]+) ride", _acts),
    (rf"{_SEAT} (?P<withdraw>withdraws) (?P<spot>[\w-]+)", _acts),
    (rf"{_SEAT} (?:stands pat|discards {_CARDS})", _discards),
    (rf"{_WHO} reveals", _simple(c.Reveal)),
    (rf"{_WHO} counts the stub: (?P<stub>\d+)(?:, (?P<found>.+))?", _counts),
    (rf"{_WHO} settles(?: with meters (?P<meters>.+))?", _settles),
    (rf"{_WHO} validates {_SEAT}(?: with meters (?P<meters>.+))?", _validates),
    (rf"{_WHO} plays on {_SEAT}", _simple(c.PlayOn, seat="seat")),
    (rf"{_WHO} abandons {_SEAT}", _simple(c.Abandon, seat="seat")),
    (rf"{_WHO} (?:forfeits|finds a breach at) {_SEAT}", _simple(c.Forfeit, seat="seat")),
    (
        rf"{_WHO} corrects round (?P<round>\d+) {_SEAT} (?P<player>\w+) (?P<spot>[\w-]+) "
        r"by (?P<sign>[+−])(?P<amount>[\d,.]+) as (?P<asked>\w+) asked(?:: (?P<reason>.+))?",
        _corrects,
    ),
    (rf"{_WHO} finds a card face up(?:: (?P<card>\w\w))?", _face_up),
    (rf"{_WHO} draws a card in error", _simple(c.ReportDrawnInError)),
    (
        rf"{_WHO} reports the wrong number of cards at (?P<place>.+)",
        _simple(c.ReportWrongNumber, place="place"),
    ),
    (
        rf"{_WHO} reports a (?P<place>community|box) card exposed",
        _simple(c.ReportCommunityExposed, place="place"),
    ),
    (rf"{_WHO} exposes card (?P<card>[1-5]) of {_SEAT}", _exposes),
    (rf"{_WHO} reports a (?P<device>shuffler|shoe) jam", _simple(c.ReportJam, device="device")),
)
_SENTENCES: Final = [(re.compile(pattern), make) for pattern, make in _GRAMMAR]
