"""An example of a game: one hand at the smallest stakes, played best from the deal to the payment.

The engine deals it and the coach prices it, for any game. Of the first `MAX_SHUFFLES` shuffles, it
is the first in which the hand stays in to the end and wins a modest sum, or else the last.
"""

from typing import Any, Final

import msgspec

from pitboss.cards import Card
from pitboss.house.chance import shuffle
from pitboss.house.coach.advice import advise_seat, player_knowledge
from pitboss.house.coach.drill_rounds import PracticeRound, least_stake
from pitboss.house.coach.hand_steps import SharedDecision, SharedFelt, SharedStep, felt_of, steps_of
from pitboss.house.history.index import seat_results
from pitboss.house.live_table import HOUSE
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import Due
from pitboss.table.state import Table

SEAT: Final = 1
PLAYER: Final = "you"
MAX_SHUFFLES: Final = 60
MAX_TIMES: Final = 12  # of the stakes: a larger win would not be typical


class ExampleRound(msgspec.Struct, frozen=True):
    """`working` means that the example is being computed: ask again in a moment."""

    working: bool
    hand: str = ""
    staked: int = 0
    net: int = 0
    spots: dict[str, str] = {}
    first: SharedFelt | None = None
    steps: list[SharedStep] = []
    decisions: list[SharedDecision] = []


class _Course(PracticeRound):
    """A round with the coach's decisions, from an empty table."""

    def __init__(self, rules: Rules, seed: int) -> None:
        deck = shuffle(rules.game.cards, seed.to_bytes(32, "big"))
        super().__init__(rules, tuple(Card(card) for card in deck))
        self.decisions: list[SharedDecision] = []
        self.places: dict[int, int] = {}
        self.thrown: tuple[Card, ...] = ()
        self.folded = False

    def decide(self, _: Due) -> c.Command:
        advice = advise_seat(player_knowledge(self.table, {SEAT: self.thrown}))
        best = advice.best
        self.places[len(self.moves)] = len(self.decisions)
        shown = (advice.stage, advice.cards, best, advice.options)
        self.decisions.append(SharedDecision(*shown, by_house=False))
        self.folded = self.folded or best.act == "fold"
        if best.act == "discard":
            hole = self.table.seats[SEAT].hole
            self.thrown += tuple(hole[slot] for slot in best.slots)
            return c.Discard(by=HOUSE, seat=SEAT, slots=best.slots)
        act: Any = best.act
        spot: Any = getattr(self.table.game_step, "spot", "")
        return c.Act(by=HOUSE, seat=SEAT, act=act, multiple=best.multiple or 1, spot=spot)


def example_round(rules: Rules) -> ExampleRound:
    last: ExampleRound | None = None
    for seed in range(1, MAX_SHUFFLES + 1):
        course = _Course(rules, seed)
        begin = course.table
        stakes = {spot.key: least_stake(rules, spot) for spot in rules.required}
        course.bet(SEAT, PLAYER, stakes)
        course.play(course.decide)
        course.settle(dict(course.table.meters))
        last = _example(rules, course, begin)
        if last.hand and not course.folded and 0 < last.net <= MAX_TIMES * last.staked:
            return last
    assert last is not None
    return last


def _example(rules: Rules, course: _Course, begin: Table) -> ExampleRound:
    events = [event for move in course.moves for event in move.events]
    result = seat_results(events)[SEAT]
    shown = [event for event in events if isinstance(event, e.HandShown)]
    return ExampleRound(
        working=False,
        hand=shown[-1].hand if shown else "",
        staked=result["staked"],
        net=result["net"],
        spots={key: spot.name for key, spot in rules.spots.items()},
        first=felt_of(begin, SEAT),
        steps=[*steps_of(course.moves, SEAT, PLAYER, course.places)],
        decisions=course.decisions,
    )
