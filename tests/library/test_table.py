"""`pitboss.Table`: what it lets a program do, and that nothing else ever happens."""

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pitboss
from pitboss.library.plays import Play
from pitboss.table.refusals import Reason

every_game = pytest.mark.parametrize("game", pitboss.GAMES)


def seated(game: str = "mississippi-stud", *house: str) -> pitboss.Table:
    table = pitboss.Table(game, *house)
    table.sit("ann", seat=1, chips="1,000.00")
    return table


def test_a_round_is_played_as_the_readme_tells_it() -> None:
    table = seated()
    table.bet(1, ante="10.00")
    table.deal("1: Jc Jd | community: 2h 8s 5d")
    assert repr(table.choices) == "[bet 10.00, bet 20.00, bet 30.00, fold]"
    assert repr(table.cards(1)) == "Cards('Jc Jd')"
    table.act("bet 30")
    table.act("bet 30.00")
    assert str(table.cards(1)) == "Jc Jd 2h 8s"
    table.act(table.choices[2])
    assert table.choices == []
    assert table.settle() == {"ann": 100_00}
    assert table.chips(1) == table.chips("ann") == 1_100_00
    assert table.round_text().splitlines()[-1] == "= ann +100.00  house −100.00"


def test_discards_draws_and_jokers() -> None:
    table = seated("double-draw")
    table.bet(1, ante=5_00, bonus=5_00)
    table.deal("1: JK JK 2c 3c 9h | next: Ac Ad As")
    table.act("bet 5.00")
    assert len(table.choices) == 1 + 4 + (1 + 3 + 3) + (3 + 1 + 3)  # alike but for the joker
    table.act("discard 9h 2c 3c")
    assert str(table.cards(1)) == "JK JK Ac Ad As"
    table.act("bet 5.00")
    assert str(table.choices[0]) == "stand pat"
    table.act("stand pat")
    assert table.settle()["ann"] > 0
    assert pitboss.replay(table.round_text()).text == table.round_text()


def test_side_wagers_progressive_and_an_award() -> None:
    table = seated()
    table.bet(1, ante="10.00", three_card_bonus="5.00", six_card_bonus="5.00", progressive="1.00")
    table.deal("1: Ac Kc | community: Qc Jc Tc")
    while table.choices:
        table.act(table.hint())
    won = table.settle()["ann"]
    assert won > 10_000_00
    assert "> house validates seat 1" in table.round_text()
    assert pitboss.replay(table.round_text()).text == table.round_text()


def test_a_seed_deals_the_same_cards_again() -> None:
    hands = []
    for _ in range(2):
        table = seated("let-it-ride")
        table.bet(1)
        table.deal(seed=7)
        hands.append(table.cards(1))
    assert hands[0] == hands[1]
    table = seated("let-it-ride")
    table.bet(1)
    table.deal()
    assert len(table.cards(1)) == 3


def test_cards_that_are_dealt_and_cut_by_hand() -> None:
    table = seated(
        "mississippi-stud", "wagers base A", "dealing manual-shoe", "shuffler none", "decks 1"
    )
    for number in range(1, 4):
        table.bet(1)
        table.deal(seed=number) if number == 1 else table.deal("1: Jc Jd")
        while table.choices:
            table.act("fold")
        assert table.settle() == {"ann": -5_00}
        assert pitboss.replay(table.round_text()).text == table.round_text()
    assert "cut 26 deep" in table.round_text()
    assert "house wagers base A" in table.round_text()


def test_the_felt_is_drawn_as_text() -> None:
    table = seated()
    assert repr(table) == "<Table of Mississippi Stud, round 1: bets are open>"
    assert "$5–500" in str(table)
    table.sit("bob", seat=2)
    table.bet(1, ante="10.00")
    table.bet(2, ante="20.00")
    table.deal("1: Jc Jd | 2: 9c 9d | community: 2h 8s 5d")
    assert "│  ♣  ││  ♦  │" in str(table)
    assert "9" not in str(table).replace("990.00", "").replace("980.00", "")
    assert "9" in table.felt(seat=2)
    assert "seat 2 bob  ante 20.00  ??  ??" in str(table)
    while table.choices:
        table.act("fold")
    table.settle()
    assert "−10.00" in table.felt(1)
    assert str(pitboss.Table("let-it-ride")).startswith("<Table of Let It Ride")
    assert max(map(len, str(table).splitlines())) <= 80


REFUSALS: list[tuple[Callable[[pitboss.Table], object], Reason]] = [
    (lambda t: t.sit("ann", seat=9), Reason.NO_SUCH_SEAT),
    (lambda t: t.sit("bob", seat=1), Reason.SEAT_TAKEN),
    (lambda t: t.bet(2), Reason.SEAT_EMPTY),
    (lambda t: t.bet(1, ante="1.00"), Reason.BAD_STAKE),
    (lambda t: t.bet(1, jackpot="1.00"), Reason.NO_SUCH_SPOT),
    (lambda t: t.deal(seed=1), Reason.NO_WAGERS),
    (lambda t: t.act("fold"), Reason.NO_DECISION),
    (lambda t: t.hint(), Reason.NO_DECISION),
    (lambda t: t.settle(), Reason.NOT_SETTLING),
]


@pytest.mark.parametrize(("act", "reason"), REFUSALS)
def test_a_refusal_says_why_by_which_clause_and_what_to_do(
    act: Callable[[pitboss.Table], object], reason: Reason
) -> None:
    table = seated()
    before = table.round_text()
    with pytest.raises(pitboss.Refused) as caught:
        act(table)
    refused = caught.value
    assert refused.reason is reason
    assert refused.what and refused.clause and refused.what_to_do
    assert "\n" not in str(refused)
    assert table.round_text() == before
    again = pickle.loads(pickle.dumps(refused))
    assert (str(again), again.reason) == (str(refused), reason)


def test_what_is_not_an_option_is_answered_with_the_options() -> None:
    table = seated()
    table.bet(1)
    table.deal(seed=1)
    with pytest.raises(pitboss.Refused, match=r"choose one of bet 5\.00, .*fold"):
        table.act("check")
    with pytest.raises(pitboss.Refused, match="act for seat 1: bet"):
        table.settle()


@pytest.mark.parametrize(
    "act",
    [
        lambda t: t.sit("ann lee", 2),
        lambda t: t.sit("dealer", 2),
        lambda t: t.buy(1, "ten"),
        lambda t: t.buy(1, -5),
        lambda t: t.buy(1, 0.5),
        lambda t: t.bet(1, ante=True),
        lambda t: (t.bet(1), t.deal("1: Jc Jc")),
        lambda t: (t.bet(1), t.deal("nonsense")),
        lambda t: pitboss.Table("roulette"),
        lambda t: pitboss.Table("let-it-ride", "colour blue"),
        lambda t: pitboss.Table("let-it-ride", "shuffler broken"),
        lambda t: pitboss.Table("let-it-ride", "boxes many"),
    ],
)
def test_malformed_arguments_are_told_in_one_sentence(
    act: Callable[[pitboss.Table], object],
) -> None:
    with pytest.raises(pitboss.PitbossError) as caught:
        act(seated())
    assert "\n" not in str(caught.value)


AMOUNTS: st.SearchStrategy[int | str] = st.one_of(
    st.integers(0, 600_00), st.sampled_from(["5.00", "10", "1.00", "25.00", 5_00])
)


class Story:
    """A table driven at random, with the money it should hold counted beside it."""

    def __init__(self, data: st.DataObject, game: str) -> None:
        self.draw, self.table = data.draw, pitboss.Table(game)
        self.money: dict[str, int] = {}

    def act(self) -> None:
        kinds = [self.sit, self.bet, self.bet, self.bet, self.deal, self.deal, self.settle]
        kinds += [self.choose] * 4 + [self.buy, self.leave]
        before = self.table.state, self.table.round_text()
        try:
            self.draw(st.sampled_from(kinds))()
        except pitboss.Refused:
            assert (self.table.state, self.table.round_text()) == before

    def seat(self) -> int:
        return self.draw(st.integers(0, 8))

    def sit(self) -> None:
        name, cents = self.draw(st.sampled_from(["ann", "bob", "cy"])), self.draw(AMOUNTS)
        self.table.sit(name, self.draw(st.none() | st.integers(0, 8)), cents)
        self.money[name] = self.money.get(name, 0) + cents_of(cents)

    def buy(self) -> None:
        seat, cents = self.seat(), self.draw(AMOUNTS)
        self.table.buy(seat, cents)
        self.money[self.table.state.seats[seat].player] += cents_of(cents)

    def leave(self) -> None:
        seat = self.seat()
        player = self.table.state.seats[seat].player if seat in self.table.state.seats else ""
        self.table.leave(seat)
        self.money[player] = self.table.chips(player) if player in self.players() else 0

    def players(self) -> set[str]:
        return {seat.player for seat in self.table.state.seats.values()}

    def bet(self) -> None:
        spots = self.draw(
            st.lists(st.sampled_from([*self.table.rules.spots, "jackpot"]), max_size=4)
        )
        self.table.bet(self.seat(), **{spot: self.draw(AMOUNTS) for spot in spots})

    def deal(self) -> None:
        self.table.deal(seed=self.draw(st.integers(0, 99)))

    def choose(self) -> None:
        choices: list[Play | str] = [
            *self.table.choices,
            "fold",
            "check",
            "bet 10.00",
            "discard 2c",
        ]
        self.table.act(self.draw(st.sampled_from(choices)))

    def settle(self) -> None:
        for player, cents in self.table.settle().items():
            self.money[player] += cents

    def check(self) -> None:
        state = self.table.state
        assert sum(state.books().values()) == 0
        for player in self.players():
            stakes = sum(
                stake.cents
                for seat in state.seats.values()
                if seat.player == player and state.phase == "bets"
                for stake in seat.stakes.values()
            )
            if state.phase == "bets":
                assert state.chips(player) + stakes == self.money[player]
        text = self.table.round_text()
        if ">" in text:
            replay = pitboss.replay(text)
            assert replay.text == text
            assert {p: replay.table.chips(p) for p in self.players()} == {
                p: state.chips(p) for p in self.players()
            }
        assert len(str(self.table)) > 0
        assert "\n" not in repr(self.table)


def cents_of(amount: int | str) -> int:
    return amount if isinstance(amount, int) else round(float(amount) * 100)


@every_game
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_table_driven_at_random_refuses_or_plays(game: str, data: st.DataObject) -> None:
    story = Story(data, game)
    story.table.sit("ann", 1, "500.00")
    story.money["ann"] = 500_00
    for _ in range(data.draw(st.integers(1, 25))):
        story.act()
        story.check()


@every_game
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_whole_rounds_at_random_add_up_to_the_cent(game: str, data: st.DataObject) -> None:
    table = pitboss.Table(game)
    seats = data.draw(st.sets(st.integers(1, 6), min_size=1, max_size=4))
    names = {seat: f"p{seat}" for seat in seats}
    for seat, name in names.items():
        table.sit(name, seat, "1,000.00")
    money = dict.fromkeys(names.values(), 1_000_00)
    for _ in range(3):
        spots = data.draw(st.sets(st.sampled_from([*table.spots])))
        for seat in seats:
            table.bet(seat)
            for spot in spots:
                try:
                    table.bet(seat, **{spot: table.spots[spot][0]})
                except pitboss.Refused:
                    continue
        table.deal(seed=data.draw(st.integers()))
        while table.choices:
            table.act(data.draw(st.sampled_from(table.choices)))
        for name, cents in table.settle().items():
            money[name] += cents
        assert {name: table.chips(name) for name in names.values()} == money
        assert sum(table.state.books().values()) == 0
        assert pitboss.replay(table.round_text()).text == table.round_text()
