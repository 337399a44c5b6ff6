"""The rules that are priced: a game with its tables, from the rulebook or with rows changed."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Final

import msgspec
from msgspec import UNSET

from pitboss.errors import PitbossError
from pitboss.money import is_whole
from pitboss.odds.changes import Change, Rows, changed_row, has_row, with_push
from pitboss.rulebook import MARK, Rulebook, find_game, own_rules, paytables, rules_fingerprint
from pitboss.rulebook.model import Game, Wager
from pitboss.rulebook.paytable import (
    Fixed,
    Pays,
    Paytable,
    Push,
    Share,
    exact_stake,
    payment_terms,
    pays_fault,
)
from pitboss.rulebook.rules import Rules

# The key of all required wagers together. Where a wager has the same key, it means the whole game.
WHOLE_GAME: Final = "base"

Letters = Mapping[str, str]  # wager → letter
Options = Mapping[str, bool]


class InvalidArgument(PitbossError):
    """An argument with a value that makes no sense."""


class UnknownTable(PitbossError):
    """A wager or a letter that the game does not have."""


class UnsolvableGame(PitbossError):
    """A game or a table that the exact solvers do not cover."""

    def __init__(self, what: str, *, what_to_do: str | None = None, **about: str | None) -> None:
        advice = what_to_do or "pitboss simulate deals any stud game and states its error"
        super().__init__(what, what_to_do=advice, **about)


class PricedGame(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A game with its tables. Prices are computed from this and from nothing else."""

    game: Game
    tables: dict[str, dict[str, Paytable]]

    def __post_init__(self) -> None:
        for letters in self.tables.values():
            for table in letters.values():
                for row in table.rows:
                    if fault := pays_fault(row.pays):
                        raise InvalidArgument(f"pays: {fault[0]}", what_to_do=fault[1])

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the content, so that changed rules never read a solution of other rules."""
        return rules_fingerprint(self.game, self.tables)

    @cached_property
    def counted_by(self) -> str:
        """A hash of what decides how rounds are counted: everything but what side wagers pay."""
        base = {self._source(wager) for wager in self.base_wagers()}
        tables = {
            key: own if key in base else {letter: _unpaid(table) for letter, table in own.items()}
            for key, own in self.tables.items()
        }
        return rules_fingerprint(self.game, tables)

    @cached_property
    def mark(self) -> str:
        """The mark of rules, or changed rows, that no published document contains; else empty."""
        return "" if own_rules(self.game, self.tables) is UNSET else MARK

    def __repr__(self) -> str:
        return f"<PricedGame {self.game.key} {self.fingerprint[:16]}>"

    @property
    def draws(self) -> bool:
        """A game in which cards are exchanged; the others are studs."""
        return self.game.draws

    def with_pays(
        self, pays: Rows | None = None, *, wager: str = "", letter: str = "", push: str = ""
    ) -> "PricedGame":
        """The same rules with rows that pay something else: `{"royal flush": "400 to 1"}`.

        Without a wager the rows are those of the base game, without a letter those of every
        letter. `push` names the hands that push instead of those that did.
        """
        tables = {key: dict(own) for key, own in self.tables.items()}
        for row, value in (pays or {}).items():
            own = tables[self.source_with(row, wager, letter)]
            for each in (letter,) if letter else tuple(own):
                own[each] = changed_row(own[each], row, value)
        if push:
            own = tables[self._source(wager or self._base_wager())]
            for each in (letter,) if letter else tuple(own):
                own[each] = with_push(own[each], push, self.game.hand_names)
        return _one_object(PricedGame(self.game, tables))

    def with_changes(self, changes: Iterable[Change]) -> "PricedGame":
        """The same rules with changes that each name their own wager and letter."""
        game = self
        for change in changes:
            rows = {} if change.pushes else {change.row: change.pays}
            push = change.row if change.pushes else ""
            game = game.with_pays(rows, wager=change.wager, letter=change.letter, push=push)
        return game

    def _source(self, wager: str) -> str:
        return self.wager(wager).pays_as or wager

    def _base_wager(self) -> str:
        """The one wager of the base game, or the one that has the whole game's key."""
        keys = self.base_wagers()
        if WHOLE_GAME not in keys and len(keys) > 1:
            raise UnknownTable(
                f"the base game of {self.game.name} has several wagers",
                what_to_do=f"name one of {', '.join(keys)}, as in {keys[-1]}:…",
            )
        return WHOLE_GAME if WHOLE_GAME in keys else keys[0]

    def source_with(self, row: str, wager: str, letter: str) -> str:
        """The wager whose tables have a row; in a base game of several wagers only one may."""
        if wager and letter:
            self.table(wager, letter)  # or it is refused
        keys = (wager,) if wager else self.base_wagers()
        tables = {
            key: [
                table
                for each, table in self.tables[self._source(key)].items()
                if letter in ("", each)
            ]
            for key in keys
        }
        matches = [key for key, own in tables.items() if any(has_row(table, row) for table in own)]
        if len(matches) > 1:
            raise UnknownTable(
                f"{' and '.join(matches)} of {self.game.name} all have a row {row!r}",
                what_to_do=f"name the wager, as in {matches[0]}:{row}",
            )
        if not matches:
            every = (each.name for own in tables.values() for table in own for each in table.rows)
            whose = f"table {letter} of {keys[0]}" if letter else f"no table of {', '.join(keys)}"
            elsewhere = [
                f"{key}:{row}"
                for key, own in self.tables.items()
                if key not in keys and any(has_row(table, row) for table in own.values())
            ]
            names = ", ".join(dict.fromkeys((*elsewhere, *every)))
            raise UnknownTable(
                f"{whose} has {'no' if letter else 'a'} row {row!r}",
                what_to_do=f"choose one of {names}",
            )
        return self._source(matches[0])

    def wager(self, key: str) -> Wager:
        """A wager by its key, or a refusal that lists the keys."""
        if key not in {wager.key for wager in self.game.wagers}:
            raise UnknownTable(
                f"{self.game.name} has no wager {key!r}",
                what_to_do=f"choose one of {', '.join(self.wager_keys())}",
            )
        return self.game.wager(key)

    def wager_keys(self) -> tuple[str, ...]:
        """The keys that can be priced, the whole game first."""
        own = tuple(wager.key for wager in self.game.wagers if wager.key != WHOLE_GAME)
        return (WHOLE_GAME, *own)

    def base_wagers(self) -> tuple[str, ...]:
        """The wagers of the required spots, in the order of the felt."""
        return tuple(dict.fromkeys(spot.wager for spot in self.game.spots if spot.required))

    def only_stakes(self, wager: str) -> tuple[int, ...]:
        """The only stakes of a wager; empty where the table's limits alone bind."""
        declared, rules = self.wager(wager), self.game.progressive
        return rules.stakes if declared.progressive and rules else declared.stakes

    def lettered(self, wager: str) -> str:
        """The wager whose letter selects the table of this one; for the whole game, the required
        wager with the most letters.
        """
        if wager != WHOLE_GAME:
            return self.wager(wager).pays_as or wager
        return max(self.base_wagers(), key=lambda key: len(self.tables[key]))

    def letters(self, wager: str) -> tuple[str, ...]:
        return tuple(self.tables[self.lettered(wager)])

    def table(self, wager: str, letter: str, options: Options | None = None) -> Paytable:
        """The table of a wager, ranked as the house's options say (rulings G3, G4)."""
        declared = self.wager(wager)
        source = declared.pays_as or wager
        table = self.tables[source].get(letter)
        if table is None:
            letters = ", ".join(self.tables[source])
            raise UnknownTable(
                f"{declared.name} of {self.game.name} has no table {letter!r}",
                what_to_do=f"choose one of {letters}",
            )
        unless = self.game.wager(source).ranking_unless
        if unless and options and not options.get(unless[0], True):
            return ranked(table, unless[1])
        return table

    def envy(self, letter: str, stake: int) -> Paytable:
        """Ruling G6: the letter is the progressive's, the table is the stake's."""
        return self.tables[f"envy-{stake // 100}"][letter]

    def every_table(self) -> Iterator[Paytable]:
        """Every table, and once more under the other ranking where an option offers one."""
        for letters in self.tables.values():
            yield from letters.values()
        for wager in self.game.wagers:
            if wager.ranking_unless and not wager.pays_as:
                for table in self.tables[wager.key].values():
                    yield ranked(table, wager.ranking_unless[1])

    def first_letters(self) -> dict[str, str]:
        """The first letter of every wager."""
        return {key: next(iter(tables)) for key, tables in self.tables.items()}

    def letters_with(self, wager: str, letter: str) -> dict[str, str]:
        """A letter for every wager: `letter` for this one, and for the base if it is required."""
        key = self.lettered(wager)
        # A required wager's own letter bears on how the whole game is played.
        base = self.base_letters(letter) if key in self.base_wagers() else {}
        return self.first_letters() | base | {key: letter}

    def base_letters(self, letter: str) -> dict[str, str]:
        """A letter for each required wager: `letter` where its tables have it, else the first."""
        return {
            key: letter if letter in self.tables[key] else next(iter(self.tables[key]))
            for key in self.base_wagers()
        }


def _unpaid(table: Paytable) -> Paytable:
    rows = tuple(msgspec.structs.replace(row, pays=Push()) for row in table.rows)
    return msgspec.structs.replace(table, rows=rows)


def ranked(table: Paytable, ranking: str) -> Paytable:
    return msgspec.structs.replace(table, key=f"{table.key}/{ranking}", ranking=ranking)


@cache
def priced_game(game_key: str) -> PricedGame:
    """A game of the rulebook with the rulebook's own tables."""
    game = find_game(game_key)
    return PricedGame(game, paytables(game.key))


def priced_of(game: str | PricedGame) -> PricedGame:
    """A game by its key; a game with rules of its own is returned unchanged."""
    return priced_game(game) if isinstance(game, str) else game


_MAX_PRICED: Final = 64
_PRICED: Final[dict[str, PricedGame]] = {}  # by fingerprint: solutions are cached by the object


def priced_in(book: Rulebook, game_key: str) -> PricedGame:
    """A game of a rulebook with all its tables, including those of a rules file."""
    game = book.find(game_key)
    if game.key not in book.own:
        return priced_game(game.key)
    return _one_object(PricedGame(game, book.paytables(game.key)))


def priced_rules(rules: Rules) -> PricedGame:
    """The game of a live table with the tables that it really has, including its own."""
    if not rules.is_own:
        return priced_game(rules.game.key)
    return _PRICED.get(rules.content) or _one_object(PricedGame(rules.game, rules.all_tables))


def _one_object(game: PricedGame) -> PricedGame:
    while len(_PRICED) >= _MAX_PRICED:
        del _PRICED[next(iter(_PRICED))]
    return _PRICED.setdefault(game.fingerprint, game)


def check_mapping(what: str, value: object) -> None:
    if value is not None and not isinstance(value, Mapping):
        raise InvalidArgument(f"{what}: a dictionary is needed, not {value!r}")


def check_cents(what: str, amount: object) -> None:
    """Refuses an amount of another type: a fraction of a cent would give a wrong figure."""
    if not is_whole(amount):
        raise InvalidArgument(f"{what} is a whole number of cents, not {amount!r}")


def check_options(game: PricedGame, options: Options | None) -> None:
    """Refuses an option that the game does not have, or a value that is not yes or no."""
    check_mapping("options", options)
    keys = [option.key for option in game.game.options]
    for key, value in (options or {}).items():
        if key not in keys:
            raise InvalidArgument(
                f"options: {game.game.name} has no option {key!r}",
                what_to_do=f"choose from {', '.join(keys)}" if keys else None,
            )
        if not isinstance(value, bool):
            raise InvalidArgument(f"options: {key} is True or False, not {value!r}")


def fixed_rows(table: Paytable) -> bool:
    """Whether some row pays a fixed sum of money at any stake."""
    return any(isinstance(row.pays, Fixed) for row in table.rows)


def stake_matters(game: PricedGame, letters: Letters, stake: int) -> bool:
    """Whether this base stake is paid differently from the one that play is solved for."""
    tables = [game.table(wager, letter) for wager, letter in letters.items()]
    usual = exact_stake(tables)
    return stake != usual if any(map(fixed_rows, tables)) else stake % usual != 0


def letters_of(game: PricedGame, chosen: Letters | None = None) -> dict[str, str]:
    """A letter for every wager of the base game: from `chosen`, else the first."""
    check_mapping("letters", chosen)
    letters = {key: (chosen or {}).get(key, first) for key, first in game.base_letters("").items()}
    for wager, letter in letters.items():
        game.table(wager, letter)  # refuses a letter that does not exist
    return letters


# ── payouts in cents: the one place where odds, sums and shares of meters become money ────────────


def award(pays: Pays | None, stake: int, meters: Mapping[str, int]) -> int:
    """The amount paid for a stake that was collected (rulings G1, G2)."""
    if isinstance(pays, Share):
        # Ruling G7: awards are whole cents, and the rest stays on the meter.
        return meters[pays.meter] * pays.percent // 100
    return payment_terms(pays, True).amount(stake)


def net(pays: Pays | None, stake: int, collected: bool, meters: Mapping[str, int]) -> int:
    """The net result of a wager. A sum of money is paid on top of a stake that stays on the layout
    (ruling L5).
    """
    if pays is None or isinstance(pays, Share) or collected:
        return award(pays, stake, meters) - stake
    return payment_terms(pays, False).amount(stake)


# ── meters of a progressive wager ─────────────────────────────────────────────────────────────────

MAX_METER: Final = 100_000_000_000  # cents: no meter shows a billion dollars


class BadMeter(PitbossError):
    """A meter that the table does not have, or an amount that no meter shows."""


def meter_amounts(
    game: PricedGame, letter: str, amounts: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Every meter of a letter in cents: its amount here, else its reset amount."""
    wager = game.game.progressive_wager
    assert wager is not None
    check_mapping("meters", amounts)
    names = {meter for table in game.tables[wager.key].values() for meter in table.meters}
    for name, amount in (amounts or {}).items():
        check_cents(f"meters: {name}", amount)
        if not 0 <= amount <= MAX_METER:
            raise BadMeter(
                f"no meter shows {amount / 100:,.2f} dollars",
                what_to_do="give an amount from 0 to 1,000,000,000",
            )
        if name not in names:
            raise BadMeter(
                f"{game.game.name} has no meter {name!r}",
                what_to_do=f"choose one of {', '.join(sorted(names))}",
            )
    resets = game.table(wager.key, letter).meters
    return {name: (amounts or {}).get(name, reset) for name, reset in resets.items()}
