"""`pitboss.Table`: a table played from Python, dealt by itself.

Every act becomes a sentence of the `.round` notation and runs as that sentence, so `round_text()`
replays to the same text. A refused act raises `Refused` and changes nothing.
"""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.cards import Card, Cards, card_names, parse_cards
from pitboss.library.plays import Play, find_play, plays
from pitboss.library.refusals import Refused, refused
from pitboss.money import BadAmount, Cents, format_cents, parse_amount
from pitboss.notation.command_reader import ACTORS
from pitboss.notation.command_writer import say
from pitboss.notation.header import (
    bad,
    in_use,
    read_house_line,
    write_house_lines,
    write_rules_line,
)
from pitboss.notation.replay import Script
from pitboss.notation.start_lines import write_given_lines
from pitboss.rulebook import find_game, own_rules
from pitboss.rulebook.model import Decide, Exchange
from pitboss.rulebook.rules import Choices, Rules, plain_choices
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import command_for, due
from pitboss.table.engine import decide
from pitboss.table.postings import player
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Table
from pitboss.table.view import EMPTY, HIDDEN, View, view

if TYPE_CHECKING:
    from pitboss.house.coach.advice import PricedAct, SeatAdvice
    from pitboss.odds.game import PricedGame

HOUSE: Final = c.Actor("house", "house")


class SelfDealtTable:
    """Exported as `pitboss.Table`. Amounts are dollars as text, or whole cents as an int.

    >>> table = SelfDealtTable("mississippi-stud", "minimum 10.00")
    >>> table.sit("ann", seat=1, chips="100.00")
    >>> table.bet(1, ante="10.00")
    >>> table.deal("1: Jc Jd | community: 2h 8s 5d")
    >>> table.choices
    [bet 10.00, bet 20.00, bet 30.00, fold]
    """

    def __init__(self, game: "str | PricedGame", *house: str) -> None:
        """`house` lines change the ordinary choices, as in the notation: "wagers base B".

        `game` is a published game's key, or a game of `read_rules` or with changed rows.
        """
        choices = _ordinary(game)
        for text in house:
            try:
                choices = read_house_line(choices, f"house {' '.join(text.split())}")
            except (KeyError, ValueError) as error:
                raise bad(f"cannot read the house's line {text!r}") from error
        choices = in_use(choices)
        self._header = [write_rules_line(choices), *write_house_lines(choices)]
        self._script = Script(choices)
        self._lines = [*self._header]
        self._last: dict[int, View] = {}  # by seat, as the hands lay when they were settled
        self._bought: dict[str, int] = {}  # by player, in cents

    # ── what a player does ────────────────────────────────────────────────────────────────────────

    def sit(self, player: str, seat: int | None = None, chips: str | int = "1,000.00") -> None:
        """Takes a seat, the first free one unless it is named, and buys chips."""
        if not re.fullmatch(r"\w+", player) or player in ACTORS:
            raise Refused(
                f"{player!r} cannot be a player's name",
                what_to_do=f"use one word of letters and digits, not {', '.join(ACTORS)}",
            )
        if seat is None:
            seat = next((n for n in self._seats if n not in self.state.seats), self._seats[-1])
        with self._atomic():
            self._do(c.Sit(by=c.Actor("player", player), seat=self._seat(seat), player=player))
            self._buy(seat, chips)
            if self.state.cards == "closed":
                self._run("house opens the table")

    def buy(self, seat: int, chips: str | int) -> None:
        """Buys more chips for the player at a seat."""
        with self._atomic():
            self._buy(seat, chips)

    def leave(self, seat: int) -> None:
        """Gives a seat up; the player's chips leave with them."""
        with self._atomic():
            by = self._actor(seat)
            before = self.chips(seat)
            self._do(c.Leave(by=by, seat=seat))
            self._bought[by.name] -= before - self.state.chips(by.name)

    def bet(self, seat: int, **stakes: str | int) -> None:
        """Places stakes by spot (`third_street` is third-street); an amount of 0 takes one back.

        Without stakes, it bets the minimum on every spot that a round requires.
        """
        required = self.rules.required
        amounts = {spot.replace("_", "-"): _cents(amount) for spot, amount in stakes.items()}
        amounts = amounts or {spot.key: self.rules.limits(spot)[0] for spot in required}
        with self._atomic():
            self._do(c.Bet(by=self._actor(seat), seat=seat, stakes=amounts))

    def deal(self, cards: str | None = None, *, seed: int | None = None) -> None:
        """Closes the bets and deals: the cards named, by a seed, or at random.

        Cards are named by place, as in `1: Jc Jd | community: 2h 8s 5d | next: 4c`; places and
        cards that are not named come in the deck's own order.
        """
        with self._atomic():
            self._do(c.NoMoreBets(by=HOUSE))
            if cards is not None:
                self._run(f"deal {' '.join(cards.split())}")
            self._attend(random.SystemRandom() if seed is None else random.Random(seed))

    def act(self, play: Play | str) -> None:
        """Makes one of `choices` for the seat at its turn. `play` is the choice or its text."""
        with self._atomic():
            seat, chosen = self.turn, self._chosen(str(play))
            by = self._actor(seat)
            if chosen.act == "discard":
                self._do(c.Discard(by=by, seat=seat, cards=chosen.cards))
            else:
                fields = {"by": by, "seat": seat, "act": chosen.act, "multiple": chosen.multiple}
                self._do(msgspec.convert(fields, c.Act, from_attributes=True))
            self._attend()

    def settle(self) -> dict[str, int]:
        """Pays and collects; returns what each player won in cents, less than 0 for a loss."""
        with self._atomic():
            hands = {number: self._view(number) for number in self.state.seats}
            self._do(c.Settle(by=HOUSE))
            while self.state.phase == "settling":  # an award was in the way of the other seats
                if self.state.pending:
                    self._do(c.ValidateAward(by=HOUSE, seat=self.state.pending))
                else:
                    self._do(c.Settle(by=HOUSE))
            self._last = hands
        players = dict.fromkeys(seat.player for seat in self.state.seats.values())
        return {name: self._script.changes[player(name)] for name in players}

    # ── what a player sees ────────────────────────────────────────────────────────────────────────

    @property
    def state(self) -> Table:
        """The engine's own record. It shows every card, so keep it from players."""
        return self._script.table

    @property
    def rules(self) -> Rules:
        return self.state.rules

    @property
    def events(self) -> list[e.Event]:
        """The events of this round; after it, those of the last one until the next begins."""
        return [*self._script.events]

    @property
    def round(self) -> int:
        return self.state.round

    @property
    def turn(self) -> int:
        """The seat that must decide; 0 when none must."""
        return self.state.turn

    @property
    def spots(self) -> dict[str, tuple[Cents, Cents]]:
        """The spots that are bet before the deal, with their least and most stakes in cents."""
        return dict(self.rules.opening_bounds)

    @property
    def choices(self) -> list[Play]:
        """Everything the seat at its turn may do; empty when no seat must decide."""
        return plays(self.state)

    def cards(self, seat: int) -> Cards:
        """The cards the seat's player sees: the seat's own, then the community's."""
        shown = self._view(self._seat(seat))
        own = next((each.cards for each in shown.seats if each.seat == seat), ())
        names = (name for name in (*own, *shown.community) if name not in (HIDDEN, EMPTY))
        return parse_cards(" ".join(names))

    def chips(self, player: str | int) -> int:
        """The chips of a player, or of the player at a seat, in cents, stakes not included."""
        if isinstance(player, str):
            return self.state.chips(player)
        return self.state.chips(self._actor(player).name)

    def hint(self) -> Play:
        """The best of `choices` at the stakes on the layout, by exact odds.

        It uses only what the player may see. The first hint of a game takes seconds to prepare.
        """
        return self._play_of(self._advice().best)

    def worths(self) -> dict[str, Fraction]:
        """The exact value in cents of each of `choices`, by its text, at the stakes on the layout.

        It counts the wagers that the decision can change, if all later play is best.
        """
        acts = self._advice().options
        values = {str(self._play_of(act)): act.value.fraction for act in acts}
        return {str(play): values[str(play)] for play in self.choices if str(play) in values}

    def _advice(self) -> "SeatAdvice":
        from pitboss.extras import explained
        from pitboss.house.coach.advice import PlayerKnowledge, advise_seat

        if not self.choices:
            raise self._refused(Refusal(Reason.NO_DECISION, "", self._clause))
        step, name = self.state.game_step, self._actor(self.turn).name
        own = {number for number, seat in self.state.seats.items() if seat.player == name}
        discards: dict[int, tuple[Card, ...]] = {}
        for event in self._script.events:
            if isinstance(event, e.Discarded) and event.seat in own:
                discards[event.seat] = discards.get(event.seat, ()) + event.cards
        assert isinstance(step, Decide | Exchange)
        advice: SeatAdvice = explained(advise_seat)(
            PlayerKnowledge(self.rules, self._view(self.turn), step, discards)
        )
        return advice

    def _play_of(self, act: "PricedAct") -> Play:
        gone = card_names(self.state.seats[self.turn].hole[slot] for slot in act.slots)
        text = f"{act.act} {gone or format_cents(act.places)}" if gone or act.places else ""
        return self._chosen(text or ("stand pat" if act.act == "discard" else act.act))

    def round_text(self) -> str:
        """The round so far in the `.round` notation; after `settle`, the whole of it."""
        return "\n".join(self._lines) + "\n"

    def felt(self, seat: int | None = None) -> str:
        """The layout as text, as one seat's player sees it."""
        from pitboss.library.felt import draw

        number = seat or self.turn or next(iter(self.state.seats), 0)
        if number not in self.state.seats:
            return repr(self)
        shown = self._last.get(number) or self._view(number)
        name = self._actor(number).name
        return draw(self.state, self._script.events, number, shown, self._bought.get(name, 0))

    def __str__(self) -> str:
        return self.felt()

    def __repr__(self) -> str:
        if self.turn:
            waits = f"seat {self.turn} to decide"
        else:
            waits = {"bets": "bets are open"}.get(self.state.phase, "to be settled")
        return f"<Table of {self.rules.game.name}, round {self.round}: {waits}>"

    # ── how it is done ────────────────────────────────────────────────────────────────────────────

    @contextmanager
    def _atomic(self) -> Iterator[None]:
        """Runs an act entirely or not at all. The first act after a round begins the next round."""
        before = self._script, self._lines, self._last, dict(self._bought)
        if any(isinstance(event, e.RoundEnded | e.RoundVoided) for event in self._script.events):
            self._lines = [*self._header, *write_given_lines(self.state, 0)]
            self._script = Script(self.rules.choices)
            self._script.table, self._last = before[0].table, {}
        else:
            self._script, self._lines = self._script.copy(), [*self._lines]
        try:
            yield
        except BaseException:
            self._script, self._lines, self._last, self._bought = before
            raise

    def _do(self, command: c.Command) -> None:
        answer = decide(self.state, command)
        if isinstance(answer, Refusal):
            raise self._refused(answer)
        self._run(say(self.state, command))

    def _run(self, sentence: str) -> None:
        self._lines += [f"> {sentence}", *self._script.run(sentence)]
        if self._script.refusals:
            raise self._refused(self._script.refusals[-1])

    def _attend(self, chance: random.Random | None = None) -> None:
        """Performs the house's duties until a player must decide or the hands can be settled."""
        while (waits := due(self.state)) and waits.role != "player" and waits.what != "settle":
            command = command_for(self.state, waits, HOUSE)
            assert command is not None, f"the house cannot {waits.what}"
            if isinstance(command, c.Shuffle):
                deck = [*self.rules.game.cards]
                (chance or random.SystemRandom()).shuffle(deck)
                command = msgspec.structs.replace(command, order=tuple(deck))
            self._do(command)

    def _buy(self, seat: int, chips: str | int) -> None:
        by, cents = self._actor(seat), _cents(chips)
        self._do(c.BuyIn(by=by, seat=seat, cents=cents))
        self._bought[by.name] = self._bought.get(by.name, 0) + cents

    @property
    def _seats(self) -> range:
        return range(1, self.rules.game.seats + 1)

    def _seat(self, number: int) -> int:
        if number not in self._seats:
            game = self.rules.game
            raise self._refused(Refusal(Reason.NO_SUCH_SEAT, f"seat {number}", game.cite("seats")))
        return number

    def _actor(self, seat: int) -> c.Actor:
        taken = self.state.seats.get(self._seat(seat))
        if taken is None:
            clause = self.rules.game.cite("wager.seated")
            raise self._refused(Refusal(Reason.SEAT_EMPTY, f"seat {seat}", clause))
        return c.Actor("player", taken.player)

    @property
    def _clause(self) -> str:
        """The clause of what the table waits for."""
        waits = due(self.state)
        return waits.clause if waits else ""

    def _view(self, seat: int) -> View:
        return view(self.state, "player", seat)

    def _chosen(self, text: str) -> Play:
        choices = self.choices
        if not choices:
            raise self._refused(Refusal(Reason.NO_DECISION, "", self._clause))
        play = find_play(choices, text)
        if play is None:
            raise self._refused(Refusal(Reason.NOT_AN_OPTION, text, choices[0].clause))
        return play

    def _refused(self, no: Refusal) -> Refused:
        return refused(self.state, no)


def _ordinary(game: "str | PricedGame") -> Choices:
    """The ordinary choices for a game by its key, or for one with rules of its own."""
    if isinstance(game, str):
        return plain_choices(find_game(game))
    return plain_choices(game.game, own=own_rules(game.game, game.tables))


def _cents(amount: str | int) -> Cents:
    if isinstance(amount, str):
        return parse_amount(amount)
    if type(amount) is not int or amount < 0:
        raise BadAmount(
            f"{amount!r} is not an amount",
            what_to_do='write dollars as text, as in "12.50", or whole cents as an int',
        )
    return Cents(amount)
