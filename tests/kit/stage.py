"""A table under test: commands that must be allowed, and one that must be refused."""

from pitboss.rulebook.rules import Choices, Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.engine import start, step
from pitboss.table.refusals import Reason, Refusal
from pitboss.table.state import Table


class TableStage:
    """A refusal is an error unless the test expects it."""

    def __init__(self, choices: Choices) -> None:
        self.rules = Rules(choices)
        self.table: Table = start(self.rules)
        self.events: list[e.Event] = []

    def do(self, *commands: c.Command) -> tuple[e.Event, ...]:
        """The events of these commands; all since the start are in `events`."""
        new: tuple[e.Event, ...] = ()
        for command in commands:
            answer = step(self.table, command)
            assert not isinstance(answer, Refusal), f"{command} was refused: {answer}"
            self.table = answer[0]
            new += answer[1]
        self.events += new
        return new

    def refusal(self, command: c.Command) -> Reason:
        answer = step(self.table, command)
        assert isinstance(answer, Refusal), command
        return answer.reason
