"""The database as SQLAlchemy sees it. Migrations in versions/ make it; a test compares the two.

`entries` is the append-only log: one row per command that took effect, hash-chained by stream. All
else can be rebuilt from it, and the audit does so.
"""

from typing import Any, Final

import sqlalchemy as sa

metadata: Final = sa.MetaData()

meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False, unique=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("password", sa.String(200)),  # argon2id; none for a guest
    # Failures from strange networks since `failures_since`, and until when those are refused.
    sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
    sa.Column("locked_until", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("created", sa.BigInteger, nullable=False),
    # The one table of a device's account.
    sa.Column("device_table", sa.String(40), nullable=False, server_default=""),
    sa.Column("failures_since", sa.BigInteger, nullable=False, server_default="0"),
    # Somebody else set the password.
    sa.Column("temporary", sa.Boolean, nullable=False, server_default=sa.false()),
)

# Log-ins by account and network (people/logins.py).
logins = sa.Table(
    "logins",
    metadata,
    sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("network", sa.String(60), primary_key=True),
    sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
    sa.Column("locked_until", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("succeeded", sa.BigInteger, nullable=False, server_default="0"),  # 0: never
    sa.Column("at", sa.BigInteger, nullable=False),  # the last attempt
)

# Which floorperson is assigned to which table, and until when.
assignments = sa.Table(
    "assignments",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("stream", sa.String(40), primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),  # milliseconds
    sa.Column("by_name", sa.String(40), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),  # a hash: the token itself is never stored
    sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("csrf", sa.String(64), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("locked", sa.Boolean, nullable=False, server_default=sa.false()),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("currency", sa.String(16), nullable=False),  # practice or real
    sa.Column("mode", sa.String(16), nullable=False),  # self-dealt or dealer
    sa.Column("link", sa.String(40), nullable=False),  # tables of one link share their meters
    sa.Column("choices", sa.LargeBinary, nullable=False),
    sa.Column("settings", sa.LargeBinary, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("snapshot", sa.LargeBinary),  # the state after snapshot_seq, sealed
    sa.Column("snapshot_seq", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false()),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("stream", sa.String(40), primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),  # milliseconds
    sa.Column("by_role", sa.String(16), nullable=False),
    sa.Column("by_name", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("sealed", sa.Boolean, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Index("entries_by_round", "stream", "round"),
)

commands = sa.Table(
    "commands",
    metadata,
    sa.Column("id", sa.String(80), primary_key=True),  # person and the id they gave
    sa.Column("stream", sa.String(40), nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("asked", sa.String(64), nullable=False),  # hash of what was asked under the id
    sa.Column("reply", sa.LargeBinary, nullable=False),
)

# A table's fills are added up through an index of their own. A query uses it only if it names one
# of these two accounts literally, as `from_cage` does.
_FROM_CAGE: Final = sa.text("source = 'practice/cage' OR source = 'real/cage'")

postings = sa.Table(
    "postings",
    metadata,
    sa.Column("stream", sa.String(40), primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("source", sa.String(120), nullable=False),
    sa.Column("target", sa.String(120), nullable=False),
    sa.Column("cents", sa.BigInteger, nullable=False),
    sa.Index("postings_from_cage", "target", sqlite_where=_FROM_CAGE, postgresql_where=_FROM_CAGE),
)

balances = sa.Table(
    "balances",
    metadata,
    sa.Column("account", sa.String(120), primary_key=True),
    sa.Column("cents", sa.BigInteger, nullable=False),
)

meters = sa.Table(
    "meters",
    metadata,
    sa.Column("id", sa.String(80), primary_key=True),  # link and meter name
    sa.Column("millionths", sa.BigInteger, nullable=False),
    sa.Column("locked_by", sa.String(40), nullable=False, server_default=""),
)

seeds = sa.Table(
    "seeds",
    metadata,
    sa.Column("stream", sa.String(40), primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.Column("revealed", sa.LargeBinary),
    sa.Column("player_seeds", sa.LargeBinary, nullable=False),
    sa.Column("shuffles", sa.Integer, nullable=False, server_default="0"),
)

rounds = sa.Table(
    "rounds",
    metadata,
    sa.Column("stream", sa.String(40), primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True),
    sa.Column("began", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
    sa.Column("outcome", sa.String(16), nullable=False),  # settled or void
    sa.Column("after", sa.LargeBinary, nullable=False),  # the state it left, sealed
    sa.Index("rounds_by_end", "ended", "stream", "round"),
)

round_seats = sa.Table(
    "round_seats",
    metadata,
    sa.Column("stream", sa.String(40), primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("player", sa.String(40), nullable=False),
    sa.Column("staked", sa.BigInteger, nullable=False),
    sa.Column("net", sa.BigInteger, nullable=False),
    sa.Column("hand", sa.String(60), nullable=False),
    sa.Index("round_seats_by_player", "player", "stream", "round"),
)

# What finished rounds are searched by (history/index.py).
round_clauses = sa.Table(
    "round_clauses",
    metadata,
    sa.Column("stream", sa.String(40), primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True),
    sa.Column("clause", sa.String(40), primary_key=True),
    sa.Index("round_clauses_by_clause", "clause", "stream", "round"),
    sqlite_with_rowid=False,
)

round_hands = sa.Table(
    "round_hands",
    metadata,
    sa.Column("stream", sa.String(40), primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("hand", sa.String(60), primary_key=True),
    sa.Index("round_hands_by_hand", "hand", "stream", "round", "seat"),
    sqlite_with_rowid=False,
)

submissions = sa.Table(
    "submissions",
    metadata,
    sa.Column("number", sa.BigInteger, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("by_name", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),  # TOML, as it was given
)

checkpoints = sa.Table(
    "checkpoints",
    metadata,
    sa.Column("number", sa.BigInteger, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("signature", sa.LargeBinary, nullable=False),
)

# The processes that serve this house now. All times are the database's own clock.
servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("address", sa.String(120), nullable=False),
    sa.Column("began", sa.BigInteger, nullable=False),  # milliseconds
    sa.Column("renewed", sa.BigInteger, nullable=False),
    sa.Column("report", sa.LargeBinary, nullable=False),  # its open sockets, as JSON
)

# Which server does the duties of a table.
leases = sa.Table(
    "leases",
    metadata,
    sa.Column("stream", sa.String(40), primary_key=True),
    sa.Column("server", sa.String(16), nullable=False, index=True),
    sa.Column("since", sa.BigInteger, nullable=False),
)

approvals = sa.Table(
    "approvals",
    metadata,
    sa.Column("number", sa.BigInteger, primary_key=True),
    sa.Column("stream", sa.String(40), nullable=False),
    sa.Column("command", sa.LargeBinary, nullable=False),
    sa.Column("asked_by", sa.String(40), nullable=False),
    sa.Column("asked_at", sa.BigInteger, nullable=False),
    sa.Column("decision", sa.String(16), nullable=False),  # waits, approved, refused
    sa.Column("decided_by", sa.String(40), nullable=False),
)

# What people learned at the trainer: theirs, and no part of any table's log.
training = sa.Table(
    "training",
    metadata,
    sa.Column("player", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("stage", sa.String(40), primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

# Links to finished rounds that anyone may open, each made and revoked by a player of the round.
shares = sa.Table(
    "shares",
    metadata,
    sa.Column("token", sa.String(40), primary_key=True),
    sa.Column("stream", sa.String(40), nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("player", sa.String(40), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("player", "stream", "round", name="shares_by_round"),
)


def from_cage(currency: str, target: str) -> sa.ColumnElement[bool]:
    """Restricts postings to the chips that the cage gave an account."""
    cage: sa.BindParameter[str] = sa.bindparam("cage", f"{currency}/cage", literal_execute=True)
    return sa.and_(postings.c.source == cage, postings.c.target == target)


def of_round(table: sa.Table, stream: Any, number: Any) -> sa.ColumnElement[bool]:
    """Restricts a table to one round; both values may be columns of another table."""
    return sa.and_(table.c.stream == stream, table.c.round == number)
