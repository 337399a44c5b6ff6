"""Judges payments by the paytable alone: those of entries that are not decided again."""

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.cards import FACE_DOWN, Card
from pitboss.money import whole_cents
from pitboss.rulebook.outcomes import Outcome, SettledSpot, Verdict
from pitboss.rulebook.paytable import Fixed, Share
from pitboss.table import events as e
from pitboss.table.engine import evolve
from pitboss.table.progressive import FULL
from pitboss.table.state import Table

JUDGED: Final = (e.HandShown, e.Lost, e.Paid, e.MeterPaid, e.EnvyPaid)


def judge_payments(table: Table, events: Sequence[e.Event]) -> Iterator[str]:
    """What the paytables contradict in the events of one entry; `table` is the state before it."""
    if any(isinstance(event, JUDGED) for event in events):
        judge = _Judge(table)
        for event in events:
            yield from judge.take(event)


class _Judge:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.shown: set[int] = set()
        self.won: dict[int, int] = {}  # by seat, as far as the payout limit counts it

    def take(self, event: e.Event) -> Iterator[str]:
        match event:
            case e.HandShown():
                self.shown.add(event.seat)
                yield from self._hand_shown(event)
            case e.Lost() if event.seat in self.shown:
                if self._outcome(event.seat, event.spot)[1].row is not None:
                    yield f"seat {event.seat}: the paytable pays {event.spot}"
            case e.Paid():
                yield from self._paid(event)
            case e.MeterPaid():
                yield from self._meter_paid(event)
            case e.EnvyPaid():
                envy = self._verdict(self.table.seats[event.holder].hole).envy
                pays = envy.row.pays if envy and envy.row else None
                if not isinstance(pays, Fixed) or pays.cents != event.cents:
                    yield f"seat {event.seat}: the envy table does not pay {event.cents} cents"
        self.table = evolve(self.table, event)

    def _hand_shown(self, event: e.HandShown) -> Iterator[str]:
        seat = self.table.seats[event.seat]
        # A physical table: the dealer reads what lies face down, and may read it again.
        unread = {slot for slot in event.slots if seat.hole[slot] == FACE_DOWN or slot in seat.read}
        faces = [card for slot, card in enumerate(seat.hole) if slot not in unread]
        shown = [card for slot, card in enumerate(event.cards) if slot not in unread]
        if len(event.cards) != len(seat.hole) or shown != faces:
            yield f"seat {event.seat} shows cards that it does not hold"
        elif event.hand != self._verdict(event.cards).name:
            yield f"seat {event.seat} does not hold a {event.hand}"

    def _verdict(self, hole: tuple[Card, ...]) -> Verdict:
        table = self.table
        return table.rules.outcomes.verdict((*hole, *table.community, *table.box))

    def _outcome(self, seat: int, spot: str) -> tuple[SettledSpot, Outcome]:
        verdict = self._verdict(self.table.seats[seat].hole)
        spots = {key: (about, outcome) for key, about, outcome in verdict.spots}
        return spots[spot]

    def _paid(self, event: e.Paid) -> Iterator[str]:
        spot, outcome = self._outcome(event.seat, event.spot)
        where = f"seat {event.seat} {event.spot}"
        if outcome.row is None or outcome.share or outcome.odds != event.odds:
            yield f"{where}: the paytable does not pay a {event.hand} {event.odds}"
            return
        stake, limit = self.table.seats[event.seat].stakes[event.spot], None
        if event.won + event.cut != outcome.terms.amount(stake.cents):
            yield f"{where}: {event.won + event.cut} cents are not {event.odds}"
        if spot.capped:
            limit = self.table.rules.payout_limit
            # Ruling G2: a collected wager is paid "for" its amount, which holds the stake.
            inside = 0 if stake.held else stake.cents
            self.won[event.seat] = self.won.get(event.seat, 0) + event.won - inside
            if limit is not None and self.won[event.seat] > limit:
                yield f"{where}: paid beyond the payout limit"
        if event.cut and self.won.get(event.seat) != limit:
            yield f"{where}: cut without a payout limit"
        if event.returned != (stake.cents if stake.held else 0):
            yield f"{where}: {event.returned} cents are not the stake"

    def _meter_paid(self, event: e.MeterPaid) -> Iterator[str]:
        row = self._outcome(event.seat, event.spot)[1].row
        where = f"seat {event.seat} {event.spot}"
        if row is None or not isinstance(row.pays, Share) or row.pays.meter != event.meter:
            yield f"{where}: the paytable gives a {event.hand} no share of {event.meter}"
        elif event.cents != whole_cents(self.table.meters[event.meter] * row.pays.percent // FULL):
            yield f"{where}: {event.cents} cents are not {row.pays.percent} % of {event.meter}"
