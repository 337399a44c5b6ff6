"""Every error that the API answers, by status and name.

`dev/generate.py` writes the table from the classes of errors and the reasons of the table, so that
a server need not load every module to know them.
"""

import functools
from pathlib import Path
from typing import Final

import msgspec

PATH: Final = Path(__file__).with_name("error_codes.json")


class ErrorCode(msgspec.Struct, frozen=True, order=True):
    status: int
    name: str
    meaning: str


@functools.cache
def error_codes() -> tuple[ErrorCode, ...]:
    return msgspec.json.decode(PATH.read_bytes(), type=tuple[ErrorCode, ...])
