"""Strategies written as Python functions: their exact cost, and what is refused."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import pitboss
from kit.tiers import tier
from pitboss.cards import parse_cards
from pitboss.commands import simulate as cli
from pitboss.odds.game import priced_game
from pitboss.odds.rule_lists.functions import Situation, function_policy, policy_acts
from pitboss.odds.rule_lists.loader import is_function, load_function
from pitboss.odds.rule_lists.price import listed_acts, price
from pitboss.odds.rule_lists.text import BadPolicy, Rule, RuleList
from pitboss.odds.strategy.advice import advise

LIR, MS = priced_game("let-it-ride"), priced_game("mississippi-stud")
RANKS = "23456789TJQKA"


SAME_LIST = tuple(
    RuleList(
        decision,
        (
            Rule("pair of 6s or better", "bet 3"),
            Rule("pair of 2s or better", "bet 1"),
            Rule("otherwise", "fold"),
        ),
    )
    for decision in ("third-street", "fourth-street", "fifth-street")
)


def pairs_only(situation: Situation) -> str:
    ranks = [RANKS.index(card[0]) for card in situation.cards]
    if len({*ranks}) == len(ranks):
        return "fold"
    more = len({*ranks}) < len(ranks) - 1  # two pair, or three of a kind and better
    high = max(rank for rank in ranks if ranks.count(rank) > 1) >= RANKS.index("6")
    return "bet 3" if more or high else "bet 1"


def test_a_function_is_what_the_same_rule_list_is() -> None:
    letters = {"base": "A"}
    text = function_policy(MS, letters, pairs_only, "pairs_only")
    acts, listed = policy_acts(MS, letters, text), listed_acts(MS, letters, SAME_LIST)
    assert acts.keys() == listed.keys()
    run = pitboss.simulate("mississippi-stud", 200_000, policy=pairs_only, seed=3)
    results = run.estimates()
    assert all(each.agrees for each in results)
    # The cost follows from two counts over every deal; the rule list sums its mistakes instead.
    assert run.cost(results) == Fraction(price(MS, letters, SAME_LIST).cost) > 0


@pytest.mark.parametrize("game", tier(("235-stud",), ("235-stud", "let-it-ride")))
def test_the_best_play_costs_nothing(game: str) -> None:
    def best(situation: Situation) -> str:
        return advise(game, " ".join(situation.cards)).best.act

    run = pitboss.simulate(game, 50_000, policy=best, seed=3)
    assert run.cost(run.estimates()) == 0


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (lambda s: "jump", "'jump' is not an act of third-street; return one of fold, bet 1"),
        (lambda s: 3, "it answered 3 at third-street; return the act as text"),
        (lambda s: s.nothing, "it failed at third-street with .*AttributeError"),
        (
            lambda s: "fold" if s.cards[0].endswith("h") else "bet 1",
            "differently, and no result depends on what distinguishes them",
        ),
    ],
)
def test_a_strategy_that_means_nothing_is_refused(
    play: Callable[[Situation], str], message: str
) -> None:
    with pytest.raises(BadPolicy, match=message):
        function_policy(MS, {"base": "A"}, play, "mine")


def test_the_command_takes_a_file_and_a_function(tmp_path: Path) -> None:
    source = tmp_path / "mine.py"
    source.write_text(
        "def play(s):\n"
        "    return 'bet 1' if len({c[0] for c in s.cards}) < len(s.cards) else 'fold'\n"
    )
    argv = ["mississippi-stud", "--policy", f"{source}:play", "--rounds", "1e5", "--seed", "1"]
    run = CliRunner().invoke(cli.command, [*argv, "--json"], catch_exceptions=False)
    record = json.loads(run.stdout)
    assert Fraction(record["cost_against_optimal"]["fraction"]) > 0
    assert record["provenance"]["seed"] == 1 and record["agrees"]
    text = CliRunner().invoke(cli.command, argv, catch_exceptions=False).stdout
    assert "Against optimal play it loses" in text
    assert is_function("mine.py") and is_function("mine:play") and not is_function("mine.txt")
    with pytest.raises(BadPolicy, match="has no function 'nope'"):
        load_function(f"{source}:nope")
    with pytest.raises(BadPolicy, match="there is no file"):
        load_function("nowhere.py")
    with pytest.raises(BadPolicy, match="cannot import"):
        load_function("no_such_module_here:play")


def test_the_cards_of_a_situation_are_the_notations() -> None:
    questions: list[Situation] = []

    def ask(situation: Situation) -> str:
        questions.append(situation)
        return "withdraw"

    function_policy(LIR, {"base": "A"}, ask, "ask")
    assert {s.decision for s in questions} and {len(s.cards) for s in questions} == {3, 4}
    for situation in questions[:200]:
        cards = parse_cards(" ".join(situation.cards))
        assert list(cards) == sorted(cards, reverse=True)
        assert situation.acts == ("withdraw", "ride")
