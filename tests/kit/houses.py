"""Houses at random: every letter, method, variant, option and stake a submission can choose."""

from random import Random

import msgspec

from pitboss.cards import Card
from pitboss.money import MILLIONTHS, Cents, dollars
from pitboss.rulebook import paytables
from pitboss.rulebook.model import Game
from pitboss.rulebook.rules import Choices, MeterTerms, OptionValue
from pitboss.table.state import Target


def random_choices(rng: Random, game: Game) -> Choices:
    tables = paytables(game.key)
    letters = {
        wager.key: rng.choice(list(tables[wager.key]))
        for wager in game.wagers
        if not wager.pays_as and (not wager.optional or rng.random() < 0.8)
    }
    dealing = rng.choice(game.dealings)
    options = _options(rng, game)
    if dealing.method != "automated-shoe" and options.get("six_card_needs_automated_shoe"):
        letters.pop("six-card-bonus", None)
    shuffler = dealing.method != "manual-shoe" or rng.random() < 0.5
    counts = shuffler and rng.random() < 0.5
    minimum = dollars(rng.choice((5, 10, 15, 25, 100)))
    progressive = "progressive" in letters
    stake = rng.choice(game.progressive.stakes) if game.progressive and progressive else Cents(0)
    return Choices(
        game=game.key,
        tables=letters,
        minimum=minimum,
        maximum=Cents(minimum * rng.choice((2, 20, 100))),
        side_limits={
            wager.key: (dollars(1), dollars(rng.choice((100, 1000))))
            for wager in game.wagers
            if wager.optional and wager.key in letters and rng.random() < 0.5
            if not wager.stakes and not wager.progressive
        },
        chips=tuple(dollars(n) for n in (1, 5, 25, 100)),
        boxes=game.boxes or rng.choice((1, 1, 2, 3)),
        method=dealing.method,
        variant=dealing.variant,
        decks=2 if shuffler and rng.random() < 0.5 else 1,
        shuffler=shuffler,
        shuffler_counts=counts,
        device_reshuffles=counts and rng.random() < 0.4,
        progressive_stake=stake,
        meters=_meters(rng, game, letters["progressive"]) if progressive else (),
        options=options,
        confirm_above=dollars(rng.choice((10, 100))) if rng.random() < 0.3 else msgspec.UNSET,
        reads=(dealing.method != "hand" and rng.random() < 0.5) or msgspec.UNSET,
    )


def _options(rng: Random, game: Game) -> dict[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    for option in game.options:
        if rng.random() < 0.5:
            continue
        if option.key == "payout_limit":
            options[option.key] = dollars(rng.choice((25, 1_000, 20_000)))
        elif option.key == "winem_all_minimum":
            options[option.key] = dollars(rng.choice((1, 2, 5)))
        else:
            options[option.key] = rng.choice(option.allowed)
    return options


def _meters(rng: Random, game: Game, letter: str) -> tuple[MeterTerms, ...]:
    """Rates to the millionth, together at most the whole stake (ruling G7)."""
    least = paytables(game.key)["progressive"][letter].meters
    share = MILLIONTHS // len(least)
    return tuple(
        MeterTerms(
            name,
            rng.choice((1, rng.randint(1, share), share)),
            Cents(amount + rng.randrange(100_000)),
            Cents(amount + rng.choice((0, 12_345))),
        )
        for name, amount in least.items()
    )


def stacked(rng: Random, size: int) -> tuple[Card, ...]:
    """A deck whose top is drawn from few ranks or suits, so that rare hands are common."""
    deck = [Card(n) for n in range(size)]
    rng.shuffle(deck)
    low, width = rng.randrange(13), rng.choice((3, 5, 5, 8, 13))
    ranks = {(low + n) % 13 for n in range(width)} if rng.random() < 0.7 else {8, 9, 10, 11, 12}
    suits = set(rng.sample(range(4), rng.choice((1, 1, 2, 4))))
    deck.sort(key=lambda card: card < 52 and not (card >> 2 in ranks and card & 3 in suits))
    # The places that get their cards first are not always the lucky ones.
    top = deck[: rng.choice((5, 12, 20, 30))]
    rng.shuffle(top)
    deck[: len(top)] = top
    turn = rng.choice((0, 0, rng.randrange(size)))
    return tuple(deck[-turn:] + deck[:-turn]) if turn else tuple(deck)


def shuffled(rng: Random, size: int, *, stack: float) -> tuple[Card, ...]:
    if rng.random() < stack:
        return stacked(rng, size)
    deck = [Card(n) for n in range(size)]
    rng.shuffle(deck)
    return tuple(deck)


def dreamt(rng: Random, size: int, targets: tuple[Target, ...]) -> tuple[Card, ...]:
    """A deck that gives one seat, its community or box cards too, the hand of a lifetime."""
    deck = [Card(n) for n in range(size)]
    rng.shuffle(deck)
    seats = [to.place for to in targets if to.place[:4] == "seat"]
    places = {rng.choice(seats), rng.choice(("community", "box", "box", ""))}
    if rng.random() < 0.1:
        places = {"community"}
    spots = [n for n, to in enumerate(targets) if to.place in places]
    for spot, card in zip(rng.sample(spots, len(spots)), _dream(rng, size), strict=False):
        here = deck.index(card)
        deck[spot], deck[here] = deck[here], deck[spot]
    return tuple(deck)


def _dream(rng: Random, size: int) -> list[Card]:
    """The highest run of a suit, another run of it, or all of a rank (jokers with aces)."""
    suit, top, kind = rng.randrange(4), rng.randrange(13), rng.choice((0, 0, 1, 1, 2, 3))
    if kind < 2:
        return [Card(4 * ((12 if kind else top) - n) % 52 + suit) for n in range(6)]
    if kind == 2:
        return [Card(4 * top + n) for n in range(4)]
    return [Card(n) for n in range(48, size)]
