"""A round's seed: committed before the first wager, used to shuffle, revealed afterwards."""

from typing import Final

import msgspec
import sqlalchemy as sa

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.house.chance import SEED_BYTES, Entropy, commitment, shuffle, shuffle_key
from pitboss.house.live_table import PLAYER_SEED, LiveTable, Seed, append_note
from pitboss.house.storage.batch import Batch
from pitboss.house.storage.schema.tables import seeds

MAX_PLAYER_SEED: Final = 64  # characters
MAX_PLAYER_SEEDS: Final = 32
_TEXTS: Final = msgspec.json.Decoder(list[str])


class BadSeed(PitbossError):
    """A player's seed that cannot be mixed in."""


def _context(live: LiveTable, number: int) -> str:
    return f"{live.row.id} seed {number}"


def commit_seed(batch: Batch, entropy: Entropy, live: LiveTable, at: int) -> None:
    """Seals the next round's seed and writes its hash into the log."""
    pending = _pending(batch.tx, live)
    seed, number = entropy(SEED_BYTES), live.table.round
    assert len(seed) == SEED_BYTES
    digest = commitment(seed)
    sealed = batch.keys.seal(seed, _context(live, number))
    batch.insert(seeds, live.row.id, number, digest, sealed, None, b"[]", 0)
    live.seeds = (*pending, Seed(number, sealed))
    append_note(batch, live, "SeedCommitted", {"round": number, "commitment": digest}, at)


def _pending(tx: sa.Connection, live: LiveTable) -> tuple[Seed, ...]:
    """The table's seeds that are not revealed yet, in the order of their rounds."""
    if live.seeds is None:
        of_table = (seeds.c.stream == live.row.id) & seeds.c.revealed.is_(None)
        rows = tx.execute(sa.select(seeds).where(of_table).order_by(seeds.c.round))
        live.seeds = tuple(
            Seed(row.round, row.sealed, tuple(_TEXTS.decode(row.player_seeds)), row.shuffles)
            for row in rows
        )
    return live.seeds


def _replace_last(live: LiveTable, seed: Seed) -> None:
    assert live.seeds
    live.seeds = (*live.seeds[:-1], seed)


def add_player_seed(batch: Batch, live: LiveTable, text: str, at: int) -> None:
    """Adds a player's own seed to this round, before any of its cards is shuffled."""
    seed = _pending(batch.tx, live)[-1]
    if not 0 < len(text) <= MAX_PLAYER_SEED or not text.isprintable():
        raise BadSeed(
            "that seed cannot be mixed in",
            what_to_do=f"use up to {MAX_PLAYER_SEED} printable characters",
        )
    full = len(seed.player_seeds) >= MAX_PLAYER_SEEDS
    if seed.shuffles or live.table.phase != "bets" or full:
        raise BadSeed("it is too late for this round", what_to_do="send it while bets are open")
    texts = (*seed.player_seeds, text)
    raw = msgspec.json.encode(texts)
    batch.update("set_player_seeds", raw, live.row.id, seed.round)
    _replace_last(live, msgspec.structs.replace(seed, player_seeds=texts))
    append_note(batch, live, PLAYER_SEED, {"round": seed.round, "seed": text}, at)


def next_order(batch: Batch, live: LiveTable) -> tuple[Card, ...]:
    """The deck after the round's next shuffle; call `count_shuffle` once it has taken place."""
    seed = _pending(batch.tx, live)[-1]
    assert seed.round == live.table.round, "every round has a seed before its first wager"
    plain = batch.keys.unseal(seed.sealed, _context(live, seed.round))
    key = shuffle_key(plain, seed.shuffles + 1, seed.player_seeds)
    return tuple(Card(card) for card in shuffle(live.table.rules.game.cards, key))


def count_shuffle(batch: Batch, live: LiveTable) -> None:
    seed = _pending(batch.tx, live)[-1]
    batch.update("count_shuffle", live.row.id, seed.round)
    _replace_last(live, msgspec.structs.replace(seed, shuffles=seed.shuffles + 1))


def reveal_seeds(batch: Batch, live: LiveTable, number: int, at: int) -> None:
    """Reveals the seed of this round, void or not, and any earlier one still pending.

    A round voided before its first card leaves its deck to the next round, so its seed waits.
    """
    if live.table.stub or live.table.stored_order:
        return
    pending = _pending(batch.tx, live)
    for seed in pending:
        if seed.round > number:
            continue
        plain = batch.keys.unseal(seed.sealed, _context(live, seed.round))
        batch.update("reveal_seed", plain, live.row.id, seed.round)
        note = {
            "round": seed.round,
            "seed": plain.hex(),
            "player_seeds": list(seed.player_seeds),
            "shuffles": seed.shuffles,
        }
        append_note(batch, live, "SeedRevealed", note, at, seed.round)
    live.seeds = tuple(seed for seed in pending if seed.round > number)
