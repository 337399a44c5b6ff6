"""A first start, whole or cut off anywhere."""

from pathlib import Path

import pytest

from house.faulty import Fault, FaultyStore
from house.stage import Now
from pitboss.house.audit import audit
from pitboss.house.floor import make_table, table_money
from pitboss.house.sealing import BadSeal, load_keys
from pitboss.house.service import OPENING_INVENTORY
from pitboss.house.setup import open_house


def test_a_first_start_cut_off_anywhere_is_finished_by_the_next(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[FaultyStore] = []

    def store(url: str) -> FaultyStore:
        made.append(FaultyStore(url))
        made[-1].arm("statement", cut)
        return made[-1]

    monkeypatch.setattr("pitboss.house.setup.Store", store)
    cut, house = 12, None
    starts = 0
    while house is None:
        starts += 1
        try:
            house = open_house(place, None, Now())
        except Fault:
            made[-1].close()
            cut += 1
    assert starts > 10
    made[-1].arm("")
    rows = house.table_rows()
    assert len({row.game for row in rows}) == 4
    for row in rows:
        assert table_money(house, row.id)["inventory"] == OPENING_INVENTORY
    assert not {name: faults for name, faults in audit(house).items() if faults}
    house.store.close()
    again = open_house(place, None, Now())
    assert [row.id for row in again.table_rows()] == [row.id for row in rows]
    again.store.close()


def test_a_table_made_later_shares_its_links_meters(place: Path) -> None:
    house = open_house(place, None, Now())
    like = next(row for row in house.table_rows() if row.choices.meters)
    make_table(house, "another", "Another", like.game, "practice", "dealer")
    make_table(house, "for-money", "For money", like.game, "real", "dealer")
    assert house.meter_cents("another") == house.meter_cents(like.id)
    links = {row.id: row.link for row in house.table_rows()}
    assert links["another"] == like.link != links["for-money"]
    assert not {name: faults for name, faults in audit(house).items() if faults}
    house.store.close()


def test_keys_are_their_owners_only(place: Path) -> None:
    keys = load_keys(place)
    path = place / "house.key"
    assert path.stat().st_mode & 0o077 == 0
    assert load_keys(place).public == keys.public
    sealed = keys.seal(b"cards", "t/1")
    assert keys.unseal(sealed, "t/1") == b"cards" and b"cards" not in sealed
    for bad, context in ((sealed, "t/2"), (sealed[:-1] + b"\0", "t/1"), (b"", "t/1")):
        with pytest.raises(BadSeal):
            keys.unseal(bad, context)
    path.write_bytes(b"short")
    with pytest.raises(BadSeal):
        load_keys(place)


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
