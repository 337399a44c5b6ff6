"""Own rules are content: they travel with a house's choices and are priced as what they are."""

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from pitboss.odds.game import priced_game, priced_in, priced_rules
from pitboss.rulebook import (
    GAMES,
    PUBLISHED,
    OwnRules,
    fingerprint,
    own_rules,
    paytables,
    rules_fingerprint,
)
from pitboss.rulebook.paytable import To
from pitboss.rulebook.rules import Choices, Rules, plain_choices

MS = GAMES["mississippi-stud"]


def generous() -> OwnRules:
    table = paytables(MS.key)["base"]["A"]
    rows = tuple(
        replace(row, pays=To(700)) if place == 0 else row for place, row in enumerate(table.rows)
    )
    changed = replace(table, key="mississippi-stud.base.Z", letter="Z", rows=rows)
    return OwnRules(tables={"base": {"Z": changed}})


def test_choices_without_own_rules_are_what_they_always_were() -> None:
    choices = plain_choices(MS)
    assert choices.own is UNSET
    assert b"own" not in msgspec.json.encode(choices)
    assert Rules(choices).fingerprint[:12] == "fcae4983c071"
    assert not Rules(choices).is_own


@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_survives_the_log(key: str) -> None:
    declared = GAMES[key]
    choices = plain_choices(declared, own=OwnRules(declared, paytables(key)))
    again = msgspec.json.decode(msgspec.json.encode(choices), type=Choices)
    assert again == choices
    assert Rules(again).is_own
    assert rules_fingerprint(Rules(again).game, Rules(again).all_tables) == fingerprint(key)


def test_an_own_table_is_priced_as_itself_and_not_as_the_published_one() -> None:
    own = generous()
    choices = plain_choices(MS, own=own)
    published, at_z = Rules(choices), Rules(replace(choices, tables=choices.tables | {"base": "Z"}))
    assert not published.is_own and at_z.is_own
    assert at_z.tables["base"].rows[0].pays == To(700)
    priced = priced_rules(at_z)
    assert priced is priced_in(PUBLISHED.with_own(MS.key, own), MS.key)
    assert priced.fingerprint != priced_game(MS.key).fingerprint
    assert priced.table("base", "Z").rows[0].pays == To(700)
    assert priced_rules(published) is priced_game(MS.key)
    assert own_rules(priced.game, priced.tables) == own
    assert own_rules(MS, paytables(MS.key)) is UNSET
