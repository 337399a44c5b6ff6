"""What a felt needs to be drawn: the spots, tables and limits of one table's rules, as data.

Words are the page's own; here are keys, names from the rulebook, amounts and clauses.
"""

from typing import Any, Final

from litestar import get
from litestar.params import FromPath

from pitboss.house.floor.arranging import kept_submission
from pitboss.rulebook.model import Decide, Exchange, Inscription, Reveal, Spot
from pitboss.rulebook.paytable import Row
from pitboss.rulebook.rules import Rules
from pitboss.web.api.routes import Ask, parts
from pitboss.web.guard import ANYONE


def describe(rules: Rules) -> dict[str, Any]:
    game, choices = rules.game, rules.choices
    return {
        "game": game.key,
        "name": game.name,
        "rules": rules.short,
        "seats": game.seats,
        "hole": game.hole,
        "community": game.community,
        "community_names": _community_names(rules),
        "box": game.box if rules.deals_box else 0,
        "hidden": list(game.hidden),
        "chips": list(choices.chips),
        "minimum": choices.minimum,
        "maximum": choices.maximum,
        "boxes": choices.boxes,
        "boxes_clause": game.cite("wager.boxes") or "G19",
        "limit": rules.payout_limit,
        "limit_clause": game.limit.clause,
        "spots": [_spot(rules, key) for key in rules.spots],
        "stages": [
            {"stage": step.stage, "spot": getattr(step, "spot", "")}
            for step in game.play
            if isinstance(step, Decide | Exchange)
        ],
        "wagers": [_wager(rules, key) for key in rules.wagers],
        "envy": _rows(rules.envy.rows) if rules.envy else [],
        "envy_clause": rules.envy.clause if rules.envy else "",
        "inscriptions": [_inscription(rules, mark) for mark in game.inscriptions],
        "fixtures": [{"what": fixture.what, "clause": fixture.clause} for fixture in game.fixtures],
    }


def _spot(rules: Rules, key: str) -> dict[str, Any]:
    spot = rules.spots[key]
    least, most = rules.limits(spot)
    wager = rules.wagers[spot.wager]
    return {
        "spot": key,
        "name": rules.label(wager) if wager.label_option else spot.name,
        "kind": _kind(rules, spot),
        "wager": spot.wager,
        "required": spot.required,
        "equal_to": spot.equal_to,
        "multiples": list(spot.multiples),
        "of": spot.of,
        "needs": list(spot.needs),
        "least": least,
        "most": most,
        "progressive": wager.progressive,
        "collected": wager.collected,
        "lammer": wager.lammer,
        "clause": spot.clause,
        "area": wager.area,
    }


def _kind(rules: Rules, spot: Spot) -> str:
    """How its area is drawn: what must be bet, what a decision fills, what may be bet besides."""
    if rules.wagers[spot.wager].progressive:
        return "progressive"
    if spot.multiples:
        return "decision"
    return "required" if spot.required else "side"


def _wager(rules: Rules, key: str) -> dict[str, Any]:
    wager, table = rules.wagers[key], rules.tables[key]
    cards = rules.game.hands[table.cards or wager.on]
    decided = {"hole": cards.hole, "community": cards.community, "box": cards.box}
    return {
        "wager": key,
        "name": rules.label(wager),
        "paytable": table.letter,
        "clause": table.clause,
        "rows": _rows(table.rows),
        "pays_as": wager.pays_as,
        # A wager that wins with others is decided on no cards of its own.
        "on": {} if wager.wins_with else {place: list(slots) for place, slots in decided.items()},
        "wins_with": list(wager.wins_with),
    }


def _rows(rows: tuple[Row, ...]) -> list[dict[str, str]]:
    return [{"hand": row.name, "pays": str(row.pays), "clause": row.clause} for row in rows]


def _inscription(rules: Rules, mark: Inscription) -> dict[str, Any]:
    """What chapter 2 wants the player to be told, and the amounts it is told with."""
    told: dict[str, Any] = {"what": mark.what, "clause": mark.clause}
    if mark.what == "limit":
        told["cents"] = rules.payout_limit
    if mark.what == "multiples":
        spots = [spot for spot in rules.spots.values() if spot.multiples]
        told["multiples"] = list(spots[0].multiples)
        told["spots"] = [spot.name for spot in spots]
        told["of"] = rules.spots[spots[0].of].name
    if mark.what == "streets":
        told["names"] = _community_names(rules)
    return told


def _community_names(rules: Rules) -> list[str]:
    """Where the layout inscribes each community card: the spot that is bet before it is turned."""
    game = rules.game
    if all(mark.what != "streets" for mark in game.inscriptions):
        return [""] * game.community
    names: list[str] = []
    for before, step in zip(game.play, game.play[1:], strict=False):
        if isinstance(step, Reveal) and step.what == "community" and isinstance(before, Decide):
            names += [rules.spots[before.spot].name] * step.cards
    return names


@get("/api/tables/{table:str}/felt", roles=ANYONE, sync_to_thread=True)
def felt(request: Ask, table: FromPath[str]) -> dict[str, Any]:
    """A table's layout, paytables and clock. `now` lets a browser read deadlines by its own."""
    house, _, _ = parts(request)
    live = house.live(table)
    row = live.row
    with house.store.read() as tx:
        submission = kept_submission(tx)
    return {
        **describe(live.table.rules),
        "table": {"id": row.id, "name": row.name, "currency": row.currency, "mode": row.mode},
        "house": submission.house if submission else "",
        "operator": submission.operator if submission else "",
        "clock": {"betting": row.settings.betting, "deciding": row.settings.deciding},
        "now": house.clock(),
    }


FELT_ROUTES: Final = (felt,)
