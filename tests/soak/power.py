"""`./pit soak power`: power loss at every acknowledgement; what was not synced is lost or torn.

    ./pit soak power [--count N] [--seed N] [--record]

Rounds of every game run on a modelled medium (see _disk.py). At each acknowledgement, and before
some syncs, the power fails three times: all writes since the last sync of each file are dropped,
some of them are there in any order, or their beginning is there and one is torn. What SQLite finds
then must hold every acknowledged command, with its reply, in an unbroken chain. Finally the same
runs under synchronous=NORMAL, which must be seen to lose something.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from kit.premises import in_memory
from pitboss.house.service import House
from pitboss.house.storage.database import Store
from pitboss.house.storage.write_ahead import log_damage
from pitboss.house.writing.replies import Done
from pitboss.rulebook import GAMES
from soak._disk import OK, Call, Disk, use
from soak._outcome import Campaign, Outcome
from soak._round import (
    DATABASE,
    Acknowledged,
    Scene,
    close,
    copy_of,
    give,
    open_house,
    scene,
    stored_faults,
)

ACKNOWLEDGEMENTS: Final = 2_000
WAYS: Final = ("dropped", "some", "torn")
BEFORE_SYNC: Final = 0.1  # how often the power fails before a sync


class Loss:
    """One house on a modelled medium, and the power losses it has met."""

    def __init__(self, scene: Scene, rng: Random, *, normal: bool) -> None:
        self.scene, self.rng, self.normal = scene, rng, normal
        self.acknowledged: Acknowledged = {}
        self.faults: list[str] = []
        self.losses = 0

    def run(self, limit: int) -> int:
        """Plays the script; returns the number of acknowledgements, `limit` at most."""
        with copy_of(self.scene) as place:
            self.disk = Disk(place, self.before)
            self.disk.normal = self.normal
            self.disk.model()
            use(self.disk)
            house = open_house(place)
            try:
                return self.play(house, limit)
            finally:
                use(None)
                close(house)

    def play(self, house: House, limit: int) -> int:
        for count, (name, raw) in enumerate(self.scene.script, 1):
            reply = give(house, self.scene.table, name, raw)
            assert isinstance(reply, Done), (name, reply)
            self.acknowledged[name] = reply
            for how in WAYS:
                self.lose(how)
            if count == limit:
                return count
        return len(self.scene.script)

    def before(self, call: Call) -> int:
        if call.kind == "sync" and self.rng.random() < BEFORE_SYNC:
            self.lose(self.rng.choice(WAYS))
        return OK

    def lose(self, how: str) -> None:
        """The power fails now; the files that are left are opened elsewhere."""
        self.losses += 1
        files = self.disk.after_power_loss(self.rng, how)
        with tempfile.TemporaryDirectory(prefix="pitboss-loss-", dir=in_memory()) as place:
            for name, content in files.items():
                path = Path(place) / Path(name).name
                path.touch(0o600)
                path.write_bytes(content)
            script = self.scene.script
            url = str(Path(place) / DATABASE)
            lost = log_damage(Path(url))  # what was torn must not be taken for damage
            wrong = [lost] if lost else []
            wrong += stored_faults(url, self.scene.table, script, self.acknowledged)
        self.faults += [f"{how} after {len(self.acknowledged)} commands: {text}" for text in wrong]


def losses(seed: int, count: int, *, normal: bool = False) -> Iterator[Loss]:
    """Houses one after another until this many commands were acknowledged."""
    number = 0
    while count > 0:
        game = [*GAMES][number % len(GAMES)]
        loss = Loss(scene(game), Random(f"power {seed} {number}"), normal=normal)
        count -= loss.run(count)
        number += 1
        yield loss


def defect_is_seen(seed: int, count: int) -> bool:
    """Whether synchronous=NORMAL, which the house refuses to start with, loses something."""
    with patch.object(Store, "check_durability"):
        return any(loss.faults for loss in losses(seed, count, normal=True))


def run(outcome: Outcome, count: int) -> None:
    for loss in losses(outcome.seed, count):
        outcome.count += loss.losses
        outcome.detail["acknowledgements"] = outcome.detail.get("acknowledgements", 0) + len(
            loss.acknowledged
        )
        for text in loss.faults:
            outcome.fail(text)
    if not defect_is_seen(outcome.seed, 60):
        outcome.fail("synchronous=NORMAL was not seen to lose anything")


def main() -> int:
    what = "power loss at each acknowledgement, unsynced writes dropped, reordered or torn"
    campaign = Campaign("power", what, count=ACKNOWLEDGEMENTS)
    args = campaign.parse()
    run(campaign.outcome, args.count)
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
