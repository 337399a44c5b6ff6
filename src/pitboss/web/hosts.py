"""The names under which a house is served; a request for another host is refused.

Otherwise a page of any site could have its own name resolve to this server's address, and a browser
inside the network would let it read the answers (DNS rebinding).
"""

import ipaddress
import socket
from collections.abc import Iterable
from typing import Any, Final

LOOPBACK_NAME: Final = "localhost"
MAX_ANSWERS: Final = 1000


class Hosts:
    """Without names, the house is served under the loopback's names if it listens there; otherwise
    under the machine's own name and every numeric address, which no name server can forge.
    """

    def __init__(self, names: Iterable[str], bound: str) -> None:
        self._answers: dict[str, bool] = {}
        self.names = {_bare(name) for name in names}
        self.on_loopback = bound == LOOPBACK_NAME or _is_loopback(bound)
        self.any_number = not self.names and not self.on_loopback
        if self.any_number:
            self.names = {LOOPBACK_NAME, socket.gethostname().lower()}

    def serves(self, host: str) -> bool:
        """Whether this is a host of the house; the first `MAX_ANSWERS` answers are cached."""
        answer = self._answers.get(host)
        if answer is None:
            answer = self._serves(_bare(host))
            if len(self._answers) < MAX_ANSWERS:
                self._answers[host] = answer
        return answer

    def _serves(self, name: str) -> bool:
        if name in self.names:
            return True
        if self.on_loopback and (name == LOOPBACK_NAME or _is_loopback(name)):
            return True
        return self.any_number and _is_number(name)


def host_of(scope: Any) -> str:
    """The Host header of a request."""
    for name, value in scope["headers"]:
        if name == b"host":
            return str(value.decode("latin-1"))
    return ""


def _bare(host: str) -> str:
    """The name without its port."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host if host.count(":") > 1 else host.partition(":")[0].rstrip(".")


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(name: str) -> bool:
    return _is_number(name) and ipaddress.ip_address(name).is_loopback
