"""Nothing lacks a golden round: methods, paytable rows, decisions, refusals, rulings and so on."""

from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest

from notation.test_rounds import ROUNDS, replay_file, shown
from pitboss.notation.replay import Replay
from pitboss.rulebook import GAMES, paytables, register
from pitboss.rulebook.model import Decide, Exchange, Game
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.refusals import Reason

# Rows that no deal can reach, with the proof. None is known: every row has its round.
UNREACHABLE: dict[str, str] = {}

# Rulings about the words of a document or what is printed; no round could turn out otherwise.
ON_PAPER = {
    "G42": "who signs in as a floorperson is the house's matter",
    "G59": "whose name the layout and the papers print",
    "G43": "a spelling of 'paytable'",
    "S10": "sentences of the document that break off",
    "L9": "references of the document that miss their target",
    "M7": "a spelling of 'preshuffled'",
    "M9": "posting the limit on the layout",
    "D10": "references of the document that miss their target",
    "D11": "how the jokers lie when the deck is spread",
}


@cache
def every() -> tuple[Replay, ...]:
    return tuple(replay_file(path) for path in ROUNDS)


def events() -> Iterator[tuple[Rules, e.Event]]:
    return ((run.table.rules, event) for run in every() for event in run.events)


def missing(names: Iterator[str] | list[str], coverage: set[str]) -> list[str]:
    return [one for one in names if one not in coverage]


# ── games, methods, variants ──────────────────────────────────────────────────────────────────────


def test_every_game_is_dealt_every_way() -> None:
    """A round played to its end under each method and variant of each game."""
    ways = [f"{g.key} {d.method} {d.variant}" for g in GAMES.values() for d in g.dealings]
    coverage = set()
    for run in every():
        dealing = run.table.rules.dealing
        for event in run.events:
            if isinstance(event, e.MethodChanged):
                changed = run.table.rules.game.dealing(event.method, event.variant)
                assert changed is not None
                dealing = changed
            elif isinstance(event, e.RoundEnded):
                coverage.add(f"{run.table.rules.game.key} {dealing.method} {dealing.variant}")
    assert missing(ways, coverage) == []


# ── paytable rows ─────────────────────────────────────────────────────────────────────────────────


def rows() -> Iterator[str]:
    for game in GAMES.values():
        for wager in game.wagers:
            for table in paytables(game.key)[wager.pays_as or wager.key].values():
                yield from (f"{game.key} {wager.key} {row.clause}" for row in table.rows)
        for key in ("envy-1", "envy-5"):
            for table in paytables(game.key).get(key, {}).values():
                yield from (f"{game.key} {key} {row.clause}" for row in table.rows)


def paid() -> Iterator[str]:
    for rules, event in events():
        game = rules.game.key
        if isinstance(event, e.Paid | e.MeterPaid):
            yield f"{game} {rules.spots[event.spot].wager} {event.clause}"
        elif isinstance(event, e.EnvyPaid):
            yield f"{game} envy-{rules.choices.progressive_stake // 100} {event.clause}"


def test_every_paytable_row_is_paid() -> None:
    targets = [row for row in rows() if row not in UNREACHABLE]
    assert missing(targets, set(paid())) == []
    assert [row for row in UNREACHABLE if row not in set(rows())] == []


def test_rows_are_told_apart() -> None:
    """No two rows share a name, so that one row's round cannot stand for another's."""
    listed = list(rows())
    assert len(listed) == len(set(listed)) > 300


def test_every_wager_of_every_table_also_loses() -> None:
    tables = [
        f"{game.key} {wager.key} {letter}"
        for game in GAMES.values()
        for wager in game.wagers
        for letter in paytables(game.key)[wager.pays_as or wager.key]
    ]
    coverage = {
        f"{rules.game.key} {wager} {rules.tables[wager].letter}"
        for rules, event in events()
        if isinstance(event, e.Lost)
        for wager in (rules.spots[event.spot].wager,)
    }
    assert missing(tables, coverage) == []


# ── decisions ─────────────────────────────────────────────────────────────────────────────────────


def options(game: Game) -> Iterator[str]:
    for step in game.play:
        if isinstance(step, Decide):
            times = game.spot(step.spot).multiples or (0,)
            yield from (f"{game.key} {step.stage} {step.accept} {n}×" for n in times)
            yield f"{game.key} {step.stage} {step.decline} 0×"
            yield f"{game.key} {step.stage} {step.decline} 0× for the player"
        elif isinstance(step, Exchange):
            yield from (f"{game.key} {step.stage} discard {n}" for n in range(step.up_to + 1))
            yield f"{game.key} {step.stage} discard 0 for the player"


def decided(run: Replay) -> Iterator[str]:
    game, stakes = run.table.rules.game, dict[tuple[int, str], int]()
    for event in run.events:
        if isinstance(event, e.WagerPlaced):
            stakes[event.seat, event.spot] = event.cents
        elif isinstance(event, e.Decided):
            of = run.table.rules.spots[event.spot].of
            times = event.cents // stakes[event.seat, of] if event.act in ("bet", "raise") else 0
            for_player = " for the player" if event.by_house else ""
            yield f"{game.key} {event.stage} {event.act} {times}×{for_player}"
        elif isinstance(event, e.Discarded):
            for_player = " for the player" if event.by_house else ""
            yield f"{game.key} {event.stage} discard {len(event.cards)}{for_player}"


def test_every_decision_is_taken() -> None:
    coverage = set(chain.from_iterable(map(decided, every())))
    assert missing(list(chain.from_iterable(map(options, GAMES.values()))), coverage) == []


# A house's choice that decides what may be submitted, not how a round goes.
NOT_AT_THE_TABLE = {"mississippi-stud six_card_needs_automated_shoe"}


def test_every_house_option_is_taken() -> None:
    """A round under a value that is not the ruling's own, for each option of each game."""
    choices = [f"{g.key} {option.key}" for g in GAMES.values() for option in g.options]
    coverage = {
        f"{run.table.rules.game.key} {key}"
        for run in every()
        for key, value in run.table.rules.choices.options.items()
        if value != next(o.default for o in run.table.rules.game.options if o.key == key)
    }
    assert missing([one for one in choices if one not in NOT_AT_THE_TABLE], coverage) == []
    assert set(choices) >= NOT_AT_THE_TABLE


# ── commands, events, refusals, irregularities, rulings ───────────────────────────────────────────


def test_every_command_is_given() -> None:
    coverage = {type(command).__name__ for run in every() for command in run.commands}
    assert missing([kind.__name__ for kind in c.AnyCommand], coverage) == []


def test_every_event_happens() -> None:
    coverage = {type(event).__name__ for _, event in events()}
    assert missing([kind.__name__ for kind in e.ALL_EVENTS], coverage) == []


def test_every_refusal_is_given() -> None:
    coverage = {refusal.reason.name for run in every() for refusal in run.refusals}
    assert missing([reason.name for reason in Reason], coverage) == []


def irregularities() -> Iterator[str]:
    """Each as its consequence in the record: the clause of the event that answers it."""
    rules = ("face-up.one", "face-up.more", "drawn-in-error", "wrong-number", "community-early")
    for game in GAMES.values():
        for rule in (*rules, "shuffler-jam", "shoe-jam", "out-of-order", "count.device"):
            if game.cite(rule):
                yield f"{game.key} {game.cite(rule)}"
        for dealing in game.dealings:
            yield f"{game.key} {dealing.misdealt}"
            yield f"{game.key} {dealing.wrong}"
    yield "double-draw D4"


def test_every_irregularity_happens_in_every_game() -> None:
    kinds = (e.CardSetAside, e.DrawnInError, e.RoundVoided, e.DeviceReported, e.DeckRemoved)
    coverage = {
        f"{rules.game.key} {event.clause}" for rules, event in events() if isinstance(event, kinds)
    }
    assert missing(list(dict.fromkeys(irregularities())), coverage) == []


def test_every_ruling_is_shown() -> None:
    coverage = set(chain.from_iterable(shown(p.read_text(encoding="utf-8")) for p in ROUNDS))
    assert missing([r for r in register.rulings() if r not in ON_PAPER], coverage) == []
    assert [r for r in ON_PAPER if r not in register.rulings()] == []


# ── planted faults ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "row", ["let-it-ride base LIR .12A(1)(a)", "235-stud envy-5 235 12.J(1)(a)"]
)
def test_a_row_without_a_round_is_listed(row: str) -> None:
    assert row in set(rows())
    assert missing([row], set(paid()) - {row}) == [row]
