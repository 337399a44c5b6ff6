"""Twin runs: hidden cards permuted, and whoever may not see them sees the same bytes.

A session is driven and recorded. For a viewer and a moment, the cards the viewer has seen by then
keep their places in the deck and all others change theirs; the same commands are given again. Up to
that moment the viewer's JSON must not differ by a byte, nor any answer to what the viewer tries.
"""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from kit.driver import Driver
from kit.houses import random_choices
from kit.invariants import VIEWERS
from pitboss.cards import Card
from pitboss.rulebook import GAMES
from pitboss.table import commands as c
from pitboss.table.engine import decide, step
from pitboss.table.refusals import Refusal
from pitboss.table.state import Table
from pitboss.table.view import Viewer, view

Viewing = tuple[Viewer, int]
ROUNDS = 6


def one_round(driver: Driver) -> list[tuple[Table, c.Command]]:
    """The states and accepted commands from the first card to the moment before settlement."""
    taken: list[tuple[Table, c.Command]] = []
    while True:
        if driver.table.physical and driver.table.cards == "ready":
            driver.table = msgspec.structs.replace(driver.table, stub=driver.deck)
        before = driver.table
        command, answer = driver.turn()
        if isinstance(answer, Refusal):
            continue
        if isinstance(command, c.Settle):
            return taken
        if driver.table.round != before.round:
            taken.clear()  # void
        elif driver.table.cards == "in play":
            taken.append((before, command))


def seen_by(viewing: Viewing, taken: list[tuple[Table, c.Command]]) -> set[Card]:
    """The cards that the rules let the viewer see in these states or by these commands."""
    cards: set[Card] = set()
    for table, command in taken:
        player = table.seats[viewing[1]].player if viewing[1] in table.seats else None
        hidden = table.rules.game.hidden
        for seat in table.seats.values():
            own = player is not None and seat.player == player
            cards |= {
                card
                for slot, card in enumerate(seat.hole)
                if slot in seat.shown or (own and slot not in hidden)
            }
        cards |= set(table.community[: table.community_shown])
        cards |= set(table.box) if table.box_shown else set()
        if isinstance(command, c.ReportFaceUp):
            cards.add(table.stub[table.dealt])
    return cards


def twin_cards(rng: Random, table: Table, open_cards: set[Card]) -> dict[Card, Card]:
    """A map of cards: visible cards stay, the others change places."""
    hidden = [card for card in table.stub if card not in open_cards]
    other = hidden.copy()
    while len(hidden) > 1 and other == hidden:
        rng.shuffle(other)
    return dict(zip(hidden, other, strict=True)) | {card: card for card in open_cards}


def replayed(first: Table, commands: list[c.Command], swap: dict[Card, Card]) -> Iterator[Table]:
    table = msgspec.structs.replace(first, stub=tuple(swap[card] for card in first.stub))
    yield table
    for command in commands:
        if isinstance(command, c.Discard):
            cards = tuple(swap[card] for card in command.cards)
            command = msgspec.structs.replace(command, cards=cards)
        done = step(table, command)
        assert not isinstance(done, Refusal), done
        table = done[0]
        yield table


def attempts(viewing: Viewing, table: Table, rng: Random) -> list[c.Command]:
    """Commands that a curious player might try in order to learn from the answer."""
    number = viewing[1]
    if number not in table.seats:
        return []
    by = c.Actor("player", table.seats[number].player)
    some = tuple(Card(n) for n in rng.sample(range(table.size), 2))
    return [
        c.Discard(by=by, seat=number, cards=some),
        c.Deal(by=by, cards=some),
        c.ReportFaceUp(by=by, card=some[0]),
        c.Reveal(by=by),
        c.Settle(by=by),
    ]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_nothing_that_others_see(game: str, seed: int) -> None:
    rng = Random(f"twins {game} {seed}")
    driver = Driver(random_choices(rng, GAMES[game]), seed, mischief=0.05, stack=0.2)
    driver.target_seats = GAMES[game].seats
    compared = changed = 0
    for _ in range(ROUNDS):
        taken = one_round(driver)
        viewers: list[Viewing] = [
            *((role, 0) for role in VIEWERS),
            *(("player", number) for number in driver.table.seats),
        ]
        for viewing in viewers:
            moment = rng.randint(1, len(taken)) if taken else 0
            steps = taken[:moment]
            if not steps:
                continue
            swap = twin_cards(rng, steps[0][0], seen_by(viewing, steps))
            twins = replayed(steps[0][0], [command for _, command in steps[:-1]], swap)
            for (table, _), twin in zip(steps, twins, strict=True):
                assert look(table, viewing) == look(twin, viewing)
                for attempt in attempts(viewing, table, rng):
                    assert decide(table, attempt) == decide(twin, attempt)
                compared += 1
            changed += any(a != b for a, b in swap.items())
    assert compared > 100 and changed > 20


def look(table: Table, viewing: Viewing) -> bytes:
    return msgspec.json.encode(view(table, *viewing))


def test_a_leak_would_be_seen() -> None:
    """The comparison notices when a viewer is shown one card too many."""
    rng = Random(1)
    driver = Driver(random_choices(rng, GAMES["mississippi-stud"]), 1, stack=0)
    table = one_round(driver)[-1][0]
    number = next(n for n, seat in table.seats.items() if seat.hole)
    swap = twin_cards(rng, table, set())
    seat = table.seats[number]
    twin_seat = msgspec.structs.replace(seat, hole=tuple(swap[card] for card in seat.hole))
    twin = msgspec.structs.replace(table, seats={**table.seats, number: twin_seat})
    assert look(table, ("dealer", 0)) == look(twin, ("dealer", 0))
    assert look(table, ("player", number)) != look(twin, ("player", number))
