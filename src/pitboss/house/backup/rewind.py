"""What a house does when it goes back to the time of a backup: no card may be known already.

The house may have been played on after the backup: its open rounds may have ended and their seeds
been revealed. So an open round is voided, the next shuffle of every table depends on entropy that
did not exist then, and the log says that the house was restored.
"""

from typing import Final

import sqlalchemy as sa

from pitboss.house.backup.archive import Manifest
from pitboss.house.live_table import HOUSE, LiveTable
from pitboss.house.people.notes import note
from pitboss.house.service import House
from pitboss.house.storage.schema.tables import of_round, seeds
from pitboss.house.writing.replies import Done
from pitboss.table import commands as c
from pitboss.table.reports import last_card_up

RESTORED: Final = "Restored"
REASON: Final = "the house was restored to an earlier time"
SEED_BYTES: Final = 24
_SHUFFLED: Final = ("shuffled", "ready")


def rewind(house: House, manifest: Manifest) -> list[str]:
    """Voids and reseeds what was open at the backup; returns what is left for people to do."""
    lines = [line for row in house.table_rows() for line in _rewind_table(house, row.id)]
    at = house.clock()
    with house.store.begin() as tx:
        body = {"at": manifest.at, "program": manifest.program, "entries": manifest.entries}
        note(tx, house, RESTORED, body, (), at)
    return lines


def _rewind_table(house: House, table_id: str) -> list[str]:
    table = house.live(table_id).table
    if last_card_up(table):  # nothing is left to decide: the round ends as it ended
        return []
    if table.phase not in ("bets", "unmatched"):
        command = c.CannotDeal(by=HOUSE, at=house.clock() // 1000, reason=REASON)
        reply = _order(house, table_id, "void", command)
        if not isinstance(reply, Done):
            return [
                f"{table_id}: round {table.round} is open and its cards may be known; "
                f"a floorperson must void it ({reply})"
            ]
    live = house.live(table_id)
    if live.table.phase != "bets" or live.row.settings.cards != "house":
        return []
    if _shuffles(house, live):
        return [
            f"{table_id}: the deck of round {live.table.round} was shuffled before the backup and "
            "may be known; close this table and open another"
        ]
    house.mix_seed(table_id, house.entropy(SEED_BYTES).hex())
    if live.table.cards in _SHUFFLED:  # by an earlier round that had no card dealt
        again = c.DirectShuffle(by=HOUSE, at=house.clock() // 1000, reason=REASON)
        _order(house, table_id, "shuffle", again)
    return []


def _order(house: House, table_id: str, what: str, command: c.Command) -> object:
    seq = house.live(table_id).seq
    return house.do(HOUSE, table_id, f"restored {what} {table_id} {seq + 1}", command)


def _shuffles(house: House, live: LiveTable) -> int:
    query = sa.select(seeds.c.shuffles).where(of_round(seeds, live.row.id, live.table.round))
    with house.store.read() as tx:
        return int(tx.execute(query).scalar_one())
