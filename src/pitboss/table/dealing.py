"""Dealing card by card (chapters 8–10), drawing, counting the stub, and the steps of the play."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from pitboss.cards import FACE_DOWN, FRENCH_54, NO_CARD, Card, card_name
from pitboss.rulebook.model import Exchange, RevealStep, Step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.equipment import (
    ROUNDS_PER_COUNT,
    condition,
    count_due,
    other_deck_waits,
)
from pitboss.table.opening import decks_removed
from pitboss.table.refusals import Answer, Reason, Refusal, allowed_roles, refuse
from pitboss.table.state import (
    BOX,
    BURNED,
    COMMUNITY,
    RACK,
    SEAT_NAMES,
    SEATS_NAMED,
    Table,
    Target,
    dealing_plan,
    put_in_rack,
    rack_stub,
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
    if no := allowed_roles(command, "dealer", "device", clause=table.dealing.requires):
        return no
    if no := not_ready(table):
        return no
    targets = pending_targets(table)
    if not targets:
        return refuse(Reason.NOTHING_TO_DEAL, "", table.dealing.requires)
    if len(targets) > table.remaining:
        # Ruling D4: a card set aside can leave the stub short of a full table's draws.
        return void(table, command, "the stub cannot finish the draw", "D4")
    if command.cards and (no := _cannot_read(table, command)):
        return no
    count = len(command.cards) or command.count or len(targets)
    if not 0 < count <= len(targets):
        return refuse(
            Reason.UNKNOWN_CARD, f"{count} of {len(targets)} cards", table.dealing.requires
        )
    if no := bad_cards(table, command.cards):
        return no
    cards = command.cards or table.stub[table.dealt : table.dealt + count]
    cards = cards or (FACE_DOWN,) * count
    return tuple(
        [
            e.CardDealt(to.place, to.slot, card, to.clause)
            for to, card in zip(targets, cards, strict=False)
        ]
    )


def _cannot_read(table: Table, command: c.Deal) -> Refusal | None:
    """Ruling G47: a person deals cards face down, unread; only a shoe reads them as they come."""
    if command.by.role == "dealer":
        return refuse(Reason.READ_TOO_SOON, "deal without naming cards", "G47")
    if command.by.role == "device" and table.dealing.method == "hand":
        return refuse(Reason.NO_SUCH_DEVICE, "cards are dealt by hand", table.dealing.requires)
    if command.by.role == "device" and not table.rules.reads:
        return refuse(Reason.NO_SUCH_DEVICE, "the submission names no shoe that reads", "G47")
    return None


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
    if automated and condition(table, "shoe") != "working":
        return refuse(Reason.DEVICE_BROKEN, "the shoe", game.cite("out-of-order"))
    return other_deck_waits(table)


def bad_cards(
    table: Table, cards: tuple[Card, ...], *, instead_of: tuple[Card, ...] = ()
) -> Refusal | None:
    """Faces that are entered must be the deck's own, each lying in one place only.

    They may take the place of faces read before, which then lie nowhere.
    """
    if not cards:
        return None
    clause = table.rules.game.cite("deck")
    if not table.physical:
        return refuse(Reason.UNKNOWN_CARD, "the order of this deck is known", clause)
    out = table.faces()
    for card in instead_of:
        out.pop(card, None)
    for card in cards:
        if not 0 <= card < table.size:
            name = card_name(card) if 0 <= card < MAX_CARD else str(card)
            return refuse(Reason.UNKNOWN_CARD, f"{name} is not of this deck", clause)
        if card in out:
            where = "in the rack" if out[card] == RACK else f"at {out[card]}"
            there = f"{card_name(card)} lies {where}: read again, or report it"
            return refuse(Reason.CARD_LIES_ELSEWHERE, there, "G56")
        out[card] = "another place of this entry"
    return None


MAX_CARD: Final = len(FRENCH_54)


def lay_out(table: Table) -> Table:
    """For evolvers: lays out the places of a round."""
    if table.cards == "in play":
        return table
    rules, seats = table.rules, table.wagering()
    game = rules.game
    empty = (NO_CARD,) * game.hole
    table.cards, table.plan = "in play", _planned(table, seats)
    table.rack_deck = None  # one deck at a time lies in the rack
    table.seats = {n: replace(s, hole=empty) if s.stakes else s for n, s in table.seats.items()}
    table.community = (NO_CARD,) * game.community
    table.box = (NO_CARD,) * game.box if rules.deals_box else ()
    return table


def _planned(table: Table, seats: tuple[int, ...]) -> tuple[Target, ...]:
    rules, dealing = table.rules, table.dealing
    key = (rules.content, dealing.method, dealing.variant, rules.deals_box, seats)
    plan = _PLANS.get(key)
    if plan is None:
        if len(_PLANS) >= _MAX_PLANS:
            _PLANS.clear()
        plan = _PLANS[key] = dealing_plan(dealing, rules.deals_box, seats)
    return plan


# Keyed by names: hashing a whole `Dealing` costs more than the cache saves.
_MAX_PLANS: Final = 4096
_PLANS: Final[dict[tuple[str, str, str, bool, tuple[int, ...]], tuple[Target, ...]]] = {}


def count_stub(table: Table, command: c.CountStub) -> Answer:
    """Ruling G23: stub and places together make the deck, or the round is void.

    A right count sends the stub to the rack (235 8.E, LIR .08E, .09G, .10F, MS 8.I).
    """
    dealing = table.dealing
    if no := allowed_roles(command, "dealer", clause=dealing.count):
        return no
    if table.phase not in ("counting", "play"):
        return refuse(Reason.NO_STUB, "", dealing.count)
    if table.step < table.rules.stub_goes:
        return refuse(Reason.NO_STUB, "the draws still need it", "D3")
    if table.counted or table.stub_racked:
        why = "it has been counted" if table.counted else "it is in the rack"
        return refuse(Reason.NO_STUB, why, "G49")
    # Cards may be found at a place that should have none: that is a misdeal, not a wrong deck. A
    # seat abandoned before its replacements came rightly holds fewer cards.
    places = dict.fromkeys(card_places(table), 0) | table.lying()
    unknown = [place for place in command.found if place not in places]
    if unknown or command.stub < 0 or min(command.found.values(), default=0) < 0:
        return refuse(Reason.NO_STUB, f"nothing to count at {', '.join(unknown)}", dealing.count)
    total = command.stub + table.rack_count + sum((places | command.found).values())
    counted = e.StubCounted(command.stub, total, command.by, command.at, dealing.count)
    if total != table.size:
        why = f"the deck has {total} cards, not {table.size}"
        gone = decks_removed(table, table.deck, why, command.at, dealing.wrong)
        return (counted, *void(table, command, why, dealing.wrong), *gone)
    wrong = [place for place, count in command.found.items() if count != places[place]]
    if wrong:
        why = f"misdealt: {', '.join(wrong)}"
        return (counted, *void(table, command, why, dealing.misdealt))
    return (counted,)


def card_places(table: Table) -> tuple[str, ...]:
    """Every place of the layout where cards may lie, rightly or not."""
    game = table.rules.game
    middle = (COMMUNITY,) * bool(game.community) + (BOX,) * bool(game.box)
    return (*SEAT_NAMES[1 : game.seats + 1], *middle)


def evolve_dealt(table: Table, event: e.CardDealt) -> Table:
    return evolve_cards(table, (event,))


def _lying(table: Table, place: str) -> list[Card]:
    number = SEATS_NAMED.get(place)
    if number is not None:
        return [*table.seats[number].hole]
    return [*(table.community if place == COMMUNITY else table.box)]


def evolve_cards(table: Table, events: Sequence[e.CardDealt]) -> Table:
    """Folds cards dealt one after another, but writes each place only once for all its cards."""
    table = lay_out(table)
    table.entries = ()
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
        put_in_rack(table, BURNED, tuple(burned))
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


def evolve_counted(table: Table, event: e.StubCounted) -> Table:
    table.counted = True
    rack_stub(table)
    table.entries = ()
    if table.phase != "counting":
        return table
    table.phase = "play"
    return advance(table)


def next_step(table: Table) -> Table:
    table.step += 1
    return advance(table)


def advance(table: Table) -> Table:
    """Moves on to the first step that asks something of somebody, from a step just reached.

    Skips decisions that nobody is left to make, a box that was not dealt, third cards all turned.
    A count that is due comes before the stub is put away, while nobody knows what depends on it.
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
    """Moves past a turning of cards when none is left to turn: seats have dropped out, or a card
    was exposed before.
    """
    return advance(table) if isinstance(table.game_step, RevealStep) else table


def _nothing_to_turn(table: Table, step: Step) -> bool:
    if type(step) is not RevealStep:
        return False
    if step.what == "slot":
        return not unturned(table, step.slot)
    if step.what == "box" and not table.box:
        return True
    # Ruling G54: where no wager is left to be decided, nothing more is turned.
    survivors = table.rules.survivors
    for seat in table.seats.values():
        waits = not seat.folded or not survivors.isdisjoint(seat.stakes)
        if waits and seat.stakes and not seat.dropped:
            return False
    return True


def unturned(table: Table, slot: int) -> list[int]:
    return [
        number
        for number, seat in table.seats.items()
        if slot not in seat.shown and not (seat.folded or seat.dropped) and seat.stakes
    ]


def uncounted(table: Table) -> Refusal | None:
    """Refuses while the round waits for the count of the stub."""
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
