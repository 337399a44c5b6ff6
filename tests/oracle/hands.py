"""What a handful of cards is called, decided by looking at it.

Cards are text ('Qh', 'Tc', 'JK' for a joker). Nothing is tabulated and nothing is clever: ranks are
compared as they are printed, runs are looked up in the row of ranks with the ace at both ends.
"""

from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
ROW_OF_RANKS = "A23456789TJQKA"  # a run is any stretch of this; so K-A-2 is never one

FIVE_CARD_ORDER = (  # LIR .06C, MS 6.D, 235 6.D, highest first
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
    "nothing",
)
JOKER_ORDER = (  # DD .06D, highest first; the two last are no permissible hands
    "five aces",
    "natural royal flush",
    "wild royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
    "nothing",
)


def is_run(ranks: str, ace_low: bool = True) -> bool:
    size = len(ranks)
    rank_set = set(ranks)
    if len(rank_set) != size:
        return False
    first = 0 if ace_low else 1
    return any(
        set(ROW_OF_RANKS[at : at + size]) == rank_set
        for at in range(first, len(ROW_OF_RANKS) - size + 1)
    )


def ranks_of(cards: list[str]) -> str:
    return "".join(card[0] for card in cards)


def one_suit(cards: list[str]) -> bool:
    return all(card[1] == cards[0][1] for card in cards)


def groups(ranks: str) -> list[int]:
    """How many of each rank, most first: a full house is [3, 2]."""
    return sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)


def five_cards(cards: list[str]) -> str:
    ranks = ranks_of(cards)
    sizes = groups(ranks)
    run, suited = is_run(ranks), one_suit(cards)
    if run and suited:
        return "royal flush" if set(ranks) == set("AKQJT") else "straight flush"
    if sizes[0] == 5:  # only with a joker as an ace
        return "five of a kind"
    if sizes[0] == 4:
        return "four of a kind"
    if sizes == [3, 2]:
        return "full house"
    if suited:
        return "flush"
    if run:
        return "straight"
    if sizes[0] == 3:
        return "three of a kind"
    if sizes == [2, 2, 1]:
        return "two pair"
    return "pair" if sizes[0] == 2 else "nothing"


def pair_rank(cards: list[str]) -> int:
    """The rank of the pair in a one-pair hand: 2 to 14."""
    ranks = ranks_of(cards)
    (paired,) = {rank for rank in ranks if ranks.count(rank) == 2}
    return RANKS.index(paired) + 2


def tie_break(cards: list[str]) -> list[int]:
    """Ranks in the order in which two hands of one category are compared: larger groups first."""
    ranks = ranks_of(cards)
    if is_run(ranks):
        top = 3 if set(ranks) == set("A2345") else max(RANKS.index(rank) for rank in ranks)
        return [top]
    numbers = [RANKS.index(rank) for rank in ranks]
    return sorted(numbers, key=lambda n: (numbers.count(n), n), reverse=True)


def is_joker(card: str) -> bool:
    return card.upper().startswith("JK")


def with_jokers(cards: list[str]) -> str:
    """DD .06B(2), D5: every joker is tried as every card it may be."""
    jokers = sum(is_joker(card) for card in cards)
    natural = [card for card in cards if not is_joker(card)]
    if jokers == 0:
        name = five_cards(natural)
        return "natural royal flush" if name == "royal flush" else name
    best = "nothing"
    for stand_ins in stand_in_choices(jokers, natural):
        allowed = joker_name(natural + stand_ins, stand_ins)
        if allowed and JOKER_ORDER.index(allowed) < JOKER_ORDER.index(best):
            best = allowed
    return best


def stand_in_choices(jokers: int, natural: list[str]) -> list[list[str]]:
    """Each choice of cards for the jokers, copies of cards in the hand among them.

    Two suits are enough: the hand's own, for the flushes, and any other.
    """
    own = natural[0][1]
    other = SUITS[SUITS.index(own) - 1]
    deck = [rank + suit for rank in RANKS for suit in (own, other)]
    if jokers == 1:
        return [[card] for card in deck]
    return [[one, two] for at, one in enumerate(deck) for two in deck[at:]]


def joker_name(hand: list[str], stand_ins: list[str]) -> str | None:
    """The hand's name if these stand-ins are allowed to make it, else None."""
    name = five_cards(hand)
    if name in ("straight flush", "flush", "straight"):
        return name
    if name == "royal flush":
        return "wild royal flush"
    if any(card[0] != "A" for card in stand_ins):
        return None  # for every other hand a joker is an ace
    return "five aces" if name == "five of a kind" else name


def with_jokers_strength(cards: list[str]) -> tuple[int, list[int]]:
    """A number pair that is larger for the better hand, DD .06D."""
    jokers = sum(is_joker(card) for card in cards)
    natural = [card for card in cards if not is_joker(card)]
    best: tuple[int, list[int]] = (-len(JOKER_ORDER), [])
    for stand_ins in stand_in_choices(jokers, natural) if jokers else [[]]:
        name = joker_name(natural + stand_ins, stand_ins) if jokers else with_jokers(natural)
        if name == "flush" and len({*natural, *stand_ins}) < 5:
            continue  # in a flush a joker is a card that the hand does not hold
        if name:
            best = max(best, (-JOKER_ORDER.index(name), tie_break(natural + stand_ins)))
    return best


def five_cards_strength(cards: list[str]) -> tuple[int, list[int]]:
    return -FIVE_CARD_ORDER.index(five_cards(cards)), tie_break(cards)


def best_five(cards: list[str]) -> str:
    """The best category among all fives of the cards."""
    names = [five_cards(list(five)) for five in combinations(cards, 5)]
    return min(names, key=FIVE_CARD_ORDER.index)


def six_cards(cards: list[str]) -> str:
    """A super royal names its suit; else the best five (LIR .06E, MS 6.F)."""
    if set(ranks_of(cards)) == set("AKQJT9") and one_suit(cards):
        suit = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[cards[0][1]]
        return f"super royal of {suit}"
    return best_five(cards)


def three_cards(cards: list[str], ace_low: bool) -> str:
    """Mini royals name their suit: 'mini royal of spades'. Order: 235 6.E, MS 6.E, LIR .06D."""
    ranks = ranks_of(cards)
    run, suited = is_run(ranks, ace_low), one_suit(cards)
    if suited and set(ranks) == set("AKQ"):
        suit = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[cards[0][1]]
        return f"mini royal of {suit}"
    if run and suited:
        return "straight flush"
    if groups(ranks)[0] == 3:
        return "three of a kind"
    if run:
        return "straight"
    if suited:
        return "flush"
    return "pair" if groups(ranks)[0] == 2 else "nothing"


def two_cards(cards: list[str], ace_low: bool) -> str:
    """235 6.F; suited neighbours are a straight, the higher of the two (S2)."""
    ranks = ranks_of(cards)
    if is_run(ranks, ace_low):
        return "straight"
    if one_suit(cards):
        return "flush"
    return "pair" if ranks[0] == ranks[1] else "nothing"
