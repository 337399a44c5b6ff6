"""A finished round for readers of a link: built up from nothing, without a name or a time.

A reader sees what the player saw from the player's own seats, the player's decisions with the exact
worth of every act, and all that it takes to derive the shuffle again.
"""

from typing import Any, Final

import msgspec

from pitboss.house.coach.hand_steps import (
    HandMove,
    SharedDecision,
    SharedFelt,
    SharedStep,
    felt_of,
    last_cards,
    steps_of,
)
from pitboss.house.coach.review import review_decisions
from pitboss.house.coach.service import Coach
from pitboss.house.history.index import seat_results
from pitboss.house.history.rounds import RoundEntry, rebuild_finished, verify
from pitboss.house.history.shares import SharedRound, shared_round
from pitboss.house.service import House
from pitboss.table import events as e

MAX_CACHED: Final = 200  # hands in memory


class SharedHand(msgspec.Struct, frozen=True):
    """`working` means that the worths are being computed: ask again in a moment."""

    working: bool
    game: str
    title: str
    table: str  # its name
    currency: str
    round: int
    hand: str
    cards: tuple[str, ...]  # the player's, at the end
    staked: int
    net: int
    spots: dict[str, str]  # names by key
    first: SharedFelt
    steps: list[SharedStep]
    decisions: list[SharedDecision]
    fairness: dict[str, Any]


class SharedHands:
    """Reads hands by their links; a hand is built once, but its link is looked up every time."""

    def __init__(self, house: House, coach: Coach) -> None:
        self.house, self.coach = house, coach
        self._hands: dict[str, SharedHand] = {}

    def read(self, token: str) -> SharedHand:
        link = shared_round(self.house, token)
        hand = self._hands.get(token)
        if hand is None:
            rules = self.house.live(link.table).table.rules
            hand = build_hand(self.house, link, priced=self.coach.ready(rules))
            if not hand.working:
                if len(self._hands) >= MAX_CACHED:
                    self._hands.clear()
                self._hands[token] = hand
        return hand


def build_hand(house: House, link: SharedRound, *, priced: bool) -> SharedHand:
    entries = rebuild_finished(house, link.table, link.round)
    events = [event for entry in entries for event in entry.body.events]
    results = seat_results(events)
    mine = [seat for seat, row in results.items() if row["player"] == link.player]
    seat = min(mine)
    rules = entries[0].before.rules
    decisions, places = _decisions(entries, link.player) if priced else ([], {})
    moves = [HandMove(before, entry.seq, body.events) for before, entry, body in entries]
    steps = [*steps_of(moves, seat, link.player, places)]
    shown = [event for event in events if isinstance(event, e.HandShown) and event.seat == seat]
    return SharedHand(
        working=not priced,
        game=rules.game.key,
        title=rules.game.name,
        table=link.name,
        currency=link.currency,
        round=link.round,
        hand=shown[-1].hand if shown else "",
        cards=last_cards(steps, seat),
        staked=sum(results[one]["staked"] for one in mine),
        net=sum(results[one]["net"] for one in mine),
        spots={key: spot.name for key, spot in rules.spots.items()}
        | {key: wager.name for key, wager in rules.wagers.items() if key not in rules.spots},
        first=felt_of(entries[0].before, seat),
        steps=steps,
        decisions=decisions,
        fairness=verify(house, link.table, link.round),
    )


def _decisions(
    entries: list[RoundEntry], player: str
) -> tuple[list[SharedDecision], dict[int, int]]:
    """The player's decisions, and their places by the number of their entry."""
    decisions: list[SharedDecision] = []
    places: dict[int, int] = {}
    for review, advice, _ in review_decisions(entries, player):
        places[review.seq] = len(decisions)
        about = (review.stage, review.cards, review.taken, advice.options, review.by_house)
        decisions.append(SharedDecision(*about))
    return decisions, places
