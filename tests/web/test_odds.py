"""Odds over the API: the golden figures, lines against prices, strategies, impossible requests."""

import asyncio
import csv
import functools
import io
import itertools
import os
import random
import signal
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from math import comb
from typing import Any

import msgspec
import pytest

from kit.tiers import tier
from odds.test_golden import TABLES, Table
from pitboss.house.pricing import play_records, records
from pitboss.house.pricing import questions as q
from pitboss.house.pricing.service import MAX_WAITING, NoAnswer, Pricing, TooBusy, Working
from pitboss.odds.game import WHOLE_GAME, priced_game
from pitboss.odds.prices.progressive import progressive_price
from pitboss.odds.rule_lists.price import pocket_card
from pitboss.odds.strategy.advice import advise
from pitboss.rulebook import GAMES
from web.asgi import Answer, Client, Place, opened, shape_is_right

PATIENCE = 900  # seconds: a first solution of everything


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """One house for all of them: its workers cache their solutions."""
    with opened(tmp_path_factory.mktemp("odds")) as instance:
        # A slow machine asks often until an answer is there: no rate limit here.
        instance.limiter.clock = functools.partial(next, itertools.count(0.0, 3600.0))
        yield instance


async def figures(client: Client, path: str) -> Answer:
    """Asks until the answer is ready; the limiter's own clock keeps the rate limit open."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await client.get(path)
            if answer.status != 202:
                return answer
            notice = answer.json
            assert notice["working"] and notice["seconds"] >= 0 and notice["retry_ms"] > 0
            await asyncio.sleep(notice["retry_ms"] / 1000)


def ask(place: Place, *paths: str) -> list[Any]:
    async def play() -> list[Any]:
        answers = []
        for path in paths:
            answer = await figures(place.client(), path)
            assert answer.status == 200, (path, answer)
            check_shape(path, answer)
            answers.append(answer.json)
        return answers

    return asyncio.run(play())


def check_shape(path: str, answer: Answer) -> None:
    """The answer has exactly the fields that the API's description gives it."""
    address = path.partition("?")[0].split("/")
    if len(address) == 5:
        kind = "Combined" if address[4] == "both" else address[4].capitalize()
        msgspec.convert(answer.json, (vars(records) | vars(play_records))[f"{kind}Answer"])


def exact(figure: dict[str, Any]) -> Fraction:
    fraction = Fraction(figure["fraction"])
    assert float(fraction) == figure["decimal"]
    return fraction


def sheet_path(table: Table) -> str:
    wager = table.wager
    progressive = wager != WHOLE_GAME and priced_game(table.game).wager(wager).progressive
    query = f"wager={wager}&letters={wager}:{table.letter}"
    query += f"&{'progressive_stake=' if progressive else f'stakes={wager}:'}{table.stake}"
    if table.meters:
        query += "&meters=" + ",".join(f"{name}:{cents}" for name, cents in table.meters.items())
    return f"/api/odds/{table.game}/sheet?{query}"


def spread(line: dict[str, Any]) -> dict[str, Fraction]:
    return {
        "house edge": exact(line["house_edge"]),
        "average wager": exact(line["average_wager"]),
        "variance": Fraction(line["standard_deviation"]["squared"]),
        "hit frequency": exact(line["hit_frequency"]),
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_golden_figures(place: Place, game: str) -> None:
    tables = [table for table in TABLES if table.game == game]
    assert tables
    for table, sheet in zip(tables, ask(place, *map(sheet_path, tables)), strict=True):
        (line,) = sheet["wagers"]
        assert (line["wager"], line["paytable"]) == (table.wager, table.letter)
        rows = [(o["hand"], o["pays"], o["combinations"]) for o in line["outcomes"]]
        assert rows == [row[:3] for row in table.rows], table
        assert line["combinations_total"] == table.total
        own = spread(line)
        if "ties" in line:
            declined = spread(line["ties"]["declined"])
            own |= {f"{key}, ties declined": value for key, value in declined.items()}
        assert {key: own[key] for key in table.figures} == table.figures, table
        counted = {(d["stage"], d["choice"]): d["count"] for d in line["decisions"]}
        assert {key: counted[key] for key in table.decisions} == table.decisions, table


@pytest.mark.parametrize("game", GAMES)
def test_an_overview_has_every_wager_and_letter(place: Place, game: str) -> None:
    (overview,) = ask(place, f"/api/odds/{game}/overview")
    golden = {(t.wager, t.letter): t.figures["house edge"] for t in TABLES if t.game == game}
    wagers = overview["wagers"]
    edges = {(one["wager"], one["paytable"]): exact(one["house_edge"]) for one in wagers}
    assert edges == golden


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_the_prices_at_any_meter_and_seats(place: Place, game: str) -> None:
    (data,) = ask(place, f"/api/odds/{game}/lines")
    rules = priced_game(game)
    wager = rules.game.progressive_wager
    if wager is None:
        assert data["lines"] == []
        return
    assert rules.game.progressive is not None
    count = len(rules.letters(wager.key)) * len(rules.game.progressive.stakes)
    assert len(data["lines"]) == count
    chance = random.Random(235)
    for line in data["lines"]:
        meters = {meter["meter"]: chance.randrange(10**8) for meter in line["meters"]}
        seats = chance.randint(1, rules.game.seats)
        edge = exact(line["at_zero"]) + (seats - 1) * exact(line["per_seat"])
        for meter in line["meters"]:
            edge += exact(meter["per_cent"]) * meters[meter["meter"]]
        price = progressive_price(
            rules, line["paytable"], stake=line["stake_cents"], seats=seats, meters=meters
        )
        assert edge == price.house_edge, line


def test_a_meter_and_both_wagers(place: Place) -> None:
    meter, both = ask(
        place,
        "/api/odds/mississippi-stud/meter?letter=B&meters=major:500000,minor:90000&seats=4",
        "/api/odds/mississippi-stud/both?letter=B&meters=major:500000,minor:90000",
    )
    price = progressive_price(
        priced_game("mississippi-stud"), "B", seats=4, meters={"major": 500_000, "minor": 90_000}
    )
    assert exact(meter["progressive"]["house_edge"]) == price.house_edge
    assert [one["other_seats"] for one in meter["progressive"]["by_other_seats"]] == [*range(6)]
    best, same = (exact(both[f"both_played_{how}_cents"]) for how in ("for_both", "as_base"))
    assert best > same and exact(both["worth_of_the_wager_cents"]) < 0


def test_a_sheet_at_meters_seats_stakes_and_a_limit(place: Place) -> None:
    (sheet,) = ask(
        place,
        "/api/odds/let-it-ride/sheet?letters=base:B,progressive:C,five-card-bonus:D,"
        "three-card-bonus:A,six-card-bonus:B&stakes=base:2500&progressive_stake=500"
        "&meters=meter:1234567&seats=5&limit=2000000",
    )
    letters = {line["wager"]: line["paytable"] for line in sheet["wagers"]}
    assert letters["base"] == "B" and letters["five-card-bonus"] == "D"
    assert sheet["together"]["paytables"] == letters
    assert sheet["together"]["stakes_cents"]["base"] == 2500
    (progressive,) = (line for line in sheet["wagers"] if line["wager"] == "progressive")
    price = progressive_price(
        priced_game("let-it-ride"), "C", seats=5, stake=500, meters={"meter": 1_234_567}
    )
    assert exact(progressive["progressive"][0]["house_edge"]) == price.house_edge
    (limit,) = sheet["payout_limits"]
    assert (limit["stake_cents"], limit["limit_cents"]) == (2500, 2_000_000)


def test_a_payout_limit(place: Place) -> None:
    (data,) = ask(place, "/api/odds/mississippi-stud/limit?letter=A&limit=1000000&stake=10000")
    (one,) = data["payout_limits"]
    without, under = exact(one["house_edge_without"]), exact(one["house_edge_with"])
    assert without < exact(one["house_edge_with_best_play"]) <= under
    assert data["highest_allowed_cents"] == 5_000_000


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("let-it-ride/hand?cards=Ts 9s 4d", ("let-it-ride", "Ts 9s 4d", None, None, {})),
        (
            "mississippi-stud/hand?cards=Ts 9s 2c&bets=bet 3",
            ("mississippi-stud", "Ts 9s 2c", None, ["bet 3"], {}),
        ),
        (
            "double-draw/hand?cards=As 2s 7d JK 8d&dead=3c 4d&letters=base:B",
            ("double-draw", "As 2s 7d JK 8d", "3c 4d", None, {"bonus": "B"}),
        ),
        (
            "double-draw/hand?cards=As Ad 7d JK 8d",
            ("double-draw", "As Ad 7d JK 8d", None, None, {}),
        ),
    ],
)
def test_one_hand(place: Place, path: str, question: Any) -> None:
    game, cards, dead, bets, letters = question
    (reply,) = ask(place, f"/api/odds/{path}")
    advice = advise(game, cards, dead=dead, bets=bets, letters=letters)
    assert [(o["act"], exact(o["value"]), exact(o["cost"])) for o in reply["options"]] == [
        (o.act, o.value, o.cost) for o in advice.options
    ]
    assert reply["best"] == advice.best.act and reply["decision"] == advice.decision


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if not priced_game(key).draws])
def test_every_hand_to_leaf_through(place: Place, game: str) -> None:
    (menu,) = ask(place, f"/api/odds/{game}")
    for decision in menu["decisions"]:
        where = f"/api/odds/{game}/classes?decision={decision['decision']}&staked="
        (any_stake,) = ask(place, f"/api/odds/{game}/classes?decision={decision['decision']}")
        staked = any_stake["staked"][0]
        (page,) = ask(place, f"{where}{staked}&sort=close&count=30")
        assert page["hands"] == comb(52, decision["cards"])
        assert sum(exact(act["share"]) for act in page["acts"]) == 1
        second = [exact(row["second_costs"]) for row in page["rows"]]
        assert second == sorted(second)
        # An example in the order of its class may have been bet otherwise before: the first
        # decision depends on nothing earlier.
        if decision is menu["decisions"][0]:
            for row in page["rows"]:
                assert advise(game, row["cards"]).best.act == row["best"], row
    (aces,) = ask(place, f"/api/odds/{game}/classes?ranks=AA")
    counts = [row["cards"].count("A") for row in aces["rows"]]
    assert counts and min(counts) == 2


def test_every_first_hand_of_a_draw_game(place: Place) -> None:
    ranks, one_ace = tier(("JK JK A A", 4 * comb(48, 2)), ("JK JK A", 0))  # a sweep each
    (page,) = ask(place, f"/api/odds/double-draw/classes?ranks={ranks}&sort=worth&count=20")
    assert page["hands"] == comb(52, 3) - comb(48, 3) - one_ace
    assert not page["complete"]
    for row in page["rows"]:
        best = advise("double-draw", row["cards"]).best
        act = row["best"] if not row["discards"] else f"discard {row['discards']}"
        assert frozenset(act.split()) == frozenset(best.act.split()) or row["ties"], row


def test_the_pocket_card(place: Place) -> None:
    for game in GAMES:
        (reply,) = ask(place, f"/api/odds/{game}/card")
        card = pocket_card(priced_game(game))
        assert exact(reply["cost"]) == Fraction(card.cost)
        assert [len(one["rules"]) for one in reply["lists"]] == [len(o.rules) for o in card.lists]


def test_a_session(place: Place) -> None:
    (reply,) = ask(place, "/api/odds/let-it-ride/sessions?letter=A")
    assert exact(reply["expectation"]) == Fraction(-37963, 1082900)
    assert reply["rounds"][-1]["rounds"] == 500
    for one in reply["rounds"]:
        (low, high), *inner = one["bounds"]
        assert all(low <= a <= one["median"] <= b <= high for a, b in inner)


def test_figures_as_csv(place: Place) -> None:
    async def play() -> None:
        client = place.client()
        for path, column, rows in (
            ("let-it-ride/overview", "house_edge_exact", 18),
            ("let-it-ride/hand?cards=Ts 9s 4d", "value_exact", 2),
            ("mississippi-stud/classes?count=1", "cards", 169),
            ("mississippi-stud/sheet?wager=base", "figure", None),
            ("mississippi-stud/limit?letter=A", "stake_cents", 4),
        ):
            mark = "&" if "?" in path else "?"
            answer = await figures(client, f"/api/odds/{path}{mark}form=csv")
            assert answer.header("content-type") == "text/csv; charset=utf-8", answer
            assert "attachment" in (answer.header("content-disposition") or "")
            lines = list(csv.DictReader(io.StringIO(answer.body.decode())))
            assert column in lines[0], path
            assert rows is None or len(lines) == rows, path

    asyncio.run(play())


def test_what_cannot_be_asked(place: Place) -> None:
    async def play() -> None:
        client = place.client()
        for path, status in {
            "/api/odds/blackjack": 404,
            "/api/odds/blackjack/sheet": 404,
            "/api/rules/blackjack": 404,
            "/api/odds/let-it-ride/sheet?letters=base:Q": 400,
            "/api/odds/let-it-ride/sheet?letters=base": 400,
            "/api/odds/let-it-ride/sheet?wager=nothing": 400,
            "/api/odds/let-it-ride/sheet?seats=9": 400,
            "/api/odds/let-it-ride/sheet?seats=0": 400,
            "/api/odds/let-it-ride/sheet?stakes=base:0": 400,
            "/api/odds/let-it-ride/meter?letter=A&meters=major:5": 400,
            "/api/odds/let-it-ride/meter?letter=A&stake=300": 400,
            "/api/odds/let-it-ride/both?letter=A": 400,
            "/api/odds/double-draw/meter?letter=A": 400,
            "/api/odds/let-it-ride/hand?cards=Ts": 400,
            "/api/odds/let-it-ride/hand?cards=Ts Ts 4d": 400,
            "/api/odds/let-it-ride/hand?cards=JK Ts 4d": 400,
            "/api/odds/let-it-ride/hand?cards=%00": 400,
            "/api/odds/let-it-ride/classes?decision=bet-3": 400,
            "/api/odds/let-it-ride/classes?sort=luck": 400,
            "/api/odds/let-it-ride/classes?count=100000": 400,
            "/api/odds/let-it-ride/card?rules=99": 400,
            "/api/odds/let-it-ride/limit?letter=Q": 400,
            "/api/odds/let-it-ride/sessions?letter=Q": 400,
        }.items():
            answer = await figures(client, path)
            assert answer.status == status, (path, answer)
            shape_is_right(answer)

    asyncio.run(play())


# ── the worker ────────────────────────────────────────────────────────────────────────────────────


async def until_answered(pricing: Pricing, question: q.Question) -> bytes:
    while isinstance(answer := await pricing.ask(question, 30), Working):
        pass
    return answer


def workers(pricing: Pricing) -> list[int]:
    return [lane._worker.pid for lane in pricing._lanes.values() if lane._worker is not None]


def test_who_does_not_wait_is_told_to_come_again() -> None:
    async def play() -> None:
        question = q.LinesQuestion("let-it-ride")
        with closing(Pricing()) as pricing:
            first = await pricing.ask(question, 0)
            assert isinstance(first, Working) and first.ahead == 0
            behind = await pricing.ask(q.LinesQuestion("235-stud"), 0)
            assert isinstance(behind, Working) and behind.ahead == 1
            assert b'"let-it-ride"' in (reply := await until_answered(pricing, question))
            # Cached: it is there at once, although no worker could compute it.
            pricing.close()
            assert await pricing.ask(question, 0) == reply
            assert workers(pricing) == []

    asyncio.run(play())


def test_a_worker_that_dies_is_replaced() -> None:
    async def play() -> None:
        with closing(Pricing()) as pricing:
            await until_answered(pricing, q.LinesQuestion("235-stud"))
            (pid,) = workers(pricing)
            os.kill(pid, signal.SIGSTOP)
            assert isinstance(await pricing.ask(q.OverviewQuestion("235-stud"), 0.2), Working)
            os.kill(pid, signal.SIGKILL)
            with pytest.raises(NoAnswer):
                await until_answered(pricing, q.OverviewQuestion("235-stud"))
            assert b"house_edge" in await until_answered(pricing, q.OverviewQuestion("235-stud"))
            assert workers(pricing) != [pid]

    asyncio.run(play())


def test_a_long_queue_is_refused() -> None:
    async def play() -> None:
        with closing(Pricing()) as pricing:
            stud = "mississippi-stud"
            questions = [q.CombinedQuestion(stud, letter="A", base_stake=n) for n in range(1, 99)]
            for question in questions[:MAX_WAITING]:
                assert isinstance(await pricing.ask(question, 0), Working)
            with pytest.raises(TooBusy):
                await pricing.ask(questions[-1], 0)
            # Earlier questions still wait.
            assert isinstance(await pricing.ask(questions[MAX_WAITING - 1], 0), Working)

    asyncio.run(play())


def test_a_wrong_question_is_kept_as_wrong(place: Place) -> None:
    async def play() -> None:
        client = place.client()
        path = "/api/odds/let-it-ride/hand?cards=Ts"
        first, again = await figures(client, path), await client.get(path)
        assert first.status == again.status == 400 and first.json == again.json

    asyncio.run(play())
