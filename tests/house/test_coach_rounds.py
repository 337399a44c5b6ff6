"""Reviews of whole rounds: results split into expectation, luck and mistakes."""

import random
from fractions import Fraction

import msgspec
import pytest

from house.coach_spots import STUDS, rules_of, table_at
from house.stage import Stage
from kit.tiers import tier
from kit.waiting import wait_until
from pitboss.house.coach.review import expected_value, review_round
from pitboss.house.coach.service import Coach
from pitboss.house.history.rounds import rebuild
from pitboss.odds.game import award
from pitboss.rulebook import GAMES
from pitboss.table import commands as c
from pitboss.table.state import Table
from pitboss.table.view import view


def play_rounds(stage: Stage, table: str, rng: random.Random, rounds: int) -> list[int]:
    """Rounds of two players who decide at random, and are sometimes too slow to decide."""
    played = []
    for _ in range(rounds):
        number = stage.state(table).round
        for seat in stage.state(table).seats:
            stage.bet(table, seat, side=rng.random() < 0.6)
        while stage.state(table).round == number:
            state = stage.state(table)
            if not state.turn or rng.random() < 0.05:
                stage.must(table, stage.next(table))
                continue
            own_view = view(state, "player", state.turn)
            player = c.Actor("player", state.seats[state.turn].player)
            command: c.Command
            if own_view.choices:
                choice = rng.choice(own_view.choices[:-1] * 3 + own_view.choices[-1:])
                command = c.Act(
                    by=player,
                    seat=state.turn,
                    act=choice.act,  # type: ignore[arg-type]
                    spot=choice.spot,
                    multiple=choice.multiple,
                )
            else:
                assert own_view.discards is not None
                slots = rng.sample(range(5), rng.randint(0, own_view.discards))
                command = c.Discard(by=player, seat=state.turn, slots=tuple(slots))
            stage.must(table, command)
        played.append(number)
    return played


@pytest.mark.parametrize("game", list(GAMES))
def test_a_result_is_expectation_and_luck_less_mistakes(game: str, sqlite_stage: Stage) -> None:
    """Luck is also the sum of what the cards did between decisions."""
    stage, rng = sqlite_stage, random.Random(game)
    table = stage.table(game)
    for seat, name in enumerate(("ann", "bob"), 1):
        stage.sit(table, stage.player(name), seat, 1_000_00)
    stage.open(table)
    for number in play_rounds(stage, table, rng, tier(8, 40) if game in STUDS else tier(2, 12)):
        for name in ("ann", "bob"):
            (looked,) = review_round(stage.house, table, number, name)
            assert looked.counted
            assert looked.result == looked.expected + looked.luck - looked.mistakes
            assert looked.mistakes == sum(
                (j.best.value.fraction - j.taken.value.fraction for j in looked.decisions),
                Fraction(),
            )
            assert all(judged.taken.cost.fraction >= 0 for judged in looked.decisions)
            assert looked.luck == _luck_by_card(stage, table, number, name, looked.expected)
        if stage.state(table).chips("ann") < 100_00 or stage.state(table).chips("bob") < 100_00:
            break


def _luck_by_card(stage: Stage, table: str, number: int, name: str, start_: Fraction) -> Fraction:
    """From each decision to the next, what the cards that came between did to the position."""
    from pitboss.house.coach.review import review_decisions

    steps = rebuild(stage.house, table, number)
    (net,) = (looked.result for looked in review_round(stage.house, table, number, name))
    decisions = list(review_decisions(steps, name))
    seat = next(n for n, s in decisions[0][2].seats.items() if s.player == name)
    first = decisions[0][2]
    apart = expected_value(first, seat) - start_
    assert apart == 0
    luck, at = Fraction(), None
    for judged, _, _ in decisions:
        if at is not None:
            luck += judged.best.value.fraction - at
        else:
            opening = judged.best.value.fraction
        at = judged.taken.value.fraction
    assert at is not None
    # Wagers that no decision changes join at either end.
    return luck + (opening - start_) + (net - at)


def test_what_is_expected_of_a_seat_adds_up_wager_by_wager() -> None:
    """Let It Ride against known counts: of 2,598,960 hands 4 are royal, 36 straight flushes."""
    rules = rules_of("let-it-ride")
    base = dict.fromkeys(("bet-1", "bet-2", "bet-3"), 500)
    deal = tuple(rules.game.cards[: 3 * 4 + 2])
    meters = {terms.meter: 2_000_000 for terms in rules.choices.meters}

    def of(others: int, **side: int) -> Fraction:
        lies = {**base, **{key.replace("_", "-"): cents for key, cents in side.items()}}
        return expected_value(table_at(rules, 0, deal, lies, meters=meters, others=others), 1)

    alone = of(0)
    assert alone == Fraction(-189_815, 10_829)  # the base game's own edge, of five dollars
    assert of(3) == alone  # without a progressive wager nobody's hand brings anything
    progressive = of(0, progressive=100) - alone
    assert rules.envy is not None
    hands = {"royal flush": 4, "straight flush": 36, "four of a kind": 624, "full house": 3_744}
    hands |= {"flush": 5_108, "straight": 10_200, "three of a kind": 54_912}
    paid = sum(
        award(row.pays, 100, meters) * hands[row.name] for row in rules.tables["progressive"].rows
    )
    assert progressive == Fraction(paid, 2_598_960) - 100
    envy = sum(
        (Fraction(row.pays.cents * hands[row.name], 2_598_960) for row in rules.envy.rows),  # type: ignore[union-attr]
        Fraction(),
    )
    assert of(1, progressive=100) - alone == progressive + envy
    assert of(3, progressive=100) - alone == progressive + 3 * envy
    both = of(0, three_card_bonus=300, progressive=100)
    # The Three Card Bonus costs 128 of 5,525 of what is bet on it.
    assert both - alone - progressive == Fraction(-128, 5_525) * 300


@pytest.mark.parametrize("game", list(GAMES))
def test_a_hint_of_the_house_knows_no_more_than_its_player(game: str, sqlite_stage: Stage) -> None:
    """At every turn hidden cards change places and the hint stays the same."""
    stage, rng = sqlite_stage, random.Random(game)
    table = stage.table(game)
    for seat, name in enumerate(("ann", "bob"), 1):
        stage.sit(table, stage.player(name), seat, 1_000_00)
    stage.open(table)
    coach = Coach(stage.house)
    wait_until(lambda: coach.ready(stage.state(table).rules))
    for seat in (1, 2):
        stage.bet(table, seat)
    number, turns = stage.state(table).round, 0
    while stage.state(table).round == number:
        state = stage.state(table)
        if state.turn:
            turns += 1
            live = stage.house.live(table)
            player = state.seats[state.turn].player
            hints = set()
            for _ in range(3):
                hints.add(msgspec.json.encode(coach.hint(table, player)))
                live.table = _others_shuffled(state, rng)
            live.table = state
            assert len(hints) == 1
            own_view = view(state, "player", state.turn)
            if own_view.choices:
                act = c.Act(
                    by=c.Actor("player", player),
                    seat=state.turn,
                    act=own_view.choices[0].act,  # type: ignore[arg-type]
                    multiple=own_view.choices[0].multiple,
                )
                stage.must(table, act)
                continue
        stage.must(table, stage.next(table))
    assert turns >= 4


def _others_shuffled(state: Table, rng: random.Random) -> Table:
    """Deals again every card that the player on turn cannot see."""
    shown = view(state, "player", state.turn)
    faces = {seat.seat: seat.cards for seat in shown.seats}
    hidden = [
        *(
            card
            for n, seat in state.seats.items()
            for card, face in zip(seat.hole, faces[n], strict=True)
            if face == "??"
        ),
        *(
            card
            for card, face in zip(state.community, shown.community, strict=True)
            if face == "??"
        ),
        *(state.box if not state.box_shown else ()),
        *state.stub[state.dealt :],
    ]
    rng.shuffle(hidden)
    new = iter(hidden)
    seats = {
        n: msgspec.structs.replace(
            seat,
            hole=tuple(
                next(new) if face == "??" else card
                for card, face in zip(seat.hole, faces[n], strict=True)
            ),
        )
        for n, seat in state.seats.items()
    }
    community = tuple(
        next(new) if face == "??" else card
        for card, face in zip(state.community, shown.community, strict=True)
    )
    box = tuple(card if state.box_shown else next(new) for card in state.box)
    return msgspec.structs.replace(
        state,
        seats=seats,
        community=community,
        box=box,
        stub=(*state.stub[: state.dealt], *new),
    )
