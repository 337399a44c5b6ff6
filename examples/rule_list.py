"""A rule list of one's own for Mississippi Stud, with its exact cost and its worst mistakes.

    python examples/rule_list.py

The rule counts points: two for a card from jack up, one for a 6 to 10. It raises three times with
a made hand, once with enough points, and folds the rest.
"""

import pitboss

POINTS = {2: 2, 3: 3, 4: 4}  # points to go on with, by cards known


def play(observation):  # five cards (52 where unknown), then the earlier choices
    ranks = sorted(card // 4 for card in observation[:5] if card < 52)
    high = [rank for rank in ranks if ranks.count(rank) > 1]
    if high and max(high) >= 4:  # a pair of 6s or better
        return 3
    points = sum(2 if rank >= 9 else rank >= 4 for rank in ranks)
    return 1 if high or points >= POINTS[len(ranks)] else 0


print(pitboss.evaluate(play, "mississippi-stud", observation="cards"))
