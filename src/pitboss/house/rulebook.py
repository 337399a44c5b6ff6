"""The rulebook of one house: the published rules, and the own rules that it plays by."""

import msgspec
import sqlalchemy as sa
from msgspec import UNSET

from pitboss.house.floor.tables import read_submission
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import tables
from pitboss.rulebook import GAMES, PUBLISHED, OwnRules, Rulebook
from pitboss.rulebook.choices import Choices


def house_book(house: House) -> Rulebook:
    """The published rules, with the own rules of the open tables and of the submission.

    Where two tables play by different rules under one name, the submission's are taken.
    """
    choices = [row.choices for row in house.table_rows()]
    with house.store.read() as tx:
        submission = read_submission(tx)
    book = PUBLISHED
    for one in (*choices, *(submission.games.values() if submission else ())):
        own = one.own
        if own is UNSET:
            continue
        earlier = book.own.get(one.game, OwnRules())
        if own.game is None:  # further tables of a published game join those of other tables
            wagers = earlier.tables.keys() | own.tables.keys()
            joined = {
                wager: earlier.tables.get(wager, {}) | own.tables.get(wager, {})
                for wager in sorted(wagers)
            }
            own = OwnRules(tables=joined)
        book = book.with_own(one.game, own)
    return book


def game_names(tx: sa.Connection) -> dict[str, str]:
    """The name of every game that a table of this house was ever opened for."""
    names = {key: game.name for key, game in GAMES.items()}
    query = sa.select(tables.c.game, tables.c.choices).where(tables.c.game.not_in([*GAMES]))
    for key, stored in tx.execute(query):
        own = msgspec.json.decode(stored, type=Choices).own
        names[key] = own.game.name if own is not UNSET and own.game is not None else key
    return names
