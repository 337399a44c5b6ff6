"""Reactions of the players at a table: six signs and no free text. None of them is stored.

A sign travels as a notice, so that the players of every server see it.
"""

import threading
from collections import deque
from typing import Final, Literal

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.live_table import Forbidden
from pitboss.house.service import House

Sign = Literal["hello", "luck", "nice", "wow", "ouch", "thanks"]
MAX_SIGNS: Final = 3  # of one player within PERIOD_MS
PERIOD_MS: Final = 10_000
MAX_PLAYERS: Final = 10_000  # whose last signs are remembered


class TooManyReactions(PitbossError):
    """A player who has shown three signs in ten seconds."""

    status = 429


class Reaction(msgspec.Struct, frozen=True):
    """A sign that a player shows to everybody at the table."""

    seat: int
    sign: Sign


class Reactions:
    """Limits how often a player reacts, at this server, and passes the signs on."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._times: dict[str, deque[int]] = {}
        self._guard = threading.Lock()

    def react(self, table_id: str, player: str, sign: Sign) -> None:
        seats = self._house.live(table_id).table.seats
        own = min((n for n, seat in seats.items() if seat.player == player), default=0)
        if not own:
            raise Forbidden("only a player at the table can react", what_to_do="sit down first")
        if not self._admits(player):
            raise TooManyReactions(
                f"you have reacted {MAX_SIGNS} times just now", what_to_do="wait a few seconds"
            )
        self._house.notices.send("reaction", f"{table_id} {own} {sign}")

    def _admits(self, player: str) -> bool:
        now = self._house.clock()
        with self._guard:
            if len(self._times) > MAX_PLAYERS:
                self._times.clear()
            times = self._times.setdefault(player, deque(maxlen=MAX_SIGNS))
            if len(times) == MAX_SIGNS and now - times[0] < PERIOD_MS:
                return False
            times.append(now)
            return True


def read_notice(text: str) -> tuple[str, Reaction]:
    """The table and the reaction of a notice."""
    table_id, seat, sign = text.split()
    return table_id, msgspec.convert({"seat": int(seat), "sign": sign}, Reaction)
