"""A seeded driver: plays whole sessions at a table, with a chosen share of mischief.

`propose` gives a command that should be allowed, `mischief` one that may well be refused. The same
seed gives the same session.
"""

from typing import Any, Final

from kit.houses import dreamt, shuffled
from kit.physical import Reader
from pitboss.cards import FACE_DOWN
from pitboss.money import Cents
from pitboss.rulebook.model import Decide, Exchange, RevealStep
from pitboss.rulebook.rules import Choices
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import pending_targets
from pitboss.table.duties import also_due
from pitboss.table.engine import step
from pitboss.table.equipment import (
    alternating,
    counting_shuffle,
    deck_overdue,
    load_due,
    working_shuffler,
)
from pitboss.table.opening import next_deck
from pitboss.table.refusals import Refusal
from pitboss.table.state import Seat
from pitboss.table.wagering import call_due

OPENING: Final = {
    "received": ("inspect", "dealer"),
    "inspected": ("verify", "floorperson"),
    "verified": ("spread", "dealer"),
    "spread": ("view", "player"),
    "idle": ("view", "player"),
    "idle face up": ("view", "player"),
    "viewed": ("wash", "dealer"),
}


class Driver(Reader):
    def __init__(
        self,
        choices: Choices,
        seed: int | str,
        *,
        mischief: float = 0.0,
        stack: float = 0.3,
        physical: float = 0.15,
    ) -> None:
        super().__init__(choices, seed, stack=stack)
        self.naughty = mischief
        self.physical = physical  # the share of shuffles whose order nobody knows
        self.target_seats = self.rng.randint(1, self.rules.game.seats)
        self.sits_out: dict[int, int] = {}  # seat → round
        self.people = 0
        most = [self.rules.limits(spot)[1] for spot in self.rules.spots.values()]
        self.enough = 10 * choices.boxes * sum(most)  # chips for any wagers and raises of a round

    # ── turns ────────────────────────────────────────────────────────────────────────────────────

    def turn(self) -> tuple[c.Command, tuple[e.Event, ...] | Refusal]:
        naughty = self.rng.random() < self.naughty
        return self.give(self.mischief() if naughty else self.propose())

    def give(self, command: c.Command) -> tuple[c.Command, tuple[e.Event, ...] | Refusal]:
        done = step(self.table, command)
        if isinstance(done, Refusal):
            return command, done
        self.table = done[0]
        return command, done[1]

    def by(self, role: c.Role, name: str = "") -> dict[str, Any]:
        """Who, sometimes the house in their stead, and when."""
        self.at += self.rng.randrange(20)
        if self.rng.random() < 0.1:
            return {"by": c.Actor("house", "pitboss"), "at": self.at}
        return {"by": c.Actor(role, name or role), "at": self.at}

    def by_player(self, seat: Seat) -> dict[str, Any]:
        """The player, or the dealer for a seat that is played by hand."""
        return self.by(*(("dealer", "") if seat.by_hand else ("player", seat.player)))

    # ── what should come next ────────────────────────────────────────────────────────────────────

    def propose(self) -> c.Command:
        table = self.table
        if command := self._mended():
            return command
        if table.phase == "bets":
            return self._before_bets() or self._betting()
        if table.phase == "unmatched":
            return self._unmatched()
        if table.phase == "dealing":
            return self._opening() or self._cards() or self._deal()
        return self._playing()

    def _mended(self) -> c.Command | None:
        for device, condition in self.table.devices.items():
            name: Any = device
            if condition == "out of order":
                how: Any = self.rng.choice(("covered", "signed"))
                return c.MarkDevice(**self.by("dealer"), device=name, how=how)
            if condition != "working" and self.table.cards != "in play":
                return c.RestoreDevice(**self.by("floorperson"), device=name)
        return None

    def _opening(self) -> c.Command | None:
        table, rng = self.table, self.rng
        if table.cards == "closed":
            prepared = rng.random() < 0.3
            order = shuffled(rng, table.size, stack=0) if prepared and rng.random() < 0.7 else ()
            self.deck = order or shuffled(rng, table.size, stack=0)
            if self.rules.choices.decks > 1:
                order = ()  # two decks are physical ones (ruling G55)
            by = "pat" if prepared else ""
            return c.ReceiveCards(
                **self.by("dealer"), prepared=prepared, order=order, prepared_by=by
            )
        if table.cards in OPENING:
            duty: Any
            role: Any
            duty, role = OPENING[table.cards]
            if duty == "view" and not table.seats:
                return self._sit()
            name = "second" if duty == "verify" else "first"
            if duty == "view":
                name = rng.choice(list(table.seats.values())).player
            deck = None if "idle" in table.cards else next_deck(table)
            return c.Perform(**self.by(role, name), duty=duty, deck=deck)
        return None

    def _sit(self) -> c.Command:
        rng, table = self.rng, self.table
        seat = rng.choice([n for n in range(1, self.rules.game.seats + 1) if n not in table.seats])
        beside = [s.player for n, s in table.seats.items() if abs(n - seat) == 1]
        again = [p for p in beside if self._boxes(p) < self.rules.choices.boxes]
        if again and rng.random() < 0.6:
            player = again[0]
        else:
            self.people += 1
            player = f"player{self.people}"
        if again or rng.random() < 0.7:
            return c.Sit(**self.by("player", player), seat=seat, player=player)
        return c.Sit(**self.by("dealer"), seat=seat, player=player)

    def _boxes(self, player: str) -> int:
        return sum(seat.player == player for seat in self.table.seats.values())

    def _before_bets(self) -> c.Command | None:
        table = self.table
        if opening := self._opening():
            return opening
        if deck_overdue(table, self.at + 20):
            self.deck = shuffled(self.rng, table.size, stack=0)
            return c.ReceiveCards(**self.by("dealer"))
        if len(table.seats) < self.target_seats:
            return self._sit()
        if table.round > 1 and self.rng.random() < 0.005:
            return self._corrected()
        early = table.decks > 1 and table.cards != "ready"
        return self._cards() if early or self.rng.random() < 0.2 else None

    def _corrected(self) -> c.Command:
        number, seat = self.rng.choice(list(self.table.seats.items()))
        return c.Correct(
            by=c.Actor("floorperson", "flo"),
            at=self.at,
            round=self.table.round - 1,
            seat=number,
            player=seat.player,
            spot=self.rng.choice(list(self.rules.spots)),
            cents=500,
            reason="counted again",
            asked="dan",
        )

    def _cards(self) -> c.Command | None:
        table, rng = self.table, self.rng
        if table.cards in ("stacked", "used"):
            self.deck = shuffled(rng, table.size, stack=self.stack)
            if table.phase == "dealing" and rng.random() < self.stack:
                targets = pending_targets(table)
                self.deck = dreamt(rng, table.size, targets)
            device = working_shuffler(table)
            if device and table.decks == 1 and table.dealing.method != "hand":
                device = rng.random() < 0.7
            return c.Shuffle(
                **self.by("dealer"),
                order=self.deck if rng.random() >= self.physical and table.decks == 1 else (),
                device=device,
                counted=table.size if counting_shuffle(table, by_device=device) else None,
            )
        if load_due(table):
            if rng.random() < 2 * self.naughty and table.phase == "dealing":
                return c.Deal(**self.by("dealer"))  # the other deck still lies in the rack
            return c.LoadDeck(**self.by("dealer"))
        if table.cards == "shuffled":
            return c.Cut(**self.by("dealer"), depth=rng.randint(10, table.size - 1))
        return None

    def _betting(self) -> c.Command:
        table, rng = self.table, self.rng
        for number, seat in table.seats.items():
            if self._complete(seat) or self.sits_out.get(number) == table.round:
                continue
            if table.chips(seat.player) < self.enough:
                cents = Cents(5 * self.enough)
                if not seat.by_hand or rng.random() < 0.1:
                    return c.BuyIn(**self.by_player(seat), seat=number, cents=cents)
            if rng.random() < 0.1 and not seat.stakes:
                self.sits_out[number] = table.round
                continue
            stakes = self.stakes()
            if rng.random() < 0.04 and len(self.rules.required) > 1 and not seat.stakes:
                self.sits_out[number] = table.round  # its lone chip goes back (ruling G45)
                lone = rng.choice(self.rules.required).key
                stakes = {lone: stakes[lone]}
            by = c.Actor("player", seat.player)
            if seat.by_hand or any(stake.entered for stake in seat.stakes.values()):
                by = c.Actor("dealer", "dealer")  # chips on the felt prove themselves
            return c.Bet(by=by, at=self.at, seat=number, stakes=stakes)
        if not any(self._complete(seat) for seat in table.seats.values()):
            self.sits_out.clear()
            return self._betting()
        chips = {
            wager.key: sum(
                key in seat.stakes
                for seat in table.seats.values()
                if self._complete(seat)
                for key in spots
            )
            for wager, spots in self.rules.collected
        }
        if self.naughty and rng.random() < self.naughty / 4:
            chips = {w.key: rng.randrange(9) for w in self.rules.wagers.values() if w.collected}
        return c.NoMoreBets(**self.by("dealer"), chips=chips)

    def _complete(self, seat: Seat) -> bool:
        return all(
            spot.key in seat.stakes
            and seat.stakes[spot.equal_to or spot.key].cents == seat.stakes[spot.key].cents
            for spot in self.rules.required
        )

    def _unmatched(self) -> c.Command:
        wager, excess = next(iter(self.table.unmatched.items()))
        spot = next(s.key for s in self.rules.spots.values() if s.wager == wager)
        seats = [n for n, s in self.table.seats.items() if (spot in s.stakes) == (excess > 0)]
        seat = self.rng.choice(seats or list(self.table.seats))
        return c.RemoveWager(
            **self.by("floorperson"), seat=seat, spot=spot, reason="no chip lay there"
        )

    def _deal(self) -> c.Command:
        pending = len(pending_targets(self.table))
        count = self.rng.randint(1, pending) if self.rng.random() < 0.1 else 0
        if self.table.physical:
            return self.deal(count, pending)
        return c.Deal(**self.by("dealer"), count=count)

    def _absent(self, number: int) -> c.Command:
        grounds = [ground.clause for ground in self.rules.game.grounds]
        kinds: list[type[c.Command]] = [c.PlayOn, c.Abandon, *(c.Forfeit,) * bool(grounds)]
        why: dict[type[c.Command], dict[str, Any]] = {
            c.Abandon: {"reason": "walked away", "asked": "dan"},
            c.Forfeit: {"ground": self.rng.choice(grounds or [""]), "asked": "dan"},
        }
        kind = self.rng.choice(kinds)
        return kind(**self.by("floorperson"), **{"seat": number, **why.get(kind, {})})

    def _retract(self) -> c.Command:
        """The last choice, by the person who typed it."""
        role, _, name = self.table.entries[-1].by.partition(" ")
        kind: Any = role
        by = c.Actor(kind, name or role)
        return c.Retract(by=by, at=self.at, seat=self.table.entries[-1].number)

    def _playing(self) -> c.Command:
        table, rng, now = self.table, self.rng, self.table.game_step
        if table.entries and rng.random() < (0.6 if table.entries[-1].bought else 0.2):
            return self._retract()
        if call_due(table):
            return c.NoMoreBets(**self.by("dealer"))
        if rng.random() < 0.2 and (waits := also_due(table)) and waits.what == "store":
            counted = table.size if counting_shuffle(table, by_device=True) else None
            return c.Shuffle(**self.by("dealer"), counted=counted)
        if rng.random() < 0.01 and table.stored == "ready" and alternating(table):
            return c.DirectShuffle(**self.by("floorperson"), reason="a card fell")
        if table.phase == "counting":
            return c.CountStub(**self.by("dealer"), stub=table.remaining)
        if isinstance(now, RevealStep):
            return self.reveal(now)
        if isinstance(now, Decide):
            seat = table.seats[table.turn]
            act: Any = now.decline
            multiple = 1
            if rng.random() < 0.75:
                act, multiple = now.accept, rng.choice(self.rules.spots[now.spot].multiples or (1,))
            if rng.random() < 0.03:
                return self._absent(table.turn)
            by = c.Actor("dealer", "dealer") if seat.by_hand else c.Actor("player", seat.player)
            if not seat.by_hand and rng.random() < 0.1:
                by = c.Actor("house", "pitboss")
            return c.Act(by=by, at=self.at, seat=table.turn, act=act, multiple=multiple)
        if isinstance(now, Exchange):
            if not table.turn:
                return self._deal()
            seat = table.seats[table.turn]
            if FACE_DOWN in seat.hole or (table.physical and rng.random() < 0.2):
                return self.discard(now)
            slots = tuple(rng.sample(range(len(seat.hole)), rng.randint(0, now.up_to)))
            who = self.by_player(seat)
            if rng.random() < 0.3:
                return c.Discard(**who, seat=table.turn, slots=slots)
            cards = tuple(seat.hole[slot] for slot in slots)
            return c.Discard(**who, seat=table.turn, cards=cards)
        if command := self.settlement():
            return command
        meters = {}
        if table.phase == "play" and rng.random() < 0.1:  # linked tables have moved them
            meters = {name: rng.randrange(10**13) for name in table.meters}
        return c.Settle(**self.by("dealer"), meters=meters)
