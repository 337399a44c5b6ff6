"""A player at the table page: the same round by clicks, or by keys alone; and what is shown."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from browser.house import Server
from browser.visits import Visits

CHIPS = (100, 500, 2500, 10_000, 50_000)
Results = dict[tuple[int, str], int]  # seat and spot → what it brought, in cents


class Story(NamedTuple):
    """A round to play at seat 1: `acts` are `bet 3`, `fold`, `discard 0 2` (slots)."""

    name: str
    game: str
    deck: str
    stakes: Mapping[str, int]  # spot → cents; spots that must be equal follow the first
    acts: tuple[str, ...]
    brings: Mapping[str, int]  # spot → cents won or lost, by the paytables
    says: str = ""  # in the words of a spot
    limit: int = 0  # a payout limit of the table's own

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"


class Felt:
    """The table page. Acts are done and seen to be done: nothing here sleeps."""

    def __init__(self, page: Page, *, seat: int = 1) -> None:
        self.page, self.seat = page, seat
        self.root = page.locator("[data-phase][data-turn]")
        self.own = page.locator(f'[data-seat="{seat}"]').first

    def spot(self, spot: str) -> Locator:
        return self.own.locator(f'[data-spot="{spot}"]')

    def do(self, what: str) -> Locator:
        return self.page.locator(f'button[data-do="{what}"]:not([aria-disabled="true"])')

    @property
    def round(self) -> int:
        return int(self.root.get_attribute("data-round") or 0)

    def seated(self) -> None:
        expect(self.root).to_have_attribute("data-betting", "true")
        expect(self.page.locator("[data-chips]")).not_to_have_attribute("data-chips", "0")

    def sit(self) -> None:
        self.own.locator('[data-do="sit"]').click()
        self.seated()

    def put(self, spot: str, chip: int) -> None:
        self.page.locator(f'[data-chip="{chip}"]').click()
        self.spot(spot).click()

    def bet(self) -> None:
        self.do("bet").click()

    def ready(self) -> None:
        self.do("ready").click()

    def my_turn(self) -> None:
        expect(self.root).to_have_attribute("data-turn", str(self.seat))

    def act(self, what: str) -> None:
        """Does `bet 3`, `fold` or `discard 0 2` once the page offers it."""
        self.page.bring_to_front()  # a tab behind another draws slowly
        kind, *rest = what.split()
        button = self.asked(kind, rest)
        expect(button).to_be_visible()
        if kind == "discard":
            for slot in rest:
                self.own.locator(f'button[data-slot="{slot}"]').click()
        self.press(button)

    def asked(self, kind: str, rest: list[str]) -> Locator:
        times = f'[data-multiple="{rest[0]}"]' if rest and kind != "discard" else ""
        buttons = self.page.locator(f'button[data-act="{kind}"]{times}:not([aria-disabled="true"])')
        return buttons.first

    def press(self, button: Locator) -> None:
        button.click()

    def stake(self, stakes: Mapping[str, int]) -> None:
        """Chip by chip; the first on a spot is worth its minimum, whatever the chip."""
        for spot, cents in stakes.items():
            while (left := cents - int(self.spot(spot).get_attribute("data-stake") or 0)) > 0:
                self.put(spot, max(chip for chip in CHIPS if chip <= left))

    def over(self, number: int) -> None:
        """Waits until the round is over and its results are on the page."""
        self.page.bring_to_front()
        expect(self.root).to_have_attribute("data-over", "true")
        expect(self.root).to_have_attribute("data-round", str(number + 1))

    def results(self) -> Results:
        return shown(self.page)

    def play(self, story: Story) -> int:
        """From the first chip to the settlement; the round's number."""
        number = self.round
        self.stake(story.stakes)
        self.bet()
        self.ready()
        for what in story.acts:
            self.act(what)
        self.over(number)
        return number


class Keys(Felt):
    """The same, and the mouse is never touched."""

    def key(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def tab_to(self, selector: str) -> None:
        """By Tab alone, as far as it takes."""
        stops = self.page.locator("a, button, input, select, summary, [tabindex]").count()
        for _ in range(stops + 20):
            if self.page.evaluate("(at) => document.activeElement?.matches(at)", selector):
                return
            self.key("Tab")
        raise AssertionError(f"Tab never reaches {selector}")

    def sit(self) -> None:
        expect(self.own.locator('[data-do="sit"]')).to_be_visible()
        self.tab_to(f'[data-seat="{self.seat}"] [data-do="sit"]')
        self.key("Enter")
        self.seated()

    def put(self, spot: str, chip: int) -> None:
        self.key(str(CHIPS.index(chip) + 1), "a")
        for _ in range(12):
            if self.page.evaluate("() => document.activeElement.dataset.spot") == spot:
                break
            self.key("ArrowRight")
        self.key("Enter")

    def bet(self) -> None:
        expect(self.do("bet")).to_be_visible()
        self.key("d")
        expect(self.do("bet")).to_have_count(0)

    def ready(self) -> None:
        expect(self.do("ready")).to_be_visible()
        self.key("d")

    def act(self, what: str) -> None:
        kind, *rest = what.split()
        button = self.asked(kind, rest)
        expect(button).to_be_visible()
        if kind == "discard":
            self.key(*[str(int(slot) + 1) for slot in rest])
            self.key("d")
        else:
            self.key(button.locator("kbd").inner_text())


def shown(page: Page) -> Results:
    """The result that the page gives for every spot, envy included."""
    rows: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll("[data-result][data-cents]")].map((spot) =>
          [Number(spot.closest("[data-seat]").dataset.seat), spot.dataset.spot,
           Number(spot.dataset.cents)])"""
    )
    results: Results = {}
    for seat, spot, cents in rows:
        results[seat, spot] = results.get((seat, spot), 0) + cents
    return results


def booked(record: dict[str, Any]) -> Results:
    """The result of each spot in the round's record: paid back and won, less what was staked."""
    stakes: Results = {}
    brought: Results = {}
    for event in (event for entry in record["entries"] for event in entry["events"]):
        seat, spot, kind = event.get("seat", 0), event.get("spot", ""), event["type"]
        at = (seat, spot)
        if kind == "WagerPlaced":
            stakes[at] = event["cents"]
        elif kind == "Decided" and event["act"] == "withdraw":
            stakes.pop(at, None)
        elif kind == "Decided" and event["cents"]:
            stakes[at] = event["cents"]
        elif kind == "Lost":
            brought[at] = -stakes[at]
        elif kind == "Paid":
            brought[at] = event["won"] + event["returned"] - stakes[at]
        elif kind in ("MeterPaid", "StakeReturned"):
            brought[at] = event["cents"] - stakes[at]
        elif kind == "EnvyPaid":
            brought[seat, "envy"] = brought.get((seat, "envy"), 0) + event["cents"]
    return brought


def agrees(server: Server, table: str, number: int, page: Page, *, seat: int = 1) -> Results:
    """Checks the page against the round's record, by spot and in total; returns the results."""
    record = server.round(table, number)
    results = shown(page)
    assert results == booked(record)
    own = next((row for row in record["seats"] if row["seat"] == seat), None)
    if own is not None:
        net = page.locator("[data-net]")
        expect(net).to_have_attribute("data-net", str(own["net"]))
        assert sum(cents for (at, _), cents in results.items() if at == seat) == own["net"]
        assert cents_in(net.inner_text()) == own["net"]
    return results


def sat_down(
    server: Server, visit: Visits, story: Story, hands: type[Felt] = Felt, **options: Any
) -> tuple[str, Felt]:
    """At a table of the story's own, its cards waiting."""
    choices = server.with_limit(story.game, story.limit) if story.limit else None
    table = server.table(story.game, choices=choices)
    server.rig(table, story.deck)
    felt = hands(visit(f"/table/{table}", **options))
    felt.sit()
    return table, felt


def is_told(server: Server, table: str, number: int, page: Page, story: Story) -> None:
    """Checks the page against the record and the story, to the cent."""
    results = agrees(server, table, number, page)
    for spot, cents in story.brings.items():
        assert results[1, spot] == cents, spot
    if story.says:
        labels = page.locator(".front [data-spot]").evaluate_all(
            "(spots) => spots.map((spot) => spot.getAttribute('aria-label') ?? '')"
        )
        assert story.says in " ".join(labels).lower()


def cents_in(text: str) -> int:
    """−$1,234.50 → −123450"""
    digits = re.sub(r"[^\d.]", "", text)
    whole = round(float(digits or 0) * 100)
    return -whole if re.search(r"[-−–]", text) else whole
