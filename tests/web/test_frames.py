"""Frames written past the framework: in order with those that wait for a slow client."""

import json
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection

from kit.sockets import connect
from kit.waiting import PATIENCE, wait_until
from pitboss.money import Cents
from pitboss.table import events as e
from pitboss.web.push.frames import FrameSocket
from pitboss.web.push.hub import Watcher
from pitboss.web.push.moments import Moment
from web.asgi import opened
from web.test_connections import listening

TABLE = "big-river"


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[FrameSocket, bool]]:
    """What every attempt to write a frame came to."""
    attempts: list[tuple[FrameSocket, bool]] = []
    real = FrameSocket.write_frame

    def write(self: FrameSocket, frame: bytes) -> bool:
        attempts.append((self, real(self, frame)))
        return attempts[-1][1]

    monkeypatch.setattr(FrameSocket, "write_frame", write)
    return attempts


def _seqs(client: ClientConnection, count: int) -> list[int]:
    return [json.loads(client.recv(PATIENCE))["seq"] for _ in range(count)]


def test_frames_keep_their_order_behind_a_slow_client(
    directory: Path, writes: list[tuple[FrameSocket, bool]]
) -> None:
    with opened(directory) as place, listening(place, PATIENCE) as port:
        hub, table = place.app.state.hub, place.house.live(TABLE).table

        def push(*numbers: int) -> None:
            for number in numbers:
                hub.calls.add(hub._deliver, TABLE, [Moment(number, (), table, None)])

        url = f"ws://127.0.0.1:{port}/api/tables/{TABLE}/live"
        with connect(url, compression=None) as client:
            (seq,) = _seqs(client, 1)
            wait_until(lambda: next(iter(hub.watchers)).is_live)
            push(seq + 1, seq + 2)
            assert _seqs(client, 2) == [seq + 1, seq + 2]
            assert [done for _, done in writes] == [True, True]

            socket = writes[0][0]
            hub.calls.add(socket.pause_writing)  # as the transport does when its buffer is full
            push(seq + 3, seq + 4, seq + 4, seq + 2)
            hub.calls.add(socket.resume_writing)
            push(seq + 5)  # in the same moment: the queue comes first
            assert _seqs(client, 4) == [seq + 3, seq + 4, seq + 4, seq + 5]
            assert not any(done for _, done in writes[2:])

            wait_until(lambda: next(iter(hub.watchers)).is_live)
            push(seq + 6)
            assert _seqs(client, 1) == [seq + 6] and writes[-1][1]
        wait_until(lambda: not hub.watchers)
        assert not socket.write_frame(b"")  # nobody is there


def test_what_happened_at_a_busy_table_is_one_push(directory: Path) -> None:
    """A client that has a part of it already gets the rest, and nobody an event twice."""
    with opened(directory) as place, listening(place, PATIENCE) as port:
        hub, live = place.app.state.hub, place.house.live(TABLE)
        notes = [e.SeatLeft(number, "ann", Cents(0)) for number in range(1, 4)]

        def push(first: int, sent: dict[Watcher, int]) -> None:
            """Three commands of one turn of the loop."""
            for watcher, seq in sent.items():
                watcher.sent = seq
            for number, event in enumerate(notes, first):
                hub._push(live.row, Moment(number, (event,), live.table, None), None)

        url = f"ws://127.0.0.1:{port}/api/tables/{TABLE}/live"
        with connect(url) as behind, connect(url) as ahead:
            (seq,), _ = _seqs(behind, 1), _seqs(ahead, 1)
            wait_until(lambda: [w.is_live for w in hub.watchers] == [True, True])
            hub.calls.add(push, seq + 1, {})
            for client in (behind, ahead):
                update = json.loads(client.recv(PATIENCE))
                assert update["seq"] == seq + 3
                assert [event["seat"] for event in update["events"]] == [1, 2, 3]
            hub.calls.add(push, seq + 4, {next(iter(hub.watchers)): seq + 4})
            updates = [json.loads(client.recv(PATIENCE)) for client in (behind, ahead)]
            updates.sort(key=lambda update: update["seq"])
            assert [update["seq"] for update in updates] == [seq + 5, seq + 6]
            assert [len(update["events"]) for update in updates] == [1, 3]
