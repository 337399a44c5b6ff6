"""Brings a database to this program's schema.

A new database gets today's tables directly; an older one runs the migrations since its version.
Alembic is loaded only for those: its import alone takes a tenth of a start.
"""

from importlib.resources import files
from typing import TYPE_CHECKING, Final

import sqlalchemy as sa

from pitboss.house.storage.schema.tables import meta, metadata

if TYPE_CHECKING:
    from alembic.config import Config

VERSION_TABLE: Final = "alembic_version"
ROUNDS_MARKED: Final = "rounds marked"  # a key of meta: every round is in the index
NEWEST: Final = "0009"  # of versions/
_LOCK: Final = 235  # of servers that start together
# As alembic makes it.
_versions: Final = sa.Table(
    VERSION_TABLE,
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
)


class NewerSchema(Exception):
    """A version that this program does not know."""


def lock_schema(tx: sa.Connection) -> None:
    """Makes servers that start together take turns, until the transaction ends."""
    tx.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")


def stored_version(tx: sa.Connection) -> str | None:
    """None for a new database, and for one whose version is lost."""
    if not sa.inspect(tx).has_table(VERSION_TABLE):
        return None
    return tx.execute(sa.select(_versions.c.version_num)).scalar()


def is_empty(tx: sa.Connection) -> bool:
    return not sa.inspect(tx).get_table_names()


def create_newest(tx: sa.Connection) -> None:
    """Creates every table of this program in an empty database."""
    metadata.create_all(tx, checkfirst=False)
    _versions.create(tx)
    tx.execute(sa.insert(_versions).values(version_num=NEWEST))
    # A house without rounds has none to mark; see version 0003.
    tx.execute(sa.insert(meta).values(key=ROUNDS_MARKED, value="0"))


def refuse_newer(stored: str | None) -> None:
    if stored is not None and stored not in _known_versions(_config()):
        raise NewerSchema(stored)


def upgrade(tx: sa.Connection, revision: str) -> None:
    """Runs the migrations from the database's version to `revision`."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = tx
    command.upgrade(config, revision)


def _config() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("pitboss.house.storage.schema")))
    return config


def _known_versions(config: "Config") -> set[str]:
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(config)
    return {script.revision for script in scripts.walk_revisions()}
