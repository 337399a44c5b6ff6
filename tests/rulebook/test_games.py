"""Each declaration against its document, clause by clause: definitions, layout, wagers, play."""

import pytest

from pitboss.money import dollars
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.model import CardSlots, Decide, Exchange, Game, RevealStep, Step
from pitboss.rulebook.paytable import Paytable

STUD_235, DOUBLE_DRAW, LET_IT_RIDE, MISSISSIPPI = GAMES.values()


def before_the_deal(game: Game) -> dict[str, str]:
    """Spots that must be bet to play → the spot their stake equals, "" if the player chooses it."""
    return {spot.key: spot.equal_to for spot in game.spots if spot.required}


def by_decision(game: Game) -> dict[str, tuple[str, tuple[int, ...]]]:
    return {s.key: (s.of, s.multiples) for s in game.spots if s.multiples}


def optional(game: Game) -> dict[str, tuple[str, ...]]:
    """Spots of wagers that a submission may offer → the spots that must be bet first."""
    return {s.key: s.needs for s in game.spots if game.wager(s.wager).optional}


def what_happens(steps: tuple[Step, ...]) -> list[str]:
    lines = []
    for step in steps:
        match step:
            case Decide():
                lines.append(f"{step.spot}: {step.accept} or {step.decline}")
            case RevealStep():
                lines.append(
                    f"reveal {step.what} {step.slot if step.what == 'slot' else step.cards}"
                )
            case Exchange():
                lines.append(f"discard up to {step.up_to}")
            case _:
                lines.append("settle")
    return lines


def tables(game: Game, wager: str) -> list[Paytable]:
    return list(paytables(game.key)[wager].values())


def lowest(game: Game, wager: str) -> set[str]:
    return {table.rows[-1].name for table in tables(game, wager)}


def inscribed(game: Game) -> dict[str, bool]:
    """What the player must be told → whether a sign may replace the felt."""
    return {each.what: each.sign_instead for each in game.inscriptions}


# ── 235 Stud ──────────────────────────────────────────────────────────────────────────────────────


def test_235_wagers() -> None:
    """shows 235 7.E(1), 7.E(2), 7.E(3), 235H 2"""
    assert before_the_deal(STUD_235) == {
        "two-card": "",
        "three-card": "two-card",
        "five-card": "two-card",
    }
    three_bets = ("two-card", "three-card", "five-card")
    assert optional(STUD_235) == {"winem-all": three_bets, "progressive": three_bets}
    assert by_decision(STUD_235) == {
        "three-card-raise": ("three-card", (1,)),
        "five-card-raise": ("five-card", (1,)),
    }
    assert STUD_235.wager("winem-all").wins_with == three_bets


def test_235_layout() -> None:
    """shows 235 2.B(2), 2.B(3), 2.B(4), 2.B(5), 2.B(6), 2.B(7), 2.B(8)"""
    assert len(STUD_235.spots) == 7
    assert {fixture.what for fixture in STUD_235.fixtures} == {"third-card", "community"}
    assert inscribed(STUD_235) == {"operator": False, "odds": True, "limit": True}


def test_235_hands() -> None:
    """shows 235 1.B(1), 1.B(4), 1.B(5)"""
    assert STUD_235.hands == {
        "hand": CardSlots(hole=(0, 1, 2), community=(0, 1)),
        "two": CardSlots(hole=(0, 1)),
        "three": CardSlots(hole=(0, 1, 2)),
    }
    on = {wager.key: wager.on for wager in STUD_235.wagers}
    assert (on["two-card"], on["three-card"], on["three-card-raise"]) == ("two", "three", "three")
    assert on["five-card"] == on["five-card-raise"] == on["progressive"] == "hand"
    assert lowest(STUD_235, "progressive") == {"three of a kind"}


def test_235_play() -> None:
    assert what_happens(STUD_235.play) == [
        "three-card-raise: raise or check",
        "reveal slot 2",
        "five-card-raise: raise or check",
        "reveal community 2",
        "settle",
    ]
    assert STUD_235.hidden == (2,)


# ── Double Draw ───────────────────────────────────────────────────────────────────────────────────


def test_double_draw_wagers() -> None:
    """shows DD .01B(1), .01B(4), .07E(1), .07E(2), .07E(3)"""
    assert before_the_deal(DOUBLE_DRAW) == {"ante": "", "bonus": "ante"}
    assert by_decision(DOUBLE_DRAW) == {"first-draw": ("ante", (1,)), "second-draw": ("ante", (1,))}
    assert optional(DOUBLE_DRAW) == {}
    assert DOUBLE_DRAW.hands == {"hand": CardSlots(hole=(0, 1, 2, 3, 4))}
    # No dealer's hand to beat: a paytable decides every wager.
    assert {wager.key for wager in DOUBLE_DRAW.wagers} == set(paytables("double-draw"))


def test_double_draw_layout() -> None:
    """shows DD .02B(2), .02B(3), .02B(4), .02B(5), .02B(7)"""
    assert {spot.key for spot in DOUBLE_DRAW.spots} == {
        *("ante", "bonus", "first-draw", "second-draw")
    }
    assert "discards" in {fixture.what for fixture in DOUBLE_DRAW.fixtures}
    assert inscribed(DOUBLE_DRAW) == {"operator": False, "odds": True, "joker": True, "limit": True}


def test_double_draw_play() -> None:
    """shows DD .01B(5)"""
    assert what_happens(DOUBLE_DRAW.play) == [
        "first-draw: bet or fold",
        "discard up to 3",
        "second-draw: bet or fold",
        "discard up to 1",
        "settle",
    ]


# ── Let It Ride ───────────────────────────────────────────────────────────────────────────────────


def test_let_it_ride_wagers() -> None:
    """shows LIR .07E(1), .07E(2), .07E(3), .07E(4), .07E(6)"""
    assert before_the_deal(LET_IT_RIDE) == {"bet-1": "", "bet-2": "bet-1", "bet-3": "bet-1"}
    bets = ("bet-1", "bet-2", "bet-3")
    assert optional(LET_IT_RIDE) == {
        "five-card-bonus": bets,
        "three-card-bonus": bets,
        "six-card-bonus": (*bets, "five-card-bonus", "three-card-bonus"),  # ruling L4
        "progressive": bets,
    }
    withdrawn = [s.spot for s in LET_IT_RIDE.play if isinstance(s, Decide)]
    assert withdrawn == ["bet-1", "bet-2"]
    assert LET_IT_RIDE.wager("five-card-bonus").stakes == (dollars(1),)


def test_let_it_ride_layout() -> None:
    """shows LIR .02B(2), .02B(3), .02B(4), .02B(5), .02B(6), .02B(7), .02B(8), .02B(9)"""
    assert len(LET_IT_RIDE.spots) == 3 + 4
    assert {"cards", "community"} <= {fixture.what for fixture in LET_IT_RIDE.fixtures}
    assert inscribed(LET_IT_RIDE) == {"operator": False, "odds": True, "limit": True}


def test_let_it_ride_hands() -> None:
    """shows LIR .01B(1), .01B(3), .01B(4), .01B(6)"""
    assert LET_IT_RIDE.hands == {
        "hand": CardSlots(hole=(0, 1, 2), community=(0, 1)),
        "hole": CardSlots(hole=(0, 1, 2)),
        "six": CardSlots(hole=(0, 1, 2), box=(0, 1, 2)),
    }
    on = {wager.key: wager.on for wager in LET_IT_RIDE.wagers}
    assert on == {
        "base": "hand",
        "five-card-bonus": "hand",
        "three-card-bonus": "hole",
        "six-card-bonus": "six",
        "progressive": "hand",
    }
    # Ruling L3: tables B and C are paid on the player's own three.
    cards = {table.letter: table.cards for table in tables(LET_IT_RIDE, "progressive")}
    assert cards == {"A": "", "B": "hole", "C": "hole"}
    assert {t.letter: t.cards for t in tables(LET_IT_RIDE, "envy-1")} == cards


def test_let_it_ride_play() -> None:
    """shows LIR .01B(5)"""
    assert what_happens(LET_IT_RIDE.play) == [
        "bet-1: ride or withdraw",
        "reveal community 1",
        "bet-2: ride or withdraw",
        "reveal community 1",
        "reveal box 3",
        "settle",
    ]


# ── Mississippi Stud ──────────────────────────────────────────────────────────────────────────────


def test_mississippi_wagers() -> None:
    """shows MS 1.B(1), 7.F(1), 7.F(2), 7.F(3), 7.F(4), 7.F(5)"""
    assert before_the_deal(MISSISSIPPI) == {"ante": ""}
    assert by_decision(MISSISSIPPI) == dict.fromkeys(
        ("third-street", "fourth-street", "fifth-street"), ("ante", (1, 2, 3))
    )
    assert optional(MISSISSIPPI) == {
        "three-card-bonus": ("ante",),
        "six-card-bonus": ("ante", "three-card-bonus"),  # ruling L4
        "progressive": ("ante",),
    }
    assert MISSISSIPPI.wager("three-card-bonus").on == "community"
    assert lowest(MISSISSIPPI, "three-card-bonus") == {"pair"}
    assert MISSISSIPPI.wager("six-card-bonus").on == "six"
    assert lowest(MISSISSIPPI, "six-card-bonus") == {"three of a kind"}
    assert all(t.rows[0].category == "super royal" for t in tables(MISSISSIPPI, "six-card-bonus"))


def test_mississippi_layout() -> None:
    """shows MS 2.B(2), 2.B(3), 2.B(4), 2.B(5), 2.B(6), 2.B(7)"""
    base = [spot.name for spot in MISSISSIPPI.spots if spot.wager == "base"]
    assert base == ["Ante", "3rd Street", "4th Street", "5th Street"]
    assert len(MISSISSIPPI.spots) == 4 + 3
    assert MISSISSIPPI.community == 3
    assert "community" in {fixture.what for fixture in MISSISSIPPI.fixtures}
    assert inscribed(MISSISSIPPI) == {
        "operator": False,
        "streets": False,
        "odds": True,
        "multiples": True,
        "limit": True,
    }


def test_mississippi_hands() -> None:
    """shows MS 1.B(2), 1.B(8)"""
    assert MISSISSIPPI.hands == {
        "hand": CardSlots(hole=(0, 1), community=(0, 1, 2)),
        "community": CardSlots(community=(0, 1, 2)),
        "six": CardSlots(hole=(0, 1), box=(0, 1, 2, 3)),
    }
    assert lowest(MISSISSIPPI, "progressive") == {"three of a kind"}


def test_mississippi_play() -> None:
    """shows MS 1.B(5), 1.B(7), 1.B(10)"""
    assert what_happens(MISSISSIPPI.play) == [
        "third-street: bet or fold",
        "reveal community 1",
        "fourth-street: bet or fold",
        "reveal community 1",
        "fifth-street: bet or fold",
        "reveal community 1",
        "reveal box 4",
        "settle",
    ]


def test_mississippi_folds_keep_the_bonus_wagers_only() -> None:
    survivors = {wager.key for wager in MISSISSIPPI.wagers if wager.survives_fold}
    assert survivors == {"three-card-bonus", "six-card-bonus"}


# ── all games ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", [STUD_235, LET_IT_RIDE, MISSISSIPPI], ids=lambda game: game.key)
def test_progressive_wagers_and_envy(game: Game) -> None:
    """Ruling G6: $1 or $5, and an envy table for each letter and stake."""
    rules, wager = game.progressive, game.wager("progressive")
    assert rules is not None
    assert rules.stakes == (dollars(1), dollars(5))
    assert wager.collected
    letters = [table.letter for table in tables(game, "progressive")]
    for stake in (1, 5):
        assert [table.letter for table in tables(game, f"envy-{stake}")] == letters
    validated = {"235-stud": "all", "let-it-ride": "meter", "mississippi-stud": "all"}
    assert rules.validates == validated[game.key]  # ruling G11


def test_adjacent_boxes() -> None:
    """Ruling G19: one only in Mississippi Stud, else as the submission says."""
    boxes = {key: (game.boxes, game.boxes_default) for key, game in GAMES.items()}
    assert boxes["mississippi-stud"] == (1, 1)
    assert {boxes[key] for key in boxes if key != "mississippi-stud"} == {(None, 1)}


def test_stakes_collected_before_the_deal() -> None:
    """Ruling G2."""
    collected = {
        (game.key, wager.key) for game in GAMES.values() for wager in game.wagers if wager.collected
    }
    assert collected == {
        ("235-stud", "progressive"),
        ("let-it-ride", "five-card-bonus"),
        ("let-it-ride", "progressive"),
        ("mississippi-stud", "progressive"),
    }
    assert [w.key for w in LET_IT_RIDE.wagers if w.lammer] == ["five-card-bonus"]
