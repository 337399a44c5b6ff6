"""Addresses of the games and their rules."""

from typing import Any, Final

import msgspec
from litestar.params import FromPath

from pitboss.house.live_table import TableRow
from pitboss.house.pricing.menu import shipped_edge
from pitboss.house.service import House
from pitboss.rulebook import GAMES, describe, find_game, fingerprint, paytables, register
from pitboss.rulebook.describe import Line
from pitboss.rulebook.model import Game
from pitboss.rulebook.rules import Rules
from pitboss.web.api.common import ApiRequest, get
from pitboss.web.guard import ANYONE


def _motif(game: Game) -> dict[str, Any]:
    """The data for a small picture of the felt."""
    return {
        "hole": game.hole,
        "hidden": list(game.hidden),
        "community": game.community,
        "box": game.box,
        "seats": game.seats,
        "jokers": len(game.cards) - 52,
        "spots": [
            {
                "name": spot.name,
                "required": spot.required,
                "decided": bool(spot.multiples),
                "progressive": game.wager(spot.wager).progressive,
            }
            for spot in game.spots
        ],
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        "game": game.key,
        "name": game.name,
        "rules": fingerprint(game.key)[:16],
        "seats": game.seats,
        "deck": describe.deck(game),
        "motif": _motif(game),
        "wagers": [wager.name for wager in game.wagers],
    }


@get("/api/games", ANYONE)
def games(request: ApiRequest) -> list[dict[str, Any]]:
    """Every game of the rulebook, the data for its picture, and its tables' house edges."""
    edges: dict[str, dict[str, Any]] = {key: {} for key in GAMES}
    for row in request.house.table_rows():
        tables = request.house.live(row.id).table.rules.tables
        letters = {key: table.letter for key, table in tables.items()}
        edges[row.game][row.id] = shipped_edge(row.game, letters)
    return [_game(game) | {"edges": edges[game.key]} for game in GAMES.values()]


def _line(line: Line) -> dict[str, Any]:
    return {"text": line.text, "clauses": [clause for clause in line.clauses if clause]}


def _tables(game: Game) -> list[dict[str, Any]]:
    """One wager may have two: tables for hands of different sizes are kept apart."""
    every = paytables(game.key)
    order = [wager.key for wager in game.wagers]
    keys = sorted(every, key=lambda key: order.index(key) if key in order else len(order))
    return [
        {
            "wager": key,
            "title": matrix.title,
            "letters": list(matrix.letters),
            "clauses": list(matrix.clauses),
            "rows": [{"hand": name, "pays": list(pays)} for name, pays in matrix.rows],
            "notes": list(matrix.notes),
        }
        for key in keys
        for matrix in describe.matrices(game, {key: every[key]})
    ]


def _chapters(game: Game) -> list[dict[str, Any]]:
    chapters: list[dict[str, Any]] = []
    for document in game.documents:
        title = f"{document} · {register.DOCUMENTS[document]}"
        chapters.append({"title": title, "clauses": []})
        for clause in register.clauses_of(document).values():
            if clause.status == "chapter":
                chapters.append({"title": f"{clause.id} · {clause.says}", "clauses": []})
            else:
                row = {"id": clause.id, "status": clause.status, "says": clause.says}
                chapters[-1]["clauses"].append(row | {"by": clause.by, "see": list(clause.see)})
    return [chapter for chapter in chapters if chapter["clauses"]]


def _table(row: TableRow, rules: Rules) -> dict[str, Any]:
    """One table of this house: its paytables and limits."""
    choices = row.choices
    return {
        "id": row.id,
        "name": row.name,
        "currency": row.currency,
        "mode": row.mode,
        "rules": rules.short,
        "minimum": choices.minimum,
        "maximum": choices.maximum,
        "payout_limit": rules.payout_limit,
        "boxes": choices.boxes,
        "letters": {key: rules.tables[key].letter for key in rules.wagers},
        "spots": [
            {"spot": spot.key, "name": spot.name, "least": least, "most": most}
            for spot in rules.spots.values()
            for least, most in [rules.limits(spot)]
        ],
        "progressive_stake": choices.progressive_stake,
        "meters": msgspec.to_builtins(choices.meters),
    }


def describe_rules(game: Game, house: House) -> dict[str, Any]:
    return {
        **_game(game),
        "documents": [{"code": d, "title": register.DOCUMENTS[d]} for d in game.documents],
        "boxes": describe.boxes_words(game),
        "play": [_line(describe.step_line(game, step)) for step in game.play],
        "dealings": [
            {
                "name": describe.dealing_name(dealing),
                "lines": [_line(line) for line in describe.dealing_lines(game, dealing)],
            }
            for dealing in game.dealings
        ],
        "spots": [
            {
                "spot": s.key,
                "name": s.name,
                "terms": describe.spot_terms(game, s),
                "clause": s.clause,
            }
            for s in game.spots
        ],
        "bets": [
            {
                "wager": w.key,
                "name": w.name,
                "terms": describe.wager_terms(game, w),
                "clauses": [clause for clause in (w.clause, w.settled) if clause],
                "optional": w.optional,
                "progressive": w.progressive,
            }
            for w in game.wagers
        ],
        "paytables": _tables(game),
        "limit": _line(describe.limit_line(game)),
        "chapters": _chapters(game),
        "rulings": [msgspec.to_builtins(ruling) for ruling in register.rulings_of(game).values()],
        "tables": [
            _table(row, house.live(row.id).table.rules)
            for row in house.table_rows()
            if row.game == game.key
        ],
    }


@get("/api/rules/{game:str}", ANYONE)
def rules(request: ApiRequest, game: FromPath[str]) -> dict[str, Any]:
    """A game as data: play, wagers, paytables, clauses, rulings, and the tables of this house."""
    return describe_rules(find_game(game), request.house)


RULES_ROUTES: Final = (games, rules)
