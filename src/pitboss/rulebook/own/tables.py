"""Own paytables: rows as `data/paytables.toml` writes them, checked row by row.

`like = "A"` begins with the rows of another table: rows named here replace or join them, and
"none" drops one.
"""

from collections.abc import Mapping
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.rankings import RANKINGS, Ranking
from pitboss.rulebook.describe import listed
from pitboss.rulebook.model import Game
from pitboss.rulebook.own.vocabulary import OWN, Entries
from pitboss.rulebook.paytable import NOT_ROWS, Paytable, Row, Share, Tables, read_table
from pitboss.rulebook.toml.reading import Report
from pitboss.rulebook.toml.toml_lines import Path
from pitboss.rulebook.toml.values import quote

DROPPED: Final = "none"
MAX_ROWS: Final = 40
_BY_SIZE: Final = {2: "two-card", 3: "three-card", 5: "five-card", 6: "six-card"}


class TableReader:
    """Reads own tables of one game, in addition to those that it already has."""

    def __init__(self, game: Game, published: Tables, report: Report) -> None:
        self.game, self.published, self.report = game, published, report
        # Tables that `like` may name.
        self.models = {wager: dict(letters) for wager, letters in published.items()}
        self.refused: set[tuple[str, str]] = set()  # wager and letter of tables with violations

    def read(self, entries: object, path: Path) -> Tables:
        """wager → letter → table."""
        tables: Tables = {}
        if not isinstance(entries, Mapping):
            self._bad(path, f"{quote(entries)} is not a table", "write [….paytables.base.Z]")
            return tables
        for wager, letters in entries.items():
            keys = self._wager_keys()
            if wager not in keys:
                self._bad((*path, wager), "no wager has this key", f"choose {listed(keys, 'or')}")
            elif not isinstance(letters, Mapping):
                self._bad((*path, wager), "not a table", f"write [….paytables.{wager}.Z]")
            else:
                models = self.models.setdefault(wager, {})
                for letter in self._in_order(wager, letters, (*path, wager)):
                    table = self._table(wager, letter, letters[letter], (*path, wager, letter))
                    if table is None:
                        self.refused.add((wager, letter))
                    else:
                        models[letter] = table
                own = {key: models[key] for key in letters if (wager, key) not in self.refused}
                if own:
                    tables[wager] = own
        return tables

    def _in_order(self, wager: str, letters: Entries, path: Path) -> list[str]:
        """The letters, each after the one that its table is like. A circle is refused once."""
        order: list[str] = []
        for letter in letters:
            chain = [letter]
            while (source := _source(letters[chain[-1]])) in letters and source not in order:
                if source in chain:
                    circle = chain[chain.index(source) :]
                    what = f"{source} is like " + ", which is like ".join((*circle[1:], source))
                    allowed = "write the rows of one of them"
                    if not any((wager, each) in self.refused for each in circle):
                        self._bad((*path, source, "like"), what, allowed)
                    self.refused |= {(wager, each) for each in circle}
                    break
                chain.append(source)
            order += [each for each in reversed(chain) if each not in order]
        return order

    def _bad(self, path: Path, what: str, allowed: str) -> None:
        self.report.violation(path, what, "", allowed)

    def _wager_keys(self) -> list[str]:
        keys = [wager.key for wager in self.game.wagers if not wager.pays_as]
        stakes = self.game.progressive.stakes if self.game.progressive else ()
        return keys + [f"envy-{stake // 100}" for stake in stakes]

    def _table(self, wager: str, letter: str, entry: object, path: Path) -> Paytable | None:
        before = len(self.report.violations)
        if not isinstance(entry, Mapping):
            self._bad(path, f"{quote(entry)} is not a table", 'write rows: "flush" = "6 to 1"')
            return None
        if not letter.replace("-", "").isalnum() or not letter.isascii() or len(letter) > 16:
            self._bad(path, f"{quote(letter)} cannot name a table", "up to 16 letters and digits")
            return None
        if letter in self.published.get(wager, {}):
            self._bad(path, f"the document has a table {letter} already", "give it another name")
            return None
        if (wager, _source(entry)) in self.refused:
            return None  # its violations are already reported
        complete = self._like(wager, entry, path)
        ranking = self._ranking(wager, complete, path)
        if len(self.report.violations) > before:
            return None
        rows = {key: pays for key, pays in complete.items() if key not in NOT_ROWS}
        if not 1 <= len(rows) <= MAX_ROWS:
            self._bad(path, f"{len(rows)} rows", f"write 1 to {MAX_ROWS} rows")
        good = self._rows_read(wager, letter, complete, rows, path)
        if len(self.report.violations) > before:
            return None
        try:
            table = read_table(f"{self.game.key}.{wager}", letter, good, self.game.hand_names)
        except (PitbossError, ValueError, TypeError, AssertionError) as error:
            self._bad(path, str(error), "see docs/own-rules.md")
            return None
        if ranking is not None:
            self._check_rows(table, ranking, path)
        self._check_meters(wager, table, path)
        return table if len(self.report.violations) == before else None

    def _rows_read(
        self, wager: str, letter: str, entry: Entries, rows: Entries, path: Path
    ) -> dict[str, Any]:
        """Reads each row by itself, so that each is refused at its own line."""
        good = dict(entry)
        for name, pays in rows.items():
            if not isinstance(pays, str):
                allowed = 'write what it pays in quotes: "5 to 1"'
                self._bad((*path, name), f"{quote(pays)} is not a payment", allowed)
                continue
            single = {key: value for key, value in entry.items() if key in ("ranking", "clause")}
            try:
                read_table(wager, letter, single | {name: pays}, self.game.hand_names)
            except PitbossError as error:
                self._bad((*path, name), error.what, error.what_to_do or "")
        if good.get("items", "") == "":
            good["items"] = [""] * len(rows)
        return good

    def _like(self, wager: str, entry: Entries, path: Path) -> dict[str, Any]:
        """The entry with the rows of the table that it is like."""
        own = {"clause": OWN} | {key: value for key, value in entry.items() if key != "like"}
        if "like" not in entry:
            return own
        source = self.models.get(wager, {}).get(str(entry["like"]))
        if source is None:
            letters = listed([*self.models.get(wager, {})], "or")
            allowed = f"choose {letters}" if letters else "write that table first"
            self._bad((*path, "like"), f"there is no table {quote(entry['like'])}", allowed)
            return own
        rows = {row.name: str(row.pays) for row in source.rows}
        for name, pays in own.items():
            if pays == DROPPED and name not in rows:
                allowed = f"drop one of {listed([*rows], 'or')}"
                self._bad((*path, name), f"table {source.letter} has no such row", allowed)
        own_rows = {key: pays for key, pays in own.items() if key not in NOT_ROWS}
        named = {key: pays for key, pays in (rows | own_rows).items() if pays != DROPPED}
        settings: dict[str, Any] = {"ranking": source.ranking}
        if source.cards:
            settings["cards"] = source.cards
        if source.meters:
            settings["meters"] = {
                name: [f"{least / 100:.2f}", source.meter_clauses[name]]
                for name, least in source.meters.items()
            }
        settings |= {key: value for key, value in own.items() if key in NOT_ROWS}
        return settings | self._from_the_top(named, RANKINGS.get(settings["ranking"]))

    def _from_the_top(self, rows: dict[str, Any], ranking: Ranking | None) -> dict[str, Any]:
        """Rows from the highest hand down, as a paytable prints them."""
        if ranking is None:
            return rows
        words = [self.game.hand_names.get(c.name, c.name) for c in ranking.categories]

        def place(name: str) -> int:
            fits = [word for word in words if name.startswith(word)]
            return words.index(max(fits, key=len)) if fits else len(words)

        return dict(sorted(rows.items(), key=lambda row: place(row[0])))

    def _ranking(self, wager: str, entry: dict[str, Any], path: Path) -> Ranking | None:
        """The table's ranking, which must fit the cards of the hand; the usual one if unnamed."""
        declared = self.game.progressive_wager if wager.startswith("envy-") else None
        declared = declared or self.game.wager(wager)
        if declared.wins_with:
            entry.setdefault("ranking", "none")
            return None
        on = str(entry.get("cards") or declared.on)
        if on not in self.game.hands:
            self._bad((*path, "cards"), f"no hand {quote(on)}", listed([*self.game.hands], "or"))
            return None
        slots = self.game.hands[on]
        size = len(slots.hole) + len(slots.community) + len(slots.box)
        jokers = len(self.game.cards) > 52
        usual = "joker-five-card" if jokers else _BY_SIZE.get(size, "five-card")
        ranking = RANKINGS.get(str(entry.setdefault("ranking", usual)))
        fitting = [
            key
            for key, each in RANKINGS.items()
            if each.size == size and jokers == key.startswith("joker")
        ]
        if ranking is None or ranking.key not in fitting:
            what = f"the ranking {quote(entry['ranking'])} ranks no hands of {size} cards here"
            allowed = f"choose {listed(fitting, 'or')}" if fitting else "use 2, 3, 5 or 6 cards"
            self._bad((*path, "ranking"), what, allowed)
            return None
        return ranking

    def _check_rows(self, table: Paytable, ranking: Ranking, path: Path) -> None:
        """No two rows take the same hand, and each row takes some."""
        earlier: list[tuple[Row, set[tuple[str, int, int]]]] = []
        for row in table.rows:
            hands = _hands(row, ranking)
            above = [other for other, taken in earlier if taken & hands]
            free = hands.difference(*(taken for _, taken in earlier))
            name = f'"{above[0].name}"' if above else ""
            if not free:
                allowed = "leave it out, or write it above that row"
                self._bad((*path, row.name), f"never reached: {name} takes its hands", allowed)
            elif above and not row.or_better:
                allowed = "give each hand to one row"
                self._bad((*path, row.name), f"takes hands that {name} takes too", allowed)
            earlier.append((row, hands))

    def _check_meters(self, wager: str, table: Paytable, path: Path) -> None:
        progressive = self.game.progressive_wager
        for row in table.rows:
            if not isinstance(row.pays, Share):
                continue
            if progressive is None or progressive.key != wager:
                what = "only a progressive wager pays shares of a meter"
                self._bad((*path, row.name), what, "pay odds or a sum of money")
            elif row.pays.meter not in table.meters:
                allowed = (
                    f"its meters: {listed([*table.meters])}"
                    if table.meters
                    else ('name it: meters = { meter = ["$10,000", "own rules"] }')
                )
                self._bad((*path, row.name), f"there is no meter {row.pays.meter}", allowed)


def _source(entry: object) -> str:
    """The letter of the table that an entry is like, or nothing."""
    return str(entry.get("like", "")) if isinstance(entry, Mapping) else ""


def _hands(row: Row, ranking: Ranking) -> set[tuple[str, int, int]]:
    """Every category, rank and suit that a row takes."""
    names = [category.name for category in ranking.categories]
    place = names.index(row.category)
    chosen = names[: place + 1] if row.or_better else [row.category]
    low, high = row.ranks
    suits = row.suits or range(4)
    return {
        (name, rank, suit) for name in chosen for rank in range(low, high + 1) for suit in suits
    }
