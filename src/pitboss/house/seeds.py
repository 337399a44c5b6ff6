"""A round's seed: committed to before the first wager, shuffled with, revealed afterwards."""

from typing import TYPE_CHECKING, Final

import msgspec
import sqlalchemy as sa

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.house.chance import SEED_BYTES, commitment, shuffle_key, shuffled
from pitboss.house.live_table import LiveTable
from pitboss.house.storage.schema.tables import seeds

if TYPE_CHECKING:
    from pitboss.house.service import House

MAX_PLAYER_SEED: Final = 64
MAX_PLAYER_SEEDS: Final = 32


class BadSeed(PitbossError):
    """A player's seed that cannot be mixed in."""


def _context(live: LiveTable, number: int) -> str:
    return f"{live.row.id} seed {number}"


def commit_seed(tx: sa.Connection, house: "House", live: LiveTable, at: int) -> None:
    """The next round's seed, sealed; its hash goes into the log."""
    seed, number = house.entropy(SEED_BYTES), live.table.round
    assert len(seed) == SEED_BYTES
    promised = commitment(seed)
    tx.execute(
        sa.insert(seeds).values(
            stream=live.row.id,
            round=number,
            commitment=promised,
            sealed=house.keys.seal(seed, _context(live, number)),
            player_seeds=b"[]",
        )
    )
    house.note(tx, live, "SeedCommitted", {"round": number, "commitment": promised}, at)


def _row(tx: sa.Connection, live: LiveTable, number: int) -> sa.Row[tuple[object, ...]]:
    found = sa.select(seeds).where(seeds.c.stream == live.row.id, seeds.c.round == number)
    return tx.execute(found.with_for_update()).one()


def add_player_seed(tx: sa.Connection, house: "House", live: LiveTable, text: str, at: int) -> None:
    """A player's own seed for this round, before any card of it is shuffled."""
    row = _row(tx, live, live.table.round)
    mixed = msgspec.json.decode(row.player_seeds, type=list[str])
    if not 0 < len(text) <= MAX_PLAYER_SEED or not text.isprintable():
        raise BadSeed(
            "that seed cannot be mixed in",
            what_to_do=f"use up to {MAX_PLAYER_SEED} printable characters",
        )
    if row.shuffles or live.table.phase != "bets" or len(mixed) >= MAX_PLAYER_SEEDS:
        raise BadSeed("it is too late for this round", what_to_do="send it while bets are open")
    mixed.append(text)
    changed = sa.update(seeds).where(seeds.c.stream == live.row.id, seeds.c.round == row.round)
    tx.execute(changed.values(player_seeds=msgspec.json.encode(mixed)))
    house.note(tx, live, "PlayerSeed", {"round": row.round, "seed": text}, at)


def next_order(tx: sa.Connection, house: "House", live: LiveTable) -> tuple[Card, ...]:
    """The deck that the round's next shuffle gives; `count_shuffle` when it was taken."""
    row = _row(tx, live, live.table.round)
    seed = house.keys.unseal(row.sealed, _context(live, live.table.round))
    mixed = msgspec.json.decode(row.player_seeds, type=list[str])
    key = shuffle_key(seed, row.shuffles + 1, mixed)
    return tuple(Card(card) for card in shuffled(live.table.rules.game.cards, key))


def count_shuffle(tx: sa.Connection, live: LiveTable) -> None:
    mine = (seeds.c.stream == live.row.id) & (seeds.c.round == live.table.round)
    tx.execute(sa.update(seeds).where(mine).values(shuffles=seeds.c.shuffles + 1))


def reveal_seeds(tx: sa.Connection, house: "House", live: LiveTable, number: int, at: int) -> None:
    """This round's seed, voided or not, and any that waited.

    A round voided before its first card leaves its deck to the next: that seed waits until then.
    """
    if live.table.stub or live.table.stored_order:
        return
    mine = (seeds.c.stream == live.row.id) & (seeds.c.round <= number)
    found = sa.select(seeds).where(mine, seeds.c.revealed.is_(None)).order_by(seeds.c.round)
    for row in tx.execute(found).all():
        seed = house.keys.unseal(row.sealed, _context(live, row.round))
        this = (seeds.c.stream == live.row.id) & (seeds.c.round == row.round)
        tx.execute(sa.update(seeds).where(this).values(revealed=seed))
        note = {
            "round": row.round,
            "seed": seed.hex(),
            "player_seeds": msgspec.json.decode(row.player_seeds),
            "shuffles": row.shuffles,
        }
        house.note(tx, live, "SeedRevealed", note, at, row.round)
