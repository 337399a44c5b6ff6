"""A session at the table: bets, decisions and discards of one player, round after round."""

import signal

from pitboss.errors import PitbossError
from pitboss.money import Cents, format_cents, parse_amount, signed
from pitboss.rulebook import MARK
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.postings import ESCROW, worth_to_player
from pitboss.table.refusals import Refusal
from pitboss.terminal import decisions, words
from pitboss.terminal.betting import Slip
from pitboss.terminal.console import ENTER, EXIT, Answer, Console, How, Left, MenuItem, Scene
from pitboss.terminal.house import HOUSE, PLAYER, SEAT, Shuffled, TerminalHouse


def _aside(key: str, label: str, at_length: str, *names: str, takes: str = "") -> MenuItem:
    return MenuItem(key, label, names, True, takes, True, at_length)


ASIDES = (
    _aside("p", "pays", "show the paytables", "pays", "paytable", "paytables"),
    _aside("?", "rules", "show the rules", "rules", "help", "h", takes="CLAUSE"),
    _aside("/", "clause", "look a clause up", "clause", takes="CLAUSE"),
    _aside("$", "buy in", "buy more chips", "buy", "buy in", takes="AMOUNT"),
    _aside("q", "leave", "leave the table", "quit", "leave", "exit"),
)


class TerminalSession:
    def __init__(
        self,
        rules: Rules,
        console: Console,
        shuffled: Shuffled,
        *,
        bankroll: Cents,
        rounds: int | None = None,
        seed: int | None = None,
    ) -> None:
        self.rules = rules
        self.console = console
        self.house = TerminalHouse(rules, shuffled, self._hear)
        self.teller = words.Teller(rules, plain=console.plain)
        self.bankroll = bankroll
        self.rounds = rounds
        self.seed = seed
        self.slip = Slip(rules)
        self.outcomes: dict[str, int] = {}  # spot → its result in the last round
        self.by_wager: dict[str, int] = {}
        self.wagered = 0
        self.net_before = 0  # when the bets of the round were closed

    # ── the whole of it ───────────────────────────────────────────────────────────────────────────

    def run(self) -> int:
        how: How = "rounds"
        try:
            if self.rules.is_own and self.console.plain:  # the felt carries the mark itself
                self.console.say(f"{self.rules.game.name}: {MARK}.")
            self.house.sit(self.bankroll)
            self.house.attend()
            while self.rounds is None or self.played < self.rounds:
                self._bet()
                self._play()
            if not self.console.plain:  # the screen hides the felt when it closes, so wait first
                leave = (MenuItem("q", "leave", ("quit",)), MenuItem(ENTER, "leave"))
                self.console.ask(self._scene(), "That was the last round.", leave)
        except Left as left:
            how = left.how
        except KeyboardInterrupt:
            how = "interrupted"
        finally:
            self.console.close()
        # A second Ctrl-C must not skip the summary.
        heeded = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            self._finish(how)
        finally:
            signal.signal(signal.SIGINT, heeded)
        return EXIT.get(how, 0)

    @property
    def played(self) -> int:
        return self.house.table.round - 1

    @property
    def net(self) -> int:
        """Chips in hand and on the layout, minus their price, from the engine's own books."""
        books = self.house.table.books()
        at_risk = sum(cents for name, cents in books.items() if name.startswith(ESCROW))
        return self.house.chips + at_risk - self.house.bought

    def _hear(self, event: e.Event) -> None:
        won = self.teller.net(event)
        if won is not None and isinstance(event, e.Lost | e.Paid | e.MeterPaid):
            self.outcomes[event.spot] = won
            wager = self.rules.spots[event.spot].wager
            self.by_wager[wager] = self.by_wager.get(wager, 0) + won
        if isinstance(event, e.Decided):
            self.wagered -= worth_to_player(event)
        on_felt = not self.console.plain and isinstance(event, words.SEEN_ON_THE_FELT)
        if (sentence := self.teller.tell(event)) and not on_felt:
            self.console.say(sentence)

    # ── bets ──────────────────────────────────────────────────────────────────────────────────────

    def _bet(self) -> None:
        """Takes bets until there are wagers on the layout and the player says deal."""
        house, slip = self.house, self.slip
        slip.begin()
        if self.console.plain and house.view.meters:
            self.console.say(words.meters_sentence(house.view))
        while True:
            stakes = house.seat.stakes
            if not stakes and house.chips < slip.least:
                self._broke()
                continue
            answer = self.console.ask(self._scene(), self._bets_said(), self._bet_options())
            if self._aside(answer):
                continue
            if answer.key in ("d", ENTER) and stakes:
                self.net_before = self.net
                no = house.do(c.NoMoreBets(by=HOUSE))
                if no is None:
                    slip.dealt(stakes)
                    return
            else:
                no = self._change(answer, stakes)
            self._done(no)

    def _bets_said(self) -> str:
        on = sum(self.house.seat.stakes.values())
        laid = f", {format_cents(on)} on the layout" if on else ""
        chips = format_cents(self.house.chips)
        if not self.console.plain:
            keys, chip = list(self.slip.groups), format_cents(self.slip.chip)
            spots = f"{keys[0]} to {keys[-1]} each lay" if len(keys) > 1 else f"{keys[0]} lays"
            return f"Bets: {spots} a chip of {chip}{laid}."
        return f"Round {self.house.table.round}, bets: {chips} in chips{laid}."

    def _bet_options(self) -> tuple[MenuItem, ...]:
        stakes, slip = self.house.seat.stakes, self.slip
        options = [*slip.options()]
        chip = format_cents(slip.chip)
        options.append(
            _aside("c", f"chip {chip}", f"change the chip of {chip}", "chip", takes="AMOUNT")
        )
        if stakes:
            options += [MenuItem("d", "deal", ("deal",)), MenuItem(ENTER, "deal")]
            options.append(_aside("x", "clear", "clear the layout", "clear"))
        elif slip.last:
            total = format_cents(sum(slip.last.values()))
            options.append(MenuItem("r", f"rebet {total}", ("rebet", "same")))
            options.append(MenuItem(ENTER, f"rebet {total}"))
        if slip.history:
            options.append(_aside("u", "undo", "undo the last bet", "undo"))
        return (*options, *ASIDES)

    def _change(self, answer: Answer, stakes: dict[str, Cents]) -> Refusal | None:
        slip = self.slip
        if answer.key == "c":
            self.console.say(slip.change_chip(answer.rest))
            return None
        if answer.key in ("r", ENTER):
            bets = dict(slip.last)
        elif answer.key == "x":
            bets = dict.fromkeys(stakes, Cents(0))
        elif answer.key == "u":
            bets = dict.fromkeys(stakes, Cents(0)) | slip.history[-1]
        else:
            try:
                bets = slip.placed(answer.key, answer.rest, stakes)
            except PitbossError as error:
                self.console.say(f"{error}.")
                return None
        no = self.house.do(c.Bet(by=PLAYER, seat=SEAT, stakes=bets))
        if no is None:
            slip.changed(stakes, undone=answer.key == "u")
            self.outcomes = {}
            self.house.before_settling = None
            if self.console.plain:
                self.console.say(slip.laid(self.house.seat.stakes))
        return no

    def _broke(self) -> None:
        chips, least = format_cents(self.house.chips), format_cents(self.slip.least)
        question = f"Your {chips} in chips does not cover the least wagers, {least}."
        buy = MenuItem("$", "buy in again", ("buy", "buy in"), takes="AMOUNT")
        leave = MenuItem("q", "leave", ("quit", "leave", "exit"))
        self._aside(self.console.ask(self._scene(), question, (buy, leave)))

    def _buy(self, text: str) -> None:
        offered = max(self.bankroll, -(-self.slip.least // 10_000) * 10_000)
        if not text and not self.console.plain:
            text = self.console.line(
                self._scene(), f"Buy in for how much? Enter buys {format_cents(offered)}: "
            )
        try:
            cents = parse_amount(text) if text else Cents(offered)
        except PitbossError as error:
            self.console.say(f"{error}.")
            return
        self._done(self.house.do(c.BuyIn(by=PLAYER, seat=SEAT, cents=cents)))

    def _aside(self, answer: Answer) -> bool:
        """Answers a question that is allowed at any prompt and changes nothing on the layout."""
        match answer.key:
            case "q":
                self._leave()
            case "$":
                self._buy(answer.rest)
            case "p" | "?" | "/":
                self._read(answer)
            case _:
                return False
        return True

    def _read(self, answer: Answer) -> None:
        from pitboss.terminal import reading

        text = answer.rest
        if answer.key == "/" and not text:
            text = self.console.line(self._scene(), "Which clause? ")
            if not text:
                return
        if answer.key == "p":
            self.console.read(*reading.tables(self.rules, plain=self.console.plain))
        elif text:
            self.console.read(*reading.clause(self.rules.game, text))
        else:
            self.console.read(*reading.rules(self.rules))

    def _leave(self) -> None:
        if not self.house.between_rounds:
            question = "Leave in the middle of the round? The house would play it on for you."
            options = (MenuItem("y", "yes, leave", ("yes",)), MenuItem("n", "no, stay", ("no",)))
            if self.console.ask(self._scene(), question, options).key == "n":
                return
        raise Left("quit")

    # ── the round ─────────────────────────────────────────────────────────────────────────────────

    def _play(self) -> None:
        house, number = self.house, self.house.table.round
        self.wagered += sum(house.seat.stakes.values())
        announced: tuple[str, ...] = ()
        while house.table.round == number:
            duty = house.attend()
            if house.table.round != number:
                break
            if self.console.plain and house.seat.cards != announced:
                announced = house.seat.cards
                self.console.say(f"Your cards: {words.card_words(announced, plain=True)}.")
            if duty == "decide":
                self._decide()
            else:
                self._discard()
        self._round_said(number)

    def _round_said(self, number: int) -> None:
        self.teller.collected = {}
        won = self.net - self.net_before
        chips, net = format_cents(self.house.chips), signed(self.net)
        self.console.say(f"Round {number}: {signed(won)}. Chips {chips}, in all {net}.")

    def _decide(self) -> None:
        view = self.house.view
        choices = decisions.by_key(self.rules, view.choices)
        options = decisions.options(self.rules, choices, self.house.seat.stakes)
        question = decisions.question(self.rules, view.choices, self.house.chips)
        answer = self.console.ask(self._scene(), question, (*options, *ASIDES))
        if not self._aside(answer):
            self._done(self.house.do(decisions.act(choices[answer.key])))

    def _discard(self) -> None:
        """Takes a discard: card keys mark and unmark, and a line may name several."""
        marked: frozenset[int] = frozenset()
        while (most := self.house.view.discards) is not None:
            cards, plain = self.house.seat.cards, self.console.plain
            options = decisions.discard_options(cards, marked, plain=plain)
            question = f"Discard up to {most} of your cards by their numbers, or none."
            answer = self.console.ask(self._scene(marked), question, (*options, *ASIDES))
            if self._aside(answer):
                continue
            if answer.key in ("d", ENTER):
                hole = self.house.table.seats[SEAT].hole
                gone = tuple(hole[slot] for slot in sorted(marked))
                self._done(self.house.do(c.Discard(by=PLAYER, seat=SEAT, cards=gone)))
                continue
            after = decisions.mark(marked, f"{answer.key} {answer.rest}", len(cards), most)
            if isinstance(after, str):
                self.console.say(after)
            else:
                marked = after

    def _done(self, no: Refusal | None) -> None:
        if no is not None:
            self.console.say(words.refusal(self.rules, no))

    # ── what is shown, and the end ────────────────────────────────────────────────────────────────

    def _scene(self, marked: frozenset[int] = frozenset()) -> Scene:
        view = self.house.view
        settled = self.house.between_rounds and not self.house.seat.stakes
        shown = self.house.before_settling if settled else None
        return Scene(
            self.rules,
            shown or view,
            meters=view.meters,
            chips=self.house.chips,
            net=self.net if self.house.between_rounds else self.net_before,
            round=self.played if shown else self.house.table.round,
            outcomes=dict(self.outcomes),
            keys=self.slip.keys if self.house.between_rounds else {},
            limits=self.slip.limits if self.house.between_rounds else {},
            marked=None if view.discards is None else marked,
        )

    def _finish(self, how: How) -> None:
        say, house = self.console.say, self.house
        if how == "end of input":
            say("The input has ended.")
        elif how == "interrupted":
            say("Interrupted.")
        interrupted = 0
        if not house.between_rounds:
            interrupted = house.table.round
            where = words.place_of(self.rules, house.view)
            say(f"Round {interrupted} is interrupted midway, {where}.")
            say("The house plays it on for you and puts no more at risk (ruling G18).")
            house.play_on()
            self._round_said(interrupted)
        elif SEAT in house.table.seats and house.seat.stakes:
            say("Bets not yet played are taken back.")
        self._summary(interrupted)

    def _summary(self, interrupted: int) -> None:
        say, house, net = self.console.say, self.house, self.net
        chips = house.chips + sum(house.seat.stakes.values()) if house.table.seats else 0
        if SEAT in house.table.seats:
            house.must(c.Leave(by=PLAYER, seat=SEAT))
        rounds = f"{self.played} round{'s' * (self.played != 1)}"
        midway = ", the last one interrupted midway" if interrupted else ""
        say(f"You played {rounds} of {self.rules.game.name}{midway}.")
        say(
            f"Bought in {format_cents(house.bought)}, left with {format_cents(chips)}, "
            f"wagered {format_cents(self.wagered)}."
        )
        for wager, won in self.by_wager.items():
            say(f"{self.rules.label(self.rules.wagers[wager])}: {signed(won)}")
        say(f"In all: {signed(net)}")
        if self.seed is not None:
            say(f"Seed {self.seed} deals these cards again.")
