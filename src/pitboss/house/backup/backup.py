"""Makes a backup: one file with the database, the key and the checkpoints of one moment."""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.house.audit.checkpoints import FILE, heads_of
from pitboss.house.backup.archive import FORMAT, Manifest, describe, write_archive
from pitboss.house.backup.checking import Findings, verify_archive
from pitboss.house.service import wall_clock
from pitboss.house.setup import DATABASE
from pitboss.house.storage.copying import Progress, no_progress, revision_of, snapshot_file
from pitboss.house.storage.database import Store
from pitboss.house.storage.keys import KEY_FILE, Keys
from pitboss.house.storage.private_files import open_private, private_directory, whole_file
from pitboss.house.storage.schema.tables import checkpoints

ENDING: Final = ".pitboss"


def archive_name(path: Path, at: int) -> Path:
    """The file to write; for a directory, a file in it whose name is the time."""
    if path.is_dir():
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(at // 1000))
        path /= f"house-{stamp}Z{ENDING}"
    if path.exists():
        raise PitbossError("this file exists already", where=str(path), what_to_do="name a new one")
    if not path.parent.is_dir():
        raise PitbossError("there is no such directory", where=str(path.parent))
    return path


def make_backup(
    store: Store,
    keys: Keys,
    directory: Path,
    path: Path,
    *,
    with_key: bool = True,
    progress: Progress = no_progress,
) -> tuple[Manifest, Findings]:
    """Writes the archive of a house, which may be running, then reads and audits what it wrote.

    The source is only read: an older schema stays as it is.
    """
    at = wall_clock()
    with private_directory(path) as scratch, whole_file(path) as file:
        open_private(scratch / DATABASE).close()
        snapshot_file(store, scratch / DATABASE, progress)
        schema, heads = _complete(scratch, directory)
        if with_key:
            shutil.copyfile(directory / KEY_FILE, scratch / KEY_FILE)
        names = (DATABASE, FILE, *((KEY_FILE,) if with_key else ()))
        manifest = Manifest(
            format=FORMAT,
            program=__version__,
            schema=schema,
            backend="sqlite" if store.is_sqlite else "postgresql",
            at=at,
            key=keys.public.hex(),
            heads=heads,
            members=describe([scratch / name for name in names]),
        )
        write_archive(file, manifest, keys, scratch, progress)
    key_file = None if with_key else directory / KEY_FILE
    return verify_archive(path, key_file, progress)


def _complete(scratch: Path, directory: Path) -> tuple[str, dict[str, tuple[int, str]]]:
    """Adds the checkpoints that the copied database knows; returns its schema and log ends.

    The file outside may already have newer ones, made after the snapshot.
    """
    copy = Store(str(scratch / DATABASE))
    try:
        with copy.read() as tx:
            newest = tx.execute(sa.select(sa.func.max(checkpoints.c.number))).scalar() or 0
            schema, heads = revision_of(tx), heads_of(tx)
    finally:
        copy.close()
    with open_private(scratch / FILE) as file:
        file.writelines(_lines_until(directory / FILE, newest))
    return schema, heads


def _lines_until(path: Path, newest: int) -> Iterator[bytes]:
    """The lines of a file of checkpoints up to a number; a torn line stays as it is."""
    if not path.exists():
        return
    for line in path.read_bytes().splitlines(keepends=True):
        try:
            number = json.loads(json.loads(line)["body"])["number"]
        except (ValueError, KeyError, TypeError):
            number = 0
        if number <= newest:
            yield line
