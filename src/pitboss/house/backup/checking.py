"""Opens the house in an archive on a scratch copy, and audits it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.audit.audit import audit, remarks
from pitboss.house.audit.checkpoints import heads_of, write_missing_checkpoint
from pitboss.house.backup.archive import Manifest, check_signature, extract
from pitboss.house.service import House, wall_clock
from pitboss.house.setup import DATABASE
from pitboss.house.storage.copying import Progress, no_progress
from pitboss.house.storage.database import Store
from pitboss.house.storage.keys import KEY_FILE, read_keys
from pitboss.house.storage.private_files import private_directory
from pitboss.house.storage.schema.tables import balances


class Findings(msgspec.Struct, frozen=True):
    """The result of an audit: `faults` by check, and the figures that the report shows."""

    faults: dict[str, list[str]]
    remarks: list[str]
    entries: int
    accounts: int
    cents_off: int  # the sum of all balances, which double entry keeps at zero

    @property
    def clean(self) -> bool:
        return not any(self.faults.values()) and self.cents_off == 0


def examine(house: House, progress: Progress = no_progress) -> Findings:
    """Audits a house that nobody else uses: chain, rules, money, checkpoints."""
    with house.store.read() as tx:
        entries = sum(seq for seq, _ in heads_of(tx).values())
        cents = tx.execute(sa.select(balances.c.cents)).scalars().all()

    def show(done: int) -> None:
        if done % 100 == 0 or done == entries:
            progress("audit", done, entries)

    faults = audit(house, show)
    return Findings(faults, remarks(house), entries, len(cents), sum(cents))


@contextmanager
def unpacked(
    path: Path, scratch: Path, key_file: Path | None, progress: Progress = no_progress
) -> Iterator[tuple[Manifest, House]]:
    """The house of an archive in an empty scratch directory, with the right key, migrated.

    `key_file` is for an archive without a key.
    """
    manifest = extract(path, scratch, progress)
    if key_file is not None:
        (scratch / KEY_FILE).unlink(missing_ok=True)
        _copy_key(key_file, scratch / KEY_FILE)
    elif not manifest.with_key:
        raise PitbossError(
            f"{path} was made without the key",
            what_to_do=f"name the house's {KEY_FILE} with --key",
        )
    keys = read_keys(scratch)
    if keys is None:
        raise PitbossError(f"{path} has no key in it", what_to_do="name it with --key")
    check_signature(path, manifest, keys, scratch)
    store = Store(str(scratch / DATABASE))
    try:
        store.prepare()
        house = House(store, keys, wall_clock, outside=scratch)
        with store.read() as tx:
            if heads_of(tx) != manifest.heads:
                raise PitbossError(f"the logs in {path} do not end where its manifest says")
        write_missing_checkpoint(house)
        yield manifest, house
    finally:
        store.close()


def verify_archive(
    path: Path, key_file: Path | None = None, progress: Progress = no_progress
) -> tuple[Manifest, Findings]:
    """Reads a whole archive again and audits its house on a copy that is removed afterwards."""
    with (
        private_directory(path) as scratch,
        unpacked(path, scratch, key_file, progress) as (manifest, house),
    ):
        return manifest, examine(house, progress)


def _copy_key(source: Path, target: Path) -> None:
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        raise PitbossError(error.strerror or str(error), where=str(source)) from error
    target.chmod(0o600)
