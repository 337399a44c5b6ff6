"""The exact and simulation kernels of the stud games against their twins and known figures."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from kit.stud import (
    DECKS,
    STUDS,
    deal_kinds,
    decisions,
    in_proportion,
    kind_counts,
    letters,
    optimal,
    outcomes,
    stud,
)
from kit.tiers import tier
from pitboss.cards import Card, parse_cards
from pitboss.odds.game import UnsolvableGame
from pitboss.odds.simulation import generator
from pitboss.odds.simulation.batches import STUD_BATCH, batches
from pitboss.odds.simulation.stud_engine import seats_batch, stud_batch, stud_policy
from pitboss.odds.stud import joint_kernels
from pitboss.odds.stud.classes import class_sizes
from pitboss.odds.stud.joint_kernels import six_kind
from pitboss.odds.stud.rounds import joint_counts
from pitboss.odds.stud.shape import (
    SIX_KINDS,
    members,
    shape_of,
    steps,
)
from pitboss.odds.stud.solve import Solution, payoffs_of, solve, unit_pays
from pitboss.rankings import RANKINGS, SIX_CARD, evaluate
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.paytable import Paytable
from twins.stud import Twin

# ── published figures ─────────────────────────────────────────────────────────────────────────────


def moments(solution: Solution, tables: dict[str, Paytable]) -> tuple[Fraction, float, Fraction]:
    """Mean, deviation and average total wager of the base game."""
    game = solution.game
    pays = {k: unit_pays(game.axes[k], tables[wager]) for k, wager in game.shape.wagers.items()}
    first = second = staked = 0
    counts = solution.counts()
    for path, two, three, five in np.argwhere(counts).tolist():
        course = game.courses[path]
        ways = int(counts[path, two, three, five])
        kind = {2: two, 3: three, 5: five}
        net = sum(units * pays[k][kind[k]] for k, units in course.units.items())
        net = -course.staked if course.folded else net
        first, second = first + ways * net, second + ways * net * net
        staked += ways * course.staked
    mean = Fraction(first, solution.deals)
    variance = Fraction(second, solution.deals) - mean * mean
    return mean, float(variance) ** 0.5, Fraction(staked, solution.deals)


@pytest.mark.parametrize(
    ("letter", "edge"),
    [("A", "37963/1082900"), ("B", "1427/41650"), ("C", "53357/1624350")],
)
def test_let_it_ride_edges(letter: str, edge: str) -> None:
    assert -optimal("let-it-ride", letter).expectation() == Fraction(edge)


def test_let_it_ride_a_as_published() -> None:
    mean, deviation, wagered = moments(optimal("let-it-ride"), letters("let-it-ride"))
    assert mean == optimal("let-it-ride").expectation()
    assert round(-100 * float(mean), 2) == 3.51
    assert round(deviation, 2) == 5.17
    rides = optimal("let-it-ride").counts().reshape(4, 4, -1)[:, 1].sum()
    assert round(int(rides) / optimal("let-it-ride").deals, 5) == 0.07276
    assert round(float(wagered), 4) == 1.2321


def test_mississippi_as_published() -> None:
    mean, _, wagered = moments(optimal("mississippi-stud"), letters("mississippi-stud"))
    assert mean == Fraction(-53223, 1082900)
    assert round(-100 * float(mean), 2) == 4.91
    assert round(float(wagered), 2) == 3.59
    assert round(-100 * float(mean / wagered), 2) == 1.37


def test_ties_change_what_is_wagered_and_not_what_is_lost() -> None:
    bold, shy = (optimal("mississippi-stud", play_ties=ties) for ties in (True, False))
    tables = letters("mississippi-stud")
    assert bold.expectation() == shy.expectation()
    assert round(float(moments(shy, tables)[2]), 4) == 3.4836
    assert moments(bold, tables)[2] > moments(shy, tables)[2]


def test_235_stud_edge_is_that_of_its_counts() -> None:
    mean, _, wagered = moments(optimal("235-stud"), letters("235-stud"))
    assert mean == optimal("235-stud").expectation() == Fraction(-16106, 270725)
    assert 3 < wagered < 5


def test_hands_of_a_deck_as_every_book_has_them() -> None:
    game = stud("mississippi-stud")
    five = dict(zip(game.axes[5].labels, kind_counts(game, 5), strict=True))
    assert five["pair of jacks or better"] == 4 * 84480
    assert five["pair of 6s to 10s"] == 5 * 84480
    assert [five[name] for name in ("two pair", "three of a kind", "straight", "flush")] == [
        123552, 54912, 10200, 5108,
    ]  # fmt: skip
    names = ("full house", "four of a kind", "straight flush", "royal flush")
    assert [five[name] for name in names] == [3744, 624, 36, 4]
    assert sum(five.values()) == comb(52, 5)
    three = dict(zip(game.axes[3].labels, kind_counts(game, 3), strict=True))
    assert list(three) == [
        *("nothing", "pair", "flush", "straight"),
        *("three of a kind", "straight flush", "mini royal"),
    ]
    assert list(three.values()) == [16440, 3744, 1096, 720, 52, 44, 4]
    assert sum(kind_counts(game, 6)) == comb(52, 6)
    assert kind_counts(game, 6)[8:] == (3, 1)


# ── the twins ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("play_ties", [True, False])
@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("key", STUDS)
def test_kernel_and_twin_agree(key: str, name: str, play_ties: bool) -> None:
    size = 9 if key == "mississippi-stud" else None
    if (list(DECKS).index(name) + list(STUDS).index(key)) % 2 == play_ties:
        size = tier(7, size)  # every second deck is small: each deck is whole with ties one way
    deck = parse_cards(DECKS[name])[:size]
    tables = letters(key)
    twin = Twin(GAMES[key], tables, deck, play_ties=play_ties)
    solution = solve(stud(key), payoffs_of(stud(key), tables), deck=deck, play_ties=play_ties)
    assert solution.expectation() == twin.expectation()
    assert int(solution.counts().sum()) == solution.deals
    assert in_proportion(outcomes(stud(key), solution.counts(), tables), twin.outcomes())


@pytest.mark.parametrize(
    ("key", "deck", "sides"),
    [
        ("let-it-ride", "As Ks Qs Js Ts 9s 2d 2h 3d", {"progressive": "B"}),
        ("let-it-ride", "Ad Kd Qd Jd Td 9d Ac 2h 2d", {"progressive": "A"}),
        ("mississippi-stud", "As Ks Qs Js Ts 9s 2d 2h 3d", {"progressive": "C"}),
        ("mississippi-stud", "Ad Kd Qd Jd Td 9d Ac 2h 2d", {"progressive": "A"}),
    ],
)
def test_all_wagers_at_once(key: str, deck: str, sides: dict[str, str]) -> None:
    game = stud(key)
    cards = parse_cards(deck)
    tables = letters(key, three_card_bonus="A", six_card_bonus="A", **sides)
    solution = solve(game, payoffs_of(game, letters(key)), deck=cards)
    twin = Twin(GAMES[key], tables, cards)
    counts, deals = joint_counts(solution)
    assert deals == int(counts.sum())
    assert in_proportion(outcomes(game, counts, tables), twin.outcomes(box=GAMES[key].box))
    del tables["six-card-bonus"]
    counts, deals = joint_counts(solution, six=False)
    assert deals == solution.deals
    assert in_proportion(outcomes(game, counts, tables), Twin(GAMES[key], tables, cards).outcomes())


@pytest.mark.parametrize("key", STUDS)
def test_joint_counts_add_up_to_the_base_game(key: str) -> None:
    solution = optimal(key)
    counts, deals = joint_counts(solution)
    base = solution.counts().sum(axis=2)
    assert deals % solution.deals == 0
    assert (counts.sum(axis=(2, 4)) == base * (deals // solution.deals)).all()
    three = counts.sum(axis=(0, 1, 3, 4))
    expected = kind_counts(solution.game, 3)
    assert [int(n) * comb(52, 3) for n in three] == [n * deals for n in expected]
    if counts.shape[4] > 1:
        six = [int(n) * comb(52, 6) for n in counts.sum(axis=(0, 1, 2, 3))]
        assert six == [n * deals for n in kind_counts(solution.game, 6)]


def test_a_forfeited_progressive_changes_the_play() -> None:
    """MS 11.H(1): a fold loses the progressive wager, so a full meter keeps hands in play."""
    key = "mississippi-stud"
    game, deck = stud(key), parse_cards("2c 4c 6c 8c Tc 3d 5h 7s 9d")
    tables = letters(key, progressive="A")
    rows = game.axes[5].rows[tables["progressive"].key]
    worth = {None: -1, "flush": 300, "straight": 60}
    extra = [worth.get(row.name if row else None, 9) for row in rows]
    payoffs = payoffs_of(game, tables, unit=5, extra=extra, fold_extra=-1)
    solution = solve(game, payoffs, deck=deck)
    by_name = {row.name if row else None: pays for row, pays in zip(rows, extra, strict=True)}
    twin = Twin(GAMES[key], tables, deck, unit=5, extra=by_name, fold_extra=-1)
    assert solution.expectation() == twin.expectation()
    assert in_proportion(outcomes(game, solution.counts(), tables), twin.outcomes())
    plain = solve(game, payoffs_of(game, tables), deck=deck)
    folds = [decisions(game, p).count(0) for p in range(64)]
    lasted = [
        int(s.counts().reshape(64, -1).sum(axis=1) @ np.array(folds)) for s in (solution, plain)
    ]
    assert lasted[0] < lasted[1]


@pytest.mark.parametrize("key", STUDS)
def test_dead_cards_are_a_smaller_deck(key: str) -> None:
    game, deck = stud(key), parse_cards(DECKS["odd"] + " 5c 6c")
    payoffs = payoffs_of(game, letters(key))
    dead = deck[3:6]
    rest = [card for card in deck if card not in dead]
    solution = solve(game, payoffs, deck=deck, dead=dead)
    assert solution.expectation() == solve(game, payoffs, deck=rest).expectation()
    assert solution.expectation() == Twin(GAMES[key], letters(key), rest).expectation()


def test_choice_values_are_those_of_the_cards() -> None:
    """A pair of tens in hand is sure of its money: three units ride on what comes."""
    solution = optimal("let-it-ride")
    multiset = members(3).tolist().index([3, 8, 8])
    withdraw, ride = solution.choice_sums(3, 0, 0, multiset).tolist()
    assert ride > withdraw > 0
    four = members(4).tolist().index([0, 3, 8, 8])
    values = solution.choice_sums(4, 4, 0, four).tolist()
    # Two pair by six cards at 2 to 1, trips by two at 3 to 1, else a paying pair.
    assert values == [2 * (6 * 2 + 2 * 3 + 40), 3 * (6 * 2 + 2 * 3 + 40)]


def test_classes_of_known_cards_cover_the_deck() -> None:
    whole = np.ones((13, 4), np.int64)
    for cards in (2, 3, 4, 5):
        sizes = class_sizes(whole, np.arange(4), cards)
        assert int(sizes.sum()) == comb(52, cards)
        assert int(sizes[1:].sum()) == 4 * comb(13, cards)
        assert (sizes >= 0).all()
    assert steps(2)[members(2).tolist().index([4, 9]), 6] == members(3).tolist().index([4, 6, 9])


def test_a_game_that_is_no_stud_game_is_refused() -> None:
    with pytest.raises(UnsolvableGame, match="not a stud game of five cards"):
        shape_of(GAMES["double-draw"])


# ── six cards ─────────────────────────────────────────────────────────────────────────────────────


def six_label(cards: Iterable[Card]) -> str:
    hand = evaluate(SIX_CARD, tuple(cards))
    diamonds = hand.category == "super royal" and hand.suit == 1
    return "super royal of diamonds" if diamonds else hand.category


def test_six_cards_are_ranked_as_the_rulebook_ranks_them() -> None:
    names = [name for name, _ in SIX_KINDS]
    chance = np.random.default_rng(20)
    dealt = [tuple(sorted(chance.choice(52, 6, replace=False).tolist())) for _ in range(3000)]
    suited = [4 * rank + suit for rank in range(7, 13) for suit in (0, 1)]
    wheel = [48, 0, 4, 8, 12, 16, 49, 1, 5, 9, 13]
    dealt += [*combinations(suited, 6), *combinations(wheel, 6)]
    dealt += [cards for _, cards in SIX_KINDS]
    kinds = set()
    for cards in dealt:
        kind = six_kind(*map(np.uint64, cards))
        assert names[kind] == six_label(map(Card, cards)), cards
        kinds.add(kind)
    assert kinds == set(range(joint_kernels.SIX))


@pytest.mark.parametrize("key", STUDS)
def test_a_deal_is_of_the_kinds_that_pay_it(key: str) -> None:
    game, declared = stud(key), GAMES[key]
    chance = np.random.default_rng(5)
    tables = {w.key: paytables(key)[w.key]["A"] for w in declared.wagers if not w.pays_as}
    tables = {w: t for w, t in tables.items() if t.ranking in RANKINGS}
    twin = Twin(declared, tables, [])
    for _ in range(500):
        dealt = tuple(Card(n) for n in chance.choice(52, 5 + declared.box, replace=False).tolist())
        kinds = dict(zip((2, 3, 5, 6), deal_kinds(game, dealt[:5], dealt[5:]), strict=True))
        for wager, table in tables.items():
            size = RANKINGS[table.ranking].size
            row = game.axes[size].rows[table.key][kinds[size]]
            assert row == twin.row(wager, dealt[:5], dealt[5:])


# ── simulation ────────────────────────────────────────────────────────────────────────────────────


def test_the_generator_is_xoshiro256_plus_plus() -> None:
    state = [np.uint64(n) for n in (1, 2, 3, 4)]
    words = []
    for _ in range(5):
        word, *rest = generator.next_word(*state)
        words.append(int(word))
        state = [np.uint64(n) for n in rest]  # they come back as Python's integers
    # The reference implementation's first words from this state.
    assert words == [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205]
    assert int(generator.mix(np.uint64(1234567 + 0x9E3779B97F4A7C15))) == 6457827717110365317


def test_batches_start_apart() -> None:
    states = {
        tuple(generator.start_state(np.uint64(seed), np.uint64(batch)).tolist())
        for seed in range(40)
        for batch in range(40)
    }
    assert len(states) == 1600
    assert len({word for state in states for word in state}) == 6400


def test_a_batch_counts_the_same_whoever_runs_it() -> None:
    policy = stud_policy(optimal("mississippi-stud"))
    once = stud_batch(policy, 7, 3, 5000)
    stud_batch(policy, 7, 2, 900)
    assert (once == stud_batch(policy, 7, 3, 5000)).all()
    assert (once != stud_batch(policy, 7, 4, 5000)).any()
    assert (once != stud_batch(policy, 8, 3, 5000)).any()
    assert int(once.sum()) == 5000
    assert list(batches(100, 205)) == [(0, 100), (1, 100), (2, 5)]


@pytest.mark.parametrize("key", STUDS)
def test_millions_of_rounds_agree_with_the_exact_counts(key: str) -> None:
    solution = optimal(key)
    exact, deals = joint_counts(solution)
    policy = stud_policy(solution)
    rounds = tier(2_000_000, 10_000_000)
    counts = np.zeros_like(exact)
    for batch in batches(STUD_BATCH, rounds):
        counts += stud_batch(policy, 2026, *batch)
    assert int(counts.sum()) == rounds
    assert not counts[exact == 0].any()
    expected = exact / deals * rounds
    often = expected > 10
    degrees = int(often.sum())
    chi = float(((counts[often] - expected[often]) ** 2 / expected[often]).sum())
    # Five deviations of the chi-square distribution: the seed is fixed, so this never flickers.
    assert abs(chi - degrees) < 5 * (2 * degrees) ** 0.5


@pytest.mark.parametrize("key", STUDS)
def test_a_full_table_deals_every_seat_alike(key: str) -> None:
    """Seats share the community, so only the mean is tested, with the error the batch reports."""
    solution = optimal(key)
    exact, deals = joint_counts(solution)
    policy = stud_policy(solution)
    chance = np.random.default_rng(3)
    worth = chance.integers(-20, 21, exact.shape)
    seats, rounds = GAMES[key].seats, 300_000
    counts, (first, second) = seats_batch(policy, seats, worth, 11, 0, rounds)
    assert int(counts.sum()) == seats * rounds
    assert not counts[exact == 0].any()
    assert first == int((counts * worth).sum())
    expected = float((exact / deals * worth).sum()) * seats
    error = ((second / rounds - (first / rounds) ** 2) / rounds) ** 0.5
    assert abs(first / rounds - expected) < 4 * error
    alone, (once, _) = seats_batch(policy, 1, worth, 12, 0, rounds)
    often = exact / deals * rounds > 10
    shares = exact[often] / deals * rounds
    chi = float(((alone[often] - shares) ** 2 / shares).sum())
    assert abs(chi - shares.size) < 5 * (2 * shares.size) ** 0.5
    assert once == int((alone * worth).sum())
