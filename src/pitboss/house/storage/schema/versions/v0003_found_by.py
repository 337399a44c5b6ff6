"""What finished rounds are searched by, and the submissions of a house as they were given."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("rounds_by_end", table_name="rounds")
    op.create_index("rounds_by_end", "rounds", ["ended", "stream", "round"], unique=False)
    op.create_table(
        "round_clauses",
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("clause", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("stream", "round", "clause"),
        sqlite_with_rowid=False,
    )
    by_clause = ["clause", "stream", "round"]
    op.create_index("round_clauses_by_clause", "round_clauses", by_clause, unique=False)
    op.create_table(
        "round_hands",
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("round", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("hand", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("stream", "round", "seat", "hand"),
        sqlite_with_rowid=False,
    )
    by_hand = ["hand", "stream", "round", "seat"]
    op.create_index("round_hands_by_hand", "round_hands", by_hand, unique=False)
    op.create_table(
        "submissions",
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by_name", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    # A house without rounds has none to mark; an older one's are marked before the first search.
    op.execute(
        "INSERT INTO meta (key, value) "
        "SELECT 'rounds marked', '0' WHERE NOT EXISTS (SELECT 1 FROM rounds)"
    )
