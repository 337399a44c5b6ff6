"""The bytes a page receives never hold a card that its person may not see at that moment.

Every answer and every message on the socket of a player's and of a watcher's browser is searched.
What each may have seen by then is worked out from the states of the table, as `web/test_leaks.py`
does it for the API.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, Response, WebSocket

from browser.house import Server
from browser.test_settlement import DRIVER
from browser.visits import Visits
from kit.entropy import Seeded
from kit.tiers import tier
from kit.waiting import wait_until
from pitboss.cards import card_name
from pitboss.house.live_table import LiveTable
from pitboss.table import events as e
from pitboss.table.engine import evolve
from web.asgi import SEQ
from web.test_leaks import cards_in, numbered, seen_in

ROUNDS = tier(4, 8)


class Allowed:
    """The cards a player may know, by position in the table's log."""

    def __init__(self, server: Server, table: str, player: str | None) -> None:
        self.table, self.player = table, player
        self.live = server.house.live(table)
        self.state, self.now = self.live.table, frozenset[str]()
        self.by_seq = {self.live.seq: self.now}
        server.house.listeners.append(self.happened)

    def happened(self, live: LiveTable, events: tuple[e.Event, ...]) -> None:
        if live.row.id != self.table:
            return
        if any(isinstance(event, e.BetsClosed) for event in events):
            self.now = frozenset()
        for event in events:
            before = self.state.round
            self.state = evolve(self.state, event)
            if self.state.round == before:
                cards = seen_in(self.state, self.player)
                self.now |= {card_name(card) for card in cards}
        self.by_seq[live.seq] = self.now

    def at(self, seq: int) -> frozenset[str]:
        """A page may hear of something before the other listeners have."""
        wait_until(lambda: seq in self.by_seq)
        return self.by_seq[seq]


class Received:
    """All that came to a page: messages, and answers with where the log stood when they came."""

    def __init__(self, server: Server, table: str, page: Page) -> None:
        self.server, self.table = server, table
        self.messages: list[bytes] = []
        self.answers: list[tuple[int, Response]] = []
        page.on("websocket", self._socket)
        page.on("response", self._answer)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._message)

    def _message(self, frame: Any) -> None:
        self.messages.append(frame if isinstance(frame, bytes) else frame.encode())

    def _answer(self, response: Response) -> None:
        if "/api/" in response.url:
            self.answers.append((self.server.house.live(self.table).seq, response))


def check(received: Received, allowed: Allowed) -> int:
    """Checks that no card was sent too early; returns how many were sent."""
    count = 0
    for message in list(received.messages):
        at = SEQ.match(message)
        assert at is not None, message[:80]
        cards = cards_in(message)
        count += len(cards)
        assert cards <= allowed.at(int(at[1])), message
        assert not numbered(message), message
    for seq, response in received.answers:
        cards = cards_in(response.body()) if response.ok else set()
        assert cards <= allowed.at(seq), response.url
    return count


# A game with draws and one with a board; in `./pit soak long` all four.
FEW = ["double-draw", "let-it-ride"]


@pytest.mark.parametrize("game", tier(FEW, [*FEW, "235-stud", "mississippi-stud"]))
def test_no_card_comes_before_its_reveal(
    server: Server, visit: Visits, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.house, "entropy", Seeded(5))
    table = server.table(game)
    name = f"bytes_{game.replace('-', '_')}"
    player = visit.context(role="player", name=name).new_page()
    watcher = visit.context(role="floorperson").new_page()
    pages = {player: Allowed(server, table, name), watcher: Allowed(server, table, None)}
    heard = {page: Received(server, table, page) for page in pages}
    for page in pages:
        page.goto(f"/table/{table}")
    player.locator('[data-seat="2"] [data-do="sit"]').click()
    player.wait_for_selector("[data-betting=true]")
    player.evaluate(DRIVER, {"rounds": ROUNDS, "seed": 5})
    for page, allowed in pages.items():
        count = check(heard[page], allowed)
        assert count > ROUNDS, "no cards were looked at"
        assert len(heard[page].messages) > ROUNDS
    for allowed in pages.values():
        server.house.listeners.remove(allowed.happened)
