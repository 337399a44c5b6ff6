"""The engine as a whole: nothing missing, nothing left to chance, all of it written and read."""

from random import Random
from typing import Any, Final, Union

import msgspec
import pytest

from kit.driver import Driver
from kit.houses import random_choices
from kit.invariants import Watch
from kit.stage import TableStage
from pitboss.money import dollars
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Choices, Rules, plain_choices
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import DECIDERS, EVOLVERS, decide, evolve, fold, start, step
from pitboss.table.postings import postings
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Table
from pitboss.table.view import SHOWN
from soak.engine import session

HOUSE: Final = c.Actor("house", "house")
COMMANDS: Any = Union[c.AnyCommand]  # noqa: UP007 — a tuple of types cannot be written with |
EVENTS: Any = Union[e.ALL_EVENTS]  # noqa: UP007


def subclasses(of: type[Any]) -> set[type[Any]]:
    return set(of.__subclasses__())


def test_every_command_and_event_is_handled() -> None:
    assert set(c.AnyCommand) == subclasses(c.Command) == set(DECIDERS)
    assert set(e.ALL_EVENTS) == subclasses(e.Event) == set(EVOLVERS) == set(SHOWN)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_commands_give_the_same_events_and_all_survive_being_written(game: str) -> None:
    """Through JSON and back, commands and events both, and no order of a dict matters."""
    choices = random_choices(Random(game), GAMES[game])
    driver = Driver(choices, 7, mischief=0.2)
    commands: list[c.Command] = []
    events: list[e.Event] = []
    for _ in range(1200):
        command, answer = driver.turn()
        commands.append(command)
        events.extend(() if isinstance(answer, Refusal) else answer)
    written = msgspec.json.encode(commands), msgspec.json.encode(events)
    read = msgspec.json.decode(written[0], type=list[COMMANDS])
    assert read == commands
    assert msgspec.json.decode(written[1], type=list[EVENTS]) == events
    table = start(driver.rules)
    again: list[e.Event] = []
    for command in read:
        done = step(table, command)
        if not isinstance(done, Refusal):
            table = done[0]
            again.extend(done[1])
    assert table == driver.table
    assert msgspec.json.encode(again) == written[1]


@pytest.mark.parametrize("game", GAMES)
def test_step_is_decide_and_then_evolve(game: str) -> None:
    """Folding a command's events at once is the same as evolving them one by one."""
    driver = Driver(random_choices(Random(game), GAMES[game]), 3, mischief=0.1, stack=0.5)
    for _ in range(600):
        before = driver.table
        command, answer = driver.turn()
        assert decide(before, command) == answer
        if not isinstance(answer, Refusal):
            for event in answer:
                after = evolve(before, event)
                assert _change(before, after) == _posted(event)
                assert sum(after.books().values()) == 0
                before = after
        assert before == driver.table


def _change(before: Table, after: Table) -> dict[str, int]:
    was, now = before.books(), after.books()
    change = {name: now.get(name, 0) - was.get(name, 0) for name in was | now}
    return {name: cents for name, cents in change.items() if cents}


def _posted(event: e.Event) -> dict[str, int]:
    net: dict[str, int] = {}
    for source, target, cents in postings(event):
        net[source] = net.get(source, 0) - cents
        net[target] = net.get(target, 0) + cents
    return {name: cents for name, cents in net.items() if cents}


# Too rare for so few commands; golden rounds show each of them.
NOT_BY_CHANCE = {
    *("AWARD_WAITS", "DECK_OVERDUE", "NEEDED_BY_OTHER", "NOT_A_WAGER_YET", "NOT_WHOLE_CHIPS"),
    "WAGERS_INCOMPLETE",
}


# Sessions that meet them all, as a search over many found; another driver may need others.
EVENTFUL: Final = (
    *(("let-it-ride", 7), ("double-draw", 3), ("let-it-ride", 2), ("mississippi-stud", 3)),
    *(("235-stud", 10), ("235-stud", 33)),
)


def test_every_other_reason_to_refuse_and_every_event_comes_up_by_chance() -> None:
    """The driver reaches every refusal and every event that it can meet."""
    refused, kinds = set(), set()
    reasons = {reason.name for reason in Reason} - NOT_BY_CHANCE
    for game, number in (*EVENTFUL, *((game, n) for n in range(1, 30) for game in GAMES)):
        watch = session(game, number, commands=2500, look_every=50)
        refused |= set(watch.refused)
        kinds |= {type(event) for event in watch.events}
        if reasons <= refused and kinds == set(e.ALL_EVENTS):
            break
    assert reasons - refused == set()
    assert set(e.ALL_EVENTS) == kinds


# ── examples ──────────────────────────────────────────────────────────────────────────────────────


def choices_of(game: str, **changes: Any) -> Choices:
    return msgspec.structs.replace(plain_choices(GAMES[game]), **changes)


@pytest.mark.parametrize(
    ("game", "minimum", "options", "limit"),
    [
        # Ruling G13: $50,000, or the most that one hand can win at the table minimum.
        ("mississippi-stud", 10, {}, 50_000),
        ("mississippi-stud", 100, {}, 500_000),  # 5,000 × 100
        ("235-stud", 25, {}, 50_000),  # 1,101 × 25 + 12 × 25 is less
        ("235-stud", 100, {}, 111_300),  # 1,101 × 100 + 12 × 100
        ("235-stud", 100, {"winem_all_minimum": 500}, 110_160),  # 1,101 × 100 + 12 × 5
        ("235-stud", 100, {"payout_limit": 20_000_00}, 20_000),
        # Ruling G14: none, unless the house sets one.
        ("let-it-ride", 100, {}, None),
        ("double-draw", 100, {"payout_limit": 1_000_00}, 1_000),
    ],
)
def test_the_payout_limit(
    game: str, minimum: int, options: dict[str, Any], limit: int | None
) -> None:
    rules = Rules(
        choices_of(game, minimum=dollars(minimum), maximum=dollars(1000), options=options)
    )
    assert rules.payout_limit == (None if limit is None else dollars(limit))


class HouseTable(TableStage):
    """A table run by the house."""

    def __init__(self, game: str, **changes: Any) -> None:
        super().__init__(choices_of(game, **changes))

    def open(self, seats: int = 3) -> None:
        self.do(c.ReceiveCards(by=HOUSE))
        duties: tuple[Any, ...] = ("inspect", "verify", "spread")
        self.do(*(c.Perform(by=HOUSE, duty=duty) for duty in duties))
        for seat in range(1, seats + 1):
            self.do(c.Sit(by=HOUSE, seat=seat, player=f"p{seat}"))
            self.do(c.BuyIn(by=HOUSE, seat=seat, cents=dollars(10_000)))
        self.do(c.Perform(by=HOUSE, duty="view"), c.Perform(by=HOUSE, duty="wash"))

    def bet(self, *seats: int, at: int = 0, **stakes: int) -> None:
        named = {key.replace("_", "-"): dollars(amount) for key, amount in stakes.items()}
        for seat in seats:
            self.do(c.Bet(by=HOUSE, at=at, seat=seat, stakes=named))

    def deal(self, at: int = 0) -> None:
        device = self.rules.choices.shuffler
        self.do(c.Shuffle(by=HOUSE, at=at, device=device, order=self.rules.game.cards))
        if not device:
            self.do(c.Cut(by=HOUSE, at=at, depth=20))
        self.do(c.NoMoreBets(by=HOUSE, at=at), c.Deal(by=HOUSE, at=at))

    def chips(self) -> list[int]:
        return [self.table.chips(f"p{seat}") for seat in sorted(self.table.seats)]


def test_a_void_returns_what_folded_and_abandoned_seats_had_lost() -> None:
    """Ruling G41, with a collected progressive stake and a street already bet."""
    stage = HouseTable("mississippi-stud")
    stage.open()
    before, meters = stage.chips(), stage.table.meters
    stage.bet(1, 2, 3, ante=10, progressive=1, three_card_bonus=5)
    stage.deal()
    stage.do(c.Act(by=HOUSE, seat=1, act="bet", multiple=3), c.Act(by=HOUSE, seat=2, act="fold"))
    stage.do(c.Abandon(by=HOUSE, seat=3))
    assert stage.chips() != before
    stage.do(c.ReportCommunityExposed(by=HOUSE))
    assert stage.chips() == before and stage.table.meters == meters
    assert not any(name[:4] == "spot" for name in stage.table.books())
    assert sum(isinstance(event, e.StakeReturned) for event in stage.events) == 10


@pytest.mark.parametrize(("method", "hours"), [("hand", 4), ("manual-shoe", 8)])
def test_an_overdue_deck_stops_the_next_round_and_not_this_one(method: str, hours: int) -> None:
    stage = HouseTable("235-stud", method=method, variant="", decks=1)
    stage.open(1)
    stage.bet(1, two_card=10, three_card=10, five_card=10)
    stage.deal(at=100)
    late = 100 + hours * 3600
    stage.do(c.Act(by=HOUSE, at=late, seat=1, act="check"), c.Reveal(by=HOUSE, at=late))
    stage.do(c.Act(by=HOUSE, at=late, seat=1, act="check"), c.Reveal(by=HOUSE, at=late))
    stage.do(c.Settle(by=HOUSE, at=late))
    stage.bet(1, two_card=10, three_card=10, five_card=10)
    assert stage.refusal(c.NoMoreBets(by=HOUSE, at=late)) is Reason.DECK_OVERDUE
    stage.do(c.NoMoreBets(by=HOUSE, at=late - 1))


def test_the_stub_is_counted_in_the_fifth_round() -> None:
    stage = HouseTable("let-it-ride", method="manual-shoe", variant="", decks=1, shuffler=False)
    stage.open(1)
    for number in range(1, 7):
        stage.bet(1, bet_1=10, bet_2=10, bet_3=10)
        stage.deal()
        if number == 5:  # before anybody has decided anything
            first: list[c.Command] = [c.Act(by=HOUSE, seat=1, act="ride"), c.Reveal(by=HOUSE)]
            first += [c.PlayOn(by=HOUSE, seat=1), c.Settle(by=HOUSE)]
            assert {stage.refusal(command) for command in first} == {Reason.COUNT_DUE}
            stage.do(c.CountStub(by=HOUSE, stub=stage.table.remaining))
        for _ in range(2):
            stage.do(c.Act(by=HOUSE, seat=1, act="ride"), c.Reveal(by=HOUSE))
        stage.do(c.Reveal(by=HOUSE), c.Settle(by=HOUSE))  # the box first
    assert stage.table.round == 7


@pytest.mark.parametrize(
    ("stub", "counts", "deck"),
    [(1, {"seat 1": 1}, "used"), (-1, {"box": 5}, "used"), (1, {}, "closed"), (-1, {}, "closed")],
)
def test_a_wrong_count_voids_and_a_wrong_total_removes_the_deck(
    stub: int, counts: dict[str, int], deck: str
) -> None:
    """Ruling G23. `stub` is the excess over the right count."""
    stage = HouseTable("mississippi-stud", decks=1)
    stage.open(1)
    before = stage.chips()
    stage.bet(1, ante=10)
    stage.deal()
    stage.do(c.CountStub(by=HOUSE, stub=stage.table.remaining + stub, found=counts))
    assert stage.chips() == before
    assert stage.table.cards == deck


@pytest.mark.parametrize("counted", [1, 3])
def test_no_card_is_dealt_until_chips_and_wagers_match(counted: int) -> None:
    """Ruling G27, a chip too few and a chip too many."""
    stage = HouseTable("mississippi-stud")
    stage.open()
    stage.bet(1, 2, ante=10, progressive=1)
    stage.bet(3, ante=10)
    stage.do(c.Shuffle(by=HOUSE, order=GAMES["mississippi-stud"].cards))
    stage.do(c.NoMoreBets(by=HOUSE, chips={"progressive": counted}))
    assert stage.refusal(c.Deal(by=HOUSE)) is Reason.CHIPS_UNMATCHED
    seat = 2 if counted < 2 else 3
    player = f"p{seat}"
    before = stage.table.chips(player)
    stage.do(c.RemoveWager(by=HOUSE, seat=seat, spot="progressive"))
    assert stage.table.chips(player) - before == (100 if counted < 2 else 0)
    staked = [n for n, s in stage.table.seats.items() if "progressive" in s.stakes]
    assert staked == ([1] if counted < 2 else [1, 2])
    stage.do(c.Deal(by=HOUSE))


def test_a_last_card_face_up_leaves_the_draw_short_and_the_round_void() -> None:
    """Ruling D4: six seats can draw all 54 cards; with one set aside they cannot."""
    stage = HouseTable("double-draw")
    stage.open(6)
    before = stage.chips()
    stage.bet(1, 2, 3, 4, 5, 6, ante=10, bonus=10)
    stage.deal()
    for draw in ("first-draw", "second-draw"):
        for seat in range(1, 7):
            stage.do(c.Act(by=HOUSE, seat=seat, act="bet", spot=draw))
        for seat in range(1, 7):
            cards = stage.table.seats[seat].hole[: 3 if draw == "first-draw" else 1]
            stage.do(c.Discard(by=HOUSE, seat=seat, cards=cards))
        if draw == "first-draw":
            stage.do(c.Deal(by=HOUSE))
    stage.do(c.Deal(by=HOUSE, count=5), c.ReportFaceUp(by=HOUSE))
    assert stage.refusal(c.ReportFaceUp(by=HOUSE)) is Reason.NOTHING_TO_DEAL
    stage.do(c.Deal(by=HOUSE))
    assert stage.chips() == before
    assert isinstance(stage.events[-1], e.RoundVoided) and stage.events[-1].clause == "D4"


def test_a_deck_removed_after_no_more_bets_is_replaced_and_the_round_goes_on() -> None:
    stage = HouseTable("235-stud")
    stage.open(1)
    stage.bet(1, two_card=10, three_card=10, five_card=10)
    stage.do(c.NoMoreBets(by=HOUSE), c.Shuffle(by=HOUSE, counted=51))
    assert stage.table.cards == "closed"
    stage.do(c.ReceiveCards(by=HOUSE, prepared=True, order=GAMES["235-stud"].cards))
    stage.do(c.Cut(by=HOUSE, depth=10), c.Deal(by=HOUSE))
    assert stage.table.phase == "play"


def test_events_fold_from_any_point() -> None:
    driver = Driver(random_choices(Random(5), GAMES["let-it-ride"]), 5)
    watch = Watch(driver, look_every=1000)
    middle, count = driver.table, 0
    for number in range(400):
        watch.turn()
        if number == 200:
            middle, count = driver.table, len(watch.events)
    assert fold(middle, watch.events[count:]) == driver.table


def test_rules_and_tables_print_on_one_line() -> None:
    rules = Rules(plain_choices(GAMES["double-draw"]))
    table = start(rules)
    assert repr(rules) == f"<Rules of Double Draw Poker {rules.short}>"
    assert repr(table).endswith("round 1, bets; seats taken: none>")
    done = step(table, c.Sit(by=c.Actor("player", "ann"), seat=2, player="ann"))
    assert not isinstance(done, Refusal)
    assert repr(done[0]).endswith("round 1, bets; seats taken: 2>")
