"""A finished round in review: what each decision cost, and what was luck.

For one seat, in cents and exactly:

    result = expected + luck − mistakes

`expected` is the value of the round under best play before a card is dealt, at the stakes, meters
and chips of that moment; a mistake costs the difference from the best act, given what the player
could see. Envy is expected as if the other seats played best. Everything is computed from the log.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import msgspec

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.house.coach.advice import PricedAct, SeatAdvice, advise_seat, player_knowledge
from pitboss.house.history.index import seat_results
from pitboss.house.history.rounds import RoundEntry, rebuild
from pitboss.house.service import House
from pitboss.rulebook.rules import Rules
from pitboss.table import events as e
from pitboss.table.state import Table
from pitboss.table.view import view


class DecisionReview(msgspec.Struct, frozen=True):
    """A player's decision beside the best one."""

    seat: int
    stage: str
    cards: tuple[str, ...]
    taken: PricedAct
    best: PricedAct
    by_house: bool  # the clock ran out, or a floorperson played the seat on
    seq: int  # of its entry in the log

    @property
    def right(self) -> bool:
        return self.cost == 0

    @property
    def cost(self) -> Fraction:
        return self.taken.cost.fraction


class SeatReview(msgspec.Struct, frozen=True):
    """A seat's finished round. Sums in cents."""

    seat: int
    player: str
    staked: int
    result: int
    expected: Fraction
    decisions: tuple[DecisionReview, ...]
    variance: float = 0.0  # of the result before the deal, in square cents
    counted: bool = True  # false for a void round or a dropped seat, which teach nothing

    @property
    def mistakes(self) -> Fraction:
        return sum((decision.cost for decision in self.decisions), Fraction())

    @property
    def luck(self) -> Fraction:
        return self.result - self.expected + self.mistakes

    @property
    def wrong(self) -> int:
        return sum(not decision.right for decision in self.decisions)


def standing(entries: list[RoundEntry]) -> list[RoundEntry]:
    """The entries without the choices that were retracted (ruling G48)."""
    choices: dict[int, list[int]] = {}
    retracted: set[int] = set()
    for place, (_, _, body) in enumerate(entries):
        for event in body.events:
            if isinstance(event, e.Decided | e.Discarded):
                choices.setdefault(event.seat, []).append(place)
            elif isinstance(event, e.EntryRetracted):
                retracted.add(choices[event.seat].pop())
    return [entry for place, entry in enumerate(entries) if place not in retracted]


def discards_by_seat(entries: list[RoundEntry]) -> dict[int, tuple[Card, ...]]:
    discards: dict[int, tuple[Card, ...]] = {}
    for _, _, body in standing(entries):
        for event in body.events:
            if isinstance(event, e.Discarded):
                discards[event.seat] = (*discards.get(event.seat, ()), *event.cards)
    return discards


def review_decisions(
    entries: list[RoundEntry], player: str
) -> Iterator[tuple[DecisionReview, SeatAdvice, Table]]:
    """Reviews, in order, every decision of the player that offered at least two acts.

    Leaves out decisions on cards that only the player had seen.
    """
    discards: dict[int, tuple[Card, ...]] = {}
    for before, entry, body in standing(entries):
        for event in body.events:
            if not isinstance(event, e.Decided | e.Discarded):
                continue
            own = before.seats[event.seat].player == player
            knowledge = player_knowledge(before, discards) if own else None
            if knowledge is not None and not knowledge.unread:
                advice = advise_seat(knowledge)
                if len(advice.options) > 1:
                    yield _review(before, entry.seq, event, advice), advice, before
            if isinstance(event, e.Discarded):
                discards[event.seat] = (*discards.get(event.seat, ()), *event.cards)


def _review(
    before: Table, seq: int, event: e.Decided | e.Discarded, advice: SeatAdvice
) -> DecisionReview:
    if isinstance(event, e.Discarded):
        act = advice.option("discard", 0, event.slots)
    else:
        spot = before.rules.spots[event.spot]
        bet = event.cents if event.cents and spot.multiples else 0
        unit = before.seats[event.seat].stakes[spot.of].cents if bet else 1
        act = advice.option(event.act, bet // unit, ())
    about = (event.seat, event.stage, advice.cards, act, advice.best)
    return DecisionReview(*about, event.by_house, seq)


def review_round(house: House, table_id: str, number: int, player: str) -> list[SeatReview]:
    """Reviews a finished round of each of a player's seats."""
    entries = rebuild(house, table_id, number)
    events = [event for _, _, body in entries for event in body.events]
    void = any(isinstance(event, e.RoundVoided) for event in events)
    dropped = {event.seat for event in events if isinstance(event, e.SeatDropped)}
    decisions: dict[int, list[DecisionReview]] = {}
    for decision, _, _ in review_decisions(entries, player):
        decisions.setdefault(decision.seat, []).append(decision)
    first = dict(_first_decisions(entries, player))
    unread = {seat for seat, before in first.items() if player_knowledge(before, {}).unread}
    reviews = []
    for seat, result in sorted(seat_results(events).items()):
        if result["player"] != player:
            continue
        counts = not void and seat not in dropped and seat in first and seat not in unread
        reviews.append(
            SeatReview(
                seat,
                player,
                result["staked"],
                result["net"],
                expected_value(first[seat], seat) if counts else Fraction(result["net"]),
                tuple(decisions.get(seat, ())) if counts else (),
                round_variance(first[seat], seat) if counts else 0.0,
                counts,
            )
        )
    return reviews


def _first_decisions(entries: list[RoundEntry], player: str) -> Iterator[tuple[int, Table]]:
    """Each of the player's seats with the table at its first decision, when all bets are down."""
    seats: set[int] = set()
    for before, _, body in entries:
        for event in body.events:
            if isinstance(event, e.Decided | e.Discarded) and event.seat not in seats:
                seats.add(event.seat)
                if before.seats[event.seat].player == player:
                    yield event.seat, before


def round_variance(table: Table, number: int) -> float:
    """The variance of a seat's result under best play, in square cents, at the stakes before the
    deal. Treats wagers as if they shared no cards, and meters as if just reset.

    Zero where the game has no exact price.
    """
    from pitboss.odds.game import WHOLE_GAME

    rules, stakes = table.rules, table.seats[number].stakes
    required = [spot for spot in rules.required if spot.key in stakes]
    if not required:
        return 0.0
    total = _unit_variance(rules, WHOLE_GAME) * stakes[required[0].key].cents ** 2
    for key, stake in stakes.items():
        wager = rules.wagers[rules.spots[key].wager]
        if wager.optional:
            total += _unit_variance(rules, wager.key) * stake.cents**2
    return total


@lru_cache(1 << 10)
def _unit_variance(rules: Rules, wager: str) -> float:
    """The variance of one unit on a wager, or on the whole game."""
    from pitboss.odds.game import priced_rules
    from pitboss.odds.prices.price import price

    try:
        game = priced_rules(rules)
        lettered = game.lettered(wager)
        letter = rules.tables[lettered].letter if lettered in rules.tables else ""
        return float(price(game, wager, letter).moments.variance)
    except PitbossError:
        return 0.0


def expected_value(table: Table, number: int) -> Fraction:
    """The value of a seat's wagers under best play, in cents, as if no card were dealt yet."""
    from pitboss.odds.draw import seat_value as draw_stakes
    from pitboss.odds.prices import side_wagers as side_stakes
    from pitboss.odds.rule_lists.draw_start import draw_at_start
    from pitboss.odds.stud import seat_value as stakes

    rules, seat = table.rules, table.seats[number]
    shown = view(table, "player", number)
    lies = {key: stake.cents for key, stake in seat.stakes.items()}
    if rules.game.draws:
        bets = draw_stakes.draw_seat_bets(rules, lies, shown.chips)
        return draw_at_start(rules, bets)
    own = stakes.seat_bets(rules, lies, shown.meters, shown.chips)
    total = stakes.value_at_start(rules, own)
    inside = {key for key, _ in (*own.forfeited, *own.limited)}
    for key, cents in lies.items():
        wager = rules.wagers[rules.spots[key].wager]
        if wager.optional and wager.key not in inside:
            total += side_stakes.side_at_start(rules, wager.key, cents, shown.meters)
        if wager.progressive:
            others = (s for s in table.seats.values() if s.stakes and not s.dropped)
            total += side_stakes.envy_at_start(rules) * sum(s.player != seat.player for s in others)
    return total
