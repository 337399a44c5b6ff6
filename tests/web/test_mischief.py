"""Commands at random, well formed and senseless, by everyone, in the middle of rounds.

Whatever is asked is done or refused by name; the server never fails, and the books stay right.
"""

import asyncio
import typing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from pitboss.rulebook import GAMES
from pitboss.web.api.commands import FORMS, MAY_ASK
from web.asgi import Client, Place, opened, running
from web.dealing import Pit

EDGES = (0, 1, 2, 3, 5, 6, 7, 9, 10, 52, 53, 54, 100, 500, 10**12, -1, -500, -(10**12))
WORDS = (
    *("", "ante", "bet-1", "base", "progressive", "first-draw", "third-street", "seat 1", "box"),
    *("community", "seat 9", "burned", "stacks", "one-by-one", "\x00", "é", "x" * 40, "house"),
)


def dreamt(rng: Random, hint: Any) -> Any:
    """A value of the form's type: what the description lets a client send."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return dreamt(rng, inner[0])
    if origin is typing.Literal:
        return rng.choice(inner)
    if origin is tuple:
        return [dreamt(rng, inner[0]) for _ in range(rng.choice((0, 1, 1, 2, 5, 20)))]
    if origin is dict:
        count = rng.choice((0, 1, 1, 2, 5))
        return {dreamt(rng, inner[0]): dreamt(rng, inner[1]) for _ in range(count)}
    if inner:
        return dreamt(rng, rng.choice(inner))
    if hint is bool:
        return rng.random() < 0.5
    if hint is str:
        return rng.choice(("Ah", "2c", "JK")) if rng.random() < 0.2 else rng.choice(WORDS)
    if hint is type(None):
        return None
    return rng.choice(EDGES)


def command(rng: Random, kind: Any) -> dict[str, Any]:
    form = FORMS[kind]
    hints = typing.get_type_hints(form, include_extras=True)
    fields = msgspec.structs.fields(form)
    return {
        field.name: dreamt(rng, hints[field.name])
        for field in fields
        if field.required or rng.random() < 0.7
    }


@pytest.mark.parametrize("cards", ["house", "physical"])
@pytest.mark.parametrize("game", GAMES)
def test_no_command_breaks_the_house(directory: Path, game: str, cards: str) -> None:
    async def play(place: Place) -> None:
        async with running(place):
            rng = Random(f"mischief {game} {cards}")
            pit = await Pit.staffed(place)
            auditor = await place.staff("auditor")
            table = await pit.table(game, cards=cards, seats=(1, 2))
            rounds = answered = done = 0
            while rounds < 2:
                before = place.house.live(table).table.round
                for _ in range(6):
                    place.limiter.buckets.clear()
                    kind = rng.choice(list(MAY_ASK))
                    role = rng.choice(MAY_ASK[kind])
                    people: dict[str, Client] = {"dealer": pit.dealer, "floorperson": pit.floor}
                    client = people.get(role, pit.players[table][rng.choice((1, 2))])
                    answer = await client.ask(table, kind.__name__, **command(rng, kind))
                    assert answer.status in (200, 400, 403, 409), (kind, answer)
                    answered += 1
                    done += answer.status == 200
                place.clock.at += 1000
                await carry_on(pit, table)
                rounds += place.house.live(table).table.round != before
            assert answered > 40 and done > 3
            report = (await auditor.get("/api/audit")).json
            assert not any(report.values()), report

    with opened(directory) as place:
        asyncio.run(play(place))


async def carry_on(pit: Pit, table: str) -> None:
    """The next thing due, where mischief has left it possible; else a fresh deck."""
    due = await pit.due(table)
    for seat, player in list(pit.players[table].items()):
        seats = (await pit.dealer.view(table))["seats"]
        if seat not in {one["seat"] for one in seats if one["player"] == player.name}:
            taken = {one["seat"] for one in seats}
            if seat not in taken:
                await player.ask(table, "Sit", seat=seat, player=player.name)
                await player.ask(table, "BuyIn", seat=seat, cents=20_000)
    try:
        await pit.step(table, due)
    except AssertionError:
        await mended(pit, table, due["what"])


async def mended(pit: Pit, table: str, what: str) -> None:
    """Broken devices restored, unmatched chips taken off, a hand shuffle where none is left."""
    for device in ("shuffler", "shoe"):
        await pit.dealer.ask(table, "MarkDevice", device=device, how="covered")
        await pit.floor.ask(table, "RestoreDevice", device=device)
    if what == "remove wager":
        live = pit.place.house.live(table).table
        for seat in live.seats:
            for spot in live.rules.spots:
                why = "no chip lay there"
                await pit.floor.ask(table, "RemoveWager", seat=seat, spot=spot, reason=why)
    if what == "deal" and pit.place.house.live(table).row.settings.cards == "physical":
        cards_out = pit.place.house.live(table).table.cards_out()
        game = pit.place.house.live(table).table.rules.game
        pit.decks[table] = [int(card) for card in game.cards if card not in cards_out]
    await pit.dealer.ask(table, "ReceiveCards")
