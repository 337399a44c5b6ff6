"""The edition of the rules under which a table's commands were decided.

A later program may refuse what an earlier one accepted. Entries of an earlier edition are chained,
folded and posted again and their payments judged by the paytable, but they are not decided again.
A new table's first entry names the edition; in an older table's log, the first start of a new
program notes that its edition began.
"""

from typing import Final

import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.storage import log
from pitboss.house.storage.keys import Keys
from pitboss.house.storage.schema.tables import entries

# Edition 1 named none: dealers read every face-down card, and the house made up counts. Since 3, a
# wager is removed for a reason, an impossible card takes both decks, and a validation counts empty
# places too.
EDITION: Final = 3
EDITION_BEGAN: Final = "EditionBegan"  # an entry's kind


def edition_start(tx: sa.Connection, keys: Keys, stream: str) -> int:
    """The number of the first entry of this edition; one past the end if there is none yet."""
    of_stream = sa.select(entries).where(entries.c.stream == stream)
    candidates = (
        of_stream.where(entries.c.seq == 1),
        of_stream.where(entries.c.kind == EDITION_BEGAN).order_by(entries.c.seq),
    )
    for query in candidates:
        for row in tx.execute(query):
            entry = log.Entry(**row._mapping)
            if _edition(keys, entry) == EDITION:
                return entry.seq
    return log.head(tx, stream)[0] + 1


def _edition(keys: Keys, entry: log.Entry) -> int:
    """The edition that the entry names; 0 if none or unreadable, which the chain shows."""
    try:
        return int(log.open_body(keys, entry).note.get("edition", 0))
    except (ValueError, TypeError, PitbossError):
        return 0
