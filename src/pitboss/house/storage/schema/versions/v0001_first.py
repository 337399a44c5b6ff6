"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _people()
    _tables()
    _log()
    _money()
    _rounds()
    _approvals()


def _people() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("locked_until", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("closed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("csrf", sa.String(length=64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("locked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_index(op.f("ix_sessions_person"), "sessions", ["person"], unique=False)


def _tables() -> None:
    op.create_table(
        "meters",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("millionths", sa.BigInteger(), nullable=False),
        sa.Column("locked_by", sa.String(length=40), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "seeds",
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("revealed", sa.LargeBinary(), nullable=True),
        sa.Column("player_seeds", sa.LargeBinary(), nullable=False),
        sa.Column("shuffles", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("stream", "round"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("currency", sa.String(length=16), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.Column("link", sa.String(length=40), nullable=False),
        sa.Column("choices", sa.LargeBinary(), nullable=False),
        sa.Column("settings", sa.LargeBinary(), nullable=False),
        sa.Column("seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("snapshot", sa.LargeBinary(), nullable=True),
        sa.Column("snapshot_seq", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("closed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def _log() -> None:
    op.create_table(
        "checkpoints",
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("signature", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_table(
        "commands",
        sa.Column("id", sa.String(length=80), nullable=False),
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("asked", sa.String(length=64), nullable=False),
        sa.Column("reply", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "entries",
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by_role", sa.String(length=16), nullable=False),
        sa.Column("by_name", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("sealed", sa.Boolean(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "seq"),
    )
    op.create_index("entries_by_round", "entries", ["stream", "round"], unique=False)


def _money() -> None:
    op.create_table(
        "balances",
        sa.Column("account", sa.String(length=120), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("account"),
    )
    op.create_table(
        "postings",
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=120), nullable=False),
        sa.Column("target", sa.String(length=120), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "seq", "n"),
    )
    op.create_index(op.f("ix_postings_source"), "postings", ["source"], unique=False)
    op.create_index(op.f("ix_postings_target"), "postings", ["target"], unique=False)


def _rounds() -> None:
    op.create_table(
        "round_seats",
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("staked", sa.BigInteger(), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("hand", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("stream", "round", "seat"),
    )
    op.create_index(
        "round_seats_by_player", "round_seats", ["player", "stream", "round"], unique=False
    )
    op.create_table(
        "rounds",
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("after", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "round"),
    )


def _approvals() -> None:
    op.create_table(
        "approvals",
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("command", sa.LargeBinary(), nullable=False),
        sa.Column("asked_by", sa.String(length=40), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("decision", sa.String(length=16), nullable=False),
        sa.Column("decided_by", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
