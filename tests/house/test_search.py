"""Rounds found by what they have, against a filter that reads every record whole."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from house.postgres import fresh_database
from house.stage import Stage
from house.test_exports import night
from kit.tiers import tier
from pitboss.house.history import rounds as recall
from pitboss.house.history.search import (
    BadSearch,
    RoundFilter,
    matching_rounds,
    search,
    terms,
    under,
)
from pitboss.house.storage.schema.migration import ROUNDS_MARKED
from pitboss.house.storage.schema.tables import meta, round_clauses, round_hands, seeds
from pitboss.rulebook import GAMES

SEARCHES = tier(80, 300)
_HANDS = ("HandShown", "Paid", "MeterPaid", "AwardPending", "EnvyPaid")


class Record:
    """A round read from its whole record; the search index is not used."""

    def __init__(self, stage: Stage, table: str, number: int) -> None:
        record = recall.round_record(stage.house, table, number, None)
        self.key, self.ended, self.outcome = (table, number), record["ended"], record["outcome"]
        self.game = stage.house.live(table).row.game
        events = [event for entry in record["entries"] for event in entry["events"]]
        self.clauses = {event["clause"] for event in events if event.get("clause")}
        self.hands: dict[int, set[str]] = {}
        for event in events:
            if event["type"] in _HANDS:
                seat = event.get("holder") or event["seat"]
                self.hands.setdefault(seat, set()).add(event["hand"])
        self.seats = record["seats"]

    def matches(self, query: RoundFilter, hands: set[str]) -> bool:
        if query.table not in (None, self.key[0]) or query.game not in (None, self.game):
            return False
        if query.outcome not in (None, self.outcome):
            return False
        if not _between(self.ended, query.since, query.until):
            return False
        if not _between(self.key[1], query.first, query.last):
            return False
        if query.clause is not None and not any(
            one == query.clause
            or (one.startswith(query.clause) and one[len(query.clause)] in ".(ABCDEFGHIJKLMN")
            for one in self.clauses
        ):
            return False
        if (query.player, query.hand, query.least, query.most) == (None,) * 4:
            return True
        numbers = {seat["seat"] for seat in self.seats} | set(self.hands)
        return any(self._seat_matches(number, query, hands) for number in numbers)

    def _seat_matches(self, number: int, query: RoundFilter, hands: set[str]) -> bool:
        if query.hand is not None and not hands & self.hands.get(number, set()):
            return False
        if (query.player, query.least, query.most) == (None,) * 3:
            return True
        for seat in self.seats:
            amounts = {
                "net": seat["net"],
                "staked": seat["staked"],
                "returned": seat["net"] + seat["staked"],
            }
            if (
                seat["seat"] == number
                and query.player in (None, seat["player"])
                and _between(amounts[query.amount], query.least, query.most)
            ):
                return True
        return False


def _between(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def hands_meant(records: list[Record], text: str | None) -> set[str]:
    names = {hand for record in records for hands in record.hands.values() for hand in hands}
    exact = {hand for hand in names if hand == text}
    return exact or {hand for hand in names if text is not None and text in hand}


def keys(stage: Stage, query: RoundFilter, limit: int = 7) -> list[tuple[str, int]]:
    """All pages of a search, each `limit` long."""
    places: list[tuple[str, int]] = []
    after = ""
    while True:
        page = search(stage.house, query, after, limit)
        assert len(page.rounds) == limit or not page.next
        places += [(row.table, row.round) for row in page.rounds]
        after = page.next
        if not after:
            return places


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def floor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Stage, list[Record]]]:
    """All four games, voids among them; newest first. Nothing here changes it."""
    place = tmp_path_factory.mktemp("floor")
    url = str(place / "house.db")
    if request.param == "postgresql":
        server, template = (request.getfixturevalue(name) for name in ("postgres", "migrated"))
        url = fresh_database(server, f"floor_{os.getpid()}", template)
    stage = Stage(place, url)
    names = [night(stage, game, 8) for game in GAMES]
    records = [
        Record(stage, table, number)
        for table in names
        for number in recall.finished_rounds(stage.house, table)
    ]
    yield stage, sorted(records, key=lambda one: (one.ended, *one.key), reverse=True)
    stage.house.store.close()


def some_search(rng: Random, records: list[Record]) -> RoundFilter:
    """Values that rounds really have, one to four of them together."""
    one = rng.choice(records)
    seat: dict[str, Any] = rng.choice(one.seats or [{"player": "nobody", "net": 0, "staked": 0}])
    amount: Any = rng.choice(("net", "staked", "returned"))
    of_seat = {"returned": seat["net"] + seat["staked"]}.get(amount, seat.get(amount))
    hands = [hand for group in one.hands.values() for hand in group] or ["royal flush"]
    clause = rng.choice(sorted(one.clauses))
    cut = rng.choice((len(clause), clause.find("(") if "(" in clause else len(clause)))
    able: dict[str, dict[str, Any]] = {
        "table": {"table": one.key[0]},
        "game": {"game": one.game},
        "player": {"player": seat["player"]},
        "since": {"since": one.ended},
        "until": {"until": one.ended},
        "hand": {"hand": rng.choice((rng.choice(hands), "pair", "flush"))},
        "least": {"amount": amount, "least": of_seat},
        "most": {"amount": amount, "most": of_seat},
        "clause": {"clause": clause[:cut]},
        "outcome": {"outcome": one.outcome},
        "first": {"first": one.key[1]},
        "last": {"last": one.key[1] + 1},
    }
    chosen = rng.sample(sorted(able), rng.randint(1, 4))
    fields: dict[str, Any] = {}
    for name in chosen:
        fields |= able[name]
    return RoundFilter(**fields)


def test_every_search_finds_what_reading_all_records_finds(
    floor: tuple[Stage, list[Record]],
) -> None:
    stage, records = floor
    rng = Random("search")
    count = nothing = 0
    for _ in range(SEARCHES):
        query = some_search(rng, records)
        hands = hands_meant(records, query.hand)
        due = [one.key for one in records if one.matches(query, hands)]
        assert keys(stage, query, rng.choice((1, 3, 50))) == due, query
        assert matching_rounds(stage.house, query, 100) == due[::-1]
        count += len(due)
        nothing += not due
    assert count > 3 * SEARCHES and nothing < SEARCHES * 2 // 3
    assert keys(stage, RoundFilter()) == [one.key for one in records]


def test_a_found_round_tells_its_seats_as_its_record_does(
    floor: tuple[Stage, list[Record]],
) -> None:
    stage, records = floor
    page = search(stage.house, RoundFilter(), limit=50)
    assert len(page.rounds) == len(records) == 32
    for row, record in zip(page.rounds, records, strict=True):
        seats = [msgspec.to_builtins(seat) for seat in row.seats]
        due = [{key: seat[key] for key in seats[0]} for seat in record.seats]
        assert seats == due and seats
        assert (row.ended, row.outcome, row.game) == (record.ended, record.outcome, record.game)


def test_words_are_taken_as_people_write_them(floor: tuple[Stage, list[Record]]) -> None:
    stage, _ = floor
    table = "mississippi-stud-1"
    by_clause = keys(stage, RoundFilter(clause="MS 11.B"))
    assert by_clause and {one for one, _ in by_clause} == {table}
    for spelled in ("ms 11 b", "MS11.B", " MS  11.B"):
        assert keys(stage, RoundFilter(clause=spelled)) == by_clause
    assert keys(stage, RoundFilter(clause="MS")) == keys(stage, RoundFilter(table=table))
    assert (
        keys(stage, RoundFilter(clause="LIR 11B"))
        == keys(stage, RoundFilter(clause="LIR .11B"))
        != []
    )
    assert (
        keys(stage, RoundFilter(clause="MS 1")) == [] == keys(stage, RoundFilter(clause="nonsense"))
    )
    mine = keys(stage, RoundFilter(player="ann_misx"))
    assert len(mine) == 8 and keys(stage, RoundFilter(player="ANN_misX")) == mine
    assert keys(stage, RoundFilter(player="nobody")) == []
    assert keys(stage, RoundFilter(hand="Two Pair")) == keys(stage, RoundFilter(hand="two pair"))
    assert keys(stage, RoundFilter(hand="no such hand")) == []


def test_what_there_is_to_search_by(floor: tuple[Stage, list[Record]]) -> None:
    stage, records = floor
    vocabulary = terms(stage.house)
    assert vocabulary.tables == sorted({one.key[0] for one in records})
    assert set(vocabulary.clauses) == set().union(*(one.clauses for one in records))
    assert set(vocabulary.hands) == {
        hand for one in records for group in one.hands.values() for hand in group
    }


def test_pages_stand_still_while_rounds_end(stage: Stage) -> None:
    table = night(stage, "let-it-ride", 5)
    first = search(stage.house, RoundFilter(), limit=2)
    for seat in list(stage.state(table).seats):
        stage.bet(table, seat)
    stage.play(table)
    rest = search(stage.house, RoundFilter(), first.next, limit=10)
    assert [row.round for row in (*first.rounds, *rest.rounds)] == [5, 4, 3, 2, 1]
    for bad in ("x", "1/2", "1/let-it-ride-1/x", "9" * 30 + "/a/1"):
        with pytest.raises(BadSearch):
            search(stage.house, RoundFilter(), bad)
    with pytest.raises(BadSearch, match="more than 2"):
        matching_rounds(stage.house, RoundFilter(), 2)


def test_a_round_whose_seed_is_not_told_is_not_found(stage: Stage) -> None:
    """One voided before its first card leaves its deck, and so its seed, to the next round."""
    table = night(stage, "let-it-ride", 4)
    with stage.house.store.begin() as tx:
        tx.execute(sa.update(seeds).where(seeds.c.round == 3).values(revealed=None))
    assert keys(stage, RoundFilter()) == [(table, 4), (table, 2), (table, 1)]
    assert (
        keys(stage, RoundFilter(first=3, last=3))
        == []
        == matching_rounds(stage.house, RoundFilter(first=3, last=3), 9)
    )


def test_an_older_house_is_marked_before_the_first_search(stage: Stage) -> None:
    table = night(stage, "double-draw", 4)
    before = keys(stage, RoundFilter(clause="DD"))
    with stage.house.store.begin() as tx:
        tx.execute(sa.delete(round_hands))
        tx.execute(sa.delete(meta).where(meta.c.key == ROUNDS_MARKED))
        tx.execute(sa.delete(round_clauses))
    assert keys(stage, RoundFilter(clause="DD")) == before and len(before) == 4
    assert stage.faults() == {}
    assert recall.finished_rounds(stage.house, table) == [1, 2, 3, 4]


def test_the_audit_sees_marks_that_are_not_the_logs(stage: Stage) -> None:
    night(stage, "let-it-ride", 2)
    assert stage.faults() == {}
    with stage.house.store.begin() as tx:
        tx.execute(sa.delete(round_hands).where(round_hands.c.round == 1, round_hands.c.seat == 1))
    assert ["in its index" in one for one in stage.faults()["check_rounds"]] == [True]
    with stage.house.store.begin() as tx:
        row = {"stream": "let-it-ride-1", "round": 2, "clause": "MS 1.A"}
        tx.execute(sa.insert(round_clauses).values(**row))
    assert len(stage.faults()["check_rounds"]) == 2


def test_clauses_under_clauses() -> None:
    for clause, query in (
        ("MS 11.H(1)", "MS 11.H"),
        ("MS 11.H(1)", "ms 11"),
        ("MS 11.H(1)", "MS"),
        ("DD .11C(2)(b)", "DD 11C(2)"),
        ("G26", "g26"),
    ):
        assert under(clause, query)
    for clause, query in (
        ("MS 11.H(1)", "MS 1"),
        ("MS 11.H(1)", ""),
        ("MS 1.A", "LIR"),
        ("235 6.A", "235H 6"),
        ("G26", "G2"),
    ):
        assert not under(clause, query)
