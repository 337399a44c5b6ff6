"""Statistics of the house's books (COMAR 36.05.03.25): figures for the page, and its papers."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from litestar import Response
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, QueryParameter

from pitboss.house.books.desk import Question, StatisticsDesk, StatisticsReply
from pitboss.house.books.statistics import By, Statistics
from pitboss.house.service import House
from pitboss.web.api.common import BOOKS, ApiRequest, get
from pitboss.web.api.slips import operator_of

Form = Literal["pdf", "xlsx", "csv"]
# Milliseconds, up to the year 2100: calendars and databases can represent all of them.
Moment = Annotated[int, QueryParameter(ge=0, le=4_102_444_800_000)]
Name = Annotated[str, QueryParameter(max_length=60, pattern="^[A-Za-z0-9_-]*$")]
_MEDIA: Final[dict[Form, str]] = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
}


def _desk(state: State) -> StatisticsDesk:
    desk: StatisticsDesk = state.statistics
    return desk


@get("/api/statistics", BOOKS, polled=True, sync_to_thread=None)
async def figures(
    state: State,
    since: Moment,
    until: Moment,
    by: FromQuery[By] = "table",
    table: Name = "",
    game: Name = "",
) -> StatisticsReply:
    """The statistics of a period in milliseconds by group, or the progress of reading the books."""
    return await _desk(state).ask(Question(since, until, by, table, game))


@get(
    "/api/statistics/papers/{form:str}",
    BOOKS,
    kinds=tuple(_MEDIA.values()),
    sync_to_thread=None,
)
async def statistics_paper(
    request: ApiRequest,
    state: State,
    form: FromPath[Form],
    since: Moment,
    until: Moment,
    by: FromQuery[By] = "table",
    table: Name = "",
    game: Name = "",
) -> Response[Any]:
    """The same figures as PDF, as a workbook or as CSV."""
    record = await _desk(state).record(Question(since, until, by, table, game))
    how = "inline" if form == "pdf" else "attachment"
    name = f"statistics-{record.start}-{record.end}-{record.by}.{form}"
    headers = {"content-disposition": f'{how}; filename="{name}"'}
    content = await asyncio.to_thread(_written, request.house, form, record)
    return Response(content, media_type=_MEDIA[form], headers=headers)


def _written(house: House, form: Form, record: Statistics) -> bytes:
    from pitboss.paper.statistics import statistics_csv, statistics_pdf, statistics_xlsx

    writers: dict[Form, Callable[[Statistics], bytes]] = {
        "pdf": lambda record: statistics_pdf(record, operator_of(house)),
        "xlsx": statistics_xlsx,
        "csv": statistics_csv,
    }
    return writers[form](record)
