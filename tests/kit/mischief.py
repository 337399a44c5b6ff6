"""Commands by anyone about anything: mishaps, mistakes and cheek. Many are refused, not all."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from kit.houses import shuffled
from kit.play import random_stakes
from pitboss.cards import Card
from pitboss.money import Cents
from pitboss.rulebook.rules import Choices, Rules
from pitboss.table import commands as c
from pitboss.table import opening
from pitboss.table.engine import start
from pitboss.table.state import SEAT_NAMES, Seat, Table

HOUR: Final = 3600
# Given by somebody else, most are refused for that alone.
STAFF: Final[dict[type[c.Command], c.Role]] = {
    **dict.fromkeys((c.Abandon, c.Forfeit, c.ValidateAward), "floorperson"),
    **dict.fromkeys((c.Settle, c.ShowHand), "dealer"),
}
AT_ONES_SEAT: Final = (c.Bet, c.Act, c.Discard, c.BuyIn, c.Leave, c.PlayByHand, c.Retract)


class Guest:
    """Someone at a table with a seeded mind."""

    def __init__(self, choices: Choices, seed: int | str, *, stack: float) -> None:
        self.rng = Random(seed)
        self.rules = Rules(choices)
        self.table: Table = start(self.rules)
        self.stack = stack
        self.at = 0
        self.deck: tuple[Card, ...] = ()  # as it lies, where the table does not know

    def mischief(self, kind: type[c.Command] | None = None) -> c.Command:
        """Any command, by anyone, about anything: mishaps, mistakes and cheek."""
        kind = kind or self.any_kind()
        if self.rng.random() < 0.05:
            self.at += self.rng.randrange(9 * HOUR)
        roles: tuple[c.Role, ...] = ("player", "dealer", "floorperson", "house")
        role = self.rng.choice(roles)
        seats = list(self.table.seats.values())
        name = self.rng.choice(seats).player if seats and role == "player" else role
        if self.rng.random() < 0.1:
            name = "stranger"
        by, fields = c.Actor(role, name), MISCHIEF[kind](self)
        seat = self.table.seats.get(fields.get("seat", 0))
        if seat is not None and kind in AT_ONES_SEAT and self.rng.random() < 0.6:
            by = c.Actor("dealer", "dealer") if seat.by_hand else c.Actor("player", seat.player)
        if kind in STAFF and self.rng.random() < 0.6:
            by = c.Actor(STAFF[kind], STAFF[kind])
        return kind(by=by, at=self.at, **fields)

    def any_kind(self) -> type[c.Command]:
        """Commands that people might give too early while the table waits for them."""
        table = self.table
        if (table.pending or table.papers or table.reopened) and self.rng.random() < 0.5:
            return self.rng.choice((c.Settle, c.Settle, c.ValidateAward, c.ShowHand, c.ReadHand))
        return self.rng.choice(c.AnyCommand)

    def any_seat(self) -> int:
        if self.table.turn and self.rng.random() < 0.5:
            return self.table.turn
        return self.rng.randint(0, self.rules.game.seats + 1)

    def any_cards(self) -> tuple[Card, ...]:
        hole = [card for seat in self.table.seats.values() for card in seat.hole]
        some = hole if hole and self.rng.random() < 0.5 else list(range(-1, 55))
        return tuple(Card(self.rng.choice(some)) for _ in range(self.rng.randrange(5)))

    def any_order(self) -> tuple[Card, ...]:
        order = shuffled(self.rng, self.table.size, stack=self.stack)
        self.deck = order
        return self.rng.choice((order, order, (), order[1:], order[:1] + order[:-1]))

    def any_place(self) -> str:
        return self.rng.choice((*SEAT_NAMES, "community", "box", "burned", "rack", "moon"))

    def any_reason(self) -> str:
        return self.rng.choice(("walked away", "walked away", "", "two\nlines"))

    def any_second(self) -> str:
        return self.rng.choice(("", "", "dan", "floorperson"))

    def any_ground(self) -> str:
        return self.rng.choice((*(ground.clause for ground in self.rules.game.grounds), "", "moon"))

    def any_stakes(self) -> dict[str, Cents]:
        rng = self.rng
        if rng.random() < 0.5:
            return self.stakes()
        if rng.random() < 0.2:
            spot = rng.choice(list(self.rules.opening_bounds))
            return {spot: self.rules.bounds[spot][0]}
        dependent = [spot for spot in self.rules.spots.values() if spot.needs]
        if dependent and rng.random() < 0.3:  # without the wager it depends on
            alone = rng.choice(dependent)
            return {alone.key: self.rules.limits(alone)[0]}
        keys = [*(spot.key for spot in self.rules.game.spots), "moon"]
        amounts = (0, 0, 100, 500, 1000, 1050, -500, 10**9)
        return {rng.choice(keys): Cents(rng.choice(amounts)) for _ in range(rng.randrange(4))}

    def stakes(self) -> dict[str, Cents]:
        """Wagers of one seat: the required ones, and others as their needs allow."""
        return random_stakes(self.rng, self.rules, often=0.7)

    def unseen(self) -> list[Card]:
        cards_out = self.table.cards_out()
        return [card for card in self.deck if card not in cards_out]


def _seat(d: Guest) -> dict[str, Any]:
    return {"seat": d.any_seat()}


def _device(d: Guest) -> dict[str, Any]:
    return {"device": d.rng.choice(("shuffler", "shoe"))}


def _nothing(d: Guest) -> dict[str, Any]:
    return {}


def _count(d: Guest) -> dict[str, Any]:
    stub = d.table.remaining + d.rng.choice((0, 0, 0, 1, -1))
    counts = {d.any_place(): d.rng.randrange(-1, 6)} if d.rng.random() < 0.3 else {}
    return {"stub": stub, "found": counts}


def _meters(d: Guest) -> dict[str, Any]:
    return {"meters": d.rng.choice(({}, {}, {}, {"moon": 5}, dict.fromkeys(d.table.meters, -1)))}


def _reason(d: Guest) -> dict[str, Any]:
    return {"reason": d.rng.choice(("a card fell", "a card fell", "", " ", "two\nlines"))}


def _seated(d: Guest) -> Seat | None:
    return d.rng.choice(list(d.table.seats.values()) or [None])


DUTIES: Final = tuple(opening.DUTIES)
ACTS: Final = ("bet", "raise", "ride", "check", "withdraw", "fold")
METHODS: Final = ("manual-shoe", "hand", "automated-shoe")
VARIANTS: Final = ("", "", "stacks", "one-by-one", "packet-first", "packet-last", "moon")

MISCHIEF: Final[dict[type[c.Command], Callable[[Guest], dict[str, Any]]]] = {
    c.ReceiveCards: lambda d: {
        "prepared": d.rng.random() < 0.5,
        "order": d.any_order(),
        "prepared_by": d.rng.choice(("", "pat")),
        "seal": d.rng.choice(("", "", "4711")),
        "decks": d.rng.choice((0, 0, 1, 2, 3)),
    },
    c.Perform: lambda d: {
        "duty": d.rng.choice(DUTIES),
        "deck": d.rng.choice((None, None, 0, 1, 2)),
        "reason": d.rng.choice(("", "it slipped")),
    },
    c.ReportDefect: lambda d: {
        "deck": d.rng.choice((0, 0, 1, 2)),
        "what": d.rng.choice(("a nick", "")),
        "taken_by": d.rng.choice(("max", "dealer", "")),
    },
    c.DirectShuffle: lambda d: {"reason": d.rng.choice(("a card fell", "", "two\nlines"))},
    c.LoadDeck: _nothing,
    c.Shuffle: lambda d: {
        "order": d.any_order(),
        "device": d.rng.random() < 0.5,
        "counted": d.rng.choice((None, d.table.size, d.table.size - 1)),
    },
    c.Cut: lambda d: {"depth": d.rng.choice((-1, 0, 9, 10, 26, 51, 52, 54))},
    c.ReportOutOfOrder: _device,
    c.MarkDevice: lambda d: _device(d) | {"how": d.rng.choice(("covered", "signed"))},
    c.RestoreDevice: _device,
    c.ChangeMethod: lambda d: {
        "method": d.rng.choice(METHODS),
        "variant": d.rng.choice(VARIANTS),
    },
    c.Sit: lambda d: (
        _seat(d)
        | {"player": seat.player if (seat := _seated(d)) and d.rng.random() < 0.7 else "stranger"}
    ),
    c.Leave: _seat,
    c.BuyIn: lambda d: (
        _seat(d)
        | {"cents": d.rng.choice((0, -100, 150, 500, 10_000, 10**13))}
        | {"kind": d.rng.choice(("cash", "cash", "chips"))}
    ),
    c.PlayByHand: lambda d: _seat(d) | {"on": d.rng.random() < 0.7},
    c.Fill: lambda d: {"cents": d.rng.choice((0, 5_000, -5_000, 10**13))},
    c.Correct: lambda d: (
        _seat(d)
        | {
            "round": d.table.round - d.rng.choice((1, 1, 1, 0, 9)),
            "player": seat.player if (seat := _seated(d)) else "stranger",
            "spot": d.rng.choice((*d.rules.spots, "moon")),
            "cents": d.rng.choice((500, 1, -500, 0, -(10**9), 10**13)),
            "reason": d.rng.choice(("counted again", "counted again", "", "two\nlines")),
            "asked": d.rng.choice(("dan", "dan", "dealer", "")),
        }
    ),
    c.Bet: lambda d: _seat(d) | {"stakes": d.any_stakes()},
    c.NoMoreBets: lambda d: {
        "chips": d.rng.choice(({}, {"progressive": d.rng.randrange(-1, 8)}, {"moon": 1}))
    },
    c.RemoveWager: lambda d: (
        _seat(d)
        | {
            "spot": d.rng.choice(("progressive", "five-card-bonus", "ante", "moon")),
            "reason": "no chip lay there",
        }
    ),
    c.Deal: lambda d: {
        "count": d.rng.choice((0, 1, 2, -1, 60)),
        "cards": d.rng.choice(((), d.any_cards())),
    },
    c.Act: lambda d: {
        "seat": d.any_seat(),
        "act": d.rng.choice(ACTS),
        "multiple": d.rng.choice((-1, 0, 1, 2, 3, 4)),
        "spot": d.rng.choice(("", "", "", "ante", "bet-1")),
    },
    c.Discard: lambda d: {
        "seat": d.any_seat(),
        "cards": d.any_cards(),
        "slots": d.rng.choice(((), (), (d.rng.randrange(-1, 6),), (1, 1))),
        "number": d.rng.choice((None, None, d.rng.randrange(-1, 6))),
    },
    c.Retract: _seat,
    c.Reveal: lambda d: {"cards": d.rng.choice(((), (), d.any_cards()))},
    c.ShowHand: lambda d: _seat(d) | {"cards": d.any_cards()},
    c.ReadHand: lambda d: _seat(d) | {"cards": d.any_cards()},
    c.CountStub: _count,
    c.Settle: lambda d: _meters(d) | {"seat": d.rng.choice((0, 0, d.any_seat()))},
    c.ValidateAward: lambda d: (
        {"seat": d.rng.choice((d.table.pending, d.any_seat()))}
        | _meters(d)
        | {"lamp": d.rng.choice((None, True, False))}
        | {"counts": d.rng.choice(({}, d.table.lying()))}
    ),
    c.RefuseAward: lambda d: _seat(d) | _meters(d) | _reason(d),
    c.ReopenSeat: lambda d: _seat(d) | _meters(d) | _reason(d),
    c.CompletePapers: _seat,
    c.UpholdReport: _meters,
    c.OverruleReport: lambda d: _reason(d),
    c.CannotDeal: lambda d: _reason(d),
    c.PlayOn: _seat,
    c.Abandon: lambda d: _seat(d) | {"reason": d.any_reason(), "asked": d.any_second()},
    c.Forfeit: lambda d: (
        _seat(d) | {"ground": d.any_ground(), "words": d.any_reason(), "asked": d.any_second()}
    ),
    c.ReportFaceUp: lambda d: {"card": d.rng.choice((None, None, *d.any_cards(), *d.unseen()[:1]))},
    c.ReportDrawnInError: _nothing,
    c.ReportWrongNumber: lambda d: (
        {"place": d.any_place(), "cards": d.rng.choice((None, 0, 2, 3, 5))} | _meters(d)
    ),
    c.ReportForeignCard: lambda d: (
        {"place": d.any_place(), "card": (*d.any_cards(), Card(53))[0]} | _meters(d)
    ),
    c.ReportCommunityExposed: lambda d: {"place": d.rng.choice(("community", "box"))},
    c.ReportCardExposed: lambda d: (
        _seat(d) | {"slot": d.rng.randrange(-1, 6), "card": d.rng.choice((None, *d.any_cards()))}
    ),
    c.ReportJam: _device,
}
