"""The administration over the API: what is changed is so, is logged, and stays in the books."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from house.conftest import migrated, postgres
from house.postgres import fresh_database
from kit.premises import PASSWORD
from pitboss.commands.check import as_record
from pitboss.house.audit.audit import audit
from pitboss.house.floor.submissions import submit
from pitboss.house.storage.schema.tables import submissions
from pitboss.rulebook import GAMES
from pitboss.rulebook.submission import check_bytes, example
from web.asgi import Client, Place, Socket, opened, running

__all__ = ["migrated", "postgres"]

DEARER = example().replace('minimum = "10.00"', 'minimum = "15.00"')


@pytest.fixture(params=["sqlite", "postgresql"])
def anywhere(request: pytest.FixtureRequest, directory: Path) -> Any:
    url = None
    if request.param == "postgresql":
        server = request.getfixturevalue("postgres")
        template = request.getfixturevalue("migrated")
        url = fresh_database(server, f"admin_{directory.name[-8:].lower()}", template)
    with opened(directory, url=url) as place:
        yield place


async def kinds(client: Client, **query: str) -> list[str]:
    terms = "&".join(f"{key}={value}" for key, value in query.items())
    return [row["kind"] for row in (await client.get(f"/api/house/log?{terms}")).json]


def test_the_house_says_what_it_is(anywhere: Place) -> None:
    async def play() -> None:
        async with running(anywhere):
            boss = await anywhere.staff("administrator")
            house = (await boss.get("/api/house")).json
            assert house["submission"] == 0 and house["program"] == []
            assert house["schema_version"] >= "0003" and house["checkpoint"] is None
            assert [row["game"] for row in house["games"]] == list(GAMES)
            assert house["accounts"] == {"administrator": 1}
            await anywhere.guest()
            assert (await boss.get("/api/house")).json["accounts"]["guest"] == 1
            assert house["cage"] == {"practice": 0, "real": 0}
            rows = (await boss.get("/api/house/tables")).json
            assert len(rows) == house["tables"] and all(row["current"] for row in rows)
            assert all(row["inventory"] == 1_000_000_00 and row["win"] == 0 for row in rows)

    asyncio.run(play())


@pytest.mark.parametrize(
    "text",
    [
        example(),
        example().replace('minimum = "5.00"', 'minimum = "0.01"'),
        "[house]\nname = 3\n",
        "not toml at all",
        "",
        example() + "\n[extra]\nx = 1\n",
    ],
)
def test_a_text_is_checked_as_the_command_does(place: Place, text: str) -> None:
    async def play() -> None:
        async with running(place):
            boss = await place.staff("administrator")
            report = (await boss.post("/api/submission/check", {"text": text})).json
            due = json.loads(as_record("x", check_bytes(text.encode())))
            for part in ("valid", "violations", "warnings"):
                assert report[part] == due[part], part
            for fault in report["violations"]:
                assert fault["what"] and fault["allowed"]
            if report["valid"]:
                assert [row["game"] for row in report["games"]] == list(GAMES)
                assert not any(row["changed"] for row in report["games"])
                assert all(row["subject"] and row["reference"] for row in report["approvals"])
                assert len(report["approvals"]) == text.count("[approvals.")
            # A check stores nothing.
            assert (await boss.get("/api/submissions")).json == []

    asyncio.run(play())


def test_a_submission_holds_for_tables_opened_later(anywhere: Place) -> None:
    assert example() != DEARER

    async def play() -> None:
        async with running(anywhere):
            boss = await anywhere.staff("administrator")
            auditor = await anywhere.staff("auditor")
            first = (await boss.get("/api/submission")).json
            assert first["number"] == 0 and first["text"] == example()
            report = (await boss.post("/api/submission/check", {"text": DEARER})).json
            assert report["valid"], report["violations"]
            changed = {row["game"]: row["minimum"] for row in report["games"] if row["changed"]}
            assert changed
            bad = await boss.post("/api/submission", {"text": "[house]", "after": 0})
            assert (bad.status, bad.error) == (409, "BAD_SUBMISSION")
            assert bad.json["error"]["what_to_do"] and "line" in bad.json["error"]["sentence"]
            answer = await boss.post("/api/submission", {"text": DEARER, "after": 0})
            assert (answer.status, answer.json) == (201, {"number": 1})
            # Two people who edit the same submission do not overwrite each other.
            late = await boss.post("/api/submission", {"text": example(), "after": 0})
            assert (late.status, late.error) == (409, "STALE_SUBMISSION")
            again = await boss.post("/api/submission", {"text": DEARER, "after": 1})
            assert again.json == {"number": 1}
            rows = (await auditor.get("/api/house/tables")).json
            assert {row["game"] for row in rows if not row["current"]} == set(changed)
            game = next(iter(changed))
            fields = {"id": "dear", "name": "Dear", "game": game, "currency": "practice"}
            reply = await boss.post("/api/tables", {**fields, "mode": "self-dealt"})
            assert reply.status == 201, reply.body
            lobby = {row["id"]: row for row in (await boss.get("/api/tables")).json}
            assert lobby["dear"]["minimum"] == changed[game]
            old = next(row for row in lobby.values() if row["game"] == game and row["id"] != "dear")
            assert old["minimum"] != changed[game]
            assert (await boss.get("/api/submissions/1")).json["text"] == DEARER
            assert (await boss.get("/api/submissions/2")).status == 404
            history = (await auditor.get("/api/submissions")).json
            assert [(row["number"], row["by"]) for row in history] == [(1, boss.name)]
            assert "SubmissionKept" in await kinds(auditor)
            assert not any(audit(anywhere.house).values())
            with anywhere.house.store.begin() as tx:
                tx.execute(sa.update(submissions).values(text=example()))
            assert audit(anywhere.house)["check_submissions"]

    asyncio.run(play())


def test_a_file_given_at_the_start_is_kept_with_its_text(place: Place) -> None:
    assert submit(place.house, "house", DEARER) == 1
    assert submit(place.house, "house", DEARER) == 1
    assert submit(place.house, "house", example()) == 2


def test_a_meter_is_shared_under_one_set_of_terms(place: Place) -> None:
    other = example().replace('initial = "$25,000"', 'initial = "$30,000"')

    async def play() -> None:
        async with running(place):
            boss = await place.staff("administrator")
            report = (await boss.post("/api/submission/check", {"text": other})).json
            assert report["valid"], report["violations"]
            game = next(row["game"] for row in report["games"] if row["changed"])
            assert (await boss.post("/api/submission", {"text": other, "after": 0})).status == 201
            fields = {"id": "new", "name": "New", "game": game, "currency": "practice"}
            shared = await boss.post("/api/tables", {**fields, "mode": "self-dealt"})
            assert (shared.status, shared.error) == (409, "BAD_TABLE")
            own = await boss.post("/api/tables", {**fields, "mode": "self-dealt", "meters": "own"})
            assert own.status == 201, own.body

    asyncio.run(play())


def test_people_are_listed_page_by_page(anywhere: Place) -> None:
    async def play() -> None:
        async with running(anywhere):
            boss = await anywhere.staff("administrator")
            await anywhere.staff("dealer", "Zoe")
            await anywhere.staff("dealer", "adam")
            guest = await anywhere.guest()
            await boss.post("/api/cash", {"name": guest.name, "cents": 500_00})

            async def names(query: str) -> list[str]:
                page = (await boss.get(f"/api/people?{query}")).json
                return [row["name"] for row in page["people"]]

            everyone = await names("guests=true")
            assert set(everyone) == {boss.name, "Zoe", "adam", guest.name}
            assert set(await names("")) == set(everyone) - {guest.name}
            assert set(await names("role=dealer")) == {"Zoe", "adam"}
            assert await names("named=ZO") == ["Zoe"] and await names("named=_") == []
            paged: list[str] = []
            after = ""
            while True:
                page = (await boss.get(f"/api/people?guests=true&limit=1&after={after}")).json
                paged += [row["name"] for row in page["people"]]
                after = page["next"]
                if not after:
                    break
            assert paged == everyone
            socket = await Socket(guest).open("/api/tables/three-primes/live")
            await socket.until(lambda: bool(socket.messages))
            rows = {
                row["name"]: row
                for row in (await boss.get("/api/people?guests=true")).json["people"]
            }
            assert (rows[guest.name]["sockets"], rows["Zoe"]["sockets"]) == (1, 0)
            assert rows["Zoe"]["wallets"] == {"practice": 0, "real": 0}, "staff hold no chips"
            wallets = {"practice": 1_000_00, "real": 500_00}
            assert rows[guest.name]["guest"] and rows[guest.name]["wallets"] == wallets
            await socket.close()
            await boss.post("/api/people/revoke", {"name": "adam", "close": True})
            rows = {row["name"]: row for row in (await boss.get("/api/people")).json["people"]}
            assert rows["adam"]["closed"] and rows["adam"]["sessions"] == 0
            assert set(await names("present=true")) == {boss.name, "Zoe"}
            page = (await boss.get("/api/people?guests=true")).body
            assert b"argon2" not in page and b"csrf" not in page and b"token" not in page

    asyncio.run(play())


def test_roles_and_passwords_are_given_and_logged(anywhere: Place) -> None:
    async def play() -> None:
        async with running(anywhere):
            boss = await anywhere.staff("administrator")
            zoe = await anywhere.staff("dealer", "Zoe")
            player = await anywhere.staff("player", "pete")
            guest = await anywhere.guest()
            change = await boss.post("/api/people/role", {"name": "zoe", "role": "floorperson"})
            assert change.status == 200
            assert (await zoe.get("/api/me")).status == 401  # in again, as what she is now
            again = anywhere.client()
            opened_as = await again.post("/api/login", {"name": "Zoe", "password": PASSWORD})
            assert opened_as.json["role"] == "floorperson"
            for name, role, why in (
                (boss.name, "dealer", "own role"),
                ("pete", "dealer", "cannot become a staff account"),
                ("Zoe", "player", "cannot become a staff account"),
                (guest.name, "dealer", "cannot become a staff account"),
                ("nobody_here", "dealer", "no person"),
            ):
                no = await boss.post("/api/people/role", {"name": name, "role": role})
                assert no.status == 400 and why in no.json["error"]["sentence"], name
            assert (await player.get("/api/me")).status == 200
            new = "another good password"
            short = await boss.post("/api/people/password", {"name": "Zoe", "password": "short"})
            assert (short.status, short.error) == (400, "BAD_ACCOUNT")
            no = await boss.post("/api/people/password", {"name": guest.name, "password": new})
            assert no.status == 400
            assert (
                await boss.post("/api/people/password", {"name": "Zoe", "password": new})
            ).status == 200
            login = {"name": "Zoe", "password": PASSWORD}
            assert (await again.post("/api/login", login)).status == 401
            assert (await again.post("/api/login", {**login, "password": new})).status == 201
            assert "PasswordGiven" in await kinds(boss)
            assert b"another good" not in (await boss.get("/api/house/log?chips=true")).body
            assert not any(audit(anywhere.house).values())

    asyncio.run(play())


def test_the_log_tells_who_did_what(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            boss = await place.staff("administrator")
            await place.guest()
            fields = {"id": "new", "name": "New", "game": "let-it-ride", "currency": "practice"}
            assert (await boss.post("/api/tables", {**fields, "mode": "dealer"})).status == 201
            assert (await boss.post("/api/tables/new/close")).status == 200
            rows = (await boss.get("/api/house/log")).json
            assert [row["kind"] for row in rows[:2]] == ["TableCloseOrdered", "TableOrdered"]
            assert rows[0]["body"] == {"table": "new", "by": boss.name}
            assert "PracticeChips" not in await kinds(boss)
            every = (await boss.get("/api/house/log?chips=true")).json
            assert "PracticeChips" in {row["kind"] for row in every}
            assert [row["seq"] for row in every] == list(range(every[0]["seq"], 0, -1))
            older = (
                await boss.get(f"/api/house/log?chips=true&before={every[1]['seq']}&limit=1")
            ).json
            assert older == every[2:3]
            closed = [row for row in (await boss.get("/api/house/tables")).json if row["closed"]]
            assert [row["id"] for row in closed] == ["new"]
            assert not any(audit(place.house).values())

    asyncio.run(play())
