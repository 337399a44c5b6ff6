"""Finished rounds over the API: search, steps, proofs and exports, each by role."""

import asyncio
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest
import sqlalchemy as sa

from kit.tiers import tier
from pitboss.cards import card_name
from pitboss.house.audit.checkpoints import make_checkpoint
from pitboss.house.history import rounds as recall
from pitboss.house.storage.schema.tables import checkpoints, entries
from pitboss.notation.replay import differences, replay
from pitboss.rulebook import GAMES
from pitboss.table import events as e
from pitboss.table.engine import evolve
from pitboss.table.state import Table
from pitboss.table.view import view
from web.asgi import Answer, Client, Place, opened, running
from web.dealing import Pit
from web.test_leaks import cards_in, mishap, numbered, seen_in

ROUNDS = tier(4, 12)
VIEWERS = ("seat-1", "seat-3", "watcher", "dealer", "floorperson", "auditor")


async def played(place: Place, pit: Pit, game: str, rng: Random, rounds: int = ROUNDS) -> str:
    """A dealer's table with two players who do as they like, and now and then a mishap."""
    table = await pit.table(game, seats=(1, 3))
    pit.chooses = lambda view: rng.choice(view["choices"])
    pit.discards = lambda view: rng.sample(range(5), rng.randint(0, view["discards"]))
    for _ in range(rounds):
        number = place.house.live(table).table.round
        while place.house.live(table).table.round == number:
            place.clock.at += 1000
            if not await mishap(pit, table, rng):
                await pit.step(table, await pit.due(table))
    return table


def may_know(place: Place, table: str, number: int, player: str | None) -> Iterator[set[str]]:
    """After each event, the cards that one person may have seen in the round so far."""
    names: set[str] = set()
    for state, _, body in recall.rebuild(place.house, table, number):
        after: Table = state
        for event in body.events:
            before, after = after, evolve(after, event)
            if isinstance(event, e.CardSetAside):
                names.add(card_name(event.card))
            if after.round == before.round:
                names |= {card_name(card) for card in seen_in(after, player)}
            yield names


@pytest.mark.parametrize("game", GAMES)
def test_steps_show_no_card_before_its_viewer_saw_it(directory: Path, game: str) -> None:
    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            auditor = await place.staff("auditor")
            table = await played(place, pit, game, Random(f"steps {game}"))
            people = {f"seat-{seat}": one.name for seat, one in pit.players[table].items()}
            shown = 0
            for number in recall.finished_rounds(place.house, table):
                for viewer in VIEWERS:
                    place.limiter.buckets.clear()
                    path = f"/api/rounds/{table}/{number}/steps?as={viewer}"
                    record = (await auditor.get(path)).json
                    steps = record["steps"]
                    may = may_know(place, table, number, people.get(viewer))
                    for step, names in zip(steps, may, strict=True):
                        text = json.dumps(step).encode()
                        assert cards_in(text) <= names, (viewer, number, step)
                        assert not numbered(text)
                        shown += len(cards_in(text))
            assert shown > tier(150, 500)

    with opened(directory) as place:
        asyncio.run(play(place))


@pytest.mark.parametrize("game", GAMES)
def test_steps_are_what_the_table_told_at_the_time(directory: Path, game: str) -> None:
    """Each view is the one that the person had then, each event as they heard of it."""

    async def play(place: Place) -> None:
        heard: dict[tuple[int, str], Any] = {}  # by the log's number: the view after a command

        def listen(live: Any, events: Any) -> None:
            for seat in (1, 3):
                heard[live.seq, f"seat-{seat}"] = view(live.table, "player", seat)
            heard[live.seq, "watcher"] = view(live.table, "watcher")

        async with running(place):
            pit = await Pit.staffed(place)
            place.house.listeners.append(listen)
            table = await played(place, pit, game, Random(game), 4)
            auditor = await place.staff("auditor")
            compared = 0
            for number in recall.finished_rounds(place.house, table):
                for viewer in ("seat-1", "seat-3", "watcher"):
                    place.limiter.buckets.clear()
                    path = f"/api/rounds/{table}/{number}/steps?as={viewer}"
                    record = (await auditor.get(path)).json
                    assert record["seats"] == [
                        {"seat": seat, "player": one.name}
                        for seat, one in pit.players[table].items()
                    ]
                    last, ends = record["first"], {}
                    for step in record["steps"]:
                        last = step["view"] or last
                        ends[step["seq"]] = last
                    for seq, shown in ends.items():
                        if (seq, viewer) in heard:
                            due = heard[seq, viewer]
                            assert shown["seats"] == json.loads(_json(due.seats)), (seq, viewer)
                            assert shown["community"] == list(due.community)
                            assert shown["chips"] == due.chips
                            compared += 1
            assert compared > 60

    with opened(directory) as place:
        asyncio.run(play(place))


def _json(value: Any) -> bytes:
    import msgspec

    return msgspec.json.encode(value)


def test_a_round_in_play_is_not_served(directory: Path) -> None:
    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            auditor = await place.staff("auditor")
            for game in GAMES:
                table = await pit.table(game, seats=(1,))
                player = pit.players[table][1]
                await pit.until(table, "decide", "discard")
                number = place.house.live(table).table.round
                for client in (auditor, player, pit.boss):
                    for path in ("steps?as=seat-1", "steps", "proof", "text", ""):
                        place.limiter.buckets.clear()
                        at = f"/api/rounds/{table}/{number}/{path}".rstrip("/")
                        answer = await client.get(at)
                        assert answer.status in (403, 404), (client.name, path)
                    page = await client.get(f"/api/search/rounds?table={table}")
                    assert page.json == {"rounds": [], "next": ""}
                    files = await client.get(f"/api/search/export?table={table}&form=json")
                    assert (files.status, files.body) == (200, b"")

    with opened(directory) as place:
        asyncio.run(play(place))


def test_players_find_only_their_own_rounds(directory: Path) -> None:
    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            auditor = await place.staff("auditor")
            one = await played(place, pit, "let-it-ride", Random(1), 3)
            two = await played(place, pit, "mississippi-stud", Random(2), 3)
            ann, bob = pit.players[one][1], pit.players[two][1]

            async def rounds_of(client: Client, query: str = "") -> set[str]:
                place.limiter.buckets.clear()
                page = (await client.get(f"/api/search/rounds{query}")).json
                return {f"{row['table']}/{row['round']}" for row in page["rounds"]}

            everything = await rounds_of(auditor)
            assert len(everything) == 6 and await rounds_of(pit.boss) == everything
            assert await rounds_of(ann) == {f"{one}/{n}" for n in (1, 2, 3)}
            # Asking for another player's rounds gives one's own: the session decides the name.
            assert await rounds_of(ann, f"?player={bob.name}") == await rounds_of(ann)
            assert await rounds_of(ann, f"?table={two}") == set()
            assert await rounds_of(auditor, f"?player={bob.name}") == await rounds_of(bob) != set()
            assert await rounds_of(pit.dealer) == set()
            for path, status in (
                (f"/api/rounds/{one}/1/steps?as=seat-1", 200),
                (f"/api/rounds/{one}/1/steps?as=seat-3", 404),
                (f"/api/rounds/{one}/1/steps?as=watcher", 404),
                (f"/api/rounds/{one}/1/steps", 404),
                (f"/api/rounds/{two}/1/steps?as=seat-1", 404),
                (f"/api/rounds/{one}/1/steps?as=seat-0", 400),
                (f"/api/rounds/{one}/1/steps?as=administrator", 400),
            ):
                place.limiter.buckets.clear()
                assert (await ann.get(path)).status == status, path
            assert (await auditor.get(f"/api/rounds/{one}/1/steps?as=seat-2")).status == 404
            for path in (
                f"/api/search/export?table={two}&form=json",
                "/api/search/export?form=json",
            ):
                rows = [json.loads(row) for row in (await ann.get(path)).body.splitlines()]
                assert {row["table"] for row in rows} <= {one}

    with opened(directory) as place:
        asyncio.run(play(place))


def test_malformed_searches_are_refused(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            auditor = await place.staff("auditor")
            for query, status in (
                ("table=nowhere", 404),
                ("table=../x", 400),
                ("game=whist", 404),
                ("since=yesterday", 400),
                ("least=1.5", 400),
                ("amount=all", 400),
                ("outcome=won", 400),
                ("after=zzz", 400),
                ("limit=0", 400),
                ("limit=1000", 400),
                ("clause=%00", 400),
                ("player=%27%20OR%201=1", 200),
                ("hand=%25", 200),
            ):
                answer = await auditor.get(f"/api/search/rounds?{query}")
                assert answer.status == status, (query, answer)
                if status == 200:
                    assert answer.json == {"rounds": [], "next": ""}

    asyncio.run(play())


def attached(answer: Answer) -> str:
    assert answer.status == 200, answer
    return str(answer.header("content-disposition")).partition("filename=")[2].strip('"')


def test_exported_files(directory: Path) -> None:
    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            auditor = await place.staff("auditor")
            table = await played(place, pit, "double-draw", Random(5), 4)
            numbers = recall.finished_rounds(place.house, table)
            one = await auditor.get(f"/api/search/export?table={table}&first=2&last=2")
            assert attached(one) == f"{table}-2.round"
            assert one.header("content-type") == "text/plain; charset=utf-8"
            text = one.body.decode()
            assert differences(text, replay(text)) == []
            many = await auditor.get(f"/api/search/export?table={table}")
            assert (
                attached(many) == "rounds.zip" and many.header("content-type") == "application/zip"
            )
            with zipfile.ZipFile(io.BytesIO(many.body)) as archive:
                assert archive.namelist() == [f"{table}-{n}.round" for n in numbers]
                assert archive.read(f"{table}-2.round").decode() == text
            lines = await auditor.get(f"/api/search/export?table={table}&form=json")
            assert attached(lines) == "rounds.jsonl"
            records = [json.loads(row) for row in lines.body.splitlines()]
            for row in records:
                place.limiter.buckets.clear()
                record = (await auditor.get(f"/api/rounds/{table}/{row['round']}")).json
                assert row == record
            sheet = await auditor.get(f"/api/search/export?table={table}&form=parquet")
            assert attached(sheet) == "rounds.parquet"
            rows = pq.read_table(io.BytesIO(sheet.body)).to_pylist()
            events = [
                event for row in records for entry in row["entries"] for event in entry["events"]
            ]
            assert [json.loads(row["body"]) for row in rows] == events
            assert (await auditor.get("/api/search/forms")).json == ["round", "json", "parquet"]

    with opened(directory) as place:
        asyncio.run(play(place))


def test_a_round_is_proved_and_a_changed_one_is_not(directory: Path) -> None:
    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            table = await played(place, pit, "let-it-ride", Random(3), 3)
            path = f"/api/rounds/{table}/2/proof"
            auditor = await place.staff("auditor")
            proof = (await auditor.get(path)).json
            assert proof["good"] and proof["replay"] == [] and proof["chain"]["wrong"] == []
            assert proof["chain"]["signed"] is None and proof["fairness"]["answers"]
            for _ in range(3):
                make_checkpoint(place.house)
            proof = (await auditor.get(path)).json
            assert proof["good"] and proof["chain"]["signed"]["number"] == 1
            last = proof["chain"]["last"]
            with place.house.store.begin() as tx:
                here = (entries.c.stream == table) & (entries.c.seq == last)
                row = tx.execute(sa.select(entries.c.hash).where(here)).scalar_one()
                assert row.hex() == proof["chain"]["head"]
                tx.execute(sa.update(entries).where(here).values(at=entries.c.at + 1))
            proof = (await auditor.get(path)).json
            assert not proof["good"] and proof["chain"]["wrong"] == [
                f"entry {last}: the chain is broken"
            ]
            with place.house.store.begin() as tx:
                tx.execute(sa.update(entries).where(here).values(at=entries.c.at - 1))
                tx.execute(sa.update(checkpoints).values(signature=b"x" * 64))
            proof = (await auditor.get(path)).json
            assert not proof["good"] and proof["chain"]["signed"]["good"] is False

    with opened(directory) as place:
        asyncio.run(play(place))


def test_an_audit_reports_its_progress(directory: Path) -> None:
    async def play(place: Place) -> None:
        async with running(place):
            pit = await Pit.staffed(place)
            await played(place, pit, "let-it-ride", Random(4), 2)
            auditor = await place.staff("auditor")
            assert (await auditor.get("/api/audit/run")).json["state"] == "none"
            began = await auditor.post("/api/audit/run")
            assert began.status == 201 and began.json["by"] == auditor.name
            done = await asyncio.to_thread(place.app.state.auditing.wait)
            report = (await auditor.get("/api/audit/run")).json
            assert report["state"] == done.state == "done"
            assert report["read"] == report["entries"] > 20
            assert set(report["faults"]) == set((await auditor.get("/api/audit")).json)
            assert not any(report["faults"].values())
            with place.house.store.begin() as tx:
                tx.execute(sa.update(entries).where(entries.c.seq == 5).values(at=1))
            await auditor.post("/api/audit/run")
            await asyncio.to_thread(place.app.state.auditing.wait)
            report = (await auditor.get("/api/audit/run")).json
            assert report["faults"]["check_chain"]

    with opened(directory) as place:
        asyncio.run(play(place))
