"""Links to finished rounds, which their players chose to show to anyone."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shares",
        sa.Column("token", sa.String(40), primary_key=True),
        sa.Column("stream", sa.String(40), nullable=False),
        sa.Column("round", sa.BigInteger, nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("player", "stream", "round", name="shares_by_round"),
    )
