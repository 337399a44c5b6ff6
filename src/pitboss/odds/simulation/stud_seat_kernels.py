"""A whole table simulated: every seat its own cards, one community and one box for all.

Seats share cards, so their results hang together; what a round comes to for all of them is summed
as it is dealt. By cell the counts are those of `sim_kernels.play`, once for every seat.
"""

from typing import Any

import numba
import numpy as np

from pitboss.odds.compiler import kernel
from pitboss.odds.simulation.stud_kernels import lane_state, next_word
from pitboss.odds.stud.six_cards import six_kind

u64: Any = numba.uint64

_LOW = np.uint64(0xFFFFFFFF)
_B32 = np.uint64(32)


@kernel
def play_seats(
    seed: Any,
    lane: Any,
    rounds: int,
    seats: int,
    own: int,
    step: Any,
    policy: Any,
    kinds: Any,
    last5: Any,
    three_from: int,
    six: int,
    worth: Any,
    counts: Any,
    totals: Any,
) -> None:
    """As `sim_kernels.play`; of the five known cards the first `own` are the seat's, the others
    the community's. `worth` by cell is what a seat wins: `totals` gathers the sum of a round's
    seats and of its square.
    """
    state = lane_state(seed, lane)
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    step1, step2, step3, step4 = step
    policy2, policy3, policy4 = policy
    kinds2, kinds3, kinds5 = kinds
    deck = np.arange(52)
    community = 5 - own
    first = community + (6 - six if six else 0)
    dealt = first + seats * own
    reject = np.zeros(52, np.uint64)
    for i in range(0, 50, 3):
        product = (52 - i) * (51 - i) * (50 - i)
        reject[i] = u64((1 << 32) % product)
    _, n2, n3, n5, n6 = counts.shape
    out, value = counts.reshape(-1), worth.reshape(-1)
    card = np.empty(5, np.int64)
    for _ in range(rounds):
        i = 0
        spare = False
        word = u64(0)
        while i < dealt:
            if spare:
                bits = word >> _B32
            else:
                word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
                bits = word & _LOW
            spare = not spare
            x = bits * u64(52 - i)
            j0 = i + np.int64(x >> _B32)
            x = (x & _LOW) * u64(51 - i)
            j1 = i + 1 + np.int64(x >> _B32)
            x = (x & _LOW) * u64(50 - i)
            j2 = i + 2 + np.int64(x >> _B32)
            if (x & _LOW) < reject[i]:
                continue
            deck[j0], deck[i] = deck[i], deck[j0]
            deck[j1], deck[i + 1] = deck[i + 1], deck[j1]
            deck[j2], deck[i + 2] = deck[i + 2], deck[j2]
            i += 3
        table = 0
        for seat in range(seats):
            at = first + seat * own
            for i in range(own):
                card[i] = deck[at + i]
            for i in range(community):
                card[own + i] = deck[i]
            c0, c1, c2, c3, c4 = card[0], card[1], card[2], card[3], card[4]
            suit = (c0 & 3) + 1
            f2 = suit if (c1 ^ c0) & 3 == 0 else 0
            f3 = f2 if (c2 ^ c0) & 3 == 0 else 0
            f4 = f3 if (c3 ^ c0) & 3 == 0 else 0
            m2 = np.int64(step1[(c0 >> 2) * 13 + (c1 >> 2)])
            m3 = np.int64(step2[m2 * 13 + (c2 >> 2)])
            m4 = np.int64(step3[m3 * 13 + (c3 >> 2)])
            a2 = np.int64(policy2[m2 + (91 if f2 else 0)])
            a3 = np.int64(policy3[m3 + (455 if f3 else 0)]) >> (2 * a2) & 3
            prefix = a2 + 4 * a3
            a4 = np.int64(policy4[m4 + (1820 if f4 else 0)]) >> (2 * prefix) & 3
            k5 = np.int64(last5[m4 * 13 + (c4 >> 2)])
            if f4 and (c4 ^ c0) & 3 == 0:
                k5 = np.int64(kinds5[f4 * 6188 + step4[m4 * 13 + (c4 >> 2)]])
            cell = (prefix + 16 * a4) * n2 + np.int64(kinds2[m2 + 91 * f2])
            cell *= n3
            if three_from == 0:
                cell += np.int64(kinds3[m3 + 455 * f3])
            elif three_from > 0:
                f = (c2 & 3) + 1 if ((c2 ^ c3) | (c2 ^ c4)) & 3 == 0 else 0
                m = np.int64(step1[(c2 >> 2) * 13 + (c3 >> 2)])
                cell += np.int64(kinds3[step2[m * 13 + (c4 >> 2)] + 455 * f])
            cell = (cell * n5 + k5) * n6
            if six:
                # The box lies after the community: three cards, and a fourth beside two of a seat.
                b0, b1, b2 = deck[community], deck[community + 1], deck[community + 2]
                last = c2 if six == 3 else deck[community + 3]
                cell += six_kind(u64(c0), u64(c1), u64(last), u64(b0), u64(b1), u64(b2))
            out[cell] += 1
            table += value[cell]
        totals[0] += float(table)
        totals[1] += float(table) * float(table)
