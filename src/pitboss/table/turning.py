"""Turning cards up during the play (chapter 11): the community cards, the box, a slot of each hand.

At a table with physical cards this is where the house learns their faces (ruling G47).
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from pitboss.cards import FACE_DOWN, Card
from pitboss.rulebook.model import RevealStep
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.dealing import bad_cards, next_step, past_turned, uncounted, unturned
from pitboss.table.refusals import Answer, Reason, Refusal, allowed_roles, refuse
from pitboss.table.state import BOX, COMMUNITY, SEAT_NAMES, SEATS_NAMED, Table, rack_stub


def reveal(table: Table, command: c.Reveal) -> Answer:
    if no := uncounted(table):
        return no
    if table.phase != "play" or not isinstance(step := table.game_step, RevealStep):
        ahead = (s.clause for s in table.rules.game.play[table.step :] if isinstance(s, RevealStep))
        return refuse(Reason.NOTHING_TO_REVEAL, "", next(ahead, table.dealing.requires))
    if no := allowed_roles(command, "dealer", clause=step.clause):
        return no
    turned = _turned(table, step)
    if not command.cards and table.stub:
        return turned
    unread = sum([event.cards.count(FACE_DOWN) for event in turned])
    if no := _bad_faces(table, command.cards, unread, step.clause):
        return no
    faces = iter(command.cards)
    return tuple([replace(event, cards=read(event.cards, faces)) for event in turned])


def _turned(table: Table, step: RevealStep) -> tuple[e.CardsRevealed, ...]:
    """The cards that this step turns up, with the faces that are known."""
    clause = step.clause
    if step.what == "community":
        first, after = table.community_shown, table.community_shown + step.cards
        cards = table.community[first:after]
        return (e.CardsRevealed(COMMUNITY, tuple(range(first, after)), cards, clause),)
    if step.what == "box":
        return (e.CardsRevealed(BOX, tuple(range(len(table.box))), table.box, clause),)
    slot, seats = step.slot, table.seats
    return tuple(
        [
            e.CardsRevealed(SEAT_NAMES[n], (slot,), (seats[n].hole[slot],), clause)
            for n in unturned(table, slot)
        ]
    )


def _bad_faces(table: Table, cards: tuple[Card, ...], unread: int, clause: str) -> Refusal | None:
    """Exactly the faces that nobody has read are entered as they are turned up (ruling G47)."""
    if len(cards) != unread:
        detail = f"{unread} to name, not {len(cards)}" if table.physical else "the house knows them"
        reason = Reason.HAND_FACE_DOWN if unread > len(cards) else Reason.UNKNOWN_CARD
        return refuse(reason, detail, clause)
    return bad_cards(table, cards)


def read(cards: tuple[Card, ...], faces: Iterator[Card]) -> tuple[Card, ...]:
    """The cards, with each unread one replaced by the next of the faces."""
    return tuple([next(faces) if card == FACE_DOWN else card for card in cards])


def evolve_revealed(table: Table, event: e.CardsRevealed) -> Table:
    _begin_turning(table)
    if event.place == COMMUNITY:
        table.community_shown += len(event.slots)
        if not table.stub:
            table.community = _with_faces(table.community, event)
    elif event.place == BOX:
        table.box_shown = True
        table.box = event.cards
    else:
        return _turned_at_seats(table, (event,))
    # In logs of the first edition cards were turned up although nobody was left (ruling G54).
    return next_step(table) if isinstance(table.game_step, RevealStep) else table


def _begin_turning(table: Table) -> None:
    if not table.stub_racked:
        rack_stub(table)
    table.entries = ()


def _with_faces(cards: tuple[Card, ...], event: e.CardsRevealed) -> tuple[Card, ...]:
    first = event.slots[0]
    return cards[:first] + event.cards + cards[first + len(event.cards) :]


def evolve_reveals(table: Table, events: Sequence[e.CardsRevealed]) -> Table:
    """One after another; whether all seats have turned theirs is checked once, at the end."""
    if SEATS_NAMED.keys() >= {event.place for event in events}:
        return _turned_at_seats(table, events)
    for event in events:
        table = evolve_revealed(table, event)
    return table


def _turned_at_seats(table: Table, events: Sequence[e.CardsRevealed]) -> Table:
    _begin_turning(table)
    seats = table.own_seats()
    for event in events:
        number = SEATS_NAMED[event.place]
        seat = seats[number]
        hole = seat.hole if table.stub else _with_faces(seat.hole, event)
        seats[number] = replace(seat, hole=hole, shown=seat.shown + event.slots)
    return past_turned(table)
