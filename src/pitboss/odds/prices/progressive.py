"""Progressive wagers: their return at a meter, their break-even, and their long-run return.

A meter takes a share of every wager, pays a part of itself for some hands, and is reset by a full
award. Over many wagers it pays as much as it takes plus the seed of each reset, so the long-run
return needs no distribution of the meter; its mean and variance follow in the same way.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

import msgspec
from msgspec import field

from pitboss.money import MILLIONTHS
from pitboss.odds.cache import remember
from pitboss.odds.figures import root
from pitboss.odds.game import MAX_METER, BadMeter, PricedGame, award, meter_amounts
from pitboss.odds.prices.price import FOLDED, NOTHING, Bets, Valuer, price_of, rounds_of
from pitboss.odds.rounds import Extra, Rounds
from pitboss.rulebook.paytable import Fixed, Share

_RATES: Final = (MILLIONTHS // 10, MILLIONTHS // 20)  # of the first meter, of each other one


class Award(msgspec.Struct, frozen=True):
    hand: str
    pays: str
    combinations: int
    probability: Fraction  # by one wager
    wagers_between: Fraction | None


class MeterFigures(msgspec.Struct, frozen=True):
    """One meter. Sums are in cents."""

    meter: str
    amount: int = field(name="amount_cents")  # at which the return is computed
    reset: int = field(name="reset_cents")
    rate: Fraction  # of a wager
    share: Fraction  # of the meter, expected by one wager
    full_award: Fraction  # chance by one wager
    # The amount at which nobody has an edge, the other meters unchanged:
    break_even: Fraction | None = field(name="break_even_cents")
    # The amount, in the long run, when a hand wins a part of it:
    mean_at_award: Fraction = field(name="mean_at_award_cents")
    deviation_at_award: Decimal = field(name="deviation_at_award_cents")
    # Between full awards, every seat betting:
    rounds_between: Fraction | None = field(name="rounds_between_full_awards")


class Progressive(msgspec.Struct, frozen=True):
    """A letter of a progressive wager at one stake. Returns are parts of the stake."""

    letter: str
    stake: int
    seats: int
    awards: tuple[Award, ...]
    meters: tuple[MeterFigures, ...]
    fixed_return: Fraction
    meter_return: Fraction
    envy_per_seat: Fraction  # for each other seat that plays
    envy_return: Fraction
    long_run_meter_return: Fraction

    @property
    def returned(self) -> Fraction:
        return self.fixed_return + self.meter_return + self.envy_return

    @property
    def house_edge(self) -> Fraction:
        return 1 - self.returned

    @property
    def long_run_return(self) -> Fraction:
        return self.fixed_return + self.long_run_meter_return + self.envy_return

    def with_others(self, others: int) -> tuple[Fraction, Fraction | None]:
        """The return with `others` other seats in play, and the first meter's break-even then."""
        returned = self.fixed_return + self.meter_return + others * self.envy_per_seat
        first = self.meters[0]
        if not first.share:
            return returned, None
        return returned, first.amount + (1 - returned) * self.stake / first.share

    def edge_at(self, meter: str, amount: int) -> Fraction:
        """The edge with one meter at another amount; it is linear in the amount."""
        current = next(m for m in self.meters if m.meter == meter)
        return self.house_edge - current.share * (amount - current.amount) / self.stake


def progressive_price(
    game: PricedGame,
    letter: str,
    *,
    stake: int = 100,
    seats: int = 1,
    meters: Mapping[str, int] | None = None,
    rates: Mapping[str, int] | None = None,
    resets: Mapping[str, int] | None = None,
    rounds: Rounds | None = None,
) -> Progressive:
    """Prices one letter. `rounds` are those of the base game, by default under optimal play without
    a progressive wager; `resets` those of the table, the least that a house may choose.
    """
    wager = game.game.progressive_wager
    assert wager is not None
    table = game.table(wager.key, letter)
    amounts = meter_amounts(game, letter, meters)
    played = rounds or rounds_of(game, game.base_letters("A"), box=False)
    price = price_of(game, played, wager.key, stake, Bets({}, {wager.key: letter}, amounts))
    chance = {o.hand: o.probability for o in price.outcomes}
    sums = (
        award(row.pays, stake, amounts) * chance[row.name]
        for row in table.rows
        if not isinstance(row.pays, Share)
    )
    fixed = sum(sums, Fraction(0)) / stake
    parts = {
        name: [
            (Fraction(row.pays.percent, 100), chance[row.name])
            for row in table.rows
            if isinstance(row.pays, Share) and row.pays.meter == name
        ]
        for name in amounts
    }
    paid = (part * p * amounts[name] for name, own in parts.items() for part, p in own)
    at_meter = sum(paid, Fraction(0)) / stake
    envy = _envy(game, played, letter, stake)
    others = envy * (seats - 1)
    figures = tuple(
        meter_figures(
            name,
            amounts[name],
            (resets or {}).get(name, table.meters[name]),
            (rates or {}).get(name, _RATES[min(place, 1)]),
            stake,
            seats,
            parts[name],
            1 - fixed - others - at_meter,
        )
        for place, name in enumerate(amounts)
    )
    return Progressive(
        letter=letter,
        stake=stake,
        seats=seats,
        awards=tuple(
            Award(o.hand, o.pays, o.combinations, (p := o.probability), 1 / p if p else None)
            for o in price.outcomes
            if o.hand not in (NOTHING, FOLDED)
        ),
        meters=figures,
        fixed_return=fixed,
        meter_return=at_meter,
        envy_per_seat=envy,
        envy_return=others,
        long_run_meter_return=sum(
            (m.rate + m.full_award * m.reset / stake for m in figures), Fraction(0)
        ),
    )


def _envy(game: PricedGame, rounds: Rounds, letter: str, stake: int) -> Fraction:
    """The envy from one other seat's hands, in parts of the stake. Ruling G12: that seat need not
    bet on the progressive, but a folded hand pays no envy.
    """
    table = game.envy(letter, stake)
    place = rounds.axis_of[table.key] + 1
    rows = rounds.rows[table.key]
    total = 0
    for cell in rounds.cells:
        row = rows[cell[place]]
        if row >= 0 and not rounds.courses[cell[0]].folded:
            pays = table.rows[row].pays
            assert isinstance(pays, Fixed)
            total += pays.cents * cell[-1]
    return Fraction(total, rounds.deals * stake)


def meter_figures(
    name: str,
    amount: int,
    reset: int,
    rate: int,
    stake: int,
    seats: int,
    parts: Sequence[tuple[Fraction, Fraction]],
    edge: Fraction,
) -> MeterFigures:
    """The figures of one meter; `parts` are those of it that hands win, with their chances."""
    if not 0 < rate <= MILLIONTHS:
        raise BadMeter(f"meter {name} cannot take {rate / MILLIONTHS:.4%} of a wager (ruling G7)")
    share = sum((part * p for part, p in parts), Fraction(0))
    full = sum((p for part, p in parts if part == 1), Fraction(0))
    taken = Fraction(rate * stake, MILLIONTHS)
    # Before an award, the meter is the amount after the last wager plus the share of this one:
    # X' = taken + (X, or the reset amount after a full award, or what a part leaves).
    mean = (taken + full * reset) / share
    left = sum((p * (1 - (1 - part) ** 2) for part, p in parts), Fraction(0))
    second = (taken**2 + 2 * taken * (mean - taken) + full * reset**2) / left
    return MeterFigures(
        meter=name,
        amount=amount,
        reset=reset,
        rate=Fraction(rate, MILLIONTHS),
        share=share,
        full_award=full,
        break_even=amount + edge * stake / share if share else None,
        mean_at_award=mean,
        deviation_at_award=root(second - mean * mean),
        rounds_between=1 / (full * seats) if full else None,
    )


# ── a progressive wager that a fold forfeits ──────────────────────────────────────────────────────


class Solved(msgspec.Struct, frozen=True):
    """Base game and progressive wager played for both; cents a round, without envy."""

    base_stake: int
    base_alone: Fraction  # the base game by itself
    unchanged: Fraction  # both, played as if there were no progressive
    best: Fraction  # both, played for both
    changed: dict[str, tuple[Fraction, Fraction]]  # "stage: choice" → frequency without and with
    break_even: dict[str, Fraction | None]  # meter → amount at which the wager is worth its stake

    @property
    def worth(self) -> Fraction:
        """The wager's value to a player who plays for both."""
        return self.best - self.base_alone


def forfeits(game: PricedGame) -> bool:
    """Whether a fold loses the progressive wager."""
    wager = game.game.progressive_wager
    folds = any(getattr(step, "decline", "") == "fold" for step in game.game.play)
    return wager is not None and folds and not wager.survives_fold


class _Amount(msgspec.Struct, frozen=True):
    fraction: str


def solved_with(
    game: PricedGame,
    letter: str,
    *,
    base_stake: int,
    stake: int,
    meters: Mapping[str, int] | None = None,
) -> Solved:
    """Optimal play of the base game and the progressive together; ties are played on."""
    wager = game.game.progressive_wager
    assert wager is not None
    key, letters = wager.key, game.base_letters("A")
    amounts = meter_amounts(game, letter, meters)
    alone = Bets({spot.key: base_stake for spot in game.game.spots if spot.required}, letters)
    bets = Bets(alone.stakes | {key: stake}, letters | {key: letter}, amounts)

    def solve(meters: dict[str, int]) -> Rounds:
        extra = Extra(key, letter, stake, base_stake, tuple(sorted(meters.items())))
        return rounds_of(game, letters, box=False, extra=extra)

    plain, both = rounds_of(game, letters, box=False), solve(amounts)
    base = Valuer(game, plain, alone).mean()

    def break_even(name: str) -> Fraction | None:
        """Newton's method on a convex, piecewise linear function: exact after a few solutions."""
        at = Fraction(amounts[name])
        for _ in range(50):
            trial = amounts | {name: min(MAX_METER, max(0, round(at)))}
            rounds = solve(trial)
            price = progressive_price(game, letter, stake=stake, meters=trial, rounds=rounds)
            share = next(m.share for m in price.meters if m.meter == name)
            if not share:
                return None
            # The wager's return, linear because no cents are rounded off.
            worth = Valuer(game, rounds, alone).mean() + stake * (price.returned - 1) - base
            following = trial[name] - worth / share
            if following == at:
                return following
            at = following
        return None

    break_evens = {}
    for name in amounts:
        question = (game.fingerprint, letter, base_stake, stake, tuple(amounts.items()), name)
        text = remember(_Amount, question, lambda n=name: _Amount(str(break_even(n)))).fraction  # type: ignore[misc]
        break_evens[name] = None if text == "None" else Fraction(text)
    before, after = (_frequencies(rounds) for rounds in (plain, both))
    return Solved(
        base_stake,
        base,
        Valuer(game, plain, bets).mean(),
        Valuer(game, both, bets).mean(),
        {
            key: (before.get(key, Fraction(0)), after.get(key, Fraction(0)))
            for key in {**before, **after}
            if before.get(key) != after.get(key)
        },
        break_evens,
    )


def _frequencies(rounds: Rounds) -> dict[str, Fraction]:
    return {f"{t.stage}: {t.choice}": Fraction(t.count, rounds.rounds) for t in rounds.decisions}
