"""The shape of a rules submission, drawn from the rulebook: its tables, its keys, their clauses."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from pitboss.rulebook import GAMES, OwnRules, paytables, tables_with
from pitboss.rulebook.model import METHODS, Game, Option, Wager
from pitboss.rulebook.paytable import Tables
from pitboss.rulebook.submission.approvals import approvals_shape
from pitboss.rulebook.submission.cage import cage_shape
from pitboss.rulebook.submission.look import look_shape
from pitboss.rulebook.submission.own_rules import games_with
from pitboss.rulebook.submission.tables import (
    CURRENCIES,
    MAX_SECONDS,
    MAX_TABLES,
    MIN_SECONDS,
    MODES,
    Settings,
)
from pitboss.rulebook.toml.values import (
    Count,
    Elsewhere,
    Field,
    Flag,
    Money,
    Moneys,
    Percent,
    Text,
    TomlTable,
    TomlTables,
    Word,
)

MAX_CHIPS: Final = 20
MAX_NAME: Final = 50
ODDS_PLACES: Final = ("felt", "sign")
ODDS_ABOUT: Final = "where payouts and the payout limit are printed: on the felt, or on a sign"


@cache
def house_shape() -> TomlTable:
    """The shape of a submission that brings no rules of its own."""
    return shape_with({})


def shape_with(own: Mapping[str, OwnRules]) -> TomlTable:
    """The shape of a submission with these rules of its own, by game."""
    name = "the house's name, as its pages show it"
    operator = "the facility operator that submits the rules, as felt and papers print it"
    own_rules = "real-chip tables may use paytables of no published document; false if left out"
    house = {
        "name": Field(Text(), name),
        "operator": Field(Text(), operator, "G59"),
        "own_rules_for_real_chips": Field(Flag(), own_rules),
    }
    games = {
        key: Field(game_shape(game, tables_with(key, own.get(key, OwnRules()))), game.name)
        for key, game in games_with(own).items()
    }
    fields = {
        "house": Field(TomlTable(house, ("name", "operator")), "whose rules these are"),
        "approvals": Field(approvals_shape(), "what the Commission has approved"),
        "cage": Field(cage_shape(), "cash at the cage"),
        "look": Field(look_shape(), "the house's colours and logo on felt and papers"),
        "games": Field(TomlTable(games), "the games, one table each"),
        "settings": Field(_settings(), "the clock and the duties of every table"),
        "tables": Field(TomlTables(_table(tuple(games)), MAX_TABLES), "the tables the house opens"),
    }
    return TomlTable(fields, ("house", "games"))


def _settings() -> TomlTable:
    seconds = Count("seconds", MIN_SECONDS, MAX_SECONDS)
    defaults = Settings()
    betting = "seconds to bet at a self-dealt table, from the first wager"
    deciding = "seconds for each decision there, then the seat is played on"
    away = "seconds that an inactive player keeps a seat there"
    after = "then it is free again and its chips are at the cage"
    duties = "who voids rounds at a self-dealt table with real chips, where awards always wait"
    cards = "the house's shuffle, or physical cards that a dealer enters; house if left out"
    fields = {
        "betting": Field(seconds, f"{betting}; {defaults.betting} if left out"),
        "deciding": Field(seconds, f"{deciding}; {defaults.deciding} if left out", "G18"),
        "away": Field(seconds, f"{away}; {after}; {defaults.away} if left out"),
        "awards_and_voids": Field(
            Word("choice", ("house", "floorperson")), f"{duties}; the house if left out", "G11"
        ),
        "cards": Field(Word("choice", ("house", "physical")), cards),
    }
    return TomlTable(fields)


def _table(games: tuple[str, ...]) -> TomlTable:
    count = "how many such tables, their names numbered; 1 if left out"
    meters = "shared with the other tables of its game and currency, or its own; linked if left out"
    currency = "practice or real chips; practice if left out"
    mode = "who deals: the house by itself, unless a dealer does"
    fields = {
        "name": Field(Text(MAX_NAME), 'the table\'s own name, as in "Big River"'),
        "game": Field(Word("game", games), "the game it is opened for"),
        "count": Field(Count("tables", 1, MAX_TABLES), count),
        "currency": Field(Word("currency", CURRENCIES), currency),
        "mode": Field(Word("mode", MODES), mode),
        "meters": Field(Word("choice", ("linked", "own")), meters, "G10"),
        "settings": Field(_settings(), "where they differ from the game's or the house's"),
    }
    return TomlTable(fields, ("name", "game"))


def game_shape(game: Game, tables: Tables) -> TomlTable:
    chips = "the values of the chips in play, the smallest first"
    boxes = Count("boxes", game.boxes or 1, game.boxes or game.seats)
    adjacent = f"boxes side by side that one player may bet on, 1 to {game.seats}"
    if not submits_boxes(game):
        adjacent = "boxes side by side that one player may bet on"
        adjacent += f"; {game.boxes_default} if left out"
    confirm = (
        "a second person confirms a forfeit or an abandonment that takes more than this amount"
    )
    wagers = "each wager offered, with the letter of its paytable"
    dealing = "how the cards are shuffled and dealt"
    own = f"paytables of its own: [games.{game.key}.paytables.WAGER.NAME]"
    fields = {
        "offered": Field(Flag(), "false keeps the game out of the house; true if left out"),
        "minimum": Field(Money(), 'the least base wager, as in "5.00"', "G20"),
        "maximum": Field(Money(), 'the greatest base wager, as in "500.00"', "G20"),
        "chips": Field(Moneys("chips", 1, MAX_CHIPS), chips, game.cite("wager.chip")),
        "adjacent_boxes": Field(boxes, adjacent, game.cite("wager.boxes") or "G19"),
        "confirm_above": Field(Money(), f"{confirm}; no amount if left out", "G52"),
        "wagers": Field(_wagers(game, tables), wagers, game.wagers[0].clause),
        "odds": Field(Word("place", ODDS_PLACES), f"{ODDS_ABOUT}; sign if left out", _odds(game)),
        "paytables": Field(Elsewhere(), own),
        "limits": Field(_limits(game), "the least and the greatest side wager", "G20"),
        "dealing": Field(_dealing(game), dealing, game.cite("shuffle.device")),
        "options": Field(_options(game), "choices the rulings leave to the house"),
        "settings": Field(_settings(), "of this game's tables, where the house's differ"),
    }
    required = ["minimum", "maximum", "chips", "wagers", "dealing"]
    if submits_boxes(game):
        required.append("adjacent_boxes")
    elsewhere = {}
    if game.key in GAMES:
        what = f"{game.name} is published, and its rules are the document's"
        elsewhere["rules"] = (what, "bring paytables only, or a game with another key")
    else:
        fields["rules"] = Field(Elsewhere(), "the game's declaration")
    progressive = game.progressive_wager
    if progressive is None:
        elsewhere["progressive"] = (f"{game.name} has no progressive wager", "leave it out")
    else:
        about = "the progressive wager, if offered: paytable, stake and meters"
        fields["progressive"] = Field(
            _progressive(game, progressive, tables), about, progressive.clause
        )
    return TomlTable(fields, tuple(required), elsewhere, waived_by="offered")


def _odds(game: Game) -> str:
    return next((mark.clause for mark in game.inscriptions if mark.what == "odds"), "")


def submits_boxes(game: Game) -> bool:
    """Whether the document makes the operator specify the number of adjacent boxes (ruling G19)."""
    return game.boxes is None and bool(game.documents) and bool(game.cite("wager.boxes"))


def _wagers(game: Game, every: Tables) -> TomlTable:
    fields, required, elsewhere = {}, [], {}
    for wager in game.wagers:
        if wager.progressive:
            move = f"move it to [games.{game.key}.progressive] paytable"
            elsewhere[wager.key] = ("the progressive wager has a table of its own", move)
        elif wager.pays_as:
            what = f"{wager.name} is paid by the table of {wager.pays_as}"
            elsewhere[wager.key] = (what, "leave it out")
        else:
            about = f"the letter of the {wager.name} paytable"
            if wager.optional:
                about += "; left out, the wager is not offered"
            else:
                required.append(wager.key)
            letters = Word(f"{wager.name} paytable", tuple(every[wager.key]))
            clause = _chapter(
                table.clause for table in _documented(game, every)[wager.key].values()
            )
            fields[wager.key] = Field(letters, about, clause)
    return TomlTable(fields, tuple(required), elsewhere)


def side_wagers(game: Game) -> list[Wager]:
    """Wagers with limits of their own: the optional ones, except the progressive."""
    return [wager for wager in game.wagers if wager.optional and not wager.progressive]


def _limits(game: Game) -> TomlTable:
    about = 'the least and the greatest {} wager, as in ["1.00", "100.00"]'
    fields = {
        wager.key: Field(Moneys("amounts", 2, 2), about.format(wager.name), "G20")
        for wager in side_wagers(game)
    }
    what = "{} is not a side wager: the table's minimum and maximum bind it"
    elsewhere = {
        wager.key: (what.format(wager.name), "leave it out")
        for wager in game.wagers
        if wager.key not in fields
    }
    if game.progressive:
        stake = "the progressive wager has one stake"
        elsewhere["progressive"] = (stake, "set it in the progressive table")
    return TomlTable(fields, elsewhere=elsewhere)


def _progressive(game: Game, wager: Wager, every: Tables) -> TomlTable:
    assert game.progressive is not None
    tables, published = every[wager.key], _documented(game, every)[wager.key].values()
    rates = game.progressive.rates
    rate = 'the part of each wager that feeds the meter, as in "12.5%"'
    least = _chapter(clause for t in published for clause in t.meter_clauses.values())
    terms = {
        "rate": Field(Percent(), rate, rates),
        "initial": Field(Money(), "what the meter starts from", least),
        "reset": Field(Money(), "what a full award leaves on it", least),
    }
    each = TomlTable(terms, tuple(terms))
    names = dict.fromkeys(name for table in tables.values() for name in table.meters)
    meters = TomlTable({name: Field(each, f'the meter called "{name}"') for name in names})
    about = "the letter of the progressive paytable, and of its envy table"
    clause = _chapter(table.clause for table in published)
    headers = f"one table for each meter: [games.{game.key}.progressive.meters.NAME]"
    fields = {
        "paytable": Field(Word("progressive paytable", tuple(tables)), about, clause),
        "stake": Field(Money(game.progressive.stakes), "the one stake taken", "G6"),
        "meters": Field(meters, headers, rates),
    }
    return TomlTable(fields, tuple(fields))


def _dealing(game: Game) -> TomlTable:
    methods = tuple(m for m in METHODS if any(d.method == m for d in game.dealings))
    variants = tuple(dict.fromkeys(dealing.variant for dealing in game.dealings))
    order = "the order of the cards, where the method has several; the first if left out"
    decks, device = game.cite("decks.two"), game.cite("shuffle.device")
    counts, itself = game.cite("count.device"), game.cite("device.reshuffles")
    # A shuffler may feed a shoe (235 5.C, DD .05C, LIR .05C, MS 5.B): both are named here.
    fields = {
        "method": Field(Word("dealing method", methods), "what the cards are dealt from", device),
        "variant": Field(Word("way of dealing", variants), order, device),
        "decks": Field(Count("decks", 1, 2), "decks at the table; 1 if left out", decks),
        "shuffler": Field(Flag(), "an automated shuffling device is used", device),
        "shuffler_counts": Field(Flag(), "it counts the deck after each shuffle", counts),
        "reshuffles": Field(Flag(), "the device reshuffles and counts by itself", itself),
        "reads": Field(Flag(), "the shoe reads each face as it deals the card", "G47"),
    }
    return TomlTable(fields, ("method",))


def variants_of(game: Game, method: str) -> list[str]:
    return [dealing.variant for dealing in game.dealings if dealing.method == method]


def _options(game: Game) -> TomlTable:
    return TomlTable({option.key: _option(option) for option in game.options})


def _option(option: Option) -> Field:
    """Only a schema shows the description, with the ruling's question in front of it."""
    words = tuple(value for value in option.allowed if isinstance(value, str))
    flag = isinstance(option.default, bool)
    kind = Word("choice", words) if words else Flag() if flag else Money()
    default = str(option.default).lower() if flag else option.default
    about = "An amount of money" if default is None else f"Left out: {default}"
    return Field(kind, about, option.ruling)


def _documented(game: Game, every: Tables) -> Tables:
    """The tables whose clauses are cited: the document's, or all those of an own game."""
    return paytables(game.key) if game.key in GAMES else every


def _chapter(clauses: Iterable[str]) -> str:
    """The clause that holds all of these: "LIR .12A" for "LIR .12A(1)" and "LIR .12A(2)"."""
    shared, *others = clauses
    while not all(clause == shared or clause.startswith(f"{shared}(") for clause in others):
        if "(" not in shared:
            return ""  # clauses of an own game may have nothing in common
        shared = shared[: shared.rindex("(")]
    return shared
