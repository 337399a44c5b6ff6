"""What a felt needs to be drawn: the spots, tables and limits of one table's rules, as data."""

from typing import Any, Final

from litestar import get
from litestar.params import FromPath

from pitboss.money import format_short
from pitboss.rulebook.model import Decide, Exchange
from pitboss.rulebook.rules import Rules
from pitboss.web.door import ANYONE
from pitboss.web.routes import Ask, parts


def describe(rules: Rules) -> dict[str, Any]:
    game, choices = rules.game, rules.choices
    return {
        "game": game.key,
        "name": game.name,
        "rules": rules.short,
        "seats": game.seats,
        "hole": game.hole,
        "community": game.community,
        "box": game.box if rules.deals_box else 0,
        "hidden": list(game.hidden),
        "chips": list(choices.chips),
        "minimum": choices.minimum,
        "maximum": choices.maximum,
        "boxes": choices.boxes,
        "limit": rules.payout_limit,
        "spots": [_spot(rules, key) for key in rules.spots],
        "stages": [
            {"stage": step.stage, "spot": getattr(step, "spot", "")}
            for step in game.play
            if isinstance(step, Decide | Exchange)
        ],
        "wagers": [_wager(rules, key) for key in rules.wagers],
        "envy": _rows(rules.envy.rows) if rules.envy else [],
        "inscriptions": _inscriptions(rules),
    }


def _spot(rules: Rules, key: str) -> dict[str, Any]:
    spot = rules.spots[key]
    least, most = rules.limits(spot)
    wager = rules.wagers[spot.wager]
    return {
        "spot": key,
        "name": rules.label(wager) if wager.label_option else spot.name,
        "wager": spot.wager,
        "required": spot.required,
        "equal_to": spot.equal_to,
        "multiples": list(spot.multiples),
        "of": spot.of,
        "needs": list(spot.needs),
        "least": least,
        "most": most,
        "progressive": wager.progressive,
        "clause": spot.clause,
    }


def _wager(rules: Rules, key: str) -> dict[str, Any]:
    wager, table = rules.wagers[key], rules.tables[key]
    return {
        "wager": key,
        "name": rules.label(wager),
        "paytable": table.letter,
        "clause": table.clause,
        "rows": _rows(table.rows),
        "pays_as": wager.pays_as,
    }


def _rows(rows: Any) -> list[dict[str, str]]:
    return [{"hand": row.name, "pays": str(row.pays), "clause": row.clause} for row in rows]


def _inscriptions(rules: Rules) -> list[dict[str, str]]:
    """What chapter 2 wants the player to be told, in words."""
    limit = rules.payout_limit
    said = {
        "joker": "A joker is an ace, or completes a straight or a flush",
        "limit": f"Payout limit per hand {format_short(limit)}" if limit is not None else "",
        "multiples": "Each street is bet at 1, 2 or 3 times the ante",
    }
    return [
        {"text": said[mark.what], "clause": mark.clause}
        for mark in rules.game.inscriptions
        if said.get(mark.what)
    ]


@get("/api/tables/{table:str}/felt", roles=ANYONE, sync_to_thread=True)
def felt(request: Ask, table: FromPath[str]) -> dict[str, Any]:
    """A table's layout and paytables."""
    house, _, _ = parts(request)
    return describe(house.live(table).table.rules)


FELT_ROUTES: Final = (felt,)
