"""A proxy before PostgreSQL that kills a house between two exchanges with its database.

The house announces the command whose exchanges count (see _kill_child.py). Then the nth message of
the house is not passed on, or its answer is not, and the house is killed at that moment. A message
that is not passed on is held for a little while first, in which no reply may go out.
"""

import contextlib
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Iterator
from typing import Final

import sqlalchemy as sa

HOLD_SECONDS: Final = 0.01
_CHUNK: Final = 1 << 18


class KillProxy:
    def __init__(self, host: str, port: int) -> None:
        self.goal = (host, port)
        self.links = _listener()
        self.orders = _listener()
        self.port: int = self.links.getsockname()[1]
        self.control: int = self.orders.getsockname()[1]
        self.lock = threading.Lock()
        self.where, self.limit = "", 0
        self.pid = self.count = 0

    def arm(self, where: str, limit: int) -> None:
        """`where` is "before" or "after": the message itself, or its answer, is never delivered."""
        with self.lock:
            self.where, self.limit, self.pid, self.count = where, limit, 0, 0

    def _is_the_one(self, where: str) -> bool:
        """Counts a message of the house; kills the house at the chosen one."""
        with self.lock:
            if not self.pid:
                return False
            if where == "before":
                self.count += 1
            if where != self.where or self.count != self.limit:
                return False
            if where == "before":
                time.sleep(HOLD_SECONDS)
            os.kill(self.pid, signal.SIGKILL)
            self.pid = 0
            return True

    def _listen_to_orders(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                link, _ = self.orders.accept()
                with link:
                    pid = int(link.recv(64).split()[0])
                    with self.lock:
                        self.pid, self.count = pid, 0
                    link.sendall(b"k")

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                link, _ = self.links.accept()
                threading.Thread(target=self._carry, args=(link,), daemon=True).start()

    def _carry(self, house: socket.socket) -> None:
        with contextlib.suppress(OSError), house, socket.create_connection(self.goal) as server:
            for end in (house, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while True:
                ready, _, _ = select.select((house, server), (), ())
                for end in ready:
                    data = end.recv(_CHUNK)
                    if not data or self._is_the_one("before" if end is house else "after"):
                        return
                    (server if end is house else house).sendall(data)


def _listener() -> socket.socket:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    return listener


@contextlib.contextmanager
def kill_proxy(url: str) -> Iterator[KillProxy]:
    """A proxy before the server of this URL."""
    goal = sa.make_url(url)
    proxy = KillProxy(str(goal.host), int(goal.port or 5432))
    for work in (proxy._accept, proxy._listen_to_orders):
        threading.Thread(target=work, daemon=True).start()
    try:
        yield proxy
    finally:
        proxy.links.close()
        proxy.orders.close()


def through(proxy: KillProxy, url: str) -> str:
    """The same database by way of the proxy."""
    there = sa.make_url(url).set(host="127.0.0.1", port=proxy.port)
    return there.render_as_string(hide_password=False)
