"""Decks in use and the devices that shuffle and deal them (chapter 3, and 13 on devices)."""

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


def deck_overdue(table: Table, now: int) -> tuple[str, str] | None:
    """Ruling G29: by the deck's time in play and the method in use."""
    since = table.in_play_since[table.deck] if table.in_play_since else None
    hours = HOURS[table.dealing.method]
    if since is None or now - since < hours * 3600:
        return None
    rule = "change.hand" if table.dealing.method == "hand" else "change.shoe"
    return f"{hours} hours", table.rules.game.cite(rule)


def reshuffling_shoe(table: Table) -> bool:
    """Cards are dealt from a shoe that reshuffles and counts them by itself, whoever shuffled them
    before (235 5.I, DD .05I, LIR .05I, MS 5.H).
    """
    working = all(condition == "working" for condition in table.devices.values())
    from_shoe = table.dealing.method == "automated-shoe"
    return table.rules.choices.device_reshuffles and from_shoe and working


def counting_device(table: Table) -> bool:
    """A device that counted these cards excuses the counting of the stub (rulings G23 and G38)."""
    choices = table.rules.choices
    counts = choices.shuffler_counts or choices.device_reshuffles
    shuffled = table.by_device and counts and working_shuffler(table)
    return shuffled or reshuffling_shoe(table)


def count_due(table: Table) -> bool:
    waited = table.rounds_since_count + 1 >= ROUNDS_PER_COUNT
    return waited and not table.counted and not counting_device(table)


def _has_device(table: Table, device: c.Device) -> bool:
    """The devices of 235 13.H, DD .13F, LIR .13H and MS 13.H; a manual shoe is none."""
    if device == "shuffler":
        return table.rules.choices.shuffler
    return "automated-shoe" in (table.dealing.method, table.rules.dealing.method)


def alternating(table: Table) -> bool:
    """Whether two decks take turns, which they do while the shuffler that one waits in works."""
    return table.decks > 1 and working_shuffler(table)


def other_deck(table: Table) -> int:
    return (table.deck + 1) % table.decks


def report_out_of_order(table: Table, command: c.ReportOutOfOrder) -> Answer:
    clause = table.rules.game.cite("out-of-order")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    if not _has_device(table, command.device):
        return refuse(Reason.NO_SUCH_DEVICE, command.device, clause)
    if table.devices.get(command.device, "working") != "working":
        return refuse(Reason.DEVICE_BROKEN, f"the {command.device} is reported already", clause)
    # A shoe that fails at the first card fails during the round too: its wagers are closed.
    loaded = command.device == "shoe" and table.phase == "dealing" and table.cards == "ready"
    in_use = table.dealing.method == "automated-shoe"
    if table.cards == "in play" or (loaded and in_use):
        jam = table.rules.game.cite("shoe-jam" if command.device == "shoe" else "shuffler-jam")
        return refuse(Reason.IN_A_ROUND, "report a jam first", jam)
    return (_reported(command, "out of order", clause),)


def _reported(
    command: c.ReportOutOfOrder | c.MarkDevice | c.RestoreDevice,
    condition: e.Condition,
    clause: str,
) -> e.DeviceReported:
    return e.DeviceReported(command.device, condition, command.by, command.at, clause)


def mark_device(table: Table, command: c.MarkDevice) -> Answer:
    clause = table.rules.game.cite("out-of-order")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    if table.devices.get(command.device, "working") == "working":
        return refuse(Reason.DEVICE_WORKING, f"the {command.device}", clause)
    return (_reported(command, command.how, clause),)


def restore_device(table: Table, command: c.RestoreDevice) -> Answer:
    clause = table.rules.game.cite("out-of-order")
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    if table.devices.get(command.device, "working") == "working":
        return refuse(Reason.DEVICE_WORKING, f"the {command.device}", clause)
    if table.cards == "in play":
        return refuse(Reason.IN_A_ROUND, f"round {table.round}", clause)
    return (_reported(command, "working", clause),)


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
        if table.devices.get("shoe", "working") != "working":
            return refuse(Reason.DEVICE_BROKEN, "the shoe", clause)
        if (needs := dealing.needs_reshuffling) and not rules.choices.device_reshuffles:
            return refuse(Reason.NO_SUCH_METHOD, "the shoe does not reshuffle by itself", needs)
    elif rules.needs_automated_shoe:
        return refuse(Reason.NO_SUCH_METHOD, "the box comes from an automated shoe only", "M3")
    if dealing.method == "hand":
        if not working_shuffler(table):
            return refuse(Reason.NEEDS_SHUFFLER, "dealing from the hand", dealing.requires)
        # Ruling G33: a preshuffled deck goes in the hand as it is.
        if table.cards in ("shuffled", "ready") and not (table.by_device or table.prepared):
            return refuse(
                Reason.NEEDS_SHUFFLER, "these cards were shuffled by hand", dealing.requires
            )
    return None


def unmarked(table: Table, clause: str) -> Refusal | None:
    for device, condition in table.devices.items():
        if condition == "out of order":
            return refuse(Reason.DEVICE_NOT_MARKED, f"the {device}", clause)
    return None


def working_shuffler(table: Table) -> bool:
    working = table.devices.get("shuffler", "working") == "working"
    return table.rules.choices.shuffler and working


def evolve_device(table: Table, event: e.DeviceReported) -> Table:
    if event.condition == "jammed":
        # The shuffle did not finish (235 13.F, DD .13D, LIR .13F, MS 13.F): shuffle again.
        if event.device == "shuffler" and table.stored == "ready":
            return replace(table, stored="", stored_order=())
        shuffled = table.cards in ("shuffled", "ready")
        return replace(table, cards="used", stub=()) if shuffled else table
    return replace(table, devices={**table.devices, event.device: event.condition})


def evolve_method(table: Table, event: e.MethodChanged) -> Table:
    dealing = table.rules.game.dealing(event.method, event.variant)
    assert dealing is not None
    return replace(table, dealing=dealing)
