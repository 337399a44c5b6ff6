"""A pit: a dealer, a floorperson and players who run a table over the API, step by step."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from pitboss.house.floor.candidates import faces_due
from pitboss.house.live_table import TableRow
from pitboss.rulebook.submission.tables import Settings
from pitboss.table.dealing import pending_targets
from pitboss.table.equipment import counting_shuffle
from web.asgi import Client, Place

OPENING = ("inspect", "spread", "wash")


class Pit:
    """Does what a table says is due, each person their own part."""

    def __init__(self, place: Place, boss: Client, dealer: Client, floor: Client) -> None:
        self.place, self.boss, self.dealer, self.floor = place, boss, dealer, floor
        self.count = 0
        self.decks: dict[str, list[int]] = {}  # physical cards, in the order they are turned up
        self.shoes: dict[str, Client] = {}
        self.lucky: dict[str, list[int]] = {}  # those of them that come to the hands first
        self.players: dict[str, dict[int, Client]] = {}
        self.rng = Random(1)
        # What a player does when asked; the first choice unless a test says otherwise.
        self.chooses: Callable[[dict[str, Any]], dict[str, Any]] = lambda view: view["choices"][0]
        self.discards: Callable[[dict[str, Any]], list[int]] = lambda view: [0]

    @classmethod
    async def staffed(cls, place: Place) -> "Pit":
        roles = ("administrator", "dealer", "floorperson")
        return cls(place, *[await place.staff(role) for role in roles])

    async def fund(self, currency: str) -> None:
        """Chips at the cage, for fills."""
        chips = {"currency": currency, "cents": 9_000_00}
        assert (await self.boss.post("/api/cage", chips)).status == 200

    async def table(
        self, game: str, *, currency: str = "practice", cards: str = "house", seats: Any = (1,)
    ) -> str:
        """A new dealer table with players at it, their chips bought. With cards "shoe" they are
        physical and read by a shoe as they are dealt.
        """
        self.count += 1
        shoe, cards = cards == "shoe", "physical" if cards == "shoe" else cards
        table = f"pit-{self.count:04}"
        fields = {"id": table, "name": f"Pit {self.count}", "game": game, "currency": currency}
        if shoe:
            self.shoe_table(game, table, currency)
        else:
            answer = await self.boss.post(
                "/api/tables", {**fields, "mode": "dealer", "cards": cards}
            )
            assert answer.status == 201, answer.body
        self.players[table] = {}
        self.shuffle(table)
        if shoe:
            device = {"name": f"shoe_{self.count}", "table": table}
            opened = (await self.boss.post("/api/devices", device)).json
            self.shoes[table] = self.place.client(opened["token"])
        for seat in seats:
            await self.seat(table, seat, currency)
        return table

    def shoe_table(self, game: str, table: str, currency: Any) -> None:
        """A table under a submission whose shoe reads the cards it deals."""
        house = self.place.house
        choices = next(row.choices for row in house.table_rows() if row.game == game)
        method: Any = "manual-shoe" if choices.method == "hand" else choices.method
        choices = msgspec.structs.replace(choices, reads=True, method=method)
        settings = Settings(cards="physical")
        house.add_table(
            TableRow(table, table, game, currency, "dealer", f"own-{table}", choices, settings)
        )

    def shuffle(self, table: str) -> None:
        deck = list(self.place.house.live(table).table.rules.game.cards)
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
        matter = (await self.dealer.view(table))["due"]
        return matter or {"what": "nothing", "seat": 0}

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
        simple = {"settle": "Settle", "load": "LoadDeck"}
        if what in simple:
            await self.dealer.do(table, simple[what])
        elif what == "no more bets":
            await self.dealer.do(table, "NoMoreBets", chips=self.chips(table))
        elif what in ("reveal", "show hand"):
            await self.turn_up(table, what, seat)
        elif what == "receive":
            await self.dealer.do(table, "ReceiveCards")
        elif what in OPENING:
            await self.dealer.do(table, "Perform", duty=what, deck=due["deck"])
        elif what == "verify":
            await self.floor.do(table, "Perform", duty=what, deck=due["deck"])
        elif what == "view":
            first = next(iter(self.players[table].values()))
            await first.do(table, "Perform", duty=what, deck=due["deck"])
        elif what == "shuffle":
            self.shuffle(table)
            await self.dealer.do(table, "Shuffle", counted=self.deck_count(table))
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
            await self.floor.do(table, "ValidateAward", seat=seat, **self.looked(table))
        elif what == "complete the papers":
            await self.floor.do(table, "CompletePapers", seat=seat)
        else:
            raise AssertionError(f"nobody knows how to {what}")

    def deck_count(self, table: str) -> int | None:
        """What the shuffler shows, where it counts."""
        live = self.place.house.live(table)
        counts = counting_shuffle(live.table, by_device=True)
        physical = live.row.settings.cards == "physical"
        return live.table.size if counts and physical else None

    async def bet(self, table: str) -> None:
        for seat, player in self.players[table].items():
            view = await player.view(table)
            if view["chips"] < 30_000:
                await player.post("/api/chips")
                await player.do(table, "BuyIn", seat=seat, cents=50_000)
            stakes = {spot["spot"]: spot["least"] for spot in view["bets"]}
            await player.do(table, "Bet", seat=seat, stakes=stakes)

    async def deal(self, table: str) -> None:
        """All at once; physical cards lie face down and are read when they are turned up."""
        if table not in self.shoes:
            await self.dealer.do(table, "Deal")
            return
        state = self.place.house.live(table).table
        cards = [self.decks[table].pop(0) for _ in pending_targets(state)]
        await self.shoes[table].do(table, "Deal", cards=cards)

    async def turn_up(self, table: str, what: str, seat: int) -> None:
        """The faces that nobody has read, as they are turned: of this step, or of a hand."""
        state = self.place.house.live(table).table
        lucky, rest = self.lucky.get(table, []), self.decks[table]
        rest[:] = [card for card in rest if card not in lucky]
        places = [card.place for card in faces_due(state)]
        cards = [(lucky if lucky and to != "box" else rest).pop(0) for to in places]
        if what == "reveal":
            await self.dealer.do(table, "Reveal", cards=cards)
        else:
            await self.dealer.do(table, "ShowHand", seat=seat, cards=cards)

    def chips(self, table: str) -> dict[str, int]:
        """A right count of the chips collected for each wager; none after the first call."""
        state = self.place.house.live(table).table
        rules = state.rules
        if state.phase != "bets":
            return {}
        return {
            key: sum(
                rules.spots[spot].wager == key
                for seat in state.seats.values()
                for spot in seat.stakes
            )
            for key, wager in rules.wagers.items()
            if wager.collected
        }

    def looked(self, table: str) -> dict[str, Any]:
        """What a floorperson saw on the table before an award: the cards and the light."""
        state = self.place.house.live(table).table
        return {"counts": state.lying(), "lamp": True} if state.physical else {}

    async def decide(self, table: str, seat: int) -> None:
        player = self.players[table][seat]
        view = await player.view(table)
        mine = next(one["cards"] for one in view["seats"] if one["seat"] == seat)
        if view["discards"] is not None and "??" in mine:
            await player.do(table, "Discard", seat=seat, number=len(self.discards(view)))
            return
        if view["discards"] is not None:
            await player.do(table, "Discard", seat=seat, slots=self.discards(view))
            return
        choice = self.chooses(view)
        act = {key: choice[key] for key in ("act", "multiple", "spot")}
        await player.do(table, "Act", seat=seat, **act)
