"""`./pit soak disk`: an I/O error, a full disk, a failed fsync at the k-th call, for every k.

    ./pit soak disk [--seed N] [--every N] [--record]

A round of every game is played from the same beginning again and again; the k-th call to SQLite's
file layer fails, once or from then on until the disk is mended. Nobody may be told of a success
that is not on the disk. Then the house goes on, or is opened again: every acknowledged command is
there, and the same commands under the same ids bring the round to the end it has undisturbed.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from pitboss.house.service import House
from pitboss.house.writing.replies import Done, Reply
from pitboss.rulebook import GAMES
from soak._disk import FULL, IO_SYNC, IO_TRUNCATE, IO_WRITE, OK, Call, Disk, use
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
    Way("lost disk", {"write": IO_WRITE, "truncate": IO_TRUNCATE, "sync": IO_SYNC}, True),
)


class Breakage:
    """Fails the k-th call of the kinds that `way` names."""

    def __init__(self, place: Path, way: Way, at: int) -> None:
        self.way, self.at, self.calls, self.failures = way, at, 0, 0
        self.disk = Disk(place, self.before)

    def before(self, call: Call) -> int:
        code = self.way.codes.get(call.kind, OK)
        if not code:
            return OK
        self.calls += 1
        if self.calls == self.at or (self.way.lasts and self.calls > self.at > 0):
            self.failures += 1
            return code
        return OK

    def mend(self) -> None:
        self.at = 0


def play(
    house: House, scene: Scene, breakage: Breakage, acknowledged: Acknowledged, give: Give
) -> Iterator[str]:
    """Gives the script to its end or until a command fails; yields what was wrong."""
    for name, raw in scene.script:
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


def trial(
    scene: Scene, way: Way, at: int, *, anew: bool, give: Give = give
) -> tuple[bool, list[str]]:
    """One failure at the call `at`: whether there is such a call, and what was wrong after it.

    `anew` opens the house again after the failure; otherwise the same house goes on.
    """
    acknowledged: Acknowledged = {}
    with copy_of(scene) as place:
        breakage = Breakage(place, way, at)
        use(breakage.disk)
        house = open_house(place)
        url = str(place / DATABASE)
        try:
            faults = [*play(house, scene, breakage, acknowledged, give)]
            breakage.mend()
            if not breakage.failures:
                return False, faults
            faults += stored_faults(url, scene.table, scene.script, acknowledged)
            if anew:
                close(house)
                house = open_house(place)
            for _ in range(3):  # a failure may cost the house its connection once more
                faults += play(house, scene, breakage, acknowledged, give)
        finally:
            use(None)
            close(house)
        if len(acknowledged) < len(scene.script):
            faults.append(f"the round cannot go on after command {len(acknowledged)}")
        return True, faults + finished_faults(place, url, scene)


def every_call(
    scene: Scene, way: Way, rng: Random, every: int = 1
) -> Iterator[tuple[int, list[str]]]:
    at = rng.randint(1, every)
    while True:
        was_there, faults = trial(scene, way, at, anew=bool(rng.randint(0, 1)))
        if not was_there:
            return
        yield at, faults
        at += every


def run(outcome: Outcome, every: int = 1, games: tuple[str, ...] = tuple(GAMES)) -> None:
    for game in games:
        for way in WAYS:
            rng = Random(f"disk {outcome.seed} {game} {way.name}")
            for at, faults in every_call(scene(game), way, rng, every):
                outcome.count += 1
                outcome.detail[way.name] = outcome.detail.get(way.name, 0) + 1
                if faults:
                    outcome.fail(f"{game}, {way.name} at call {at}: {'; '.join(faults)}")


def main() -> int:
    campaign = Campaign("disk", "I/O error, full disk, failed fsync at the k-th call, k = 1…end")
    campaign.parser.add_argument("--every", type=int, default=1, help="only every Nth call")
    args = campaign.parse()
    run(campaign.outcome, args.every)
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
