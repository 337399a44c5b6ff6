"""Shift reports: their figures are the books', their numbers leave no gap, a person's own too."""

from collections.abc import Iterator
from itertools import pairwise

import pypdfium2 as pdfium
import pytest

from house.stage import START, Stage
from kit import premises
from pitboss.errors import PitbossError
from pitboss.house.books.printing import print_slip, register
from pitboss.house.books.records import SlipRecord
from pitboss.house.books.register import SlipFilter
from pitboss.house.books.shifts import ended_shifts, shift_at
from pitboss.house.books.slips import read_slip
from pitboss.house.books.statistics import SHIFT_MS, statistics
from pitboss.house.floor.tables import table_money
from pitboss.house.people import approvals
from pitboss.house.people.persons import Person
from pitboss.house.writing.replies import Done
from pitboss.money import format_dollars
from pitboss.paper.slips import slip_pdf
from pitboss.table import commands as c

TABLE = "mississippi-stud-1"


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """Two rounds and a fill in the first shift, one round in the second, the third still on."""
    with premises.directory("shifts") as place:
        stage = Stage(place, str(place / "house.db"))
        fay = stage.staff("fay", "floorperson")[0]
        flo = stage.staff("flo", "floorperson")[0]
        table = stage.table()
        stage.fund()
        stage.player("ann")
        stage.sit(table, "ann")
        stage.open(table)
        for _ in range(2):
            stage.bet(table)
            stage.play(table)
        fill(stage, fay, flo, 700_00)
        fill(stage, fay, flo, -200_00)
        stage.now.at = shift_at(START).end + 60_000
        stage.bet(table)
        stage.play(table)
        stage.now.at = shift_at(START).end + SHIFT_MS + 60_000
        yield stage
        stage.house.store.close()


def fill(stage: Stage, fay: Person, flo: Person, amount: int) -> None:
    command = c.Fill(by=c.Actor("floorperson", "fay"), cents=amount)
    number = approvals.request_approval(stage.house, fay, TABLE, command)
    assert isinstance(approvals.decide_approval(stage.house, flo, number, approve=True), Done)


def fields(slip: SlipRecord) -> dict[str, str]:
    return {each.label: each.text for each in slip.fields}


def cents(text: str) -> int:
    return int(text.replace("$", "").replace(",", "").replace(".", "").replace("−", "-"))


def test_the_reports_of_a_table_are_the_books_to_the_cent(stage: Stage) -> None:
    first, second = (fields(read_slip(stage.house, TABLE, f"S2023-000{place}")) for place in (1, 2))
    assert first["Opening inventory"] == "$0.00"
    assert first["Closing inventory"] == second["Opening inventory"]
    assert (first["Rounds settled"], second["Rounds settled"]) == ("2", "1")
    assert (first["Decks received"], second["Decks received"]) == ("1", "0")
    money = table_money(stage.house, TABLE)
    assert cents(second["Closing inventory"]) == money["inventory"]
    assert first["Credits"] == "$200.00"
    assert cents(first["Fills"]) - cents(first["Credits"]) == money["fills"]
    assert sum(cents(each["Drop"]) for each in (first, second)) == money["drop"]
    assert sum(cents(each["Win"]) for each in (first, second)) == money["win"]
    span = (shift_at(START).start, shift_at(START).start + 2 * SHIFT_MS)
    groups = statistics(stage.house, *span, "shift").groups
    for report, books in zip((first, second), groups, strict=True):
        assert books.theory is not None
        assert report["Theoretical win of these stakes"] == format_dollars(round(books.theory))
        assert cents(report["Win"]) == books.win
        assert cents(report["Staked, without progressive wagers"]) == books.staked


def test_a_person_has_a_report_of_what_was_done_and_confirmed(stage: Stage) -> None:
    lines = [each.slip for each in register(stage.house, SlipFilter(kind="person"))]
    assert [(line.table, line.number) for line in lines] == [("flo", "P2023-0001")]
    report = read_slip(stage.house, "flo", "P2023-0001")
    assert fields(report) | {"Tables": "1", "Acts": "2"} == fields(report)
    assert [row[0] for row in report.listings[-1].rows] == [
        f"{number} at {TABLE}" for number in ("F2023-0002", "C2023-0001")
    ]
    idle = read_slip(stage.house, "flo", "P2023-0002")
    assert fields(idle)["Acts"] == "0" and not idle.listings


def test_every_shift_that_is_over_has_a_number_and_no_other(stage: Stage) -> None:
    lines = [each.slip for each in register(stage.house, SlipFilter(kind="shift"))]
    assert [line.number for line in reversed(lines)] == ["S2023-0001", "S2023-0002"]
    for whose, number in ((TABLE, "S2023-0003"), ("flo", "P2023-0003"), ("ann", "P2023-0001")):
        with pytest.raises(PitbossError, match="there is no slip"):
            read_slip(stage.house, whose, number)
    year = [*ended_shifts(START, START + 400 * 3 * SHIFT_MS, START + 400 * 3 * SHIFT_MS)]
    assert len(year) == 1200
    for (one, shift), (two, later) in pairwise(year):
        assert later.start == shift.end
        assert int(two[5:]) == (int(one[5:]) + 1 if one[:4] == two[:4] else 1)


def test_a_report_is_printed_and_copied_like_any_slip(stage: Stage) -> None:
    slip = read_slip(stage.house, TABLE, "S2023-0001")
    boss = Person("9", "boss", "administrator")
    for which in ("ORIGINAL", "COPY"):
        pdf = slip_pdf(slip, "Prime Casino", print_slip(stage.house, boss, TABLE, "S2023-0001"))
        text = " ".join(pdfium.PdfDocument(pdf)[0].get_textpage().get_text_bounded().split())
        for words in (which, "Shift report", fields(slip)["Win"], "F2023-0002", "Pit manager"):
            assert words in text
    print_slip(stage.house, boss, "flo", "P2023-0001")
    assert not stage.faults()
    print_slip(stage.house, boss, TABLE, "S2023-0009")
    assert any("S2023-0009 was printed" in fault for fault in stage.faults()["check_slips"])
