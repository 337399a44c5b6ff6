"""Damage to the write-ahead log that a crash left beside an SQLite file.

SQLite ends its recovery at the first frame whose checksum is wrong, and so silently forgets every
commit after it. A torn end is right: it was never synced, so nobody was answered. But a
commit is synced before the next transaction begins: a broken frame with a commit after it, and a
whole frame after that commit, is damage. In the last transaction the two cannot be told apart.
The format is public (sqlite.org/fileformat2.html#the_write_ahead_log).
"""

import struct
import sys
from array import array
from pathlib import Path
from typing import Final, NamedTuple

_HEADER: Final = 32
_FRAME_HEADER: Final = 24
_MAGIC: Final = 0x377F0682  # its last bit says that checksums are of big-endian words
_WORD: Final = 0xFFFFFFFF

Sums = tuple[int, int]


class _Frame(NamedTuple):
    is_commit: bool
    salts: Sums
    sums: Sums  # as stored
    content: bytes  # what the checksum covers


def log_damage(database: Path) -> str:
    """What is wrong with the log of a database that nobody has opened since the crash; or empty."""
    path = database.with_name(f"{database.name}-wal")
    raw = path.read_bytes() if path.exists() else b""
    if len(raw) <= _HEADER:
        return ""
    magic, _, size, _, *salts = struct.unpack_from(">6I", raw)
    is_big = bool(magic & 1)
    before: Sums = struct.unpack_from(">2I", raw, 24)
    is_whole = magic | 1 == _MAGIC | 1 and _checksum((0, 0), raw[:24], is_big=is_big) == before
    frames = _frames(raw, size if is_whole else 4096)
    if not frames:
        return ""
    present = (salts[0], salts[1]) if is_whole else frames[-1].salts
    if not is_whole:  # the flag may be what is damaged
        is_big = sys.byteorder == "big"  # as SQLite writes it on this machine
    broken, commit = (None, False) if is_whole else (0, False)
    last: _Frame | None = None
    for number, frame in enumerate(frames):
        own = frame.salts == present and frame.sums == _checksum(
            before, frame.content, is_big=is_big
        )
        if broken is not None and last is not None:
            # Where a write is missing, there is still a frame from before the log began anew.
            commit = commit or (last.is_commit and (own or last.salts == present))
            if own and commit:
                return (
                    f"frame {broken + 1} of the write-ahead log is damaged: later commits are lost"
                )
        elif not own:
            broken = number
        before, last = frame.sums, frame
    return ""


def _frames(raw: bytes, size: int) -> list[_Frame]:
    frames = []
    step = _FRAME_HEADER + size
    for start in range(_HEADER, len(raw) - step + 1, step):
        _, pages, *rest = struct.unpack_from(">6I", raw, start)
        content = raw[start : start + 8] + raw[start + _FRAME_HEADER : start + step]
        frames.append(_Frame(pages > 0, (rest[0], rest[1]), (rest[2], rest[3]), content))
    return frames


def _checksum(before: Sums, content: bytes, *, is_big: bool) -> Sums:
    words = array("I", content)
    if is_big != (sys.byteorder == "big"):
        words.byteswap()
    one, two = before
    pairs = iter(words)
    for first, second in zip(pairs, pairs, strict=True):
        one = (one + first + two) & _WORD
        two = (two + second + one) & _WORD
    return one, two
