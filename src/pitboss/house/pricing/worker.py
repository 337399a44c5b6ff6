"""The process that answers questions about odds: one a line, in JSON, on its standard input."""

import logging
import os
import resource
import sys
from typing import Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.house.pricing import answers as pricing_answers
from pitboss.house.pricing.questions import Question, WorkerReply

NICE: Final = 10  # tables come first


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def answer(question: Question) -> WorkerReply:
    try:
        told = pricing_answers.answer(question)
    except PitbossError as no:
        return WorkerReply(
            wrong=no.what, clause=no.clause or "", what_to_do=no.what_to_do or "", memory=memory()
        )
    return WorkerReply(msgspec.Raw(msgspec.json.encode(told)), memory=memory())


def main() -> None:
    os.nice(NICE)
    # What a library prints must not stand among the answers.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    decode = msgspec.json.Decoder(Question).decode
    for line in sys.stdin.buffer:
        try:
            found = answer(decode(line))
        except Exception:
            logging.getLogger("pitboss").exception("a price could not be computed")
            found = WorkerReply(wrong="this could not be computed")
        out.write(msgspec.json.encode(found) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
