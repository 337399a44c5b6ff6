"""Events as lines: `-` what happened, `<` money, each with its clause at the end."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from pitboss.cards import card_name, card_names
from pitboss.money import MILLIONTHS, format_cents, signed, whole_cents
from pitboss.table import events as e
from pitboss.table.commands import Actor
from pitboss.table.equipment import BACKS
from pitboss.table.postings import INVENTORY, JACKPOT, meter, player
from pitboss.table.refusals import CHIPS_RULING
from pitboss.table.state import Table

COLUMN: Final = 62  # where clauses stand


def line(mark: str, text: str, clause: str) -> str:
    return f"{mark} {text}".ljust(COLUMN) + f"  {clause}" if clause else f"{mark} {text}"


def _money(seat: int, spot: str, cents: int, why: str) -> str:
    return f"seat {seat} {spot:<16} {signed(cents):>13}  {why}"


def _who(actor: Actor) -> str:
    return actor.role if actor.name == actor.role else f"{actor.role} {actor.name}"


def tell(events: Sequence[e.Event]) -> list[str]:
    """The lines of a command's events; cards dealt in a row share lines, in the order they came."""
    lines: list[str] = []
    dealt: list[e.CardDealt] = []
    for event in (*events, None):
        if isinstance(event, e.CardDealt) and (not dealt or dealt[-1].clause == event.clause):
            dealt.append(event)
            continue
        if dealt:
            lines.append(_tell_dealt(dealt))
            dealt = []
        if isinstance(event, e.CardDealt):
            dealt.append(event)
        elif event is not None and (text := _TELLINGS[type(event)](event)):
            lines.append(line("<" if isinstance(event, _MONEY) else "-", text, _clause(event)))
    return lines


_MONEY: Final = (e.Lost, e.Paid, e.MeterPaid, e.EnvyPaid, e.StakeReturned, e.Corrected)


def _clause(event: e.Event) -> str:
    match event:
        case e.TableOpened() | e.MetersRead():
            return "G10"
        case e.BoughtIn(kind="chips"):
            return CHIPS_RULING
    return getattr(event, "clause", "")


def _tell_dealt(dealt: list[e.CardDealt]) -> str:
    """Each place once, its cards in the order they came."""
    parts: list[str] = []
    last = ""
    for event in dealt:
        place = event.place.removeprefix("seat ")
        name = card_name(event.card)
        if place == last:
            parts[-1] += f" {name}"
        else:
            parts.append(f"{place}: {name}")
        last = place
    return line("-", "dealt " + ", ".join(parts), dealt[0].clause)


def _meters(meters: dict[str, int]) -> str:
    return ", ".join(f"{name} {format_cents(whole_cents(n))}" for name, n in meters.items())


def _received(event: e.CardsReceived) -> str:
    decks = "1 deck" if event.decks == 1 else f"{event.decks} decks"
    kind = ", preinspected and preshuffled" if event.prepared else ""
    kind += f" by {event.prepared_by}" if event.prepared_by else ""
    kind += f", seal {event.seal}" if event.seal else ""
    return f"{_who(event.by)} received {decks}{kind}"


_DUTIES: Final = {
    "inspect": "inspected the cards",
    "verify": "verified the inspection",
    "spread": "spread the cards face up",
    "view": "looked the cards over",
    "wash": "turned the cards down, washed and stacked them",
    "recut": "called for another cut",
    "idle": "cleared shoe and rack, spread the cards face down",
    "idle-up": "cleared shoe and rack, spread the cards face up",
    "turn": "had the cards turned face up",
    "close": "closed the table",
}


def _duty(event: e.DutyDone) -> str:
    done = _DUTIES[event.duty]
    if event.duty == "view" and event.by.role == "dealer":
        done = "gave time to look the cards over"
    done += "" if event.deck is None else f", {BACKS[event.deck]} deck"
    done += f": {event.reason}" if event.reason else ""
    return f"{_who(event.by)} {done}"


def _shuffled(event: e.CardsShuffled) -> str:
    how = "by the device" if event.device else "by hand"
    then = ", to be cut" if event.needs_cut else ""
    then += "" if event.counted is None else f", {event.counted} cards counted"
    return f"{_who(event.by)} shuffled the {BACKS[event.deck]} deck {how}{then}"


def _collected(event: e.StakeCollected) -> str:
    lammer = ", a lammer in its place" if event.lammer else ""
    return f"seat {event.seat} {event.spot} {format_cents(event.cents)} collected{lammer}"


def _counted(event: e.ChipsCounted) -> str:
    chips = "1 chip" if event.counted == 1 else f"{event.counted} chips"
    wagers = f"{event.accepted} {event.wager} wager{'' if event.accepted == 1 else 's'}"
    differs = "" if event.counted == event.accepted else ": they do not match"
    return f"{chips} counted for {wagers}{differs}"


def _removed(event: e.WagerRemoved) -> str:
    what = f"removed seat {event.seat} {event.spot}, {format_cents(event.cents)} returned"
    if not event.cents:
        what = f"gave seat {event.seat} back a {event.spot} chip that was not accepted"
    why = f": {event.reason}" if event.reason else ""
    return f"{_who(event.by)} {what}{why}"


def _entered(name: str) -> str:
    return f", entered by {_who(Actor('dealer', name))}" if name else ""


def _placed(event: e.WagerPlaced) -> str:
    what = f"{event.spot} {format_cents(event.cents)}" if event.cents else f"took back {event.spot}"
    was = f", was {format_cents(event.was)}" if event.cents and event.was else ""
    return f"seat {event.seat} {what}{was}{_entered(event.entered)}"


def _bought_in(event: e.BoughtIn) -> str:
    chips = " in chips" if event.kind == "chips" else ""
    what = f"{event.player} bought in for {format_cents(event.cents)}{chips}"
    return what + _entered(event.entered)


def _hand_play(event: e.HandPlaySet) -> str:
    what = "lets the dealer enter" if event.on else "enters alone"
    return f"{event.player} at seat {event.seat} {what}"


def _retracted(event: e.EntryRetracted) -> str:
    amount = f" {event.spot} {format_cents(event.cents)}" if event.cents else ""
    what = "chose its discards" if event.act == "discard" else _ACTS[event.act] + amount
    stakes = ", ".join(f"{spot} {format_cents(cents)}" for spot, cents in event.back.items())
    then = f"; on the felt again: {stakes}" if stakes else ""
    return f"{_who(event.by)} retracted: seat {event.seat} {what}{then}"


def _never_brought(event: e.BuyInRetracted) -> str:
    what = f"{event.player} did not buy in for {format_cents(event.cents)} in chips"
    return what + _entered(event.entered)


def _dropped(event: e.SeatDropped) -> str:
    ground = f" for {event.ground}" if event.ground else ""
    second = f" as {event.asked} asked" if event.asked else ""
    why = f": {event.reason}" if event.reason else ""
    return f"{_who(event.by)}: seat {event.seat} {event.why}{ground}{second}{why}"


def _breach(event: e.BreachNoted) -> str:
    what = f": {event.ground}" if event.ground else ""
    return f"{_who(event.by)} noted a breach at seat {event.seat}{what}; the round goes on"


def _exact(millionths: int) -> str:
    """`12.5`: cents with their millionths, no more digits than needed."""
    whole, part = divmod(millionths, MILLIONTHS)
    return f"{whole}.{part:06d}".rstrip("0").rstrip(".")


_ACTS: Final = {
    "bet": "bet",
    "raise": "raised",
    "ride": "let it ride",
    "check": "checked",
    "withdraw": "withdrew",
    "fold": "folded",
}


def _decided(event: e.Decided) -> str:
    house = " (the house's act)" if event.by_house else ""
    amount = f" {event.spot} {format_cents(event.cents)}" if event.cents else ""
    return f"seat {event.seat} {_ACTS[event.act]}{amount}{house}{_entered(event.entered)}"


def _discarded(event: e.Discarded) -> str:
    house = " (the house's act)" if event.by_house else ""
    what = f"discarded {card_names(event.cards)}" if event.cards else "stood pat"
    return f"seat {event.seat} {what}{house}{_entered(event.entered)}"


def _paid(event: e.Paid) -> str:
    why = f"{event.hand}, {event.odds}"
    if event.hand == event.odds or event.odds == "push":
        why = f"{event.hand}, push"
    if event.cut:
        why += f"; {format_cents(event.cut)} over the payout limit"
    return _money(event.seat, event.spot, event.won, why)


def _corrected(event: e.Corrected) -> str:
    what = f"round {event.round}, {event.player}: {event.reason}"
    who = f"{event.asked} asked, {_who(event.by)} approved"
    return _money(event.seat, event.spot, event.cents, f"{what} ({who})")


def _undone(event: e.PaymentUndone) -> str:
    payment = event.payment
    return f"undone: {_UNDONE[type(payment)](payment)}"


_UNDONE: Final[dict[type[e.Event], Callable[[Any], str]]] = {
    e.Lost: lambda x: f"seat {x.seat} {x.spot} lost {format_cents(x.cents)}",
    e.Paid: lambda x: f"seat {x.seat} {x.spot} paid {format_cents(x.won)}",
    e.EnvyPaid: lambda x: f"seat {x.seat} envy paid {format_cents(x.cents)}",
    e.MeterPaid: lambda x: f"seat {x.seat} {x.spot} paid {format_cents(x.cents)} from {x.meter}",
    e.MeterReset: lambda x: f"{x.meter} reset with {format_cents(x.cents)}",
    e.MeterFed: lambda x: f"{x.meter} fed {_exact(x.millionths)} cents",
}


def _validated(event: e.AwardValidated) -> str:
    lamp = ", the light lit" if event.lamp else ""
    counts = ", ".join(f"{place} {number}" for place, number in event.counts.items())
    counting = f"; cards counted: {counts}" if counts else ""
    who = f"{_who(event.by)} validated seat {event.seat}"
    return f"{who}{lamp}{counting}"


def _report_made(event: e.ReportMade) -> str:
    number = "" if event.cards is None else f", {event.cards}"
    what = f"wrong number of cards at {event.place}{number}"
    if event.card is not None:
        what = f"{card_name(event.card)} at {event.place} cannot be there"
    return f"{_who(event.by)} reported: {what}"


def _slip(event: e.SlipOpened) -> str:
    meters = f"{event.meter} {format_cents(event.before)} before, {format_cents(event.after)} after"
    persons = " and ".join(event.persons)
    return f"slip of seat {event.seat}, {event.hand}: {meters}; {persons}"


_CONDITIONS: Final = {
    "jammed": "jammed",
    "out of order": "is out of order",
    "covered": "is covered",
    "signed": "bears a sign that it is out of order",
    "working": "works again",
}

_TELLINGS: Final[dict[type[e.Event], Callable[[Any], str]]] = {
    e.TableOpened: lambda x: f"meters stand at: {_meters(x.meters)}",
    e.CardsReceived: _received,
    e.DutyDone: _duty,
    e.DeckDefective: lambda x: f"{BACKS[x.deck]} deck defective: {x.what}; {x.taken_by} took it",
    e.ShuffleDirected: lambda x: f"{_who(x.by)} directed a shuffle: {x.reason}".removesuffix(": "),
    e.DeckLoaded: lambda x: f"{_who(x.by)} loaded the {BACKS[x.deck]} deck into the shuffler",
    e.CardsShuffled: _shuffled,
    e.CardsCut: lambda x: f"{_who(x.by)} cut {x.depth} deep",
    e.DeckRemoved: lambda x: f"{BACKS[x.deck]} deck removed: {x.why}",
    e.DeviceReported: lambda x: f"the {x.device} {_CONDITIONS[x.condition]}",
    e.MethodChanged: lambda x: f"dealing by {x.method} {x.variant}",
    e.Seated: lambda x: f"{x.player} sat at seat {x.seat}{_entered(x.entered)}",
    e.SeatLeft: lambda x: (
        f"{x.player} left seat {x.seat} with {format_cents(x.cents)}{_entered(x.entered)}"
    ),
    e.BoughtIn: _bought_in,
    e.HandPlaySet: _hand_play,
    e.Filled: lambda x: (
        f"{_who(x.by)}: {'fill' if x.cents > 0 else 'credit'} {format_cents(abs(x.cents))}"
    ),
    e.WagerPlaced: _placed,
    e.BetsClosed: lambda x: f"{_who(x.by)}: no more bets",
    e.StakeCollected: _collected,
    e.ChipsCounted: _counted,
    e.WagerRemoved: _removed,
    e.CardSetAside: lambda x: f"{card_name(x.card)} found face up, set aside",
    e.DrawnInError: lambda x: (
        "a card drawn in error "
        + ("stays on the stub" if x.clause == "G34" else "is the next card")
    ),
    e.CardsRevealed: lambda x: f"{x.place} shows {card_names(x.cards)}",
    e.CardExposed: lambda x: f"{card_name(x.card)} of seat {x.seat} was exposed; the round goes on",
    e.StubCounted: lambda x: f"stub of {x.stub}, deck of {x.total}",
    e.Decided: _decided,
    e.Discarded: _discarded,
    e.EntryRetracted: _retracted,
    e.BuyInRetracted: _never_brought,
    e.SeatDropped: _dropped,
    e.BreachNoted: _breach,
    e.SettlementBegun: lambda x: f"{_who(x.by)} settles",
    e.MetersRead: lambda x: f"linked meters stand at: {_meters(x.meters)}",
    e.MeterFed: lambda x: f"{x.meter} fed {_exact(x.millionths)} cents",
    e.HandShown: lambda x: f"seat {x.seat} shows {card_names(x.cards)}: {x.hand}",
    e.Lost: lambda x: _money(x.seat, x.spot, -x.cents, x.reason),
    e.Paid: _paid,
    e.AwardPending: lambda x: f"seat {x.seat} {x.spot} waits for a floorperson: {x.hand}, {x.odds}",
    e.AwardValidated: _validated,
    e.AwardRefused: lambda x: f"{_who(x.by)} refused the award at seat {x.seat}: {x.reason}",
    e.SeatReopened: lambda x: f"{_who(x.by)} reopened seat {x.seat}: {x.reason}",
    e.HandRead: lambda x: f"{_who(x.by)} read seat {x.seat}: {card_names(x.cards)}",
    e.SlipOpened: _slip,
    e.PapersCompleted: lambda x: f"{_who(x.by)} completed the papers of seat {x.seat}",
    e.PaymentUndone: _undone,
    e.ReportMade: _report_made,
    e.ReportOverruled: lambda x: f"{_who(x.by)} overruled the report at {x.place}: {x.reason}",
    e.MeterPaid: lambda x: _money(x.seat, x.spot, x.cents, f"{x.hand}, {x.odds}"),
    e.MeterReset: lambda x: f"{x.meter} reset with {format_cents(x.cents)}",
    e.EnvyPaid: lambda x: _money(x.seat, "envy", x.cents, f"{x.hand} at seat {x.holder}"),
    e.SeatSettled: lambda x: "",
    e.RoundEnded: lambda x: f"round {x.round} is over",
    e.RoundVoided: lambda x: f"the round is void: {x.reason}",
    e.StakeReturned: lambda x: _money(x.seat, x.spot, 0, f"{format_cents(x.cents)} returned"),
    e.Corrected: _corrected,
}


def result_line(table: Table, changes: Counter[str]) -> str:
    """What the round moved: each player's chips, then the inventory, the meters and the jackpot."""
    players = dict.fromkeys(seat.player for _, seat in sorted(table.seats.items()))
    parts = [f"{name} {signed(changes[player(name)])}" for name in players]
    parts.append(f"house {signed(changes[INVENTORY])}")
    for account in (*(meter(name) for name in table.meters), JACKPOT):
        if changes[account]:
            parts.append(f"{account} {signed(changes[account])}")
    return "= " + "  ".join(parts)
