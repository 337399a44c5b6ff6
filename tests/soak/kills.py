"""`./pit soak kills`: SIGKILL before and after every write, commit and reply of a round.

    ./pit soak kills [--count N] [--seed N] [--database sqlite|postgresql|both] [--record]

For every command of a round of each game the house is killed before each of its calls to SQLite's
file layer, or before and after each exchange with PostgreSQL, then after the commit and after the
reply. After each kill the database holds every acknowledged command with its reply, and the same
command again gets the reply that it gets undisturbed. Then the house is killed `--count` times
(2,000 by default) at random moments of the whole round, a quarter of them on PostgreSQL.
"""

import json
import shutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from house.crashes import forker
from house.postgres import fresh_database, running_server
from pitboss.house.audit.audit import audit
from pitboss.house.storage.copying import copy_database
from pitboss.house.storage.database import Store
from pitboss.house.writing.replies import Done
from pitboss.rulebook import GAMES
from soak._kill_proxy import KillProxy, kill_proxy, through
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

RANDOM: Final = 2_000
FIRST_SECONDS: Final = 0.5  # that a round is taken to last before one was measured
GROWTH: Final = 1.01  # of that length with each kill, so that some rounds end and are measured
MAX_TRIES: Final = 10  # for each random kill
CHILD: Final = Path(__file__).parent / "_kill_child.py"
Run = Callable[[dict[str, Any]], dict[str, Any]]


class Killer:
    """Kills houses of one scene in a place of its own, and judges what they leave."""

    def __init__(self, scene: Scene, place: Path, url: str, run: Run, plant: str = "") -> None:
        self.scene, self.place, self.url, self.run = scene, place, url, run
        self.plant = plant  # a defect of _kill_child.py
        self.report = place / "report.jsonl"
        self.seconds = 0.0  # that the last life's round ran, if it was killed by the clock

    def live(self, script: slice, **where: Any) -> tuple[bool, list[str]]:
        """One life that gives these commands: whether it was killed, and what was wrong then."""
        commands = self.scene.script[script]
        job = {
            "place": str(self.place),
            "url": self.url,
            "table": self.scene.table,
            "script": commands,
            "report": str(self.report),
            "plant": self.plant,
            "replies": msgspec.to_builtins(self.scene.replies[script]),
            "way": "loop",
        }
        answer = self.run({**job, **where})
        self.seconds = answer["seconds"]
        acknowledged, faults = self.acknowledged()
        if not answer["killed"] and (answer["code"] or len(acknowledged) < len(commands)):
            faults.append(f"the house failed by itself: {answer}")
        return answer["killed"], faults + self.stored(acknowledged)

    def stored(self, acknowledged: Acknowledged) -> list[str]:
        return stored_faults(self.url, self.scene.table, self.scene.script, acknowledged)

    def acknowledged(self) -> tuple[Acknowledged, list[str]]:
        """The replies of the last life; each must be the one that is given undisturbed."""
        replies: Acknowledged = {}
        faults: list[str] = []
        peace = self.peace
        lines = self.report.read_text().splitlines() if self.report.exists() else []
        for name, answer in map(json.loads, lines):
            if "refused" in answer:
                faults.append(f"{name!r} was refused: {answer['refused']}")
                continue
            replies[name] = msgspec.convert(answer, Done)
            if replies[name] != peace[name]:
                faults.append(f"{name!r} was answered {replies[name]}, undisturbed {peace[name]}")
        return replies, faults

    @property
    def peace(self) -> dict[str, Done]:
        names = [name for name, _ in self.scene.script]
        return dict(zip(names, self.scene.replies, strict=True))

    def again(self, script: slice) -> list[str]:
        """The same commands once more, by a house that nobody kills."""
        house = open_house(self.place, self.url)
        try:
            faults = []
            for name, raw in self.scene.script[script]:
                reply = give(house, self.scene.table, name, raw)
                if reply != self.peace[name]:
                    faults.append(f"{name!r} again: {reply}, undisturbed {self.peace[name]}")
            return faults
        finally:
            close(house)

    def audit(self) -> list[str]:
        house = open_house(self.place, self.url)
        try:
            return [f"audit: {name} {texts}" for name, texts in audit(house).items() if texts]
        finally:
            close(house)


def way_of(at: int) -> str:
    """How the command at this place of the script is given."""
    return "thread" if at % 4 == 3 else "loop"


def on_sqlite(game: Scene, run: Run, every: int = 1, *, plant: str = "") -> Iterator[list[str]]:
    """The faults of each kill. Every kill of a command starts from the same files."""
    with copy_of(game) as before, copy_of(game) as place:
        killer = Killer(game, place, str(place / DATABASE), run, plant)
        for at in range(len(game.script)):
            this = slice(at, at + 1)
            for number in count(1 + at % every, every):
                _reset(place, before)
                killed, faults = killer.live(this, at=0, where=f"io {number}", way=way_of(at))
                if killed or faults:
                    yield faults + killer.again(this)
                if not killed:
                    break
            for where in ("reply", "replied"):
                _reset(place, before)
                killed, faults = killer.live(this, at=0, where=where, way=way_of(at))
                assert killed, (where, at)
                yield faults + killer.again(this)
            _reset(before, place)
        yield killer.audit()


def _reset(place: Path, origin: Path) -> None:
    """Makes the database's files those of another directory."""
    for suffix in ("", "-wal", "-shm"):
        (place / f"{DATABASE}{suffix}").unlink(missing_ok=True)
        path = origin / f"{DATABASE}{suffix}"
        if path.exists():
            shutil.copy(path, place / path.name)


def on_postgres(
    game: Scene,
    databases: "Databases",
    proxy: KillProxy,
    run: Run,
    every: int = 1,
    *,
    plant: str = "",
) -> Iterator[list[str]]:
    """The faults of each kill.

    The exchanges of a command are those of one database, where it is given again once it has taken
    effect. The reply is one to a command that was never given before.
    """
    with copy_of(game) as place:
        killer = Killer(game, place, databases.holding(game), run, plant)
        before = databases.holding(game)
        for at in range(len(game.script)):
            this = slice(at, at + 1)
            about = {"at": 0, "way": way_of(at)}
            for where, number in _exchanges(1 + at % every, every):
                proxy.arm(where, number)
                url = through(proxy, killer.url)
                killed, faults = killer.live(this, url=url, control=proxy.control, **about)
                proxy.arm("", 0)
                if killed or faults:
                    yield faults
                if not killed:
                    break
            for where in ("reply", "replied"):
                fresh = Killer(game, place, databases.copy(before), run, plant)
                killed, faults = fresh.live(this, where=where, **about)
                assert killed, (where, at)
                yield faults + fresh.again(this)
            before = fresh.url
        yield killer.again(slice(None)) + killer.audit()


def _exchanges(first: int, every: int) -> Iterator[tuple[str, int]]:
    for number in count(first, every):
        yield "before", number
        yield "after", number


def at_random(killer: Killer, rng: Random, seconds: float, way: str) -> tuple[bool, list[str]]:
    """A kill at any moment of the whole round, and the round again to its end.

    Also returns whether the kill came before the last reply.
    """
    killed, faults = killer.live(slice(None), seconds=rng.uniform(0, seconds), way=way)
    replies, _ = killer.acknowledged()
    faults += killer.again(slice(None))
    faults += killer.audit() if rng.random() < 0.05 else []
    return killed and len(replies) < len(killer.scene.script), faults


class Databases:
    """PostgreSQL databases that hold a scene, copied from one that was filled once."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.templates: dict[Path, str] = {}
        self.numbers = count(1)

    def holding(self, game: Scene) -> str:
        if game.home not in self.templates:
            url = fresh_database(self.server, self._name())
            target, source = Store(url), Store(str(game.home / DATABASE))
            copy_database(source, target)
            source.close()
            target.close()
            self.templates[game.home] = url
        return self.copy(self.templates[game.home])

    def copy(self, url: str) -> str:
        """A copy of a database that nobody uses any more."""
        return fresh_database(self.server, self._name(), str(sa.make_url(url).database))

    def _name(self) -> str:
        return f"kills_{next(self.numbers)}"


@contextmanager
def postgres() -> Iterator[tuple[Databases, KillProxy]]:
    with running_server() as server, kill_proxy(server) as proxy:
        yield Databases(server), proxy


def note(
    outcome: Outcome, kind: str, faults: list[str], text: str, *, counted: bool = True
) -> None:
    outcome.count += counted
    outcome.detail[kind] = outcome.detail.get(kind, 0) + 1
    if faults:
        outcome.fail(f"{text}: {'; '.join(faults)}")


def run_boundaries(outcome: Outcome, run: Run, there: tuple[Databases, KillProxy] | None) -> None:
    for game in GAMES:
        for number, faults in enumerate(on_sqlite(scene(game), run), 1):
            note(outcome, "boundaries of SQLite", faults, f"{game}, kill {number}")
        if there is not None:
            for number, faults in enumerate(on_postgres(scene(game), *there, run), 1):
                note(outcome, "boundaries of PostgreSQL", faults, f"{game}, kill {number}")


def run_random(outcome: Outcome, run: Run, databases: Databases | None, times: int) -> None:
    rng = Random(f"kills {outcome.seed}")
    lengths: dict[tuple[str, bool, str], float] = defaultdict(lambda: FIRST_SECONDS)
    number = 0
    for _ in range(MAX_TRIES * times):
        game = rng.choice([*GAMES])
        far = databases is not None and number % 4 == 0
        way = "thread" if number % 5 == 4 else "loop"
        kind = (game, far, way)
        with copy_of(scene(game)) as place:
            url = databases.holding(scene(game)) if databases and far else str(place / DATABASE)
            killer = Killer(scene(game), place, url, run)
            killed, faults = at_random(killer, rng, lengths[kind], way)
        lengths[kind] = lengths[kind] * GROWTH if killed else killer.seconds
        when = f"in a round on {'PostgreSQL' if far else 'SQLite'}" if killed else "after a round"
        note(outcome, when, faults, f"random kill {number} of {game}", counted=killed)
        number += killed
        if number == times:
            return
    outcome.fail(f"only {number} of {times} random kills came before the end of their rounds")


def main() -> int:
    what = "SIGKILL before and after every write, commit and reply of a round of each game"
    campaign = Campaign("kills", what, count=RANDOM)
    choices = ("sqlite", "postgresql", "both")
    campaign.parser.add_argument("--database", choices=choices, default="both")
    args = campaign.parse()
    with ExitStack() as stack:
        run = stack.enter_context(forker(CHILD))
        there = stack.enter_context(postgres()) if args.database != "sqlite" else None
        run_boundaries(campaign.outcome, run, there)
        run_random(campaign.outcome, run, there[0] if there else None, args.count)
    return campaign.finish()


if __name__ == "__main__":
    sys.exit(main())
