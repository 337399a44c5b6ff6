"""What people enter at a table whose cards nobody can see through: faces as they are turned up.

Unread cards are all alike, so any unseen cards may be read off them.
"""

from typing import Any

from kit.mischief import Guest
from pitboss.cards import FACE_DOWN, Card
from pitboss.rulebook.model import Exchange, RevealStep
from pitboss.table import commands as c
from pitboss.table.dealing import unturned
from pitboss.table.settling import next_hand, settling_seats, unread_slots


class Reader(Guest):
    """Reads cards off a physical table, sometimes twice, and does what goes wrong there."""

    def by(self, role: c.Role, name: str = "") -> dict[str, Any]:
        raise NotImplementedError

    def faces(self, number: int) -> tuple[Card, ...]:
        """Now and then one suit's cards from the top, so that rare hands come up."""
        cards = self.unseen()
        if self.rng.random() < self.stack:
            shown = [card for card in self.table.community if card >= 0]
            suit = (shown[0] if shown else self.rng.randrange(4)) & 3
            cards.sort(key=lambda card: (card & 3 != suit or card >= 52, -card))
            first = self.rng.choice((0, 0, 1, 2, 3))
            cards = cards[first:] + cards[:first]
        return tuple(cards[:number])

    def deal(self, count: int, pending: int) -> c.Command:
        """Face down by a person, or read by a shoe."""
        by_shoe = self.table.rules.reads and self.table.dealing.method != "hand"
        if by_shoe and self.rng.random() < 0.5:
            return c.Deal(**self.by("device", "shoe"), cards=self.faces(count or pending))
        return c.Deal(**self.by("dealer"), count=count)

    def reveal(self, step: RevealStep) -> c.Command:
        table = self.table
        if step.what == "community":
            cards = table.community[table.community_shown : table.community_shown + step.cards]
        elif step.what == "box":
            cards = table.box
        else:
            seats = [table.seats[number] for number in unturned(table, step.slot)]
            cards = tuple(seat.hole[step.slot] for seat in seats)
        return c.Reveal(**self.by("dealer"), cards=self.faces(cards.count(FACE_DOWN)))

    def discard(self, step: Exchange) -> c.Command:
        table, rng = self.table, self.rng
        seat, number = table.seats[table.turn], rng.randint(0, step.up_to)
        face_down = len(seat.hole) - len(seat.shown)
        exposed = [seat.hole[slot] for slot in seat.shown]
        names = rng.sample(exposed, min(len(exposed), max(number - face_down, rng.randint(0, 1))))
        who = self.by("player", seat.player)
        number = max(number, len(names))
        return c.Discard(**who, seat=table.turn, number=number, cards=tuple(names))

    def settlement(self) -> c.Command | None:
        """Whatever waits before the next hand is settled; None where nothing does."""
        table, rng = self.table, self.rng
        if table.report:
            floor = self.by("floorperson", "flo")
            if rng.random() < 0.5:
                return c.UpholdReport(**floor, meters=self.moved_meters())
            return c.OverruleReport(**floor, reason="counted again")
        if table.pending:
            return self._award(table.pending)
        if table.reopened:
            return self._read_again(table.reopened)
        if table.papers and not settling_seats(table):
            return c.CompletePapers(**self.by("floorperson"), seat=table.papers[0])
        if table.physical and table.phase == "settling" and rng.random() < 0.03:
            if table.settled and not table.turned and rng.random() < 0.5:
                seat, reason = table.settled[-1], "a six was read as a nine"
                floor = self.by("floorperson")
                return c.ReopenSeat(**floor, seat=seat, reason=reason)
            place = rng.choice(("community", "seat 1", "seat 2", "box"))
            return c.ReportWrongNumber(**self.by("dealer"), place=place, cards=9)
        number = table.turned or next_hand(table)
        if number and (not table.turned or rng.random() < 0.05):
            slots = table.seats[number].read if table.turned else unread_slots(table, number)
            return c.ShowHand(**self.by("dealer"), seat=number, cards=self.faces(len(slots)))
        return None

    def moved_meters(self) -> dict[str, int]:
        """Sometimes linked tables have moved the meters; none is below what this round fed it."""
        if not self.table.meters or self.rng.random() < 0.7:
            return {}
        return {name: n + self.rng.randrange(10**9) for name, n in self.table.meters.items()}

    def _award(self, seat: int) -> c.Command:
        table, rng = self.table, self.rng
        floor = self.by("floorperson", "flo")
        if table.physical and rng.random() < 0.15:
            return c.RefuseAward(**floor, seat=seat, reason="no flush")
        counts = table.lying() if table.physical else {}
        if counts and rng.random() < 0.05:
            counts |= {rng.choice(list(counts)): 7}
        return c.ValidateAward(**floor, seat=seat, counts=counts, lamp=True)

    def _read_again(self, seat: int) -> c.Command:
        slots = self.table.seats[seat].read
        readings = list(self.table.readings.items())
        if not readings:
            cards = self.faces(len(slots))
            return c.ReadHand(by=c.Actor("dealer", "dee"), at=self.at, seat=seat, cards=cards)
        role, cards = readings[-1]
        other: c.Role = "floorperson" if role == "dealer" else "dealer"
        if self.rng.random() < 0.2:
            cards = self.faces(len(slots) + 3)[3:]
        return c.ReadHand(by=c.Actor(other, other), at=self.at, seat=seat, cards=cards)
