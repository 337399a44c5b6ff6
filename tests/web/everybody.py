"""One client for each kind of session, each with its own address."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from pitboss.house.people.sessions import STAFF_IDLE_MS
from web.asgi import Client, Place, running

ASKERS: Final = (
    *("anyone", "guest", "player", "dealer", "floorperson", "auditor", "administrator"),
    *("locked", "revoked"),
)
STATES: Final = ("empty", "betting", "playing")


@asynccontextmanager
async def everybody(place: Place) -> AsyncIterator[dict[str, Client]]:
    """One of each, each with an address of their own."""
    async with running(place):
        people = {"anyone": place.client(), "guest": await place.guest()}
        people["locked"] = await place.staff("floorperson", "locked_one")
        place.clock.at += STAFF_IDLE_MS + 1
        for role in ("dealer", "floorperson", "auditor", "administrator"):
            people[role] = await place.staff(role)
        people["player"] = await place.staff("player")
        people["revoked"] = await place.staff("administrator", "revoked_one")
        revoking = {"name": people["revoked"].name, "close": True}
        assert (await people["administrator"].post("/api/people/revoke", revoking)).status == 200
        for number, name in enumerate(ASKERS, 1):
            people[name].address = f"10.0.1.{number}"
        yield {name: people[name] for name in ASKERS}
