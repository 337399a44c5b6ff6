"""Dealing card by card (chapters 8–10), drawing, turning cards up, counting the stub."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from pitboss.cards import Card, card_name
from pitboss.rulebook import GAMES
from pitboss.rulebook.model import Exchange, Step
from pitboss.rulebook.model import Reveal as RevealStep
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.equipment import ROUNDS_PER_COUNT, count_due
from pitboss.table.refusals import Answer, Reason, Refusal, allowed_roles, refuse
from pitboss.table.state import (
    BOX,
    BURNED,
    COMMUNITY,
    NO_CARD,
    SEAT_NAMES,
    SEATS_NAMED,
    Table,
    Target,
    dealing_plan,
)
from pitboss.table.voiding import void
from pitboss.table.wagering import collecting


def pending_targets(table: Table) -> tuple[Target, ...]:
    """The places still to get a card: of the deal, or of a draw."""
    if table.phase == "dealing":
        begun = table.cards == "in play"
        return table.plan[table.planned :] if begun else _planned(table, table.wagering())
    step = table.game_step
    if table.phase != "play" or not isinstance(step, Exchange) or table.turn:
        return ()
    # Ruling D8: each seat in turn receives all its replacements at once.
    return tuple(
        [
            Target(SEAT_NAMES[number], slot, step.replaced)
            for number in awaiting_cards(table)
            for slot, card in enumerate(table.seats[number].hole)
            if card == NO_CARD
        ]
    )


def deal(table: Table, command: c.Deal) -> Answer:
    if no := allowed_roles(command, "dealer", clause=table.dealing.requires):
        return no
    if no := not_ready(table):
        return no
    targets = pending_targets(table)
    if not targets:
        return refuse(Reason.NOTHING_TO_DEAL, "", table.dealing.requires)
    if len(targets) > table.remaining:
        # Ruling D4: a card set aside can leave the stub short of a full table's draws.
        return void(table, command, "the stub cannot finish the draw", "D4")
    count = len(command.cards) if table.physical else command.count or len(targets)
    if not 0 < count <= len(targets):
        return refuse(
            Reason.UNKNOWN_CARD, f"{count} of {len(targets)} cards", table.dealing.requires
        )
    cards = command.cards or table.stub[table.dealt : table.dealt + count]
    if no := bad_cards(table, command.cards):
        return no
    return tuple(
        [
            e.CardDealt(to.place, to.slot, card, to.clause)
            for to, card in zip(targets, cards, strict=False)
        ]
    )


def not_ready(table: Table) -> Refusal | None:
    """Cards come off the deck only when shuffled (and cut), with wagers closed and matched.

    A shoe and a dealer's hand (235 9.A(2), DD .09A(2), LIR .09A(2), MS 9.A(2)) are alike in this.
    """
    game = table.rules.game
    if table.phase in ("bets", "settling"):
        why = "bets are open" if table.phase == "bets" else "the round is being settled"
        return refuse(Reason.NOTHING_TO_DEAL, why, table.dealing.announce)
    if table.phase == "unmatched":
        clause = collecting(table, next(iter(table.unmatched)))
        return refuse(Reason.CHIPS_UNMATCHED, ", ".join(table.unmatched), clause)
    if table.cards not in ("ready", "in play"):
        rule = "cut.required" if table.cards == "shuffled" else "shuffle"
        return refuse(Reason.CARDS_NOT_READY, f"they are {table.cards}", game.cite(rule))
    automated = table.dealing.method == "automated-shoe"
    if automated and table.devices.get("shoe", "working") != "working":
        return refuse(Reason.DEVICE_BROKEN, "the shoe", game.cite("out-of-order"))
    return None


def bad_cards(table: Table, cards: tuple[Card, ...]) -> Refusal | None:
    """Cards entered by hand must be the table's own and not out already."""
    if not cards:
        return None
    clause = table.rules.game.cite("deck")
    if not table.physical:
        return refuse(Reason.UNKNOWN_CARD, "the order of this deck is known", clause)
    out = table.cards_out()
    for card in cards:
        if not 0 <= card < table.size or card in out:
            name = card_name(card) if 0 <= card < table.size else str(card)
            return refuse(Reason.UNKNOWN_CARD, f"{name} is not in the stub", clause)
        out.add(card)
    return None


def begin_dealing(table: Table) -> Table:
    """Lays out the places of a round."""
    if table.cards == "in play":
        return table
    game, seats = table.rules.game, table.wagering()
    empty = (NO_CARD,) * game.hole
    return replace(
        table,
        cards="in play",
        plan=_planned(table, seats),
        seats={n: replace(s, hole=empty) if s.stakes else s for n, s in table.seats.items()},
        community=(NO_CARD,) * game.community,
        box=(NO_CARD,) * game.box if table.rules.deals_box else (),
    )


def _planned(table: Table, seats: tuple[int, ...]) -> tuple[Target, ...]:
    rules, dealing = table.rules, table.dealing
    return _cached_plan(rules.game.key, dealing.method, dealing.variant, rules.deals_box, seats)


# Keyed by names: hashing a whole `Dealing` costs more than the cache saves.
@lru_cache(maxsize=4096)
def _cached_plan(
    game: str, method: str, variant: str, box: bool, seats: tuple[int, ...]
) -> tuple[Target, ...]:
    dealing = GAMES[game].dealing(method, variant)
    assert dealing is not None
    return dealing_plan(dealing, box, seats)


def reveal(table: Table, command: c.Reveal) -> Answer:
    if no := uncounted(table):
        return no
    if table.phase != "play" or not isinstance(step := table.game_step, RevealStep):
        ahead = (s.clause for s in table.rules.game.play[table.step :] if isinstance(s, RevealStep))
        return refuse(Reason.NOTHING_TO_REVEAL, "", next(ahead, table.dealing.requires))
    if no := allowed_roles(command, "dealer", clause=step.clause):
        return no
    if step.what == "community":
        first, after = table.community_shown, table.community_shown + step.cards
        cards = table.community[first:after]
        return (e.CardsRevealed(COMMUNITY, tuple(range(first, after)), cards, step.clause),)
    if step.what == "box":
        return (e.CardsRevealed(BOX, tuple(range(len(table.box))), table.box, step.clause),)
    slot, seats = step.slot, table.seats
    return tuple(
        [
            e.CardsRevealed(SEAT_NAMES[n], (slot,), (seats[n].hole[slot],), step.clause)
            for n in _unturned(table, slot)
        ]
    )


def count_stub(table: Table, command: c.CountStub) -> Answer:
    """Ruling G23: stub and places together make the deck, or the round is void."""
    dealing = table.dealing
    if no := allowed_roles(command, "dealer", clause=dealing.count):
        return no
    if table.phase not in ("counting", "play"):
        return refuse(Reason.NO_STUB, "", dealing.count)
    if table.step < table.rules.stub_goes:
        return refuse(Reason.NO_STUB, "the draws still need it", "D3")
    if table.counted or _stub_gone(table):
        why = "it has been counted" if table.counted else "it is in the rack"
        return refuse(Reason.NO_STUB, why, "G49")
    # A seat abandoned before its replacements came holds fewer cards, and that is right.
    places = {
        SEAT_NAMES[n]: sum(card != NO_CARD for card in table.seats[n].hole)
        for n in table.wagering()
    }
    places |= {COMMUNITY: len(table.community), BOX: len(table.box)}
    unknown = [place for place in command.found if place not in places]
    if unknown or command.stub < 0 or min(command.found.values(), default=0) < 0:
        return refuse(Reason.NO_STUB, f"nothing to count at {', '.join(unknown)}", dealing.count)
    total = command.stub + len(table.rack) + sum((places | command.found).values())
    counted = e.StubCounted(command.stub, total, command.by, command.at, dealing.count)
    if total != table.size:
        why = f"the deck has {total} cards, not {table.size}"
        gone = e.DeckRemoved(table.deck, why, command.at, dealing.wrong)
        return (counted, *void(table, command, why, dealing.wrong), gone)
    wrong = [place for place, found in command.found.items() if found != places[place]]
    if wrong:
        why = f"misdealt: {', '.join(wrong)}"
        return (counted, *void(table, command, why, dealing.misdealt))
    return (counted,)


def _stub_gone(table: Table) -> bool:
    """Ruling G49: it is put away when the first decision after the last card is made, so that no
    count can void a round once somebody knows what hangs on it.
    """
    if table.phase != "play" or table.step > table.rules.stub_goes:
        return table.phase == "play"
    acted = table.asked != tuple(playing(table)) or any(s.folded for s in table.seats.values())
    return acted and table.rules.asks[table.step]


def evolve_dealt(table: Table, event: e.CardDealt) -> Table:
    return evolve_cards(table, (event,))


def _lying(table: Table, place: str) -> list[Card]:
    number = SEATS_NAMED.get(place)
    if number is not None:
        return [*table.seats[number].hole]
    return [*(table.community if place == COMMUNITY else table.box)]


def evolve_cards(table: Table, events: Sequence[e.CardDealt]) -> Table:
    """Cards dealt one after another: each place is laid out once for all that come to it."""
    table = begin_dealing(table)
    laid: dict[str, list[Card]] = {}
    burned = []
    for event in events:
        place = event.place
        if place == BURNED:
            burned.append(event.card)
            continue
        cards = laid.get(place)
        if cards is None:
            cards = laid[place] = _lying(table, place)
        cards[event.slot] = event.card
    seats = table.own_seats()
    if burned:
        table.rack = (*table.rack, *burned)
    for place, cards in laid.items():
        number = SEATS_NAMED.get(place)
        if number is not None:
            seats[number] = replace(seats[number], hole=tuple(cards))
        elif place == COMMUNITY:
            table.community = tuple(cards)
        else:
            table.box = tuple(cards)
    table.dealt += len(events)
    if table.phase == "dealing":
        table.planned += len(events)
        if table.planned < len(table.plan):
            return table
        table.phase = "play"
        return advance(table)
    return table if awaiting_cards(table) else next_step(table)


def awaiting_cards(table: Table) -> list[int]:
    """Seats that have discarded and lack their new cards."""
    return [n for n in playing(table) if NO_CARD in table.seats[n].hole]


def evolve_revealed(table: Table, event: e.CardsRevealed) -> Table:
    if event.place == COMMUNITY:
        table.community_shown += len(event.slots)
    elif event.place == BOX:
        table.box_shown = True
    else:
        return _turned_at_seats(table, (event,))
    return next_step(table)


def evolve_reveals(table: Table, events: Sequence[e.CardsRevealed]) -> Table:
    """One after another; whether all seats have turned theirs is checked once, at the end."""
    if SEATS_NAMED.keys() >= {event.place for event in events}:
        return _turned_at_seats(table, events)
    for event in events:
        table = evolve_revealed(table, event)
    return table


def _turned_at_seats(table: Table, events: Sequence[e.CardsRevealed]) -> Table:
    seats = table.own_seats()
    for event in events:
        number = SEATS_NAMED[event.place]
        seat = seats[number]
        seats[number] = replace(seat, shown=seat.shown + event.slots)
    return past_turned(table)


def evolve_counted(table: Table, event: e.StubCounted) -> Table:
    table.counted = True
    if table.phase != "counting":
        return table
    table.phase = "play"
    return advance(table)


def next_step(table: Table) -> Table:
    table.step += 1
    return advance(table)


def advance(table: Table) -> Table:
    """On to the first step that asks something of somebody, from one that is only now come to.

    Past decisions nobody is left to make, a box that was not dealt, third cards all turned. A count
    that is due comes before the stub is put away, while nobody knows what hangs on it.
    """
    play, asks, stub_goes = table.rules.game.play, table.rules.asks, table.rules.stub_goes
    while True:
        if table.step == stub_goes and count_due(table):
            table.phase = "counting"
            return table
        if asks[table.step]:
            table.asked = tuple(playing(table))
            if table.asked:
                return table
        elif not _nothing_to_turn(table, play[table.step]):
            return table
        table.step += 1


def past_turned(table: Table) -> Table:
    """Past the turning of cards when none is left to turn: seats have dropped out, or a card was
    exposed before.
    """
    return advance(table) if isinstance(table.game_step, RevealStep) else table


def _nothing_to_turn(table: Table, step: Step) -> bool:
    if type(step) is not RevealStep or step.what == "community":
        return False
    return not (table.box if step.what == "box" else _unturned(table, step.slot))


def _unturned(table: Table, slot: int) -> list[int]:
    return [
        number
        for number, seat in table.seats.items()
        if slot not in seat.shown and not (seat.folded or seat.dropped) and seat.stakes
    ]


def uncounted(table: Table) -> Refusal | None:
    """The round waits for the count of the stub."""
    if table.phase != "counting":
        return None
    detail = f"at least every {ROUNDS_PER_COUNT} rounds"
    return refuse(Reason.COUNT_DUE, detail, table.dealing.count)


def playing(table: Table) -> list[int]:
    """Seats still asked for decisions: as `Seat.playing`, without the calls."""
    return [
        number
        for number, seat in table.seats.items()
        if not (seat.folded or seat.dropped) and seat.stakes
    ]
