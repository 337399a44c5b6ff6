"""Derives a shuffle from its revealed seed again, in plain Python from the published algorithms.

Independent of chance.py, so that each checks the other: ChaCha20 from its quarter rounds
(RFC 8439, section 2.3), HMAC-SHA256 from its definition, the shuffle by drawing from a list.
"""

import hashlib

_MASK = 0xFFFFFFFF


def _turn(state: list[int], a: int, b: int, c: int, d: int) -> None:
    for first, second, third, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[first] = (state[first] + state[second]) & _MASK
        mixed = state[third] ^ state[first]
        state[third] = ((mixed << bits) | (mixed >> (32 - bits))) & _MASK


def chacha_block(key: bytes, counter: int) -> list[int]:
    """Sixteen words of keystream."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    start += [int.from_bytes(key[n : n + 4], "little") for n in range(0, 32, 4)]
    start += [counter & _MASK, counter >> 32, 0, 0]
    state = start.copy()
    for _ in range(10):
        for column in range(4):
            _turn(state, column, 4 + column, 8 + column, 12 + column)
        for row in range(4):
            _turn(state, row, 4 + (row + 1) % 4, 8 + (row + 2) % 4, 12 + (row + 3) % 4)
    return [(mixed + first) & _MASK for mixed, first in zip(state, start, strict=True)]


def seed_hash(seed: bytes) -> str:
    return hashlib.sha256(b"pitboss seed\x00" + seed).hexdigest()


def _keyed_hash(key: bytes, message: bytes) -> bytes:
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def rederive(seed: bytes, number: int, player_seeds: list[str], size: int) -> list[int]:
    """The deck, top first, after this seed's shuffle number `number`."""
    message = b"pitboss shuffle\x00" + number.to_bytes(4, "big")
    for text in player_seeds:
        message += len(text.encode()).to_bytes(4, "big") + text.encode()
    key = _keyed_hash(seed, message)
    words: list[int] = []
    counter = 0
    order = list(range(size))
    position = 0
    for last in reversed(range(1, size)):
        whole = 2**32 // (last + 1) * (last + 1)
        while True:
            if position == len(words):
                words, position, counter = chacha_block(key, counter), 0, counter + 1
            word = words[position]
            position += 1
            if word < whole:
                break
        order[word % (last + 1)], order[last] = order[last], order[word % (last + 1)]
    return order
