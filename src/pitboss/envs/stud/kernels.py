"""Deals and steps many rounds of a stud game at once.

Every round has a generator of its own, so round i of many is the round of one environment with the
same seed.
"""

from typing import Any

import numba
import numpy as np

from pitboss.envs.stud.tables import StudArrays
from pitboss.odds.arrays import Bytes, Floats, Int, Ints, Words
from pitboss.odds.compiler import kernel
from pitboss.odds.simulation.generator import B32, LOW, next_word, start_state

u64: Any = numba.uint64

# What a round remembers in addition to its cards: classes of 2, 3 and 4 cards, kinds of 2, 3 and 5.
FACTS = 6
_REJECT_0 = np.uint64(2**32 % (52 * 51 * 50))
_REJECT_3 = np.uint64(2**32 % (49 * 48))


@kernel
def seed_all(seeds: Words, states: Words, decks: Bytes) -> None:
    """Starts every round's generator, with a deck in order."""
    for i in range(len(seeds)):
        states[i] = start_state(seeds[i], u64(0))
        for card in range(decks.shape[1]):
            decks[i, card] = card


@kernel
def deal(t: StudArrays, state: Words, deck: Bytes, facts: Ints) -> None:
    """Shuffles five cards to the top of the deck, in the order in which they become known."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    while True:
        word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
        x = (word & LOW) * u64(52)
        j0 = x >> B32
        x = (x & LOW) * u64(51)
        j1 = (x >> B32) + u64(1)
        x = (x & LOW) * u64(50)
        j2 = (x >> B32) + u64(2)
        y = (word >> B32) * u64(49)
        j3 = (y >> B32) + u64(3)
        y = (y & LOW) * u64(48)
        j4 = (y >> B32) + u64(4)
        if (x & LOW) >= _REJECT_0 and (y & LOW) >= _REJECT_3:
            break
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    deck[j0], deck[0] = deck[0], deck[j0]
    deck[j1], deck[1] = deck[1], deck[j1]
    deck[j2], deck[2] = deck[2], deck[j2]
    deck[j3], deck[3] = deck[3], deck[j3]
    deck[j4], deck[4] = deck[4], deck[j4]
    classify(t, deck, facts)


@kernel
def classify(t: StudArrays, cards: Bytes, facts: Ints) -> None:
    step1, step2, step3, step4 = t.step
    kinds2, kinds3, kinds5 = t.kinds
    suit = (cards[0] & 3) + 1
    d1 = (cards[0] ^ cards[1]) & 3
    d2 = d1 | ((cards[0] ^ cards[2]) & 3)
    d3 = d2 | ((cards[0] ^ cards[3]) & 3)
    d4 = d3 | ((cards[0] ^ cards[4]) & 3)
    m2 = np.int64(step1[cards[0] >> 2, cards[1] >> 2])
    m3 = np.int64(step2[m2, cards[2] >> 2])
    m4 = np.int64(step3[m3, cards[3] >> 2])
    m5 = np.int64(step4[m4, cards[4] >> 2])
    facts[0] = t.flags[suit * (d1 == 0)] * len(step2) + m2
    facts[1] = t.flags[suit * (d2 == 0)] * len(step3) + m3
    facts[2] = t.flags[suit * (d3 == 0)] * len(step4) + m4
    facts[3] = kinds2[suit * (d1 == 0), m2]
    facts[4] = kinds3[suit * (d2 == 0), m3]
    facts[5] = kinds5[suit * (d4 == 0), m5]


@kernel
def deal_many(t: StudArrays, state: Words, deck: Bytes, cards: Bytes, facts: Ints) -> None:
    """Deals one round after another from one generator."""
    for i in range(len(cards)):
        deal(t, state, deck, facts[i])
        for k in range(cards.shape[1]):
            cards[i, k] = deck[k]


@kernel
def situation(t: StudArrays, at: Int, path: Int, facts: Ints) -> Int:
    number: Int = t.begins[at] + t.rows[at, path] * t.classes[at] + facts[t.depths[at] - 2]
    return number


@kernel
def add_decided(t: StudArrays, facts: Ints, rounds: Ints, now: Ints, worths: Floats) -> None:
    """Adds the result of wagers on fewer cards than are known at each round's decision."""
    for i in range(len(now)):
        path, at = rounds[i, 0], rounds[i, 1]
        if now[i] < len(t.choices):
            if t.depths[at] > 2:
                worths[i] += t.now2[facts[i, 3]]
            if t.depths[at] > 3:
                worths[i] += t.now3[path & 3, facts[i, 4]]


@kernel
def reset_all(
    t: StudArrays, chosen: Any, states: Words, decks: Bytes, facts: Ints, rounds: Ints, now: Ints
) -> None:
    """Deals new rounds where `chosen`; `rounds` is [path, decision] of each."""
    for i in range(len(now)):
        if chosen[i]:
            deal(t, states[i], decks[i], facts[i])
            rounds[i, 0] = rounds[i, 1] = 0
            now[i] = situation(t, 0, 0, facts[i])


@kernel
def step_all(
    t: StudArrays,
    acts: Ints,
    states: Words,
    decks: Bytes,
    facts: Ints,
    rounds: Ints,
    now: Ints,
    ended: Any,
    rewards: Floats,
    regrets: Floats,
) -> Int:
    """Takes one step in every round; returns the first round whose act is illegal, or −1.

    A round that has already ended is redealt, and its act is ignored.
    """
    for i in range(len(now)):
        if not ended[i] and (acts[i] < 0 or acts[i] >= t.choices[now[i]]):
            return i
    for i in range(len(now)):
        rewards[i] = regrets[i] = 0.0
        if ended[i]:
            deal(t, states[i], decks[i], facts[i])
            rounds[i, 0] = rounds[i, 1] = 0
            now[i] = situation(t, 0, 0, facts[i])
            ended[i] = False
            continue
        here, act, at = now[i], acts[i], rounds[i, 1]
        regrets[i] = t.best[here] - t.worths[here, act]
        path = rounds[i, 0] + (act << (2 * (t.depths[at] - 2)))
        rounds[i, 0], rounds[i, 1] = path, at + 1
        if at + 1 < len(t.depths) and (act or not t.folds[at]):
            now[i] = situation(t, at + 1, path, facts[i])
        else:
            ended[i], now[i] = True, len(t.choices)
            rewards[i] = t.now2[facts[i, 3]] + t.now3[path & 3, facts[i, 4]]
            rewards[i] += t.final[path, facts[i, 5]]
    return -1
