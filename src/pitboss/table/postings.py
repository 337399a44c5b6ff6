"""The money of an event: moves between accounts, so that debits equal credits by construction.

Accounts: `player NAME`, `spot SEAT KEY` (escrow), `inventory`, `meter NAME`, `jackpot`, `cage`,
`drop` (cash taken in at the table), `linked` (other tables' part in shared meters) and `outside`
(what players bring and take away).
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pitboss.table import events as e


class Posting(NamedTuple):
    source: str
    target: str
    cents: int


INVENTORY: Final = "inventory"
JACKPOT: Final = "jackpot"


def player(name: str) -> str:
    return f"player {name}"


def spot(seat: int, key: str) -> str:
    return f"spot {seat} {key}"


def meter(name: str) -> str:
    return f"meter {name}"


def _opened(event: e.TableOpened) -> tuple[Posting, ...]:
    seeds = ((name, amount // 1_000_000) for name, amount in event.meters.items())
    return tuple(Posting(JACKPOT, meter(name), cents) for name, cents in seeds)


def _bought_in(event: e.BoughtIn) -> tuple[Posting, ...]:
    chips = Posting(INVENTORY, player(event.player), event.cents)
    return (Posting("outside", "drop", event.cents), chips)


def _left(event: e.SeatLeft) -> tuple[Posting, ...]:
    return (Posting(player(event.player), "outside", event.cents),)


def _filled(event: e.Filled) -> tuple[Posting, ...]:
    return (Posting("cage", INVENTORY, event.cents),)


def _placed(event: e.WagerPlaced) -> tuple[Posting, ...]:
    there = spot(event.seat, event.spot)
    return (Posting(player(event.player), there, event.cents - event.was),)


def _collected(event: e.StakeCollected) -> tuple[Posting, ...]:
    return (Posting(spot(event.seat, event.spot), INVENTORY, event.cents),)


def _removed(event: e.WagerRemoved) -> tuple[Posting, ...]:
    return (Posting(INVENTORY, player(event.player), event.cents),)


def _decided(event: e.Decided) -> tuple[Posting, ...]:
    if not event.cents:
        return ()
    there, purse = spot(event.seat, event.spot), player(event.player)
    if event.act == "withdraw":
        return (Posting(there, purse, event.cents),)
    return (Posting(purse, there, event.cents),)


def _read(event: e.MetersRead) -> tuple[Posting, ...]:
    """What other tables moved: `linked` stands for them in this table's books."""
    changes = (
        (name, amount // 1_000_000 - event.was[name] // 1_000_000)
        for name, amount in event.meters.items()
    )
    return tuple(Posting("linked", meter(name), cents) for name, cents in changes)


def _fed(event: e.MeterFed) -> tuple[Posting, ...]:
    return (Posting(INVENTORY, meter(event.meter), event.cents),)


def _lost(event: e.Lost) -> tuple[Posting, ...]:
    if not event.held:
        return ()
    return (Posting(spot(event.seat, event.spot), INVENTORY, event.cents),)


def _paid(event: e.Paid) -> tuple[Posting, ...]:
    purse = player(event.player)
    won = Posting(INVENTORY, purse, event.won)
    if not event.returned:
        return (won,)
    return (Posting(spot(event.seat, event.spot), purse, event.returned), won)


def _meter_paid(event: e.MeterPaid) -> tuple[Posting, ...]:
    # Ruling G10, MS 11.I(4)(d)(i): from the meter's own account, never the table inventory.
    return (Posting(meter(event.meter), player(event.player), event.cents),)


def _reset(event: e.MeterReset) -> tuple[Posting, ...]:
    return (Posting(JACKPOT, meter(event.meter), event.cents),)


def _envy(event: e.EnvyPaid) -> tuple[Posting, ...]:
    return (Posting(INVENTORY, player(event.player), event.cents),)


def _returned(event: e.StakeReturned) -> tuple[Posting, ...]:
    source = spot(event.seat, event.spot) if event.held else INVENTORY
    return (Posting(source, player(event.player), event.cents),)


# Any: each function takes its own event; the key guarantees it.
_POSTINGS: Final[Mapping[type[e.Event], Callable[[Any], tuple[Posting, ...]]]] = {
    e.TableOpened: _opened,
    e.BoughtIn: _bought_in,
    e.SeatLeft: _left,
    e.Filled: _filled,
    e.WagerPlaced: _placed,
    e.StakeCollected: _collected,
    e.WagerRemoved: _removed,
    e.Decided: _decided,
    e.MetersRead: _read,
    e.MeterFed: _fed,
    e.Lost: _lost,
    e.Paid: _paid,
    e.MeterPaid: _meter_paid,
    e.MeterReset: _reset,
    e.EnvyPaid: _envy,
    e.StakeReturned: _returned,
}


def postings(event: e.Event) -> tuple[Posting, ...]:
    made = _POSTINGS.get(type(event))
    return made(event) if made else ()


def post(balances: dict[str, int], event: e.Event) -> None:
    """Moves the event's money between the accounts; an emptied spot's account is gone."""
    made = _POSTINGS.get(type(event))
    if made is None:
        return
    for source, target, cents in made(event):
        if cents:
            _add(balances, source, -cents)
            _add(balances, target, cents)


def _add(balances: dict[str, int], account: str, cents: int) -> None:
    after = balances.get(account, 0) + cents
    if after or account[:4] != "spot":
        balances[account] = after
    else:
        del balances[account]
