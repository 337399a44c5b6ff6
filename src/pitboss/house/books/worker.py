"""The worker process of statistics: reads one question on stdin, writes lines of JSON on stdout.

The question comes with the address of the database, which may contain a password and is therefore
not passed on the command line.
"""

import os
import sys
from pathlib import Path
from typing import Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.books.desk import Question, WorkerLine
from pitboss.house.books.statistics import statistics
from pitboss.house.service import House, wall_clock
from pitboss.house.storage.database import Store
from pitboss.house.storage.house_key import verified_keys

NICE: Final = 10  # tables come first


def main() -> None:
    os.nice(NICE)
    # Send whatever a library prints to stderr, away from the reply.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    question = msgspec.json.decode(sys.stdin.buffer.readline(), type=Question)

    def write(line: WorkerLine) -> None:
        out.write(msgspec.json.encode(line) + b"\n")
        out.flush()

    store = Store(question.url)
    try:
        outside = Path(question.outside)
        house = House(store, verified_keys(store, outside), wall_clock, outside=outside)
        record = statistics(
            house,
            question.start,
            question.end,
            question.by,
            question.table,
            question.game,
            lambda read, rounds: write(WorkerLine(read, rounds)),
        )
        write(WorkerLine(record=record))
    except PitbossError as error:
        write(WorkerLine(wrong=error.what, what_to_do=error.what_to_do or ""))
    finally:
        store.close()


if __name__ == "__main__":
    main()
