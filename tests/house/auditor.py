"""An auditor of its own: every balance and meter predicted from what was asked and answered.

It shares no code with the product's ledger or audit: it knows what each event means for people's
money and writes that down itself, in fractions, and has every round settled by the oracle.
"""

from collections import Counter
from fractions import Fraction

from kit.ledger import Ledger
from pitboss.house.live_table import TableRow
from pitboss.money import MILLIONTHS
from pitboss.rulebook.rules import Rules
from pitboss.table import events as e


class LinkedLedger(Ledger):
    """The oracle's ledger where other tables may move the meters in the middle of a settlement.

    That happens between an award's validation and the rest of its round. The oracle settles a round
    in one go, so such a move waits until it is over; a second award after it is out of its reach.
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.by_events: dict[str, Fraction] = {}
        self.late = self.beyond = False

    def feed(self, event: e.Event) -> None:
        match event:
            case e.TableOpened() | e.MetersRead():
                self.by_events |= {
                    name: Fraction(n, MILLIONTHS) for name, n in event.meters.items()
                }
            case e.MeterFed():
                self.by_events[event.meter] += Fraction(event.millionths, MILLIONTHS)
            case e.MeterPaid():
                self.by_events[event.meter] -= event.cents
                self.beyond = self.beyond or self.late
            case e.MeterReset():
                self.by_events[event.meter] += event.cents
            case e.PaymentUndone(payment=e.MeterFed() as fed):
                self.by_events[fed.meter] -= Fraction(fed.millionths, MILLIONTHS)
            case e.PaymentUndone(payment=e.MeterPaid() as award):
                self.by_events[award.meter] += award.cents
            case e.PaymentUndone(payment=e.MeterReset() as reset):
                self.by_events[reset.meter] -= reset.cents
        if isinstance(event, e.MetersRead) and self.settling:
            self.late = True
            return
        super().feed(event)

    def _check(self) -> None:
        if not self.beyond:
            super()._check()
            assert self.late or self.meters == self.by_events
        self.meters = dict(self.by_events)
        self.late = self.beyond = False


class TableBooks:
    """The balances of one table, by owner and place."""

    def __init__(self, row: TableRow, money: Counter[str], meters: dict[str, Fraction]) -> None:
        self.row, self.money, self.meters = row, money, meters
        self.oracle = LinkedLedger(Rules(row.choices))
        self.fund = f"{row.currency}/"
        self.rates = {terms.meter: Fraction(terms.rate, MILLIONTHS) for terms in row.choices.meters}
        self.awards = 0
        self.feeding: dict[tuple[int, str], int] = {}  # stakes that will feed the meters
        rules = Rules(row.choices)
        progressive = rules.progressive.key if rules.progressive else ""
        self.feeds = {key for key, spot in rules.spots.items() if spot.wager == progressive}

    def chips(self, player: str) -> str:
        return f"{self.fund}chips/{self.row.id}/{player}"

    def spot(self, seat: int, key: str) -> str:
        return f"{self.fund}escrow/{self.row.id}/{seat}/{key}"

    def of_table(self, kind: str) -> str:
        return f"{self.fund}{kind}/{self.row.id}"

    def meter(self, name: str) -> str:
        return f"{self.fund}meter/{self.row.link}/{name}"

    def outside(self, event: e.BoughtIn | e.BuyInRetracted | e.SeatLeft) -> str:
        """A player's wallet; a patron whom the dealer serves brings chips from outside."""
        without = event.entered or "-" in event.player
        return f"{self.fund}issue" if without else f"{self.fund}wallet/{event.player}"

    def give(self, source: str, target: str, cents: int) -> None:
        self.money[source] -= cents
        self.money[target] += cents

    def happened(self, event: e.Event) -> None:
        self.oracle.feed(event)
        if isinstance(event, e.PaymentUndone):
            self._undone(event.payment)
            return
        self._chips(event)
        self._wagers(event)
        self._meters(event)

    def _chips(self, event: e.Event) -> None:
        """Chips that enter or leave the table."""
        bank = self.of_table("inventory")
        match event:
            case e.BoughtIn(kind="chips"):  # ruling G57: they prove themselves
                self.give(self.outside(event), self.chips(event.player), event.cents)
            case e.BoughtIn():
                self.give(self.outside(event), self.of_table("drop"), event.cents)
                self.give(bank, self.chips(event.player), event.cents)
            case e.BuyInRetracted():
                self.give(self.chips(event.player), self.outside(event), event.cents)
            case e.SeatLeft():
                self.give(self.chips(event.player), self.outside(event), event.cents)
            case e.Filled():
                self.give(f"{self.fund}cage", bank, event.cents)
            case e.Corrected():
                self.give(bank, self.chips(event.player), event.cents)

    def _wagers(self, event: e.Event) -> None:
        bank = self.of_table("inventory")
        match event:
            case e.WagerPlaced(seat=seat, spot=key):
                more = event.cents - event.was
                self.give(self.chips(event.player), self.spot(seat, key), more)
                if key in self.feeds:
                    self.feeding[seat, key] = event.cents
            case e.StakeCollected(seat=seat, spot=key):
                self.give(self.spot(seat, key), bank, event.cents)
            case e.WagerRemoved(seat=seat, spot=key):
                self.give(bank, self.chips(event.player), event.cents)
                if event.cents:
                    self.feeding.pop((seat, key), None)
            case e.Decided(seat=seat, spot=key) if event.cents:
                back = -1 if event.act == "withdraw" else 1
                self.give(self.chips(event.player), self.spot(seat, key), back * event.cents)
            case e.EntryRetracted(seat=seat, spot=key):
                back = -1 if event.act == "withdraw" else 1
                cents = 0 if event.act in ("ride", "check", "fold", "discard") else event.cents
                self.give(self.spot(seat, key), self.chips(event.player), back * cents)
                for spot, stake in event.back.items():
                    self.give(bank, self.spot(seat, spot), stake)
            case e.Lost(seat=seat, spot=key) if event.held:
                self.give(self.spot(seat, key), bank, event.cents)
            case e.Paid(seat=seat, spot=key):
                self.give(self.spot(seat, key), self.chips(event.player), event.returned)
                self.give(bank, self.chips(event.player), event.won)
            case e.EnvyPaid():
                self.give(bank, self.chips(event.player), event.cents)
            case e.StakeReturned(seat=seat, spot=key):
                source = self.spot(seat, key) if event.held else bank
                self.give(source, self.chips(event.player), event.cents)
            case e.RoundEnded() | e.RoundVoided():
                self.feeding.clear()

    def _undone(self, payment: e.Payment) -> None:
        """The same money the other way; a meter's whole cents are computed again."""
        before = Counter(self.money)
        if not isinstance(payment, e.MeterFed | e.MeterPaid | e.MeterReset):
            self._wagers(payment)
            for name in self.money.keys() | before.keys():
                self.money[name] = 2 * before[name] - self.money[name]
            return
        name = f"{self.row.link}/{payment.meter}"
        shown = self.meters[name].__floor__()
        match payment:
            case e.MeterFed():
                # The stakes are still known: nothing was cleared since they fed the meter.
                self.meters[name] -= sum(self.feeding.values()) * self.rates[payment.meter]
                source = self.of_table("inventory")
            case e.MeterPaid():
                self.awards -= 1
                self.meters[name] += payment.cents
                source = self.chips(payment.player)
            case _:
                self.meters[name] -= payment.cents
                source = f"{self.fund}jackpot"
        whole = self.meters[name].__floor__() - shown
        self.give(source, self.meter(payment.meter), whole)

    def _meters(self, event: e.Event) -> None:
        if not isinstance(event, e.MeterFed | e.MeterPaid | e.MeterReset):
            return
        name = f"{self.row.link}/{event.meter}"
        before = self.meters[name]
        match event:
            case e.MeterFed():
                # From the stakes themselves, not from what the event says of them.
                self.meters[name] += sum(self.feeding.values()) * self.rates[event.meter]
                source = self.of_table("inventory")
            case e.MeterPaid():
                self.awards += 1
                self.meters[name] -= event.cents
                source = self.chips(event.player)
            case _:
                self.meters[name] += event.cents
                source = f"{self.fund}jackpot"
        whole = self.meters[name].__floor__() - before.__floor__()
        self.give(source, self.meter(event.meter), whole)


class Auditor:
    def __init__(self) -> None:
        self.money: Counter[str] = Counter()
        self.meters: dict[str, Fraction] = {}
        self.tables: dict[str, TableBooks] = {}
        self.read: dict[str, int] = {}  # how far each table's log has been heard

    def table_made(self, row: TableRow, inventory: int) -> None:
        """Its inventory comes from outside by way of the cage; a new link's meters are seeded."""
        fund = f"{row.currency}/"
        self.tables[row.id] = TableBooks(row, self.money, self.meters)
        self.read[row.id] = 0
        self.money[f"{fund}issue"] -= inventory
        self.money[f"{fund}cage"] += inventory
        for terms in row.choices.meters:
            name = f"{row.link}/{terms.meter}"
            if name not in self.meters:
                self.meters[name] = Fraction(terms.initial)
                self.money[f"{fund}jackpot"] -= terms.initial
                self.money[f"{fund}meter/{name}"] += terms.initial

    def issued(self, currency: str, name: str, cents: int) -> None:
        self.money[f"{currency}/issue"] -= cents
        self.money[f"{currency}/wallet/{name}"] += cents

    def compare(self, balances: dict[str, int], meters: dict[str, int]) -> None:
        predicted = {name: cents for name, cents in self.money.items() if cents}
        shown = {name: cents for name, cents in balances.items() if cents}
        for name in sorted(predicted.keys() | shown.keys()):
            assert predicted.get(name, 0) == shown.get(name, 0), (
                f"{name} should hold {predicted.get(name, 0)} and shows {shown.get(name, 0)}"
            )
        assert sum(shown.values()) == 0
        for name, cents in shown.items():
            owned = name.split("/")[1] in ("wallet", "chips", "escrow", "meter")
            assert cents >= 0 or not owned, f"{name} is overdrawn: {cents}"
        exact = {name: cents * MILLIONTHS for name, cents in self.meters.items()}
        assert meters == exact, f"meters show {meters}, not {exact}"
