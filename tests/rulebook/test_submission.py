"""The rules submission: one story for each thing the rulebook forbids an operator."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from kit.submissions import load
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.model import Game
from pitboss.rulebook.rules import Choices, Rules
from pitboss.rulebook.submission import (
    Submission,
    Violation,
    check,
    default_house,
    example,
)

MOST = 10_000_000  # cents; more than any meter's least amount
FORBIDDEN_FILE = Path(__file__).parents[1] / "data" / "forbidden_choices.txt"
S, D, L, M = (f"games.{key}" for key in GAMES)


def edited(*edits: str) -> tuple[str, int]:
    """The example with `table key = value` said instead; with nothing after the =, not said at all.

    Also gives the line where the last edit was made: of the key, or of its table.
    """
    lines, line = example().splitlines(), 0
    for edit in edits:
        table, _, assignment = edit.partition(" ")
        key, _, value = assignment.partition(" =")
        header = next(n for n, text in enumerate(lines) if text.startswith(f"[{table}]"))
        end = next(
            (n for n in range(header + 1, len(lines)) if lines[n].startswith("[")), len(lines)
        )
        place = next((n for n in range(header, end) if lines[n].startswith(f"{key} =")), None)
        if value and place is None:
            lines.insert(header + 1, f"{key} ={value}")
            line = header + 2
        elif value and place is not None:
            lines[place] = f"{key} ={value}"
            line = place + 1
        else:
            assert place is not None, edit
            del lines[place]
            line = header + 1
    return "\n".join(lines) + "\n", line


def without(table: str) -> str:
    """The example without a table, its subtables included."""
    lines, skipping = [], False
    for line in example().splitlines():
        if line.startswith("["):
            skipping = line.startswith((f"[{table}]", f"[{table}."))
        if not skipping:
            lines.append(line)
    assert len(lines) < len(example().splitlines())
    return "\n".join(lines) + "\n"


class ForbiddenChoice(NamedTuple):
    edits: tuple[str, ...]
    key: str
    clause: str
    says: str  # a part of what is wrong; what is allowed


def read_forbidden() -> Iterator[ForbiddenChoice]:
    edits: list[str] = []
    for line in FORBIDDEN_FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("> "):
            edits.append(line[2:])
        elif line.startswith("! "):
            key, clause, says = line[2:].split(" | ")
            yield ForbiddenChoice(tuple(edits), key, clause.removeprefix("-"), says)
            edits = []
    assert not edits


FORBIDDEN = tuple(read_forbidden())


def test_the_file_of_forbidden_choices_was_read() -> None:
    assert len(FORBIDDEN) >= 66


@pytest.mark.parametrize("row", FORBIDDEN, ids=lambda row: f"{row.key} {row.says}")
def test_each_choice_that_is_not_allowed_is_told_with_its_line_and_clause(
    row: ForbiddenChoice,
) -> None:
    text, line = edited(*row.edits)
    result = check(text)
    assert result.submission is None
    (violation,) = result.violations
    assert (violation.line, violation.key, violation.clause) == (line, row.key, row.clause)
    assert row.says in f"{violation.what}; {violation.allowed}"


def violations(text: str) -> list[Violation]:
    result = load(text)
    assert isinstance(result, list)
    return result


def chosen(game: str, *edits: str) -> Choices:
    result = check(edited(*edits)[0])
    assert result.violations == ()
    assert result.submission is not None
    return result.submission.games[game]


def test_rates_may_share_a_wager_but_not_exceed_it() -> None:
    """Ruling G7."""
    mega = f"{M}.progressive.meters.mega rate ="
    assert isinstance(load(edited(f"{mega} '89.25%'")[0]), Submission)
    (violation,) = violations(edited(f"{mega} '89.2501%'")[0])
    assert violation.key == f"{M}.progressive.meters"
    assert (violation.what, violation.clause) == ("the rates add up to 100.0001%", "G7")


def test_the_meters_are_those_of_the_paytable() -> None:
    faults = violations(edited(f"{M}.progressive paytable = 'A'")[0])
    assert [(v.key.rpartition(".")[2], v.clause) for v in faults] == [
        ("mega", "MS 12.C(1)(a)"),
        ("meter", "MS 12.C(3)(b)(i)"),  # missing, so reported where the meters begin
        ("major", "MS 12.C(1)(a)"),
        ("minor", "MS 12.C(1)(a)"),
    ]
    assert "$10,000 or more" in faults[1].allowed


def test_a_progressive_has_meters_and_meters_have_a_progressive() -> None:
    (violation,) = violations(without(f"{L}.progressive.meters.meter"))
    assert (violation.key, violation.what) == (f"{L}.progressive.meters", "missing")
    orphaned = edited(f"{L}.progressive paytable =", f"{L}.progressive stake =")[0]
    assert [v.key.rpartition(".")[2] for v in violations(orphaned)] == ["paytable", "stake"]
    assert isinstance(load(without(f"{L}.progressive")), Submission)


def with_meters(game: str, letter: str, amounts: Mapping[str, int]) -> str:
    """The example with another progressive paytable: each meter at 10%, from and to an amount."""
    text = without(f"games.{game}.progressive")
    text += f"[games.{game}.progressive]\npaytable = '{letter}'\nstake = 5\n"
    for name, cents in amounts.items():
        text += f"[games.{game}.progressive.meters.{name}]\nrate = '10%'\n"
        text += f"initial = '{cents // 100}.{cents % 100:02}'\nreset = {MOST // 100}\n"
    return text


PROGRESSIVES = [
    (game.key, letter)
    for game in GAMES.values()
    if game.progressive
    for letter in paytables(game.key)["progressive"]
]


@pytest.mark.parametrize(("game", "letter"), PROGRESSIVES)
def test_no_meter_starts_below_its_minimum(game: str, letter: str) -> None:
    """A rate for each meter, and an amount not below its figure; a cent less is refused.

    shows 235 12.F, LIR .12F and MS 12.C(3)
    """
    table = paytables(game)["progressive"][letter]
    house = load(with_meters(game, letter, table.meters))
    assert isinstance(house, Submission)
    terms = house.games[game].meters
    assert [(t.meter, t.rate, t.initial) for t in terms] == [
        (name, 100_000, least) for name, least in table.meters.items()
    ]
    short = {name: least - 1 for name, least in table.meters.items()}
    faults = violations(with_meters(game, letter, short))
    assert [v.clause for v in faults] == list(table.meter_clauses.values())
    assert all(v.key.endswith(".initial") for v in faults)


@pytest.mark.parametrize(("game", "letter"), PROGRESSIVES)
def test_the_progressive_letter_designates_the_envy_table(game: str, letter: str) -> None:
    """Ruling G6. shows 235 12.H(2), LIR .12H(2) and MS 12.C(5)(b)"""
    table = paytables(game)["progressive"][letter]
    house = load(with_meters(game, letter, table.meters))
    assert isinstance(house, Submission)
    assert Rules(house.games[game]).envy == paytables(game)["envy-5"][letter]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_dealing_from_the_hand_takes_a_shuffler(game: Game) -> None:
    """shows 235 9.A(1), DD .09A(1), LIR .09A(1) and MS 9.A(1)"""
    bare = without(f"games.{game.key}.dealing")
    by_hand = f"[games.{game.key}.dealing]\nmethod = 'hand'\n"
    (violation,) = violations(bare + by_hand)
    dealing = game.dealing("hand")
    assert dealing is not None
    assert violation.clause == dealing.requires
    assert isinstance(load(bare + by_hand + "shuffler = true\n"), Submission)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_submission_says_how_many_boxes(game: Game) -> None:
    """shows 235 7.F, LIR .07F and MS 7.G"""
    most = 1 if game.key == "mississippi-stud" else game.seats
    for boxes in range(1, game.seats + 2):
        result = load(edited(f"games.{game.key} adjacent_boxes = {boxes}")[0])
        if isinstance(result, Submission):
            assert result.games[game.key].boxes == boxes <= most
        else:
            assert boxes > most
            assert [v.what for v in result] == [f"{boxes} boxes"]


def test_stakes_fixed_by_the_rules_need_chips_that_make_them() -> None:
    """Ruling G20: a $5 chip cannot make the Five Card Bonus, nor a $1 progressive wager."""
    faults = violations(edited(f"{L} chips = [5, 25]", f"{L}.limits three-card-bonus = [5, 5]")[0])
    assert {v.clause for v in faults} == {"G20"}
    assert [v.key.removeprefix(f"{L}.") for v in faults] == [
        "wagers.five-card-bonus",
        "limits.six-card-bonus",
        "progressive.stake",
    ]


def test_a_shoe_that_reshuffles_may_deal_the_community_first() -> None:
    """Rulings G28, G37. Such a device counts by itself, whether or not the file says so."""
    choices = chosen(
        "235-stud",
        f"{S}.dealing variant = 'packet-first'",
        f"{S}.dealing reshuffles = true",
        f"{S}.dealing shuffler_counts =",
        f"{S}.dealing shuffler =",
    )
    assert (choices.variant, choices.device_reshuffles) == ("packet-first", True)
    assert (choices.shuffler, choices.shuffler_counts) == (True, True)


def test_the_least_and_the_most_may_be_one_amount() -> None:
    choices = chosen("let-it-ride", f"{L} minimum = 25", f"{L} maximum = '$25.00'")
    assert (choices.minimum, choices.maximum) == (2500, 2500)
    choices = chosen("let-it-ride", f"{L}.limits five-card-bonus = [1, 1]")
    assert list(choices.side_limits) == ["three-card-bonus", "six-card-bonus"]


def test_the_least_winem_all_wager_may_be_said_in_either_place() -> None:
    """Rulings G13, S6."""
    option, limits = f"{S}.options winem_all_minimum =", f"{S}.limits winem-all ="
    for edits, least in (
        ((option, f"{limits} [2, 9]"), 200),
        ((f"{option} 3", limits), 300),
        ((option, limits), 500),  # the table minimum
    ):
        rules = Rules(chosen("235-stud", *edits))
        assert rules.limits(rules.spots["winem-all"])[0] == least


@pytest.mark.parametrize(
    ("game", "minimum", "ceiling"),
    [
        (M, 5, 50_000),
        (M, 20, 100_000),  # 5,000 times the minimum
        (S, 5, 50_000),
        (S, 50, 55_062),  # 1,101 times the minimum, and 12 times the $1 of Win'em All
    ],
)
def test_the_payout_ceiling_rises_with_the_minimum(game: str, minimum: int, ceiling: int) -> None:
    """Ruling G13. shows 235 12.K(1), 235 12.K(2), MS 12.B(1) and MS 12.B(2)"""
    least, limit = f"{game} minimum = {minimum}", f"{game}.options payout_limit ="
    result = check(edited(least, f"{limit} {ceiling}")[0])
    assert (result.violations, result.warnings) == ((), ())
    (violation,) = violations(edited(least, f"{limit} {ceiling + 1}")[0])
    assert violation.allowed == f"${ceiling:,} at most, at this minimum"


@pytest.mark.parametrize("game", GAMES)
def test_the_operator_sets_the_payout_limit(game: str) -> None:
    """shows 235 2.B(9), DD .02B(6) and LIR .02B(10)"""
    house = load(edited(f"games.{game}.options payout_limit = '$25,000'")[0])
    assert isinstance(house, Submission)
    assert Rules(house.games[game]).payout_limit == 2_500_000


def test_a_lower_payout_limit_is_warned_of_and_allowed() -> None:
    text, line = edited(f"{M}.options payout_limit = '$20,000'")
    result = check(text)
    assert result.submission is not None
    assert Rules(result.submission.games["mississippi-stud"]).payout_limit == 2_000_000
    (warning,) = result.warnings
    assert (warning.line, warning.clause) == (line, "G13")
    assert "below the $50,000 allowed" in warning.what
    (warning,) = check(edited(f"{L}.options payout_limit = '$20,000'")[0]).warnings
    assert (warning.clause, warning.allowed) == ("G14", "leave it out to have none")
    assert "one hand can win at the table minimum" in warning.what
    high = check(edited(f"{L}.options payout_limit = '$5,000,000'")[0])
    assert high.submission is not None and high.warnings == ()


def test_what_changes_nothing_is_warned_of() -> None:
    text = edited(f"{S}.wagers winem-all =", f"{S}.options winem_all_label = 'Hat Trick'")[0]
    result = check(text)
    assert result.submission is not None
    assert "winem-all" not in result.submission.games["235-stud"].side_limits
    assert [w.key.removeprefix(f"{S}.") for w in result.warnings] == [
        "limits.winem-all",
        "options.winem_all_label",
        "options.winem_all_minimum",
    ]


def test_six_card_bonus_needs_no_bonus_that_the_table_leaves_out() -> None:
    """Ruling L4."""
    text = edited(f"{L}.wagers five-card-bonus =", f"{L}.wagers three-card-bonus =")[0]
    house = load(text)
    assert isinstance(house, Submission)
    needs = Rules(house.games["let-it-ride"]).spots["six-card-bonus"].needs
    assert needs == ("bet-1", "bet-2", "bet-3")


def test_a_game_kept_out_needs_no_choices_and_no_table_is_opened_for_it() -> None:
    text = without(L).replace("[[tables]]", f"[{L}]\noffered = false\n\n[[tables]]", 1)
    (violation,) = violations(text)
    assert violation.key == "tables[3].game"
    assert "does not offer let-it-ride" in violation.what
    house = load(text.replace('"let-it-ride"', '"double-draw"'))
    assert isinstance(house, Submission)
    assert list(house.games) == ["235-stud", "double-draw", "mississippi-stud"]


def test_a_house_offers_a_game_and_names_its_tables_apart() -> None:
    nothing = f"[house]\nname = 'H'\noperator = 'O'\n[{L}]\noffered = false\n"
    (violation,) = violations(nothing)
    assert violation.what == "no game is offered"
    text = example().replace('"Open Range"', '"THREE PRIMES"')
    (violation,) = violations(text)
    assert violation.key == "tables[3].name"
    assert text.splitlines()[violation.line - 1] == 'name = "THREE PRIMES"'


def test_everything_is_told_at_once_in_the_order_of_the_file() -> None:
    faults = (
        ("house name = 5", "house.name"),
        (f"{S}.options winem_all_label = 'X'", f"{S}.options.winem_all_label"),
        (f"{D} minimum = 1000", f"{D}.maximum"),
        (f"{D}.dealing shuffler = false", f"{D}.dealing.decks"),
        (f"{L} maximum = []", f"{L}.maximum"),
        (f"{L}.wagers bogus = 'A'", f"{L}.wagers.bogus"),
        (f"{L}.progressive stake = 3", f"{L}.progressive.stake"),
        (f"{M} adjacent_boxes = 2", f"{M}.adjacent_boxes"),
        (f"{M}.progressive.meters.major reset = 1", f"{M}.progressive.meters.major.reset"),
        (f"{M}.options payout_limit = 60_000", f"{M}.options.payout_limit"),
    )
    text, _ = edited(*(edit for edit, _ in reversed(faults)))
    rows = violations(text)
    assert [v.key for v in rows] == [key for _, key in faults]
    assert [v.line for v in rows] == sorted({v.line for v in rows})


def test_saying_a_default_aloud_changes_nothing() -> None:
    explicit, silent = (load(example()), load(edited(f"{M}.options ace_low_three_card =")[0]))
    assert explicit == silent
    other = load(edited(f"{M}.options ace_low_three_card = false")[0])
    assert isinstance(other, Submission)
    assert other.games["mississippi-stud"].options == {"ace_low_three_card": False}


def test_the_example_is_complete_and_valid_and_the_default_house() -> None:
    result = check(example())
    assert (result.violations, result.warnings) == ((), ())
    assert result.submission == default_house()
    assert list(default_house().games) == list(GAMES)
    assert {table.game for table in default_house().tables} == set(GAMES)
    for game in GAMES.values():
        rules = Rules(default_house().games[game.key])
        assert list(rules.wagers) == [wager.key for wager in game.wagers]
        section = example().partition(f"[games.{game.key}.options]")[2].partition("──")[0]
        assert all(f"{option.key} =" in section for option in game.options)


def test_every_letter_of_every_wager_can_be_chosen() -> None:
    for game in GAMES.values():
        for wager in game.wagers:
            if wager.progressive or wager.pays_as:
                continue
            for letter in paytables(game.key)[wager.key]:
                house = load(edited(f"games.{game.key}.wagers {wager.key} = '{letter}'")[0])
                assert isinstance(house, Submission)
                assert house.games[game.key].tables[wager.key] == letter
