"""The house at a self-dealt table: it performs every duty until the player must answer."""

from collections.abc import Callable
from typing import Final

import msgspec

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.money import Cents
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import Due, command_for
from pitboss.table.engine import start, step
from pitboss.table.refusals import Refusal
from pitboss.table.state import Table
from pitboss.table.view import SeatView, View, view

SEAT: Final = 1
PLAYER: Final = c.Actor("player", "you")
HOUSE: Final = c.Actor("house", "house")
# Duties that only the player can do.
PLAYERS_ACTS: Final = ("bet", "no more bets", "decide", "discard")

Shuffled = Callable[[list[Card]], None]  # shuffles in place


class TerminalHouse:
    """Holds the table, and changes it only by `step`."""

    def __init__(self, rules: Rules, shuffled: Shuffled, heard: Callable[[e.Event], None]) -> None:
        self.rules = rules
        self.table: Table = start(rules)
        self.before_settling: View | None = None  # the felt when the hands were turned
        self._shuffled = shuffled
        self._heard = heard

    @property
    def view(self) -> View:
        return view(self.table, "player", SEAT)

    @property
    def seat(self) -> SeatView:
        return next(seat for seat in self.view.seats if seat.yours)

    @property
    def chips(self) -> int:
        return self.table.chips(PLAYER.name)

    @property
    def bought(self) -> int:
        return self.table.balances.get("drop", 0)

    @property
    def between_rounds(self) -> bool:
        return self.table.phase == "bets"

    def do(self, command: c.Command) -> Refusal | None:
        """Gives the table a command; a refusal changes nothing."""
        if isinstance(command, c.Settle) and self.table.phase == "play":
            self.before_settling = self.view
        done = step(self.table, command)
        if isinstance(done, Refusal):
            return done
        self.table = done[0]
        for event in done[1]:
            self._heard(event)
        return None

    def must(self, command: c.Command) -> None:
        """Gives a command that the rules require now; a refusal would be a bug."""
        if no := self.do(command):
            raise PitbossError(f"the table refuses its own house: {no}", clause=no.clause)

    def sit(self, bankroll: Cents) -> None:
        self.must(c.Sit(by=PLAYER, seat=SEAT, player=PLAYER.name))
        self.must(c.BuyIn(by=PLAYER, seat=SEAT, cents=bankroll))

    def attend(self) -> str:
        """Performs what is due; returns the player's next duty, a word of PLAYERS_ACTS."""
        while (due := self.view.due) is not None and due.what not in PLAYERS_ACTS:
            self.must(self._command(due))
        assert due is not None, "a seated player is always asked something in the end"
        return due.what

    def play_on(self) -> None:
        """Ends the round for a player who has left, risking nothing more (ruling G18)."""
        while not self.between_rounds:
            if self.attend() in ("decide", "discard"):
                self.must(c.PlayOn(by=HOUSE, seat=SEAT))

    def _command(self, due: Due) -> c.Command:
        command = command_for(self.table, due, HOUSE)
        assert command is not None, f"the house cannot {due.what}"
        if isinstance(command, c.Shuffle):
            deck = list(self.rules.game.cards)
            self._shuffled(deck)
            return msgspec.structs.replace(command, order=tuple(deck))
        return command
