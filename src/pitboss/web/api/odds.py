"""Addresses of the odds: PAR sheets, meters, strategies and pocket cards, as JSON or CSV.

An answer that takes longer than a moment to compute is a 202; the client repeats the request.
"""

import asyncio
from typing import Annotated, Final, Literal

import msgspec
from litestar import Response
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import UnsetType

from pitboss.house.pricing import play_records
from pitboss.house.pricing import questions as q
from pitboss.house.pricing import records as r
from pitboss.house.pricing.csv import csv_of
from pitboss.house.pricing.menu import OddsMenu, menu
from pitboss.house.pricing.service import Pricing, Working
from pitboss.house.rulebook import house_book
from pitboss.rulebook import OwnRules
from pitboss.web.api.common import ApiRequest, get
from pitboss.web.guard import ANYONE

Format = Literal["json", "csv"]
Form = FromQuery[Format]
_NAME: Final = r"[a-z0-9-]{1,40}"
# `base:A,progressive:B`, `major:500000,minor:25000`
_TABLE: Final = r"[A-Za-z0-9-]{1,16}"  # a letter, or the name of an own paytable
Letters = Annotated[str, QueryParameter(pattern=rf"^({_NAME}:{_TABLE}(,{_NAME}:{_TABLE})*)?$")]
Sums = Annotated[str, QueryParameter(pattern=rf"^({_NAME}:\d{{1,12}}(,{_NAME}:\d{{1,12}})*)?$")]
Letter = Annotated[str, QueryParameter(pattern=rf"^{_TABLE}$")]
Key = Annotated[str, QueryParameter(pattern=rf"^({_NAME})?$")]
Cents = Annotated[int, QueryParameter(ge=0, le=10**12)]
OptionalCents = Annotated[int | None, QueryParameter(ge=0, le=10**12)]
Seats = Annotated[int, QueryParameter(ge=1, le=20)]
Cards = Annotated[str, QueryParameter(max_length=40)]
OptionalCards = Annotated[str | None, QueryParameter(max_length=40)]


class OddsInquiry(msgspec.Struct, frozen=True):
    """A request for figures of a game, published or under this house's own rules."""

    key: str
    draws: bool
    own: OwnRules | UnsetType
    names: frozenset[str]  # of its paytables
    pricing: Pricing
    figures: str  # their name in the address

    def letter(self, text: str) -> str:
        """A paytable's name however it is capitalized."""
        by_word = {name.casefold(): name for name in self.names}
        return text if text in self.names else by_word.get(text.casefold(), text.upper())

    def letters(self, text: str) -> dict[str, str]:
        pairs = (part.partition(":") for part in text.split(",") if part)
        return {name: self.letter(letter) for name, _, letter in pairs}

    async def answer(self, question: q.Question, form: Format) -> Response[bytes]:
        """The figures, or 202 while a worker computes them."""
        answer = await self.pricing.ask(question)
        if isinstance(answer, Working):
            return Response(
                msgspec.json.encode(answer),
                status_code=202,
                media_type="application/json",
                headers={"retry-after": "1"},
            )
        if form == "json":
            return Response(answer, media_type="application/json")
        name = f"{self.key}-{self.figures}.csv"
        return Response(
            await asyncio.to_thread(_csv, question, answer),
            media_type="text/csv",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )


def _inquiry(request: ApiRequest, game: FromPath[str]) -> OddsInquiry:
    book = house_book(request.house)
    subject = book.find(game)
    return OddsInquiry(
        subject.key,
        subject.draws,
        own=book.own_of(subject.key),
        names=frozenset(name for each in book.paytables(subject.key).values() for name in each),
        pricing=request.app.state.pricing,
        figures=request.url.path.rpartition("/")[2],
    )


def _sums(text: str) -> dict[str, int]:
    pairs = (part.partition(":") for part in text.split(",") if part)
    return {name: int(cents) for name, _, cents in pairs}


def _csv(question: q.Question, answer: bytes) -> bytes:
    return csv_of(question, msgspec.json.decode(answer)).encode()


Inquiry = NamedDependency[OddsInquiry]
_INQUIRY: Final = {"inquiry": Provide(_inquiry, sync_to_thread=True)}


def figures(name: str, answer: type[msgspec.Struct]) -> HTTPRouteHandler:
    """A route whose answer a worker computes as JSON of this shape."""
    replies = {
        200: ResponseSpec(answer, generate_examples=False, description="The figures"),
        202: ResponseSpec(Working, generate_examples=False, description="Still computing"),
    }
    address = f"/api/odds/{{game:str}}/{name}"
    return get(address, ANYONE, responses=replies, dependencies=_INQUIRY, sync_to_thread=None)


@get("/api/odds/{game:str}", ANYONE, dependencies=_INQUIRY)
def odds_menu(inquiry: Inquiry) -> OddsMenu:
    """The questions that can be asked about a game's odds."""
    return menu(inquiry.key, inquiry.own)


@figures("overview", r.OverviewAnswer)
async def odds_overview(inquiry: Inquiry, form: Form = "json") -> Response[bytes]:
    """Every wager and letter: edge, deviation, hit frequency. 202 while they are computed."""
    return await inquiry.answer(q.OverviewQuestion(inquiry.key, inquiry.own), form)


@figures("sheet", r.SheetAnswer)
async def odds_sheet(
    inquiry: Inquiry,
    wager: Key = "",
    letters: Letters = "",
    stakes: Sums = "",
    meters: Sums = "",
    seats: Seats = 1,
    progressive_stake: Cents = 100,
    limit: OptionalCents = None,
    information: FromQuery[bool] = False,
    form: Form = "json",
) -> Response[bytes]:
    """The PAR sheet, as `pitboss par --json` writes it. Amounts in cents. 202 while computed."""
    question = q.SheetQuestion(
        inquiry.key,
        inquiry.own,
        wager=wager,
        tables=inquiry.letters(letters),
        stakes=_sums(stakes),
        meters=_sums(meters),
        seats=seats,
        progressive_stake=progressive_stake,
        limit=limit,
        information=information,
    )
    return await inquiry.answer(question, form)


@figures("lines", r.LinesAnswer)
async def odds_lines(inquiry: Inquiry, form: Form = "json") -> Response[bytes]:
    """The progressive edge as an exact linear function of its meters and of the seats."""
    return await inquiry.answer(q.LinesQuestion(inquiry.key, inquiry.own), form)


@figures("meter", r.MeterAnswer)
async def odds_meter(
    inquiry: Inquiry,
    letter: Letter,
    stake: Cents = 100,
    meters: Sums = "",
    seats: Seats = 1,
    form: Form = "json",
) -> Response[bytes]:
    """A progressive wager at a meter: return, envy, break-even, the meter at awards."""
    question = q.MeterQuestion(
        inquiry.key,
        inquiry.own,
        letter=inquiry.letter(letter),
        stake=stake,
        seats=seats,
        meters=_sums(meters),
    )
    return await inquiry.answer(question, form)


@figures("both", r.CombinedAnswer)
async def odds_both(
    inquiry: Inquiry,
    letter: Letter,
    stake: Cents = 100,
    base_stake: Cents = 500,
    meters: Sums = "",
    form: Form = "json",
) -> Response[bytes]:
    """Best play for base game and progressive together: a fold forfeits the progressive wager."""
    question = q.CombinedQuestion(
        inquiry.key,
        inquiry.own,
        letter=inquiry.letter(letter),
        stake=stake,
        base_stake=base_stake,
        meters=_sums(meters),
    )
    return await inquiry.answer(question, form)


@figures("limit", r.LimitAnswer)
async def odds_limit(
    inquiry: Inquiry,
    letter: Letter,
    limit: OptionalCents = None,
    stake: OptionalCents = None,
    form: Form = "json",
) -> Response[bytes]:
    """The whole game under a payout limit, at several stakes or at one."""
    stakes = () if stake is None else (stake,)
    question = q.LimitQuestion(
        inquiry.key, inquiry.own, letter=inquiry.letter(letter), limit=limit, stakes=stakes
    )
    return await inquiry.answer(question, form)


@figures("hand", play_records.HandAnswer)
async def odds_hand(
    inquiry: Inquiry,
    cards: Cards,
    dead: OptionalCards = None,
    bets: Annotated[str | None, QueryParameter(max_length=60)] = None,
    letters: Letters = "",
    stake: Cents = 1_000,
    form: Form = "json",
) -> Response[bytes]:
    """One hand: every act with its exact value. `bets` are the earlier acts, comma-separated."""
    question = q.HandQuestion(
        inquiry.key,
        inquiry.own,
        cards=cards,
        dead=dead,
        bets=None if bets is None else tuple(part for part in bets.split(",") if part),
        letters=inquiry.letters(letters),
        stake=stake,
    )
    return await inquiry.answer(question, form)


@figures("classes", play_records.ClassesAnswer)
async def odds_classes(
    inquiry: Inquiry,
    decision: Key = "",
    letters: Letters = "",
    staked: Annotated[int | None, QueryParameter(ge=0, le=100)] = None,
    best: Annotated[str, QueryParameter(max_length=40)] = "",
    suits: FromQuery[Literal["", "mixed", "one suit"]] = "",
    ranks: Annotated[str, QueryParameter(max_length=20)] = "",
    sort: FromQuery[Literal["", "close", "dear", "often", "worth"]] = "",
    start: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=500)] = 50,
    form: Form = "json",
) -> Response[bytes]:
    """The classes of hands at one decision with the best act of each, in pages; as CSV, all."""
    question = q.ClassesQuestion(
        inquiry.key,
        inquiry.own,
        decision=decision,
        letters=inquiry.letters(letters),
        staked=staked,
        best=best,
        suits=suits,
        ranks=ranks,
        sort=sort,
        start=0 if form == "csv" else start,
        count=q.ALL_CLASSES if form == "csv" else count,
    )
    return await inquiry.answer(question, form)


@figures("card", play_records.CardAnswer)
async def odds_card(
    inquiry: Inquiry,
    letters: Letters = "",
    rules: Annotated[int | None, QueryParameter(ge=1, le=20)] = None,
    form: Form = "json",
) -> Response[bytes]:
    """The rule lists of a pocket card, and exactly what they cost against optimal play."""
    own = inquiry.letters(letters)
    question = q.CardQuestion(inquiry.key, inquiry.own, letters=own, rules=rules)
    return await inquiry.answer(question, form)


@figures("sessions", play_records.SessionsAnswer)
async def odds_sessions(inquiry: Inquiry, letter: Letter, form: Form = "json") -> Response[bytes]:
    """A bankroll over 500 rounds of the whole game: sampled bounds, exact mean."""
    question = q.SessionsQuestion(inquiry.key, inquiry.own, letter=inquiry.letter(letter))
    return await inquiry.answer(question, form)


@figures("fan", play_records.FanAnswer)
async def odds_fan(
    inquiry: Inquiry,
    letter: Letter,
    stake: Annotated[int, QueryParameter(ge=100, le=10_000_000)] = 500,
    rounds: Annotated[int, QueryParameter(ge=20, le=500, multiple_of=20)] = 100,
    form: Form = "json",
) -> Response[bytes]:
    """Where sessions of the whole game end: exact quantiles, and the chance to be ahead."""
    question = q.FanQuestion(
        inquiry.key, inquiry.own, letter=inquiry.letter(letter), stake=stake, rounds=rounds
    )
    return await inquiry.answer(question, form)


@figures("what-if", r.WhatIfAnswer)
async def odds_what_if(
    inquiry: Inquiry,
    letter: Letter,
    pays: Annotated[str, QueryParameter(max_length=1_500)] = "",
    form: Form = "json",
) -> Response[bytes]:
    """The whole game with other pays, as in `flush=7 to 1;straight=5 to 1`; 202 while solved."""
    kind = q.DrawWhatIfQuestion if inquiry.draws else q.WhatIfQuestion
    changes = tuple(part.strip() for part in pays.split(";") if part.strip())
    question = kind(inquiry.key, inquiry.own, letter=inquiry.letter(letter), changes=changes)
    return await inquiry.answer(question, form)
