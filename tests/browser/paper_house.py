"""A house with one of every slip in its books, and one with a day of play, for their pictures."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from house.stage import Stage, royal
from kit import premises
from kit.clock import Clock
from pitboss.house.books.printing import Printing, print_slip, register
from pitboss.house.books.records import SlipRecord
from pitboss.house.books.register import KINDS, SlipFilter
from pitboss.house.books.slips import read_slip
from pitboss.house.books.statistics import Statistics, statistics
from pitboss.house.floor.tables import close_table
from pitboss.house.live_table import HOUSE
from pitboss.house.people import approvals
from pitboss.house.people.persons import Person
from pitboss.house.writing.replies import Done
from pitboss.money import Cents
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import plain_choices
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c
from pitboss.table.duties import command_for, due
from soak._week_house import OPENED, SHIFT_MS, WeekHouse

EVENING = 1_794_859_200_000  # 16 November 2026, 16:00
TABLE, CLOSING = "big-river", "bluff-four"
DEALER, FLOOR = c.Actor("dealer", "dolores"), c.Actor("floorperson", "marcus")
ROUNDS = 150  # of each table in the day of play


@contextmanager
def slips() -> Iterator[dict[str, tuple[SlipRecord, Printing]]]:
    """One slip of each kind, each an original that its floorperson printed."""
    with premises.directory("slips") as place:
        stage = Stage(place, str(place / "house.db"), Clock(EVENING, tick=700))
        marcus, ines = (stage.staff(name, "floorperson")[0] for name in ("marcus", "ines"))
        _play(stage, marcus, ines)
        stage.now.at = EVENING + SHIFT_MS  # so that the shift is over
        slips = {}
        for kind in KINDS:
            lines = [each.slip for each in register(stage.house, SlipFilter(kind=kind))]
            line = next(each for each in lines if each.table != CLOSING or kind == "closing")
            printing = print_slip(stage.house, marcus, line.table, line.number)
            slips[kind] = (read_slip(stage.house, line.table, line.number), printing)
        yield slips
        stage.house.store.close()


def _play(stage: Stage, marcus: Person, ines: Person) -> None:
    """An award, a fill, a credit, a correction, a void round, and a table that closes."""
    stage.table("let-it-ride", name=CLOSING, currency="real")
    physical = Settings(cards="physical")
    table = stage.table("mississippi-stud", name=TABLE, currency="real", settings=physical)
    stage.fund("real")
    stage.player("ann", real=900_00)
    stage.sit(table, "ann")
    _award(stage, table)
    for cents in (7_500_00, -2_000_00):
        fill = c.Fill(by=c.Actor("floorperson", "ines"), at=stage.at, cents=cents)
        _approved(stage, ines, marcus, fill)
    correction = c.Correct(
        by=c.Actor("floorperson", "ines"), at=stage.at, asked="ines", round=1, seat=1,
        player="ann", spot="ante", cents=Cents(25_00), reason="camera 14: paid one unit short",
    )  # fmt: skip
    _approved(stage, ines, marcus, correction)
    stage.bet(table)
    while stage.state(table).phase != "dealing":
        _next(stage, table)
    why = "the shuffler jammed and two cards were torn"
    stage.must(table, c.CannotDeal(by=FLOOR, at=stage.at, reason=why))
    close_table(stage.house, CLOSING)


def _approved(stage: Stage, asks: Person, decides: Person, command: c.Command) -> None:
    number = approvals.request_approval(stage.house, asks, TABLE, command)
    assert isinstance(approvals.decide_approval(stage.house, decides, number, approve=True), Done)


def _next(stage: Stage, table: str) -> None:
    """What is due, by the person whose duty it is."""
    state = stage.state(table)
    waits = due(state)
    assert waits is not None
    actors = {"floorperson": FLOOR, "player": c.Actor("player", "ann")}
    command = command_for(state, waits, actors.get(waits.role, DEALER), stage.at)
    if command is None:
        command = c.Act(by=actors["player"], at=stage.at, seat=1, act="bet")
    if isinstance(command, c.Shuffle):
        command = msgspec.structs.replace(command, counted=state.size)
    if isinstance(command, c.NoMoreBets):  # counted by the house
        command = msgspec.structs.replace(command, by=HOUSE)
    stage.must(table, command)


def _award(stage: Stage, table: str) -> None:
    """A royal flush with a progressive wager: the whole meter, validated at the table."""
    while stage.state(table).cards in ("closed", "received", "inspected", "verified", "spread"):
        _next(stage, table) if due(stage.state(table)) else stage.must(
            table, c.ReceiveCards(by=DEALER, at=stage.at)
        )
    stage.bet(table)
    while (waits := due(stage.state(table))) is None or waits.what != "deal":
        _next(stage, table)
    stage.must(table, c.Deal(by=HOUSE, at=stage.at, cards=royal(stage, table)))
    while not stage.state(table).pending:
        _next(stage, table)
    lying = stage.state(table).lying()
    stage.must(table, c.ValidateAward(by=FLOOR, at=stage.at, seat=1, counts=lying, lamp=True))
    while stage.state(table).round == 1:
        _next(stage, table)


def a_day() -> Statistics:
    """The statistics of a table of each game after part of a shift."""
    with premises.directory("day") as place:
        house = WeekHouse(place, "pictures", {key: plain_choices(GAMES[key]) for key in GAMES})
        for _ in range(ROUNDS):
            house.play_round()
        record = statistics(house.house, OPENED, OPENED + SHIFT_MS, "table")
        house.close()
    return record
