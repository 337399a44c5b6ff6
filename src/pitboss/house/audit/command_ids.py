"""Checks of the command ids, which ensure that no command takes effect twice."""

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from pitboss.house.audit.log_pass import CommandRecord, LogPass
from pitboss.house.storage.schema.tables import commands


def check_commands(log_pass: LogPass) -> Iterator[str]:
    """Each command's row has the id, the request and the reply that the log gives it."""
    due = dict(log_pass.commands)
    for row in log_pass.tx.execute(sa.select(commands)):
        record = due.pop((row.stream, row.seq), None)
        if record is None or not _is_of(row, record):
            yield f"command {row.id}: entry {row.seq} of {row.stream} is not its effect"
        elif record.digest not in ("", row.asked):
            yield f"command {row.id}: the recorded request is not the one that the log gives"
        elif not _answers(row, record):
            yield f"command {row.id}: its reply is not the one that the log gives"
    for stream, seq in due:
        yield f"{stream} entry {seq} has no command id"


def _is_of(row: Any, record: CommandRecord) -> bool:
    """An entry of an older program names its giver, but not the id."""
    if record.id:
        return bool(row.id == record.id)
    return bool(row.id.partition(":")[0] == record.giver)


def _answers(row: Any, record: CommandRecord) -> bool:
    reply = msgspec.json.decode(row.reply)
    names = {field: reply.get(field) for field in record.reply}
    return names == record.reply and (record.more or len(reply) == len(names))


def check_two_persons(log_pass: LogPass) -> Iterator[str]:
    """Each two-person act was requested by one person, and approved and given by another."""
    under = sa.select(commands).where(commands.c.id.like("%:approval %"))
    ids = {(row.stream, row.seq): row.id for row in log_pass.tx.execute(under)}
    for (stream, seq), name in log_pass.of_two.items():
        who, _, number = ids.get((stream, seq), "").partition(":approval ")
        note = log_pass.approved.get(int(number)) if number.isdecimal() else None
        agreed = note and (note["table"], note["decided_by"]) == (stream, name)
        if note is None or not agreed or who != name or note["asked_by"] == name:
            yield f"{stream} entry {seq}: {name} did alone what takes two persons"
