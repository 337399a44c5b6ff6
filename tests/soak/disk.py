"""`./pit soak disk`: an I/O error, a full disk, a failed read or fsync at the k-th call.

    ./pit soak disk [--seed N] [--every N] [--record]

A round of every game is played from the same beginning again and again, and after every fourth
command SQLite's log is moved into the file. The k-th call to SQLite's file layer fails, a
checkpoint's too, once or from then on until the disk is mended. Nobody may be told of a success
that is not on the disk. Then the house goes on, or is opened again: every acknowledged command is
there, and the same commands under the same ids bring the round to the end it has undisturbed.
"""

import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from pitboss.house.service import House
from pitboss.house.storage.wal_checkpoints import WalCheckpoints
from pitboss.house.writing.replies import Done, Reply
from pitboss.rulebook import GAMES
from soak._disk import FULL, IO_READ, IO_SYNC, IO_TRUNCATE, IO_WRITE, OK, Call, Disk, use
from soak._outcome import Campaign, Outcome
from soak._round import (
    DATABASE,
    Acknowledged,
    Scene,
    close,
    copy_of,
    finished_faults,
    give,
    open_house,
    scene,
    stored_faults,
)

CHECKPOINT_COMMANDS: Final = 4  # after so many commands the log is moved into the file
Give = Callable[[House, str, str, str], Reply]


class Way(NamedTuple):
    """How a call fails: `codes` by kind of call, once or until the disk is mended."""

    name: str
    codes: dict[str, int]
    lasts: bool


WAYS: Final = (
    Way("I/O error", {"write": IO_WRITE, "truncate": IO_TRUNCATE, "sync": IO_SYNC}, False),
    Way("full disk", {"write": FULL}, True),
    Way("failed fsync", {"sync": IO_SYNC}, False),
    Way("failed read", {"read": IO_READ}, False),
    Way("lost disk", {"write": IO_WRITE, "truncate": IO_TRUNCATE, "sync": IO_SYNC}, True),
)


class Breakage:
    """Fails the k-th call of the kinds that `way` names, once it is armed."""

    def __init__(self, place: Path, way: Way) -> None:
        self.way, self.at, self.calls = way, 0, 0
        self.where = ""  # the file whose call failed
        self.disk = Disk(place, self.before)
        self.disk.reads = "read" in way.codes

    def arm(self, at: int) -> None:
        self.at, self.calls = at, 0

    def before(self, call: Call) -> int:
        code = self.way.codes.get(call.kind, OK)
        if not code:
            return OK
        self.calls += 1
        if self.calls == self.at or (self.way.lasts and self.calls > self.at > 0):
            self.where = self.where or Path(call.name).name
            return code
        return OK

    def mend(self) -> None:
        self.at = 0


def play(
    house: House, scene: Scene, checkpoints: WalCheckpoints, acknowledged: Acknowledged, give: Give
) -> Iterator[str]:
    """Gives the script to its end or until a command fails; yields what was wrong."""
    for number, (name, raw) in enumerate(scene.script, 1):
        try:
            reply = give(house, scene.table, name, raw)
        except Exception:
            return
        if not isinstance(reply, Done):
            yield f"{name!r} was refused: {reply}"
            return
        if name in acknowledged and acknowledged[name] != reply:
            yield f"{name!r} was answered in two ways"
        acknowledged[name] = reply
        if number % CHECKPOINT_COMMANDS == 0:
            with suppress(sqlite3.Error):  # the house goes on
                checkpoints.checkpoint()


def trial(
    scene: Scene, way: Way, at: int, *, anew: bool, give: Give = give
) -> tuple[str, list[str]]:
    """One failure at the call `at`: of which file, if there is such a call, and what was wrong
    after it.

    `anew` opens the house again after the failure; otherwise the same house goes on.
    """
    acknowledged: Acknowledged = {}
    with copy_of(scene) as place:
        breakage = Breakage(place, way)
        use(breakage.disk)
        house = open_house(place)
        checkpoints = WalCheckpoints(place / DATABASE)
        checkpoints.long_pages = 0  # the log begins anew each time
        breakage.arm(at)
        url = str(place / DATABASE)
        try:
            faults = [*play(house, scene, checkpoints, acknowledged, give)]
            breakage.mend()
            if not breakage.where:
                return "", faults
            faults += stored_faults(url, scene.table, scene.script, acknowledged)
            if anew:
                close(house)
                house = open_house(place)
            for _ in range(3):  # a failure may cost the house its connection once more
                faults += play(house, scene, checkpoints, acknowledged, give)
        finally:
            use(None)
            close(house)
        if len(acknowledged) < len(scene.script):
            faults.append(f"the round cannot go on after command {len(acknowledged)}")
        return breakage.where, faults + finished_faults(place, url, scene)


def every_call(
    scene: Scene, way: Way, rng: Random, every: int = 1
) -> Iterator[tuple[int, str, list[str]]]:
    at = rng.randint(1, every)
    while True:
        where, faults = trial(scene, way, at, anew=bool(rng.randint(0, 1)))
        if not where:
            return
        yield at, where, faults
        at += every


def run(outcome: Outcome, every: int = 1, games: tuple[str, ...] = tuple(GAMES)) -> None:
    for game in games:
        for way in WAYS:
            rng = Random(f"disk {outcome.seed} {game} {way.name}")
            for at, where, faults in every_call(scene(game), way, rng, every):
                outcome.count += 1
                name = f"{way.name}, {where}"
                outcome.detail[name] = outcome.detail.get(name, 0) + 1
                if faults:
                    outcome.fail(f"{game}, {name} at call {at}: {'; '.join(faults)}")


def main() -> int:
    campaign = Campaign(
        "disk", "I/O error, full disk, failed read or fsync at the k-th call, k = 1…end"
    )
    campaign.parser.add_argument("--every", type=int, default=1, help="only every Nth call")
    args = campaign.parse()
    run(campaign.outcome, args.every)
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
