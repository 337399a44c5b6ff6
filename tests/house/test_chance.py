"""Two implementations of one shuffle, the published vectors, and the evenness of both."""

import math
from collections import Counter
from itertools import islice, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.house import chance, fairness

KEY = bytes(range(32))


def test_keystream_of_rfc_8439() -> None:
    """Appendix A.1, vectors 1, 2, 3: zero key and nonce, counters 0 and 1; a key ending in 1."""
    first = (
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
    )
    second = (
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
    )
    third = (
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
        "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
    )
    words = chance.stream(bytes(32))
    assert b"".join(n.to_bytes(4, "little") for n in islice(words, 32)).hex() == first + second
    for key, counter, expected in (
        (bytes(32), 0, first),
        (bytes(32), 1, second),
        (bytes(31) + b"\1", 1, third),
    ):
        block = fairness.chacha_block(key, counter)
        assert b"".join(n.to_bytes(4, "little") for n in block).hex() == expected


@given(
    seed=st.binary(min_size=32, max_size=32),
    number=st.integers(1, 9),
    mixed=st.lists(st.text(min_size=1, max_size=64), max_size=4),
    size=st.sampled_from((2, 3, 52, 54)),
)
@settings(max_examples=60, deadline=None)
def test_both_implementations_give_the_same_deck(
    seed: bytes, number: int, mixed: list[str], size: int
) -> None:
    deck = chance.shuffle(range(size), chance.shuffle_key(seed, number, mixed))
    assert list(deck) == fairness.rederive(seed, number, mixed, size)
    assert sorted(deck) == list(range(size))
    assert chance.commitment(seed) == fairness.seed_hash(seed)


def test_every_part_of_the_key_counts() -> None:
    seeds = {
        chance.shuffle_key(seed, number, mixed)
        for seed in (KEY, bytes(32))
        for number in (1, 2)
        for mixed in ((), ("ab",), ("a", "b"), ("b", "a"), ("", "ab"))
    }
    assert len(seeds) == 20


def test_words_past_the_last_whole_multiple_are_refused() -> None:
    limit = (1 << 32) - (1 << 32) % 52
    assert chance.below(iter([limit, (1 << 32) - 1, 53]), 52) == 1
    assert chance.below(iter([limit - 1]), 52) == 51
    assert chance.below(iter([(1 << 32) - 1]), 2) == 1


def _chi_square_limit(freedom: int) -> float:
    """About five standard deviations, by Wilson and Hilferty."""
    part = 2 / (9 * freedom)
    return freedom * float(1 - part + 5 * math.sqrt(part)) ** 3


@pytest.mark.parametrize("module", ["chance", "fairness"])
def test_every_order_of_four_cards_is_as_likely(module: str) -> None:
    rounds = 24_000 if module == "chance" else 6_000
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(rounds):
        seed = number.to_bytes(32, "big")
        if module == "chance":
            orders[chance.shuffle(range(4), chance.shuffle_key(seed, 1, ()))] += 1
        else:
            orders[tuple(fairness.rederive(seed, 1, [], 4))] += 1
    assert set(orders) == set(permutations(range(4)))
    expected = rounds / 24
    square = sum((count - expected) ** 2 / expected for count in orders.values())
    assert square < _chi_square_limit(23)


def test_every_card_comes_everywhere_as_often() -> None:
    size, rounds = 52, 6_000
    counts = [[0] * size for _ in range(size)]
    pairs: Counter[int] = Counter()
    for number in range(rounds):
        key = chance.shuffle_key(b"evenness".ljust(32, b"."), number, ())
        deck = chance.shuffle(range(size), key)
        for place, card in enumerate(deck):
            counts[place][card] += 1
        pairs[(deck[1] - deck[0]) % size] += 1  # what follows the first card
    expected = rounds / size
    square = sum((n - expected) ** 2 / expected for row in counts for n in row)
    assert square < _chi_square_limit((size - 1) ** 2)
    follow = rounds / (size - 1)
    assert 0 not in pairs
    assert sum((n - follow) ** 2 / follow for n in pairs.values()) < _chi_square_limit(size - 2)


def test_a_biased_shuffle_would_be_noticed() -> None:
    """The test detects bias: the naive shuffle that swaps with any place fails it."""
    rounds = 24_000
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(rounds):
        words = chance.stream(number.to_bytes(32, "big"))
        deck = list(range(4))
        for place in range(4):
            other = chance.below(words, 4)
            deck[place], deck[other] = deck[other], deck[place]
        orders[tuple(deck)] += 1
    expected = rounds / 24
    square = sum((count - expected) ** 2 / expected for count in orders.values())
    assert square > _chi_square_limit(23)


def test_os_entropy_is_not_repeated() -> None:
    assert len({chance.os_entropy(32) for _ in range(1000)}) == 1000
    assert len(chance.os_entropy(chance.SEED_BYTES)) == chance.SEED_BYTES
