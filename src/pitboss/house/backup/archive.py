"""The archive file of a backup: a compressed tar of the database, the key and the checkpoints.

manifest.json      what it holds: schema, key, ends of the logs, size and hash of each file
manifest.sig       the house's signature of that
house.key          unless the backup was made without the key
checkpoints.jsonl  the signed checkpoints from outside the database
house.db           the database as an SQLite file, also where the house is on PostgreSQL
"""

import gzip
import hashlib
import io
import tarfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.audit.checkpoints import FILE
from pitboss.house.setup import DATABASE
from pitboss.house.storage.copying import Progress, no_progress
from pitboss.house.storage.keys import KEY_FILE, Keys
from pitboss.house.storage.private_files import open_private

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "manifest.sig"
FILES: Final = (KEY_FILE, FILE, DATABASE)  # in the order of the archive
_MAX_MANIFEST: Final = 1 << 24
_BLOCK: Final = 1 << 20
_LEVEL: Final = 3  # of compression: sealed entries do not shrink, so more costs only time


class BadArchive(PitbossError):
    """A file that is not an archive, or a damaged archive."""


class Member(msgspec.Struct, frozen=True):
    name: str
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    format: int
    program: str  # the version that made the backup
    schema: str  # the database's version
    backend: str  # the database that the house was on
    at: int  # milliseconds
    key: str  # the house's public key, by which the right key is recognised
    heads: dict[str, tuple[int, str]]  # the number and hash of each log's last entry
    members: tuple[Member, ...]

    @property
    def with_key(self) -> bool:
        return any(member.name == KEY_FILE for member in self.members)

    @property
    def entries(self) -> int:
        return sum(seq for seq, _ in self.heads.values())


def describe(paths: Sequence[Path]) -> tuple[Member, ...]:
    """The files of a new archive, in its order."""
    return tuple(
        Member(path.name, path.stat().st_size, _hash(path))
        for path in sorted(paths, key=lambda path: FILES.index(path.name))
    )


def write_archive(
    file: IO[bytes],
    manifest: Manifest,
    keys: Keys,
    directory: Path,
    progress: Progress = no_progress,
) -> None:
    """Writes the archive of a directory's files."""
    raw = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
    total = sum(member.size for member in manifest.members)
    with (
        gzip.GzipFile(fileobj=file, mode="wb", compresslevel=_LEVEL, filename="") as packed,
        tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as tar,
    ):
        for name, text in ((MANIFEST, raw), (SIGNATURE, keys.sign(raw).hex().encode())):
            tar.addfile(_header(name, len(text), manifest.at), io.BytesIO(text))
        done = 0
        for member in manifest.members:
            with (directory / member.name).open("rb") as content:
                tar.addfile(_header(member.name, member.size, manifest.at), content)
            done += member.size
            progress("archive", done, total)


def extract(path: Path, directory: Path, progress: Progress = no_progress) -> Manifest:
    """Unpacks an archive into files that only their owner can read, and checks every byte."""
    with _reading(path) as tar:
        manifest, raw, signature = _manifest(path, tar)
        total, done = sum(member.size for member in manifest.members), 0
        for member in manifest.members:
            info = tar.next()
            if info is None or info.name != member.name or not info.isreg():
                raise _damaged(path, f"{member.name} is missing")
            content = tar.extractfile(info)
            assert content is not None
            if _unpack(content, directory / member.name) != member:
                raise _damaged(path, f"{member.name} is not the file that was archived")
            done += member.size
            progress("archive", done, total)
        if tar.next() is not None:
            raise _damaged(path, "it holds more than its manifest lists")
    for name, text in ((MANIFEST, raw), (SIGNATURE, signature)):
        with open_private(directory / name) as file:
            file.write(text)
    return manifest


def check_signature(path: Path, manifest: Manifest, keys: Keys, directory: Path) -> None:
    """Refuses a manifest that the key's house did not sign; `directory` has what was unpacked."""
    if manifest.key != keys.public.hex():
        raise PitbossError(
            f"this key is not the key of the house in {path}",
            what_to_do=f"name the {KEY_FILE} that belongs to it",
        )
    signature = (directory / SIGNATURE).read_bytes()
    try:
        valid = keys.verify(bytes.fromhex(signature.decode()), (directory / MANIFEST).read_bytes())
    except ValueError:
        valid = False
    if not valid:
        raise _damaged(path, "its manifest is not signed by this house")


@contextmanager
def _reading(path: Path) -> Iterator[tarfile.TarFile]:
    """Reads to the end, so that the checksum of the compression is verified too."""
    try:
        with gzip.open(path, "rb") as packed:
            with tarfile.open(fileobj=packed, mode="r|") as tar:
                yield tar
            while packed.read(_BLOCK):
                pass
    except (
        tarfile.TarError,
        EOFError,
        zlib.error,
        gzip.BadGzipFile,
        msgspec.MsgspecError,
    ) as error:
        raise _damaged(path, str(error) or "it ends too early") from error
    except OSError as error:
        raise PitbossError(
            error.strerror or str(error), where=str(error.filename or path)
        ) from error


def _manifest(path: Path, tar: tarfile.TarFile) -> tuple[Manifest, bytes, bytes]:
    texts = []
    for name in (MANIFEST, SIGNATURE):
        info = tar.next()
        content = tar.extractfile(info) if info is not None and info.isreg() else None
        if info is None or content is None or info.name != name or info.size > _MAX_MANIFEST:
            raise _damaged(path, f"{name} is missing")
        texts.append(content.read())
    manifest = msgspec.json.decode(texts[0], type=Manifest)
    if manifest.format != FORMAT:
        raise BadArchive(
            f"{path} is a backup of format {manifest.format}",
            what_to_do="use the program that made it, or a newer one",
        )
    names = [member.name for member in manifest.members]
    if names not in ([*FILES], [*FILES[1:]]):
        raise _damaged(path, f"it holds {', '.join(names) or 'nothing'}")
    return manifest, texts[0], texts[1]


def _damaged(path: Path, why: str) -> BadArchive:
    return BadArchive(f"{path} is not a backup, or it is damaged: {why}", what_to_do="use another")


def _header(name: str, size: int, at: int) -> tarfile.TarInfo:
    header = tarfile.TarInfo(name)
    header.size, header.mtime, header.mode = size, at // 1000, 0o600
    return header


def _unpack(content: IO[bytes], path: Path) -> Member:
    digest, size = hashlib.sha256(), 0
    with open_private(path) as file:
        while block := content.read(_BLOCK):
            file.write(block)
            digest.update(block)
            size += len(block)
    return Member(path.name, size, digest.hexdigest())


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
