"""Slips of the books: numbered from the log, signed by those who confirmed, printed and copied."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from house.stage import Stage, royal
from kit import premises
from kit.accessible import faults
from pitboss.errors import PitbossError
from pitboss.house.books.printing import print_slip, register
from pitboss.house.books.records import SlipRecord
from pitboss.house.books.register import SlipFilter, SlipLine
from pitboss.house.books.slips import read_slip
from pitboss.house.floor.tables import close_table
from pitboss.house.live_table import HOUSE
from pitboss.house.people import approvals
from pitboss.house.people.persons import Person
from pitboss.house.writing.replies import Done
from pitboss.paper.slips import slip_pdf
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c

FAY, FLO = Person("1", "fay", "floorperson"), Person("2", "flo", "floorperson")
FLOOR, DEALER = c.Actor("floorperson", "flo"), c.Actor("dealer", "dee")
TABLE = "mississippi-stud-1"


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """A table with physical cards: two fills, a credit, an award, a correction and a void."""
    with premises.directory("slips") as place:
        stage = Stage(place, str(place / "house.db"))
        table = stage.table(settings=Settings(cards="physical"))
        stage.fund()
        stage.player("ann")
        stage.staff(FAY.name, FAY.role)
        for cents in (2_500_00, -400_00):
            approved(stage, c.Fill(by=c.Actor("floorperson", "fay"), cents=cents))
        award(stage, table)
        spot = next(iter(stage.state(table).rules.spots))
        about: dict[str, Any] = {
            "round": 1,
            "seat": 1,
            "player": "ann",
            "spot": spot,
            "cents": 25_50,
        }
        approved(
            stage,
            c.Correct(by=c.Actor("floorperson", "fay"), reason="the tape", asked="fay", **about),
        )
        stage.bet(table)
        while stage.state(table).phase != "dealing":
            stage.must(table, stage.next(table))
        stage.must(table, c.CannotDeal(by=FLOOR, at=stage.at, reason="the light went out"))
        yield stage
        stage.house.store.close()


def approved(stage: Stage, command: c.Command) -> None:
    number = approvals.request_approval(stage.house, FAY, TABLE, command)
    assert isinstance(approvals.decide_approval(stage.house, FLO, number, approve=True), Done)


def award(stage: Stage, table: str) -> None:
    """A royal flush with a progressive wager: the whole meter, validated by flo."""
    stage.sit(table, "ann")
    stage.open(table)
    stage.bet(table)
    stage.must(table, stage.next(table))
    stage.must(table, stage.next(table))
    stage.must(table, c.Deal(by=HOUSE, cards=royal(stage, table)))
    while not stage.state(table).pending:
        command = stage.next(table)
        if isinstance(command, c.PlayOn):
            command = c.Act(by=c.Actor("player", "ann"), seat=1, act="bet")
        stage.must(table, command)
    counts = stage.state(table).lying()
    stage.must(table, c.ValidateAward(by=FLOOR, at=stage.at, seat=1, counts=counts, lamp=True))
    stage.must(table, c.CompletePapers(by=FLOOR, at=stage.at, seat=1))
    while stage.state(table).round == 1:
        stage.must(table, stage.next(table))


def lines(stage: Stage, **where: Any) -> list[SlipLine]:
    return [each.slip for each in register(stage.house, SlipFilter(**where))]


def field(slip: SlipRecord, label: str) -> str:
    return next(each.text for each in slip.fields if each.label == label)


def words(pdf: bytes, page: int = 0) -> str:
    document = pdfium.PdfDocument(pdf)
    text: str = document[page].get_textpage().get_text_bounded()
    document.close()
    return " ".join(text.split())


def test_every_series_counts_from_one(stage: Stage) -> None:
    numbers = sorted(line.number for line in lines(stage))
    assert numbers == [
        *("A2023-0001", "C2023-0001", "D2023-0001", "F2023-0001", "F2023-0002", "I2023-0001"),
        *("K2023-0001", "O2023-0001"),
    ]
    assert [line.number for line in lines(stage, kind="fill")] == ["F2023-0002", "F2023-0001"]
    assert [line.cents for line in lines(stage, person="flo", kind="credit")] == [400_00]


def test_a_fill_slip_has_both_persons_and_the_books_figures(stage: Stage) -> None:
    slip = read_slip(stage.house, TABLE, "f2023-0002")
    assert field(slip, "Amount") == "$2,500.00"
    assert field(slip, "Table inventory before") == "$1,000,000.00"
    assert field(slip, "Table inventory after") == "$1,002,500.00"
    assert [(each.what, each.name) for each in slip.signatures[:2]] == [
        ("Requested by", "fay"),
        ("Approved by", "flo"),
    ]
    pdf = slip_pdf(slip, "Prime Casino")
    assert pdf == slip_pdf(slip, "Prime Casino"), "the same input gives the same bytes"
    assert not faults(pdf)
    receivers = ("drop box", "cage", "accounting department")
    for page, receiver in enumerate(receivers):
        text = words(pdf, page)
        assert f"Part {page + 1} of 3: for the {receiver}" in text
        for part in (
            "F2023-0002",
            "Prime Casino",
            "2,500.00",
            "1,002,500.00",
            "fay",
            "flo",
            "COPY",
        ):
            assert part in text


def test_an_award_slip_tells_the_hand_the_meter_and_who_completed_the_papers(stage: Stage) -> None:
    """shows MS 11.I(4)(d)(ii) and MS 11.I(4)(b)"""
    slip = read_slip(stage.house, TABLE, "A2023-0001")
    assert field(slip, "Hand") == "royal flush"
    assert field(slip, "Light of the progressive system") == "lit"
    assert field(slip, "Paid at") == "the cage, from the meter"
    meter = next(row for row in slip.listings[0].rows if row[1] != row[2])
    assert meter[1] == field(slip, "Award"), "all of the meter"
    assert {each.what: each.name for each in slip.signatures} == {
        "Dealer": "house",
        "Validated by": "flo",
        "Papers completed by": "flo",
        "Player": "",
    }
    text = words(slip_pdf(slip, "Prime Casino"))
    assert all(part in text for part in ("As Ks", "royal flush", meter[1], meter[2]))
    for clause in ("MS 11.I(4)(b)", "MS 11.I(4)(d)(ii)"):
        assert clause in slip.clauses


def test_a_deck_record_tells_every_duty_with_its_clause(stage: Stage) -> None:
    """shows MS 4.A and MS 3.C(1)"""
    slip = read_slip(stage.house, TABLE, "D2023-0001")
    duties = [row[1] for row in slip.listings[0].rows]
    assert duties[:3] == ["1 received", "inspect", "verify"]
    assert all(row[3].startswith("MS ") for row in slip.listings[0].rows)
    assert {"Inspected by", "Verified by"} <= {each.what for each in slip.signatures}


def test_an_irregularity_report_tells_the_round_and_a_correction_its_reason(stage: Stage) -> None:
    """shows MS 13.A"""
    report = read_slip(stage.house, TABLE, "I2023-0001")
    assert field(report, "Outcome") == "the round is void"
    assert field(report, "Reason") == "the light went out"
    correction = read_slip(stage.house, TABLE, "K2023-0001")
    assert field(correction, "Amount") == "$25.50 to the player"
    assert field(correction, "Reason") == "the tape"
    assert "the tape" in words(slip_pdf(correction, "Prime Casino"))


def test_the_second_printing_is_a_copy_and_both_are_in_the_log(stage: Stage) -> None:
    slip = read_slip(stage.house, TABLE, "C2023-0001")
    first = print_slip(stage.house, FLO, TABLE, "C2023-0001")
    second = print_slip(stage.house, FAY, TABLE, "C2023-0001")
    original = words(slip_pdf(slip, "", first))
    assert "ORIGINAL" in original and "Original, printed by flo" in original
    copy = words(slip_pdf(slip, "", second))
    assert "COPY" in copy and "Copy 1, printed by fay" in copy
    line = register(stage.house, SlipFilter(number="C2023-0001"))[0]
    assert line.printings == 2
    assert not stage.faults()


def test_a_slip_that_is_not_in_the_books(stage: Stage) -> None:
    for table, number in ((TABLE, "F2023-0003"), ("nowhere", "F2023-0001")):
        with pytest.raises(PitbossError, match=r"there is no slip"):
            read_slip(stage.house, table, number)


def test_the_command_writes_copies(stage: Stage, tmp_path: Path) -> None:
    from click.testing import CliRunner

    from pitboss.commands.paper import command

    args = ["slips", "--data", str(stage.house.outside), "--out", str(tmp_path), "--slip", "fill"]
    result = CliRunner().invoke(command, args, catch_exceptions=False)
    assert result.exit_code == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"{TABLE}-F2023-0001.pdf", f"{TABLE}-F2023-0002.pdf"]
    assert "Copy from the books" in words((tmp_path / names[0]).read_bytes())


def test_opening_and_closing_slips_have_the_inventory_of_the_books(stage: Stage) -> None:
    table = stage.table("let-it-ride", name="for-a-day")
    close_table(stage.house, table)
    for number, what in (("O2023-0001", "opens"), ("X2023-0001", "closes")):
        slip = read_slip(stage.house, table, number)
        assert field(slip, f"Inventory the table {what} with") == "$1,000,000.00"
        text = words(slip_pdf(slip, "Prime Casino"))
        assert number in text and "Part 1 of 2: for the drop box" in text
