"""`./pit soak power`: power loss at every acknowledgement; what was not synced is lost or torn.

    ./pit soak power [--count N] [--seed N] [--record]

Rounds of every game run on a modelled medium (see _disk.py). After every second command SQLite's
log is moved into the file and begins anew. At each acknowledgement the power fails three times:
all writes since the last sync of each file are dropped, some of them are there in any order, or
their beginning is there and one is torn. It also fails before some syncs, and within checkpoints.
What SQLite finds then must hold every acknowledged command, with its reply, in an unbroken chain.
Finally the same runs with weaker settings, each of which must be seen to lose something.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from sqlalchemy.exc import DatabaseError

from kit.premises import in_memory
from pitboss.house.service import House
from pitboss.house.storage.database import Store
from pitboss.house.storage.wal_checkpoints import WalCheckpoints
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
CHECKPOINT_COMMANDS: Final = 2  # after so many commands the log is moved into the file
# How often the power fails before a call: on the log, and on the file, which checkpoints write.
ON_LOG: Final = {"sync": 0.1}
ON_FILE: Final = {"sync": 0.3, "write": 0.03}
# Defects, by the level of durability that is set instead of FULL.
LAX_COMMITS, LAX_CHECKPOINTS = b"1", b"0"  # NORMAL everywhere; OFF while the log is moved


class Loss:
    """One house on a modelled medium, and the power losses it has met."""

    def __init__(self, scene: Scene, rng: Random, defect: bytes = b"") -> None:
        self.scene, self.rng, self.defect = scene, rng, defect
        self.acknowledged: Acknowledged = {}
        self.faults: list[str] = []
        self.losses = self.file_calls = 0

    def run(self, limit: int) -> int:
        """Plays the script; returns the number of acknowledgements, `limit` at most."""
        with copy_of(self.scene) as place:
            self.disk = Disk(place, self.before)
            self.disk.synchronous = self.defect if self.defect == LAX_COMMITS else b""
            self.disk.model()
            use(self.disk)
            self.checkpoints = WalCheckpoints(place / DATABASE)
            self.checkpoints.long_pages = 0  # the log begins anew each time
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
            if count % CHECKPOINT_COMMANDS == 0:
                self.checkpoint()
            if count == limit:
                return count
        return len(self.scene.script)

    def checkpoint(self) -> None:
        level, self.disk.synchronous = self.disk.synchronous, self.defect
        self.checkpoints.checkpoint()
        self.disk.synchronous = level

    def before(self, call: Call) -> int:
        is_file = call.name.endswith(DATABASE)
        self.file_calls += is_file
        if self.rng.random() < (ON_FILE if is_file else ON_LOG).get(call.kind, 0):
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
            try:
                wrong += stored_faults(url, self.scene.table, script, self.acknowledged)
            except DatabaseError as error:
                wrong.append(f"the file cannot be read: {error.orig}")
        self.faults += [f"{how} after {len(self.acknowledged)} commands: {text}" for text in wrong]


def losses(seed: int, count: int, defect: bytes = b"") -> Iterator[Loss]:
    """Houses one after another until this many commands were acknowledged."""
    number = 0
    while count > 0:
        game = [*GAMES][number % len(GAMES)]
        loss = Loss(scene(game), Random(f"power {seed} {number}"), defect)
        count -= loss.run(count)
        number += 1
        yield loss


def defect_is_seen(seed: int, count: int, defect: bytes) -> bool:
    """Whether a weaker setting, which the house refuses to start with, loses something."""
    with patch.object(Store, "check_durability"):
        return any(loss.faults for loss in losses(seed, count, defect))


def run(outcome: Outcome, count: int) -> None:
    for loss in losses(outcome.seed, count):
        outcome.count += loss.losses
        detail = {"acknowledgements": len(loss.acknowledged), "file calls": loss.file_calls}
        for name, number in detail.items():
            outcome.detail[name] = outcome.detail.get(name, 0) + number
        for text in loss.faults:
            outcome.fail(text)
    for defect in (LAX_COMMITS, LAX_CHECKPOINTS):
        if not defect_is_seen(outcome.seed, 60, defect):
            outcome.fail(f"synchronous={defect.decode()} was not seen to lose anything")


def main() -> int:
    what = (
        "power loss at each acknowledgement and within checkpoints, "
        "unsynced writes dropped, reordered or torn"
    )
    campaign = Campaign("power", what, count=ACKNOWLEDGEMENTS)
    args = campaign.parse()
    run(campaign.outcome, args.count)
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
