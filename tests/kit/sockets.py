"""WebSockets for the tests: none gives up because the machine is busy."""

from functools import partial
from typing import Final

from websockets.sync import client

from kit.waiting import PATIENCE

connect: Final = partial(client.connect, open_timeout=PATIENCE, ping_timeout=None)
