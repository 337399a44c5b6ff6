"""A round's seed: committed before the first wager, used to shuffle, revealed afterwards."""

from typing import Final

import msgspec
import sqlalchemy as sa

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.house.chance import SEED_BYTES, Entropy, commitment, shuffle, shuffle_key
from pitboss.house.live_table import LiveTable, append_note
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import of_round, seeds

MAX_PLAYER_SEED: Final = 64  # characters
MAX_PLAYER_SEEDS: Final = 32


class BadSeed(PitbossError):
    """A player's seed that cannot be mixed in."""


def _context(live: LiveTable, number: int) -> str:
    return f"{live.row.id} seed {number}"


def commit_seed(tx: sa.Connection, keys: Keys, entropy: Entropy, live: LiveTable, at: int) -> None:
    """Seals the next round's seed and writes its hash into the log."""
    seed, number = entropy(SEED_BYTES), live.table.round
    assert len(seed) == SEED_BYTES
    digest = commitment(seed)
    sealed = keys.seal(seed, _context(live, number))
    row = {"stream": live.row.id, "round": number, "commitment": digest, "sealed": sealed}
    tx.execute(sa.insert(seeds).values(**row, player_seeds=b"[]"))
    note = {"round": number, "commitment": digest}
    append_note(tx, keys, live, "SeedCommitted", note, at)


def _row(tx: sa.Connection, live: LiveTable, number: int) -> sa.Row[tuple[object, ...]]:
    query = sa.select(seeds).where(of_round(seeds, live.row.id, number))
    return tx.execute(query.with_for_update()).one()


def add_player_seed(tx: sa.Connection, keys: Keys, live: LiveTable, text: str, at: int) -> None:
    """Adds a player's own seed to this round, before any of its cards is shuffled."""
    row = _row(tx, live, live.table.round)
    texts = msgspec.json.decode(row.player_seeds, type=list[str])
    if not 0 < len(text) <= MAX_PLAYER_SEED or not text.isprintable():
        raise BadSeed(
            "that seed cannot be mixed in",
            what_to_do=f"use up to {MAX_PLAYER_SEED} printable characters",
        )
    if row.shuffles or live.table.phase != "bets" or len(texts) >= MAX_PLAYER_SEEDS:
        raise BadSeed("it is too late for this round", what_to_do="send it while bets are open")
    texts.append(text)
    update = sa.update(seeds).where(of_round(seeds, live.row.id, row.round))
    tx.execute(update.values(player_seeds=msgspec.json.encode(texts)))
    append_note(tx, keys, live, "PlayerSeed", {"round": row.round, "seed": text}, at)


def next_order(tx: sa.Connection, keys: Keys, live: LiveTable) -> tuple[Card, ...]:
    """The deck after the round's next shuffle; call `count_shuffle` once that took place."""
    row = _row(tx, live, live.table.round)
    seed = keys.unseal(row.sealed, _context(live, live.table.round))
    texts = msgspec.json.decode(row.player_seeds, type=list[str])
    key = shuffle_key(seed, row.shuffles + 1, texts)
    return tuple(Card(card) for card in shuffle(live.table.rules.game.cards, key))


def count_shuffle(tx: sa.Connection, live: LiveTable) -> None:
    update = sa.update(seeds).where(of_round(seeds, live.row.id, live.table.round))
    tx.execute(update.values(shuffles=seeds.c.shuffles + 1))


def reveal_seeds(tx: sa.Connection, keys: Keys, live: LiveTable, number: int, at: int) -> None:
    """Reveals the seed of this round, void or not, and any earlier one still pending.

    A round voided before its first card leaves its deck to the next round, so its seed waits.
    """
    if live.table.stub or live.table.stored_order:
        return
    due = (seeds.c.stream == live.row.id) & (seeds.c.round <= number)
    query = sa.select(seeds).where(due, seeds.c.revealed.is_(None)).order_by(seeds.c.round)
    for row in tx.execute(query).all():
        seed = keys.unseal(row.sealed, _context(live, row.round))
        update = sa.update(seeds).where(of_round(seeds, live.row.id, row.round))
        tx.execute(update.values(revealed=seed))
        note = {
            "round": row.round,
            "seed": seed.hex(),
            "player_seeds": msgspec.json.decode(row.player_seeds),
            "shuffles": row.shuffles,
        }
        append_note(tx, keys, live, "SeedRevealed", note, at, row.round)
