"""The world outside the house: a proxy that answers nobody and remembers what it was asked for.

The browser asks it for everything but the house's own address, whoever asks: page, worker, socket
or the browser itself. A page that listens to each of its requests costs a fifth more to load. A
whole Chromium asks its maker for updates and more, so there the pages are listened to.
"""

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

ELSEWHERE = "request to another host"


class Outside:
    """`requests` has the first line of each request to another host, in order."""

    def __init__(self, listener: socket.socket) -> None:
        self.listener, self.requests = listener, list[str]()

    def flags(self, url: str) -> list[str]:
        """For a browser's start: everything but the house at `url` comes here.

        Playwright's own option would put its rule for this machine's addresses last, where it
        overrides ours.
        """
        proxy = f"--proxy-server=http://127.0.0.1:{self.listener.getsockname()[1]}"
        return [proxy, f"--proxy-bypass-list=<-loopback>;{urlsplit(url).netloc}"]

    def listen(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return  # closed
            with client, contextlib.suppress(OSError):
                line = client.recv(4096).partition(b"\r\n")[0].decode("latin-1")
                self.requests.append(f"{ELSEWHERE}: {line}")
                client.sendall(b"HTTP/1.1 502 Nobody\r\ncontent-length: 0\r\n\r\n")


@contextlib.contextmanager
def outside() -> Iterator[Outside]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        world = Outside(listener)
        threading.Thread(target=world.listen, daemon=True).start()
        try:
            yield world
        finally:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # wakes the thread
