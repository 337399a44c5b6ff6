"""The payout drill: the table plays out a round, and the trainee settles it and is graded.

A drill is its seed: cards, stakes and decisions follow from it, so the answer is stored nowhere and
is not in anything sent before grading. Nothing here touches the house's books.
"""

import base64
import binascii
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal

import msgspec

from pitboss.cards import NO_CARD, Card, card_name
from pitboss.errors import PitbossError
from pitboss.house.coach.drill_rounds import Dice, DrillRound, Level, play_round
from pitboss.house.floor.console import Move, moves
from pitboss.house.service import House
from pitboss.house.storage.keys import BadSeal, Keys
from pitboss.money import whole_cents
from pitboss.rulebook.model import SettleStep
from pitboss.rulebook.rules import Choices, Rules
from pitboss.table import events as e

Felt = Callable[[Rules], list[dict[str, Any]]]  # the paytables printed on a layout
Outcome = Literal["take", "push", "pay"]
ENVY: Final = "envy"
MAX_TRIES: Final = 16
_SEED_BYTES: Final = 16
_WINS: Final = {"required": 1, "sides": 3, "everything": 4}
_CONTEXT: Final = "drill"


class BadDrill(PitbossError):
    """A drill that this house did not make, or a game that it does not offer."""


class _DrillSeed(msgspec.Struct, frozen=True):
    """The contents of a sealed drill."""

    choices: Choices
    level: Level
    seed: bytes


class DrillSpot(msgspec.Struct, frozen=True):
    spot: str
    name: str
    cents: int
    collected: bool  # at "no more bets"; the spot, or a lammer on it, is still settled


class DrillSeat(msgspec.Struct, frozen=True):
    seat: int
    cards: list[str]
    folded: bool
    spots: list[DrillSpot]


class DrillLimit(msgspec.Struct, frozen=True):
    cents: int
    wagers: list[str]
    clause: str


class Drill(msgspec.Struct, frozen=True):
    """A layout before settlement, all hands face up. The client sends `drill` back with answers."""

    drill: str
    game: str
    title: str
    rules: str
    level: Level
    community: list[str]
    box: list[str]
    seats: list[DrillSeat]
    meters: dict[str, int]  # cents, contributions of the round included
    limit: DrillLimit | None
    envy: bool
    chips: list[int]
    wagers: list[dict[str, Any]]  # the felt's own paytables


class SpotAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer for one spot; the order of answers is the trainee's order of settlement."""

    seat: int
    spot: str
    what: Outcome
    cents: int = 0


class SpotGrade(msgspec.Struct, frozen=True):
    seat: int
    spot: str
    name: str
    right: bool
    answer: Outcome | None
    answer_cents: int
    what: Outcome
    cents: int
    cut: int
    hand: str
    odds: str
    clause: str


class Grade(msgspec.Struct, frozen=True):
    """Grades each spot in the order of settlement, then the order itself."""

    right: int
    of: int
    spots: list[SpotGrade]
    seats_given: list[int]
    seats_due: list[int]
    seats_right: bool
    direction: str
    direction_clause: str
    within_given: dict[str, list[str]]
    within_due: dict[str, list[str]]
    within_right: bool
    within_clause: str


# Making a drill


def set_drill(house: House, game: str, level: Level, felt: Felt) -> Drill:
    """Makes a new drill; `felt` describes a felt's wagers."""
    row = next((row for row in house.table_rows() if row.game == game), None)
    if row is None:
        raise BadDrill(f"no table of this house plays {game}", what_to_do="choose another game")
    source = _DrillSeed(row.choices, level, house.entropy(_SEED_BYTES))
    return _drill(_seal(house.keys, source), source, _play(source), felt)


def _drill(sealed: str, source: _DrillSeed, round_: DrillRound, felt: Felt) -> Drill:
    table, rules = round_.before, round_.before.rules
    limit = rules.payout_limit
    capped = [rules.label(w) for key, w in rules.wagers.items() if key in rules.game.limit.wagers]
    return Drill(
        drill=sealed,
        game=rules.game.key,
        title=rules.game.name,
        rules=rules.short,
        level=source.level,
        community=_names(table.community),
        box=_names(table.box),
        seats=[_drill_seat(round_, n) for n in round_.seats],
        meters=_meters(round_),
        limit=None if limit is None else DrillLimit(limit, capped, rules.game.limit.clause),
        envy=rules.envy is not None and any(_can_receive_envy(round_, n) for n in round_.seats),
        chips=list(rules.choices.chips),
        wagers=felt(rules),
    )


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [card_name(card) for card in cards if card != NO_CARD]


def _drill_seat(round_: DrillRound, number: int) -> DrillSeat:
    table, seat = round_.before, round_.before.seats[number]
    rules = table.rules
    spots = [
        DrillSpot(key, _spot_name(rules, key), stake.cents, not stake.held)
        for key in rules.spots
        if (stake := seat.stakes.get(key)) is not None and not stake.done
    ]
    if _can_receive_envy(round_, number):
        spots.append(DrillSpot(ENVY, "", 0, False))
    return DrillSeat(number, _names(seat.hole), bool(seat.folded), spots)


def _spot_name(rules: Rules, key: str) -> str:
    spot = rules.spots[key]
    wager = rules.wagers[spot.wager]
    return rules.label(wager) if wager.label_option else spot.name


def _can_receive_envy(round_: DrillRound, number: int) -> bool:
    """Whether the seat can receive envy: it has a progressive wager, even after a fold."""
    rules = round_.before.rules
    if rules.progressive is None or rules.envy is None:
        return False
    stakes = round_.before.seats[number].stakes
    return any(rules.spots[key].wager == rules.progressive.key for key in stakes)


def _meters(round_: DrillRound) -> dict[str, int]:
    meters = dict(round_.before.meters)
    for event in round_.events:
        if isinstance(event, e.MetersRead):
            meters |= event.meters
        elif isinstance(event, e.MeterFed):
            meters[event.meter] += event.millionths
    return {name: int(whole_cents(amount)) for name, amount in meters.items()}


def _play(source: _DrillSeed) -> DrillRound:
    """The first of several rounds with enough wins; the same seed always gives the same round."""
    rules = Rules(source.choices)
    best, most = None, -1
    for number in range(MAX_TRIES):
        dice = Dice(source.seed + bytes([number]))
        round_ = play_round(rules, source.level, dice)
        won = sum(one.what != "take" for one in moves(round_.events))
        if won > most:
            best, most = round_, won
        if won >= _WINS[source.level]:
            break
    assert best is not None
    return best


# Grading


def grade(house: House, sealed: str, answers: Sequence[SpotAnswer]) -> Grade:
    """Grades answers against the table's own settlement, spot by spot and in its order."""
    return grade_answers(_unseal(house.keys, sealed), answers)


def grade_answers(source: _DrillSeed, answers: Sequence[SpotAnswer]) -> Grade:
    round_ = _play(source)
    rules = round_.before.rules
    by_spot: dict[tuple[int, str], SpotAnswer] = {}
    for answer in answers:
        by_spot.setdefault((answer.seat, answer.spot), answer)
    spots = [_spot_grade(rules, move, by_spot) for move in _due_moves(round_)]
    last = rules.game.play[-1]
    assert isinstance(last, SettleStep)
    spots_in_order = [one for one in spots if one.spot != ENVY]
    keys = {(one.seat, one.spot) for one in spots_in_order}
    answers_in_order = [one for key, one in by_spot.items() if key in keys]
    seats_given = list(dict.fromkeys(one.seat for one in answers_in_order))
    seats_due = list(dict.fromkeys(one.seat for one in spots_in_order))
    within_given = {str(n): [a.spot for a in answers_in_order if a.seat == n] for n in seats_given}
    within_due = {str(n): [s.spot for s in spots_in_order if s.seat == n] for n in seats_due}
    return Grade(
        right=sum(one.right for one in spots),
        of=len(spots),
        spots=spots,
        seats_given=seats_given,
        seats_due=seats_due,
        seats_right=seats_given == seats_due,
        direction=last.direction,
        direction_clause=last.clause,
        within_given=within_given,
        within_due=within_due,
        within_right=within_given == within_due,
        within_clause="G15",
    )


def _seal(keys: Keys, source: _DrillSeed) -> str:
    return base64.urlsafe_b64encode(keys.seal(msgspec.json.encode(source), _CONTEXT)).decode()


def _unseal(keys: Keys, sealed: str) -> _DrillSeed:
    try:
        raw = base64.b64decode(sealed.encode(), altchars=b"-_", validate=True)
        return msgspec.json.decode(keys.unseal(raw, _CONTEXT), type=_DrillSeed)
    except (BadSeal, binascii.Error, UnicodeError) as error:
        why = "this house did not make that drill"
        raise BadDrill(why, what_to_do="ask for a new one") from error


def _due_moves(round_: DrillRound) -> Iterator[Move]:
    """Each spot in the order of settlement; then each seat's envy as one sum."""
    steps = moves(round_.events)
    waits = {(one.seat, one.spot) for one in steps if one.what == "waits"}
    settled = [one for one in steps if one.what not in ("envy", "waits")]
    assert waits <= {(one.seat, one.spot) for one in settled}
    yield from settled
    for number in round_.seats:
        if not _can_receive_envy(round_, number):
            continue
        paid = [one for one in steps if one.what == "envy" and one.seat == number]
        hand = ", ".join(one.hand for one in paid)
        total = sum(one.cents for one in paid)
        clause = paid[0].clause if paid else ""
        yield Move(number, "", ENVY, "envy", total, hand=hand, clause=clause)


def _spot_grade(rules: Rules, move: Move, by_spot: dict[tuple[int, str], SpotAnswer]) -> SpotGrade:
    answer = by_spot.get((move.seat, move.spot))
    what: Outcome = "pay"
    if move.what == "take" or (move.what == "envy" and not move.cents):
        what = "take"
    elif move.what == "push":
        what = "push"
    paid = move.cents if what == "pay" else 0
    answer_cents = answer.cents if answer and answer.what == "pay" else 0
    name = "" if move.spot == ENVY else _spot_name(rules, move.spot)
    right = answer is not None and (answer.what, answer_cents) == (what, paid)
    grades = (right, answer.what if answer else None, answer_cents, what, paid)
    reasons = (move.cut, move.hand, move.odds, move.clause)
    return SpotGrade(move.seat, move.spot, name, *grades, *reasons)
