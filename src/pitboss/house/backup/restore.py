"""Restores a house from an archive into an empty place, or moves a house to another database.

Both fill the target, audit it there, and leave nothing behind if that fails.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.audit.checkpoints import FILE
from pitboss.house.backup.archive import Manifest
from pitboss.house.backup.checking import Findings, examine, unpacked
from pitboss.house.backup.rewind import rewind
from pitboss.house.service import House, wall_clock
from pitboss.house.setup import DATABASE
from pitboss.house.storage.claims import claim
from pitboss.house.storage.copying import (
    FilledTarget,
    Progress,
    copy_database,
    empty,
    finish_copy,
    is_unfinished,
    no_progress,
    refuse_filled,
    running_servers,
    snapshot_file,
)
from pitboss.house.storage.database import Store, StoreError
from pitboss.house.storage.keys import KEY_FILE, Keys
from pitboss.house.storage.private_files import install, open_private, private_directory, whole_file
from pitboss.house.storage.schema.tables import sessions


class FaultyHouse(PitbossError):
    """A copy that was removed again because its audit found faults."""

    def __init__(self, findings: Findings) -> None:
        count = sum(map(len, findings.faults.values()))
        super().__init__(
            f"the audit found {count} faults, and the target is empty again",
            what_to_do="read them above; --despite-faults keeps such a house",
        )
        self.findings = findings


def restore(
    path: Path,
    directory: Path,
    url: str | None,
    *,
    key_file: Path | None = None,
    unplayed: bool = False,
    despite_faults: bool = False,
    progress: Progress = no_progress,
) -> tuple[Manifest, Findings]:
    """Unpacks an archive into a data directory, and its database where `url` says.

    Everybody's sessions end: some may have been revoked after the backup. Open rounds are voided
    and decks drawn anew, unless the house was `unplayed` since the backup.
    """
    target = Store(url or str(directory / DATABASE))
    try:
        _refuse_filled(target)
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        with (
            private_directory(directory / DATABASE) as scratch,
            unpacked(path, scratch, key_file, progress) as (manifest, archived),
        ):
            with archived.store.begin() as tx:
                tx.execute(sa.delete(sessions))
            # The database comes last: until then the restore can be repeated.
            with _installed(scratch, directory):
                about = (archived.store, target, archived.keys, scratch)
                return manifest, _fill(
                    *about, despite_faults, progress, None if unplayed else manifest
                )
    finally:
        target.close()


def move(
    source: Store,
    target: Store,
    keys: Keys,
    directory: Path,
    *,
    despite_faults: bool = False,
    progress: Progress = no_progress,
) -> Findings:
    """Copies a house that no server runs into an empty database; the source stays as it is."""
    with claim(source):
        if servers := running_servers(source):
            raise StoreError(
                f"servers of this house are running: {', '.join(servers)}",
                what_to_do="stop them first",
            )
        _refuse_filled(target)
        return _fill(source, target, keys, directory, despite_faults, progress)


def _refuse_filled(target: Store) -> None:
    if not target.is_sqlite:
        with target.read() as tx:
            abandoned = is_unfinished(tx)
            if not abandoned:
                refuse_filled(tx)
        if abandoned:
            empty(target)
    elif Path(str(target.url.database)).exists():
        raise FilledTarget(
            f"there is a database at {target.url.database}",
            what_to_do="name another place, or move it away",
        )


@contextmanager
def _installed(scratch: Path, directory: Path) -> Iterator[None]:
    """Puts key and checkpoints into the data directory, and takes them away if the block fails."""
    contents = {name: (scratch / name).read_bytes() for name in (KEY_FILE, FILE)}
    for name, content in contents.items():
        if (directory / name).exists() and (directory / name).read_bytes() != content:
            raise FilledTarget(
                f"{directory / name} belongs to another house, or to a later time of this one",
                what_to_do="restore into an empty directory, or move the file away",
            )
    missing = [name for name in contents if not (directory / name).exists()]
    try:
        for name in missing:
            with whole_file(directory / name) as file:
                file.write(contents[name])
        yield
    except BaseException:
        for name in missing:
            (directory / name).unlink(missing_ok=True)
        raise


def _fill(
    source: Store,
    target: Store,
    keys: Keys,
    outside: Path,
    despite_faults: bool,
    progress: Progress,
    earlier: Manifest | None = None,
) -> Findings:
    """Copies and audits; `outside` has the checkpoints. A faulty copy is removed by default.

    `earlier` is the backup to whose time the house goes back.
    """

    def audited(store: Store) -> Findings:
        store.prepare()
        house = House(store, keys, wall_clock, outside=outside)
        findings = examine(house, progress)
        if not findings.clean and not despite_faults:
            raise FaultyHouse(findings)
        if earlier is None or not findings.clean:
            return findings
        lines = rewind(house, earlier)
        findings = examine(house, progress)
        assert findings.clean, findings.faults
        return msgspec.structs.replace(findings, remarks=[*findings.remarks, *lines])

    if target.is_sqlite:
        path = Path(str(target.url.database))
        with private_directory(path) as unfinished:
            open_private(unfinished / path.name).close()
            part = Store(str(unfinished / path.name))
            try:
                _copy(source, part, progress)
                findings = audited(part)
            finally:
                part.close()  # which also ends its write-ahead log
            install(unfinished / path.name, path)
        return findings
    _copy(source, target, progress)
    try:
        findings = audited(target)
    except BaseException:
        empty(target)
        raise
    finish_copy(target)
    return findings


def _copy(source: Store, target: Store, progress: Progress) -> None:
    if source.is_sqlite and target.is_sqlite:
        snapshot_file(source, Path(str(target.url.database)), progress)
    else:
        copy_database(source, target, progress)
