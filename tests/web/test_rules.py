"""Rules as data for the pages, and a player's own round checked for fairness."""

import asyncio
import hashlib
from fractions import Fraction

import pytest

from odds.test_golden import TABLES
from pitboss.house.fairness import rederive
from pitboss.rulebook import GAMES, paytables, register
from web.asgi import Place, running, shape_is_right
from web.test_socket import TABLE, bet, play_out, seated


@pytest.mark.parametrize("key", GAMES)
def test_rules_tell_everything(place: Place, key: str) -> None:
    page = asyncio.run(place.client().get(f"/api/rules/{key}")).json
    game = GAMES[key]
    clauses = {clause["id"] for chapter in page["chapters"] for clause in chapter["clauses"]}
    ids = {
        clause.id
        for document in game.documents
        for clause in register.clauses_of(document).values()
        if clause.status != "chapter"
    }
    assert clauses == ids
    assert [ruling["id"] for ruling in page["rulings"]] == list(register.rulings_of(game))
    assert len(page["play"]) == len(game.play)
    assert [spot["spot"] for spot in page["spots"]] == [spot.key for spot in game.spots]
    for wager, letters in paytables(key).items():
        matrices = [one for one in page["paytables"] if one["wager"] == wager]
        for letter, table in letters.items():
            (matrix,) = (one for one in matrices if letter in one["letters"])
            column = matrix["letters"].index(letter)
            pays = {row["hand"]: row["pays"][column] for row in matrix["rows"]}
            assert {row.name: str(row.pays) for row in table.rows}.items() <= pays.items()
    for table in page["tables"]:
        rules = place.house.live(table["id"]).table.rules
        assert table["rules"] == rules.short
        assert table["letters"] == {key: rules.tables[key].letter for key in rules.wagers}


def test_a_lobby_knows_the_edges_without_counting(place: Place) -> None:
    games = asyncio.run(place.client().get("/api/games")).json
    golden = {(t.game, t.letter): t.figures["house edge"] for t in TABLES if t.wager == "base"}
    count = 0
    for game in games:
        for table, edge in game["edges"].items():
            letters = [one.letter for one in place.house.live(table).table.rules.tables.values()]
            figure = Fraction(edge["house_edge"]["fraction"])
            assert figure in {golden.get((game["game"], letter)) for letter in letters}
            count += 1
    assert count == len(place.house.table_rows())
    assert place.app.state.pricing._jobs == {}


def test_a_player_checks_the_round(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            (player,) = await seated(place, 1)
            other = await place.guest()
            promised = (await other.get(f"/api/tables/{TABLE}/fairness")).json
            mixed = await player.post(f"/api/tables/{TABLE}/seed", {"seed": "my own"})
            assert mixed.status == 200
            address = f"/api/fairness/{TABLE}/{promised['round']}"
            await bet(place, [player])
            early = await player.get(address)
            assert (early.status, early.error) == (404, "NO_SUCH_ROUND")
            await play_out(place, [player])
            proof = (await player.get(address)).json
            seed = bytes.fromhex(proof["seed"])
            assert proof["commitment"] == promised["commitment"]
            assert hashlib.sha256(b"pitboss seed\0" + seed).hexdigest() == proof["commitment"]
            assert proof["player_seeds"] == ["my own"] and proof["answers"]
            assert proof["decks"] and proof["shuffles"] == [True] * len(proof["decks"])
            for number, deck in enumerate(proof["decks"], 1):
                order = rederive(seed, number, proof["player_seeds"], len(deck))
                assert [proof["unshuffled"][place] for place in order] == deck
            hidden = await other.get(address)
            assert (hidden.status, hidden.error) == (404, "NO_SUCH_ROUND")
            shape_is_right(hidden)
            auditor = await place.staff("auditor")
            assert (await auditor.get(address)).json == proof

    asyncio.run(play())
