"""Why a command is refused, and the checks that every decision begins with.

The order of the reasons is their precedence: a refusal gives the first that applies.
"""

from enum import Enum
from typing import Final, TypeAlias

import msgspec

from pitboss.table.commands import Command, Role
from pitboss.table.events import Event
from pitboss.table.state import Seat, Table


class Reason(Enum):
    """Each with the sentence that a player or dealer reads; details follow it."""

    NOT_YOUR_ROLE = "that role may not do this"
    NO_SUCH_SEAT = "there is no such seat"
    SEAT_TAKEN = "the seat is taken"
    SEAT_EMPTY = "nobody sits there"
    NOT_YOUR_SEAT = "the seat is another player's"
    NOT_BY_HAND = "the player has not let the dealer enter for the seat"
    ENTERED_BY_OTHER = "somebody else entered it and alone may change it"
    TOO_MANY_BOXES = "the player has as many boxes as one may bet on"
    NOT_ADJACENT = "a player's boxes must be next to each other"
    IN_A_ROUND = "a round is being played"
    NO_ROUND = "no round is being played"
    NO_SUCH_ROUND = "there is no such finished round"
    TABLE_CLOSED = "the table is not open"
    OUT_OF_ORDER_STEP = "that is not the next duty"
    CARDS_NOT_READY = "the cards are not ready to be dealt"
    CUT_NOT_NEEDED = "no cut is needed"
    BAD_CUT = "the cover card must go among the cards, at least ten from the top"
    OTHER_DECK_IN_RACK = "the cards of the other deck are still in the rack"
    NO_PREPARER = "prepared cards come with the name of who prepared them or the number of a seal"
    DECK_OVERDUE = "the deck has been in play too long and must be changed"
    NEEDS_SHUFFLER = "this needs an automated shuffler"
    DEVICE_BROKEN = "the device is out of order"
    DEVICE_NOT_MARKED = "a broken device must be covered or signed before the method changes"
    DEVICE_WORKING = "the device is working"
    NO_SUCH_DEVICE = "the table has no such device"
    NO_SUCH_METHOD = "the game is not dealt that way"
    BAD_DECK = "that is not the game's deck"
    UNKNOWN_CARD = "that card is not possible now"
    CARD_LIES_ELSEWHERE = "that card lies elsewhere"
    READ_TOO_SOON = "cards are dealt face down: a face is entered when it is turned up"
    HAND_FACE_DOWN = "cards lie face down and must be read first"
    WAGERS_CLOSED = "wagers are closed"
    NO_SUCH_SPOT = "the table has no such spot"
    NOT_A_WAGER_YET = "that spot is filled by a decision during the round"
    BAD_STAKE = "the stake is outside the limits"
    NOT_WHOLE_CHIPS = "the stake cannot be made up from the table's chips"
    NEEDS_OTHER_WAGER = "another wager must be placed first"
    NEEDED_BY_OTHER = "another wager depends on it"
    NOT_ENOUGH_CHIPS = "the player does not have that many chips"
    WAGERS_INCOMPLETE = "a seat's wagers are incomplete"
    WAGERS_OPEN = '"no more bets" has not been announced'
    NO_WAGERS = "nobody has bet"
    CHIPS_UNMATCHED = "the chips do not match the accepted wagers"
    CHIPS_MATCH = "the chips match the accepted wagers"
    NOTHING_TO_DEAL = "there is no card to deal now"
    NOT_YOUR_TURN = "it is not that seat's turn"
    NO_DECISION = "no decision is due now"
    NOTHING_TO_RETRACT = "no choice of that seat can be retracted now"
    NOT_AN_OPTION = "that is not one of the options"
    BAD_DISCARD = "those cards cannot be discarded"
    NOTHING_TO_REVEAL = "there is no card to turn up now"
    NOT_SETTLING = "the round is not ready to be settled"
    COUNT_DUE = "the stub must be counted first"
    NO_STUB = "there is no stub to count now"
    AWARD_WAITS = "an award is waiting for a floorperson"
    REPORT_WAITS = "a report is waiting for a floorperson"
    NO_REPORT = "no report is waiting"
    RIGHT_NUMBER = "that is the right number of cards"
    CARD_POSSIBLE = "that card can lie there"
    IN_THE_RACK = "those cards are in the discard rack"
    HAND_REOPENED = "dealer and floorperson must read that hand again"
    PAPERS_WAIT = "the documents of an award are not complete"
    NO_PAPERS = "no documents are open for that seat"
    LAMP_OFF = "the light of the progressive system is not lit"
    COUNT_MISSING = "a count is missing"
    NO_AWARD = "no award is waiting at that seat"
    ALREADY_SETTLED = "settlement has begun"
    NO_SUCH_RULE = "the game has no such rule"
    SEAT_OUT = "the seat is out of the round"
    BAD_AMOUNT = "that amount cannot be moved"
    NO_REASON = "a reason must be given, in one line"
    NO_GROUND = "a ground that the document names must be given, in its time"
    SECOND_PERSON = "a second person must confirm it"


class Refusal(msgspec.Struct, frozen=True):
    reason: Reason
    detail: str
    clause: str  # or the ruling

    def __str__(self) -> str:
        return f"{self.reason.value}: {self.detail}" if self.detail else self.reason.value


Answer: TypeAlias = tuple[Event, ...] | Refusal


def refuse(reason: Reason, detail: str, clause: str) -> Refusal:
    return Refusal(reason, detail, clause)


def allowed_roles(command: Command, *roles: Role, clause: str) -> Refusal | None:
    """The house may do anybody's part: at a self-dealt table, for a silent player, in a drill.

    A decision for a player is marked as the house's act, and at a live table it puts no more money
    at risk (ruling G18).
    """
    role = command.by.role
    return None if role == "house" or role in roles else not_allowed(*roles, clause=clause)


MAX_REASON: Final = 200


def one_line(text: str) -> bool:
    """Whether a reason, or another text that is required, is one line and not empty."""
    return 0 < len(text) <= MAX_REASON and text == text.strip() and text.isprintable()


def no_reason(command: Command, text: str, clause: str) -> Refusal | None:
    """People give a reason; the house, which acts by the rules alone, is asked for none."""
    return None if command.by.role == "house" else bad_reason(text, clause)


def bad_reason(reason: str, clause: str) -> Refusal | None:
    """A reason is one line that somebody wrote."""
    if one_line(reason):
        return None
    return Refusal(Reason.NO_REASON, "", clause)


PLAYERS: Final = ("player", "house")  # as allowed_roles(command, "player"), where it is asked often


def not_allowed(*roles: Role, clause: str) -> Refusal:
    return Refusal(Reason.NOT_YOUR_ROLE, f"only a {' or '.join(roles)} may", clause)


ENTRY_RULING: Final = "G48"
CHIPS_RULING: Final = "G57"


def dealer_of(command: Command) -> str:
    """The dealer who enters for a player, "" where no dealer does."""
    return command.by.name if command.by.role == "dealer" else ""


def own_seat(table: Table, command: Command, number: int) -> Seat | Refusal:
    """The seat, if it is the commanding player's, or played by hand and a dealer enters for it (or
    the house acts).
    """
    seat, game, by = table.seats.get(number), table.rules.game, command.by
    if seat is not None and (by.role != "player" or by.name == seat.player):
        if by.role == "dealer" and not seat.by_hand:
            return Refusal(Reason.NOT_BY_HAND, f"seat {number}", ENTRY_RULING)
        return seat
    if not 1 <= number <= game.seats:
        return Refusal(Reason.NO_SUCH_SEAT, f"seat {number}", game.cite("seats"))
    clause = game.cite("wager.seated")
    if seat is None:
        return Refusal(Reason.SEAT_EMPTY, f"seat {number}", clause)
    return Refusal(Reason.NOT_YOUR_SEAT, f"seat {number} is {seat.player}'s", clause)
