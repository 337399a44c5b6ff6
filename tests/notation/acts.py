"""A golden round, act by act: the table before a command, the command, what came of it."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from pitboss.notation.command_reader import Reader
from pitboss.notation.replay import DUE_QUESTION, RACK_QUESTION, Replay
from pitboss.notation.start_lines import read_given_line
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import start, step
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Table

HAND, MANUAL, AUTOMATED = "hand", "manual-shoe", "automated-shoe"
RESHUFFLING: Final = "reshuffling-shoe"  # an automated shoe that reshuffles and counts
METHODS: Final = (MANUAL, HAND, AUTOMATED, RESHUFFLING)


class Act(NamedTuple):
    before: Table
    command: c.Command
    events: tuple[e.Event, ...]
    refusal: Refusal | None
    after: Table
    sentence: str

    @property
    def method(self) -> str:
        return AUTOMATED if self.reshuffling else self.before.dealing.method

    @property
    def reshuffling(self) -> bool:
        choices = self.before.rules.choices
        return choices.device_reshuffles and self.before.dealing.method == AUTOMATED

    def first(self, kind: Any, /, **fields: object) -> Any:
        """The first event of a kind whose fields are these, or None."""
        for event in self.events:
            if isinstance(event, kind) and all(getattr(event, k) == v for k, v in fields.items()):
                return event
        return None

    def refused(self, reason: Reason, kind: type[c.Command] = c.Command) -> bool:
        matches = self.refusal is not None and self.refusal.reason is reason
        return matches and isinstance(self.command, kind)


def acts(replay: Replay) -> Iterator[Act]:
    """The round again, command by command."""
    table = start(Rules(replay.table.rules.choices))
    for row in replay.text.splitlines():
        if row.startswith("given "):
            table = read_given_line(table, row)
    reader = Reader()
    sentences = [row[2:] for row in replay.text.splitlines() if row.startswith("> ")]
    for sentence in sentences:
        if sentence in (RACK_QUESTION, DUE_QUESTION):
            continue
        for command in reader.read(table, sentence):
            answer = step(table, command)
            if isinstance(answer, Refusal):
                yield Act(table, command, (), answer, table, sentence)
                break
            yield Act(table, command, answer[1], None, answer[0], sentence)
            table = answer[0]
