"""Paytables of a house's own in its submission: read, named, marked, kept from real chips."""

import pytest

from pitboss.odds import price
from pitboss.odds.game import priced_game, priced_rules
from pitboss.rulebook import MARK
from pitboss.rulebook.paytable import To
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Checked, check, example

OWN = """[games.mississippi-stud.paytables.base.Z]
like = "A"
"straight" = "5 to 1"

"""
WAGERS = '[games.mississippi-stud.wagers]\nbase = "A"'
REAL = """
[[tables]]
name = "The Salon"
game = "mississippi-stud"
currency = "real"
"""


def house(own: str = OWN, letter: str = "Z", more: str = "") -> Checked:
    return check(example().replace(WAGERS, own + WAGERS.replace('"A"', f'"{letter}"')) + more)


def rules_of(checked: Checked) -> Rules:
    assert checked.submission is not None, checked.violations
    return Rules(checked.submission.games["mississippi-stud"])


def test_an_own_table_is_paid_and_priced_by_its_own_rows() -> None:
    rules = rules_of(house())
    assert rules.is_own
    straight = next(row for row in rules.tables["base"].rows if row.name == "straight")
    assert straight.pays == To(5)
    own = price(priced_rules(rules), "base", "Z")
    changed = priced_game("mississippi-stud").with_pays({"straight": "5 to 1"})
    assert own.house_edge == price(changed, "base", "A").house_edge
    assert round(float(own.house_edge), 4) == 0.0376  # as published for such a table


def test_tables_that_are_not_chosen_change_nothing() -> None:
    plain = rules_of(check(example()))
    unused = rules_of(house(letter="A"))
    assert not unused.is_own
    assert unused.fingerprint == plain.fingerprint
    assert rules_of(house()).fingerprint != plain.fingerprint


def test_real_chips_take_own_rules_only_if_the_submission_says_so() -> None:
    refused = house(more=REAL)
    assert [violation.key for violation in refused.violations] == ["tables[5].currency"]
    assert MARK in refused.violations[0].what
    allowed = check(
        (example().replace(WAGERS, OWN + WAGERS.replace('"A"', '"Z"')) + REAL).replace(
            "[house]\n", "[house]\nown_rules_for_real_chips = true\n"
        )
    )
    assert allowed.submission is not None
    assert allowed.submission.own_real


@pytest.mark.parametrize(
    ("own", "key", "what"),
    [
        (OWN.replace("5 to 1", "five"), "base.Z.straight", "not a payment"),
        (OWN.replace("base.Z", "base.A"), "base.A", "the document has a table A already"),
        (OWN.replace("base.Z", "ante.Z"), "ante", "no wager has this key"),
        (OWN.replace('like = "A"', 'like = "B"'), "base.Z.like", "there is no table"),
    ],
)
def test_a_bad_table_is_refused_at_its_line(own: str, key: str, what: str) -> None:
    checked = house(own)
    first = checked.violations[0]
    assert first.key == f"games.mississippi-stud.paytables.{key}"
    assert what in first.what
    line = (example().replace(WAGERS, own + WAGERS)).splitlines()[first.line - 1]
    assert line.strip()


def test_an_own_progressive_table_needs_its_envy_table() -> None:
    own = (
        OWN.replace("base.Z", "progressive.Z")
        .replace('"straight" = "5 to 1"', '"straight" = "25 for 1"')
        .replace('like = "A"', 'like = "D"')
    )
    text = example().replace(WAGERS, own + WAGERS).replace('paytable = "D"', 'paytable = "Z"')
    checked = check(text)
    assert [v.key for v in checked.violations] == ["games.mississippi-stud.progressive.paytable"]
    envy = own + '[games.mississippi-stud.paytables.envy-1.Z]\nlike = "D"\n\n'
    rules = rules_of(check(text.replace(own, envy)))
    assert rules.is_own
    assert rules.envy is not None
    assert rules.envy.letter == "Z"
