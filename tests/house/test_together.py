"""Many people at many tables of two servers at once: no deadlock, nothing lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

from house.stage import BOSS, PASSWORD, Stage
from pitboss.house.audit.checkpoints import make_checkpoint
from pitboss.house.people.cash import InsufficientFunds
from pitboss.house.people.persons import Person
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
