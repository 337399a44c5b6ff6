"""The only source of chance: OS randomness → ChaCha20 stream → Fisher–Yates with rejection.

A round's seed is committed (its hash is logged) before the first wager and revealed after the
round, even a void one. A shuffle depends on the seed, the shuffle's number within the round and any
seeds that players mixed in, so that neither side alone decides it. `fairness.py` is a second
implementation that shares no code with this one.
"""

import hashlib
import hmac
import os
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

SEED_BYTES: Final = 32
_BLOCK: Final = bytes(1024)

Entropy = Callable[[int], bytes]  # so many random bytes
os_entropy: Final[Entropy] = os.urandom


def commitment(seed: bytes) -> str:
    return hashlib.sha256(b"pitboss seed\0" + seed).hexdigest()


def shuffle_key(seed: bytes, number: int, player_seeds: Sequence[str]) -> bytes:
    """`number` counts the round's shuffles from 1; player seeds come in order of arrival."""
    message = struct.pack(">I", number)
    for text in player_seeds:
        raw = text.encode()
        message += struct.pack(">I", len(raw)) + raw
    return hmac.new(seed, b"pitboss shuffle\0" + message, hashlib.sha256).digest()


def stream(key: bytes) -> Iterator[int]:
    """32-bit words of the ChaCha20 keystream (RFC 8439, counter 0, zero nonce), little-endian."""
    cipher = Cipher(ChaCha20(key, bytes(16)), mode=None).encryptor()
    while True:
        yield from struct.unpack("<256I", cipher.update(_BLOCK))


def below(words: Iterator[int], bound: int) -> int:
    """A uniform number in 0…bound−1: words past the last whole multiple are rejected."""
    limit = (1 << 32) - (1 << 32) % bound
    while True:
        word = next(words)
        if word < limit:
            return word % bound


def shuffle(cards: Sequence[int], key: bytes) -> tuple[int, ...]:
    """Fisher–Yates from the bottom up; the first card of the result is the top of the deck."""
    deck, words = list(cards), stream(key)
    for last in range(len(deck) - 1, 0, -1):
        other = below(words, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)
