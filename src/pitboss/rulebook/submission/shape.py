"""The shape of a rules submission, drawn from the rulebook: its tables, its keys, their clauses."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.model import METHODS, Game, Option, Wager
from pitboss.rulebook.paytable import Paytable
from pitboss.rulebook.submission.tables import MAX_TABLES, settings_shape, table_shape
from pitboss.rulebook.submission.values import (
    Count,
    Field,
    Flag,
    Kind,
    Money,
    Moneys,
    Percent,
    Problem,
    Schema,
    Table,
    Tables,
    Text,
    Word,
)

MAX_CHIPS: Final = 20


@cache
def house_shape() -> Table:
    games = {key: Field(game_shape(game), game.name) for key, game in GAMES.items()}
    return Table(
        {
            "house": Field(_house(), "whose rules these are", required=True),
            "games": Field(Table(games), "the games, one table each", required=True),
            "settings": Field(settings_shape(), "the clock and the duties of every table"),
            "tables": Field(Tables(table_shape(), MAX_TABLES), "the tables the house opens"),
        }
    )


def _house() -> Table:
    return Table(
        {
            "name": Field(Text(), "the house's name, as its layouts print it", required=True),
            "operator": Field(Text(), "the facility operator that submits the rules"),
        }
    )


def game_shape(game: Game) -> Table:
    boxes = game.boxes or game.seats
    fields = {
        "offered": Field(Flag(), "false keeps the game out of the house; true if left out"),
        "minimum": Field(Money(), 'the least base wager, as in "5.00"', "G20", required=True),
        "maximum": Field(Money(), 'the greatest base wager, as in "500.00"', "G20", required=True),
        "chips": Field(
            Moneys("chips", 1, MAX_CHIPS),
            "the values of the chips in play, the smallest first",
            game.cite("wager.chip"),
            required=True,
        ),
        "adjacent_boxes": Field(
            Count("boxes", game.boxes or 1, boxes),
            f"boxes side by side that one player may bet on; {game.boxes_default} if left out",
            game.cite("wager.boxes") or "G19",
        ),
        "wagers": Field(
            _wagers(game),
            "each wager offered, with the letter of its paytable",
            next(wager.clause for wager in game.wagers),
            required=True,
        ),
        "limits": Field(_limits(game), "the least and the greatest side wager", "G20"),
        "dealing": Field(
            _dealing(game),
            "how the cards are shuffled and dealt",
            game.cite("shuffle.device"),
            required=True,
        ),
        "options": Field(_options(game), "choices the rulings leave to the house"),
        "settings": Field(settings_shape(), "of this game's tables, where the house's differ"),
    }
    progressive = next((wager for wager in game.wagers if wager.progressive), None)
    if progressive is None:
        none = Problem(f"{game.name} has no progressive wager", "leave it out")
        return Table(fields, {"progressive": none}, waived_by="offered")
    fields["progressive"] = Field(
        _progressive(game, progressive),
        "the progressive wager, if offered: paytable, stake and meters",
        progressive.clause,
    )
    return Table(fields, waived_by="offered")


def _wagers(game: Game) -> Table:
    fields, elsewhere = {}, {}
    for wager in game.wagers:
        if wager.progressive:
            elsewhere[wager.key] = Problem(
                "the progressive wager has a table of its own",
                f"move it to [games.{game.key}.progressive] paytable",
            )
        elif wager.pays_as:
            elsewhere[wager.key] = Problem(
                f"{wager.name} is paid by the table of {wager.pays_as}", "leave it out"
            )
        else:
            tables = paytables(game.key)[wager.key]
            fields[wager.key] = Field(
                Word(f"{wager.name} paytable", tuple(tables)),
                f"the letter of the {wager.name} paytable"
                + ("; left out, the wager is not offered" if wager.optional else ""),
                _chapter(table.clause for table in tables.values()),
                required=not wager.optional,
            )
    return Table(fields, elsewhere)


def side_wagers(game: Game) -> list[Wager]:
    """Wagers with limits of their own: those a table may leave out, the progressive apart."""
    return [wager for wager in game.wagers if wager.optional and not wager.progressive]


def _limits(game: Game) -> Table:
    fields = {
        wager.key: Field(
            Moneys("amounts", 2, 2),
            f'the least and the greatest {wager.name} wager, as in ["1.00", "100.00"]',
            "G20",
        )
        for wager in side_wagers(game)
    }
    bound = {
        wager.key: Problem(
            f"{wager.name} is not a side wager: the table's minimum and maximum bind it",
            "leave it out",
        )
        for wager in game.wagers
        if wager.key not in fields and not wager.progressive
    }
    stake = Problem("the progressive wager has one stake", "set it in the progressive table")
    return Table(fields, bound | ({"progressive": stake} if game.progressive else {}))


def _progressive(game: Game, wager: Wager) -> Table:
    assert game.progressive is not None
    tables = paytables(game.key)[wager.key]
    least = _chapter(clause for t in tables.values() for clause in t.meter_clauses.values())
    terms = Table(
        {
            "rate": Field(
                Percent(),
                'the part of each wager that feeds the meter, as in "12.5%"',
                game.progressive.rates,
                required=True,
            ),
            "initial": Field(Money(), "what the meter starts from", least, required=True),
            "reset": Field(Money(), "what a full award leaves on it", least, required=True),
        }
    )
    names = dict.fromkeys(name for table in tables.values() for name in table.meters)
    meters = Table({name: Field(terms, f'the meter called "{name}"') for name in names})
    return Table(
        {
            "paytable": Field(
                Word("progressive paytable", tuple(tables)),
                "the letter of the progressive paytable, and of its envy table",
                _chapter(table.clause for table in tables.values()),
                required=True,
            ),
            "stake": Field(
                Money(game.progressive.stakes), "the one stake taken", "G6", required=True
            ),
            "meters": Field(
                meters,
                f"one table for each meter: [games.{game.key}.progressive.meters.NAME]",
                game.progressive.rates,
                required=True,
            ),
        },
        conditions=tuple(_meters_of(letter, table) for letter, table in tables.items()),
    )


def _meters_of(letter: str, table: Paytable) -> Schema:
    """Exactly the meters of the paytable chosen."""
    names = list(table.meters)
    return {
        "if": {"properties": {"paytable": {"const": letter}}, "required": ["paytable"]},
        "then": {
            "properties": {"meters": {"required": names, "propertyNames": {"enum": names}}},
        },
    }


def _dealing(game: Game) -> Table:
    methods = tuple(m for m in METHODS if any(d.method == m for d in game.dealings))
    variants = tuple(dict.fromkeys(dealing.variant for dealing in game.dealings))
    by_method = [
        {
            "if": {"properties": {"method": {"const": method}}, "required": ["method"]},
            "then": {"properties": {"variant": {"enum": variants_of(game, method)}}},
        }
        for method in methods
    ]
    counts = game.cite("count.device")
    itself = game.cite("device.reshuffles")
    return Table(
        {
            "method": Field(
                Word("dealing method", methods),
                "what the cards are dealt from",
                game.cite("shuffle.device"),
                required=True,
            ),
            "variant": Field(
                Word("way of dealing", variants),
                "the order of the cards, where the method has several; the first if left out",
                game.cite("shuffle.device"),
            ),
            "decks": Field(
                Count("decks", 1, 2), "decks at the table; 1 if left out", game.cite("decks.two")
            ),
            "shuffler": Field(
                Flag(), "an automated shuffling device is used", game.cite("shuffle.device")
            ),
            "shuffler_counts": Field(Flag(), "it counts the deck after each shuffle", counts),
            "reshuffles": Field(Flag(), "the device reshuffles and counts by itself", itself),
        },
        conditions=tuple(by_method),
    )


def variants_of(game: Game, method: str) -> list[str]:
    return [dealing.variant for dealing in game.dealings if dealing.method == method]


def _options(game: Game) -> Table:
    return Table({o.key: Field(_choice(o), _about(o), o.ruling) for o in game.options})


def _choice(option: Option) -> Kind:
    words = tuple(value for value in option.allowed if isinstance(value, str))
    if words:
        return Word("choice", words)
    return Flag() if isinstance(option.default, bool) else Money()


def _about(option: Option) -> str:
    """Only a schema asks for this, and puts the ruling's question in front of it."""
    if option.default is None:
        return "An amount of money"
    default = str(option.default).lower() if isinstance(option.default, bool) else option.default
    return f"Left out: {default}"


def _chapter(clauses: Iterable[str]) -> str:
    """The clause that holds all of these: "LIR .12A" for "LIR .12A(1)" and "LIR .12A(2)"."""
    shared, *others = clauses
    while not all(clause == shared or clause.startswith(f"{shared}(") for clause in others):
        shared = shared[: shared.rindex("(")]
    return shared
