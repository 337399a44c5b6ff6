"""Cash at the cage: real money into wallets and out of them, and chips for the cage itself.

An amount above the submission's limit, or for one's own account, needs a second person. Staff hold
no chips: what is left in a wallet from earlier can only be paid out.
"""

import hashlib
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.ledger import balance, issue, wallet
from pitboss.house.people.notes import note
from pitboss.house.people.persons import STAFF, Person, person_row
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import meta
from pitboss.house.writing.replies import earlier_reply, store_reply
from pitboss.money import Cents, format_cents
from pitboss.rulebook.submission.cage import CageTerms
from pitboss.rulebook.submission.tables import CURRENCIES, Currency
from pitboss.table.postings import Posting

STORED_SUBMISSION: Final = "submission"  # the newest one, in `meta`


class InsufficientFunds(PitbossError):
    """An account with less than the payment needs, or no such account."""

    status = 409


class NoWallet(PitbossError):
    """Chips for a member of staff, or for a closed account."""

    status = 409


class Cash(msgspec.Struct, frozen=True, tag=True):
    """Real money into a person's wallet, or out of it if negative."""

    name: str
    cents: int


class Bankroll(msgspec.Struct, frozen=True, tag=True):
    """Chips into the cage from outside the house, or out of it if negative."""

    currency: Currency
    cents: int


HouseAct = Cash | Bankroll


class CashReply(msgspec.Struct, frozen=True):
    """The entry in the house's log, and the wallet or the cage after it."""

    table: str
    seq: int
    held: Cents


class _Stored(msgspec.Struct):
    """The part of the stored submission that is about the cage."""

    cage: CageTerms = CageTerms()


def cash_limit(tx: sa.Connection) -> Cents:
    """The amount above which cash needs a second person."""
    row = tx.execute(sa.select(meta.c.value).where(meta.c.key == STORED_SUBMISSION)).first()
    stored = _Stored() if row is None else msgspec.json.decode(row.value, type=_Stored)
    return stored.cage.second_person_above


def reason_for_two(tx: sa.Connection, by: Person, act: HouseAct) -> str:
    """Why an act needs a second person; empty if one is enough."""
    if isinstance(act, Cash) and act.name.lower() == by.name.lower():
        return "it is your own account"
    limit = cash_limit(tx)
    practice = isinstance(act, Bankroll) and act.currency == "practice"
    if abs(act.cents) > limit and not practice:
        return f"it is more than {format_cents(limit)}"
    return ""


def perform(
    tx: sa.Connection, house: House, by: Person, act: HouseAct, command_id: str, **approval: Any
) -> CashReply:
    """Moves the money and logs it. With an id, a retry moves nothing again.

    `approval` holds the asker and the number of the approval, where two persons did it.
    """
    log.lock_stream(tx, log.HOUSE_STREAM)
    if not act.cents:
        raise InsufficientFunds("nothing to pay")
    key, stream = f"{by.name}:{command_id}", log.HOUSE_STREAM
    digest = hashlib.sha256(_digest_text(act).encode()).hexdigest()
    if command_id and (earlier := earlier_reply(tx, key, stream, digest, CashReply)):
        return earlier
    account, about = _account(tx, act)
    before = balance(tx, account, lock=True)
    if before + act.cents < 0:
        raise InsufficientFunds(
            f"{account} holds {format_cents(before)} and would go below zero",
            what_to_do="pay out no more than that",
        )
    currency = account.partition("/")[0]
    body = {**about, "cents": act.cents, "by": by.name, "id": command_id, **approval}
    body["limit"] = cash_limit(tx)
    move = Posting(issue(currency), account, act.cents)
    seq = note(tx, house, type(act).__name__, body, (move,), house.clock())
    reply = CashReply(stream, seq, Cents(before + act.cents))
    if command_id:
        store_reply(tx, key, stream, seq, digest, reply)
    return reply


def _digest_text(act: HouseAct) -> str:
    if isinstance(act, Cash):
        return f"cash {act.name.lower()} {act.cents}"
    return f"bankroll {act.currency} {act.cents}"


def _account(tx: sa.Connection, act: HouseAct) -> tuple[str, dict[str, Any]]:
    """The account that the act is about, and what the log calls it."""
    if isinstance(act, Bankroll):
        return f"{act.currency}/cage", {"currency": act.currency}
    row = person_row(tx, act.name)
    if row is None:
        raise InsufficientFunds(f"there is no person {act.name!r} to pay")
    if act.cents > 0 and row.role in STAFF:
        raise NoWallet(
            f"{row.name} is staff ({row.role}), and staff hold no chips",
            what_to_do="pay in only for players; what staff still have can be paid out",
        )
    if act.cents > 0 and row.closed:
        what_to_do = "open the account again first; paying out needs no open account"
        raise NoWallet(f"the account of {row.name} is closed", what_to_do=what_to_do)
    return wallet("real", row.name), {"name": row.name}  # in the spelling of the books


def check_no_wallet(tx: sa.Connection, name: str) -> None:
    """Refuses to hire under a name whose wallet still has chips."""
    for currency in CURRENCIES:
        chips = balance(tx, wallet(currency, name))
        if chips:
            what_to_do = "pay the wallet out first, or choose another name"
            raise NoWallet(
                f"{wallet(currency, name)} holds {format_cents(chips)}, and staff hold no chips",
                what_to_do=what_to_do,
            )
