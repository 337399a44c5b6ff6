"""Checkpoints of servers in several places: each place's file bears witness to all of them."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from house.stage import PASSWORD, Stage
from kit.waiting import wait_until
from pitboss.house.audit.checkpoints import FILE, PLACE_FILE, Keeper, make_checkpoint
from pitboss.house.audit.checkpoints import write_missing_checkpoint as copy_missing
from pitboss.house.people import passwords
from pitboss.house.setup import (
    BadInvitation,
    accept_invitation,
    check_invitation,
    invite_administrator,
)
from pitboss.house.storage.keys import KEY_FILE
from pitboss.house.storage.schema.tables import checkpoints


@pytest.fixture
def places(place: Path, url: str) -> Iterator[list[Stage]]:
    """Two servers of one house with directories of their own, and an earlier checkpoint."""
    first = Stage(place, url)
    first.table()
    make_checkpoint(first.house)
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(place / KEY_FILE, elsewhere)
    second = Stage(elsewhere, url, first.now)
    yield [first, second]
    for stage in (first, second):
        stage.house.store.close()


def lines(stage: Stage) -> list[str]:
    path = stage.house.outside / FILE
    return path.read_text().splitlines() if path.exists() else []


def test_each_place_copies_what_the_others_made(places: list[Stage]) -> None:
    first, second = places
    make_checkpoint(second.house)
    assert len(lines(second)) == 2, "a new place begins with what was before it"
    make_checkpoint(first.house)
    make_checkpoint(second.house)
    copy_missing(first.house)
    assert lines(first) == lines(second)
    assert len(lines(first)) == 4
    names = {(stage.house.outside / PLACE_FILE).read_text() for stage in places}
    assert len(names) == 2
    assert not first.faults() and not second.faults()


def test_a_place_misses_its_own_and_not_the_others(places: list[Stage]) -> None:
    first, second = places
    copy_missing(second.house)
    for _ in range(3):
        make_checkpoint(first.house)
    assert not second.faults(), "the copies may still come"
    (first.house.outside / FILE).write_text("")
    faults = first.faults()["check_signed"]
    assert len(faults) == 4 and all("missing outside" in fault for fault in faults)
    make_checkpoint(second.house)
    copy_missing(first.house)
    assert len(first.faults()["check_signed"]) == 4, "what was removed here stays missing"


def test_a_forged_checkpoint_is_not_copied(places: list[Stage]) -> None:
    first, second = places
    copy_missing(second.house)
    make_checkpoint(first.house)
    with first.house.store.begin() as tx:
        second_one = sa.update(checkpoints).where(checkpoints.c.number == 2)
        tx.execute(second_one.values(signature=bytes(64)))
    copy_missing(second.house)
    assert len(lines(second)) == 1
    assert any("not signed" in fault for fault in second.faults()["check_signed"])


def test_two_keepers_share_the_work(places: list[Stage]) -> None:
    first, second = places
    often = {"seconds": 0.05, "rest": 0.0}
    with Keeper(first.house, **often), Keeper(second.house, **often):
        wait_until(lambda: min(len(lines(first)), len(lines(second))) >= 6)
    assert not first.faults() and not second.faults()


def test_links_of_the_first_administrator_are_open_at_every_server(places: list[Stage]) -> None:
    hashed = passwords.hash_soon(PASSWORD).result()
    old = invite_administrator(places[0].house)
    links = [invite_administrator(stage.house) for stage in places]
    assert old and all(links) and len({old, *links}) == 3
    first, second = (str(link) for link in links)
    with pytest.raises(BadInvitation):
        check_invitation(places[1].house, old)
    check_invitation(places[1].house, first)
    check_invitation(places[0].house, second)
    accept_invitation(places[1].house, first, "ada", hashed)
    for stage in places:
        with pytest.raises(BadInvitation):
            accept_invitation(stage.house, second, "eve", hashed)
        assert invite_administrator(stage.house) is None
