"""Games at random within the vocabulary of the rulebook: what a rules file could declare."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import msgspec

from pitboss.cards import RANK_NAMES, SUIT_NAMES, Card
from pitboss.money import Cents, dollars
from pitboss.odds.game import PricedGame
from pitboss.rankings import RANKINGS
from pitboss.rulebook import GAMES, paytables
from pitboss.rulebook.model import (
    CardSlots,
    Decide,
    Game,
    Give,
    Option,
    PayoutLimit,
    RevealStep,
    SettleStep,
    Spot,
    Step,
    Wager,
)
from pitboss.rulebook.paytable import Fixed, For, Pays, Paytable, Push, Row, Share, To

CITE = "own rules"
MULTIPLES = ((1,), (2,), (3,), (1, 2), (1, 3), (1, 2, 3), (5, 1, 2), (2, 4, 6), (10,))
LEAST_ROWS, MOST_ROWS = 4, 30
METERS = {"mega": dollars(10_000), "minor": dollars(500)}

Place = tuple[str, int]


class _Cards(NamedTuple):
    """How the five cards become known."""

    hole: int
    hidden: tuple[int, ...]
    reveals: tuple[RevealStep, ...]
    order: tuple[Place, ...]


def random_game(rng: Random) -> PricedGame:
    """A stud game of five cards with its tables, one letter each."""
    cards = _random_cards(rng)
    first_three = rng.random() < 0.7 or _slots(cards.order[2:]).hole != ()
    hands = {
        "hand": _slots(cards.order),
        "two": _slots(cards.order[:2]),
        "three": _slots(cards.order[:3] if first_three else cards.order[2:]),
    }
    small = [name for name in ("two", "three") if rng.random() < 0.25]
    if not first_three and "three" in small:
        small.remove("three")
    play, decided = _play(rng, cards, "three" in small)
    folds = any(isinstance(step, Decide) and step.decline == "fold" for step in play)
    wagers = [_wager("base")]
    wagers += [_wager(f"{name}-card", on=name, survives_fold=folds) for name in small]
    spots = [Spot("ante", "Ante", "base", required=True, clause=CITE)]
    spots += [
        Spot(f"{name}-card", name, f"{name}-card", required=True, equal_to="ante", clause=CITE)
        for name in small
    ]
    if any(spot.wager == "raise" for spot in decided):
        wagers.append(_wager("raise", pays_as="base"))
    side = _side_wagers(rng)
    wagers += side
    spots += decided
    spots += [Spot(w.key, w.name, w.key, needs=("ante",), clause=CITE) for w in side]
    used = {wager.on for wager in wagers}
    game = _declared(rng, cards, {k: h for k, h in hands.items() if k in used}, wagers, spots, play)
    return PricedGame(game, _tables(rng, game))


def _wager(
    key: str,
    *,
    on: str = "hand",
    pays_as: str = "",
    optional: bool = False,
    collected: bool = False,
    survives_fold: bool = False,
    progressive: bool = False,
) -> Wager:
    return Wager(
        key,
        key.replace("-", " "),
        CITE,
        CITE,
        on=on,
        pays_as=pays_as,
        optional=optional,
        collected=collected,
        survives_fold=survives_fold,
        progressive=progressive,
        settled=CITE,
    )


def _random_cards(rng: Random) -> _Cards:
    hole = rng.choice((2, 2, 3, 3, 3))
    hidden = (rng.randrange(hole),) if rng.random() < 0.4 else ()
    community = 5 - hole
    most = 3 - len(hidden)  # reveals of community cards
    cuts = sorted(rng.sample(range(1, community), rng.randint(0, min(most, community) - 1)))
    parts = [end - begin for begin, end in zip([0, *cuts], [*cuts, community], strict=True)]
    reveals = [RevealStep("community", cards=cards, clause=CITE) for cards in parts]
    for slot in hidden:
        at = rng.randint(0, len(reveals))
        reveals.insert(at, RevealStep("slot", slot=slot, clause=CITE))
    order: list[Place] = [("hole", slot) for slot in range(hole) if slot not in hidden]
    up = 0
    for reveal in reveals:
        if reveal.what == "slot":
            order.append(("hole", reveal.slot))
        else:
            order += [("community", up + n) for n in range(reveal.cards)]
            up += reveal.cards
    return _Cards(hole, hidden, tuple(reveals), tuple(order))


def _slots(places: Sequence[Place]) -> CardSlots:
    return CardSlots(
        hole=tuple(slot for where, slot in places if where == "hole"),
        community=tuple(slot for where, slot in places if where == "community"),
    )


def _play(rng: Random, cards: _Cards, three: bool) -> tuple[tuple[Step, ...], list[Spot]]:
    """The steps, and the spots that decisions are about."""
    steps: list[Step] = []
    spots: list[Spot] = []
    depth = cards.hole - len(cards.hidden)
    for number, reveal in enumerate(cards.reveals):
        last = number == len(cards.reveals) - 1
        if depth >= 2 and (rng.random() < 0.75 or (last and not spots)):
            step, spot = _decision(rng, number, three and depth < 3)
            steps.append(step)
            spots.append(spot)
        steps.append(reveal)
        depth += 1 if reveal.what == "slot" else reveal.cards
    settle = next(s for s in GAMES["mississippi-stud"].play if isinstance(s, SettleStep))
    return (*steps, settle), spots


def _decision(rng: Random, number: int, three: bool) -> tuple[Decide, Spot]:
    key = f"street-{number}"
    wager = "three-card" if three and rng.random() < 0.4 else rng.choice(("base", "base", "raise"))
    if wager != "raise" and rng.random() < 0.3:
        spot = Spot(key, key, wager, required=True, equal_to="ante", clause=CITE)
        return Decide(key, key, "ride", "withdraw", CITE, CITE), spot
    multiples = rng.choice(MULTIPLES)
    spot = Spot(key, key, wager, multiples=multiples, of="ante", clause=CITE)
    if rng.random() < 0.5:
        return Decide(key, key, "bet", "fold", CITE, CITE, keeps=CITE), spot
    return Decide(key, key, "raise", "check", CITE, CITE), spot


def _side_wagers(rng: Random) -> list[Wager]:
    wagers = []
    for key, on in (("three-bonus", "three"), ("five-bonus", "hand")):
        if rng.random() < 0.35:
            collected, stays = rng.random() < 0.5, rng.random() < 0.5
            wagers.append(
                _wager(key, on=on, optional=True, collected=collected, survives_fold=stays)
            )
    if rng.random() < 0.25:
        progressive = _wager("progressive", optional=True, collected=True, progressive=True)
        wagers.append(progressive)
    return wagers


def _declared(
    rng: Random,
    cards: _Cards,
    hands: dict[str, CardSlots],
    wagers: list[Wager],
    spots: list[Spot],
    play: tuple[Step, ...],
) -> Game:
    """The declaration; the rest is Mississippi Stud's, so that nothing is missing."""
    model = GAMES["mississippi-stud"]
    community = 5 - cards.hole
    gives = (
        Give("community", community, slots=tuple(range(community)), clause=CITE),
        Give("seats", cards.hole, slots=tuple(range(cards.hole)), clause=CITE),
    )
    dealings = tuple(msgspec.structs.replace(each, order=gives) for each in model.dealings)
    limited = tuple(
        w.key for w in wagers if not w.progressive and (w.on == "hand" or rng.random() < 0.5)
    )
    return msgspec.structs.replace(
        model,
        key="any-game",
        name="Any Game",
        hole=cards.hole,
        community=community,
        box=0,
        box_for="",
        hidden=cards.hidden,
        hands=hands,
        wagers=tuple(wagers),
        spots=tuple(spots),
        dealings=dealings,
        play=play,
        limit=PayoutLimit(CITE, limited, floor=rng.choice((None, dollars(50_000)))),
        progressive=model.progressive if any(w.progressive for w in wagers) else None,
        options=(Option("payout_limit", None, (), "G13"),),
    )


# ── tables ────────────────────────────────────────────────────────────────────────────────────────


def _tables(rng: Random, game: Game) -> dict[str, dict[str, Paytable]]:
    tables = {}
    for wager in game.wagers:
        if wager.pays_as:
            continue
        if wager.on == "hand":
            ranking = "five-card"
        elif wager.on == "two":
            ranking = rng.choice(("two-card", "two-card-ace-high"))
        else:
            ranking = rng.choice(("three-card", "three-card-ace-high"))
        tables[wager.key] = {"A": random_table(rng, f"any-game.{wager.key}.A", ranking, wager)}
    if game.progressive_wager is not None:
        for stake in (1, 5):
            envy = paytables("mississippi-stud")[f"envy-{stake}"]["A"]
            tables[f"envy-{stake}"] = {"A": envy}
    return tables


def random_table(rng: Random, key: str, ranking: str, wager: Wager) -> Paytable:
    rows: list[Row] = []
    while len(rows) < LEAST_ROWS:
        rows = _rows(rng, ranking, wager)
    rows = rows[:MOST_ROWS]
    meters = METERS if wager.progressive else {}
    return Paytable(
        key,
        "A",
        CITE,
        ranking,
        tuple(rows),
        meters=dict(meters),
        meter_clauses=dict.fromkeys(meters, CITE),
    )


def _rows(rng: Random, ranking: str, wager: Wager) -> list[Row]:
    rows: list[Row] = []
    categories = [category for category in RANKINGS[ranking].categories if rng.random() < 0.85]
    for category in categories:
        if category.suited and rng.random() < 0.25:
            suits = tuple(sorted(rng.sample(range(4), rng.randint(1, 2))))
            name = f"{category.name} of {' or '.join(SUIT_NAMES[s] for s in suits)}"
            rows.append(Row(name, category.name, _pays(rng, wager), CITE, suits=suits))
        for low, high in _ranges(rng):
            name = category.name
            if (low, high) != (0, 12):
                name += f" of {RANK_NAMES[low]}s to {RANK_NAMES[high]}s"
            rows.append(Row(name, category.name, _pays(rng, wager), CITE, ranks=(low, high)))
    if categories and rng.random() < 0.2:
        least = rng.choice(categories).name
        rows.append(Row(f"{least} or better", least, _pays(rng, wager), CITE, or_better=True))
    return rows


def _ranges(rng: Random) -> list[tuple[int, int]]:
    """Ranks that rows take: all of them, or some runs of them that do not overlap."""
    if rng.random() < 0.6:
        return [(0, 12)]
    ends = sorted(rng.sample(range(13), 2 * rng.randint(1, 4)))
    return list(zip(ends[::2], ends[1::2], strict=True))[::-1]


def _pays(rng: Random, wager: Wager) -> Pays:
    odds, per = rng.choice((1, 2, 3, 4, 7, 10, 40, 500)), rng.choice((1, 1, 1, 2, 3, 7))
    kind = rng.random()
    if wager.progressive and kind < 0.3:
        return Share(rng.choice((100, 100, 10, 1)), rng.choice(tuple(METERS)))
    if kind < 0.5:
        return _lowest(To(odds, per))
    if kind < 0.7:
        return _lowest(For(max(odds, per), per))
    if kind < 0.85:
        return Fixed(Cents(rng.choice((50, 100, 333, 10_000))))
    return Push()


def _lowest(pays: To | For) -> Pays:
    whole = pays.odds % pays.per == 0
    return type(pays)(pays.odds // pays.per) if whole else pays


def small_deck(rng: Random, size: int) -> tuple[Card, ...]:
    """Cards that make something of each other: near in rank, or of one suit, or neither."""
    low, suits = rng.randint(0, 8), rng.sample(range(4), rng.choice((1, 2, 3, 4)))
    ranks = [*range(low, low + 5), rng.randrange(13), 12]
    near = sorted({Card(4 * rank + suit) for rank in ranks for suit in suits})
    some = rng.sample(near, min(len(near), rng.randint(size // 2, size)))
    others = [Card(n) for n in range(52) if n not in some]
    return tuple(sorted([*some, *rng.sample(others, size - len(some))]))
