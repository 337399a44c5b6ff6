"""The four declarations: whole, consistent, cited, and as a second reader read the documents."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from pitboss.cards import parse_cards
from pitboss.errors import PitbossError
from pitboss.money import dollars
from pitboss.rankings import RANKINGS, Hand, evaluate
from pitboss.rulebook import GAMES, UnknownGame, find_game, paytables, register
from pitboss.rulebook.model import CITED, DECKS, METHODS, Decide, Game, RevealStep, SettleStep
from pitboss.rulebook.paytable import Paytable, Share, parse_row
from pitboss.rulebook.rules import Rules, plain_choices

SECOND_READING = Path(__file__).parents[1] / "data" / "second_reading.tsv"
CODES = {document: game.key for game in GAMES.values() for document in game.documents}

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def tables_of(game: Game) -> Iterator[tuple[str, Paytable]]:
    for wager, letters in paytables(game.key).items():
        for table in letters.values():
            yield wager, table


# ── a second reading ──────────────────────────────────────────────────────────────────────────────


class Figure(NamedTuple):
    document: str
    clause: str
    wager: str
    letter: str
    row: str
    pays: str


def second_reading() -> list[Figure]:
    text = SECOND_READING.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines[0].split("\t") == ["document", "clause", "wager", "letter", "row", "pays"]
    return [Figure(*line.split("\t")) for line in lines[1:]]


def one_order(row: str) -> str:
    """A row that names suits, with the suits in one order: the documents list them in several."""
    hand, of, suits = row.partition(" of ")
    named = re.split(r", | or ", suits)
    if not of or not set(named) <= {"clubs", "diamonds", "hearts", "spades"}:
        return row
    return f"{hand} of {', '.join(sorted(named))}"


def our_figures() -> Iterator[Figure]:
    for game in GAMES.values():
        for wager, table in tables_of(game):
            for row in table.rows:
                document = row.clause.partition(" ")[0]
                pays = str(row.pays)
                yield Figure(document, row.clause, wager, table.letter, one_order(row.name), pays)
            for meter, least in table.meters.items():
                clause = table.meter_clauses[meter]
                words = f"at least ${least // 100:,}"
                yield Figure(game.code, clause, "reset", table.letter, meter, words)


def their_figures() -> Iterator[Figure]:
    """The second reading of the regulator's documents, one line for each table it speaks of."""
    for figure in second_reading():
        if figure.wager == "limit" or figure.document == "235H":
            continue
        letters = [figure.letter]
        if figure.letter == "all":
            letters = list(paytables(CODES[figure.document])["progressive"])
        for letter in letters:
            yield figure._replace(letter=letter, row=one_order(figure.row))


def test_every_figure_is_as_a_second_reader_read_it() -> None:
    """shows 235 12.A, 12.B, 12.C, 12.D, 12.E, 12.F(2), 12.I, 12.J,
    DD .12A, .12B, LIR .12A, .12B, .12C, .12D, .12E, .12F(2), .12I, .12J,
    MS 12.A, 12.C(1), 12.C(3)(b), 12.C(6), 12.C(7), 12.D, 12.E
    """
    ours, theirs = list(our_figures()), list(their_figures())
    assert len(set(ours)) == len(ours)
    assert len(set(theirs)) == len(theirs) > 350
    assert sorted(set(ours) - set(theirs)) == []
    assert sorted(set(theirs) - set(ours)) == []


def test_the_operator_s_card_has_the_same_odds() -> None:
    card = [f for f in second_reading() if f.document == "235H"]
    assert len(card) == 18
    ours = {(f.wager, f.row, f.pays) for f in our_figures() if f.document == "235"}
    assert {(f.wager, f.row, f.pays) for f in card} <= ours


@pytest.mark.parametrize("code", ["235", "MS"])
def test_the_ceiling_of_the_payout_limit(code: str) -> None:
    """shows 235 12.K, MS 12.B"""
    terms = [f for f in second_reading() if f.document == code and f.wager == "limit"]
    assert [f.pays for f in terms] == ["$50,000", "most one hand wins at the minimum"]
    game = GAMES[CODES[code]]
    assert game.limit.floor == dollars(50_000)
    assert all(register.within(f.clause, game.limit.clause) for f in terms)


def test_the_most_one_hand_wins_at_the_minimum() -> None:
    """Ruling G13: with the largest raises, at a $100 table."""

    def most(game: str) -> int:
        choices = plain_choices(GAMES[game])
        choices = msgspec.structs.replace(choices, minimum=dollars(100), side_limits={})
        return Rules(choices).most_at_minimum

    assert most("mississippi-stud") == 5_000 * dollars(100)
    assert most("235-stud") == (1_101 + 12) * dollars(100)


# ── declarations that hang together ───────────────────────────────────────────────────────────────


def test_games_are_found_by_key() -> None:
    assert find_game("Mississippi_Stud") is GAMES["mississippi-stud"]
    with pytest.raises(UnknownGame, match="choose one of 235-stud, double-draw"):
        find_game("baccarat")


def test_seats_and_decks() -> None:
    """shows 235 2.A(1), DD .02A(1), LIR .02A(1), MS 2.A"""
    assert {key: game.seats for key, game in GAMES.items()} == {
        "235-stud": 6,
        "double-draw": 6,
        "let-it-ride": 7,
        "mississippi-stud": 6,
    }
    assert {key: len(game.cards) for key, game in GAMES.items()} == {
        "235-stud": 52,
        "double-draw": 54,
        "let-it-ride": 52,
        "mississippi-stud": 52,
    }


@every_game
def test_every_word_refers_to_something(game: Game) -> None:
    spots = {spot.key for spot in game.spots}
    wagers = {wager.key for wager in game.wagers}
    options = {option.key for option in game.options}
    assert (len(spots), len(wagers)) == (len(game.spots), len(game.wagers))
    assert game.deck in DECKS
    assert {spot.wager for spot in game.spots} == wagers
    for spot in game.spots:
        assert {*spot.needs, spot.of, spot.equal_to} <= spots | {""}
        assert bool(spot.multiples) == bool(spot.of)
        assert spot.needs_if in options | {""}
    for wager in game.wagers:
        assert wager.on in game.hands
        assert {wager.pays_as, *wager.wins_with} <= wagers | {""}
        assert (wager.pays_as or wager.key) in paytables(game.key)
        assert {wager.minimum_option, wager.label_option} <= options | {""}
        if wager.ranking_unless is not None:
            assert wager.ranking_unless[0] in options
            assert wager.ranking_unless[1] in RANKINGS
    assert game.box_for in wagers | {""}
    assert set(game.limit.wagers) <= wagers
    assert (game.progressive is None) == all(not wager.progressive for wager in game.wagers)


@every_game
def test_every_wager_s_cards_make_a_hand_of_its_ranking(game: Game) -> None:
    for wager, table in tables_of(game):
        if table.ranking == "none":
            continue
        on = table.cards or game.wager("progressive" if wager.startswith("envy") else wager).on
        cards = game.hands[on]
        size = len(cards.hole) + len(cards.community) + len(cards.box)
        assert size == RANKINGS[table.ranking].size, table.key


@every_game
def test_every_dealing_fills_every_place_once(game: Game) -> None:
    """shows 235 8.D(2), 9.B, 10.B, 235H 4, 235H 5, DD .08D(2), .09B(1), .10B(1),
    LIR .08D(2), .08D(3), .09B, .09C, .10B, .10H, MS 8.E, 9.B(1), 9.B(2), 10.B(2), 10.B(3)
    """
    assert tuple(dict.fromkeys(dealing.method for dealing in game.dealings)) == METHODS
    for dealing in game.dealings:
        filled: dict[str, list[int]] = {"seats": [], "community": []}
        burned = 0
        for give in dealing.order:
            if give.to == "box":
                assert give.cards == game.box
                continue
            filled[give.to] += give.slots
            assert give.cards == len(give.slots) + give.burn
            burned += give.burn
        assert sorted(filled["seats"]) == list(range(game.hole)), dealing.variant
        assert filled["community"] == list(range(game.community)), dealing.variant
        assert ("box" in {give.to for give in dealing.order}) == bool(game.box)
        needed = game.seats * game.hole + game.community + game.box + burned
        assert needed <= len(game.cards)


@every_game
def test_the_play_ends_in_settlement_with_everything_up(game: Game) -> None:
    *before, last = game.play
    assert isinstance(last, SettleStep)
    reveals = [step for step in before if isinstance(step, RevealStep)]
    assert sum(r.cards for r in reveals if r.what == "community") == game.community
    assert sum(r.cards for r in reveals if r.what == "box") == game.box
    assert tuple(r.slot for r in reveals if r.what == "slot") == game.hidden
    decided = [step.spot for step in before if isinstance(step, Decide)]
    by_decision = [spot.key for spot in game.spots if spot.multiples]
    withdrawn = [s.spot for s in before if isinstance(s, Decide) and s.decline == "withdraw"]
    assert decided == by_decision + withdrawn


def test_directions_of_settlement() -> None:
    """Ruling D6."""
    directions = {key: game.play[-1] for key, game in GAMES.items()}
    clockwise = [k for k, s in directions.items() if getattr(s, "direction", "")[:9] == "clockwise"]
    assert clockwise == ["double-draw"]


# ── citations ─────────────────────────────────────────────────────────────────────────────────────


def texts(value: Any) -> Iterator[str]:
    """Every text in a declaration."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts(item)


@every_game
def test_every_citation_is_a_clause_of_its_documents(game: Game) -> None:
    cited = {
        text
        for text in texts(msgspec.to_builtins((game, paytables(game.key))))
        if re.match(r"(235H?|DD|LIR|MS) [\d.]", text)
    }
    assert len(cited) > 100
    for citation in sorted(cited):
        assert citation.partition(" ")[0] in game.documents
        assert register.find_clause(citation).id == citation


@every_game
def test_every_game_cites_the_common_rules(game: Game) -> None:
    assert sorted(game.cites) == sorted(CITED)
    assert len(set(CITED)) == len(CITED)
    # A game without a progressive wager has none of its clauses, and only then.
    has_device = bool(game.cites["progressive.device"])
    assert has_device == (game.progressive is not None)


@every_game
def test_every_option_belongs_to_a_ruling(game: Game) -> None:
    for option in game.options:
        assert option.ruling in register.rulings()
        offered = [
            ruling.id
            for ruling in register.rulings().values()
            if ruling.option == option.key and game.key in (ruling.option_games or ruling.games)
        ]
        assert len(offered) == 1, option.key
        if option.allowed:
            assert option.default in option.allowed
            assert register.rulings()[offered[0]].default == option.default


# ── paytables ─────────────────────────────────────────────────────────────────────────────────────


def hands_of(ranking: str) -> list[Hand]:
    """A hand of every category, rank and suit, and one that is nothing."""
    hands = []
    recipe = RANKINGS[ranking]
    for place, category in enumerate(recipe.categories):
        for rank in range(13):
            for suit in range(4):
                ranks, flush_suit = (rank,) * 5, suit if category.suited else -1
                strength = len(recipe.categories) - place
                hands.append(Hand(strength, ranks, flush_suit, category.name))
    return [*hands, Hand(0, (5, 4, 3), -1, "nothing")]


@every_game
def test_every_row_takes_some_hand_and_nothing_takes_nothing(game: Game) -> None:
    for _, table in tables_of(game):
        if table.ranking == "none":
            continue
        *hands, nothing = hands_of(table.ranking)
        taken = {table.row_for(hand) for hand in hands} - {None}
        assert taken == set(table.rows), table.key
        assert table.row_for(nothing) is None


@every_game
def test_rows_fall_from_the_highest_hand_down(game: Game) -> None:
    for _, table in tables_of(game):
        if table.ranking in ("none", "two-card"):  # 235 12.A lists its even odds pair first
            continue
        order = [category.name for category in RANKINGS[table.ranking].categories]
        places = [order.index(row.category) for row in table.rows]
        assert places == sorted(places), table.key
        shares = [row.pays.meter for row in table.rows if isinstance(row.pays, Share)]
        assert set(shares) == set(table.meters), table.key


def paid(game: str, wager: str, letter: str, cards: str) -> str:
    table = paytables(game)[wager][letter]
    row = table.row_for(evaluate(RANKINGS[table.ranking], parse_cards(cards)))
    return "loses" if row is None else f"{row.name}: {row.pays}"


@pytest.mark.parametrize(
    ("game", "wager", "letter", "cards", "expected"),
    [
        ("mississippi-stud", "base", "A", "Jc Jd 2h 3s 4c", "pair of jacks or better: 1 to 1"),
        ("mississippi-stud", "base", "A", "Tc Td 2h 3s 4c", "pair of 6s to 10s: push"),
        ("mississippi-stud", "base", "A", "6c 6d 2h 3s 4c", "pair of 6s to 10s: push"),
        ("mississippi-stud", "base", "A", "5c 5d 2h 3s 4c", "loses"),
        # Ruling M2: no row for it, so paid as a straight flush.
        ("mississippi-stud", "three-card-bonus", "A", "Ac Kc Qc", "straight flush: 40 to 1"),
        ("mississippi-stud", "three-card-bonus", "C", "Ac Kc Qc", "mini royal: 50 to 1"),
        ("mississippi-stud", "six-card-bonus", "B", "9h Th Jh Qh Kh Ah", "super royal: $100,000"),
        ("let-it-ride", "base", "A", "Tc Td 2h 3s 4c", "pair of tens or better: 1 to 1"),
        ("let-it-ride", "base", "A", "9c 9d 2h 3s 4c", "loses"),
        ("let-it-ride", "five-card-bonus", "G", "9c 9d 2h 2s 4c", "loses"),
        # Ruling L1: the table governs, so tens are paid under B though .11E(1) says two pair.
        ("let-it-ride", "five-card-bonus", "B", "Tc Td 2h 3s 4c", "pair of tens or better: $1"),
        (
            *("let-it-ride", "progressive", "B", "As Ks Qs"),
            "ace, king and queen of spades: 100% of meter",
        ),
        ("let-it-ride", "progressive", "B", "2c 5c 9c", "loses"),
        ("let-it-ride", "progressive", "C", "2c 3d 4h", "loses"),
        ("double-draw", "base", "A", "2c 2d 3h 3s 4c", "two pair or better: 1 to 1"),
        ("double-draw", "base", "A", "Ac Ad Ah As JK", "two pair or better: 1 to 1"),
        ("double-draw", "base", "A", "Ac Ad 2h 3s 5c", "loses"),
        ("double-draw", "bonus", "B", "2c 2d 2h 3s 4c", "three of a kind: push"),
        ("235-stud", "two-card", "A", "Ac 2c", "straight: 1 to 1"),  # ruling S2: once
    ],
)
def test_rows_by_example(game: str, wager: str, letter: str, cards: str, expected: str) -> None:
    assert paid(game, wager, letter, cards) == expected


def test_a_row_that_names_no_hand_is_refused() -> None:
    ranking = RANKINGS["five-card"]
    with pytest.raises(PitbossError, match="names no hand of the five-card ranking"):
        parse_row("mini royal", "1 to 1", "MS 12.A(1)", ranking)
    with pytest.raises(PitbossError, match="6 in 1"):
        parse_row("flush", "6 in 1", "MS 12.A(1)", ranking)
    with pytest.raises(PitbossError, match="knights"):
        parse_row("pair of knights or better", "1 to 1", "MS 12.A(1)", ranking)
