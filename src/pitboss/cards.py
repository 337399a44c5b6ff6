"""Cards and decks. A card is a small integer: 4 × rank + suit, so kernels and tables share it."""

from collections.abc import Collection, Iterable
from typing import Final, NewType, Self, SupportsIndex, overload

from pitboss.errors import PitbossError

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"  # DD .01B(7)
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES: Final = (
    *("2", "3", "4", "5", "6", "7", "8", "9", "10"),
    *("jack", "queen", "king", "ace"),
)
ACE: Final = 12
JOKER: Final = 13  # the "rank" of either joker: 52 >> 2 == 53 >> 2 == 13
JOKERS: Final = (Card(52), Card(53))

FRENCH_52: Final = tuple(Card(n) for n in range(52))
FRENCH_54: Final = FRENCH_52 + JOKERS

# Places without a known face: no card lies there, or nobody has read its face.
NO_CARD: Final = Card(-1)
FACE_DOWN: Final = Card(-2)
UNREAD: Final = "??"

# FACE_DOWN and NO_CARD are negative, so they index the last two names.
_NAMES: Final = (
    *(RANKS[n >> 2] + SUITS[n & 3] for n in range(52)),
    *("JK", "JK", UNREAD, UNREAD),
)
_CARDS: Final = {name: Card(n) for n, name in enumerate(_NAMES[:53])}


class BadCard(PitbossError):
    """Text that does not name a card, or names one twice."""


def is_joker(card: Card) -> bool:
    return card >= 52


def card_name(card: Card) -> str:
    """`Qh`, `Tc`; both jokers print as `JK`, an unread card as `??`."""
    return _NAMES[card]


def card_names(cards: Iterable[Card]) -> str:
    return " ".join(_NAMES[card] for card in cards)


def parse_card(text: str) -> Card:
    joker = text.upper() == "JK"
    card = _CARDS.get("JK" if joker else text[:-1].upper() + text[-1:].lower())
    if card is None:
        raise BadCard(
            f"{text!r} is not a card",
            what_to_do="write a rank of 23456789TJQKA and a suit of cdhs, as in Qh, or JK",
        )
    return card


def which_joker(card: Card, taken: Collection[Card]) -> Card:
    """The same card, or the other joker if this one is taken: both are written `JK`."""
    if is_joker(card) and card in taken:
        return next((joker for joker in JOKERS if joker not in taken), card)
    return card


def tell_jokers_apart(cards: Iterable[Card], taken: Collection[Card] = ()) -> "Cards":
    """The same cards, with a taken or repeated joker replaced by the other one if that is free."""
    apart: list[Card] = []
    for card in cards:
        apart.append(which_joker(card, (*taken, *apart)))
    return Cards(apart)


class Cards(tuple[Card, ...]):
    """Cards that print as cards: `str(Cards.parse("Ts 9s"))` is `Ts 9s`."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str, taken: Collection[Card] = ()) -> Self:
        """Reads cards separated by spaces or commas. No card may appear twice.

        `JK` means a joker that is neither `taken` nor named earlier.
        """
        cards: list[Card] = []
        for word in text.replace(",", " ").split():
            card = which_joker(parse_card(word), (*taken, *cards))
            if card in cards:
                raise BadCard(f"{card_name(card)} is given twice", what_to_do="name each card once")
            cards.append(card)
        return cls(cards)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Card: ...
    @overload
    def __getitem__(self, place: slice) -> Self: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Card | Self:
        if isinstance(place, slice):
            return type(self)(super().__getitem__(place))
        return super().__getitem__(place)

    def __add__(self, others: tuple[Card, ...]) -> Self:  # type: ignore[override]  # only cards
        return type(self)(super().__add__(others))

    def __str__(self) -> str:
        return card_names(self)

    def __repr__(self) -> str:
        return f"Cards({card_names(self)!r})"


parse_cards: Final = Cards.parse
