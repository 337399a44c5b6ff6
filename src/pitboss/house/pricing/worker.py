"""The worker process: reads one question per line of JSON on stdin, writes one reply per line."""

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
        result = pricing_answers.answer(question)
    except PitbossError as error:
        return WorkerReply(
            wrong=error.what,
            clause=error.clause or "",
            what_to_do=error.what_to_do or "",
            memory=memory(),
        )
    return WorkerReply(msgspec.Raw(msgspec.json.encode(result)), memory=memory())


def main() -> None:
    os.nice(NICE)
    # Send whatever a library prints to stderr, away from the replies.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    decode = msgspec.json.Decoder(Question).decode
    for line in sys.stdin.buffer:
        try:
            reply = answer(decode(line))
        except Exception:
            logging.getLogger("pitboss").exception("a price could not be computed")
            reply = WorkerReply(wrong="this could not be computed")
        out.write(msgspec.json.encode(reply) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
