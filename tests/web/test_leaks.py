"""No byte sent to anyone holds a card they may not see at that moment.

Rounds are played over the API with sockets open for players, a watcher and each of the staff. Every
body and message is searched for the names of cards; which ones its reader may have seen by then is
worked out here from the states of the table, card by card, not from what is told.
"""

import asyncio
import functools
import json
import re
import typing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kit.tiers import tier
from pitboss.cards import NO_CARD, Card, card_name
from pitboss.rulebook import GAMES
from pitboss.table import events as e
from pitboss.table.engine import evolve
from pitboss.table.state import Table
from pitboss.table.view import _PUBLIC, SHOWN
from web.asgi import Answer, Client, Place, Socket, opened, running
from web.dealing import Pit

CARD = re.compile(rb'"([2-9TJQKA][cdhs]|JK)"')
# In a sentence, but not where a hand is called by its ranks: "pair of 6s to 10s".
LOOSE = re.compile(
    rb"(?<![A-Za-z0-9_-])(?<!of )(?<!to )(?<!and )([2-9TJQKA][cdhs]|JK)(?![A-Za-z0-9_-])"
)
STAFF = ("dealer", "floorperson", "auditor", "administrator")
ROUNDS = tier(3, 40)  # of each game


def seen_in(table: Table, player: str | None) -> set[Card]:
    """The cards that a state reveals to one person."""
    hidden = table.rules.game.hidden
    cards: set[Card] = set()
    for seat in table.seats.values():
        for slot, card in enumerate(seat.hole):
            if slot in seat.shown or (seat.player == player and slot not in hidden):
                cards.add(card)
    cards |= set(table.community[: table.community_shown])
    cards |= set(table.box) if table.box_shown else set()
    return cards - {NO_CARD}


class Knowledge:
    """What each person may know of a table's round: the fold of its states, event by event."""

    def __init__(self, place: Place, table: str, people: list[Client]) -> None:
        self.table = table
        self.state = place.house.live(table).table
        self.may: dict[str, set[str]] = {client.name: set() for client in people}
        place.house.listeners.append(self.happened)

    def happened(self, live: Any, events: tuple[e.Event, ...]) -> None:
        if live.row.id != self.table:
            return
        for event in events:
            before = self.state.round
            self.state = evolve(self.state, event)
            if self.state.round != before:
                continue  # cards of the round may still come with its end
            if isinstance(event, e.CardSetAside):
                for names in self.may.values():
                    names.add(card_name(event.card))
            for player, names in self.may.items():
                names |= {card_name(card) for card in seen_in(self.state, player)}
        if any(isinstance(event, e.BetsClosed) and not event.stage for event in events):
            for names in self.may.values():
                names.clear()


@functools.lru_cache(maxsize=64)  # people with the same rights get the same bytes
def cards_in(message: bytes) -> set[str]:
    """Names of cards, in quotes or in a sentence. Passwords and seeds have none of these around."""
    return {name.decode() for name in (*CARD.findall(message), *LOOSE.findall(message))}


def numbers_in(data: Any, key: str = "") -> list[Any]:
    """Values that could be cards as numbers, under the names that events and states use."""
    rows = []
    if isinstance(data, dict):
        for name, value in data.items():
            rows += numbers_in(value, name)
    elif isinstance(data, list):
        for value in data:
            rows += numbers_in(value, key)
    elif isinstance(data, int) and key in ("card", "cards", "order", "stub", "hole", "rack"):
        rows.append((key, data))
    return rows


@functools.lru_cache(maxsize=64)
def numbered(message: bytes) -> bool:
    """Whether it contains a card as a number. The count of the stub is not a card."""
    rows = numbers_in(json.loads(message)) if message and message[:1] in b"{[" else []
    return any(key != "stub" for key, _ in rows)


class Searcher:
    """Reads everything that has come since it last looked."""

    def __init__(self, knowledge: Knowledge, people: list[Client]) -> None:
        self.knowledge, self.people = knowledge, people
        self.read = {client.name: 0 for client in people}
        self.messages = self.cards = 0

    def look(self) -> None:
        for client in self.people:
            for message in client.heard[self.read[client.name] :]:
                leaked = cards_in(message) - self.knowledge.may[client.name]
                assert not leaked, (client.name, leaked, message)
                self.messages += 1
                self.cards += len(cards_in(message))
                assert not numbered(message), (client.name, message)
            self.read[client.name] = len(client.heard)


async def curious(client: Client, table: str, rng: Random) -> None:
    """Requests of a curious person; their answers are searched like the rest."""
    number = rng.randint(1, 3)
    for path in (
        *(f"/api/tables/{table}", f"/api/tables/{table}/fairness", "/api/tables", "/api/rounds"),
        *("/api/approvals", "/metrics", f"/api/tables/{table}/money"),
        *("/api/search/rounds", "/api/search/terms", "/api/house/tables", "/api/house/log"),
    ):
        if rng.random() < 0.3:
            await client.get(path)
    if rng.random() < 0.3:
        await client.ask(table, "Discard", seat=number, slots=[0, 9])
        await client.ask(table, "Deal", cards=["Ah"])


@pytest.mark.parametrize("game", GAMES)
def test_every_byte_is_searched(directory: Path, game: str) -> None:
    async def play(place: Place) -> None:
        async with running(place):
            rng = Random(f"leaks {game}")
            pit = await Pit.staffed(place)
            auditor = await place.staff("auditor")
            table = await pit.table(game, seats=(1, 2, 4))
            watcher = place.client()
            staff = [pit.dealer, pit.floor, auditor, pit.boss]
            people = [*pit.players[table].values(), *staff, watcher]
            knowledge = Knowledge(place, table, people)
            searcher = Searcher(knowledge, people)
            sockets = [await Socket(one).open(f"/api/tables/{table}/live") for one in people]
            pit.chooses = lambda view: rng.choice(view["choices"])
            pit.discards = lambda view: rng.sample(range(5), rng.randint(0, view["discards"]))
            for _ in range(ROUNDS):
                number = (await pit.dealer.view(table))["round"]
                while place.house.live(table).table.round == number:
                    place.clock.at += 1000
                    due = await pit.due(table)
                    if not await mishap(pit, table, rng):
                        await pit.step(table, due)
                    await curious(rng.choice(people), table, rng)
                    last = place.house.live(table).seq
                    for socket in sockets:
                        await socket.reached(last)
                    searcher.look()
            for socket in sockets:
                assert len(socket.messages) > 10 * ROUNDS and socket.closed is None
                await socket.close()
            assert searcher.messages > 100 * ROUNDS and searcher.cards > 100 * ROUNDS

    with opened(directory) as place:
        asyncio.run(play(place))


@pytest.mark.parametrize("table", ["three-primes", "second-chance", "open-range", "big-river"])
def test_self_dealt_tables_too(directory: Path, table: str) -> None:
    """The house deals by its own clock and plays on for silent players."""

    async def play(place: Place) -> None:
        async with running(place):
            rng = Random(f"leaks {table}")
            players = [await place.guest() for _ in range(3)]
            people = [*players, place.client(), await place.staff("floorperson")]
            knowledge = Knowledge(place, table, people)
            searcher = Searcher(knowledge, people)
            sockets = [await Socket(one).open(f"/api/tables/{table}/live") for one in people]
            for seat, player in enumerate(players, 1):
                await player.do(table, "Sit", seat=seat, player=player.name)
                await player.do(table, "BuyIn", seat=seat, cents=100_000)
            await asyncio.to_thread(place.house.tick, table)
            for _ in range(tier(3, 6)):
                number = place.house.live(table).table.round
                for seat, player in enumerate(players, 1):
                    bets = (await player.view(table))["bets"]
                    stakes = {spot["spot"]: spot["least"] for spot in bets}
                    await player.do(table, "Bet", seat=seat, stakes=stakes)
                while place.house.live(table).table.round == number:
                    place.clock.at += 11_000
                    await asyncio.to_thread(place.house.tick, table)
                    await curious(rng.choice(people), table, rng)
                    last = place.house.live(table).seq
                    for socket in sockets:
                        await socket.reached(last)
                    searcher.look()
            assert searcher.cards > 100
            for socket in sockets:
                await socket.close()

    with opened(directory) as place:
        asyncio.run(play(place))


async def mishap(pit: Pit, table: str, rng: Random) -> bool:
    """Now and then something goes wrong at the table; exposed cards are exposed to everybody."""
    if rng.random() > 0.04:
        return False
    kind, fields = rng.choice(
        (
            ("ReportCardExposed", {"seat": 1, "slot": 0}),
            ("ReportFaceUp", {}),
            ("ReportCommunityExposed", {}),
            ("ReportWrongNumber", {"place": "seat 2"}),
            ("Abandon", {"seat": 2, "reason": "walked away"}),
            ("PlayOn", {"seat": 1}),
        )
    )
    answer: Answer = await pit.floor.ask(table, kind, **fields)
    return answer.status == 200


def test_a_leak_would_be_found(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows everyone's first card is noticed."""
    from pitboss.table import view

    honest = view._face

    def leaky(cards: tuple[Card, ...], shown: Any) -> tuple[str, ...]:
        return honest(cards, {0, *shown})

    monkeypatch.setattr(view, "_face", leaky)
    monkeypatch.setitem(globals(), "ROUNDS", 1)
    with pytest.raises((AssertionError, ExceptionGroup)) as caught:
        test_every_byte_is_searched(directory, "let-it-ride")
    error: Any = caught.value
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    assert (isinstance(error, AssertionError) and "the_" in str(error)) or "guest_" in str(error)


def test_every_event_is_witnessed_and_none_with_cards_is_shown_whole() -> None:
    assert set(SHOWN) == set(e.ALL_EVENTS)
    for kind in e.ALL_EVENTS:
        cards = [hint for hint in typing.get_type_hints(kind).values() if _holds_cards(hint)]
        assert bool(cards) == (kind not in _PUBLIC), kind


def _holds_cards(hint: Any) -> bool:
    return hint is Card or any(_holds_cards(part) for part in typing.get_args(hint))
