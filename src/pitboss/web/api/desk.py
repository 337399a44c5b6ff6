"""Takes commands over HTTP: checks the giver's role, queues the command, awaits its reply.

`Desk.answer` serves the address of commands past Litestar, whose routing, parsing and serializing
would cost more than the command itself. Guard, bodies and errors are the same functions; the same
address in `tables.py` describes it, and serves it where there is no desk in front.
"""

import asyncio
from functools import partial
from typing import Any, Final

import msgspec
from litestar.types import Receive

from pitboss.house.live_table import Forbidden
from pitboss.house.people.cage import Cage
from pitboss.house.people.persons import Person
from pitboss.house.service import House
from pitboss.house.writing.replies import Reply
from pitboss.table import commands as c
from pitboss.table.refusals import Refusal
from pitboss.web.api import models as m
from pitboss.web.api.commands import command_of, may_ask
from pitboss.web.bodies import read_body, read_whole
from pitboss.web.errors import ErrorBody, answer_to, refusal_detail
from pitboss.web.guard import GIVERS, Rule, admit
from pitboss.web.observer import Observation
from pitboss.web.push.hub import Hub
from pitboss.web.push.loop_calls import LoopCalls

RULE: Final[Rule] = {"roles": GIVERS}


class WrongRole(msgspec.Struct, frozen=True):
    """A command that this person's role never gives at this table."""

    command: c.Command
    refusal: Forbidden
    real: bool

    def note(self, house: House, table: str) -> None:
        """Puts the refusal on record at a table with real chips."""
        if self.real:
            house.note_wrong_role(table, self.command)


def _command(
    house: House, person: Person, table: str, form: msgspec.Struct
) -> c.Command | WrongRole:
    """The command in this person's name."""
    live = house.live(table)
    command = command_of(form, person, house.clock() // 1000, live.table)
    try:
        may_ask(form, person, table)
        live.row.check_dealer(person.role)
    except Forbidden as no:
        return WrongRole(command, no, live.row.currency == "real")
    return command


def own_command(house: House, person: Person, table: str, form: msgspec.Struct) -> c.Command:
    command = _command(house, person, table, form)
    if isinstance(command, WrongRole):
        command.note(house, table)
        raise command.refusal
    return command


class _Slot:
    """A reply that the writer sets from any thread and a handler on the event loop awaits."""

    __slots__ = ("_calls", "_is_done", "future")

    def __init__(self, calls: LoopCalls) -> None:
        self._calls, self._is_done = calls, False
        self.future: asyncio.Future[Reply] = calls.loop.create_future()

    def done(self) -> bool:
        return self._is_done

    def set_result(self, result: Reply, /) -> None:
        self._is_done = True
        self._calls.settle(self._settle, result)

    def set_exception(self, exception: Exception, /) -> None:
        self._is_done = True
        self._calls.settle(self._settle, exception)

    def _settle(self, outcome: Reply | Exception) -> None:
        if self.future.done():  # the client left; its command stays in effect
            return
        if isinstance(outcome, Exception):
            self.future.set_exception(outcome)
        else:
            self.future.set_result(outcome)


class Desk:
    """Runs on the event loop."""

    def __init__(self, house: House, cage: Cage, hub: Hub) -> None:
        self.house, self.cage, self.hub = house, cage, hub

    async def give(self, person: Person, table: str, request: m.CommandRequest) -> Reply:
        """Gives a table a command in this person's name; returns once its effect is durable."""
        house, read = self.house, partial(_command, self.house, person, table, request.command)
        command = read() if house.has(table) else await asyncio.to_thread(read)
        if isinstance(command, WrongRole):
            await asyncio.to_thread(command.note, house, table)
            raise command.refusal
        calls = self._loop_calls()
        slot = _Slot(calls)
        house.queue(command.by, table, request.id, command, slot, loop=calls.loop)
        return await slot.future

    def _loop_calls(self) -> LoopCalls:
        loop = asyncio.get_running_loop()
        if self.hub.loop is not loop:
            self.hub.loop = loop
        assert self.hub.calls is not None
        return self.hub.calls

    async def answer(self, scope: Any, receive: Receive, observation: Observation) -> None:
        """Answers a request to give a command; `scope` has the table among its parameters."""
        try:
            session = await admit(scope, self.cage, RULE)
            assert session is not None, "the guard refuses a request without a session"
            request = read_body(await read_whole(receive), m.CommandRequest)
            reply = await self.give(session.person, scope["path_params"]["table"], request)
        except Exception as error:
            status, detail, headers = answer_to(error)
            await observation.answer(status, ErrorBody(detail), headers)
            return
        if isinstance(reply, Refusal):
            await observation.answer(409, ErrorBody(refusal_detail(reply)))
        else:
            await observation.answer(200, reply)
