"""Decks in use, the devices that shuffle and deal them, and the method (chapters 3, 5 and 13)."""

from typing import Final

from msgspec.structs import replace

from pitboss.rulebook.model import Dealing
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.refusals import Answer, Reason, Refusal, allowed_roles, refuse
from pitboss.table.state import Table

HOURS: Final = {"hand": 4, "manual-shoe": 8, "automated-shoe": 8}  # deck change (chapter 3.C)
ROUNDS_PER_COUNT: Final = 5  # the stub is counted at least this often
BACKS: Final = ("red", "blue")  # two decks differ (235 3.B(2), DD .03B(2), LIR .03B(2), MS 3.B(2))


def overdue_at(table: Table) -> int | None:
    """When the deck's hours end, on the commands' clock."""
    since = table.in_play_since[table.deck] if table.in_play_since else None
    return None if since is None else since + HOURS[table.dealing.method] * 3600


def deck_overdue(table: Table, now: int) -> tuple[str, str] | None:
    """Ruling G29: by the deck's time in play and the method in use."""
    limit = overdue_at(table)
    if limit is None or now < limit:
        return None
    hours = HOURS[table.dealing.method]
    rule = "change.hand" if table.dealing.method == "hand" else "change.shoe"
    return f"{hours} hours", table.rules.game.cite(rule)


def reshuffling_shoe(table: Table) -> bool:
    """Cards are dealt from a shoe that reshuffles and counts them by itself, whoever shuffled them
    before (235 5.I, DD .05I, LIR .05I, MS 5.H).
    """
    working = all(state == "working" for state in table.devices.values())
    from_shoe = table.dealing.method == "automated-shoe"
    return table.rules.choices.device_reshuffles and from_shoe and working


def counting_shuffle(table: Table, *, by_device: bool) -> bool:
    """Whether a device counts the cards of such a shuffle, so that its count is asked for."""
    choices = table.rules.choices
    counts = choices.shuffler_counts or choices.device_reshuffles
    return (by_device and counts) or reshuffling_shoe(table)


def counting_device(table: Table) -> bool:
    """A device that counted these cards excuses the counting of the stub (rulings G23 and G38).

    Its count was right, or the deck would have been removed, and a dealer had to give it (ruling
    G49); the house shuffles its own cards and knows how many they are. Prepared cards have been
    counted by no device here.
    """
    if table.prepared or not counting_shuffle(table, by_device=table.by_device):
        return False
    return working_shuffler(table) or reshuffling_shoe(table)


def needs_cut(table: Table, *, by_device: bool) -> bool:
    # A shuffle by a device needs no cut. Nor do cards dealt from a working shoe that reshuffles and
    # counts them, whoever shuffled them before (235 5.I, DD .05I, LIR .05I, MS 5.H, MS 5.I).
    return not (by_device or reshuffling_shoe(table))


def is_deck(table: Table, order: tuple[int, ...]) -> bool:
    return len(order) == table.size and {*order} == table.rules.deck


def count_due(table: Table) -> bool:
    waited = table.rounds_since_count + 1 >= ROUNDS_PER_COUNT
    return waited and not table.counted and not counting_device(table)


def alternating(table: Table) -> bool:
    """Whether two decks take turns, which they do while the shuffler that one waits in works."""
    return table.decks > 1 and working_shuffler(table)


def other_deck(table: Table) -> int:
    return (table.deck + 1) % table.decks


def load_due(table: Table) -> bool:
    """Whether the deck not in play must go into the shuffler before a card of the other is dealt.

    It is then shuffled and stored there during the round (235 3.B(3), DD .03B(3), LIR .03B(3), MS
    3.B(3)). With the house's own cards there is one deck (ruling G55).
    """
    if table.decks < 2 or table.stored or not table.physical:
        return False
    return table.cards in ("ready", "in play") and working_shuffler(table)


def rack_packets(table: Table) -> tuple[tuple[str, int], ...]:
    """What lies in the discard rack, from the bottom: whose cards, and how many.

    A finished round leaves all its cards there (235 11.E, DD .11F(2), LIR .11G(2), MS 11.J), until
    they are shuffled, jam in the shuffler or, of two decks, wait in it.
    """
    if table.cards == "in play":
        return tuple((packet.of, len(packet.cards)) for packet in table.rack)
    return () if table.rack_deck is None else (("round", table.size),)


def off_the_rack(table: Table, deck: int) -> Table:
    """For evolvers: the deck lies elsewhere from now on."""
    return replace(table, rack_deck=None) if table.rack_deck == deck else table


def usual_rack_deck(table: Table) -> int | None:
    """The deck in the rack, for a state stored without that field, if nothing had gone wrong."""
    if table.cards == "used":
        return table.deck
    waits = load_due(table) and table.in_play_since[other_deck(table)] is not None
    return other_deck(table) if waits else None


def other_deck_waits(table: Table) -> Refusal | None:
    """Why no card may be dealt yet: the other deck is not where it must be."""
    if table.decks < 2 or table.cards != "ready" or not load_due(table):
        return None
    game, other = table.rules.game, other_deck(table)
    what = f"load the {BACKS[other]} deck into the shuffler first"
    if table.rack_deck == other:
        return refuse(Reason.OTHER_DECK_IN_RACK, what, game.cite("decks.one-in-rack"))
    return refuse(Reason.OUT_OF_ORDER_STEP, what, game.cite("decks.stored"))


def one_device(table: Table) -> bool:
    """Ruling G53: an automated shoe that reshuffles by itself is the shuffler too."""
    choices = table.rules.choices
    return choices.device_reshuffles and choices.method == "automated-shoe"


def condition(table: Table, device: c.Device) -> str:
    if not table.devices:
        return "working"
    if one_device(table):
        return next((state for state in table.devices.values() if state != "working"), "working")
    return table.devices.get(device, "working")


def shoe_needed(table: Table) -> bool:
    """Whether the round, from "no more bets" on, still needs cards from an automated shoe (ruling
    G53): until they are dealt, in a game with draws until the last draw.
    """
    if table.dealing.method != "automated-shoe" or table.phase in ("bets", "settling"):
        return False
    return table.phase in ("unmatched", "dealing") or table.step < table.rules.stub_goes


def failing_shoe(table: Table, device: c.Device) -> bool:
    """Whether the failure of this device leaves the round without the shoe that deals it."""
    return (device == "shoe" or one_device(table)) and shoe_needed(table)


def change_method(table: Table, command: c.ChangeMethod) -> Answer:
    game = table.rules.game
    clause = game.cite("out-of-order")
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    if table.cards == "in play":
        return refuse(Reason.IN_A_ROUND, f"round {table.round}", clause)
    if no := unmarked(table, clause):
        return no
    dealing = game.dealing(command.method, command.variant)
    if dealing is None:
        return refuse(Reason.NO_SUCH_METHOD, f"{command.method} {command.variant}".strip(), clause)
    if no := _not_dealt_so(table, dealing, clause):
        return no
    changed = e.MethodChanged(dealing.method, dealing.variant, command.by, command.at, clause)
    if table.phase != "bets" and (
        overdue := deck_overdue(replace(table, dealing=dealing), command.at)
    ):
        return refuse(Reason.DECK_OVERDUE, *overdue)
    return (changed,)


def _not_dealt_so(table: Table, dealing: Dealing, clause: str) -> Refusal | None:
    """Why these cards cannot be dealt by that method at this table."""
    rules = table.rules
    if dealing.method == "automated-shoe":
        if rules.dealing.method != "automated-shoe":
            return refuse(Reason.NO_SUCH_DEVICE, "the table has no automated shoe", clause)
        if condition(table, "shoe") != "working":
            return refuse(Reason.DEVICE_BROKEN, "the shoe", clause)
        if (needs := dealing.needs_reshuffling) and not rules.choices.device_reshuffles:
            return refuse(Reason.NO_SUCH_METHOD, "the shoe does not reshuffle by itself", needs)
    elif rules.needs_automated_shoe:
        return refuse(Reason.NO_SUCH_METHOD, "the box comes from an automated shoe only", "M3")
    if dealing.method == "hand":
        if not working_shuffler(table):
            return refuse(Reason.NEEDS_SHUFFLER, "dealing from the hand", dealing.requires)
        # Ruling G33: a preshuffled deck may be dealt from the hand as it comes.
        if table.cards in ("shuffled", "ready") and not (table.by_device or table.prepared):
            return refuse(
                Reason.NEEDS_SHUFFLER, "these cards were shuffled by hand", dealing.requires
            )
    return None


def unmarked(table: Table, clause: str) -> Refusal | None:
    for device, state in table.devices.items():
        if state == "out of order":
            return refuse(Reason.DEVICE_NOT_MARKED, f"the {device}", clause)
    return None


def working_shuffler(table: Table) -> bool:
    return table.rules.choices.shuffler and condition(table, "shuffler") == "working"


def evolve_method(table: Table, event: e.MethodChanged) -> Table:
    dealing = table.rules.game.dealing(event.method, event.variant)
    assert dealing is not None
    return replace(table, dealing=dealing)
