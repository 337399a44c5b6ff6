"""Postings are looked up by account only for a table's fills: every other row needs no index."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("ix_postings_source", "ix_postings_target"):
        op.drop_index(name, "postings")
    cage = sa.text("source = 'practice/cage' OR source = 'real/cage'")
    op.create_index(
        "postings_from_cage", "postings", ["target"], sqlite_where=cage, postgresql_where=cage
    )
