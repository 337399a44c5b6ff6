"""Running a `.round` text: what goes in is kept, what comes out is derived again."""

import difflib
from collections import Counter
from copy import copy
from typing import Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.money import format_cents
from pitboss.notation.command_reader import Reader
from pitboss.notation.event_writer import line, result_line, tell
from pitboss.notation.header import (
    bad,
    in_use,
    read_house_line,
    read_rules_line,
    write_rules_line,
)
from pitboss.notation.start_lines import read_given_line
from pitboss.rulebook import PUBLISHED, Rulebook
from pitboss.rulebook.rules import Choices, Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.duties import also_due, due
from pitboss.table.engine import start, step
from pitboss.table.equipment import BACKS, rack_packets
from pitboss.table.postings import BESIDE_THE_ROUND, add_postings
from pitboss.table.refusals import Refusal
from pitboss.table.state import Table
from pitboss.table.view import SeatView, View, view
from pitboss.table.wagering import call_due

_DERIVED: Final = ("-", "<", "?", "!", "=")
MAX_LINES: Final = 20_000
RACK_QUESTION: Final = "what lies in the rack"  # questions are answered by lines, no commands
DUE_QUESTION: Final = "what is due"


class Replay(msgspec.Struct):
    """A script as it ran."""

    text: str
    table: Table
    commands: list[c.Command]
    events: list[e.Event]
    refusals: list[Refusal]

    def __repr__(self) -> str:
        return f"<Replay of {len(self.commands)} commands: {self.table!r}>"


class Script:
    """A table driven by sentences: each one runs, and gives the lines that follow from it."""

    def __init__(self, choices: Choices) -> None:
        self.table = start(Rules(choices))
        self.changes: Counter[str] = Counter()  # of each account, by the present round
        self.reader = Reader()
        self.commands: list[c.Command] = []
        self.events: list[e.Event] = []
        self.refusals: list[Refusal] = []

    def copy(self) -> "Script":
        """A copy that runs on independently: the table's states are never changed."""
        twin = copy(self)
        twin.changes = Counter(self.changes)
        twin.commands, twin.events = [*self.commands], [*self.events]
        twin.refusals = [*self.refusals]
        return twin

    def run(self, sentence: str) -> list[str]:
        """The derived lines of one `>` line."""
        lines: list[str] = []
        if sentence.strip() == RACK_QUESTION:
            return [_rack(self.table)]
        if sentence.strip() == DUE_QUESTION:
            return _prompts(self.table, self.reader.at)
        for command in self.reader.read(self.table, sentence):
            self.commands.append(command)
            answer = step(self.table, command)
            if isinstance(answer, Refusal):
                self.refusals.append(answer)
                lines.append(line("!", str(answer), answer.clause))
                break
            lines += self.happened(*answer)
        return lines

    def happened(self, after: Table, events: tuple[e.Event, ...]) -> list[str]:
        """The lines of events that lead to the state `after`."""
        if self.table.phase == "bets" and not self.table.wagering():
            self.changes.clear()  # before the first wager
        before, self.table = self.table, after
        self.events += events
        for event in events:
            if not isinstance(event, BESIDE_THE_ROUND):
                add_postings(self.changes, event)
        lines = tell(events) + sights(before, after, events)
        if any(isinstance(event, e.RoundEnded | e.RoundVoided) for event in events):
            lines.append(result_line(after, self.changes))
        return lines


def sights(before: Table, after: Table, events: tuple[e.Event, ...]) -> list[str]:
    """Who sees what, when cards have moved; and what the seat whose turn it is may do."""
    lines: list[str] = []
    turned = e.CardDealt | e.CardsRevealed | e.CardExposed
    moved = any(isinstance(event, turned) for event in events)
    counted = before.phase == "counting"
    if (moved or counted) and after.phase == "play":
        lines.append(f"? others see {_public(view(after, 'watcher'))}")
        for number in after.wagering():
            lines.append(f"? seat {number} sees {_sees(view(after, 'player', number), number)}")
    was = (before.turn, before.step, before.last_call)
    asks = (after.turn, after.step, after.last_call)
    if after.turn and (moved or counted or asks != was) and not call_due(after):
        lines.append(f"? seat {after.turn} may {_may(view(after, 'player', after.turn))}")
    return lines


def _rack(table: Table) -> str:
    packets = rack_packets(table)
    what = ", ".join(f"{of} {count}" for of, count in packets) or "nothing"
    total = sum(count for _, count in packets)
    return f"? rack, from the bottom: {what}; {total} of {table.size} cards"


def _prompts(table: Table, at: int) -> list[str]:
    """What a console prompts for at this table, and whom."""
    lines = []
    for waits in filter(None, (due(table, at), also_due(table))):
        what = waits.what + (f", seat {waits.seat}" if waits.seat else "")
        what += "" if waits.deck is None else f", the {BACKS[waits.deck]} deck"
        lines.append(line("?", f"due from the {waits.role}: {what}", waits.clause))
    return lines or ["? nothing is due"]


def _public(shown: View) -> str:
    seats = [f"seat {s.seat}: {_cards(s)}" for s in shown.seats if s.cards]
    return " | ".join([*seats, *_middle(shown)])


def _middle(shown: View) -> list[str]:
    parts = []
    if shown.community:
        parts.append(f"community: {' '.join(shown.community)}")
    if shown.box:
        parts.append(f"box: {' '.join(shown.box)}")
    return parts


def _cards(seat: SeatView) -> str:
    return " ".join(card or "--" for card in seat.cards)


def _sees(shown: View, number: int) -> str:
    own = next(seat for seat in shown.seats if seat.seat == number)
    return " | ".join([_cards(own), *_middle(shown)])


def _may(shown: View) -> str:
    if shown.discards is not None:
        return f"discard up to {shown.discards}"
    words = []
    for act in dict.fromkeys(choice.act for choice in shown.choices):
        same = [choice for choice in shown.choices if choice.act == act]
        amounts = [format_cents(choice.cents) for choice in same if choice.cents]
        if amounts:
            words.append(f"{act} {same[0].spot} {', '.join(amounts)}")
        elif act in ("ride", "withdraw"):
            words.append(f"let {same[0].spot} ride" if act == "ride" else "withdraw it")
        else:
            words.append(act)
    return " or ".join(words)


def replay(text: str, book: Rulebook = PUBLISHED) -> Replay:
    """The text with every derived line computed again. Bad lines are reported by number.

    `book` has the own rules of the round, if any.
    """
    rows = text.splitlines()
    if len(rows) > MAX_LINES:
        raise bad(f"more than {MAX_LINES:,} lines")
    choices: Choices | None = None
    script: Script | None = None
    lines: list[str] = []
    rules_place = 0
    for number, row in enumerate(rows, 1):
        try:
            if not row.strip() or row.startswith("#"):
                lines.append(row.rstrip())
            elif row.startswith("rules "):
                choices = read_rules_line(row, book)
                rules_place = len(lines)
                lines.append(row)
            elif row.startswith("house "):
                if choices is None or script is not None:
                    raise bad("house lines come after the rules line, before given and > lines")
                choices = read_house_line(choices, row.rstrip())
                lines.append(row.rstrip())
            elif row.startswith("given "):
                if choices is None or (script is not None and script.commands):
                    raise bad("given lines come after the rules line, before the first > line")
                script = script or Script(in_use(choices))
                script.table = read_given_line(script.table, row.rstrip())
                lines.append(row.rstrip())
            elif row.startswith(">"):
                if choices is None:
                    raise bad("no rules yet", what_to_do="begin with: rules let-it-ride")
                script = script or Script(in_use(choices))
                lines += [row.rstrip(), *script.run(row[1:])]
            elif not row.startswith(_DERIVED):
                raise bad(f"{row[:40]!r} begins with none of # rules house given > - < ? ! =")
        except (PitbossError, ValueError, KeyError, AssertionError) as error:
            what = error.what if isinstance(error, PitbossError) else f"cannot read {row!r}"
            hint = error.what_to_do if isinstance(error, PitbossError) else None
            raise bad(what, number, hint) from error
    if script is None:
        raise bad("the round has no > line")
    lines[rules_place] = write_rules_line(script.table.rules.choices)
    text = "\n".join(lines) + "\n"
    return Replay(text, script.table, script.commands, script.events, script.refusals)


def differences(text: str, replayed: Replay) -> list[str]:
    """A unified diff of what is written against what happened; empty when they agree."""
    return list(
        difflib.unified_diff(
            text.splitlines(), replayed.text.splitlines(), "written", "replayed", lineterm="", n=2
        )
    )
