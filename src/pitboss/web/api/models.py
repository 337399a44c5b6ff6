"""Requests and answers of the API; its OpenAPI description is generated from these."""

from typing import Annotated, Final, Literal

import msgspec

from pitboss.house.people.persons import PersonRole, Role
from pitboss.house.reactions import Sign
from pitboss.house.writing.replies import Done
from pitboss.rulebook.submission.tables import MAX_SECONDS, MIN_SECONDS, Currency
from pitboss.web.api.commands import CommandForm
from pitboss.web.errors import ErrorDetail

# No control characters: names do not need them, and PostgreSQL takes no NUL.
Text = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00-\x1f]*$")]
Name = Annotated[str, msgspec.Meta(max_length=60, pattern=r"^[^\x00-\x1f]*$")]
TableId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9-]{1,40}$")]
OptionalId = Annotated[str, msgspec.Meta(max_length=40, pattern="^[!-~]*$")]
CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[!-~]+$")]


MAX_LIST: Final = 24  # commands in one request


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request body; unknown fields are refused."""


class Credentials(RequestBody, frozen=True):
    name: Name
    password: Text


class Invitation(RequestBody, frozen=True):
    token: Text
    name: Name
    password: Text


class Secret(RequestBody, frozen=True):
    password: Text


class OwnPassword(RequestBody, frozen=True):
    """`password` is the present one."""

    password: Text
    new: Text


class CommandRequest(RequestBody, frozen=True):
    """`id` makes a retry safe: the same id never has a second effect."""

    id: CommandId
    command: CommandForm


class CommandList(RequestBody, frozen=True):
    """Commands that are given one after the other until one is refused.

    `id` makes a retry safe: it stands for the whole list.
    """

    id: CommandId
    commands: Annotated[tuple[CommandForm, ...], msgspec.Meta(min_length=1, max_length=MAX_LIST)]


class RebetRequest(RequestBody, frozen=True, kw_only=True):
    """`seat` defaults to one's own; `id` makes a retry safe."""

    seat: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = None
    id: OptionalId = ""


class SeatRequest(RebetRequest, frozen=True, kw_only=True):
    """`seat` defaults to one's own or the first free one."""

    cents: Annotated[int, msgspec.Meta(ge=1, le=10**12)]


class SeedText(RequestBody, frozen=True):
    seed: Text


class ReactionRequest(RequestBody, frozen=True):
    sign: Sign


class NewAccount(RequestBody, frozen=True):
    name: Name
    role: PersonRole
    password: Text


class NewDevice(RequestBody, frozen=True):
    """The shoe or shuffler of one table."""

    name: Name
    table: TableId


class ShiftRequest(RequestBody, frozen=True):
    """`until` in milliseconds; a time in the past ends the assignment."""

    name: Name
    tables: Annotated[tuple[TableId, ...], msgspec.Meta(min_length=1, max_length=200)]
    until: Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Revocation(RequestBody, frozen=True):
    name: Name
    close: bool = False


class Reopening(RequestBody, frozen=True):
    name: Name


class CashMovement(RequestBody, frozen=True):
    name: Name
    cents: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    id: OptionalId = ""  # a retry under the same id pays nothing more


class BankrollMovement(RequestBody, frozen=True):
    currency: Currency
    cents: Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
    id: OptionalId = ""  # a retry under the same id moves nothing more


class ApprovalRequest(RequestBody, frozen=True):
    table: TableId
    command: CommandForm
    id: OptionalId = ""  # a retry under the same id adds no second approval


class ApprovalDecision(RequestBody, frozen=True):
    approve: bool


_Seconds = Annotated[int, msgspec.Meta(ge=MIN_SECONDS, le=MAX_SECONDS)]


class TableSettings(RequestBody, frozen=True, kw_only=True):
    """A table's clock in seconds and its duties left to people; absent fields do not change."""

    betting: _Seconds | None = None
    deciding: _Seconds | None = None
    away: _Seconds | None = None
    awards_and_voids: Literal["house", "floorperson"] | None = None
    cards: Literal["house", "physical"] | None = None


class NewTable(TableSettings, frozen=True, kw_only=True):
    """A table of a game in the house's submission, which also has the default settings."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,32}$")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f]*$")]
    game: Name
    currency: Literal["practice", "real"]
    mode: Literal["self-dealt", "dealer"]
    meters: Literal["linked", "own"] = "linked"


class Identity(msgspec.Struct, frozen=True):
    name: str
    role: Role
    guest: bool
    csrf: str
    locked: bool
    temporary: bool  # somebody else set the password, so it must be changed


class NewSession(Identity, frozen=True, kw_only=True):
    """`token` is sent only here: as a bearer token it needs no CSRF header."""

    token: str


class OwnAccount(Identity, frozen=True, kw_only=True):
    wallets: dict[str, int]


class Visitor(msgspec.Struct, frozen=True):
    """`name` is empty when there is no session."""

    name: str = ""
    role: str = ""
    guest: bool = False
    csrf: str = ""
    locked: bool = False
    temporary: bool = False
    wallets: dict[str, int] = {}


class Commitment(msgspec.Struct, frozen=True):
    round: int
    commitment: str


class RoundRow(msgspec.Struct, frozen=True):
    table: str
    round: int
    began: int
    ended: int
    outcome: str


class SeatPurchase(msgspec.Struct, frozen=True):
    seat: int
    chips: int


class ReadySeats(msgspec.Struct, frozen=True):
    ready: list[int]


class PracticeBalance(msgspec.Struct, frozen=True):
    practice: int


class CageBalance(msgspec.Struct, frozen=True):
    cage: int  # cents


class RealBalance(msgspec.Struct, frozen=True):
    real: int


class LockState(msgspec.Struct, frozen=True):
    unlocked: bool


class Health(msgspec.Struct, frozen=True):
    """`well` is false when program files differ from the manifest."""

    well: bool
    tables: int


class Empty(msgspec.Struct, frozen=True):
    """Success without content."""


class NewNumber(msgspec.Struct, frozen=True):
    number: int


class ApprovalResult(msgspec.Struct, frozen=True):
    done: bool


class NewTableId(msgspec.Struct, frozen=True):
    id: str


class StaffAccount(msgspec.Struct, frozen=True):
    name: str
    role: Role


class DeviceAccount(msgspec.Struct, frozen=True):
    """`token` is sent only here; the device sends it as a bearer token with every command."""

    name: str
    table: str
    token: str


class CommandLine(msgspec.Struct, frozen=True):
    """One command of a list: what came of it, or why it was refused."""

    type: str
    done: Done | None = None
    error: ErrorDetail | None = None


class CommandLines(msgspec.Struct, frozen=True):
    """A line for each command up to the first refusal; the rest were not given."""

    lines: list[CommandLine]
    complete: bool


class TableMoney(msgspec.Struct, frozen=True):
    """A table's inventory, drop, fills and win, in cents."""

    inventory: int
    drop: int
    fills: int
    win: int
