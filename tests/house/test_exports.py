"""Finished rounds exported from the log: as .round files, JSON and Parquet."""

import csv
import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pyarrow.parquet as pq
import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from house.stage import Stage, to_award
from kit.houses import random_choices
from pitboss.cli import COMMANDS
from pitboss.errors import PitbossError
from pitboss.house.chance import shuffle, shuffle_key, stream
from pitboss.house.coach.review import review_round
from pitboss.house.history import rounds as recall
from pitboss.house.live_table import HOUSE
from pitboss.house.storage.schema.tables import postings
from pitboss.notation.header import read_house_line, write_house_lines
from pitboss.notation.replay import differences, replay
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import plain_choices
from pitboss.rulebook.submission.tables import Settings
from pitboss.table import commands as c
from pitboss.table.view import view


@pytest.fixture
def stage(sqlite_stage: Stage) -> Stage:
    return sqlite_stage


def run(name: str, *args: object) -> Result:
    command = COMMANDS[name].load()
    return CliRunner().invoke(command, [str(arg) for arg in args], standalone_mode=False)


def decide(stage: Stage, table: str, rng: Random) -> c.Command:
    """The next command, with decisions taken at random rather than for an absent player."""
    command = stage.next(table)
    if not isinstance(command, c.PlayOn) or rng.random() < 0.2:
        return command
    state = stage.state(table)
    by = c.Actor("player", state.seats[command.seat].player)
    own_view = view(state, "player", command.seat)
    if own_view.discards is not None:
        cards = tuple(rng.sample(state.seats[command.seat].hole, rng.randint(0, own_view.discards)))
        return c.Discard(by=by, seat=command.seat, cards=cards, at=stage.at)
    choice = rng.choice(own_view.choices)
    multiple = choice.multiple or 1
    act: Any = choice.act
    return c.Act(
        by=by, seat=command.seat, act=act, multiple=multiple, spot=choice.spot, at=stage.at
    )


def night(stage: Stage, game: str, rounds: int = 6) -> str:
    """Some rounds with players coming, going and doing as they like, and time passing."""
    rng = Random(game)
    table = stage.table(game)
    people = [stage.player(f"{name}_{game[:3].strip('2')}x") for name in ("ann", "bob", "cat")]
    stage.sit(table, people[0], 1)
    stage.sit(table, people[1], 2)
    stage.open(table)
    for number in range(1, rounds + 1):
        if number == 3:
            stage.sit(table, people[2], 4)
            stage.must(table, c.Leave(by=c.Actor("player", people[1]), seat=2))
        for seat in list(stage.state(table).seats):
            stage.bet(table, seat, side=rng.random() < 0.8)
        while stage.state(table).round == number:
            stage.now.sleep(rng.random() * 5)
            stage.must(table, decide(stage, table, rng))
            if number == 4 and stage.state(table).phase == "play":
                stage.must(table, c.ReportWrongNumber(by=HOUSE, place="seat 1"))
    return table


@pytest.mark.parametrize("game", GAMES)
def test_every_round_is_told_again_to_the_cent(stage: Stage, place: Path, game: str) -> None:
    table = night(stage, game)
    for number in recall.finished_rounds(stage.house, table):
        assert recall.differences(stage.house, table, number) == []
        text = recall.as_text(stage.house, table, number, None)
        result = replay(text)
        assert differences(text, result) == [] and not result.refusals
        ended = recall.round_record(stage.house, table, number, None)
        for seat in ended["seats"]:
            if number == 3 and seat["seat"] == 2:
                continue
            assert f"{seat['player']} " in text.splitlines()[-1]
    shown = run("replay", "--data", place, f"{table}/2")
    assert shown.return_value == 0 and shown.output == recall.as_text(stage.house, table, 2, None)
    quiet = run("replay", "--data", place, "--quiet", f"{table}/4")
    assert quiet.return_value == 0 and quiet.output == f"{table}/4: agrees\n"


def test_an_awarded_round_is_told_again_to_the_millionth(stage: Stage) -> None:
    one = stage.table(name="one")
    two = stage.table(name="two", settings=Settings(cards="physical"))
    stage.player("ann")
    stage.player("bob")
    stage.sit(one, "ann")
    stage.open(one)
    stage.bet(one)
    stage.play(one)  # feeds the meter that the other table's award empties
    to_award(stage, two, "bob")
    stage.play(two)
    assert recall.differences(stage.house, two, 1) == []
    text = recall.as_text(stage.house, two, 1, "bob")
    assert replay(text).table.chips("bob") == stage.state(two).chips("bob")


def test_a_changed_posting_does_not_change_a_replay_but_a_changed_state_does(stage: Stage) -> None:
    table = night(stage, "let-it-ride", 2)
    with stage.house.store.begin() as tx:
        tx.execute(sa.update(postings).values(cents=1))
    assert recall.differences(stage.house, table, 2) == []
    with stage.house.store.begin() as tx:
        other = stage.house.keys.seal(b"{}", f"{table} after 2")
        tx.execute(sa.text("UPDATE rounds SET after = :x WHERE round = 2"), {"x": other})
    assert recall.differences(stage.house, table, 2)


def test_exports_replay_and_agree_with_each_other(stage: Stage, place: Path) -> None:
    table = night(stage, "mississippi-stud", 4)
    out = place / "out"
    assert run("export", table, "--data", place, "--out", out).return_value == 0
    files = sorted(out.iterdir())
    assert [path.name for path in files] == [f"{table}-{n}.round" for n in range(1, 5)]
    for path in files:
        assert run("replay", "--quiet", path).return_value == 0
    one = place / "one.round"
    run("export", f"{table}/2", "--data", place, "--out", one)
    assert one.read_text() == files[1].read_text()
    lines = run("export", table, "--data", place, "--format", "json").output.splitlines()
    rounds = [json.loads(line) for line in lines]
    assert [row["round"] for row in rounds] == [1, 2, 3, 4]
    sheet = place / "rounds.parquet"
    result = run("export", table, "--data", place, "--format", "parquet", "--out", sheet)
    assert result.return_value == 0
    rows = pq.read_table(sheet).to_pylist()
    events = [event for row in rounds for entry in row["entries"] for event in entry["events"]]
    assert [json.loads(row["body"]) for row in rows] == events
    paid = [row for row in rows if row["event"] == "BoughtIn"]
    assert paid and all(row["cents"] > 0 and row["player"] for row in paid)


def test_decisions_are_rows_with_the_coach_s_worths(stage: Stage, place: Path) -> None:
    table = night(stage, "let-it-ride", 2)
    out = place / "decisions.csv"
    done = run("export", table, "--decisions", "--out", out, "--data", place)
    assert done.exit_code == 0, done.exception
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    reviews = [
        review
        for number in (1, 2)
        for player in {row["player"] for row in rows}
        for review in review_round(stage.house, table, number, player)
    ]
    assert len(rows) == sum(len(review.decisions) for review in reviews) > 0
    for row in rows:
        values = {act: Fraction(text) for act, text in json.loads(row["worths"]).items()}
        lost = max(values.values()) - values[row["act"]]
        assert float(row["regret"]) == pytest.approx(float(lost))
    by_round = {(r.player, r.result) for r in reviews}
    assert {(row["player"], int(row["result"])) for row in rows} <= by_round


@pytest.mark.parametrize(
    "args", [("nowhere",), ("nowhere/1",), ("let-it-ride-1/99",), ("let-it-ride-1",)]
)
def test_exports_that_cannot_be(stage: Stage, place: Path, args: tuple[str, ...]) -> None:
    night(stage, "let-it-ride", 2)
    failed = run("export", *args, "--data", place)
    assert isinstance(failed.exception, PitbossError)


@pytest.mark.parametrize("game", GAMES)
def test_house_lines_say_every_choice(game: str) -> None:
    for number in range(40):
        choices = random_choices(Random(f"{game} {number}"), GAMES[game])
        read = plain_choices(GAMES[game])
        for line in write_house_lines(choices):
            read = read_house_line(read, line)
        assert read == choices


def test_given_lines_that_cannot_be() -> None:
    start = "rules mississippi-stud\n"
    for line in (
        "given nothing 1",
        "given meter minor 5.00",
        "given meter meter 5.000000001",
        "given decks 2 deck 2 since 0 0",
        "given dealing by-mail",
        "given seat 1 ann",
    ):
        with pytest.raises(PitbossError, match="line 2"):
            replay(f"{start}{line}\n> ann sits at seat 1\n")
    with pytest.raises(PitbossError, match="line 3"):
        replay(f"{start}> ann sits at seat 1\ngiven round 4\n")


def test_shuffles_for_a_laboratory(tmp_path: Path) -> None:
    seed = bytes(range(32))
    decks = tmp_path / "decks"
    result = run("shuffles", "--count", 20, "--cards", 54, "--seed", seed.hex(), "--out", decks)
    assert result.return_value == 0
    raw = decks.read_bytes()
    assert len(raw) == 20 * 54
    for number in range(20):
        deck = raw[54 * number : 54 * (number + 1)]
        assert tuple(deck) == shuffle(range(54), shuffle_key(seed, number + 1, ()))
    words = tmp_path / "words"
    run("shuffles", "--raw", "--count", 5000, "--seed", seed.hex(), "--out", words)
    source = stream(shuffle_key(seed, 1, ()))
    assert words.read_bytes() == b"".join(next(source).to_bytes(4, "little") for _ in range(5000))
    one, two = (tmp_path / name for name in ("one", "two"))
    for path in (one, two):
        run("shuffles", "--count", 10, "--out", path)
    assert one.read_bytes() != two.read_bytes(), "without a seed, fresh entropy"
    assert isinstance(run("shuffles", "--seed", "abc").exception, PitbossError)
