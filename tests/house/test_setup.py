"""A first start, whole or cut off anywhere."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from house.faulty import Fault, FaultyStore
from kit.clock import Clock
from kit.submissions import load
from pitboss.commands.serve import command as serve
from pitboss.errors import PitbossError
from pitboss.house.audit.audit import audit
from pitboss.house.floor.tables import (
    BadTable,
    OtherRules,
    close_table,
    make_table,
    set_table,
    table_money,
)
from pitboss.house.service import OPENING_INVENTORY, House
from pitboss.house.setup import open_house
from pitboss.house.storage.keys import BadSeal, make_keys, read_keys
from pitboss.rulebook.submission import Submission, example
from pitboss.rulebook.submission.tables import OpenTable, Settings


def test_a_first_start_cut_off_anywhere_is_finished_by_the_next(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stores: list[FaultyStore] = []

    def store(url: str) -> FaultyStore:
        stores.append(FaultyStore(url))
        stores[-1].arm("statement", cut)
        return stores[-1]

    monkeypatch.setattr("pitboss.house.setup.Store", store)
    cut, house = 12, None
    starts = 0
    while house is None:
        starts += 1
        try:
            house = open_house(place, None, Clock(tick=1))
        except Fault:
            stores[-1].close()
            cut += 1
    assert starts > 10
    stores[-1].arm("")
    rows = house.table_rows()
    assert len({row.game for row in rows}) == 4
    for row in rows:
        assert table_money(house, row.id)["inventory"] == OPENING_INVENTORY
    assert not {name: faults for name, faults in audit(house).items() if faults}
    house.store.close()
    again = open_house(place, None, Clock(tick=1))
    assert [row.id for row in again.table_rows()] == [row.id for row in rows]
    again.store.close()


def test_a_server_that_opens_tables_knows_them_as_one_that_reads_them(place: Path) -> None:
    clock = Clock()
    house = open_house(place, None, clock)
    opened = {name: house.memory.get(name) for name in house.memory.ids()}
    house.store.close()
    again = open_house(place, None, clock)
    assert len(opened) == len(again.table_rows())
    for name, live in opened.items():
        stored = again.live(name)
        assert live is not None
        for field in ("row", "table", "seq", "hash", "round_began", "since", "waiting", "acted"):
            assert getattr(live, field) == getattr(stored, field), (name, field)
    again.store.close()


def test_a_table_made_later_shares_its_links_meters(place: Path) -> None:
    house = open_house(place, None, Clock(tick=1))
    like = next(row for row in house.table_rows() if row.choices.meters)
    make_table(house, "another", OpenTable("Another", like.game, mode="dealer"))
    make_table(house, "for-money", OpenTable("For money", like.game, "real", "dealer"))
    assert house.meter_cents("another") == house.meter_cents(like.id)
    links = {row.id: row.link for row in house.table_rows()}
    assert links["another"] == like.link != links["for-money"]
    assert not {name: faults for name, faults in audit(house).items() if faults}
    house.store.close()


SALON = """
[games.mississippi-stud.settings]
deciding = 45

[[tables]]
name = "The Salon"
game = "mississippi-stud"
count = 2
currency = "real"
meters = "own"
settings = { betting = 60, awards_and_voids = "floorperson" }

[[tables]]
name = "The Pit"
game = "mississippi-stud"
mode = "dealer"
settings = { cards = "physical" }
"""


def submission(text: str) -> Submission:
    result = load(text)
    assert isinstance(result, Submission), result
    return result


def test_tables_and_settings_come_from_the_submission(place: Path) -> None:
    house = open_house(place, None, Clock(tick=1), submission(example() + SALON))
    rows = {row.id: row for row in house.table_rows()}
    assert rows["big-river"].settings == Settings(deciding=45)
    assert rows["open-range"].settings == Settings()
    salon = rows["the-salon-2"]
    assert (salon.name, salon.currency, salon.mode) == ("The Salon 2", "real", "self-dealt")
    assert salon.settings == Settings(60, 45, "floorperson")
    assert rows["the-pit"].settings == Settings(deciding=45, cards="physical")
    links = [rows[name].link for name in ("the-salon-1", "the-salon-2", "the-pit", "big-river")]
    assert len(set(links)) == 3 and links[2] == links[3], "its own meters, or the game's"
    make_table(house, "more", OpenTable("More", "mississippi-stud", mode="dealer"), betting=9)
    assert house.live("more").row.settings == Settings(betting=9, deciding=45)
    with pytest.raises(BadTable, match="no dealer"):
        make_table(house, "odd", OpenTable("Odd", "mississippi-stud"), cards="physical")
    assert not {name: faults for name, faults in audit(house).items() if faults}
    house.store.close()


def test_a_later_start_takes_new_tables_and_settings_from_the_submission(place: Path) -> None:
    first = open_house(place, None, Clock(tick=1))
    close_table(first, "three-primes")
    before = {row.id: row for row in first.table_rows()}
    slower = example().replace("deciding = 30", "deciding = 90") + SALON
    house = open_house(place, None, Clock(tick=1), submission(slower))
    after = {row.id: row for row in house.table_rows()}
    assert after.keys() - before.keys() == {"the-salon-1", "the-salon-2", "the-pit"}
    assert "three-primes" not in after, "closed is closed"
    assert after["open-range"].settings.deciding == 90
    assert first.live("open-range").row.settings.deciding == 90, "the other server hears of it"
    entries = house.live("open-range").seq
    open_house(place, None, Clock(tick=1), submission(slower)).store.close()
    assert house.live("open-range").seq == entries, "nothing is written twice"
    assert (
        house.live("open-range").row
        == open_house(place, None, Clock(tick=1)).live("open-range").row
    )
    assert not {name: faults for name, faults in audit(house).items() if faults}
    first.store.close()
    house.store.close()


@pytest.mark.parametrize(
    ("original", "instead", "what"),
    [
        ('name = "Big River"', 'currency = "real"\nname = "Big River"', "currency"),
        ('name = "Big River"', 'mode = "dealer"\nname = "Big River"', "mode"),
        ('name = "Big River"', 'meters = "own"\nname = "Big River"', "choice of meters"),
        ('minimum = "10.00"', 'minimum = "20.00"', "set of rules"),
    ],
)
def test_a_table_keeps_the_rules_it_was_opened_under(
    place: Path, original: str, instead: str, what: str
) -> None:
    open_house(place, None, Clock(tick=1)).store.close()
    with pytest.raises(OtherRules, match=f"another {what}") as refused:
        open_house(
            place, None, Clock(tick=1), submission(example().replace(original, instead) + SALON)
        )
    assert refused.value.what_to_do
    house = open_house(place, None, Clock(tick=1))
    assert len(house.table_rows()) == 4, "and none was made meanwhile"
    house.store.close()


def test_settings_that_a_table_cannot_have(place: Path) -> None:
    house = open_house(place, None, Clock(tick=1))
    entries = house.live("big-river").seq
    for changes in ({"cards": "physical"}, {"cards": "physical", "betting": 9}):
        with pytest.raises(BadTable):
            set_table(house, "big-river", "boss", **changes)
    with pytest.raises(PitbossError):
        set_table(house, "nowhere", "boss", betting=9)
    assert house.live("big-river").seq == entries
    assert not set(house.memory.ids()) - {row.id for row in house.table_rows()}
    house.store.close()


def test_keys_are_their_owners_only(place: Path) -> None:
    keys = make_keys(place)
    path = place / "house.key"
    assert path.stat().st_mode & 0o077 == 0
    again = read_keys(place)
    assert again is not None and again.public == keys.public
    with pytest.raises(FileExistsError):
        make_keys(place)
    sealed = keys.seal(b"cards", "t/1")
    assert keys.unseal(sealed, "t/1") == b"cards" and b"cards" not in sealed
    for bad, context in ((sealed, "t/2"), (sealed[:-1] + b"\0", "t/1"), (b"", "t/1")):
        with pytest.raises(BadSeal):
            keys.unseal(bad, context)
    path.write_bytes(b"short")
    with pytest.raises(BadSeal):
        read_keys(place)


def test_a_failing_listener_does_not_unsay_what_is_done(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from house.stage import Stage

    stage = Stage(place, str(place / "house.db"))
    table = stage.table()
    stage.player("ann")

    def fails(*_: object) -> None:
        raise RuntimeError("the page is gone")

    stage.house.listeners.append(fails)
    stage.sit(table, "ann")
    assert stage.state(table).chips("ann") == 500_00
    assert "a listener failed" in caplog.text
    stage.house.store.close()


def test_servers_that_first_start_together_make_one_house(place: Path, url: str) -> None:
    def start(_: int) -> House:
        return open_house(place, url, Clock(tick=1))

    if url.startswith("postgresql"):
        make_keys(place)  # which they share
        with ThreadPoolExecutor(3) as pool:
            houses = list(pool.map(start, range(3)))
    else:  # a file has one server; the next finds what the first made
        houses = [start(0), start(1)]
    rows = [house.table_rows() for house in houses]
    assert len(rows[0]) == 4 and all(row == rows[0] for row in rows)
    assert not {name: faults for name, faults in audit(houses[0]).items() if faults}
    for house in houses:
        house.store.close()


def test_a_submission_that_is_not_allowed_opens_no_house(place: Path) -> None:
    path = place / "house.toml"
    line = example().splitlines().index("[settings]") + 2
    for text, where, phrase in (
        (
            example().replace("betting = 20", "betting = 1"),
            f":{line}",
            "settings.betting: 1 seconds",
        ),
        ("[house]\n", ":1", "(and 2 more)"),
    ):
        path.write_text(text, encoding="utf-8")
        arguments = ["--house", str(path), "--data", str(place / "data"), "--port", "0"]
        with pytest.raises(PitbossError) as refused:
            serve.main(arguments, standalone_mode=False)
        assert refused.value.where == f"{path}{where}" and phrase in refused.value.what
        assert "pitboss check" in (refused.value.what_to_do or "")
    assert not (place / "data").exists()
