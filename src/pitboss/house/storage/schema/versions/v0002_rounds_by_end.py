"""The newest rounds are found without scanning all of them."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("rounds_by_end", "rounds", ["ended"], unique=False)
