"""Wagers up to and including "no more bets" (chapter 7 and the announcements)."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from pitboss.money import Cents, format_cents
from pitboss.rulebook.model import Decide, Wager
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.equipment import BACKS, alternating, deck_overdue
from pitboss.table.opening import OPEN
from pitboss.table.refusals import (
    PLAYERS,
    Answer,
    Reason,
    Refusal,
    allowed_roles,
    dealer_of,
    no_reason,
    own_seat,
    refuse,
)
from pitboss.table.seats.seating import stake_of_other
from pitboss.table.state import NO_CENTS, Seat, Stake, Table


def bet(table: Table, command: c.Bet) -> Answer:
    """Places all the command's stakes or none; a spot may come with the spots it needs."""
    rules, game, number, by = table.rules, table.rules.game, command.seat, command.by
    seat, dealer = table.seats.get(number), ""
    if by.role not in PLAYERS or seat is None or (by.role == "player" and by.name != seat.player):
        own = own_seat(table, command, number)
        if not isinstance(own, Seat):
            return own
        if no := allowed_roles(command, "player", "dealer", clause=game.cite("wager.chip")):
            return no
        seat = own
        dealer = dealer_of(command)
    if seat.stakes and (no := stake_of_other(command, seat, command.stakes)):
        return no
    if table.phase != "bets":
        return _closed(table, command)
    # Chips may be taken back.
    if table.cards == "closed" and (any(command.stakes.values()) or not command.stakes):
        return refuse(Reason.TABLE_CLOSED, "", game.cite("open.inspect"))
    if not command.stakes:
        return refuse(Reason.NO_WAGERS, "no spot is named", game.cite("wager.chip"))
    if not seat.stakes:
        total = _opening_total(rules, tuple(command.stakes.items()))
        if total is not None and total <= table.chips(seat.player):
            player, none = seat.player, NO_CENTS
            return tuple(
                [
                    e.WagerPlaced(number, player, key, cents, none, dealer)
                    for key, cents in command.stakes.items()
                ]
            )
    after = {key: stake.cents for key, stake in seat.stakes.items()} if seat.stakes else {}
    before, player, chip = sum(after.values()), seat.player, rules.chip
    bounds = rules.opening_bounds
    placed: list[e.Event] = []
    for key, cents in command.stakes.items():
        allowed = bounds.get(key)
        if allowed is None:
            return _not_to_bet_on(table, key)
        if cents and (cents % chip or not allowed[0] <= cents <= allowed[1]):
            return _bad_stake(table, key, cents)
        placed.append(e.WagerPlaced(number, player, key, cents, after.get(key, NO_CENTS), dealer))
        after[key] = cents
    bet_on = [key for key in after if after[key]] if NO_CENTS in after.values() else after
    if not rules.needs_met(frozenset(bet_on)):
        return _missing(table, command, after)
    lacking = sum(after.values()) - before - table.chips(player)
    if lacking > 0 and dealer:
        placed.insert(0, e.BoughtIn(number, player, Cents(lacking), "chips", dealer))
    elif lacking > 0:
        # MS 7.B: cash with a spoken wager is no wager; chips come from a buy-in.
        clause = game.cite("wager.cash") or game.cite("wager.chip")
        chips = format_cents(table.chips(seat.player))
        return refuse(Reason.NOT_ENOUGH_CHIPS, f"{chips} left", clause)
    return tuple(placed)


MAX_TOTALS: Final = 4096  # cached for one table's rules


def _opening_total(rules: Rules, stakes: tuple[tuple[str, Cents], ...]) -> int | None:
    """The cost of these stakes at a seat without others; None where one of them is wrong.

    Players bet the same again and again, so the answers are cached.
    """
    totals = rules.totals
    if stakes in totals:
        return totals[stakes]
    bounds, chip = rules.opening_bounds, rules.chip
    right = all(
        key in bounds and not cents % chip and bounds[key][0] <= cents <= bounds[key][1]
        for key, cents in stakes
    )
    met = right and rules.needs_met(frozenset([key for key, _ in stakes]))
    if len(totals) >= MAX_TOTALS:
        totals.clear()
    totals[stakes] = total = sum([cents for _, cents in stakes]) if met and stakes else None
    return total


def _closed(table: Table, command: c.Bet) -> Refusal:
    """Refuses a late wager; once the dealer locks the progressive system, it stays locked."""
    clause = table.rules.game.cite("wager.closed")
    if command.stakes and {*command.stakes} <= {*table.rules.progressive_spots}:
        locking = table.phase in ("unmatched", "dealing")
        locked = table.rules.game.cite("progressive.lockout")
        clause = table.dealing.lockout if locking else locked
    return refuse(Reason.WAGERS_CLOSED, "", clause)


def _not_to_bet_on(table: Table, key: str) -> Refusal:
    spot = table.rules.spots.get(key)
    if spot is None:
        return refuse(Reason.NO_SUCH_SPOT, key, table.rules.game.cite("wager.chip"))
    return refuse(Reason.NOT_A_WAGER_YET, key, spot.clause)


def _bad_stake(table: Table, key: str, cents: Cents) -> Refusal:
    least, most = table.rules.bounds[key]
    if not least <= cents <= most:
        bounds = f"{key} {format_cents(least)} to {format_cents(most)}"
        return refuse(Reason.BAD_STAKE, bounds if least != most else bounds.split(" to ")[0], "G20")
    return refuse(Reason.NOT_WHOLE_CHIPS, f"{key} {format_cents(cents)}", "G20")


def _missing(table: Table, command: c.Bet, after: dict[str, Cents]) -> Refusal:
    """Why a spot lacks one that it needs: it was bet too soon, or the other was taken back."""
    spots = table.rules.spots
    key, lacking = next(
        (key, lacking)
        for key, cents in after.items()
        if cents and (lacking := [need for need in spots[key].needs if not after.get(need)])
    )
    why = Reason.NEEDS_OTHER_WAGER if key in command.stakes else Reason.NEEDED_BY_OTHER
    return refuse(why, f"{key} needs {', '.join(lacking)}", spots[key].clause)


def no_more_bets(table: Table, command: c.NoMoreBets) -> Answer:
    dealing, game = table.dealing, table.rules.game
    if no := allowed_roles(command, "dealer", clause=dealing.announce):
        return no
    if call := call_due(table):
        return (e.BetsClosed(command.by, command.at, call.closes, call.stage),)
    if table.phase != "bets":
        return refuse(Reason.WAGERS_CLOSED, "", dealing.announce)
    if table.cards not in OPEN:
        return refuse(
            Reason.TABLE_CLOSED, f"the cards are {table.cards}", game.cite("open.shuffle")
        )
    if overdue := deck_overdue(table, command.at):
        return refuse(Reason.DECK_OVERDUE, *overdue)
    if command.by.role != "house" and table.cards in ("stacked", "used") and alternating(table):
        # The deck was to be shuffled and stored while the other was played.
        what = f"the {BACKS[table.deck]} deck is not shuffled"
        return refuse(Reason.CARDS_NOT_READY, what, game.cite("decks.stored"))
    if not table.wagering():
        return refuse(Reason.NO_WAGERS, "", game.cite("wager.before"))
    lacking: dict[int, Refusal] = {}
    for number, seat in table.seats.items():
        if seat.stakes and (no := incomplete(table, number, seat)):
            lacking[number] = no
    if lacking and len(lacking) == len(table.wagering()):
        return next(iter(lacking.values()))
    for key, count in command.chips.items():
        named = table.rules.wagers.get(key)
        if named is None or not named.collected or count < 0:
            return refuse(Reason.BAD_AMOUNT, f"{count} chips for {key}", "G27")
    if command.by.role != "house" and (no := _uncounted_chips(table, command.chips, lacking)):
        return no
    # Ruling G45: a seat without all of its wagers is not dealt in, and gets its chips back.
    events: list[e.Event] = [
        e.StakeReturned(number, seat.player, key, stake.cents, stake.held, "G45", table.rules.short)
        for number, seat in table.seats.items()
        if number in lacking
        for key, stake in seat.stakes.items()
    ]
    events.append(e.BetsClosed(command.by, command.at, dealing.announce))
    for wager, spots in table.rules.collected:
        events += _collect(table, wager, spots, command.chips, lacking)
    return tuple(events)


def call_due(table: Table) -> Decide | None:
    """The decision after which a dealer must announce "no more bets" again (DD .11C(3), .11C(9)).

    Where the house announced the first, it deals too, asks the seats one by one and takes no wager
    out of turn: it need not announce the later ones.
    """
    if not table.by_dealer or table.phase != "play" or not table.asked:
        return None
    step = table.rules.game.play[table.step - 1] if table.step else None
    if not isinstance(step, Decide) or not step.closes or step.stage == table.last_call:
        return None
    whole = table.asked == tuple([n for n, seat in table.seats.items() if seat.playing])
    return step if whole else None


def uncalled(table: Table) -> Refusal | None:
    """Refuses an exchange of cards until "no more bets" is announced for the wagers before it."""
    if not table.by_dealer or (call := call_due(table)) is None:
        return None
    return refuse(Reason.WAGERS_OPEN, "the dealer announces it first", call.closes)


def _uncounted_chips(
    table: Table, chips: dict[str, int], lacking: Mapping[int, Refusal]
) -> Refusal | None:
    """Ruling G49: a dealer gives a number for every collected wager that somebody made."""
    for wager, spots in table.rules.collected:
        if wager.key in chips:
            continue
        for number, seat in table.seats.items():
            if number not in lacking and any(key in seat.stakes for key in spots):
                what = f"the chips for {wager.key}"
                return refuse(Reason.COUNT_MISSING, what, collecting(table, wager.key))
    return None


def incomplete(table: Table, number: int, seat: Seat) -> Refusal | None:
    """Why a seat cannot be dealt in with its wagers, if it cannot."""
    stakes = seat.stakes
    for spot in table.rules.required:
        stake = stakes.get(spot.key)
        if stake is None:
            return refuse(Reason.WAGERS_INCOMPLETE, f"seat {number} lacks {spot.key}", spot.clause)
        if spot.equal_to and stake.cents != stakes[spot.equal_to].cents:
            what = f"seat {number}: {spot.key} must equal {spot.equal_to}"
            return refuse(Reason.WAGERS_INCOMPLETE, what, spot.clause)
    return None


def _collect(
    table: Table,
    wager: Wager,
    spots: tuple[str, ...],
    chips: dict[str, int],
    lacking: Mapping[int, Refusal],
) -> list[e.Event]:
    clause, lammer = collecting(table, wager.key), wager.lammer
    events: list[e.Event] = [
        e.StakeCollected(number, key, stake.cents, lammer, clause)
        for number, seat in table.seats.items()
        for key in spots
        if (stake := seat.stakes.get(key)) and number not in lacking
    ]
    counted = chips.get(wager.key)
    if counted or (counted is not None and events):
        events.append(e.ChipsCounted(wager.key, counted, len(events), clause))
    return events


def collecting(table: Table, wager: str) -> str:
    """The clause by which a wager's chips are collected and counted."""
    lammer = table.rules.wagers[wager].lammer
    return table.dealing.lammers if lammer else table.dealing.collect


def remove_wager(table: Table, command: c.RemoveWager) -> Answer:
    """Ruling G27: the unmatched wager goes, its chip returns, the rest are counted as matched.

    The rest stay, even one that needed it: needs are checked when a wager is placed (ruling L4).
    """
    seat, spot = table.seats.get(command.seat), table.rules.spots.get(command.spot)
    named = collecting(table, spot.wager) if spot else table.dealing.collect
    clause = named or "G27"  # a game that collects nothing has no such clause
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    if table.phase != "unmatched":
        return refuse(Reason.CHIPS_MATCH, "", clause)
    excess = table.unmatched.get(spot.wager, 0) if spot else 0
    if seat is None or spot is None or not excess:
        return refuse(Reason.NO_SUCH_SPOT, f"seat {command.seat} {command.spot}", clause)
    stake = seat.stakes.get(command.spot)
    if excess > 0 and stake is None:
        return refuse(Reason.CHIPS_MATCH, f"seat {command.seat} {command.spot}", clause)
    if no := no_reason(command, command.reason, clause):
        return no
    # A surplus chip belongs to no accepted wager: it goes back, and the wagers stay.
    cents = stake.cents if stake and excess > 0 else Cents(0)
    what = (command.seat, seat.player, command.spot, cents)
    return (e.WagerRemoved(*what, command.by, command.at, clause, command.reason),)


def evolve_placed(table: Table, event: e.WagerPlaced) -> Table:
    return evolve_wagers(table, (event,))


def evolve_wagers(table: Table, events: Sequence[e.WagerPlaced]) -> Table:
    number = 0
    for event in events:
        if event.seat != number:
            number = event.seat
            stakes = table.own(number).stakes
        cents = event.cents
        if cents:
            stakes[event.spot] = Stake(cents, entered=True) if event.entered else Stake(cents)
        else:
            stakes.pop(event.spot, None)
    return table


def evolve_closed(table: Table, event: e.BetsClosed) -> Table:
    if event.stage:
        # No choice before the announcement can be changed any more.
        table.last_call, table.entries = event.stage, ()
        return table
    table.phase, table.by_dealer = "dealing", event.by.role == "dealer"
    if event.by.role != "house":
        for number in table.wagering():
            seat = table.own(number)
            seat.last = {key: stake.cents for key, stake in seat.stakes.items()}
    if table.in_play_since[table.deck] is None:
        before, after = table.in_play_since[: table.deck], table.in_play_since[table.deck + 1 :]
        table.in_play_since = (*before, event.at, *after)
    return table


def evolve_collected(table: Table, event: e.StakeCollected) -> Table:
    table.own(event.seat).stakes[event.spot] = Stake(event.cents, held=False)
    return table


def evolve_chips_counted(table: Table, event: e.ChipsCounted) -> Table:
    excess = event.accepted - event.counted
    if not excess:
        return table
    return replace(table, phase="unmatched", unmatched={**table.unmatched, event.wager: excess})


def evolve_wager_removed(table: Table, event: e.WagerRemoved) -> Table:
    wager = table.rules.spots[event.spot].wager
    if event.cents:
        del table.own(event.seat).stakes[event.spot]
    excess = table.unmatched[wager]
    left = {**table.unmatched, wager: excess - 1 if excess > 0 else excess + 1}
    left = {key: count for key, count in left.items() if count}
    return replace(table, unmatched=left, phase="unmatched" if left else "dealing")
