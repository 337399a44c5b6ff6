"""Devices that jam, fail, are covered or signed, and work again (chapter 13)."""

from msgspec.structs import replace

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.equipment import alternating, condition, failing_shoe, one_device
from pitboss.table.refusals import Answer, Reason, allowed_roles, refuse
from pitboss.table.state import Table
from pitboss.table.voiding import void


def _has_device(table: Table, device: c.Device) -> bool:
    """The devices of 235 13.H, DD .13F, LIR .13H and MS 13.H; a manual shoe is none."""
    if device == "shuffler":
        return table.rules.choices.shuffler
    return "automated-shoe" in (table.dealing.method, table.rules.dealing.method)


def report_out_of_order(table: Table, command: c.ReportOutOfOrder) -> Answer:
    clause = table.rules.game.cite("out-of-order")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    if not _has_device(table, command.device):
        return refuse(Reason.NO_SUCH_DEVICE, command.device, clause)
    if condition(table, command.device) != "working":
        return refuse(Reason.DEVICE_BROKEN, f"the {command.device} is reported already", clause)
    reported = _reported(command, "out of order", clause)
    if failing_shoe(table, command.device):
        jam = table.rules.game.cite("shoe-jam")
        return (reported, *void(table, command, "the shoe is out of order", jam))
    return (reported,)


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
    if condition(table, command.device) == "working":
        return refuse(Reason.DEVICE_WORKING, f"the {command.device}", clause)
    return (_reported(command, command.how, clause),)


def restore_device(table: Table, command: c.RestoreDevice) -> Answer:
    clause = table.rules.game.cite("out-of-order")
    if no := allowed_roles(command, "floorperson", clause=clause):
        return no
    if condition(table, command.device) == "working":
        return refuse(Reason.DEVICE_WORKING, f"the {command.device}", clause)
    if table.cards == "in play":
        return refuse(Reason.IN_A_ROUND, f"round {table.round}", clause)
    return (_reported(command, "working", clause),)


def jam(table: Table, command: c.ReportJam) -> Answer:
    """A shoe that still has cards to deal voids the round; a shuffle is done again."""
    game, device = table.rules.game, command.device
    voids = failing_shoe(table, device)
    clause = game.cite("shoe-jam" if voids or device == "shoe" else "shuffler-jam")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    jammed = e.DeviceReported(device, "jammed", command.by, command.at, clause)
    if voids:
        if condition(table, device) != "working":
            return refuse(Reason.DEVICE_BROKEN, f"the {device}", game.cite("out-of-order"))
        return (jammed, *void(table, command, "the shoe jammed", clause))
    if device == "shoe":
        if table.dealing.method != "automated-shoe":
            return refuse(Reason.NO_SUCH_DEVICE, "no automated shoe is in use", clause)
        if table.phase == "settling":
            return refuse(Reason.ALREADY_SETTLED, "", clause)
        if table.phase == "bets":
            return refuse(Reason.NO_ROUND, "no cards are out", clause)
        return refuse(Reason.NOTHING_TO_DEAL, "the shoe has dealt all its cards", clause)
    if not table.rules.choices.shuffler:
        return refuse(Reason.NO_SUCH_DEVICE, "the table has no shuffler", clause)
    if condition(table, device) != "working":
        return refuse(Reason.DEVICE_BROKEN, "the shuffler", game.cite("out-of-order"))
    in_use = ("stacked", "used", "shuffled", "ready", *("in play",) * alternating(table))
    if table.cards not in in_use:
        return refuse(Reason.OUT_OF_ORDER_STEP, f"the cards are {table.cards}", clause)
    return (jammed,)


def evolve_device(table: Table, event: e.DeviceReported) -> Table:
    if event.condition == "jammed":
        # The shuffle did not finish (235 13.F, DD .13D, LIR .13F, MS 13.F): shuffle again.
        if event.device == "shuffler" and table.stored == "ready":
            return replace(table, stored="loaded", stored_order=())
        shuffled = table.cards in ("shuffled", "ready")
        return replace(table, cards="used", stub=()) if shuffled else table
    if event.condition == "out of order":
        table = _emptied(table, event.device)
    others = {} if one_device(table) else table.devices
    return replace(table, devices={**others, event.device: event.condition})


def _emptied(table: Table, device: c.Device) -> Table:
    """What a broken device held comes out of it: the deck stored, and what a shoe was to deal."""
    if (device == "shuffler" or one_device(table)) and table.stored in ("loaded", "ready"):
        table = replace(table, stored="", stored_order=())
    if failing_shoe(table, device) and table.cards in ("shuffled", "ready"):
        table = replace(table, cards="used", stub=())
    return table
