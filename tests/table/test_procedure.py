"""Decks, devices and mishaps: what no single round can show, tried at every point of a round."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from kit.stage import TableStage
from pitboss.cards import card_names
from pitboss.notation.command_reader import Reader
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import Decide, Exchange, Game
from pitboss.rulebook.rules import Choices, plain_choices
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import also_due, command_for, due
from pitboss.table.engine import step
from pitboss.table.opening import DUTIES
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Table
from pitboss.table.view import view

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
DEALER, FLOOR, HOUSE = (c.Actor(r, r) for r in ("dealer", "floorperson", "house"))
HOUR = 3600


class Story(TableStage):
    """A table spoken to in the sentences of a round."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(choices)
        self.reader = Reader()

    def say(self, *sentences: str) -> Table:
        for sentence in sentences:
            for command in self.reader.read(self.table, sentence):
                self.do(command)
        return self.table

    def refused(self, sentence: str) -> Reason:
        (command,) = self.reader.read(self.table, sentence)
        return self.refusal(command)

    def sit(self, *names: str) -> "Story":
        for seat, name in enumerate(names, 1):
            self.say(f"{name} sits at seat {seat} with 1,000.00")
        return self

    def bet(self) -> "Story":
        """Every seat on every spot it can bet on."""
        for number in self.table.seats:
            stakes = {bet.spot: bet.least for bet in view(self.table, "player", number).bets}
            equal = {spot.key: spot.equal_to for spot in self.table.rules.spots.values()}
            stakes = {key: stakes[equal[key] or key] for key in stakes}
            self.do(c.Bet(by=HOUSE, seat=number, stakes=stakes))
        return self

    def attend(self) -> None:
        """The next thing the table waits for, done by the house; a player always goes on."""
        waits = due(self.table)
        assert waits is not None
        now, number = self.table.game_step, self.table.turn
        command = command_for(self.table, waits, HOUSE, self.reader.at)
        match command:
            case c.Shuffle() if self.table.decks == 1:
                command = replace(command, order=self.table.rules.game.cards)
            case c.Deal() if self.table.physical and self.table.decks > 1:
                out = self.table.cards_out()
                cards = tuple(card for card in self.table.rules.game.cards if card not in out)
                command = replace(command, cards=cards[:1])
            case c.Deal():
                command = replace(command, count=1)
            case None if isinstance(now, Decide):
                command = c.Act(by=HOUSE, seat=number, act=now.accept)
            case None if isinstance(now, Exchange):
                cards = self.table.seats[number].hole[: now.up_to]
                command = c.Discard(by=HOUSE, seat=number, cards=cards)
        assert command is not None, waits
        self.do(command)

    def finish(self) -> "Story":
        number = self.table.round
        while self.table.round == number:
            self.attend()
        return self


def opened(choices: Choices, *names: str) -> Story:
    story = Story(choices).sit(*names or ("ann", "bob"))
    story.say("house opens the table")
    return story


def by_hand(game: Game) -> Choices:
    choices = plain_choices(game)
    return replace(choices, method="manual-shoe", variant="", decks=1, shuffler=False)


# ── opening ───────────────────────────────────────────────────────────────────────────────────────


@EVERY_GAME
def test_only_the_next_duty_is_done(game: Game) -> None:
    """shows 235 4.A, DD .04A, LIR .04A, MS 4.A."""
    story = Story(by_hand(game)).sit("ann")
    duties = [("inspect", DEALER), ("verify", FLOOR), ("spread", DEALER)]
    duties += [("view", c.Actor("player", "ann")), ("wash", DEALER)]
    story.do(c.ReceiveCards(by=DEALER))
    for name, actor in duties:
        for other, duty in DUTIES.items():
            if other not in (name, "close"):
                who = c.Actor(duty.roles[0], "ann" if duty.roles[0] == "player" else "zoe")
                refused = step(story.table, c.Perform(by=who, duty=other))  # type: ignore[arg-type]
                assert isinstance(refused, Refusal), (other, story.table.cards)
                assert refused.reason is Reason.OUT_OF_ORDER_STEP
        waits = due(story.table)
        assert waits is not None and (waits.what, waits.role) == (name, actor.role)
        story.do(c.Perform(by=actor, duty=name))  # type: ignore[arg-type]
    assert story.table.cards == "stacked"


@EVERY_GAME
@pytest.mark.parametrize("depth", range(60))
def test_what_lies_above_the_cover_card_goes_to_the_bottom(game: Game, depth: int) -> None:
    """shows 235 5.F(1), DD .05F(2), LIR .05F(1), MS 5.E(1)."""
    story = opened(by_hand(game))
    order = tuple(reversed(game.cards))
    story.do(c.Shuffle(by=DEALER, order=order, device=False))
    if 10 <= depth < len(order):
        story.say(f"dealer cuts {depth} deep")
        assert story.table.stub == order[depth:] + order[:depth]
        story.say("floorperson calls a recut: it slipped", "dealer cuts 10 deep")
        cut = order[depth:] + order[:depth]
        assert story.table.stub == cut[10:] + cut[:10]
    else:
        assert story.refused(f"dealer cuts {depth} deep") is Reason.BAD_CUT


# ── two decks ─────────────────────────────────────────────────────────────────────────────────────


def with_two_decks(game: Game) -> Story:
    """Two physical decks, opened by people: the house's own cards are one deck (ruling G55)."""
    story = Story(plain_choices(game)).sit("ann", "bob")
    story.say("dealer opens the table")
    return story


@EVERY_GAME
def test_two_decks_take_turns_and_the_waiting_one_is_seen_by_nobody(game: Game) -> None:
    """shows 235 3.B(3), 3.B(4), DD .03B(3), .03B(4), LIR .03B(3), .03B(4), MS 3.B(3), 3.B(4)."""
    story = with_two_decks(game)
    decks = []
    for _ in range(6):
        story.bet()
        while story.table.cards != "in play":
            story.attend()
        decks.append(story.table.deck)
        waits = also_due(story.table)
        assert waits is not None and (waits.what, waits.deck) == ("store", 1 - story.table.deck)
        before = [view(story.table, role) for role in ("dealer", "floorperson", "watcher")]
        story.do(c.Shuffle(by=DEALER, counted=len(game.cards)))
        assert also_due(story.table) is None
        assert [view(story.table, role) for role in ("dealer", "floorperson", "watcher")] == before
        story.finish()
        assert story.table.cards == "ready"
    assert decks == [0, 1, 0, 1, 0, 1]


@EVERY_GAME
def test_the_other_deck_is_loaded_before_a_card_is_dealt(game: Game) -> None:
    """shows 235 3.B(3), 3.B(5), DD .03B(3), .03B(5), LIR .03B(3), .03B(5), MS 3.B(3), 3.B(5)."""
    story = with_two_decks(game)
    for reason in (Reason.OUT_OF_ORDER_STEP, Reason.OTHER_DECK_IN_RACK):
        story.bet()
        while (waits := due(story.table)) and waits.what != "load":
            story.attend()
        story.say("as house: no more bets")
        assert story.refused("dealer deals: 2c") is reason
        story.attend()
        story.finish()


@EVERY_GAME
def test_each_deck_has_its_own_hours(game: Game) -> None:
    """shows 235 3.C(2), DD .03C(2), LIR .03C(2), MS 3.C(2)."""
    story = with_two_decks(game)
    story.bet().finish()
    story.reader.at = 2 * HOUR
    story.bet().finish()
    assert story.table.in_play_since == (0, 2 * HOUR)
    story.reader.at = 8 * HOUR - 1
    story.bet().finish()
    story.reader.at = 9 * HOUR
    story.bet().finish()  # the second deck, in play for seven hours
    story.bet()
    while (waits := due(story.table)) and waits.what != "no more bets":
        story.attend()
    assert story.refused("as house: no more bets") is Reason.DECK_OVERDUE
    waits = due(story.table, story.reader.at)
    assert waits is not None and waits.what == "receive"
    story.say("house opens the table")
    assert story.finish().table.in_play_since[0] == 9 * HOUR


@EVERY_GAME
def test_a_table_without_players_is_to_be_idle(game: Game) -> None:
    """shows 235 5.H, DD .05H, LIR .05H and MS 5.G(1)."""
    story = opened(plain_choices(game), "ann")
    story.say("seat 1 leaves")
    for duty in ("idle", None):
        waits = due(story.table)
        assert (waits.what if waits else None) == duty
        if waits:
            story.attend()
    story.say("bob sits at seat 2 with 100.00")
    duties = []
    while story.table.cards != "stacked":
        waits = due(story.table)
        assert waits is not None
        duties.append(waits.what)
        story.attend()
    assert duties == ["view", "inspect", "verify", "spread", "view", "wash"]


# ── the stub ──────────────────────────────────────────────────────────────────────────────────────


@EVERY_GAME
@pytest.mark.parametrize("extra", [-1, 0, 1])
@pytest.mark.parametrize("lost", [0, 1])
def test_a_count_has_three_outcomes(game: Game, extra: int, lost: int) -> None:
    """shows 235 8.E, 8.F(1), 8.F(2), DD .08F(2), .08F(4), .08F(5), LIR .08E, .08F(1), .08F(2),
    MS 8.I, 8.J(1) and MS 8.J(2).
    """
    story = opened(by_hand(game)).bet()
    number = story.table.round
    # Ruling G49: after the last card from the stub, before the first decision that follows.
    while story.table.phase != "play" or story.table.step < story.table.rules.stub_goes:
        story.attend()
    before, hand_size = story.table.remaining, story.table.rules.game.hole
    counts = {"seat 1": hand_size + extra} if extra else {}
    story.events.clear()
    story.do(c.CountStub(by=DEALER, stub=before - extra - lost, found=counts))
    kinds = [type(event) for event in story.events]
    assert (e.RoundVoided in kinds) == bool(extra or lost)
    assert (e.DeckRemoved in kinds) == bool(lost)
    assert story.table.cards == ("closed" if lost else "used" if extra else "in play")
    assert (story.table.round == number) == (not extra and not lost)


# ── voids, wherever they come ─────────────────────────────────────────────────────────────────────

MISHAPS = (
    "dealer reports the wrong number of cards at seat 1",
    "dealer reports the wrong number of cards at community",
    "dealer reports the wrong number of cards at box",
    "dealer reports a community card exposed",
    "dealer reports a box card exposed",
    "dealer reports a shoe jam",
)


def moments(game: Game) -> Iterator[Story]:
    """A full round of every wager, stopped before each thing that is done in it."""
    story = opened(plain_choices(game)).bet()
    while story.table.phase != "settling" and story.table.round == 1:
        yield story
        story.attend()


@EVERY_GAME
def test_a_void_gives_every_cent_back_wherever_it_comes(game: Game) -> None:
    """shows 235 13.D, 13.E, 13.G, DD .13E, LIR .13D, .13E, .13G, MS 13.D, 13.E and MS 13.G."""
    voids = set()
    for story in moments(game):
        for sentence in MISHAPS:
            (command,) = story.reader.read(story.table, sentence)
            answer = step(story.table, command)
            if isinstance(answer, Refusal):
                continue
            after, events = answer
            if isinstance(events[-1], e.ReportMade):  # the last card is up: ruling G46
                upheld = step(after, c.UpholdReport(by=FLOOR))
                assert not isinstance(upheld, Refusal)
                after, events = upheld
            assert isinstance(events[-1], e.RoundVoided)
            voids.add(sentence)
            assert [after.chips(name) for name in ("ann", "bob")] == [100_000, 100_000]
            assert not any(account.startswith("spot") for account in after.books())
            assert after.meters == story.table.meters
            assert sum(after.books().values()) == 0
            assert after.cards in ("used", "stacked") and not after.wagering()
    boxes, shared = bool(game.box), bool(game.community)
    sentences = {MISHAPS[0], MISHAPS[5], *MISHAPS[1:2] * shared, *MISHAPS[3:4] * shared}
    assert voids == sentences | ({MISHAPS[2], MISHAPS[4]} if boxes else set())


@EVERY_GAME
def test_a_second_face_up_card_voids_wherever_the_first_was(game: Game) -> None:
    """shows 235 13.A, 13.B, DD .13A, .13B, LIR .13A, .13B, MS 13.A and MS 13.B."""
    report = c.ReportFaceUp(by=DEALER)
    reports = 0
    for story in moments(game):
        first = step(story.table, report)
        if isinstance(first, Refusal):
            assert (story.table.phase != "dealing") or story.table.cards != "in play"
            continue
        reports += 1
        once, events = first
        assert [type(event) for event in events] == [e.CardSetAside]
        assert once.remaining == story.table.remaining - 1 and once.planned == story.table.planned
        second = step(once, report)
        assert not isinstance(second, Refusal)
        assert isinstance(second[1][-1], e.RoundVoided)
        assert [second[0].chips(name) for name in ("ann", "bob")] == [100_000, 100_000]
    assert reports >= game.hole * 2 + game.community


# ── cards seen too early ──────────────────────────────────────────────────────────────────────────


def test_a_card_that_replaces_an_exposed_one_is_hidden() -> None:
    """Ruling G26 in Double Draw: what was exposed is gone with its card."""
    story = opened(plain_choices(GAMES["double-draw"])).bet()
    while story.table.turn != 1:
        story.attend()
    story.say("dealer exposes card 1 of seat 1")
    assert view(story.table, "watcher").seats[0].cards[0] != "??"
    while due(story.table) != due(replace(story.table, step=2)):
        story.attend()
    assert set(view(story.table, "watcher").seats[0].cards) == {"??"}


@EVERY_GAME
def test_an_exposed_card_changes_neither_the_order_nor_the_result(game: Game) -> None:
    """Ruling G26, with every card of a seat exposed before the first decision."""
    plain, shown = (opened(plain_choices(game)).bet() for _ in range(2))
    for story in (plain, shown):
        while story.table.phase != "play":
            story.attend()
    for slot in range(game.hole):
        shown.say(f"dealer exposes card {slot + 1} of seat 1")
    assert view(shown.table, "watcher").seats[0].cards == tuple(
        card_names(shown.table.seats[1].hole).split()
    )
    plain.finish()
    shown.finish()
    assert plain.table.balances == shown.table.balances


# ── broken devices never stop a table for good ────────────────────────────────────────────────────


@EVERY_GAME
@pytest.mark.parametrize("device", ["shuffler", "shoe"])
@pytest.mark.parametrize("mark", ["covered", "signed"])
@pytest.mark.parametrize("after", ["bets", "no more bets"])
def test_a_broken_device_is_marked_and_the_table_goes_on(
    game: Game, device: str, mark: str, after: str
) -> None:
    """shows 235 13.H(1), 13.H(2), DD .13F(1), .13F(2), LIR .13H(1), .13H(2),
    MS 13.H(1) and MS 13.H(2).
    """
    story = opened(plain_choices(game)).bet()
    if after == "no more bets":
        story.say("as house: no more bets")  # and the cards are not in the shoe yet
    story.say(f"dealer reports the {device} out of order")
    if after == "no more bets" and device == "shoe":
        assert story.table.round == 2  # ruling G53: the shoe had cards to deal
        story.bet()
    number = story.table.round
    assert story.refused("floorperson changes to manual-shoe") is Reason.DEVICE_NOT_MARKED
    story.say(f"dealer marks the {device} {mark}", "floorperson changes to manual-shoe")
    assert story.finish().table.round == number + 1
