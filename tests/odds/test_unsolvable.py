"""Games and tables that the rulebook does not have: solved as the twin plays them, or refused."""

import msgspec
import pytest

from kit.stud import DECKS, in_proportion, letters, optimal, outcomes, stud
from pitboss.cards import parse_cards
from pitboss.odds.game import UnsolvableGame
from pitboss.odds.stud.shape import shape_of
from pitboss.odds.stud.solve import payoffs_of, solve, stud_of
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.model import Decide, Game, RevealStep
from pitboss.rulebook.paytable import Paytable, To
from twins.stud import Twin


def row_per_rank(*, from_rank: int = 0, suits: bool = False) -> Paytable:
    """A Let It Ride table that pays every pair, every flush by its suit, each differently."""
    table = paytables("let-it-ride")["base"]["A"]
    pair, flush = (
        next(row for row in table.rows if row.category == name) for name in ("pair", "flush")
    )
    change = msgspec.structs.replace
    rows = [row for row in table.rows if row is not pair]
    rows += [
        change(pair, name=f"pair of {rank}", ranks=(rank, rank), or_better=False, pays=To(1 + rank))
        for rank in range(from_rank, 13)
    ]
    if suits:
        rows += [change(flush, name=f"flush {s}", suits=(s,), pays=To(30 + s)) for s in range(3)]
        rows.sort(key=lambda row: not row.suits)
    return change(table, rows=tuple(rows))


@pytest.mark.parametrize("name", ["pairs", "odd"])
def test_a_table_with_more_than_sixteen_kinds_is_solved_exactly(name: str) -> None:
    declared, deck = GAMES["let-it-ride"], parse_cards(DECKS[name])
    tables = {"base": row_per_rank(suits=True)}
    game = stud_of(declared, tables.values())
    assert len(game.axes[5].labels) > 20
    solution = solve(game, payoffs_of(game, tables), deck=deck)
    twin = Twin(declared, tables, deck)
    assert solution.expectation() == twin.expectation()
    assert in_proportion(outcomes(game, solution.counts(), tables), twin.outcomes())


def test_more_kinds_than_the_solver_holds_are_refused() -> None:
    table = row_per_rank()
    change = msgspec.structs.replace
    others = [
        change(table, key=f"let-it-ride.base.{n}", rows=tuple(
            change(row, name=f"{row.name} {n}", ranks=(n, n)) for row in table.rows
            if row.category in ("straight", "flush", "two pair", "full house", "three of a kind")
        ))
        for n in range(13)
    ]  # fmt: skip
    with pytest.raises(UnsolvableGame, match="kinds of 5-card hand apart, and the exact solver"):
        stud_of(GAMES["let-it-ride"], [table, *others])


def test_a_changed_table_is_priced_by_what_it_pays_now() -> None:
    game, tables = stud("let-it-ride"), letters("let-it-ride")
    old = tables["base"]
    rows = tuple(
        msgspec.structs.replace(row, pays=To(25)) if row.name == "flush" else row
        for row in old.rows
    )
    changed = {"base": msgspec.structs.replace(old, rows=rows)}
    assert changed["base"].key == old.key
    fresh = stud_of(GAMES["let-it-ride"], changed.values())
    expected = solve(fresh, payoffs_of(fresh, changed)).expectation()
    assert solve(game, payoffs_of(game, changed)).expectation() == expected
    assert expected > optimal("let-it-ride").expectation()
    with pytest.raises(UnsolvableGame, match="sorted by"):
        payoffs_of(game, {"base": row_per_rank()})


def with_multiples(multiples: tuple[int, ...]) -> Game:
    """Mississippi Stud with other bets on Third Street."""
    game = GAMES["mississippi-stud"]
    spots = tuple(
        msgspec.structs.replace(spot, multiples=multiples) if spot.key == "third-street" else spot
        for spot in game.spots
    )
    return msgspec.structs.replace(game, spots=spots)


@pytest.mark.parametrize("multiples", [(2,), (1, 3), (5, 1, 2)])
def test_any_three_multiples_are_solved_as_the_twin_plays_them(multiples: tuple[int, ...]) -> None:
    declared, tables = with_multiples(multiples), letters("mississippi-stud")
    deck = parse_cards("Jc Jd 8c 8d 2h 3s 4h 9s")
    game = stud_of(declared, tables.values())
    solution = solve(game, payoffs_of(game, tables), deck=deck)
    twin = Twin(declared, tables, deck)
    assert solution.expectation() == twin.expectation()
    assert in_proportion(outcomes(game, solution.counts(), tables), twin.outcomes())


def test_decisions_the_solver_cannot_number_are_refused() -> None:
    with pytest.raises(UnsolvableGame, match="has 5 choices, and the exact solver takes at most 4"):
        shape_of(with_multiples((1, 2, 3, 4)))
    game = GAMES["mississippi-stud"]
    *before, decision = [step for step in game.play if isinstance(step, Decide)]
    others = [step for step in game.play if step is not decision]
    last = max(at for at, step in enumerate(others) if isinstance(step, RevealStep))
    late = (*others[: last + 1], decision, *others[last + 1 :])
    with pytest.raises(UnsolvableGame, match="decision with 5 cards known"):
        shape_of(msgspec.structs.replace(game, play=late))
    place = others.index(before[-1])
    twice = (*others[:place], decision, *others[place:])
    with pytest.raises(UnsolvableGame, match="two decisions"):
        shape_of(msgspec.structs.replace(game, play=twice))
