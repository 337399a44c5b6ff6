"""Odds that are no whole number: read, printed, paid and solved exactly, rounded down in cents."""

from fractions import Fraction

import msgspec
import pytest

from kit.stud import DECKS, in_proportion, letters, outcomes
from pitboss.cards import parse_cards
from pitboss.money import Cents
from pitboss.odds.draw.model import DrawPays, draw_pays
from pitboss.odds.draw.solve import first_choices, second_choices
from pitboss.odds.game import InvalidArgument, PricedGame, award, net, priced_game
from pitboss.odds.prices.price import price
from pitboss.odds.stud.solve import payoffs_of, solve, stud_of
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.paytable import (
    Fixed,
    For,
    Pays,
    Paytable,
    Push,
    Row,
    To,
    exact_stake,
    parse_pays,
    payment_terms,
)
from twins.stud import Twin


@pytest.mark.parametrize(
    ("text", "pays", "printed"),
    [
        ("3 to 2", To(3, 2), "3 to 2"),
        ("6 to 4", To(3, 2), "3 to 2"),
        ("7 for 5", For(7, 5), "7 for 5"),
        ("10 for 2", For(5), "5 for 1"),
        ("1,000 to 3", To(1000, 3), "1,000 to 3"),
        ("500 to 1", To(500), "500 to 1"),
    ],
)
def test_odds_are_read_in_lowest_terms_and_printed_so(text: str, pays: Pays, printed: str) -> None:
    assert parse_pays(text) == pays
    assert str(pays) == printed
    assert msgspec.json.decode(msgspec.json.encode(pays), type=Pays) == pays


def test_whole_odds_are_encoded_as_before() -> None:
    assert msgspec.json.encode(To(3)) == b'{"type":"To","odds":3}'
    assert msgspec.json.encode(For(3)) == b'{"type":"For","odds":3}'


@pytest.mark.parametrize(
    ("pays", "stake", "net_held", "collected"),
    [
        (To(3, 2), 500, 750, 750),
        (To(3, 2), 501, 751, 751),  # rounded down
        (To(1, 3), 100, 33, 33),
        (For(3, 2), 501, 250, 250),
        (For(2), 500, 500, 500),
        (Fixed(Cents(1_000)), 500, 1_000, 500),  # ruling L5: on top of a stake that stays
        (Push(), 500, 0, 0),
        (None, 500, -500, -500),
    ],
)
def test_a_payment_is_in_whole_cents_rounded_down(
    pays: Pays | None, stake: int, net_held: int, collected: int
) -> None:
    assert net(pays, stake, False, {}) == net_held
    assert net(pays, stake, True, {}) == collected
    assert award(pays, stake, {}) == collected + stake
    if pays is not None:
        assert payment_terms(pays, False).amount(stake) == net_held
        assert payment_terms(pays, True).amount(stake) == collected + stake


@pytest.mark.parametrize("pays", [To(3, 0), To(0, 2), For(1, 2), To(-3, 2)])
def test_odds_that_no_row_can_have_are_refused(pays: Pays) -> None:
    table = paytables("let-it-ride")["base"]["A"]
    row = msgspec.structs.replace(table.rows[0], pays=pays)
    tables = {"base": {"A": msgspec.structs.replace(table, rows=(row,))}}
    with pytest.raises(InvalidArgument, match="a row cannot pay"):
        PricedGame(GAMES["let-it-ride"], tables)


def changed(table: Paytable, pays: dict[str, Pays]) -> Paytable:
    rows = tuple(_row(row, pays) for row in table.rows)
    return msgspec.structs.replace(table, rows=rows)


def _row(row: Row, pays: dict[str, Pays]) -> Row:
    return msgspec.structs.replace(row, pays=pays.get(row.category, row.pays))


ODD: dict[str, Pays] = {
    "pair": To(3, 2),
    "two pair": To(5, 3),
    "straight": For(9, 2),
    "flush": Fixed(Cents(777)),
}
STUDS = ["let-it-ride", "mississippi-stud", "235-stud"]


@pytest.mark.parametrize("key", STUDS)
@pytest.mark.parametrize("unit", [None, 500, 101])
def test_the_solver_pays_such_odds_as_the_twin_does(key: str, unit: int | None) -> None:
    tables = {wager: changed(table, ODD) for wager, table in letters(key).items()}
    deck = parse_cards(DECKS["low"] if key == "mississippi-stud" else DECKS["pairs"])[:9]
    game = stud_of(GAMES[key], tables.values())
    solution = solve(game, payoffs_of(game, tables, unit=unit), deck=deck)
    twin = Twin(GAMES[key], tables, deck, unit=unit or exact_stake(tables.values()))
    assert solution.expectation() == twin.expectation()
    assert in_proportion(outcomes(game, solution.counts(), tables), twin.outcomes())


def with_base(key: str, pays: dict[str, Pays]) -> PricedGame:
    game = priced_game(key)
    base = {w: {k: changed(t, pays) for k, t in game.tables[w].items()} for w in game.base_wagers()}
    return PricedGame(game.game, game.tables | base)


def test_a_price_is_exact_at_a_stake_that_pays_whole_cents() -> None:
    game = with_base("let-it-ride", {"two pair": To(7, 3)})
    exact = price(game)
    assert exact.stake == 300
    plain = price("let-it-ride")
    more = next(o for o in plain.outcomes if o.hand == "two pair")
    # Two pair pays a third more, and its bets are never pulled: the edge falls by just that.
    gained = Fraction(1, 3) * more.probability * more.average_wager
    assert plain.house_edge - exact.house_edge == gained
    assert price(game, stake=600).house_edge == exact.house_edge
    assert price(game, stake=100).house_edge > exact.house_edge  # 2.33 for 2.333…


def test_the_draw_solver_divides_its_unit_out() -> None:
    whole, odd = priced_game("double-draw"), with_base("double-draw", {"three of a kind": To(9, 2)})
    pays = draw_pays(odd, odd.base_letters("A"))
    assert pays.unit == 2
    doubled = DrawPays(
        tuple(2 * n for n in draw_pays(whole, whole.base_letters("A")).categories),
        *(-4, -6),
        (2, 3, 4),
        2,
    )
    hand = parse_cards("Ac Ad 7h 8s Qd")
    same = first_choices(hand, draw_pays(whole, whole.base_letters("A")))
    assert first_choices(hand, doubled) == same
    assert second_choices(hand, (), doubled) == second_choices(
        hand, (), draw_pays(whole, whole.base_letters("A"))
    )
    assert first_choices(hand, pays)[0].value != same[0].value
