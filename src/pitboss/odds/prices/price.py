"""Prices wagers: values every cell of the rounds and sums the results into figures."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

import msgspec

from pitboss.money import is_whole
from pitboss.odds.figures import Decision, FinalHand, Moments, moments
from pitboss.odds.game import (
    WHOLE_GAME,
    InvalidArgument,
    Options,
    PricedGame,
    check_options,
    meter_amounts,
    net,
    priced_of,
)
from pitboss.odds.prices.counted import rounds_of as rounds_of
from pitboss.odds.rounds import TIES, Rounds, Ties
from pitboss.rulebook.model import Spot
from pitboss.rulebook.paytable import Paytable, Push, Row, exact_stake

FOLDED = "folded"
NOTHING = "nothing"


class Bets(msgspec.Struct, frozen=True):
    """The bets of a round: stakes in cents by spot before the deal, and a letter for each wager."""

    stakes: dict[str, int]
    letters: dict[str, str]
    meters: dict[str, int] = {}
    options: dict[str, bool] = {}
    limit: int | None = None  # the aggregate payout limit in cents


class Result(msgspec.Struct, frozen=True):
    """The result of one cell of the rounds."""

    count: int
    staked: int
    net: int
    hit: bool
    by_wager: dict[str, int]
    cut: int  # winnings lost to the payout limit


Reader = Callable[[tuple[int, ...]], Row | None]


class Valuer:
    """Reads cells as money for one set of bets."""

    def __init__(
        self, game: PricedGame, rounds: Rounds, bets: Bets, spots: Sequence[Spot] | None = None
    ) -> None:
        self.game, self.rounds, self.bets = game, rounds, bets
        # Ruling G15: wager by wager as declared, each with all its spots.
        self.spots = [
            spot
            for wager in game.game.wagers
            for spot in (game.game.spots if spots is None else spots)
            if spot.wager == wager.key and self._base_stake(spot)
        ]
        self.readers = {spot.wager: self.reader(spot.wager) for spot in self.spots}

    def _base_stake(self, spot: Spot) -> int:
        return self.bets.stakes.get(spot.of or spot.key, 0)

    def table(self, wager: str) -> Paytable:
        source = self.game.wager(wager).pays_as or wager
        return self.game.table(wager, self.bets.letters[source], self.bets.options)

    def reader(self, wager: str) -> Reader:
        """From a cell's kinds to the row that pays the wager."""
        table = self.table(wager)
        partners = self.game.wager(wager).wins_with
        if partners:
            readers = [self.reader(partner) for partner in partners]
            row = table.rows[0]
            return lambda cell: row if all(read(cell) for read in readers) else None
        place = self.rounds.axis_of[table.key] + 1
        by_kind = [None if n < 0 else table.rows[n] for n in self.rounds.rows[table.key]]
        return lambda cell: by_kind[cell[place]]

    def results(self) -> Iterator[tuple[tuple[int, ...], Result]]:
        limited = self.game.game.limit.wagers if self.bets.limit is not None else ()
        wagers = {wager.key: wager for wager in self.game.game.wagers}
        gains: dict[tuple[str, int, int], int] = {}  # by wager, stake and row: few, met often
        for cell in self.rounds.cells:
            course = self.rounds.courses[cell[0]]
            staked = won = cut = total = 0
            hit = False
            by_wager: dict[str, int] = {}
            for spot in self.spots:
                stake = self._base_stake(spot) * course.stakes.get(spot.key, not spot.multiples)
                if not stake:
                    continue
                wager = wagers[spot.wager]
                lost = course.folded and not wager.survives_fold
                row = None if lost else self.readers[spot.wager](cell)
                key = spot.wager, stake, id(row)
                if key not in gains:
                    pays = row.pays if row else None
                    gains[key] = net(pays, stake, wager.collected, self.bets.meters)
                gain = gains[key]
                if spot.wager in limited and row is not None:
                    assert self.bets.limit is not None
                    # Ruling G13: spots are paid in order until the limit is reached. Winnings are
                    # limited, and a collected stake within an amount is no part of them (G14).
                    paid = min(gain, max(0, self.bets.limit - won))
                    won, cut, gain = won + paid, cut + gain - paid, paid
                staked += stake
                total += gain
                hit = hit or (row is not None and not isinstance(row.pays, Push))
                by_wager[spot.wager] = by_wager.get(spot.wager, 0) + gain
            yield cell, Result(cell[-1], staked, total, hit, by_wager, cut)

    def mean(self) -> Fraction:
        """The net result of a round in cents."""
        return Fraction(sum(r.net * r.count for _, r in self.results()), self.rounds.deals)


class Price(msgspec.Struct, frozen=True):
    """All figures of one wager, or of the whole game, in units of `stake`."""

    game: str
    wager: str
    name: str
    paytable: str
    unit: str
    stake: int  # cents that are one unit
    initial_wager: Fraction  # units staked before the deal
    total: int  # what combinations are counted of
    moments: Moments
    average_wager: Fraction
    hit_frequency: Fraction
    win_frequency: Fraction
    push_frequency: Fraction
    decisions: tuple[Decision, ...]
    outcomes: tuple[FinalHand, ...]
    distribution: dict[Fraction, int]  # net result in units → of all deals counted
    deals: int
    ties: str
    tied: Fraction  # rounds with a decision between equals
    tied_at: str  # which decisions `tied` counts: "all", or of a draw game the "first"

    def __repr__(self) -> str:
        edge = f"{self.house_edge} = {float(self.house_edge):.2%}"
        return f"<Price of {self.game} {self.wager} {self.paytable}: house edge {edge}>"

    @property
    def expectation(self) -> Fraction:
        return self.moments.mean

    @property
    def house_edge(self) -> Fraction:
        """The loss per unit: an ante, one of several equal bets, or the wager's own stake."""
        return -self.moments.mean

    @property
    def house_edge_initial(self) -> Fraction:
        """The loss per unit of all stakes before the deal."""
        return -self.moments.mean / self.initial_wager

    @property
    def element_of_risk(self) -> Fraction | None:
        """The loss per unit of all stakes at the end of the round."""
        return -self.moments.mean / self.average_wager if self.average_wager else None

    @property
    def standard_deviation(self) -> float:
        return float(self.moments.deviation)

    @property
    def skewness(self) -> float:
        return float(self.moments.skewness)


def price(
    game: str | PricedGame,
    wager: str = WHOLE_GAME,
    paytable: str = "",
    *,
    stake: int | None = None,
    meters: Mapping[str, int] | None = None,
    ties: Ties = "play",
    options: Options | None = None,
) -> Price:
    """Prices one wager by itself; `base` is the whole game under optimal play.

    `stake` in cents matters where a row pays a sum of money or odds that are no whole number;
    `meters` in cents, else reset amounts.
    `ties` says which of two decisions with the same value is taken: to play on, or to decline.
    """
    rules = priced_of(game)
    if stake is not None and not (is_whole(stake) and stake > 0):
        raise InvalidArgument(f"stake is a whole number of cents from 1 up, not {stake!r}")
    if ties not in TIES:
        raise InvalidArgument(f"ties is one of {', '.join(TIES)}, not {ties!r}")
    check_options(rules, options)
    letter = paytable or rules.letters(wager)[0]
    rules.table(rules.lettered(wager), letter)  # refuses a letter that is not there
    letters = rules.letters_with(wager, letter)
    is_progressive = wager != WHOLE_GAME and rules.wager(wager).progressive
    amounts = meter_amounts(rules, letter, meters) if is_progressive else {}
    whole = stake if wager == WHOLE_GAME else None
    box = has_box(rules, wager)  # a count without the box costs a second less
    rounds = rounds_of(rules, letters, ties=ties, options=options, box=box, stake=whole)
    bets = Bets({}, letters, amounts, dict(options or {}))
    return price_of(rules, rounds, wager, stake or default_stake(rules, wager, letters), bets)


def has_box(game: PricedGame, wager: str) -> bool:
    """Whether the Six Card box is a part of the wager's hand."""
    hand = None if wager == WHOLE_GAME else game.game.hands.get(game.wager(wager).on)
    return hand is not None and bool(hand.box)


def default_stake(game: PricedGame, wager: str, letters: Mapping[str, str]) -> int:
    """The only stake allowed, or the fewest dollars that pay all odds in whole cents: prices of
    odds are the same at any such stake.
    """
    if wager != WHOLE_GAME and game.wager(wager).stakes:
        return min(game.wager(wager).stakes)
    lettered = {game.lettered(spot.wager) for spot in priced_spots(game, wager)}
    return lcm(100, exact_stake(game.table(key, letters[key]) for key in lettered))


def priced_spots(game: PricedGame, wager: str) -> list[Spot]:
    """The spots of a wager; for the whole game every required one and those its decisions fill."""
    if wager == WHOLE_GAME:
        base = {spot.key for spot in game.game.spots if spot.required}
        return [s for s in game.game.spots if s.required or s.of in base]
    return [spot for spot in game.game.spots if spot.wager == wager]


def outcome_wager(game: PricedGame, wager: str) -> str:
    """The wager whose rows name the outcomes."""
    if wager != WHOLE_GAME:
        return wager
    return max(game.base_wagers(), key=lambda key: len(next(iter(game.tables[key].values())).rows))


def wager_valuer(game: PricedGame, rounds: Rounds, wager: str, stake: int, bets: Bets) -> Valuer:
    """Values one wager by itself, or the whole game, at `stake` a unit."""
    spots = priced_spots(game, wager)
    stakes = dict.fromkeys((spot.of or spot.key for spot in spots), stake)
    return Valuer(game, rounds, msgspec.structs.replace(bets, stakes=stakes), spots)


def price_of(game: PricedGame, rounds: Rounds, wager: str, stake: int, bets: Bets) -> Price:
    """One wager by itself, or the whole game, at `stake` a unit."""
    valuer = wager_valuer(game, rounds, wager, stake, bets)
    spots = valuer.spots
    primary = outcome_wager(game, wager)
    read = valuer.readers.get(primary) or valuer.reader(primary)
    folds = not game.wager(primary).survives_fold
    counts: Counter[str] = Counter()
    nets: Counter[str] = Counter()
    stakes: Counter[str] = Counter()
    totals: Counter[tuple[int, int, bool]] = Counter()
    for cell, result in valuer.results():
        folded = folds and rounds.courses[cell[0]].folded
        row = None if folded else read(cell)
        hand = FOLDED if folded else row.name if row else NOTHING
        counts[hand] += result.count
        nets[hand] += result.net * result.count
        stakes[hand] += result.staked * result.count
        totals[result.net, result.staked, result.hit] += result.count
    deals = rounds.deals
    table = valuer.table(primary)
    total = _natural(game, rounds, primary, table.cards, counts)
    pays = {row.name: str(row.pays) for row in table.rows}
    order = [*pays, NOTHING, FOLDED]
    outcomes = tuple(
        FinalHand(
            hand,
            pays.get(hand, "loses"),
            counts[hand] * total // deals,
            Fraction(counts[hand], deals),
            Fraction(nets[hand], deals * stake),
            Fraction(stakes[hand], counts[hand] * stake) if counts[hand] else Fraction(0),
        )
        for hand in order
        if hand in pays or counts[hand]
    )
    by_net: Counter[int] = Counter()
    for (n, _, _), c in totals.items():
        by_net[n] += c
    distribution = {Fraction(n, stake): c for n, c in sorted(by_net.items())}
    return Price(
        game=game.game.key,
        wager=wager,
        name=_name(game, wager),
        paytable=bets.letters[game.lettered(wager)],
        unit=unit_words(game, wager),
        stake=stake,
        # A raise by itself counts by the bet that it raises.
        initial_wager=Fraction(sum(not spot.multiples for spot in spots) or 1),
        total=total,
        moments=moments(distribution),
        average_wager=Fraction(sum(s * c for (_, s, _), c in totals.items()), deals * stake),
        hit_frequency=Fraction(sum(c for (_, _, hit), c in totals.items() if hit), deals),
        win_frequency=Fraction(sum(c for (n, _, _), c in totals.items() if n > 0), deals),
        push_frequency=Fraction(sum(c for (n, _, _), c in totals.items() if n == 0), deals),
        decisions=_decisions(rounds, spots),
        outcomes=outcomes,
        distribution=distribution,
        deals=deals,
        ties=rounds.ties,
        tied=Fraction(rounds.tied, rounds.rounds),
        tied_at="first" if game.draws else "all",
    )


def _natural(
    game: PricedGame, rounds: Rounds, primary: str, hand: str, counts: Mapping[str, int]
) -> int:
    """The total of the combinations: hands of the deck where no decision changes the final hand,
    else all rounds without the box.
    """
    cards = game.game.hands[hand or game.wager(primary).on]
    size = str(len(cards.hole) + len(cards.community) + len(cards.box))
    choices = (rounds.hands.get(size, rounds.rounds), rounds.rounds)
    whole = (n for n in choices if not any(c * n % rounds.deals for c in counts.values()))
    return next(whole, rounds.deals)


def _decisions(rounds: Rounds, spots: list[Spot]) -> tuple[Decision, ...]:
    decided = any(spot.multiples for spot in spots) or len(spots) > 1
    return tuple(
        Decision(t.stage, t.choice, t.count, Fraction(t.count, rounds.rounds))
        for t in rounds.decisions
        if decided and (len(spots) > 1 or t.stage in {spot.key for spot in spots})
    )


def _name(game: PricedGame, wager: str) -> str:
    keys = {w.key for w in game.game.wagers}
    if wager == WHOLE_GAME and (len(game.base_wagers()) > 1 or wager not in keys):
        return f"{game.game.name}, the whole game"
    return game.wager(wager).name


def unit_words(game: PricedGame, wager: str) -> str:
    """What one unit is, in words; the house edge is a part of it."""
    if wager != WHOLE_GAME:
        own = next(spot for spot in game.game.spots if spot.wager == wager)
        if own.of:
            return f"the {game.game.spot(own.of).name} bet that it raises"
        return f"the {game.wager(wager).name} stake"
    required = [spot for spot in game.game.spots if spot.required]
    if len(required) == 1:
        return f"the {required[0].name.lower()}"
    return f"{required[0].name}, one of {len(required)} equal bets"
