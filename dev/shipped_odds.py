"""Computes the solutions that the package ships: those of the rulebook's own sheets.

python dev/shipped_odds.py      write src/pitboss/odds/data/solutions.zip, in about a minute
"""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest import mock
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from pitboss.odds import cache
from pitboss.odds.cache import CONTENTS, SHIPPED, entry_name
from pitboss.odds.draw.deck import Kinds, kinds_question, rank_kinds
from pitboss.odds.game import priced_game
from pitboss.odds.sheet.sheet import sheet
from pitboss.rulebook import GAMES

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)  # the same bytes whenever they are written

Entries = dict[str, bytes]


@contextmanager
def recorded() -> Iterator[Entries]:
    """Collects the answers that are cached, all computed again, without those that only another
    answer needs.
    """
    entries: Entries = {}
    depth = 0

    def record(kind: type[Any], question: tuple[object, ...], compute: Callable[[], Any]) -> Any:
        nonlocal depth
        depth += 1
        try:
            answer = cache.look_up(kind, question) or cache.store(kind, question, compute())
        finally:
            depth -= 1
        if not depth:
            entries[entry_name(kind, question)] = msgspec.msgpack.encode(answer)
        return answer

    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict("os.environ", PITBOSS_CACHE=folder),
        mock.patch.object(cache, "_remember", record),
    ):
        yield entries


def computed(game_key: str) -> Entries:
    """The solutions behind the whole sheet of a game, and what its deck needs."""
    game = priced_game(game_key)
    with recorded() as entries:
        sheet(game)
    if game.draws:
        table = Kinds(rank_kinds().tobytes())
        entries[entry_name(Kinds, kinds_question())] = msgspec.msgpack.encode(table)
    return entries


def contents() -> dict[str, str]:
    return {key: priced_game(key).fingerprint for key in GAMES}


def is_current(path: Path = SHIPPED) -> bool:
    """Whether the file was written for the rules as they are now."""
    if not path.exists():
        return False
    with ZipFile(path) as archive:
        return bool(json.loads(archive.read(CONTENTS)) == contents())


def write(path: Path = SHIPPED) -> int:
    entries = {CONTENTS: json.dumps(contents(), indent=1, sort_keys=True).encode()}
    for key in GAMES:
        entries |= computed(key)
    path.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(path, "w") as archive:
        for name, data in entries.items():
            archive.writestr(ZipInfo(name, _EPOCH), data, ZIP_DEFLATED, 9)
    return len(entries)


if __name__ == "__main__":
    print(f"{write()} entries in {SHIPPED}")
    sys.exit(0)
