"""The player's chips before the deal: which spots take them, undo, rebet."""

from pitboss.money import Cents, format_cents, format_short, parse_amount
from pitboss.rulebook.describe import listed
from pitboss.rulebook.model import Spot
from pitboss.rulebook.rules import Rules
from pitboss.terminal.console import MenuItem


class Slip:
    """Spots that must carry equal stakes are bet together, by the key of the first."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        open_spots = [spot for spot in rules.spots.values() if not spot.multiples]
        leaders = [spot for spot in open_spots if not spot.equal_to]
        self.groups: dict[str, tuple[Spot, ...]] = {
            str(place): (leader, *(s for s in open_spots if s.equal_to == leader.key))
            for place, leader in enumerate(leaders, 1)
        }
        self.keys = {group[0].key: key for key, group in self.groups.items()}
        self.limits = {group[0].key: self._sizes(group[0]) for group in self.groups.values()}
        self.least = sum(rules.limits(spot)[0] for spot in rules.required)
        dearest = max(rules.limits(spot)[0] for spot in rules.required)
        self.chip = max((c for c in rules.choices.chips if c <= dearest), default=dearest)
        self.last: dict[str, Cents] = {}
        self.history: list[dict[str, Cents]] = []

    def begin(self) -> None:
        self.history = []

    def options(self) -> list[MenuItem]:
        return [
            MenuItem(
                key,
                self._terms(group),
                self._names(group),
                takes="AMOUNT",
                standing=True,
                on_felt=True,
            )
            for key, group in self.groups.items()
        ]

    def _sizes(self, spot: Spot) -> str:
        least, most = map(format_short, self.rules.limits(spot))
        return least if least == most else f"{least}–{most.removeprefix('$')}"

    @staticmethod
    def _names(group: tuple[Spot, ...]) -> tuple[str, ...]:
        return group[0].key, group[0].name.casefold()

    def _terms(self, group: tuple[Spot, ...]) -> str:
        least, most = self.rules.limits(group[0])
        sizes = format_cents(least) + (f" to {format_cents(most)}" if least != most else "")
        names = listed([spot.name for spot in group])
        return f"{names}, {sizes}{' each' if len(group) > 1 else ''}"

    def placed(self, key: str, text: str, stakes: dict[str, Cents]) -> dict[str, Cents]:
        """The stake with one more chip, the only stake allowed, or the amount that was typed."""
        group = self.groups[key]
        least, most = self.rules.limits(group[0])
        now = stakes.get(group[0].key, Cents(0))
        if text:
            stake = parse_amount(text)
        elif least == most:
            stake = Cents(0) if now else most
        else:
            stake = Cents(max(now + self.chip, least))
        return {spot.key: stake for spot in group}

    def changed(self, before: dict[str, Cents], *, undone: bool) -> None:
        if undone:
            self.history.pop()
        else:
            self.history.append(dict(before))

    def dealt(self, stakes: dict[str, Cents]) -> None:
        self.last = dict(stakes)

    def change_chip(self, text: str) -> str:
        """Selects the named chip, or the next larger one; the smallest follows the largest."""
        chips = sorted(self.rules.choices.chips)
        sizes = listed([format_cents(chip) for chip in chips], "or")
        if text:
            size = text.lstrip("$")
            named = [chip for chip in chips if size in (f"{chip // 100}", format_cents(chip))]
            if not named:
                return f"The chips here are {sizes}."
            self.chip = named[0]
        else:
            self.chip = chips[(chips.index(self.chip) + 1) % len(chips)]
        return f"You bet with chips of {format_cents(self.chip)}."

    def laid(self, stakes: dict[str, Cents]) -> str:
        if not stakes:
            return "No bets are on the layout."
        spots = self.rules.spots
        bets = [f"{spots[key].name} {format_cents(stake)}" for key, stake in stakes.items()]
        return f"On the layout: {', '.join(bets)}."
