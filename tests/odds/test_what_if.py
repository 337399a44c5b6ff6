"""Changed paytables: the command line, Python and an enumeration of cards give one fraction."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from pitboss.cards import Card, parse_cards
from pitboss.commands.par import command as par
from pitboss.commands.simulate import command as simulate
from pitboss.commands.sweep import command as sweep
from pitboss.errors import PitbossError
from pitboss.house.pricing.questions import DrawWhatIfQuestion, WhatIfQuestion
from pitboss.house.pricing.what_if import what_if
from pitboss.odds import price, priced_game
from pitboss.odds.changes import parse_change, parse_push
from pitboss.odds.game import UnknownTable
from pitboss.odds.strategy.advice import advise
from pitboss.odds.stud.rounds import stud_game, stud_payoffs
from pitboss.odds.stud.solve import solve
from pitboss.rankings import RANKINGS, evaluate
from pitboss.rulebook import MARK
from pitboss.rulebook.paytable import Push, To
from twins.stud import Twin

MS, LIR, S235, DD = map(priced_game, ("mississippi-stud", "let-it-ride", "235-stud", "double-draw"))


def test_the_published_what_if_of_mississippi_stud() -> None:
    """A straight at 5 to 1 instead of 4 to 1: 3.76 % of the ante, as the literature has it."""
    changed = MS.with_pays({"straight": "5 to 1"})
    assert price(changed).house_edge == Fraction(671, 17850)
    assert round(float(price(changed).house_edge), 4) == 0.0376


@pytest.mark.parametrize(
    ("game", "arguments", "rows"),
    [
        ("mississippi-stud", ["--pays", "straight=5 to 1"], {"straight": "5 to 1"}),
        ("let-it-ride", ["--pays", "base:royal flush=400 to 1"], {"royal flush": To(400)}),
    ],
)
def test_the_command_line_and_python_give_the_same_fraction(
    game: str, arguments: list[str], rows: dict[str, str | To]
) -> None:
    result = CliRunner().invoke(par, [game, "--wager", "base", "--json", *arguments])
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    expected = price(priced_game(game).with_pays(rows)).house_edge
    assert record["wagers"][0]["house_edge"]["fraction"] == str(expected)
    assert record["fingerprint"] == priced_game(game).with_pays(rows).fingerprint
    dealt = CliRunner().invoke(simulate, [game, "--rounds", "100", "--json", *arguments])
    simulated = json.loads(dealt.stdout)
    assert simulated["wagers"][0]["house_edge"]["exact"]["fraction"] == str(expected)
    assert simulated["rules"] == record["fingerprint"]
    assert simulated["own_rules"] == record["own_rules"] == MARK


@pytest.mark.parametrize(
    ("game", "wager", "row", "odds"),
    [
        ("mississippi-stud", "base", "straight", 5),
        ("let-it-ride", "base", "flush", 9),
        ("235-stud", "five-card", "straight", 9),
        # As published, because a new solution takes seconds.
        ("double-draw", "bonus", "straight", 2),
    ],
)
def test_a_changed_table_is_the_same_fraction_whatever_the_way_to_it(
    game: str, wager: str, row: str, odds: int
) -> None:
    """Python, the command line, the odds page and a sweep."""
    text, rules = f"{wager}:{row}={odds} to 1", priced_game(game)
    changed = rules.with_pays({row: f"{odds} to 1"}, wager=wager)
    expected = str(price(changed, "base", "A").house_edge)
    arguments = [game, "--wager", "base", "--paytable", "A", "--json", "--pays", text]
    record = json.loads(CliRunner().invoke(par, arguments).stdout)
    assert record["wagers"][0]["house_edge"]["fraction"] == expected
    kind = DrawWhatIfQuestion if rules.draws else WhatIfQuestion
    page = what_if(rules, kind(game=game, letter="A", changes=(text,)))
    assert page["changed"]["house_edge"]["fraction"] == expected
    assert page["fingerprint"] == record["fingerprint"] == changed.fingerprint
    swept = json.loads(
        CliRunner().invoke(sweep, [game, "--row", f"{wager}:{row}={odds}", "--json"]).stdout
    )
    assert swept["tables"][0]["house_edge"]["fraction"] == expected


def test_what_a_side_wager_pays_changes_no_count() -> None:
    """Rounds are counted once for all payouts of side wagers, and again where a hand is moved."""
    paid = MS.with_pays({"flush": "5 to 1"}, wager="three-card-bonus")
    assert paid.fingerprint != MS.fingerprint and paid.counted_by == MS.counted_by
    assert price(paid, "three-card-bonus").house_edge < price(MS, "three-card-bonus").house_edge
    for other in (MS.with_pays({"flush": "7 to 1"}), MS.with_pays(push="pair of 7s to 10s")):
        assert other.counted_by != MS.counted_by


def test_a_push_on_other_pairs_moves_exactly_those_pairs() -> None:
    changed = MS.with_pays(push="pair of 7s to 10s")
    table, before = changed.table("base", "A"), MS.table("base", "A")
    assert [row.name for row in table.rows[:-1]] == [row.name for row in before.rows[:-1]]
    assert table.rows[-1].pays == Push() and table.rows[-1].ranks == (5, 8)
    six = evaluate(RANKINGS["five-card"], _cards("6c 6d 2h 3s 9c"))
    assert before.row_for(six) is not None and table.row_for(six) is None
    assert changed.with_pays(push="pair of 6s to 10s").fingerprint == MS.fingerprint
    assert price(changed).house_edge > price(MS).house_edge


def test_the_slow_twin_agrees_on_changed_tables() -> None:
    """Every deal of ten cards played out, without a class or a kernel."""
    deck = _cards("6c 6d 7c 7d Jc Jd Tc 9c 8c Qd")
    for changed in (
        MS.with_pays({"straight": "9 to 1", "two pair": "1 to 1"}),
        MS.with_pays(push="pair of 7s to 10s"),
        LIR.with_pays({"straight": "2 to 1", "flush": "30 to 1"}, letter="A"),
    ):
        tables = {"base": changed.table("base", "A")}
        solution = solve(stud_game(changed), stud_payoffs(changed, {"base": "A"}), deck=deck)
        assert solution.expectation() == Twin(changed.game, tables, deck).expectation()


def test_a_changed_row_reaches_the_hints_of_a_draw_game() -> None:
    hand = "2s 5s 9s Ks 8d"
    before = advise(DD, hand, dead="3c").options
    after = advise(DD.with_pays({"flush": "90 to 1"}, wager="bonus"), hand, dead="3c").options
    assert max(o.value for o in after) > max(o.value for o in before)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strait=5 to 1", "choose one of royal flush, straight flush"),
        ("straight", "write ROW=PAYS"),
        ("=5 to 1", "write ROW=PAYS"),
        ("base/Q:straight=5 to 1", "choose one of A"),
        ("bonus:straight=5 to 1", "choose one of base, three-card"),
        ("straight=0 to 1", "0 to 1"),
        ("x" * 5000, "write ROW=PAYS"),
    ],
)
def test_a_change_that_means_nothing_is_refused_with_what_is_possible(
    text: str, message: str
) -> None:
    with pytest.raises(PitbossError) as refusal:
        MS.with_changes([parse_change(text)])
    assert message in str(refusal.value)
    assert len(str(refusal.value)) < 500


def test_a_push_that_overlaps_a_paying_row_is_refused() -> None:
    with pytest.raises(PitbossError, match=r"overlaps the row 'pair of jacks or better'"):
        MS.with_changes([parse_push("pair of 7s to jacks")])


def test_a_row_of_several_wagers_needs_the_wagers_name() -> None:
    with pytest.raises(PitbossError, match="name the wager, as in two-card:flush"):
        S235.with_pays({"flush": "7 to 1"})
    changed = S235.with_changes([parse_change("five-card:flush=7 to 1")])
    assert changed.table("three-card", "A") == S235.table("three-card", "A")
    assert changed.table("five-card", "A") != S235.table("five-card", "A")


def _cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def test_a_row_without_a_wager_is_looked_for_in_every_required_wager() -> None:
    """Double Draw's base game has two wagers, and only the Bonus has a row for a flush."""
    assert DD.with_pays({"flush": "6 to 1"}).fingerprint == (
        DD.with_pays({"flush": "6 to 1"}, wager="bonus").fingerprint
    )
    one = DD.with_pays({"flush": "6 to 1"}, letter="B")
    assert one.tables["bonus"]["A"] == DD.tables["bonus"]["A"] != one.tables["bonus"]["B"]
    with pytest.raises(UnknownTable, match=r"choose one of three-card-bonus:pair, royal flush"):
        LIR.with_pays({"pair": "2 to 1"})
