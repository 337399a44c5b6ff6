"""Twins: the same round with hidden cards changed is the same to who may not see them."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kit.tiers import tier
from pitboss.cards import Card
from pitboss.house.writing import group, replies
from pitboss.rulebook import GAMES
from pitboss.table import commands as c
from pitboss.table import events as e
from web.asgi import Place, Socket, opened, running
from web.dealing import Pit
from web.test_leaks import seen_in


class Stacked:
    """The next decks, instead of the seed's."""

    def __init__(self) -> None:
        self.decks: dict[str, tuple[Card, ...]] = {}

    def __call__(self, batch: Any, live: Any) -> tuple[Card, ...]:
        return self.decks[live.row.id]


async def told_round(
    pit: Pit, table: str, deck: tuple[Card, ...], stacked: Stacked, rng: Random
) -> tuple[dict[str, list[bytes]], dict[str, set[Card]]]:
    """Plays a round up to its settlement; returns each person's messages and visible cards."""
    place = pit.place
    stacked.decks[table] = deck
    place.clock.at = 1_800_000_000_000
    place.limiter.buckets.clear()
    watcher = place.client()
    players = {f"player {seat}": one for seat, one in pit.players[table].items()}
    people = {**players, "dealer": pit.dealer, "floor": pit.floor, "watcher": watcher}
    cards: dict[str, set[Card]] = {who: set() for who in people}

    def watch(live: Any, events: tuple[e.Event, ...]) -> None:
        if live.row.id == table:
            for who, client in people.items():
                cards[who] |= seen_in(live.table, client.name)

    place.house.listeners.append(watch)
    start = {who: len(client.answers) for who, client in people.items()}
    path = f"/api/tables/{table}/live"
    sockets = {who: await Socket(client).open(path) for who, client in people.items()}
    for socket in sockets.values():
        await socket.reached(place.house.live(table).seq)
    pit.chooses = lambda view: view["choices"][rng.randrange(len(view["choices"]))]
    pit.discards = lambda view: sorted(rng.sample(range(5), rng.randint(0, view["discards"])))
    await pit.until(table, "settle", "count stub")
    last = place.house.live(table).seq
    for socket in sockets.values():
        await socket.reached(last)
        await socket.close()
    place.house.listeners.remove(watch)
    names = {client.name.encode(): who.encode() for who, client in people.items() if client.name}
    heard = {
        who: client.answers[start[who] :] + sockets[who].messages for who, client in people.items()
    }
    return {
        who: [same(m, table, names) for m in messages] for who, messages in heard.items()
    }, cards


def same(message: bytes, table: str, names: dict[bytes, bytes]) -> bytes:
    """Ids and names in one spelling."""
    message = message.replace(table.encode(), b"TABLE")
    for name, who in names.items():
        message = message.replace(name, who)
    return message


def twin_deck(deck: tuple[Card, ...], open_cards: set[Card], rng: Random) -> tuple[Card, ...]:
    hidden = [card for card in deck if card not in open_cards]
    other = hidden.copy()
    while other == hidden:
        rng.shuffle(other)
    swap = dict(zip(hidden, other, strict=True))
    return tuple(swap.get(card, card) for card in deck)


@pytest.mark.parametrize("game", GAMES)
def test_twins_hear_the_same(directory: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stacked = Stacked()
    monkeypatch.setattr(group, "next_order", stacked)

    async def play(place: Place) -> None:
        async with running(place):
            rng = Random(f"twins {game}")
            pit = await Pit.staffed(place)
            compared = 0
            for number in range(tier(1, 3)):
                deck = [Card(n) for n in GAMES[game].cards]
                rng.shuffle(deck)
                table = await pit.table(game, seats=(1, 2))
                heard, cards = await told_round(pit, table, tuple(deck), stacked, Random(number))
                for who in heard:
                    twin = await pit.table(game, seats=(1, 2))
                    other = twin_deck(tuple(deck), cards[who], rng)
                    again, _ = await told_round(pit, twin, other, stacked, Random(number))
                    for first, second in zip(heard[who], again[who], strict=True):
                        assert first == second, (who, number)
                    compared += len(heard[who])
                    # It was a different round: somebody received something else.
                    changed = [one for one in heard if again[one] != heard[one]]
                    assert changed or who == "player 1" or who == "player 2"
            assert compared > tier(60, 200)

    with opened(directory) as place:
        asyncio.run(play(place))


def test_finished_rounds_tell_nothing_of_the_next(directory: Path) -> None:
    """Recall and revealed seeds give no deck that is still at the table (235, two decks)."""

    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            auditor = await place.staff("auditor")
            for game in GAMES:
                table = await pit.table(game)
                for _ in range(tier(2, 4)):
                    await pit.until(table, "decide", "discard", "settle")
                    # A dealer who shuffles the other deck early, a floorperson who has it redone.
                    await pit.dealer.ask(table, "Shuffle")
                    await pit.floor.ask(table, "Shuffle")
                    await pit.round(table)
                    live = place.house.live(table).table
                    live_decks = {frozenset(rotations(live.stub))} if live.stub else set()
                    number = live.round - 1
                    record = (await auditor.get(f"/api/rounds/{table}/{number}")).json
                    orders = [
                        tuple(event["order"])
                        for entry in record["entries"]
                        for event in entry["events"]
                        if event.get("order")
                    ]
                    assert orders
                    for deck in orders:
                        assert frozenset(rotations(deck)) not in live_decks, game

    with opened(directory) as place:
        asyncio.run(play(place))


def rotations(deck: Any) -> list[tuple[int, ...]]:
    return [tuple(deck[n:]) + tuple(deck[:n]) for n in range(len(deck))]


def test_commands_carry_no_answer() -> None:
    """A reply says where the log stands and nothing else: cards come with views and events."""
    assert replies.Done.__struct_fields__ == ("table", "seq", "events")
    assert c.Command.__struct_fields__ == ("by", "at")
