"""A client of a house's API, for programs that play: sync (`Client`) and async (`AsyncClient`).

    >>> from pitboss.client import Client
    >>> house = Client("http://127.0.0.1:8235")        # doctest: +SKIP
    >>> house.guest()                                  # doctest: +SKIP
    >>> seat = house.sit("big-river", cents=100_00)    # doctest: +SKIP

A seat's `follow` yields updates; after a lost connection it resumes where it stopped.
"""

import pitboss.client.requirement  # noqa: F401 (first: says which extra is missing)
from pitboss.client.async_client import AsyncClient as AsyncClient
from pitboss.client.async_client import AsyncSeat as AsyncSeat
from pitboss.client.messages import ApiError as ApiError
from pitboss.client.messages import TableUpdate as TableUpdate
from pitboss.client.sync_client import Client as Client
from pitboss.client.sync_client import ClientSeat as ClientSeat
