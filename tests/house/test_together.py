"""Many people at many tables of two servers at once: no deadlock, nothing lost."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from house.stage import BOSS, PASSWORD, Stage
from pitboss.house.audit.checkpoints import make_checkpoint
from pitboss.house.chance import Entropy
from pitboss.house.live_table import LiveTable
from pitboss.house.people.cash import InsufficientFunds
from pitboss.house.people.persons import Person
from pitboss.house.storage.batch import Batch
from pitboss.house.writing import group, recording
from pitboss.house.writing.group import QueuedCommand
from pitboss.house.writing.replies import Done, Reply, command_hash
from pitboss.money import Cents
from pitboss.table import commands as c

PEOPLE = 4
TURNS = 12


def test_everybody_at_once(open_stage: Callable[[], Stage]) -> None:
    servers = [open_stage(), open_stage()]
    tables = [servers[0].table(name=f"t{n}", mode="self-dealt") for n in range(2)]
    real = servers[0].table(name="real", currency="real")
    for n in range(PEOPLE):
        servers[0].player(f"p{n}x", real=100_00)

    def person(n: int) -> None:
        rng, stage = Random(n), servers[n % 2]
        name, seat = f"p{n}x", n + 1
        me = c.Actor("player", name)
        for turn in range(TURNS):
            table = tables[turn % 2]
            stage.sit(table, name, seat, 100_00)
            stage.must(real, c.Sit(by=me, seat=seat, player=name))
            stage.ask(real, c.BuyIn(by=me, seat=seat, cents=Cents(rng.choice((1_00, 50_00)))))
            stage.desk.top_up(Person(name, name, "player"))
            try:
                stage.desk.cash(BOSS, f"p{rng.randrange(PEOPLE)}x", rng.choice((5_00, -5_00)))
            except InsufficientFunds:
                stage.desk.register(f"new{n}x{turn}", PASSWORD)
            stage.must(real, c.Leave(by=me, seat=seat))
            stage.house.tick(table)
            if n == 0:
                make_checkpoint(stage.house)
            stage.must(table, c.Leave(by=me, seat=seat))

    with ThreadPoolExecutor(PEOPLE) as pool:
        list(pool.map(person, range(PEOPLE)))
    assert not servers[0].faults()
    for n in range(PEOPLE):
        assert servers[0].balance(f"practice/wallet/p{n}x") == 1_000_00 + 100_00
        for table in (*tables, real):
            assert not servers[1].state(table).seats


def sittings(
    tables: list[str], actor: c.Actor, seat: int
) -> tuple[list[QueuedCommand], list[Future[Reply]]]:
    """A group in which somebody sits down at each of the tables, and the replies to come."""
    sit = c.Sit(by=actor, seat=seat, player=actor.name)
    replies = [Future[Reply]() for _ in tables]
    jobs = [
        QueuedCommand(table, f"{actor.name}:{table}", command_hash(sit), sit, None, reply)
        for table, reply in zip(tables, replies, strict=True)
    ]
    return jobs, replies


def test_a_group_that_comes_too_late_is_decided_again_as_one(
    open_stage: Callable[[], Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And once tables are known to be moved elsewhere, no group comes too late."""
    first, second = open_stage(), open_stage()
    tables = [first.table(name=f"t{n}") for n in range(3)]
    writer, attempts = second.house.writer, list[bool]()
    commit = writer._commit

    def counted(*args: Any, careful: bool) -> int:
        attempts.append(careful)
        return commit(*args, careful=careful)

    monkeypatch.setattr(writer, "_commit", counted)
    for table in tables:
        second.house.live(table)

    def take_seats(number: int) -> None:
        """Each table is moved by the first server, and then by a group of the second."""
        mine, theirs = (c.Actor("player", f"p{number + n}x") for n in (0, 1))
        for stage, actor in ((first, mine), (second, theirs)):
            stage.player(actor.name)
        for table in tables:
            first.must(table, c.Sit(by=mine, seat=number, player=mine.name))
        jobs, replies = sittings(tables, theirs, number + 1)
        groups = writer.groups
        writer.write(jobs)
        assert all(isinstance(reply.result(0), Done) for reply in replies)
        assert writer.groups == groups + 1

    take_seats(1)
    assert attempts == [False, True]
    take_seats(3)
    assert attempts == [False, True, False]
    assert not first.faults()


def test_a_command_that_fails_does_not_stop_the_others_of_its_group(
    open_stage: Callable[[], Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The group is undone, and its commands are written one by one."""
    stage = open_stage()
    tables = [stage.table(name=f"t{n}") for n in range(3)]
    actor = c.Actor("player", stage.player("p1x"))

    def fail(batch: Batch, entropy: Entropy, live: LiveTable, *rest: Any) -> LiveTable:
        if live.row.id == tables[1]:
            raise ValueError("a defect at the middle table")
        return recording.record(batch, entropy, live, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(group, "record", fail)
        jobs, replies = sittings(tables, actor, 1)
        stage.house.writer.write(jobs)
    first, middle, last = replies
    assert isinstance(first.result(0), Done) and isinstance(last.result(0), Done)
    assert isinstance(middle.exception(0), ValueError)
    assert [len(stage.state(table).seats) for table in tables] == [1, 0, 1]
    assert not stage.faults()
    again, (reply, *_) = sittings(tables[1:2], actor, 1)
    stage.house.writer.write(again)
    assert isinstance(reply.result(0), Done) and not stage.faults()
