"""Opening, shuffling, cutting, idling, closing (chapters 3–5): the duties, in their order."""

from typing import Final, NamedTuple

from msgspec.structs import replace

from pitboss.money import MILLIONTHS
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.equipment import alternating, other_deck, reshuffling_shoe, unmarked
from pitboss.table.refusals import Answer, Reason, Refusal, allowed_roles, refuse
from pitboss.table.state import Table

CUT_DEPTH: Final = (
    10  # the cover card goes in at least this deep (235 5.F, DD .05F(1), LIR .05F, MS 5.E)
)


class Duty(NamedTuple):
    roles: tuple[c.Role, ...]
    after: tuple[str, ...]  # conditions of the cards in which it is due
    leads_to: str
    cite: str  # the rule of the game's `cites`


_UNUSED: Final = ("stacked", "shuffled", "ready", "used")
DUTIES: Final[dict[str, Duty]] = {
    "inspect": Duty(("dealer",), ("received",), "inspected", "open.inspect"),
    "verify": Duty(("floorperson",), ("inspected",), "verified", "open.inspect"),
    "spread": Duty(("dealer",), ("verified",), "spread", "open.spread"),
    # The first player is owed the opportunity: the dealer may say that it was there.
    "view": Duty(("player", "dealer"), ("spread", "idle"), "viewed", "open.wash"),
    "wash": Duty(("dealer",), ("viewed",), "stacked", "open.wash"),
    "recut": Duty(("floorperson",), ("ready",), "shuffled", "recut"),
    # An idle table's cards lie face down, or face up from the start; face down they are turned up
    # for whoever comes (235 5.H, DD .05H(2) and (3), LIR .05H, MS 5.G).
    "idle": Duty(("dealer",), _UNUSED, "idle", "idle.spread"),
    "idle-up": Duty(("dealer",), _UNUSED, "spread", "idle.spread"),
    "turn": Duty(("dealer",), ("idle",), "spread", "idle.turn"),
    "close": Duty(("dealer", "floorperson"), (), "closed", "open.inspect"),
}
OPENING: Final[tuple[c.Duty, ...]] = ("inspect", "verify", "spread", "view", "wash")
OPEN: Final = ("stacked", "shuffled", "ready", "used", "in play")


def receive(table: Table, command: c.ReceiveCards) -> Answer:
    rules = table.rules
    clause = rules.game.cite("open.preshuffled" if command.prepared else "open.inspect")
    if no := allowed_roles(command, "dealer", clause=clause):
        return no
    if table.cards == "in play":
        return refuse(Reason.IN_A_ROUND, "cards are changed between rounds", clause)
    if command.prepared and command.order and not _is_deck(table, command.order):
        return refuse(Reason.BAD_DECK, f"{len(command.order)} cards given", rules.game.cite("deck"))
    received = e.CardsReceived(
        rules.choices.decks, command.prepared, command.order, command.by, command.at, clause
    )
    if table.meters or not rules.choices.meters:
        return (received,)
    meters = {terms.meter: terms.initial * MILLIONTHS for terms in rules.choices.meters}
    return (e.TableOpened(meters, command.by, command.at, rules.fingerprint), received)


def perform(table: Table, command: c.Perform) -> Answer:
    duty, game = DUTIES[command.duty], table.rules.game
    clause = game.cite(duty.cite)
    if no := allowed_roles(command, *duty.roles, clause=clause):
        return no
    if table.cards == "in play" and command.duty != "recut":
        return refuse(Reason.IN_A_ROUND, f"round {table.round}", clause)
    if command.duty == "close":
        return _close(table, command, clause)
    if table.cards not in duty.after or table.planned:
        return refuse(Reason.OUT_OF_ORDER_STEP, f"the cards are {table.cards}", clause)
    if command.duty == "recut" and not needs_cut(table, by_device=table.by_device):
        return refuse(Reason.CUT_NOT_NEEDED, "no cut was required", clause)
    if command.duty in ("idle", "idle-up") and any(seat.stakes for seat in table.seats.values()):
        return refuse(Reason.IN_A_ROUND, "wagers lie on the layout", clause)
    if command.duty == "idle-up" and not table.seats and (rule := game.cite("idle.request")):
        return refuse(Reason.SEAT_EMPTY, "face up is for a player who asks for it", rule)
    if command.duty == "view" and (no := _nobody_looks(table, command, clause)):
        return no
    if (
        command.duty == "verify"
        and command.by.role != "house"
        and command.by.name == table.inspector
    ):
        return refuse(Reason.NOT_YOUR_ROLE, "one person cannot verify their own inspection", clause)
    done = e.DutyDone(command.duty, duty.leads_to, command.by, command.at, clause)
    if command.duty == "view" and table.cards == "idle":
        turned = game.cite("idle.turn")
        return (e.DutyDone("turn", "spread", command.by, command.at, turned), done)
    return (done,)


def _nobody_looks(table: Table, command: c.Perform, clause: str) -> Refusal | None:
    if not table.seats:
        return refuse(Reason.SEAT_EMPTY, "no player has come to the table yet", clause)
    seated = any(seat.player == command.by.name for seat in table.seats.values())
    if command.by.role == "player" and not seated:
        return refuse(Reason.NOT_YOUR_SEAT, f"{command.by.name} has none here", clause)
    return None


def _close(table: Table, command: c.Perform, clause: str) -> Answer:
    if table.cards == "closed":
        return refuse(Reason.TABLE_CLOSED, "it is closed already", clause)
    if any(seat.stakes for seat in table.seats.values()):
        return refuse(Reason.IN_A_ROUND, "wagers lie on the layout", clause)
    return (e.DutyDone("close", "closed", command.by, command.at, clause),)


def shuffle(table: Table, command: c.Shuffle) -> Answer:
    game, choices = table.rules.game, table.rules.choices
    directed = command.by.role == "floorperson"
    clause = game.cite("shuffle.directed" if directed else "shuffle")
    if no := allowed_roles(command, "dealer", "floorperson", clause=clause):
        return no
    due = _UNUSED if directed else ("stacked", "used")
    other = table.cards == "in play" and alternating(table)
    if other:
        # The deck not in play is shuffled and kept in the device.
        clause = game.cite("decks.stored")
        if no := _not_stored_now(table, command, directed=directed, clause=clause):
            return no
    elif table.cards not in due or table.planned:
        return refuse(Reason.OUT_OF_ORDER_STEP, f"the cards are {table.cards}", clause)
    if command.device:
        if not choices.shuffler:
            return refuse(Reason.NEEDS_SHUFFLER, "the table has none", game.cite("shuffle.device"))
        if table.devices.get("shuffler", "working") != "working":
            return refuse(Reason.DEVICE_BROKEN, "the shuffler", game.cite("out-of-order"))
    elif no := unmarked(table, game.cite("out-of-order")):
        return no
    elif table.dealing.method == "hand":
        return refuse(Reason.NEEDS_SHUFFLER, "dealing from the hand", table.dealing.requires)
    elif choices.decks > 1 and table.devices.get("shuffler", "working") == "working":
        return refuse(
            Reason.NEEDS_SHUFFLER, "two decks alternate through it", game.cite("decks.two")
        )
    if command.order and not _is_deck(table, command.order):
        return refuse(Reason.BAD_DECK, f"{len(command.order)} cards given", game.cite("deck"))
    deck = other_deck(table) if other else table.deck
    if command.counted is not None and not (command.device and choices.shuffler_counts):
        counts = game.cite("count.device")
        return refuse(Reason.NO_SUCH_DEVICE, "no device counts the cards in this shuffle", counts)
    if command.counted not in (None, table.size):
        # Ruling G22: the count of the game's own deck. Ruling G28: even where the cut is excused.
        why = f"the device counted {command.counted} cards, not {table.size}"
        return (e.DeckRemoved(deck, why, command.at, game.cite("count.device")),)
    return (
        e.CardsShuffled(
            deck,
            command.order,
            command.device,
            needs_cut(table, by_device=command.device),
            command.by,
            command.at,
            clause,
        ),
    )


def _not_stored_now(
    table: Table, command: c.Shuffle, *, directed: bool, clause: str
) -> Refusal | None:
    if table.stored == "removed":
        return refuse(Reason.OUT_OF_ORDER_STEP, "the other deck is removed", clause)
    if table.stored and not directed:
        return refuse(Reason.OUT_OF_ORDER_STEP, "the other deck waits in the shuffler", clause)
    if not command.device:
        return refuse(Reason.NEEDS_SHUFFLER, "two decks alternate through it", clause)
    return None


def needs_cut(table: Table, *, by_device: bool) -> bool:
    # 235 5.I, DD .05I, LIR .05I, MS 5.H, MS 5.I: a device that reshuffles and counts excuses the
    # cut while it is in use: not beside a shuffle by hand, nor while it is out of order.
    return not (by_device or reshuffling_shoe(table))


def _is_deck(table: Table, order: tuple[int, ...]) -> bool:
    return len(order) == table.size and {*order} == table.rules.deck


def cut(table: Table, command: c.Cut) -> Answer:
    game = table.rules.game
    clause = game.cite("cut")
    if no := allowed_roles(command, "dealer", clause=clause):
        return no
    if table.cards != "shuffled":
        why = Reason.CUT_NOT_NEEDED if table.cards == "ready" else Reason.OUT_OF_ORDER_STEP
        return refuse(why, f"the cards are {table.cards}", game.cite("cut.required"))
    if not CUT_DEPTH <= command.depth < table.size:
        detail = f"{command.depth} of {table.size}, not {CUT_DEPTH} to {table.size - 1}"
        return refuse(Reason.BAD_CUT, detail, clause)
    return (e.CardsCut(command.depth, command.by, command.at, clause),)


def evolve_received(table: Table, event: e.CardsReceived) -> Table:
    prepared = "shuffled" if needs_cut(table, by_device=False) else "ready"
    return replace(
        table,
        cards=prepared if event.prepared else "received",
        by_device=False,
        prepared=event.prepared,
        stored="",
        stored_order=(),
        inspector="",
        # Of the first deck. The second is shuffled by the device it waits in, prepared or not (235
        # 3.B(3), DD .03B(3), LIR .03B(3), MS 3.B(3)).
        stub=event.order,
        decks=event.decks,
        deck=0,
        # A deck that replaces one removed after "no more bets" is in play at once.
        in_play_since=(event.at if table.phase != "bets" else None, None)[: event.decks],
    )


def evolve_duty(table: Table, event: e.DutyDone) -> Table:
    if event.leads_to == "closed":
        table = replace(table, decks=0, in_play_since=(), stub=())
    if event.duty == "inspect":
        table = replace(table, inspector=event.by.name)
    if event.duty in ("idle", "idle-up", "close"):
        table = replace(table, stored="", stored_order=())
    return replace(table, cards=event.leads_to)


def evolve_shuffled(table: Table, event: e.CardsShuffled) -> Table:
    if table.cards == "in play":
        return replace(table, stored="ready", stored_order=event.order)
    condition = "shuffled" if event.needs_cut else "ready"
    table.cards, table.stub = condition, event.order
    table.by_device, table.prepared = event.device, False
    return table


def evolve_cut(table: Table, event: e.CardsCut) -> Table:
    # 235 5.F(1), DD .05F(2), LIR .05F(1), MS 5.E(1): what lies above the cover card goes under.
    stub = table.stub[event.depth :] + table.stub[: event.depth]
    return replace(table, cards="ready", stub=stub)


def evolve_deck_removed(table: Table, event: e.DeckRemoved) -> Table:
    if table.cards == "in play":
        # The other deck, counted while this one is played: the round goes on.
        return replace(table, stored="removed", stored_order=())
    # Two decks alternate or none is played (235 3.B(4), DD .03B(4), LIR .03B(4), MS 3.B(4)): both
    # are received anew.
    return replace(table, cards="closed", stub=(), stored="", stored_order=())
