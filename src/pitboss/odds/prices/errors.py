"""What a dealer's error costs each time it happens.

A wrong payment changes money and no decision, so its cost is the mean difference over the rounds
in which the hand occurs. A card that was exposed changes decisions; its cost is what the best use
of it gains (see `information`). Costs are in units and from the side of the house: negative where
the player pays for the error.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

import msgspec
from msgspec import field

from pitboss.odds.game import PricedGame, meter_amounts, net
from pitboss.odds.prices.price import (
    NOTHING,
    Bets,
    Valuer,
    default_stake,
    rounds_of,
    wager_valuer,
)
from pitboss.odds.rounds import Rounds
from pitboss.rulebook.model import Wager
from pitboss.rulebook.paytable import Pays, Push, Share, To

OVERPAID, UNDERPAID = "paid as the next better row", "paid as the next worse row"
PUSH_TAKEN, PUSH_PAID = "push taken as a loss", "push paid even money"
NOT_TAKEN = "losing wager not taken"


class PaymentError(msgspec.Struct, frozen=True):
    """One kind of wrong payment, in units of the wager's base stake."""

    error: str
    wager: str
    paytable: str
    hand: str
    instead: str  # what the dealer does
    chance: Fraction  # that a round has the hand, with the wager still in play
    cost: Fraction = field(name="cost_per_occurrence")  # to the house


def payment_errors(game: PricedGame, letter: str = "") -> tuple[PaymentError, ...]:
    """Every wager in its letter, or in the first one that it has."""
    errors: list[PaymentError] = []
    for wager in game.game.wagers:
        key = wager.pays_as or wager.key
        own = letter if letter in game.tables[key] else next(iter(game.tables[key]))
        errors += wager_errors(game, wager, own)
    return tuple(errors)


def wager_errors(game: PricedGame, wager: Wager, letter: str) -> Iterator[PaymentError]:
    letters = game.letters_with(wager.key, letter)
    meters = meter_amounts(game, letter) if wager.progressive else {}
    stake = default_stake(game, wager.key, letters)
    rounds = rounds_of(game, letters)
    valuer = wager_valuer(game, rounds, wager.key, stake, Bets({}, letters, meters))
    counts, stakes = _stakes_by_row(rounds, valuer, wager)
    rows = valuer.table(wager.key).rows

    def cost(at: int | None, instead: Pays | None) -> Fraction:
        """The mean overpayment to the player."""
        proper = None if at is None else rows[at].pays
        extra = 0
        for staked, count in stakes[at].items():
            more, right = (net(pays, staked, wager.collected, meters) for pays in (instead, proper))
            extra += (more - right) * count
        return Fraction(extra, counts[at] * stake)

    def error(at: int | None, what: str, name: str, instead: Pays | None) -> PaymentError:
        hand = NOTHING if at is None else rows[at].name
        chance = Fraction(counts[at], rounds.deals)
        return PaymentError(what, wager.key, letter, hand, name, chance, cost(at, instead))

    for at, row in enumerate(rows):
        if not counts.get(at):
            continue
        if at and not isinstance(rows[at - 1].pays, Share):
            better = rows[at - 1]
            yield error(at, OVERPAID, f"{better.name}, {better.pays}", better.pays)
        if at + 1 < len(rows):
            worse = rows[at + 1]
            yield error(at, UNDERPAID, f"{worse.name}, {worse.pays}", worse.pays)
        if isinstance(row.pays, Push):
            yield error(at, PUSH_TAKEN, "loses", None)
            yield error(at, PUSH_PAID, "1 to 1", To(1))
    if counts.get(None):
        yield error(None, NOT_TAKEN, "push", Push())


def _stakes_by_row(
    rounds: Rounds, valuer: Valuer, wager: Wager
) -> tuple[Counter[int | None], defaultdict[int | None, Counter[int]]]:
    """By place of the paying row (None for none): deals, and how often a spot had each stake."""
    place = {row.name: at for at, row in enumerate(valuer.table(wager.key).rows)}
    read = valuer.readers[wager.key]
    counts: Counter[int | None] = Counter()
    stakes: defaultdict[int | None, Counter[int]] = defaultdict(Counter)
    for cell in rounds.cells:
        course, count = rounds.courses[cell[0]], cell[-1]
        if course.folded and not wager.survives_fold:
            continue
        row = read(cell)
        at = None if row is None else place[row.name]
        counts[at] += count
        for spot in valuer.spots:
            if spot.wager == wager.key:
                units = course.stakes.get(spot.key, not spot.multiples)
                staked = valuer.bets.stakes[spot.of or spot.key] * units
                if staked:
                    stakes[at][staked] += count
    return counts, stakes
