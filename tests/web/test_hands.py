"""Shared hands: who may share what, what a reader learns, and that a revoked link is gone."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.house.fairness import rederive, seed_hash
from pitboss.house.history.shares import MAX_SHARES
from pitboss.rulebook import GAMES
from web.asgi import Client, Place, opened, running
from web.dealing import Pit
from web.test_rounds import played


async def whole_hand(reader: Client, token: str) -> dict[str, Any]:
    """The hand once its worths are computed."""
    while True:
        hand: dict[str, Any] = (await reader.get(f"/api/hands/{token}")).json
        if not hand["working"]:
            return hand
        await asyncio.sleep(0.1)


def settled(place: Place, table: str, player: Client) -> int:
    """The last settled round in which the player wagered."""
    from pitboss.house.history.search import RoundFilter, search

    page = search(place.house, RoundFilter(table=table, player=player.name, outcome="settled"))
    return page.rounds[0].round


@pytest.mark.parametrize("game", GAMES)
def test_a_reader_sees_the_hand_without_names(directory: Path, game: str) -> None:
    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            table = await played(place, pit, game, Random(f"shared {game}"), rounds=4)
            owner, other = pit.players[table][1], pit.players[table][3]
            number = settled(place, table, owner)
            path = f"/api/rounds/{table}/{number}"
            link = (await owner.post(f"{path}/share")).json
            assert (await owner.post(f"{path}/share")).json == link
            stranger = place.client()
            hand = await whole_hand(stranger, link["token"])
            text = (await stranger.get(f"/api/hands/{link['token']}")).body.decode()
            for person in (owner, other, pit.dealer, pit.floor):
                assert person.name not in text
            own = [seat for seat in hand["steps"][-1]["felt"]["seats"] if seat["yours"]]
            assert [seat["seat"] for seat in own] == [1]
            review = (await owner.get(f"/api/tables/{table}/coach?round={number}")).json
            assert [one["taken"] for one in hand["decisions"]] == [
                one["taken"] for one in review["decisions"]
            ]
            for decision in hand["decisions"]:
                assert decision["taken"] in decision["options"]
                assert decision["options"][0]["cost"]["exact"] == "0"
            proof = hand["fairness"]
            seed = bytes.fromhex(proof["seed"])
            assert seed_hash(seed) == proof["commitment"]
            for place_, deck in enumerate(proof["decks"], 1):
                order = rederive(seed, place_, proof["player_seeds"], len(deck))
                assert [proof["unshuffled"][card] for card in order] == deck

    with opened(directory) as place:
        asyncio.run(play(place))


def test_other_cards_stay_hidden_until_they_were_shown(directory: Path) -> None:
    """Of another seat a step shows no card that the player had not seen by then."""

    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            table = await played(place, pit, "let-it-ride", Random("hidden"), rounds=3)
            owner = pit.players[table][1]
            number = settled(place, table, owner)
            link = (await owner.post(f"/api/rounds/{table}/{number}/share")).json
            hand = (await place.client().get(f"/api/hands/{link['token']}")).json
            shown: set[int] = set()
            for step in hand["steps"]:
                for event in step["events"]:
                    if event["type"] in ("HandShown", "CardExposed"):
                        shown.add(event["seat"])
                for seat in step["felt"]["seats"]:
                    if not seat["yours"] and seat["seat"] not in shown:
                        assert set(seat["cards"]) <= {"??", ""}, step

    with opened(directory) as place:
        asyncio.run(play(place))


def test_who_may_share_and_stop(directory: Path) -> None:
    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            table = await played(place, pit, "mississippi-stud", Random("who"), rounds=3)
            owner = pit.players[table][1]
            number = settled(place, table, owner)
            path = f"/api/rounds/{table}/{number}"
            guest = await place.guest()
            assert (await guest.post(f"{path}/share")).status == 404
            assert (await guest.post(f"{path}/unshare")).status == 200
            assert (await place.client().post(f"{path}/share")).status == 401
            token = (await owner.post(f"{path}/share")).json["token"]
            assert [one["token"] for one in (await owner.get("/api/shares")).json] == [token]
            assert (await guest.get("/api/shares")).json == []
            reader = place.client()
            head = (await reader.get(f"/hand/{token}")).body.decode()
            assert f"/hand/{token}/picture.png" in head
            assert owner.name not in head
            png = await reader.get(f"/hand/{token}/picture.png")
            assert png.body.startswith(b"\x89PNG")
            assert png.header("content-type") == "image/png"
            svg = (await reader.get(f"/hand/{token}/picture.svg")).body.decode()
            assert "Mississippi Stud" in svg
            assert owner.name not in svg
            assert (await guest.post(f"{path}/unshare")).status == 200  # not theirs: it stays
            assert (await reader.get(f"/api/hands/{token}")).status == 200
            assert (await owner.post(f"{path}/unshare")).status == 200
            for address in (f"/api/hands/{token}", f"/hand/{token}/picture.png"):
                assert (await reader.get(address)).status == 404
            assert "og:image" not in (await reader.get(f"/hand/{token}")).body.decode()

    with opened(directory) as place:
        asyncio.run(play(place))


def test_a_player_has_no_more_links_than_the_house_stores(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_SHARES >= 10
    monkeypatch.setattr("pitboss.house.history.shares.MAX_SHARES", 0)

    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            table = await played(place, pit, "let-it-ride", Random("many"), rounds=2)
            owner = pit.players[table][1]
            number = settled(place, table, owner)
            answer = await owner.post(f"/api/rounds/{table}/{number}/share")
            assert (answer.status, answer.error) == (409, "TOO_MANY_SHARES")

    with opened(directory) as place:
        asyncio.run(play(place))
