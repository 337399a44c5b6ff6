"""Tables of real chips, run by a dealer and a floorperson over the API, step by step."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import Card, card_name, parse_cards
from pitboss.rulebook import GAMES
from web.asgi import Answer, Client, Place, opened, running
from web.dealing import Pit

ROYAL = ("As", "Ks", "Qs", "Js", "Ts")


def refused(answer: Answer, name: str, status: int = 409) -> None:
    assert (answer.status, answer.error) == (status, name), answer.body


def play(directory: Path, story: Any) -> None:
    async def run(place: Place) -> None:
        async with running(place):
            await story(await Pit.staffed(place))

    with opened(directory) as place:
        asyncio.run(run(place))


async def wallet(client: Client) -> int:
    return int((await client.get("/api/me")).json["wallets"]["real"])


async def money(pit: Pit, table: str) -> dict[str, int]:
    balances: dict[str, int] = (await pit.floor.get(f"/api/tables/{table}/money")).json
    return balances


@pytest.mark.parametrize("game", GAMES)
def test_the_opening_and_a_round_in_order(directory: Path, game: str) -> None:
    """Every duty in its order; what comes too early, or from the wrong person, is refused."""

    async def story(pit: Pit) -> None:
        table = await pit.table(game, currency="real", seats=(1, 2))
        dealer, floor, player = pit.dealer, pit.floor, pit.players[table][1]
        stakes = {spot["spot"]: spot["least"] for spot in (await player.view(table))["bets"]}
        assert (await pit.due(table))["what"] == "receive"
        refused(await dealer.ask(table, "Perform", duty="inspect"), "OUT_OF_ORDER_STEP")
        refused(await player.ask(table, "Bet", seat=1, stakes=stakes), "TABLE_CLOSED")
        refused(await floor.ask(table, "ReceiveCards"), "FORBIDDEN", 403)
        await dealer.do(table, "ReceiveCards")
        for duty, who, others in (
            ("inspect", dealer, (floor, player)),
            ("verify", floor, (dealer, player)),
            ("spread", dealer, (floor, player)),
            ("view", player, (floor,)),
            ("wash", dealer, (floor, player)),
        ):
            due = await pit.due(table)
            assert due["what"] == duty and due["clause"]
            for other in others:
                refused(await other.ask(table, "Perform", duty=duty), "NOT_YOUR_ROLE")
            refused(await dealer.ask(table, "Shuffle"), "OUT_OF_ORDER_STEP")
            await who.do(table, "Perform", duty=duty)
            refused(await who.ask(table, "Perform", duty=duty), "OUT_OF_ORDER_STEP")
        refused(await dealer.ask(table, "Deal"), "NOTHING_TO_DEAL")
        await dealer.do(table, "Shuffle")
        await pit.bet(table)
        refused(await dealer.ask(table, "Deal"), "NOTHING_TO_DEAL")
        await dealer.do(table, "NoMoreBets", chips=pit.chips(table))
        refused(await player.ask(table, "Bet", seat=1, stakes=stakes), "WAGERS_CLOSED")
        refused(await dealer.ask(table, "Settle"), "NOT_SETTLING")
        await pit.until(table, "deal")
        refused(await dealer.ask(table, "Deal", cards=["Ah"]), "READ_TOO_SOON")
        await dealer.do(table, "Deal", count=1)
        before = await money(pit, table)
        await pit.round(table)
        record = (await player.get(f"/api/rounds/{table}/1")).json
        assert record["outcome"] == "settled"
        by = {(entry["by"]["role"], entry["by"]["name"]) for entry in record["entries"]}
        assert {("dealer", dealer.name), ("floorperson", floor.name)} <= by
        assert {name for role, name in by if role == "house"} <= {"house"}
        # What the players have and what the table won are the same money.
        after = await money(pit, table)
        assert after["fills"] == before["fills"] and after["drop"] == 100_000
        chips = 0
        for seat, one in pit.players[table].items():
            chips += (await one.view(table))["chips"]
            await one.do(table, "Leave", seat=seat)
        wallets = sum([await wallet(one) for one in pit.players[table].values()])
        assert wallets == chips
        lost = 100_000 - chips
        fed = sum(
            event.get("cents", 0)
            for entry in record["entries"]
            for event in entry["events"]
            if event["type"] == "MeterFed"
        )
        assert (await money(pit, table))["win"] in (lost, lost - fed)

    play(directory, story)


@pytest.mark.parametrize("game", GAMES)
def test_physical_cards_lie_face_down_until_they_are_turned_up(directory: Path, game: str) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table(game, currency="real", cards="physical", seats=(1, 3))
        dealer, first = pit.dealer, pit.players[table][1]
        await pit.until(table, "deal")
        refused(await dealer.ask(table, "Deal", cards=["Ah"]), "READ_TOO_SOON")
        await dealer.do(table, "Deal")
        await pit.until(table, "decide", "discard", "reveal")
        for client in (first, dealer, pit.floor):
            seat = next(s for s in (await client.view(table))["seats"] if s["seat"] == 1)
            assert set(seat["cards"]) == {"??"}, "nobody has told the house a face"
        hint = await first.get(f"/api/tables/{table}/hint")
        if (await pit.due(table))["seat"] == 1:
            refused(hint, "CARDS_UNREAD")
            assert "face down" in hint.json["error"]["sentence"]
        await pit.until(table, "show hand")
        desk = (await dealer.get(f"/api/tables/{table}/console")).json
        unread = desk["unread"]
        assert {card["place"] for card in unread} == {f"seat {desk['due']['seat']}"}
        show = next(act for act in desk["acts"] if act["type"] == "ShowHand")
        assert show["due"] and show["wants"][0]["least"] == len(unread)
        taken = next(iter(pit.place.house.live(table).table.cards_out()), None)
        if taken is not None:
            cards = [int(taken), *pit.decks[table][: len(unread) - 1]]
            seat = desk["due"]["seat"]
            twice = await dealer.ask(table, "ShowHand", seat=seat, cards=cards)
            refused(twice, "CARD_LIES_ELSEWHERE")
        number = await pit.round(table)
        text = (await first.get(f"/api/rounds/{table}/{number}/text")).body.decode()
        assert " shows " in text and "??" in text
        assert (await first.get(f"/api/rounds/{table}/{number}")).json["outcome"] == "settled"

    play(directory, story)


def test_two_jokers_read_by_name(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("double-draw", cards="physical")
        await pit.until(table, "show hand")
        plain = [card for card in pit.decks[table] if card < 52]
        names = ["JK", *(card_name(Card(card)) for card in plain[:3]), "JK"]
        three = ["JK", "JK", "JK", *names[1:3]]
        refused(await pit.dealer.ask(table, "ShowHand", seat=1, cards=three), "CARD_LIES_ELSEWHERE")
        await pit.dealer.do(table, "ShowHand", seat=1, cards=names)
        hole = pit.place.house.live(table).table.seats[1].hole
        assert len({*hole}) == 5 and [card_name(card) for card in hole] == names
        await pit.dealer.do(table, "Settle")

    play(directory, story)


def arranged(game: str, seat: tuple[str, ...], rest: tuple[str, ...] = ()) -> list[int]:
    """A deck for one player: what comes to them, then the rest of it."""
    first = [int(card) for card in parse_cards(" ".join((*seat, *rest)))]
    return first + [int(card) for card in GAMES[game].cards if card not in first]


def test_a_progressive_award_waits_for_the_floorperson(directory: Path) -> None:
    """Mississippi Stud, physical cards: a royal flush on the layout."""

    async def story(pit: Pit) -> None:
        table = await pit.table("mississippi-stud", currency="real", cards="physical")
        player, dealer, floor = pit.players[table][1], pit.dealer, pit.floor
        await pit.until(table, "deal")
        pit.lucky[table] = [int(card) for card in parse_cards(" ".join(ROYAL))]
        meters = (await dealer.view(table))["meters"]
        due = await pit.until(table, "validate")
        assert due["role"] == "floorperson" and due["seat"] == 1 and due["clause"]
        refused(await dealer.ask(table, "Settle"), "AWARD_WAITS")
        refused(await dealer.ask(table, "ValidateAward", seat=1), "FORBIDDEN", 403)
        refused(await player.ask(table, "ValidateAward", seat=1), "FORBIDDEN", 403)
        refused(await floor.ask(table, "ValidateAward", seat=2), "NO_AWARD")
        refused(await floor.ask(table, "ValidateAward", seat=1), "COUNT_MISSING")
        mine = (await dealer.get(f"/api/tables/{table}/console")).json
        assert [(one["what"], one["place"]) for one in mine["waits"]] == [("award", "seat 1")]
        # Another table on the same meters cannot settle meanwhile.
        other = await pit.table("mississippi-stud", currency="real")
        await pit.until(other, "settle", "count stub")
        due = await pit.due(other)
        if due["what"] == "count stub":
            await pit.step(other, due)
        refused(await dealer.ask(other, "Settle"), "AWARD_WAITS")
        chips = (await player.view(table))["chips"]
        await floor.do(table, "ValidateAward", seat=1, **pit.looked(table))
        view = await player.view(table)
        assert view["chips"] - chips >= max(meters.values())
        await pit.until(table, "shuffle", "bet")
        await dealer.do(other, "Settle")
        record = (await player.get(f"/api/rounds/{table}/1")).json
        events = [event for entry in record["entries"] for event in entry["events"]]
        validated = [event for event in events if event["type"] == "AwardValidated"]
        assert [event["by"]["name"] for event in validated] == [floor.name]
        assert any(event["type"] == "MeterReset" for event in events)

    play(directory, story)


@pytest.mark.parametrize("game", GAMES)
def test_an_irregularity_voids_the_round(directory: Path, game: str) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table(game, currency="real", seats=(1, 2))
        players = pit.players[table]
        await pit.until(table, "decide", "discard")
        player = players[1]
        refused(await player.ask(table, "ReportWrongNumber", place="seat 2"), "FORBIDDEN", 403)
        before = [(await one.view(table))["chips"] for one in players.values()]
        assert any(chips < 50_000 for chips in before)
        await pit.floor.do(table, "ReportWrongNumber", place="seat 2")
        # Every stake is back, to the cent, and the void round's seed is revealed like any other.
        for one in players.values():
            assert (await one.view(table))["chips"] == 50_000
        record = (await player.get(f"/api/rounds/{table}/1")).json
        assert record["outcome"] == "void" and record["seed"]["revealed"]
        fair = (await pit.floor.get(f"/api/rounds/{table}/1/fairness")).json
        assert fair["answers"] and all(fair["shuffles"])
        await pit.round(table)

    play(directory, story)


def test_an_abandoned_seat(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("let-it-ride", currency="real", seats=(1, 2))
        gone = pit.players[table][1]
        await pit.until(table, "decide")
        refused(await gone.ask(table, "Leave", seat=1), "IN_A_ROUND")
        refused(
            await pit.dealer.ask(table, "Abandon", seat=1, reason="walked away"), "FORBIDDEN", 403
        )
        # Silent: the floorperson has the seat played on, then finds it abandoned.
        await pit.floor.do(table, "PlayOn", seat=1)
        await pit.floor.do(table, "Abandon", seat=1, reason="walked away")
        refused(await pit.floor.ask(table, "Abandon", seat=1, reason="walked away"), "SEAT_OUT")
        view = await pit.dealer.view(table)
        assert view["turn"] == 2 and view["seats"][0]["dropped"] == "abandoned"
        await pit.round(table)
        record = (await pit.players[table][2].get(f"/api/rounds/{table}/1")).json
        events = [event for entry in record["entries"] for event in entry["events"]]
        acts = [e for e in events if e["type"] == "Decided" and e["seat"] == 1]
        assert [act["by_house"] for act in acts] == [True]
        assert any(e["type"] == "SeatDropped" and e["seat"] == 1 for e in events)

    play(directory, story)


def test_a_fill_takes_two_persons(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("let-it-ride", currency="real")
        second = await pit.place.staff("floorperson", "second_floor")
        inventory = (await money(pit, table))["inventory"]
        await pit.fund("real")
        fill = {"table": table, "command": {"type": "Fill", "cents": 500_000}}
        refused(await pit.floor.ask(table, "Fill", cents=500_000), "NEEDS_TWO", 403)
        refused(await pit.boss.post("/api/approvals", fill), "NOT_YOUR_ROLE", 403)
        wrong = {"table": table, "command": {"type": "PlayOn", "seat": 1}}
        refused(await pit.floor.post("/api/approvals", wrong), "NEEDS_TWO", 403)
        request = await pit.dealer.post("/api/approvals", fill)
        assert request.status == 201
        number = request.json["number"]
        waits = (await pit.floor.get("/api/approvals")).json
        assert [(one["number"], one["asked_by"]) for one in waits] == [(number, pit.dealer.name)]
        path = f"/api/approvals/{number}"
        refused(await pit.dealer.post(path, {"approve": True}), "NOT_YOUR_ROLE", 403)
        assert (await pit.floor.post(path, {"approve": True})).json == {"done": True}
        refused(await second.post(path, {"approve": True}), "NO_SUCH_APPROVAL", 404)
        balances = await money(pit, table)
        assert balances["inventory"] == inventory + 500_000 and balances["win"] == 0
        # A floorperson's own wish needs another floorperson; a refused one changes nothing.
        own = (await pit.floor.post("/api/approvals", fill)).json["number"]
        refused(await pit.floor.post(f"/api/approvals/{own}", {"approve": True}), "NEEDS_TWO", 403)
        refused_by = await second.post(f"/api/approvals/{own}", {"approve": False})
        assert refused_by.json == {"done": False}
        assert (await money(pit, table))["inventory"] == inventory + 500_000
        # A credit is a fill the other way.
        credit = {"table": table, "command": {"type": "Fill", "cents": -200_000}}
        number = (await pit.dealer.post("/api/approvals", credit)).json["number"]
        assert (await pit.floor.post(f"/api/approvals/{number}", {"approve": True})).json["done"]
        assert (await money(pit, table))["inventory"] == inventory + 300_000
        nothing = {"table": table, "command": {"type": "Fill", "cents": 0}}
        number = (await pit.dealer.post("/api/approvals", nothing)).json["number"]
        none = await pit.floor.post(f"/api/approvals/{number}", {"approve": True})
        refused(none, "BAD_AMOUNT")

    play(directory, story)


def test_a_payment_is_put_right_by_two_persons(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("let-it-ride", currency="real")
        player = pit.players[table][1]
        await pit.until(table, "settle")
        await pit.until(table, "bet")
        before = (await player.view(table))["chips"]
        wrong = {"round": 1, "seat": 1, "player": player.name, "spot": "bet-1", "cents": 1_000}
        command = {"type": "Correct", "reason": "the tape was looked at", **wrong}
        named = {"table": table, "command": command | {"asked": "somebody"}}
        refused(await pit.dealer.post("/api/approvals", named), "BAD_REQUEST", 400)
        request = {"table": table, "command": command, "id": "tape-1"}
        answers = [await pit.dealer.post("/api/approvals", request) for _ in range(3)]
        assert {answer.body for answer in answers} == {answers[0].body}
        other = request | {"command": command | {"cents": 2_000}}
        refused(await pit.dealer.post("/api/approvals", other), "COMMAND_ID_REUSED")
        (waits,) = (await pit.floor.get("/api/approvals")).json
        assert waits["command"]["asked"] == pit.dealer.name
        path = f"/api/approvals/{waits['number']}"
        assert (await pit.floor.post(path, {"approve": True})).json == {"done": True}
        assert (await player.view(table))["chips"] == before + 1_000
        record = (await player.get(f"/api/rounds/{table}/1")).json
        (correction,) = record["corrections"]
        assert (correction["cents"], correction["asked"], correction["clause"]) == (
            1_000,
            pit.dealer.name,
            "G44",
        )
        assert correction["by"]["name"] == pit.floor.name
        text = (await player.get(f"/api/rounds/{table}/1/text")).body.decode()
        assert "bet-1 +10.00, the tape was looked at (G44)" in text.splitlines()[-1]
        much = {"table": table, "command": command | {"cents": -10_000_000}}
        number = (await pit.dealer.post("/api/approvals", much)).json["number"]
        over = await pit.floor.post(f"/api/approvals/{number}", {"approve": True})
        refused(over, "NOT_ENOUGH_CHIPS")
        assert (await player.view(table))["chips"] == before + 1_000

    play(directory, story)


def test_cash_at_the_cage(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("let-it-ride", currency="real", seats=())
        player = await pit.place.guest()
        await player.do(table, "Sit", seat=1, player=player.name)
        refused(await player.ask(table, "BuyIn", seat=1, cents=5_000), "NOT_ENOUGH_CHIPS")
        path, name = "/api/cash", player.name
        refused(await pit.dealer.post(path, {"name": name, "cents": 1}), "NOT_YOUR_ROLE", 403)
        paid = await pit.floor.post(path, {"name": name, "cents": 10_000})
        assert paid.json == {"real": 10_000}
        # Paid once, however often a lost reply is asked for again.
        once = {"id": "once", "name": name, "cents": 500}
        again = [await pit.floor.post(path, once) for _ in range(3)]
        assert {answer.body for answer in again} == {b'{"real":10500}'}
        refused(await pit.floor.post(path, {**once, "cents": 600}), "COMMAND_ID_REUSED")
        assert (await pit.floor.post(path, {"name": name, "cents": -500})).json["real"] == 10_000
        await player.do(table, "BuyIn", seat=1, cents=6_000)
        over = await pit.floor.post(path, {"name": name, "cents": -4_001})
        refused(over, "INSUFFICIENT_FUNDS")
        assert (await pit.floor.post(path, {"name": name, "cents": -4_000})).json == {"real": 0}
        await player.do(table, "Leave", seat=1)
        assert await wallet(player) == 6_000
        # Practice chips are no money.
        assert (await player.get("/api/me")).json["wallets"]["practice"] == 100_000
        auditor = await pit.place.staff("auditor")
        report = (await auditor.get("/api/audit")).json
        assert report and not any(report.values()), report

    play(directory, story)
