"""Floorpersons assigned to tables, and accounts of devices that belong to one table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "assignments",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("stream", sa.String(length=40), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("by_name", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", "stream"),
    )
    device_table = sa.Column(
        "device_table", sa.String(length=40), nullable=False, server_default=""
    )
    op.add_column("people", device_table)
