"""Rounds looked back on: what each decision cost, and what was luck.

Of a finished round of one seat, in cents and exactly:

    result = expected + luck − mistakes

`expected` is the round by best play before a card is dealt, at the stakes, meters and chips that
lay there; a mistake costs what the act fell short of the best one, from what the player could see.
Envy is expected as if the other seats played best. All is computed from the log, and as durable.
"""

from collections.abc import Iterator
from fractions import Fraction

import msgspec
import sqlalchemy as sa

from pitboss.cards import Card, card_name
from pitboss.house.coach.advice import Option, PlayerKnowledge, SeatAdvice, advise_seat
from pitboss.house.history.index import seat_results
from pitboss.house.live_table import thaw
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import rounds
from pitboss.rulebook.model import Decide, Exchange
from pitboss.table import events as e
from pitboss.table.engine import fold, start
from pitboss.table.state import Table
from pitboss.table.view import view


class Judged(msgspec.Struct, frozen=True):
    """A decision that was made, beside the best."""

    seat: int
    stage: str
    cards: tuple[str, ...]
    taken: Option
    best: Option
    thrown: tuple[str, ...]  # the cards discarded
    best_thrown: tuple[str, ...]
    by_house: bool  # the clock ran out, or a floorperson played on
    seq: int  # of its entry in the log

    @property
    def right(self) -> bool:
        return self.taken.cost == 0


class Looked(msgspec.Struct, frozen=True):
    """A seat's finished round. Sums in cents."""

    seat: int
    player: str
    staked: int
    result: int
    expected: Fraction
    decisions: tuple[Judged, ...]
    counted: bool = True  # not when voided, or when the seat was dropped: nothing is to be learned

    @property
    def mistakes(self) -> Fraction:
        return sum((judged.taken.cost for judged in self.decisions), Fraction())

    @property
    def luck(self) -> Fraction:
        return self.result - self.expected + self.mistakes


class Step(msgspec.Struct, frozen=True):
    before: Table
    seq: int
    events: tuple[e.Event, ...]


def steps_of(house: House, table_id: str, number: int) -> list[Step]:
    """A round's entries, finished or not, each with the state it found."""
    rules = house.live(table_id).table.rules
    with house.store.read() as tx:
        table = start(rules)
        if number > 1:
            last = (rounds.c.stream == table_id) & (rounds.c.round == number - 1)
            left = tx.execute(sa.select(rounds.c.after).where(last)).scalar()
            if left is None:
                return []
            table = thaw(rules, house.keys.unseal(left, f"{table_id} after {number - 1}"))
        found = []
        for entry in log.read_round(tx, table_id, number):
            events = log.open_body(house.keys, entry).events
            found.append(Step(table, entry.seq, events))
            table = fold(table, events)
        return found


def seen_from(
    table: Table,
    thrown: dict[int, tuple[Card, ...]],
    meters: dict[str, int] | None = None,
) -> PlayerKnowledge:
    """What the player at their turn knows; `thrown` is cut to their own seats."""
    shown = view(table, "player", table.turn)
    if meters is not None:
        shown = msgspec.structs.replace(shown, meters=meters)
    player = table.seats[table.turn].player
    own = {n: cards for n, cards in thrown.items() if table.seats[n].player == player}
    step = table.game_step
    assert isinstance(step, Decide | Exchange)
    return PlayerKnowledge(table.rules, shown, step, own)


def thrown_in(steps: list[Step]) -> dict[int, tuple[Card, ...]]:
    """Discards of a round by seat."""
    found: dict[int, tuple[Card, ...]] = {}
    for step in steps:
        for event in step.events:
            if isinstance(event, e.Discarded):
                found[event.seat] = (*found.get(event.seat, ()), *event.cards)
    return found


def judged_in(steps: list[Step], player: str) -> Iterator[tuple[Judged, SeatAdvice, Table]]:
    """Every decision of a player's seats between at least two acts, in order."""
    thrown: dict[int, tuple[Card, ...]] = {}
    for step in steps:
        for event in step.events:
            if not isinstance(event, e.Decided | e.Discarded):
                continue
            seat = step.before.seats[event.seat]
            if seat.player == player:
                advice = advise_seat(seen_from(step.before, thrown))
                if len(advice.options) > 1:
                    yield _judged(step, event, advice), advice, step.before
            if isinstance(event, e.Discarded):
                thrown[event.seat] = (*thrown.get(event.seat, ()), *event.cards)


def _judged(step: Step, event: e.Decided | e.Discarded, advice: SeatAdvice) -> Judged:
    seat = step.before.seats[event.seat]
    if isinstance(event, e.Discarded):
        taken = advice.taken("discard", 0, event.slots)
    else:
        spot = step.before.rules.spots[event.spot]
        bet = event.cents if event.cents and spot.multiples else 0
        taken = advice.taken(event.act, bet // seat.stakes[spot.of].cents if bet else 0, ())
    return Judged(
        event.seat,
        event.stage,
        advice.cards,
        taken,
        advice.best,
        tuple(card_name(seat.hole[slot]) for slot in taken.slots),
        tuple(card_name(seat.hole[slot]) for slot in advice.best.slots),
        event.by_house,
        step.seq,
    )


def look_back(house: House, table_id: str, number: int, player: str) -> list[Looked]:
    """A finished round of each of a player's seats."""
    steps = steps_of(house, table_id, number)
    happened = [event for step in steps for event in step.events]
    results = seat_results(happened)
    void = any(isinstance(event, e.RoundVoided) for event in happened)
    dropped = {event.seat for event in happened if isinstance(event, e.SeatDropped)}
    made: dict[int, list[Judged]] = {}
    for judged, _, _ in judged_in(steps, player):
        made.setdefault(judged.seat, []).append(judged)
    begun = dict(_first_asked(steps, player))
    found = []
    for seat, result in sorted(results.items()):
        if result["player"] != player:
            continue
        counts = not void and seat not in dropped and seat in begun
        found.append(
            Looked(
                seat,
                player,
                result["staked"],
                result["net"],
                expected(begun[seat], seat) if counts else Fraction(result["net"]),
                tuple(made.get(seat, ())) if counts else (),
                counts,
            )
        )
    return found


def _first_asked(steps: list[Step], player: str) -> Iterator[tuple[int, Table]]:
    """Each of the player's seats with the table as it was first asked there: all stakes lie."""
    asked: set[int] = set()
    for step in steps:
        for event in step.events:
            if isinstance(event, e.Decided | e.Discarded) and event.seat not in asked:
                asked.add(event.seat)
                if step.before.seats[event.seat].player == player:
                    yield event.seat, step.before


def expected(table: Table, number: int) -> Fraction:
    """What a seat's wagers come to by best play, in cents, as if no card were dealt yet."""
    from pitboss.odds.draw import seat_value as draw_stakes
    from pitboss.odds.prices import side_wagers as side_stakes
    from pitboss.odds.rule_lists.draw_start import draw_at_start
    from pitboss.odds.stud import seat_value as stakes

    rules, seat = table.rules, table.seats[number]
    shown = view(table, "player", number)
    lies = {key: stake.cents for key, stake in seat.stakes.items()}
    if rules.game.draws:
        purse = draw_stakes.draw_seat_bets(rules, lies, shown.chips)
        return draw_at_start(rules, purse)
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
