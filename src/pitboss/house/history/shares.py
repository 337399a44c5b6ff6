"""Links to finished rounds: a player of a round makes one, and revokes it.

Whoever has the link may read the round (`coach/shared_hand.py`), and nobody else learns that it
exists: its token cannot be guessed.
"""

import secrets
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.history.rounds import NoSuchRound, took_part
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import of_round, people, rounds, seeds, shares, tables

MAX_SHARES: Final = 100  # of one player
TOKEN_BYTES: Final = 16


class NoSuchHand(PitbossError):
    """A link that was revoked, or that never existed."""

    status = 404


class TooManyShares(PitbossError):
    """A player with as many links as the house stores."""

    status = 409


class ShareLink(msgspec.Struct, frozen=True):
    token: str
    path: str  # of the page that shows it
    table: str
    round: int
    at: int


class SharedRound(msgspec.Struct, frozen=True):
    """What a link leads to; no reader is shown the player's name."""

    table: str
    name: str  # the table's
    currency: str
    round: int
    player: str


def _link(row: Any) -> ShareLink:
    return ShareLink(row.token, f"/hand/{row.token}", row.stream, row.round, row.at)


def share(house: House, table: str, number: int, player: str) -> ShareLink:
    """The link to a settled round of the player's own; the same one if there is one already."""
    mine = sa.and_(of_round(shares, table, number), shares.c.player == player)
    revealed = sa.select(seeds.c.round).where(
        of_round(seeds, table, number), seeds.c.revealed.is_not(None)
    )
    settled = sa.select(rounds.c.round).where(
        of_round(rounds, table, number),
        rounds.c.outcome == "settled",
        took_part(player),
        revealed.exists(),
    )
    with house.store.begin() as tx:
        row = tx.execute(sa.select(shares).where(mine)).first()
        if row is not None:
            return _link(row)
        if tx.execute(settled).first() is None:
            raise NoSuchRound(f"you have no settled round {number} at table {table}")
        count = sa.select(sa.func.count()).where(shares.c.player == player)
        if tx.execute(count).scalar_one() >= MAX_SHARES:
            raise TooManyShares(
                f"you share {MAX_SHARES} hands already", what_to_do="stop sharing one of them"
            )
        token = secrets.token_urlsafe(TOKEN_BYTES)
        values = {"stream": table, "round": number, "player": player, "at": house.clock()}
        tx.execute(sa.insert(shares).values(token=token, **values))
        return _link(tx.execute(sa.select(shares).where(mine)).one())


def revoke(house: House, table: str, number: int, player: str) -> None:
    """Ends the link; does nothing for a round that is not shared."""
    mine = sa.and_(of_round(shares, table, number), shares.c.player == player)
    with house.store.begin() as tx:
        tx.execute(sa.delete(shares).where(mine))


def own_shares(house: House, player: str) -> list[ShareLink]:
    """The player's links, newest first."""
    query = sa.select(shares).where(shares.c.player == player).order_by(shares.c.at.desc())
    with house.store.read() as tx:
        return [_link(row) for row in tx.execute(query)]


def shared_round(house: House, token: str) -> SharedRound:
    """What a link leads to, while its player has an open account."""
    query = (
        sa.select(shares, tables.c.name, tables.c.currency)
        .join(people, people.c.name == shares.c.player)
        .join(tables, tables.c.id == shares.c.stream)
        .where(shares.c.token == token, ~people.c.closed)
    )
    with house.store.read() as tx:
        row = tx.execute(query).first()
    if row is None:
        raise NoSuchHand("there is no hand behind this link", what_to_do="ask for a new link")
    return SharedRound(row.stream, row.name, row.currency, row.round, row.player)
