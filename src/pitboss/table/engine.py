"""The pure engine: `decide` answers a command with events or a refusal, `evolve` folds an event in.

It interprets the rulebook's declarations and knows no game by name. No clock, entropy, I/O or
float.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, get_args

from msgspec.structs import replace

from pitboss.rulebook.rules import Rules
from pitboss.table import (
    awards,
    dealing,
    deciding,
    equipment,
    irregular,
    opening,
    progressive,
    reports,
    settling,
    shuffling,
    turning,
    voiding,
    wagering,
)
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.postings import BOOKS, INVENTORY, Book, book_wagers, player
from pitboss.table.refusals import Answer, Refusal
from pitboss.table.seats import retracting, seating
from pitboss.table.state import Table

# Any: each function takes its own command or event; the key guarantees it, and a test that none
# is missing.
DECIDERS: Final[Mapping[type[c.Command], Callable[[Table, Any], Answer]]] = {
    c.ReceiveCards: opening.receive,
    c.Perform: opening.perform,
    c.ReportDefect: opening.report_defect,
    c.Shuffle: shuffling.shuffle,
    c.DirectShuffle: shuffling.direct_shuffle,
    c.LoadDeck: shuffling.load_deck,
    c.Cut: shuffling.cut,
    c.ReportOutOfOrder: irregular.report_out_of_order,
    c.MarkDevice: irregular.mark_device,
    c.RestoreDevice: irregular.restore_device,
    c.ChangeMethod: equipment.change_method,
    c.Sit: seating.sit,
    c.Leave: seating.leave,
    c.BuyIn: seating.buy_in,
    c.PlayByHand: seating.play_by_hand,
    c.Fill: seating.fill,
    c.Bet: wagering.bet,
    c.NoMoreBets: wagering.no_more_bets,
    c.RemoveWager: wagering.remove_wager,
    c.Deal: dealing.deal,
    c.Act: deciding.act,
    c.Discard: deciding.discard,
    c.Retract: retracting.retract,
    c.Reveal: turning.reveal,
    c.CountStub: dealing.count_stub,
    c.ShowHand: settling.show_hand,
    c.Settle: settling.settle,
    c.ValidateAward: awards.validate_award,
    c.RefuseAward: awards.refuse_award,
    c.ReopenSeat: awards.reopen_seat,
    c.ReadHand: awards.read_hand,
    c.CompletePapers: awards.complete_papers,
    c.PlayOn: deciding.play_on,
    c.Abandon: deciding.abandon,
    c.Forfeit: deciding.forfeit,
    c.ReportFaceUp: irregular.face_up,
    c.ReportDrawnInError: irregular.drawn_in_error,
    c.ReportWrongNumber: reports.wrong_number,
    c.ReportForeignCard: reports.foreign_card,
    c.UpholdReport: reports.uphold,
    c.OverruleReport: reports.overrule,
    c.CannotDeal: reports.cannot_deal,
    c.ReportCommunityExposed: irregular.community_exposed,
    c.ReportJam: irregular.jam,
    c.ReportCardExposed: irregular.card_exposed,
    c.Correct: irregular.correct,
}


def _unchanged(table: Table, event: e.Event) -> Table:
    return table


EVOLVERS: Final[Mapping[type[e.Event], Callable[[Table, Any], Table]]] = {
    e.TableOpened: progressive.evolve_read,
    e.CardsReceived: opening.evolve_received,
    e.DutyDone: opening.evolve_duty,
    e.DeckDefective: _unchanged,
    e.ShuffleDirected: shuffling.evolve_directed,
    e.DeckLoaded: shuffling.evolve_loaded,
    e.CardsShuffled: shuffling.evolve_shuffled,
    e.CardsCut: shuffling.evolve_cut,
    e.DeckRemoved: opening.evolve_deck_removed,
    e.DeviceReported: irregular.evolve_device,
    e.MethodChanged: equipment.evolve_method,
    e.Seated: seating.evolve_seated,
    e.SeatLeft: seating.evolve_left,
    e.BoughtIn: _unchanged,
    e.HandPlaySet: seating.evolve_hand_play,
    e.Filled: _unchanged,
    e.WagerPlaced: wagering.evolve_placed,
    e.BetsClosed: wagering.evolve_closed,
    e.StakeCollected: wagering.evolve_collected,
    e.ChipsCounted: wagering.evolve_chips_counted,
    e.WagerRemoved: wagering.evolve_wager_removed,
    e.CardDealt: dealing.evolve_dealt,
    e.CardSetAside: irregular.evolve_set_aside,
    e.DrawnInError: _unchanged,
    e.CardsRevealed: turning.evolve_revealed,
    e.CardExposed: irregular.evolve_card_exposed,
    e.StubCounted: dealing.evolve_counted,
    e.Decided: deciding.evolve_decided,
    e.Discarded: deciding.evolve_discarded,
    e.BuyInRetracted: _unchanged,
    e.EntryRetracted: retracting.evolve_retracted,
    e.SeatDropped: deciding.evolve_dropped,
    e.BreachNoted: _unchanged,
    e.SettlementBegun: settling.evolve_begun,
    e.MetersRead: progressive.evolve_read,
    e.MeterFed: progressive.evolve_fed,
    e.HandShown: settling.evolve_shown,
    e.Lost: deciding.evolve_lost,
    e.Paid: settling.evolve_paid,
    e.AwardPending: awards.evolve_pending,
    e.AwardValidated: awards.evolve_answered,
    e.AwardRefused: awards.evolve_answered,
    e.SeatReopened: awards.evolve_reopened,
    e.HandRead: awards.evolve_read,
    e.SlipOpened: awards.evolve_slip,
    e.PapersCompleted: awards.evolve_papers,
    e.PaymentUndone: voiding.evolve_undone,
    e.MeterPaid: progressive.evolve_meter_paid,
    e.MeterReset: progressive.evolve_reset,
    e.EnvyPaid: _unchanged,
    e.SeatSettled: settling.evolve_seat_settled,
    e.RoundEnded: settling.evolve_ended,
    e.ReportMade: reports.evolve_made,
    e.ReportOverruled: reports.evolve_overruled,
    e.RoundVoided: voiding.evolve_voided,
    e.StakeReturned: voiding.evolve_returned,
    e.Corrected: _unchanged,
}


_Evolver = Callable[[Table, Any], Table]
_Folds = dict[type[e.Event], tuple[_Evolver, Book | None]]


def _remembered(evolver: _Evolver) -> _Evolver:
    """Keeps a payment of the open settlement, so that a void can undo it (ruling G46)."""

    def evolve_and_remember(table: Table, payment: e.Payment) -> Table:
        table = evolver(table, payment)
        if table.phase == "settling":
            table.paid = (*table.paid, payment)
        return table

    return evolve_and_remember


_FOLDED: Final[_Folds] = {
    **{kind: (evolver, BOOKS.get(kind)) for kind, evolver in EVOLVERS.items()},
    **{
        kind: (_remembered(EVOLVERS[kind]), BOOKS.get(kind))
        for kind in get_args(e.Payment)
        if kind is not e.Lost  # frequent, so its own evolver remembers it
    },
}


# How a run of events of one kind is folded in one step.
_RUNS: Final[_Folds] = {
    e.CardDealt: (dealing.evolve_cards, None),
    e.CardsRevealed: (turning.evolve_reveals, None),
    e.WagerPlaced: (wagering.evolve_wagers, book_wagers),
}


def start(rules: Rules) -> Table:
    """A closed table, nobody at it."""
    return Table(rules, rules.dealing)


def decide(table: Table, command: c.Command) -> Answer:
    return DECIDERS[type(command)](table, command)


def evolve(table: Table, event: e.Event) -> Table:
    return fold(table, (event,))


def fold(table: Table, events: Sequence[e.Event]) -> Table:
    """Evolvers get a copy of the table: they may change it, and its seats through `own`."""
    if len({*map(type, events)}) == 1:
        return _fold_alike(table, events)
    return _fold_each(table, events)


def _fold_alike(table: Table, events: Sequence[e.Event]) -> Table:
    """`fold` for events of one kind."""
    kind = type(events[0])
    if len(events) == 1:
        evolver, book = _FOLDED[kind]
        after = evolver(replace(table), events[0])
        if book is not None:
            balances = after.balances = table.balances.copy()
            book(balances, events[0])
    elif (run := _RUNS.get(kind)) is not None:
        evolver, book = run
        after = evolver(replace(table), events)
        if book is not None:
            balances = after.balances = table.balances.copy()
            book(balances, events)
    else:
        return _fold_each(table, events)
    after.touched = 0
    return after


def _fold_each(table: Table, events: Sequence[e.Event]) -> Table:
    after, balances = replace(table), None
    for event in events:
        evolver, book = _FOLDED[type(event)]
        after = evolver(after, event)
        if book is not None:
            if balances is None:
                balances = table.balances.copy()
            book(balances, event)
    if balances is not None:
        after.balances = balances
    after.touched = 0
    return after


def step(table: Table, command: c.Command) -> tuple[Table, tuple[e.Event, ...]] | Refusal:
    """Decides a command and folds its events in."""
    answer = DECIDERS[type(command)](table, command)
    if not isinstance(answer, tuple):
        return answer
    # If the first and the last event of a command are of one kind, all of them are.
    last = type(answer[-1])
    if type(answer[0]) is last:
        return _fold_alike(table, answer), answer
    if last is e.RoundEnded:
        return _fold_ending(table, answer), answer
    return _fold_each(table, answer), answer


def _fold_ending(table: Table, events: Sequence[e.Event]) -> Table:
    """`fold` for a command that ends its round. The end clears the layout, so stakes and hands
    there are not updated first, and payments are not kept, because none can be undone any more.
    """
    after, balances = replace(table), table.balances.copy()
    inventory = balances.get(INVENTORY, 0)
    for event in events:
        kind = type(event)
        if isinstance(event, e.Lost):  # as in BOOKS, without a call for each of so many
            if event.held:
                inventory += event.cents
        elif isinstance(event, e.Paid):
            balances[player(event.player)] += event.returned + event.won
            inventory -= event.won
        elif kind is not e.HandShown and kind is not e.SeatSettled:
            after = EVOLVERS[kind](after, event)
            if (book := BOOKS.get(kind)) is not None:
                balances[INVENTORY] = inventory
                book(balances, event)
                inventory = balances[INVENTORY]
    balances[INVENTORY] = inventory
    after.balances, after.touched = balances, 0
    return after
