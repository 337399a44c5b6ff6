"""The dealer's and the floor's consoles over the API: what is offered is legal, what is foretold is
what would happen, and neither changes anything nor tells a card that lies face down.
"""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from kit.tiers import tier
from pitboss.cards import NO_CARD, card_name
from pitboss.house.floor.candidates import spare
from pitboss.house.floor.console import PREVIEWED, legal_acts, preview
from pitboss.house.live_table import LiveTable
from pitboss.rulebook import GAMES
from pitboss.table import commands as c
from pitboss.table.state import Table
from web.asgi import Answer, Client, Place, Socket, opened, running
from web.dealing import Pit
from web.test_dealer_table import play, refused
from web.test_leaks import Knowledge, Searcher, mishap

DEALER = c.Actor("dealer", "Dee")
FLOOR = c.Actor("floorperson", "Flo")


async def foresee(client: Client, table: str, kind: str, **fields: Any) -> Answer:
    body = {"command": {"type": kind, **fields}}
    return await client.post(f"/api/tables/{table}/preview", body)


async def console(client: Client, table: str) -> dict[str, Any]:
    answer = await client.get(f"/api/tables/{table}/console")
    assert answer.status == 200, answer.body
    got: dict[str, Any] = answer.json
    return got


@pytest.mark.parametrize("game", GAMES)
def test_what_is_foretold_happens(directory: Path, game: str) -> None:
    """The preview is right to the cent and the clause, and leaves no trace."""

    async def story(pit: Pit) -> None:
        table = await pit.table(game, currency="real", seats=(1, 2))
        players = pit.players[table]
        await pit.until(table, "decide", "discard")
        socket = await Socket(pit.dealer).open(f"/api/tables/{table}/live")
        before = pit.place.house.live(table)
        seq, state = before.seq, before.table
        chips = {seat: (await one.view(table))["chips"] for seat, one in players.items()}
        answer = await foresee(pit.dealer, table, "ReportWrongNumber", place="seat 2")
        assert answer.status == 200, answer.body
        after = pit.place.house.live(table)
        assert (after.seq, after.table) == (seq, state)
        forecast = answer.json
        assert forecast["void"] and forecast["sentences"][-1]["text"].startswith(
            "the round is void"
        )
        assert {move["what"] for move in forecast["moves"]} == {"return"}
        back = {
            seat: sum(m["cents"] for m in forecast["moves"] if m["seat"] == seat)
            for seat in players
        }
        await pit.dealer.do(table, "ReportWrongNumber", place="seat 2")
        for seat, one in players.items():
            assert (await one.view(table))["chips"] == chips[seat] + back[seat] == 50_000
        record = (await players[1].get(f"/api/rounds/{table}/1")).json
        events = [event for entry in record["entries"] for event in entry["events"]]
        voided = next(event for event in events if event["type"] == "RoundVoided")
        assert voided["clause"] == forecast["sentences"][-1]["clause"]
        kinds = {entry["kind"] for entry in record["entries"]}
        assert "ReportWrongNumber" in kinds
        await socket.reached(pit.place.house.live(table).seq)
        heard = [one["seq"] for one in socket.updates]
        assert sorted(set(heard)) == heard  # a preview sends no update
        await socket.close()

    play(directory, story)


def test_who_may_ask_what_would_happen(directory: Path) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table("let-it-ride", seats=(1,))
        await pit.until(table, "decide")
        player = pit.players[table][1]
        refused(await foresee(player, table, "ReportJam", device="shoe"), "NOT_YOUR_ROLE", 403)
        refused(await foresee(pit.dealer, table, "Abandon", seat=1), "FORBIDDEN", 403)
        refused(await foresee(pit.floor, table, "Fill", cents=100), "NEEDS_TWO", 403)
        refused(await foresee(pit.dealer, table, "ReportCardExposed", seat=9), "NO_SUCH_SEAT")
        seat = (await foresee(pit.floor, table, "Abandon", seat=1, reason="gone")).json
        assert not seat["void"] and {move["what"] for move in seat["moves"]} == {"take"}
        own = "/api/tables/three-primes/console"
        refused(await pit.dealer.get(own), "FORBIDDEN", 403)
        assert (await pit.floor.get(own)).status == 200

    play(directory, story)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_cards_decide_is_not_foretold(directory: Path, game: str) -> None:
    async def story(pit: Pit) -> None:
        table = await pit.table(game, seats=(1, 2))
        await pit.until(table, "deal")
        refused(await foresee(pit.dealer, table, "Deal"), "NO_PREVIEW", 400)
        await pit.until(table, "settle")
        refused(await foresee(pit.dealer, table, "Settle"), "NO_PREVIEW", 400)
        refused(await foresee(pit.dealer, table, "Reveal"), "NO_PREVIEW", 400)

    play(directory, story)


def otherwise(table: Table, rng: Random) -> Table:
    """The same table to any eye but a player's: the cards that lie face down are other ones."""
    hidden: list[int] = []
    for seat in table.seats.values():
        hidden += [
            card for slot, card in enumerate(seat.hole) if slot not in seat.shown and card >= 0
        ]
    hidden += [card for card in table.community[table.community_shown :] if card >= 0]
    hidden += [] if table.box_shown else [card for card in table.box if card >= 0]
    hidden += list(table.stub[table.dealt :])
    if table.physical:
        hidden += [card for card in table.rules.game.cards if card not in table.cards_out()]
    others = hidden.copy()
    rng.shuffle(others)
    swap: dict[int, Any] = dict(zip(hidden, others, strict=True))

    def cards(lie: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(swap.get(card, card) for card in lie)

    seats = {
        number: msgspec.structs.replace(
            seat,
            hole=tuple(
                card if slot in seat.shown or card == NO_CARD else swap.get(card, card)
                for slot, card in enumerate(seat.hole)
            ),
        )
        for number, seat in table.seats.items()
    }
    return msgspec.structs.replace(
        table,
        seats=seats,
        community=cards(table.community),
        box=cards(table.box),
        stub=table.stub[: table.dealt] + cards(table.stub[table.dealt :]),
    )


def everything_told(place: Place, live: LiveTable) -> bytes:
    """All that a console can learn of a table: its offers, and the dry run of every report."""
    house = place.house
    parts: list[Any] = []
    for by in (DEALER, FLOOR):
        acts = legal_acts(live, by, house.clock() // 1000)
        parts.append(acts)
        who: dict[str, Any] = {"by": by, "at": house.clock() // 1000}
        commands: list[c.Command] = [c.ReportFaceUp(card=card, **who) for card in some_cards(live)]
        commands += [c.ReportFaceUp(**who), c.ReportDrawnInError(**who)]
        commands += [c.CountStub(stub=n, **who) for n in (live.table.remaining, 3)]
        for number in range(1, 8):
            commands += [c.PlayOn(seat=number, **who), c.Abandon(seat=number, reason="gone", **who)]
            commands += [c.Forfeit(seat=number, words="touched", **who)]
            commands += [c.ReportCardExposed(seat=number, slot=slot, **who) for slot in range(6)]
            commands.append(c.ReportWrongNumber(place=f"seat {number}", **who))
        parts += [str(preview(house, live, command)) for command in commands]
    return msgspec.json.encode(parts)


def some_cards(live: LiveTable) -> tuple[Any, ...]:
    return live.table.rules.game.cards[::5]


@pytest.mark.parametrize("cards", ["house", "shoe"])
@pytest.mark.parametrize("game", GAMES)
def test_consoles_are_blind_to_hidden_cards(directory: Path, game: str, cards: str) -> None:
    """Two tables that differ in face-down cards only give the same answers at every step."""

    async def story(pit: Pit) -> None:
        rng = Random(f"blind {game} {cards}")
        table = await pit.table(game, cards=cards, seats=(1, 3))
        compared = 0
        number = 1
        while pit.place.house.live(table).table.round == number:
            live = pit.place.house.live(table)
            other = msgspec.structs.replace(live, table=otherwise(live.table, rng))
            if other.table != live.table:
                assert everything_told(pit.place, other) == everything_told(pit.place, live)
                compared += 1
            pit.place.clock.at += 1000
            await pit.step(table, await pit.due(table))
        assert compared > 3

    play(directory, story)


def test_a_card_named_in_a_dry_run_is_no_probe(directory: Path) -> None:
    """Whether a card is out, or next, cannot be found out by asking what its report would do."""

    async def story(pit: Pit) -> None:
        for cards in ("house", "shoe"):
            table = await pit.table("let-it-ride", cards=cards, seats=(1, 2))
            await pit.until(table, "deal")
            if cards == "shoe":
                await pit.shoes[table].do(table, "Deal", cards=[pit.decks[table].pop(0)])
            else:
                await pit.dealer.do(table, "Deal", count=1)
            bodies = set()
            for card in GAMES["let-it-ride"].cards:
                answer = await foresee(pit.floor, table, "ReportFaceUp", card=card_name(card))
                assert answer.status == 200
                bodies.add(answer.body)
                pit.place.limiter.buckets.clear()
            assert len(bodies) == 1
            assert spare(pit.place.house.live(table).table)

    play(directory, story)


def test_every_report_can_be_foretold() -> None:
    """A new report without a dry run would be confirmed blindly."""
    reports = {kind for kind in c.AnyCommand if kind.__name__.startswith("Report")}
    assert reports <= set(PREVIEWED)
    assert not {c.Deal, c.Reveal, c.Settle, c.Shuffle} & set(PREVIEWED)


def fields_of(act: dict[str, Any], pit: Pit, table: str) -> dict[str, Any]:
    """The fields of an offered act, the open ones filled in as a dealer would."""
    fields = {"type": act["type"], **act["fields"]}
    live = pit.place.house.live(table).table
    for want in act["wants"]:
        if want["field"] == "prepared_by":
            fields["prepared_by"] = "pat"
        if want["optional"]:
            continue
        if want["what"] == "number":
            suggestions = {"stub": live.remaining, "counted": live.size}
            fields[want["field"]] = suggestions.get(want["field"], want["suggested"])
        elif want["field"] == "counts":
            fields |= pit.looked(table)
        elif want["what"] == "counts":
            fields[want["field"]] = pit.chips(table)
        elif want["what"] == "text":
            fields[want["field"]] = "pat"
        elif want["what"] == "cards":
            fields["cards"] = [pit.decks[table].pop(0) for _ in range(want["least"])]
        elif want["what"] != "yes":
            fields["card"] = pit.decks[table].pop(0)
    return fields


@pytest.mark.parametrize("cards", ["house", "physical", "shoe"])
@pytest.mark.parametrize("game", GAMES)
def test_a_round_run_from_the_console_alone(directory: Path, game: str, cards: str) -> None:
    """Dealer and floorperson press only what is marked as due; players do their own part."""

    async def story(pit: Pit) -> None:
        table = await pit.table(game, cards=cards, seats=(1, 4))
        staff = {"dealer": pit.dealer, "floorperson": pit.floor}
        pressed: list[str] = []
        while pit.place.house.live(table).table.round < 3:
            pit.place.clock.at += 1000
            pit.place.limiter.buckets.clear()
            due = await pit.due(table)
            if due.get("role") not in staff:
                await pit.step(table, due)
                continue
            client = staff[due["role"]]
            now = await console(client, table)
            assert now["due"] == due and now["since"] <= now["now"]
            marked = [act for act in now["acts"] if act["due"]]
            assert marked and all(act["clause"] for act in marked), (due, now["acts"])
            if due["what"] == "deal":
                assert now["places"] and now["physical"] == (cards != "house")
                if cards == "shoe":
                    await pit.deal(table)
                    pressed.append("Deal")
                    continue
            act = marked[0]
            if act["type"] == "Shuffle":
                pit.shuffle(table)
            fields = fields_of(act, pit, table)
            await client.do(table, fields.pop("type"), **fields)
            pressed.append(act["type"])
        assert {"ReceiveCards", "Perform", "Shuffle", "NoMoreBets", "Deal", "Settle"} <= set(
            pressed
        )
        paid = (await console(pit.dealer, table))["payments"]
        record = (await pit.players[table][1].get(f"/api/rounds/{table}/2")).json
        events = [event for entry in record["entries"] for event in entry["events"]]
        lost = sum(ev["cents"] for ev in events if ev["type"] == "Lost")
        won = sum(ev["won"] for ev in events if ev["type"] == "Paid")
        assert paid["round"] == 2
        assert sum(m["cents"] for m in paid["moves"] if m["what"] == "take") == lost
        assert sum(m["cents"] for m in paid["moves"] if m["what"] in ("pay", "push")) == won

    play(directory, story)


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_offered_is_legal(directory: Path, game: str) -> None:
    """Every act offered at several moments is done in a table of its own, and none is refused."""

    async def story(pit: Pit) -> None:
        for moment in ("no more bets", "deal", "decide"):
            kinds: set[str] = set()
            table = await pit.table(game, seats=(1, 2))
            for role, client in (("dealer", pit.dealer), ("floorperson", pit.floor)):
                await pit.until(table, moment)
                offers = (await console(client, table))["acts"]
                for act in offers:
                    if f"{role} {act['type']}" in kinds or act["second"]:
                        continue
                    kinds.add(f"{role} {act['type']}")
                    pit.place.limiter.buckets.clear()
                    await pit.until(table, moment)
                    fields = fields_of(act, pit, table)
                    kind = fields.pop("type")
                    await client.do(table, kind, **fields)
                    table = await pit.table(game, seats=(1, 2))
            assert kinds, moment

    play(directory, story)


@pytest.mark.parametrize("game", GAMES)
def test_no_card_leaks_through_a_console(directory: Path, game: str) -> None:
    async def run(place: Place) -> None:
        async with running(place):
            rng = Random(f"console {game}")
            pit = await Pit.staffed(place)
            table = await pit.table(game, seats=(1, 2, 4))
            people = [pit.dealer, pit.floor]
            knowledge = Knowledge(place, table, [*people, *pit.players[table].values()])
            searcher = Searcher(knowledge, people)
            for _ in range(tier(1, 6)):
                number = place.house.live(table).table.round
                while place.house.live(table).table.round == number:
                    place.clock.at += 1000
                    if not await mishap(pit, table, rng):
                        await pit.step(table, await pit.due(table))
                    for client in people:
                        desk = await console(client, table)
                        for act in rng.sample(desk["acts"], min(3, len(desk["acts"]))):
                            if act["foretold"]:
                                await foresee(client, table, act["type"], **act["fields"])
                    assert (await pit.floor.get("/api/floor")).status == 200
                    searcher.look()
            assert searcher.messages > 100

    with opened(directory) as place:
        asyncio.run(run(place))
