"""The payout drill: its rounds are the table's own, its answers are the table's own settlement."""

import hashlib
from functools import cache

import msgspec
import pytest

from kit.tiers import tier
from pitboss.house.coach import drill
from pitboss.house.coach.drill import ENVY, BadDrill, Drill, Grade, SpotAnswer
from pitboss.house.coach.drill_rounds import LEVELS, DrillRound, Level
from pitboss.rulebook import GAMES
from pitboss.rulebook.submission import default_house
from pitboss.table import events as e
from pitboss.table.engine import fold

EACH = tier(25, 60)  # drills of each game and level


def seed_of(game: str, level: Level, number: int) -> drill._DrillSeed:
    seed = hashlib.sha256(f"{game} {level} {number}".encode()).digest()[:16]
    return drill._DrillSeed(default_house().games[game], level, seed)


@cache
def played(game: str, level: Level) -> list[DrillRound]:
    return [drill._play(seed_of(game, level, number)) for number in range(EACH)]


def sheet_of(one: drill._DrillSeed) -> Drill:
    return drill._drill("sealed", one, drill._play(one), lambda rules: [])


def graded(one: drill._DrillSeed, answers: list[SpotAnswer]) -> Grade:
    return drill.grade_answers(one, answers)


def perfect(one: drill._DrillSeed) -> list[SpotAnswer]:
    """As the grade of an empty sheet says it should have been."""
    blank = graded(one, [])
    assert blank.right == 0
    return [SpotAnswer(spot.seat, spot.spot, spot.what, spot.cents) for spot in blank.spots]


EVERY: list[tuple[str, Level]] = [(game, level) for game in GAMES for level in LEVELS]


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_the_answers_are_the_chips_that_move(game: str, level: Level) -> None:
    """The answers pay exactly what each seat's chips grow by when the table settles."""
    for number, one in enumerate(played(game, level)):
        after = fold(one.before, one.events)
        due = graded(seed_of(game, level, number), []).spots
        for seat in one.seats:
            before = one.before.seats[seat]
            paid = sum(spot.cents for spot in due if spot.seat == seat)
            stakes = sum(
                before.stakes[spot.spot].cents
                for spot in due
                if spot.seat == seat
                and spot.spot != ENVY
                and spot.what != "take"
                and before.stakes[spot.spot].held
            )
            grew = after.chips(before.player) - one.before.chips(before.player)
            assert grew == paid + stakes, (number, seat)


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_a_perfect_sheet_and_its_faults(game: str, level: Level) -> None:
    for number in range(tier(3, 10)):
        one = seed_of(game, level, number)
        answers = perfect(one)
        best = graded(one, answers)
        assert best.right == best.of == len(answers)
        assert best.seats_right and best.within_right
        for place, answer in enumerate(answers):
            more = msgspec.structs.replace(answer, what="pay", cents=answer.cents + 100)
            worse = graded(one, [*answers[:place], more, *answers[place + 1 :]])
            assert worse.right == best.of - 1 and not worse.spots[place].right
            missing = graded(one, [*answers[:place], *answers[place + 1 :]])
            assert missing.right == best.of - 1 and missing.spots[place].answer is None
        if len(best.seats_due) > 1:
            assert not graded(one, answers[::-1]).seats_right


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_every_spot_is_asked_about_once(game: str, level: Level) -> None:
    for number in range(EACH):
        one = seed_of(game, level, number)
        sheet = sheet_of(one)
        spots = sorted((seat.seat, spot.spot) for seat in sheet.seats for spot in seat.spots)
        due = sorted((spot.seat, spot.spot) for spot in graded(one, []).spots)
        assert spots == due


@pytest.mark.parametrize("game", GAMES)
def test_seats_are_settled_in_the_games_direction(game: str) -> None:
    """DD settles from the dealer's right, the others from the left: the declaration says which."""
    for number in range(EACH):
        grade = graded(seed_of(game, "sides", number), [])
        backwards = grade.direction.startswith("counter")
        assert grade.seats_due == sorted(grade.seats_due, reverse=backwards)
        assert grade.direction_clause


@pytest.mark.parametrize("game", GAMES)
def test_levels(game: str) -> None:
    rules = played(game, "required")[0].before.rules
    required = {spot.key for spot in rules.spots.values() if spot.required or spot.multiples}
    bonus = {spot.key for spot in rules.spots.values()} - required
    for one in played(game, "required"):
        assert all(set(seat.stakes) <= required for seat in one.before.seats.values())
    sides = {
        key for one in played(game, "sides") for s in one.before.seats.values() for key in s.stakes
    }
    progressive = {s.key for s in rules.settling_order if s.progressive}
    assert sides - required == bonus - progressive
    everything = played(game, "everything")
    bets = {key for one in everything for s in one.before.seats.values() for key in s.stakes}
    assert bets - required == bonus


def test_the_hard_things_come_up() -> None:
    """Over all games: a push, a limit, an award from the meter, envy, a fold, a lammer."""
    events = [event for game in GAMES for one in played(game, "everything") for event in one.events]
    pays = [event for event in events if isinstance(event, e.Paid)]
    assert any(event.cut for event in pays)
    assert any(event.won == 0 for event in pays)
    assert any(isinstance(event, e.MeterPaid) for event in events)
    assert any(isinstance(event, e.EnvyPaid) for event in events)
    sheets = [sheet_of(seed_of(game, "everything", n)) for game in GAMES for n in range(EACH)]
    assert any(seat.folded for sheet in sheets for seat in sheet.seats)
    assert any(spot.collected for sheet in sheets for seat in sheet.seats for spot in seat.spots)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_is_the_same_drill(game: str, level: Level) -> None:
    one = seed_of(game, level, 1)
    assert sheet_of(one) == sheet_of(one)
    others = {msgspec.json.encode(sheet_of(seed_of(game, level, n))) for n in range(20)}
    assert len(others) == 20


def test_answers_of_no_seat_count_for_nothing() -> None:
    one = seed_of("let-it-ride", "sides", 3)
    strange = [SpotAnswer(9, "nowhere", "pay", 100), SpotAnswer(1, "nowhere", "take")]
    grade = graded(one, [*perfect(one), *strange])
    assert grade.right == grade.of
    twice = [
        SpotAnswer(a.seat, a.spot, "take" if a.what != "take" else "pay") for a in perfect(one)
    ]
    grade = graded(one, [*twice, *perfect(one)])  # the first word counts
    assert grade.right == 0


def test_a_drill_of_another_house_is_refused() -> None:
    from pitboss.house.storage.keys import Keys

    ours, theirs = Keys(b"1" * 32, b"2" * 32), Keys(b"3" * 32, b"2" * 32)
    sealed = drill._seal(theirs, seed_of("let-it-ride", "sides", 1))
    assert drill._unseal(theirs, sealed) == seed_of("let-it-ride", "sides", 1)
    for bad in (sealed, sealed[:-4] + "AAAA", "x", "", "é", sealed[: len(sealed) // 2]):
        with pytest.raises(BadDrill):
            drill._unseal(ours, bad)
