"""A pit: a dealer, a floorperson and players who run a table over the API, step by step."""

from collections.abc import Callable
from random import Random
from typing import Any

from pitboss.rulebook import find_game
from web.asgi import Client, Place

OPENING = ("inspect", "spread", "wash")


class Pit:
    """Does what a table says is due, each person their own part."""

    def __init__(self, place: Place, boss: Client, dealer: Client, floor: Client) -> None:
        self.place, self.boss, self.dealer, self.floor = place, boss, dealer, floor
        self.made = 0
        self.decks: dict[str, list[int]] = {}  # physical cards, as the dealer will read them
        self.players: dict[str, dict[int, Client]] = {}
        self.rng = Random(1)
        # What a player does when asked; the first choice unless a test says otherwise.
        self.chooses: Callable[[dict[str, Any]], dict[str, Any]] = lambda view: view["choices"][0]
        self.discards: Callable[[dict[str, Any]], list[int]] = lambda view: [0]

    @classmethod
    async def staffed(cls, place: Place) -> "Pit":
        roles = ("administrator", "dealer", "floorperson")
        return cls(place, *[await place.staff(role) for role in roles])

    async def table(
        self, game: str, *, currency: str = "practice", cards: str = "house", seats: Any = (1,)
    ) -> str:
        """A new dealer table with players at it, their chips bought."""
        self.made += 1
        table = f"pit-{self.made:04}"
        asked = {"id": table, "name": f"Pit {self.made}", "game": game, "currency": currency}
        made = await self.boss.post("/api/tables", {**asked, "mode": "dealer", "cards": cards})
        assert made.status == 201, made.body
        self.players[table] = {}
        self.shuffle(table, game)
        for seat in seats:
            await self.seat(table, seat, currency)
        return table

    def shuffle(self, table: str, game: str) -> None:
        deck = list(find_game(game).cards)
        self.rng.shuffle(deck)
        self.decks[table] = [int(card) for card in deck]

    async def seat(self, table: str, seat: int, currency: str = "practice") -> Client:
        player = await self.place.guest()
        if currency == "real":
            paid = {"name": player.name, "cents": 50_000}
            assert (await self.floor.post("/api/cash", paid)).status == 200
        await player.do(table, "Sit", seat=seat, player=player.name)
        await player.do(table, "BuyIn", seat=seat, cents=50_000)
        self.players[table][seat] = player
        return player

    async def due(self, table: str) -> dict[str, Any]:
        told = (await self.dealer.view(table))["due"]
        return told or {"what": "nothing", "seat": 0}

    async def until(self, table: str, *whats: str) -> dict[str, Any]:
        """Steps until one of these is due."""
        for _ in range(200):
            due = await self.due(table)
            if due["what"] in whats:
                return due
            self.place.clock.at += 1000
            await self.step(table, due)
        raise AssertionError(f"{whats} never come")

    async def round(self, table: str) -> int:
        """One round to its end; its number."""
        number = int((await self.dealer.view(table))["round"])
        while (await self.dealer.view(table))["round"] == number:
            self.place.clock.at += 1000
            await self.step(table, await self.due(table))
        return number

    async def step(self, table: str, due: dict[str, Any]) -> None:
        what, seat = due["what"], due["seat"]
        self.place.limiter.buckets.clear()  # all of a pit at one address, and no time passes
        simple = {"reveal": "Reveal", "settle": "Settle", "no more bets": "NoMoreBets"}
        if what in simple:
            await self.dealer.do(table, simple[what])
        elif what == "receive":
            await self.dealer.do(table, "ReceiveCards")
        elif what in OPENING:
            await self.dealer.do(table, "Perform", duty=what)
        elif what == "verify":
            await self.floor.do(table, "Perform", duty=what)
        elif what == "view":
            await next(iter(self.players[table].values())).do(table, "Perform", duty=what)
        elif what == "shuffle":
            view = await self.dealer.view(table)
            self.shuffle(table, view["game"])
            await self.dealer.do(table, "Shuffle")
        elif what == "cut":
            await self.dealer.do(table, "Cut", depth=20)
        elif what == "bet":
            await self.bet(table)
        elif what == "deal":
            await self.deal(table)
        elif what in ("decide", "discard"):
            await self.decide(table, seat)
        elif what == "count stub":
            live = self.place.house.live(table)
            await self.dealer.do(table, "CountStub", stub=live.table.remaining)
        elif what == "validate":
            await self.floor.do(table, "ValidateAward", seat=seat)
        else:
            raise AssertionError(f"nobody knows how to {what}")

    async def bet(self, table: str) -> None:
        for seat, player in self.players[table].items():
            view = await player.view(table)
            if view["chips"] < 30_000:
                await player.post("/api/chips")
                await player.do(table, "BuyIn", seat=seat, cents=50_000)
            stakes = {spot["spot"]: spot["least"] for spot in view["bets"]}
            await player.do(table, "Bet", seat=seat, stakes=stakes)

    async def deal(self, table: str) -> None:
        """House cards all at once; physical ones entered one by one as they are read."""
        live = self.place.house.live(table)
        if live.row.settings.cards == "house":
            await self.dealer.do(table, "Deal")
        else:
            await self.dealer.do(table, "Deal", cards=[self.decks[table].pop(0)])

    async def decide(self, table: str, seat: int) -> None:
        player = self.players[table][seat]
        view = await player.view(table)
        if view["discards"] is not None:
            await player.do(table, "Discard", seat=seat, slots=self.discards(view))
            return
        choice = self.chooses(view)
        told = {key: choice[key] for key in ("act", "multiple", "spot")}
        await player.do(table, "Act", seat=seat, **told)
