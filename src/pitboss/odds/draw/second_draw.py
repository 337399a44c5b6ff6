"""Prices second decisions that disregard the player's own discards.

The value of an act is then linear in the dead cards, so two sums suffice: how often a hand is
reached, and how often it is reached with each card dead. `counts` explains the rows E(K, T). The
slow twin is tests/twins/draw.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.compiler import kernel
from pitboss.odds.draw.kernels import pair_at, triple_at

if TYPE_CHECKING:
    from pitboss.odds.draw.deck import DeckTables

STAND, FOLD = 5, 6  # acts 0–4 draw a card for that card of the hand
ACTS = 7


@kernel
def second_values(
    first: int, step: int, t: DeckTables, pays: Ints, fold: int, chosen: Ints, m: int, begin: int,
    weight: int, rows: Ints, met: Ints, out: Ints,
) -> None:  # fmt: skip
    """Adds each act's result after m discards to out[H, act], and the frequency of H to met[H].

    Both are multiplied by symmetries and share the whole game's denominator.
    """
    cards = t.cat4.shape[1]
    n = cards - 5
    pairs_at = 1 + cards
    triples_at = pairs_at + cards * (cards - 1) // 2
    ways = 0 if m == 0 else 5 if m == 1 else 10
    dead = np.empty(cards, np.int64)
    four = np.empty(4, np.int64)
    for h in range(first, len(t.hands), step):
        none = np.int64(len(t.perms) if m == 0 and chosen[h] == 0 else 0)
        dead[:] = 0
        for x in range(begin, begin + ways):
            row = rows[t.sub_class[h, x]]
            if row[0] == 0:
                continue
            perm = t.perms[t.sub_perm[h, x]]
            a = b = c = np.int64(-1)
            for i in range(5):
                if not t.subsets[x] >> i & 1:
                    a, b, c = np.int64(perm[t.hands[h, i]]), a, b
            none += row[0] - row[1 + a]
            if b >= 0:
                none += row[pairs_at + pair_at(a, b)] - row[1 + b]
            if c >= 0:
                none += row[pairs_at + pair_at(a, c)] + row[pairs_at + pair_at(b, c)] - row[1 + c]
                none -= row[triples_at + triple_at(a, b, c)]
            for card in range(cards):
                d = np.int64(perm[card])
                own = False
                for other in t.hands[h]:
                    own = own or other == card
                if own:
                    continue
                w = row[1 + d]
                if b >= 0:
                    w -= row[pairs_at + pair_at(a, d)] + row[pairs_at + pair_at(b, d)]
                if c >= 0:
                    w += row[triples_at + triple_at(a, b, d)] - row[pairs_at + pair_at(c, d)]
                    w += row[triples_at + triple_at(a, c, d)] + row[triples_at + triple_at(b, c, d)]
                dead[card] += w
        if none == 0:
            continue
        unit = weight * t.orbit[h]
        met[h] += none * unit * (n - m)
        out[h, STAND] += none * unit * (n - m) * pays[t.own[h]]
        out[h, FOLD] += none * unit * (n - m) * fold
        for i in range(5):
            k = 0
            for j in range(5):
                if j != i:
                    four[k] = t.hands[h, j]
                    k += 1
            q = np.int64(0)
            for k in range(4):
                q += t.binom[four[k], k + 1]
            total = np.int64(0)
            for card in range(cards):
                own = False
                for other in t.hands[h]:
                    own = own or other == card
                if not own:
                    total += (none - dead[card]) * pays[t.cat4[q, card]]
            out[h, i] += total * unit
