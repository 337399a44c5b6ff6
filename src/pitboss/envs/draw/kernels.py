"""Deals and steps many rounds of a draw game at once; the slow twin is `draw.second_choices`.

Every round has a generator of its own. Nine cards are shuffled to the top of its deck: the hand,
three for the first draw and one for the second.
"""

from typing import Any, NamedTuple

import numpy as np

from pitboss.envs.draw.tables import MAX_PERMS, PERM_BITS, SECOND_ACTS, DrawArrays
from pitboss.odds.arrays import Bytes, Floats, Int, Ints, Words
from pitboss.odds.compiler import kernel
from pitboss.odds.simulation.generator import deal_top, start_state

CARDS = 9
LAST_CARD = CARDS - 1  # the place in the deck of the second draw's card
UNKNOWN = 255  # no discard


class DrawState(NamedTuple):
    """The rounds in play."""

    states: Words  # [round, 4]
    decks: Bytes  # [round, 54]
    hands: Ints  # [round, 5], as shown
    dead: Ints  # [round, 3]: first discards, then UNKNOWN
    rounds: Ints  # [round]: decision, 2 when over
    now: Ints  # [round]: situation
    choices: Ints  # [round]: legal acts
    worths: Floats  # [round, act]
    ended: Any


def new_state(count: int, acts: int) -> DrawState:
    return DrawState(
        np.zeros((count, 4), np.uint64),
        np.zeros((count, 54), np.uint8),
        np.zeros((count, 5), np.int64),
        np.full((count, 3), UNKNOWN, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.full((count, acts), -np.inf),
        np.zeros(count, np.bool_),
    )


@kernel
def seed_all(seeds: Words, s: DrawState) -> None:
    for i in range(len(seeds)):
        s.states[i] = start_state(seeds[i], np.uint64(0))
        for card in range(s.decks.shape[1]):
            s.decks[i, card] = card


@kernel
def _sort(cards: Ints, count: int) -> None:
    for i in range(1, count):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@kernel
def show_hand(t: DrawArrays, hand: Ints) -> Int:
    """Puts a hand into the order of its class, and returns the class."""
    _sort(hand, 5)
    at = np.int64(0)
    for i in range(5):
        at += t.binom[hand[i], i + 1]
    place = np.int64(t.place_of[at])
    number, perm = place >> PERM_BITS, t.perms[place & MAX_PERMS]
    for i in range(5):
        hand[i] = perm[t.hands[number, i]]
    return number


@kernel
def deal(t: DrawArrays, s: DrawState, i: int, priced: bool) -> None:
    deal_top(s.decks[i], CARDS, t.limits, s.states[i])
    for k in range(5):
        s.hands[i, k] = s.decks[i, k]
    number = show_hand(t, s.hands[i])
    for k in range(3):
        s.dead[i, k] = UNKNOWN
    s.rounds[i], s.now[i], s.choices[i], s.ended[i] = 0, number, t.first.shape[1], False
    if priced:
        for act in range(t.first.shape[1]):
            s.worths[i, act] = t.first[number, act]


@kernel
def _without(t: DrawArrays, hand: Ints, place: int, four: Ints) -> Int:
    """The number of the four cards that stay when one is replaced."""
    k = 0
    for j in range(5):
        if j != place:
            four[k] = hand[j]
            k += 1
    _sort(four, 4)
    number = np.int64(0)
    for k in range(4):
        number += t.binom[four[k], k + 1]
    return number


@kernel
def second_worths(t: DrawArrays, hand: Ints, dead: Ints, worths: Floats) -> None:
    """The worths of a fold, of standing, and of replacing each card."""
    gone = np.int64(0)
    for card in dead:
        gone += card != UNKNOWN
    unseen = t.cat4.shape[1] - 5 - gone
    for act in range(worths.size):
        worths[act] = -np.inf
    ascending = hand.copy()
    _sort(ascending, 5)
    # Leave out the lowest card, then the next: each four is the last with one card changed.
    number = np.int64(0)
    for k in range(1, 5):
        number += t.binom[ascending[k], k]
    own = t.pays[t.cat4[number, ascending[0]]]
    for k in range(5):
        if k:
            number += t.binom[ascending[k - 1], k] - t.binom[ascending[k], k]
        total = t.sums4[number] - own
        for d in range(gone):
            total -= t.pays[t.cat4[number, dead[d]]]
        place = 0
        while hand[place] != ascending[k]:
            place += 1
        worths[2 + place] = total / (unseen * t.unit)
    worths[0] = t.folds[1] / t.unit
    worths[1] = own / t.unit


@kernel
def draw_first(t: DrawArrays, s: DrawState, i: int, mask: int, priced: bool) -> None:
    """Exchanges the first discards, and opens the second decision."""
    count = 0
    for place in range(5):
        if mask >> place & 1:
            s.dead[i, count] = s.hands[i, place]
            s.hands[i, place] = s.decks[i, 5 + count]
            count += 1
    number = show_hand(t, s.hands[i])
    s.rounds[i], s.now[i], s.choices[i] = 1, len(t.hands) + number, SECOND_ACTS
    if priced:
        second_worths(t, s.hands[i], s.dead[i], s.worths[i])


@kernel
def draw_second(t: DrawArrays, s: DrawState, i: int, act: int, four: Ints) -> float:
    """Exchanges at most one card, and returns the result; `four` is room to work in."""
    place = max(act - 2, 0)
    number = _without(t, s.hands[i], place, four)
    if act > 1:
        s.hands[i, place] = s.decks[i, LAST_CARD]
    result: float = t.pays[t.cat4[number, s.hands[i, place]]] / t.unit
    return result


@kernel
def end(t: DrawArrays, s: DrawState, i: int, priced: bool) -> None:
    s.rounds[i], s.now[i], s.choices[i], s.ended[i] = 2, 2 * len(t.hands), 0, True
    if priced:
        for act in range(s.worths.shape[1]):
            s.worths[i, act] = -np.inf


@kernel
def reset_all(t: DrawArrays, s: DrawState, chosen: Any, priced: bool) -> None:
    for i in range(len(s.now)):
        if chosen[i]:
            deal(t, s, i, priced)


@kernel
def step_all(
    t: DrawArrays, s: DrawState, acts: Ints, rewards: Floats, regrets: Floats, priced: bool
) -> Int:
    """Takes one step in every round; returns the first round whose act is illegal, or −1.

    A round that has already ended is redealt, and its act is ignored. Worths and regrets are
    computed only where `priced`.
    """
    four = np.empty(4, np.int64)
    for i in range(len(s.now)):
        if not s.ended[i] and (acts[i] < 0 or acts[i] >= s.choices[i]):
            return i
    for i in range(len(s.now)):
        rewards[i] = regrets[i] = 0.0
        if s.ended[i]:
            deal(t, s, i, priced)
            continue
        act = acts[i]
        if priced:
            best = s.worths[i, 0]
            for other in range(s.choices[i]):
                best = max(best, s.worths[i, other])
            regrets[i] = best - s.worths[i, act]
        if act == 0:
            rewards[i] = t.folds[s.rounds[i]] / t.unit
            end(t, s, i, priced)
        elif s.rounds[i] == 0:
            draw_first(t, s, i, t.masks[act - 1], priced)
        else:
            rewards[i] = draw_second(t, s, i, act, four)
            end(t, s, i, priced)
    return -1


@kernel
def deal_ahead(t: DrawArrays, s: DrawState, last: int, count: int) -> None:
    """Deals rounds 0 and up one after another, with the generator and the deck of round `last`."""
    for i in range(count):
        s.states[i] = s.states[last]
        s.decks[i] = s.decks[last]
        deal(t, s, i, True)
        last = i


@kernel
def open_second(tables: Any, rounds: Any, i: int, act: int, figures: Floats) -> int:
    """Exchanges one round's first discards, and returns the situation.

    `figures` receives the worths of the second acts, then the result of each. The arrays come as
    plain tuples: Numba reads those twice as quickly from Python as named ones.
    """
    t, s = DrawArrays(*tables), DrawState(*rounds)
    draw_first(t, s, i, t.masks[act - 1], True)
    hand, four = s.hands[i].copy(), np.empty(4, np.int64)
    figures[SECOND_ACTS] = t.folds[1] / t.unit
    for second in range(SECOND_ACTS):
        figures[second] = s.worths[i, second]
        if second:
            figures[SECOND_ACTS + second] = draw_second(t, s, i, second, four)
            s.hands[i] = hand
    situation: int = s.now[i]
    return situation
