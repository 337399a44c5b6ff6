"""The state a round begins from, where it is not a new table's: `given …` lines.

A round taken from a house's log begins in the middle of a table's day. These lines say all that
its replay depends on: seats and their chips, cards, decks, devices, meters. Times are seconds
relative to the script's own clock. The house's own money is given only where the round needs
it, for a fill or a credit; otherwise chips come from `outside` and the inventory begins at zero.
"""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Final

from msgspec.structs import replace

from pitboss.cards import card_names, parse_cards
from pitboss.money import MILLIONTHS, format_cents, parse_amount, whole_cents
from pitboss.notation.header import bad
from pitboss.table.state import Seat, Table


def write_given_lines(table: Table, at: int, *, inventory: bool = False) -> list[str]:
    """`at` is the script's zero."""
    lines: list[str] = []
    if table.round != 1:
        lines.append(f"round {table.round}")
    if table.dealing != table.rules.dealing:
        lines.append(f"dealing {table.dealing.method} {table.dealing.variant}".strip())
    if table.cards != "closed":
        how = " by device" if table.by_device else " prepared" if table.prepared else ""
        lines.append(f"cards {table.cards}{how}")
    if table.decks:
        since = " ".join("-" if t is None else str(t - at) for t in table.in_play_since)
        lines.append(f"decks {table.decks} deck {table.deck} since {since}")
    if table.rack_deck is not None:
        lines.append(f"rack {table.rack_deck}")
    if table.rounds_since_count:
        lines.append(f"uncounted {table.rounds_since_count}")
    if table.past:
        lines.append(f"past {' '.join(map(str, table.past))}")
    if any(table.inspectors):
        lines.append(f"inspector {' '.join(name or '-' for name in table.inspectors)}")
    if table.direction:
        lines.append("directed shuffle")
    if table.absent:
        lines.append(f"absent {' '.join(map(str, table.absent))}")
    if table.stub:
        lines.append(f"stub {card_names(table.stub)}")
    if table.stored:
        lines.append(f"stored {table.stored} {card_names(table.stored_order)}".strip())
    lines += [f"device {name} {condition}" for name, condition in table.devices.items()]
    players: set[str] = set()
    for number, seat in table.seats.items():
        chips = 0 if seat.player in players else table.chips(seat.player)
        players.add(seat.player)
        by_hand = " by hand" if seat.by_hand else ""
        lines.append(f"seat {number} {seat.player} {format_cents(chips)}{by_hand}")
    if inventory and "inventory" in table.balances:
        lines.append(f"inventory {format_cents(table.balances['inventory'])}")
    lines += [f"meter {name} {exact_amount(n)}" for name, n in table.meters.items()]
    return [f"given {line}" for line in lines]


def exact_amount(millionths: int) -> str:
    """Dollars, with as many digits as the meter has: `12,345.67`, `12,345.67000001`."""
    cents, rest = divmod(millionths, MILLIONTHS)
    return format_cents(cents) + (f"{rest:06d}" if rest else "")


def read_exact(text: str) -> int:
    """Millionths of a cent."""
    try:
        amount = Decimal(text.replace(",", "")) * 100 * MILLIONTHS
    except InvalidOperation:
        raise bad(f"{text!r} is not an amount") from None
    if amount != int(amount) or amount < 0:
        raise bad(f"{text!r} is not an amount", what_to_do="give at most eight digits of a dollar")
    return int(amount)


def read_given_line(table: Table, text: str) -> Table:
    word, _, rest = text.removeprefix("given ").partition(" ")
    reader = _READERS.get(word)
    if reader is None:
        raise bad(f"no table is given a {word!r}", what_to_do=f"one of {', '.join(_READERS)}")
    return reader(table, rest.strip())


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _dealing(table: Table, text: str) -> Table:
    method, _, variant = text.partition(" ")
    dealing = table.rules.game.dealing(method, variant)
    if dealing is None:
        raise bad(f"{table.rules.game.name} is not dealt by {text!r}")
    return replace(table, dealing=dealing)


def _cards(table: Table, text: str) -> Table:
    by_device, prepared = text.endswith(" by device"), text.endswith(" prepared")
    condition = text.removesuffix(" by device").removesuffix(" prepared")
    return replace(table, cards=condition, by_device=by_device, prepared=prepared)


def _decks(table: Table, text: str) -> Table:
    count, _, deck, _, *since = text.split()
    times = tuple(None if t == "-" else int(t) for t in since)
    if len(times) != int(count) or not 0 <= int(deck) < len(times):
        raise bad(f"{text!r} does not describe every deck")
    return replace(table, decks=int(count), deck=int(deck), in_play_since=times)


def _stored(table: Table, text: str) -> Table:
    condition, _, cards = text.partition(" ")
    return replace(table, stored=condition, stored_order=parse_cards(cards))


def _device(table: Table, text: str) -> Table:
    device, _, condition = text.partition(" ")
    return replace(table, devices={**table.devices, device: condition})


def _seat(table: Table, text: str) -> Table:
    number, player, amount = text.removesuffix(" by hand").split()
    chips = parse_amount(amount)
    balances = dict(table.balances)
    if chips:
        balances[f"player {player}"] = balances.get(f"player {player}", 0) + chips
        balances["outside"] = balances.get("outside", 0) - chips
    seats = {**table.seats, int(number): Seat(player, by_hand=text.endswith(" by hand"))}
    return replace(table, seats=dict(sorted(seats.items())), balances=balances)


def _inventory(table: Table, text: str) -> Table:
    sign = -1 if text.startswith("−") else 1
    cents = sign * parse_amount(text.removeprefix("−"))
    cage = table.balances.get("cage", 0) - cents
    return replace(table, balances={**table.balances, "inventory": cents, "cage": cage})


def _meter(table: Table, text: str) -> Table:
    name, _, amount = text.rpartition(" ")
    if name not in {terms.meter for terms in table.rules.choices.meters}:
        raise bad(f"the paytable has no meter {name!r}")
    millionths = read_exact(amount)
    cents = whole_cents(millionths)
    balances = {**table.balances, f"meter {name}": cents}
    balances["jackpot"] = balances.get("jackpot", 0) - cents
    return replace(table, meters={**table.meters, name: millionths}, balances=balances)


_READERS: Final[dict[str, Callable[[Table, str], Table]]] = {
    "round": lambda table, text: replace(table, round=int(text)),
    "dealing": _dealing,
    "cards": _cards,
    "decks": _decks,
    "rack": lambda table, text: replace(table, rack_deck=int(text)),
    "uncounted": lambda table, text: replace(table, rounds_since_count=int(text)),
    "past": lambda table, text: replace(table, past=_numbers(text)),
    "inspector": lambda table, text: replace(
        table, inspectors=tuple("" if name == "-" else name for name in text.split())
    ),
    "directed": lambda table, text: replace(table, direction=True),
    "absent": lambda table, text: replace(table, absent=_numbers(text)),
    "stub": lambda table, text: replace(table, stub=parse_cards(text)),
    "stored": _stored,
    "device": _device,
    "seat": _seat,
    "inventory": _inventory,
    "meter": _meter,
}
