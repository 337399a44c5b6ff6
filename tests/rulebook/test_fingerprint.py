"""A game's fingerprint changes when one of its rules does, and only then."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss import rulebook
from pitboss.rankings import RANKINGS
from pitboss.rulebook import GAMES, fingerprint, paytables
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Push

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every plain value of a declaration, with the way to it."""
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from leaves(getattr(value, field), (*path, f"{type(value).__name__}.{field}"))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, (key,)))
    elif isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from leaves(item, (*path, place))
    else:
        yield path, value


# What a rule is called and where it stands. Everything else in a declaration is a rule.
LABELS = {
    *("Game.name", "Game.code", "Game.documents", "Game.inscriptions", "Game.fixtures"),
    *(
        "Game.hand_names",
        "Game.cites",
        "Wager.name",
        "Wager.clause",
        "Wager.area",
        "Wager.settled",
        "Spot.name",
        "Spot.inscription",
    ),
    *("Spot.clause", "Give.clause", "Dealing.announce", "Dealing.lockout", "Dealing.collect"),
    *("Dealing.requires", "Dealing.stub", "Dealing.count", "Dealing.right", "Dealing.misdealt"),
    *(
        "Dealing.wrong",
        "Dealing.lammers",
        "Dealing.also",
        "Decide.clause",
        "Decide.declined",
        "Decide.in_turn",
    ),
    *("SettleStep.collects", "Decide.closes", "Decide.keeps", "Exchange.clause"),
    *("Exchange.collected", "Exchange.in_turn", "Exchange.replaced", "RevealStep.clause"),
    *("SettleStep.clause", "SettleStep.shown", "SettleStep.loses"),
    *("SettleStep.folded", "SettleStep.cleared", "PayoutLimit.clause", "Row.name", "Row.clause"),
    *("Paytable.clause", "Paytable.meter_clauses", "Inscription.what", "Inscription.clause"),
    *("Inscription.sign_instead", "Fixture.what", "Fixture.clause"),
    *("Ground.clause", "Ground.what", "Ground.until_shown"),
    *("Option.ruling", "PayoutLimit.ruling"),
    *(f"ProgressiveRules.{name}" for name in ("rates", "turn", "validated", "paid", "envy")),
    *(f"ProgressiveRules.{name}" for name in ("envy_table", "envy_not_own", "accepted")),
    *(f"ProgressiveRules.{name}" for name in ("full_award", "stays", "lamp")),
}


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A declaration with one leaf exchanged."""
    if not path:
        return new
    first, *rest = path
    if isinstance(value, msgspec.Struct):
        field = first.partition(".")[2]
        return msgspec.structs.replace(
            value, **{field: replaced(getattr(value, field), tuple(rest), new)}
        )
    if isinstance(value, dict):
        return {**value, first[0]: replaced(value[first[0]], tuple(rest), new)}
    return tuple(replaced(v, tuple(rest), new) if n == first else v for n, v in enumerate(value))


def another(value: Any, field: str) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str() if field in LABELS and " " in value:
            return "NV 9.G"  # of a document that no game cites yet
        case str():
            return value + "x"
    return ("ace_low_two_card", "two-card") if field == "Wager.ranking_unless" else 7


@every_game
def test_the_fingerprint_changes_with_a_rule_and_only_then(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each kind of leaf is exchanged once, and every figure of every table."""
    tables, before = paytables(game.key), fingerprint(game.key)
    fields = set()
    for tree in (game, tables):
        for path, value in leaves(tree):
            field = [step for step in path if isinstance(step, str)][-1]
            figure = field in ("To.odds", "For.odds", "Fixed.cents", "Share.percent")
            # An empty citation says that there is no such step, and that is a rule.
            if value == "" or (field in fields and not figure):
                continue
            fields.add(field)
            planted = replaced(tree, path, another(value, field))
            with monkeypatch.context() as patch:
                if tree is game:
                    patch.setitem(GAMES, game.key, planted)
                else:
                    patch.setattr(rulebook, "paytables", lambda _, planted=planted: planted)
                changed = fingerprint.__wrapped__(game.key) != before
            assert changed == (field not in LABELS), (path, value)
    assert len(fields) > 70


def test_the_fingerprint_changes_with_order_and_rankings(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "mississippi-stud"
    game, before = GAMES[key], fingerprint(key)

    def changed() -> bool:
        return fingerprint.__wrapped__(key) != before

    assert not changed()
    for field in ("play", "spots", "wagers", "dealings"):
        with monkeypatch.context() as patch:
            turned = {field: tuple(reversed(getattr(game, field)))}
            patch.setitem(GAMES, key, msgspec.structs.replace(game, **turned))
            assert changed(), field
    recipe = RANKINGS["five-card"]
    with monkeypatch.context() as patch:
        swapped = (*recipe.categories[:4], recipe.categories[5], recipe.categories[4])
        ranking = msgspec.structs.replace(recipe, categories=swapped + recipe.categories[6:])
        patch.setitem(RANKINGS, "five-card", ranking)
        assert changed()
    with monkeypatch.context() as patch:
        ranking = msgspec.structs.replace(recipe, clauses=("MS 9.G",))
        patch.setitem(RANKINGS, "five-card", ranking)
        assert not changed()
    assert not changed()


def test_a_push_made_a_payment_changes_the_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "mississippi-stud"
    tables, before = paytables(key), fingerprint(key)
    table = tables["base"]["A"]
    last = msgspec.structs.replace(table.rows[-1], pays=table.rows[-2].pays)
    assert isinstance(table.rows[-1].pays, Push)
    for rows in ((*table.rows[:-1], last), table.rows[:-1], (*table.rows[1:], table.rows[0])):
        planted = msgspec.structs.replace(table, rows=rows)
        changed = {**tables, "base": {"A": planted}}
        monkeypatch.setattr(rulebook, "paytables", lambda _, changed=changed: changed)
        assert fingerprint.__wrapped__(key) != before


def test_fingerprints_tell_the_games_apart() -> None:
    prints = {fingerprint(key) for key in GAMES}
    assert len(prints) == 4
    assert all(re.fullmatch("[0-9a-f]{64}", each) for each in prints)
