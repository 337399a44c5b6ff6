"""Slips and records of the house's books: the register, one slip, and its printing."""

from typing import Any, Final

from litestar import Response
from litestar.params import FromPath, FromQuery

from pitboss.house.books.printing import RegisterLine, print_slip, register
from pitboss.house.books.records import SlipRecord
from pitboss.house.books.register import SlipFilter
from pitboss.house.books.slips import read_slip
from pitboss.house.floor.tables import read_submission
from pitboss.house.service import House
from pitboss.web.api.common import BOOKS, ApiRequest, get, post

MAX_LINES: Final = 500  # in one answer
_PDF: Final = "application/pdf"


@get("/api/slips", BOOKS)
def slips(
    request: ApiRequest,
    table: FromQuery[str | None] = None,
    kind: FromQuery[str | None] = None,
    person: FromQuery[str | None] = None,
    number: FromQuery[str | None] = None,
    since: FromQuery[int | None] = None,
    until: FromQuery[int | None] = None,
) -> list[RegisterLine]:
    """The register of slips, newest first; times in milliseconds."""
    where = SlipFilter(
        table=table, kind=kind, person=person, number=number, since=since, until=until
    )
    return register(request.house, where, MAX_LINES)


@get("/api/slips/{table:str}/{number:str}", BOOKS)
def slip(request: ApiRequest, table: FromPath[str], number: FromPath[str]) -> SlipRecord:
    """One slip as data; reading it does not count as a printing."""
    return read_slip(request.house, table, number)


@post("/api/slips/{table:str}/{number:str}/print", BOOKS, kinds=(_PDF,))
def printed_slip(request: ApiRequest, table: FromPath[str], number: FromPath[str]) -> Response[Any]:
    """The slip as PDF: the first printing is the original, each later one a copy, all logged."""
    from pitboss.paper.slips import slip_pdf  # slow to import, rarely needed

    record = read_slip(request.house, table, number)
    printing = print_slip(request.house, request.person, table, record.line.number)
    content = slip_pdf(record, operator_of(request.house), printing)
    headers = {"content-disposition": f'inline; filename="{table}-{record.line.number}.pdf"'}
    return Response(content, media_type=_PDF, headers=headers)


def operator_of(house: House) -> str:
    """The operator's name in the current submission."""
    with house.store.read() as tx:
        submission = read_submission(tx)
    return submission.operator if submission else ""
