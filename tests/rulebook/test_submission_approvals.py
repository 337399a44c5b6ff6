"""What a submission names as approved by the Commission, and keys that it gained later."""

import re

import msgspec
import pytest

from pitboss.rulebook import GAMES
from pitboss.rulebook.model import Game
from pitboss.rulebook.rules import Choices, Rules
from pitboss.rulebook.submission import check, example
from rulebook.test_submission import L, S, chosen, edited, without

DEALT = """
[[tables]]
name = "The Pit"
game = "double-draw"
mode = "dealer"
"""


def test_an_approval_that_a_choice_needs_is_asked_for_with_its_clause() -> None:
    """shows 235 2.B, 5.I, 11.D(5)(c), MS 2.C, 5.H, 11.I(4)(c), DD .02B, .02C, .08A."""
    warnings = check(without("approvals") + DEALT).warnings
    assert [(w.key.removeprefix("approvals."), w.clause) for w in warnings] == [
        ("internal_controls", "235 11.D(5)(c)"),
        ("layout", "235 2.B"),
        ("progressive", "235 2.C(1)"),
        ("reshuffling", "MS 5.H"),
        ("shoe_place", "DD .08A"),
        ("tip_box", "DD .02C"),
    ]
    assert all("[approvals." in warning.allowed for warning in warnings)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_dealer_s_table_needs_its_furniture_approved(game: Game) -> None:
    """shows 235 2.D, 2.E, 8.A, DD .02C, .02D, .08A, LIR .02B, .02D, .02E, .08A, MS 2.B, 2.D, 2.E,
    MS 8.A.
    """
    others = "".join(f"[games.{key}]\noffered = false\n" for key in GAMES if key != game.key)
    choices = example().partition(f"[games.{game.key}]")[2].partition("# ──")[0]
    choices = re.sub(r'method = "[a-z-]+"', 'method = "manual-shoe"', choices)
    choices = re.sub(r"(?m)^(variant|reshuffles|six_card_needs).*$", "", choices)
    house = "[house]\nname = 'H'\noperator = 'O'\n"
    table = f"[[tables]]\nname = 'T'\ngame = '{game.key}'\nmode = 'dealer'\n"
    result = check(f"{house}{others}[games.{game.key}]{choices}{table}")
    assert result.violations == ()
    clauses = {
        warning.key.removeprefix("approvals."): warning.clause for warning in result.warnings
    }
    assert clauses["layout"] == game.cite("layout")
    assert clauses["shoe_place"] == game.cite("shoe.place")
    assert clauses["tip_box"] == game.cite("drop-box")


def test_an_approval_that_nothing_needs_is_not_asked_for() -> None:
    bare = "".join(f"[games.{key}]\noffered = false\n" for key in GAMES if key != "double-draw")
    game = example().partition("[games.double-draw]")[2].partition("# ──")[0]
    text = "[house]\nname = 'H'\noperator = 'O'\n" + bare + "[games.double-draw]" + game
    result = check(text)
    assert result.violations == ()
    assert [warning.key for warning in result.warnings] == ["approvals.layout"]


def test_approvals_are_part_of_the_submission() -> None:
    result = check(edited("approvals.layout date = 2026-02-03")[0])
    assert result.submission is not None
    layout = result.submission.approvals["layout"]
    assert (layout.reference, layout.date) == ("Example 1", "2026-02-03")


def test_keys_added_later_stay_out_of_the_choices_when_unset() -> None:
    """So that a fingerprint written before them still fits."""
    plain = chosen("let-it-ride")
    assert not {"confirm_above", "reads"} & msgspec.to_builtins(plain).keys()
    rules = Rules(plain)
    assert (rules.confirm_above, rules.reads) == (None, False)
    more = Rules(chosen("let-it-ride", f"{L} confirm_above = 250"))
    assert more.confirm_above == 250_00 and more.fingerprint != rules.fingerprint
    reading = Rules(chosen("235-stud", f"{S}.dealing reads = true"))
    assert reading.reads
    decoded = msgspec.json.decode(msgspec.json.encode(reading.choices), type=Choices)
    assert decoded == reading.choices


def test_the_cage_s_limit_is_read_and_has_a_default() -> None:
    limit = 'second_person_above = "$10,000"'
    assert limit in example()
    lower = check(example().replace(limit, 'second_person_above = "250.50"')).submission
    default = check(without("cage")).submission
    assert lower is not None and default is not None
    assert lower.cage.second_person_above == 250_50
    assert default.cage.second_person_above == 10_000_00
    wrong = check(example().replace(limit, "second_person_above = 0.5"))
    assert [violation.key for violation in wrong.violations] == ["cage.second_person_above"]
