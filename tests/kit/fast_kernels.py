"""Kernels that deal honest rounds with all that their last cards could win; see fast_books.py."""

from typing import Final, NamedTuple

import numpy as np

from pitboss.odds.arrays import Integers, Ints, Words
from pitboss.odds.compiler import kernel
from pitboss.odds.simulation.generator import (
    B32,
    deal_top,
    next_word,
    rejection_limits,
)

MAX_SEATS: Final = 5


class Stream(NamedTuple):
    """Random numbers and the deck that they shuffle, round after round."""

    state: Words
    deck: Ints


class StudTables(NamedTuple):
    wins: Ints  # [profile, path, two-, three-, five-card kind] → cents of the house
    paths: Ints  # that a seat can take
    own: Ints  # which of the five cards are the seat's
    steps: tuple[Integers, ...]
    kinds: tuple[Integers, ...]  # of 2, 3 and 5 cards
    three: int


@kernel
def seat_wins(
    cards: Ints, profile: int, path: int, t: StudTables, by_rank: Ints, by_card: Ints
) -> None:
    """Adds what the house wins from a seat by the rank of the last card, and what a card of a
    suit that makes a flush of five or of the last three adds to that.
    """
    step1, step2, step3, step4 = t.steps
    kinds2, kinds3, kinds5 = t.kinds
    r0, r1, r2, r3 = cards[0] >> 2, cards[1] >> 2, cards[2] >> 2, cards[3] >> 2
    s0, s1, s2, s3 = cards[0] & 3, cards[1] & 3, cards[2] & 3, cards[3] & 3
    f2 = s0 + 1 if s1 == s0 else 0
    f3 = f2 if s2 == s0 else 0
    f4 = f3 if s3 == s0 else 0
    m2 = np.int64(step1[r0, r1])
    m3 = np.int64(step2[m2, r2])
    m4 = np.int64(step3[m3, r3])
    k2, k3 = np.int64(kinds2[f2, m2]), np.int64(0)
    if t.three == 0:
        k3 = np.int64(kinds3[f3, m3])
    elif t.three == 1:
        f = s1 + 1 if s1 == s2 and s2 == s3 else 0
        k3 = np.int64(kinds3[f, np.int64(step2[np.int64(step1[r1, r2]), r3])])
    pair = np.int64(step1[r2, r3])
    wins = t.wins[profile, path, k2]
    own_suit = s0 if f4 else -1
    last_suit = s3 if t.three == 2 and s2 == s3 else -1
    for rank in range(13):
        m5 = np.int64(step4[m4, rank])
        if t.three == 2:
            k3 = np.int64(kinds3[0, np.int64(step2[pair, rank])])
        plain = wins[k3, np.int64(kinds5[0, m5])]
        by_rank[rank] += plain
        for suit in (own_suit, last_suit):
            if suit < 0 or (suit == last_suit and suit == own_suit and by_card[52] == rank):
                continue
            k = k3
            if suit == last_suit:
                k = np.int64(kinds3[suit + 1, np.int64(step2[pair, rank])])
            k5 = np.int64(kinds5[f4 if suit == own_suit else 0, m5])
            by_card[4 * rank + suit] += wins[k, k5] - plain
            by_card[52] = rank  # where both suits are one, its cards are counted once
        by_card[52] = -1


@kernel
def stud_round(s: Stream, t: StudTables, limits: Words, by_rank: Ints, by_card: Ints) -> int:
    """Deals a round and fills what each last card would win, by rank and card; returns the seats.
    On top of the deck lie the community cards, then the hands, then what could have come.
    """
    state, deck = s
    own = int(t.own.sum())
    community = 5 - own
    cards = np.empty(5, np.int64)
    by_rank[:] = 0
    by_card[:52] = 0
    by_card[52] = -1
    word, state[0], state[1], state[2], state[3] = next_word(state[0], state[1], state[2], state[3])
    seats = int(1 + np.int64(word >> np.uint64(33)) % MAX_SEATS)
    deal_top(deck, community + seats * own, limits, state)
    for seat in range(seats):
        word, state[0], state[1], state[2], state[3] = next_word(
            state[0], state[1], state[2], state[3]
        )
        choice = int(np.int64(word >> np.uint64(33)))
        at, up = community + seat * own, 0
        for i in range(5):
            if t.own[i]:
                cards[i] = deck[at]
                at += 1
            else:
                cards[i] = deck[up]
                up += 1
        path = t.paths[choice % len(t.paths)]
        seat_wins(cards, choice // 64 % len(t.wins), path, t, by_rank, by_card)
    return seats


@kernel
def stud_rounds(
    rounds: int, s: Stream, t: StudTables, values: Ints, sizes: Ints, results: Ints
) -> int:
    """Deals rounds; fills [round, card] → the house's win, the real card first; returns seats."""
    limits = rejection_limits(52)
    own = int(t.own.sum())
    by_rank, by_card = np.empty(13, np.int64), np.empty(53, np.int64)
    dealt = 0
    for n in range(rounds):
        seats = stud_round(s, t, limits, by_rank, by_card)
        used = 5 - own + seats * own
        sizes[n] = 1 + 52 - used
        for i in range(sizes[n]):
            card = s.deck[used + i - 1] if i else s.deck[4 - own]
            values[n, i] = by_rank[card >> 2] + by_card[card]
        results[n] = values[n, 0]
        dealt += seats
    return dealt


@kernel
def stud_sums(rounds: int, s: Stream, t: StudTables, again: Words, sums: Ints) -> int:
    """Deals the same rounds, and adds each to sums in which its last card is dealt again; returns
    the real sum.
    """
    limits = rejection_limits(52)
    own = int(t.own.sum())
    by_rank, by_card = np.empty(13, np.int64), np.empty(53, np.int64)
    values = np.empty(53, np.int64)
    s0, s1, s2, s3 = again[0], again[1], again[2], again[3]
    actual = 0
    for _ in range(rounds):
        seats = stud_round(s, t, limits, by_rank, by_card)
        used = 5 - own + seats * own
        last = s.deck[4 - own]
        values[0] = by_rank[last >> 2] + by_card[last]
        for i in range(1, 53 - used):
            card = s.deck[used + i - 1]
            values[i] = by_rank[card >> 2] + by_card[card]
        actual += values[0]
        size = np.uint64(53 - used)
        for sample in range(len(sums)):
            word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            sums[sample] += values[np.int64(((word >> B32) * size) >> B32)]
    again[0], again[1], again[2], again[3] = s0, s1, s2, s3
    return actual


class DrawTables(NamedTuple):
    wins: Ints  # [profile, course, category] → cents of the house; courses as in odds.draw
    binom: Ints
    cat4: Integers


@kernel
def four_number(hand: Ints, without: int, binom: Ints) -> int:
    """The number of a hand's other four cards."""
    four = np.empty(4, np.int64)
    at = 0
    for i in range(5):
        if i != without:
            j = at
            while j > 0 and four[j - 1] > hand[i]:
                four[j] = four[j - 1]
                j -= 1
            four[j] = hand[i]
            at += 1
    number = 0
    for i in range(4):
        number += binom[four[i], i + 1]
    return number


@kernel
def draw_round(
    s: Stream, t: DrawTables, limits: Words, hand: Ints, values: Ints
) -> tuple[int, int, int, int]:
    """Deals a round; fills [column, card] → the house's win, the n-th value of the n-th column
    that of the card that came. Returns columns, cards, what no last card could change, and seats.
    """
    state, deck = s
    word, state[0], state[1], state[2], state[3] = next_word(state[0], state[1], state[2], state[3])
    seats = int(1 + np.int64(word >> np.uint64(33)) % MAX_SEATS)
    deal_top(deck, 9 * seats, limits, state)
    fours, rows = np.empty(MAX_SEATS, np.int64), np.empty(MAX_SEATS, np.int64)
    used = 5 * seats
    width = certain = 0
    for seat in range(seats):
        word, state[0], state[1], state[2], state[3] = next_word(
            state[0], state[1], state[2], state[3]
        )
        choice = int(np.int64(word >> np.uint64(33)))
        hand[:] = deck[5 * seat : 5 * seat + 5]
        profile = choice % len(t.wins)
        choice //= 16
        if choice % 8 == 0:
            certain += t.wins[profile, 0, 0]
            continue
        choice //= 8
        discards = choice % 4
        choice //= 4
        for i in range(discards):  # the slots do not matter: no card is likelier than another
            hand[i] = deck[used]
            used += 1
        if choice % 8 == 0:
            certain += t.wins[profile, 1 + 2 * discards, 0]
            continue
        choice //= 8
        course = 2 + 2 * discards
        if choice % 3 == 0:
            category = t.cat4[four_number(hand, 4, t.binom), hand[4]]
            certain += t.wins[profile, course, category]
            continue
        fours[width] = four_number(hand, choice // 3 % 5, t.binom)
        rows[width] = profile * 16 + course
        width += 1
    for column in range(width):
        wins = t.wins[rows[column] // 16, rows[column] % 16]
        kinds = t.cat4[fours[column]]
        for c in range(54 - used):
            values[column, c] = wins[kinds[deck[used + c]]]
    return width, 54 - used, certain, seats


@kernel
def draw_rounds(
    rounds: int, s: Stream, t: DrawTables, values: Ints, widths: Ints, sizes: Ints, results: Ints
) -> tuple[int, int]:
    """Deals rounds; fills [round, column, card]; returns what no last card could change, seats."""
    limits = rejection_limits(54)
    hand = np.empty(5, np.int64)
    fixed = dealt = 0
    for n in range(rounds):
        width, cards, certain, seats = draw_round(s, t, limits, hand, values[n])
        widths[n], sizes[n], results[n] = width, cards, certain
        for column in range(width):
            results[n] += values[n, column, column]
        fixed += certain
        dealt += seats
    return fixed, dealt


@kernel
def draw_sums(rounds: int, s: Stream, t: DrawTables, again: Words, sums: Ints) -> tuple[int, int]:
    """Deals the same rounds, and adds each to sums in which its last cards are dealt again, no two
    alike; returns what is fixed and the real sum.
    """
    limits = rejection_limits(54)
    hand, values = np.empty(5, np.int64), np.empty((MAX_SEATS, 54), np.int64)
    picks = np.empty(MAX_SEATS, np.int64)
    s0, s1, s2, s3 = again[0], again[1], again[2], again[3]
    fixed = actual = 0
    for _ in range(rounds):
        width, cards, certain, _ = draw_round(s, t, limits, hand, values)
        fixed += certain
        actual += certain
        for column in range(width):
            actual += values[column, column]
        size = np.uint64(cards)
        for sample in range(len(sums) if width else 0):
            column = 0
            while column < width:
                word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
                picks[column] = np.int64(((word >> B32) * size) >> B32)
                fresh = True
                for other in range(column):
                    fresh &= picks[other] != picks[column]
                if fresh:
                    sums[sample] += values[column, picks[column]]
                    column += 1
    again[0], again[1], again[2], again[3] = s0, s1, s2, s3
    return fixed, actual
