"""Log-ins by network, and passwords that somebody else set."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "logins",
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("network", sa.String(length=60), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("locked_until", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("succeeded", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("person", "network"),
    )
    since: sa.Column[int] = sa.Column(
        "failures_since", sa.BigInteger(), nullable=False, server_default="0"
    )
    op.add_column("people", since)
    no = sa.false()
    temporary: sa.Column[bool] = sa.Column(
        "temporary", sa.Boolean(), nullable=False, server_default=no
    )
    op.add_column("people", temporary)
    # Until now an administrator set every password of the staff, and locked accounts as a whole.
    people = sa.table(
        "people",
        *(sa.column("role", sa.String), sa.column("temporary", sa.Boolean)),
        *(sa.column("failures", sa.Integer), sa.column("locked_until", sa.BigInteger)),
    )
    staff = people.c.role.in_(["dealer", "floorperson", "auditor", "administrator"])
    op.execute(sa.update(people).where(staff).values(temporary=True))
    op.execute(sa.update(people).values(failures=0, locked_until=0))
