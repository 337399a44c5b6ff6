"""Counts the cards of a deck by classes of hands, in NumPy: once per deck, so nothing is compiled.

A class is [flag, multiset of ranks], as in `kernels`. The slow twin is tests/twins/stud.py.
"""

from functools import cache
from math import comb
from typing import Final

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.stud.shape import members

RANKS: Final = 13


@cache
def rank_counts(cards: int) -> Ints:
    """[multiset of `cards` ranks, rank] → how often the multiset has the rank."""
    counts = np.zeros((len(members(cards)), RANKS), np.int64)
    for column in members(cards).T:
        counts[np.arange(len(counts)), column] += 1
    return counts


def class_sizes(has: Ints, suits: Ints, cards: int) -> Ints:
    """[flag, multiset] → sets of `cards` cards of the deck in each class; `has` is [rank, suit]."""
    counts, deck = rank_counts(cards), has.sum(axis=1)
    choose = np.array([[comb(n, k) for k in range(cards + 1)] for n in range(5)], np.int64)
    every = choose[deck[None, :], counts].prod(axis=1)
    distinct = (counts <= 1).all(axis=1)
    by_suit = [np.where(distinct, has[members(cards), s].prod(axis=1), 0) for s in range(4)]
    mixed = every - sum(by_suit)
    return np.array([mixed, *(by_suit[s] for s in suits)], np.int64)


def whole_deck_sizes(cards: int, suits: int = 1) -> Ints:
    """The same of the whole deck, with as many suits told apart; one stands for all four."""
    sizes = class_sizes(np.ones((RANKS, 4), np.int64), np.arange(suits), cards)
    sizes[1:] *= 4 // suits
    return sizes


def unseen_cards(has: Ints, suits: Ints, cards: int) -> tuple[Ints, Ints]:
    """[flag, multiset, rank] → unseen cards outside the flag's suit, and unseen cards of that suit.

    Classes of which the deck has no hand are marked −1 in the first array.
    """
    counts, deck = rank_counts(cards), has.sum(axis=1)
    left = np.zeros((len(suits) + 1, *counts.shape), np.int64)
    suited = np.zeros_like(left)
    mixed = deck - counts
    left[0] = np.where((mixed >= 0).all(axis=1, keepdims=True), mixed, -1)
    for flag, suit in enumerate(suits, 1):
        own = has[:, suit] - counts
        dealt = (own >= 0).all(axis=1, keepdims=True)
        left[flag] = np.where(dealt, deck - has[:, suit], -1)
        suited[flag] = np.where(dealt, own, 0)
    return left, suited
