"""The guard and the rate limits: sessions, passwords, origins, CSRF."""

import asyncio
import re

import pytest

from kit.premises import PASSWORD
from pitboss.house.people.cage import Cage
from pitboss.house.people.logins import LOCK_MS, MAX_FAILURES
from pitboss.house.people.persons import Person
from pitboss.house.people.sessions import SESSION_MS, STAFF_IDLE_MS
from pitboss.house.setup import invite_administrator
from pitboss.web import rate_limits
from pitboss.web.push import socket as push_socket
from web.asgi import Answer, Client, Place, Socket, running, shape_is_right

MINUTE = 60_000


def refused(answer: Answer, status: int, name: str) -> None:
    assert (answer.status, answer.error) == (status, name), answer
    shape_is_right(answer)


def test_a_guest_comes_in_at_once(place: Place) -> None:
    async def play() -> None:
        answer = await place.client().post("/api/guest")
        assert answer.status == 201
        cookie = str(answer.header("set-cookie"))
        assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/" in cookie
        session = answer.json
        assert session["role"] == "player" and session["guest"] and not session["locked"]
        me = (await place.client(session["token"]).get("/api/me")).json
        assert me["wallets"] == {"practice": 100_000, "real": 0} and "token" not in me

    asyncio.run(play())


def test_cookies_need_the_csrf_header_and_bearers_do_not(place: Place) -> None:
    async def play() -> None:
        session = (await place.client().post("/api/guest")).json
        jar = {"cookie": f"pitboss={session['token']}"}
        browser = place.client()
        assert (await browser.get("/api/me", headers=jar)).status == 200
        refused(await browser.post("/api/chips", headers=jar), 403, "BAD_CSRF")
        for wrong in ("", "x", session["csrf"][:-1], session["csrf"] + "x", "ünïcode"):
            forged = {**jar, "x-csrf": wrong}
            refused(await browser.post("/api/chips", headers=forged), 403, "BAD_CSRF")
        good = {**jar, "x-csrf": session["csrf"]}
        assert (await browser.post("/api/chips", headers=good)).status == 200
        # Another session's word is not this one's.
        other = (await place.client().post("/api/guest")).json
        mixed = {**jar, "x-csrf": other["csrf"]}
        refused(await browser.post("/api/chips", headers=mixed), 403, "BAD_CSRF")
        assert (await place.client(session["token"]).post("/api/chips")).status == 200

    asyncio.run(play())


def test_cross_origin_requests_are_refused(place: Place) -> None:
    async def play() -> None:
        session = (await place.client().post("/api/guest")).json
        good = {"cookie": f"pitboss={session['token']}", "x-csrf": session["csrf"]}
        for origin in (
            *("http://evil.test", "http://house.test.evil.test", "null", "http://house.test:81"),
            *("http://[", "", "file://", "http://house.test@evil.test"),
        ):
            hostile = {**good, "origin": origin}
            refused(await place.client().post("/api/chips", headers=hostile), 403, "HOSTILE_ORIGIN")
            for path in ("/api/guest", "/api/login", "/api/welcome"):
                answer = await place.client().post(path, {}, headers={"origin": origin})
                refused(answer, 403, "HOSTILE_ORIGIN")
            socket = Socket(place.client())
            await socket.open("/api/tables/three-primes/live", {**good, "origin": origin})
            await socket.ended()
            assert not socket.accepted and socket.closed is not None
            assert socket.closed[0] == 4403
        own = {**good, "origin": "http://house.test"}
        assert (await place.client().post("/api/chips", headers=own)).status == 200

    asyncio.run(play())


def test_forged_closed_and_expired_sessions(place: Place) -> None:
    async def play() -> None:
        for token in ("x", "x" * 10_000, "a b", "\xff\xfe", "' OR 1=1 --"):
            refused(await place.client(token).get("/api/me"), 401, "NOT_LOGGED_IN")
            cookie = {"cookie": f"pitboss={token}"}
            answer = await place.client().get("/api/me", headers=cookie)
            refused(answer, 401, "NOT_LOGGED_IN")
        refused(await place.client().get("/api/me"), 401, "NOT_LOGGED_IN")
        # The token's hash, as the database holds it, opens nothing.
        guest = await place.guest()
        from pitboss.house.people.sessions import token_hash

        stolen = place.client(token_hash(guest.token))
        refused(await stolen.get("/api/me"), 401, "NOT_LOGGED_IN")
        assert (await guest.post("/api/logout")).status == 200
        refused(await guest.get("/api/me"), 401, "NOT_LOGGED_IN")
        guest = await place.guest()
        place.clock.at += SESSION_MS + 1
        refused(await guest.get("/api/me"), 401, "NOT_LOGGED_IN")

    asyncio.run(play())


async def log_in(client: Client, name: str, password: str) -> Answer:
    return await client.post("/api/login", {"name": name, "password": password})


def test_wrong_names_and_wrong_passwords_are_answered_alike(place: Place) -> None:
    async def play() -> None:
        anyone = place.client()
        answer = await anyone.post("/api/register", {"name": "Anna", "password": PASSWORD})
        assert answer.status == 201
        guest = await place.guest()
        answers = {
            (await log_in(anyone, name, password)).body
            for name, password in (
                ("Anna", "wrong password"),
                ("Nobody_here", PASSWORD),
                (guest.name, PASSWORD),
                ("", ""),
            )
        }
        assert len(answers) == 1 and b"WRONG_LOGIN" in answers.pop()
        assert (await log_in(anyone, "anna", PASSWORD)).status == 201

    asyncio.run(play())


def test_lock_out(place: Place) -> None:
    async def play() -> None:
        anyone = place.client()
        await anyone.post("/api/register", {"name": "Anna", "password": PASSWORD})
        for _ in range(MAX_FAILURES):
            refused(await log_in(anyone, "Anna", "wrong password"), 401, "WRONG_LOGIN")
        # The right password too, and in the same words.
        locked = await log_in(anyone, "Anna", PASSWORD)
        refused(locked, 401, "WRONG_LOGIN")
        place.clock.at += LOCK_MS + 1
        assert (await log_in(anyone, "Anna", PASSWORD)).status == 201

    asyncio.run(play())


def test_passwords_are_tried_no_faster_from_many_sessions(place: Place) -> None:
    async def play() -> None:
        guests = [await place.guest() for _ in range(8)]
        tried = 0
        for n in range(60):
            guest = guests[n % len(guests)]
            # Neither another session, nor what a client says of itself, is another address.
            says = {"x-forwarded-for": f"10.9.8.{n}", "x-real-ip": f"10.9.8.{n}"}
            wrong = {"name": f"Name{n}", "password": "wrong password"}
            answer = await guest.post("/api/login", wrong, headers=says)
            assert answer.status in (401, 429)
            tried += answer.status == 401
        assert tried == rate_limits.LOGIN.burst
        refused(await log_in(place.client(), "Anna", PASSWORD), 429, "TOO_MANY")
        # Registering and unlocking take from the same bucket: they check passwords too.
        new = {"name": "Anna", "password": PASSWORD}
        answer = await place.client().post("/api/register", new)
        refused(answer, 429, "TOO_MANY")
        assert answer.header("retry-after") == "10"
        refused(await guests[0].post("/api/unlock", {"password": "x"}), 429, "TOO_MANY")
        other = place.client(address="10.0.0.2")
        refused(await log_in(other, "Anna", PASSWORD), 401, "WRONG_LOGIN")
        place.clock.at += MINUTE
        assert (await place.client().post("/api/register", new)).status == 201

    asyncio.run(play())


def test_requests_of_one_address_are_limited(place: Place) -> None:
    async def play() -> None:
        answers = [
            await place.client().get("/api/nothing") for _ in range(rate_limits.ALL.burst + 20)
        ]
        assert [a.status for a in answers] == [404] * rate_limits.ALL.burst + [429] * 20
        assert (await place.client().get("/health")).status == 200  # who watches is let through
        assert (await place.client(address="10.0.0.2").get("/api/tables")).status == 200
        place.clock.at += 1000
        assert (await place.client().get("/api/tables")).status == 200

    asyncio.run(play())


def test_addresses_of_one_network(place: Place) -> None:
    same = ["2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:0:1::"]
    assert len({rate_limits.address_of({"client": (one, 1)}) for one in same}) == 1
    assert rate_limits.address_of({"client": ("2001:db8:0:1::", 1)}) != "2001:db8::/64"
    assert rate_limits.address_of({"client": ("::ffff:10.0.0.1", 1)}) == "10.0.0.1"
    assert rate_limits.address_of({"client": None}) == "unknown"


def test_buckets_do_not_pile_up() -> None:
    now = 0.0
    keeper = rate_limits.RateLimiter(lambda: now)
    for n in range(rate_limits.MAX_BUCKETS + 10):
        keeper.admits(f"host{n}", "GET", "/")
    now = 1000.0
    keeper.admits("another", "GET", "/")
    assert len(keeper.buckets) < 10


def test_a_staff_console_locks_itself(place: Place) -> None:
    async def play() -> None:
        dealer = await place.staff("dealer")
        table = "/api/tables/three-primes"
        for _ in range(4):  # in use, it stays open
            place.clock.at += STAFF_IDLE_MS - MINUTE
            assert (await dealer.ask("none", "Reveal")).status == 404
        # A page's own requests are no sign of a person.
        for _ in range(11):
            place.clock.at += MINUTE
            await dealer.get("/api/me")
            await dealer.get(table)
        refused(await dealer.ask("three-primes", "Reveal"), 401, "LOCKED")
        refused(await dealer.get("/api/rounds"), 401, "LOCKED")
        assert (await dealer.get("/api/me")).json["locked"]
        assert (await dealer.get(table)).status == 200  # as anyone
        wrong = await dealer.post("/api/unlock", {"password": "wrong password"})
        refused(wrong, 401, "WRONG_LOGIN")
        refused(await dealer.ask("three-primes", "Reveal"), 401, "LOCKED")
        assert (await dealer.post("/api/unlock", {"password": PASSWORD})).json["unlocked"]
        assert (await dealer.ask("none", "Reveal")).status == 404
        # A guest's does not: there is no password to enter.
        guest = await place.guest()
        place.clock.at += 10 * STAFF_IDLE_MS
        assert (await guest.get("/api/me")).json["locked"] is False
        # A locked one can still be given up.
        assert (await dealer.post("/api/logout")).status == 200

    asyncio.run(play())


def test_unlocking_counts_as_logging_in(place: Place) -> None:
    async def play() -> None:
        dealer = await place.staff("dealer")
        place.clock.at += STAFF_IDLE_MS + 1
        for _ in range(MAX_FAILURES):
            await dealer.post("/api/unlock", {"password": "wrong password"})
        refused(await dealer.post("/api/unlock", {"password": PASSWORD}), 401, "WRONG_LOGIN")

    asyncio.run(play())


def test_revocation_closes_sockets_at_once(place: Place) -> None:
    async def play() -> None:
        async with running(place):
            boss = await place.staff("administrator")
            dealer, other = await place.staff("dealer"), await place.staff("dealer", "second")
            theirs = await Socket(dealer).open("/api/tables/three-primes/live")
            left = await Socket(other).open("/api/tables/three-primes/live")
            for socket in (theirs, left):
                await socket.until(lambda s=socket: bool(s.messages))  # type: ignore[misc]
            body = {"name": dealer.name}
            assert (await boss.post("/api/people/revoke", body)).status == 200
            await theirs.ended()
            assert theirs.closed == (4401, "the session has ended")
            refused(await dealer.get("/api/me"), 401, "NOT_LOGGED_IN")
            assert left.closed is None and (await other.get("/api/me")).status == 200
            # Only the sessions: the person may come again, until the account is closed.
            again = await log_in(place.client(), dealer.name, PASSWORD)
            assert again.status == 201
            closed = {"name": dealer.name, "close": True}
            assert (await boss.post("/api/people/revoke", closed)).status == 200
            refused(await log_in(place.client(), dealer.name, PASSWORD), 401, "WRONG_LOGIN")
            refused(await boss.post("/api/people/revoke", {"name": "None"}), 400, "REFUSED")
            await left.close()
            # Logging out closes that session's sockets too.
            last = await Socket(other).open("/api/tables/three-primes/live")
            await last.until(lambda: bool(last.messages))
            await other.post("/api/logout")
            await last.ended()

    asyncio.run(play())


def test_a_session_that_ends_behind_the_guard(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session is revoked after the guard checked it and before the socket is a watcher."""

    async def play() -> None:
        async with running(place):
            dealer = await place.staff("dealer")
            cage: Cage = place.app.state.cage

            def slow(_: object) -> int:
                cage.revoke(Person("0", "tests", "administrator"), dealer.name, close=False)
                return 0

            monkeypatch.setattr(push_socket, "_after", slow)
            socket = await Socket(dealer).open("/api/tables/three-primes/live")
            await socket.ended()
            assert socket.closed == (4401, "the session has ended")

    asyncio.run(play())


def test_the_first_administrators_page(place: Place) -> None:
    async def play() -> None:
        token = invite_administrator(place.house)
        assert token is not None
        page = await place.client().get(f"/welcome?token={token}")
        assert page.status == 200 and str(page.header("content-type")).startswith("text/html")
        html = page.body.decode()
        assert f'value="{token}"' in html and "<script" not in html
        action = re.search(r'<form method="post" action="([^"]+)"', html)
        assert action is not None
        form = {"content-type": "application/x-www-form-urlencoded", "origin": "http://house.test"}
        path = action[1]
        # What is wrong is said on the page, and the link is not spent by it.
        for body in (b"", b"token=wrong&name=Boss&password=long+enough+now", b"\xff\xfe"):
            answer = await place.client().send("POST", path, raw=body, headers=form)
            assert answer.status == 400
        short = f"token={token}&name=Boss&password=short".encode()
        answer = await place.client().send("POST", path, raw=short, headers=form)
        assert answer.status == 400 and b'role="alert"' in answer.body
        good = f"token={token}&name=Boss&password=long+enough+now".encode()
        answer = await place.client().send("POST", path, raw=good, headers=form)
        assert answer.status == 303 and answer.header("location") == "/"
        cookie = str(answer.header("set-cookie")).partition(";")[0]
        me = await place.client().get("/api/me", headers={"cookie": cookie})
        assert me.json["role"] == "administrator"
        again = await place.client().send("POST", path, raw=good, headers=form)
        assert again.status == 400 and invite_administrator(place.house) is None
        strange = await place.client().get("/welcome?token=%22%3E<script>alert(1)</script>")
        assert b"<script" not in strange.body

    asyncio.run(play())


def test_the_first_administrator_over_the_api(place: Place) -> None:
    async def play() -> None:
        token = invite_administrator(place.house)
        body = {"token": token, "name": "Boss", "password": PASSWORD}
        wrong = await place.client().post("/api/first-administrator", {**body, "token": "x"})
        refused(wrong, 403, "BAD_INVITATION")
        answer = await place.client().post("/api/first-administrator", body)
        assert answer.status == 201 and answer.json["role"] == "administrator"
        spent = await place.client().post("/api/first-administrator", {**body, "name": "Two"})
        refused(spent, 403, "BAD_INVITATION")

    asyncio.run(play())
