"""How much a test does: little in the suite, much in `./pit soak long`, which runs the same tests.

A test file that imports this module is one of those that the campaign runs.
"""

import os
from typing import Final, TypeVar

VARIABLE: Final = "PITBOSS_LONG"
LONG: Final = os.environ.get(VARIABLE, "0") not in ("", "0")

Amount = TypeVar("Amount")


def tier(short: Amount, long: Amount) -> Amount:
    return long if LONG else short


def limit(promised: float) -> float:
    """The seconds a test allows for what the product promises in `promised` seconds.

    A minute in the suite, where a busy machine makes a test slower and never red; the promise
    itself in `./pit soak long`, which has the machine to itself.
    """
    return tier(max(60.0, promised), promised)
