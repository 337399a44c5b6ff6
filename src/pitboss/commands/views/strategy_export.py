"""The whole strategy as a file: a line or an object for each class of hands."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TextIO

import msgspec

from pitboss.odds.game import PricedGame

if TYPE_CHECKING:
    from pitboss.odds.strategy.every_hand import StrategyHeading, StrategyRow

_HEAD: Final = ("decision", "staked", "cards", "suits", "hands", "best", "ties")
_WORTH: Final = ("value", "value_fraction", "second_costs", "denominator")


def _decimal(value: Fraction) -> str:
    return f"{float(value):.9f}"


def write_csv(
    file: TextIO, game: PricedGame, head: StrategyHeading, rows: Iterable[StrategyRow]
) -> int:
    """One column for each act: its value, a whole number over the denominator."""
    acts = list(dict.fromkeys(act for acts in head.acts.values() for act in acts))
    out = csv.writer(file, lineterminator="\n")
    out.writerow((*_HEAD, *_WORTH, *acts))
    count = 0
    for row in rows:
        worth = dict(zip(head.acts[row.decision], row.values, strict=True))
        hand = (getattr(row, column) for column in _HEAD)
        value = (_decimal(row.value), str(row.value), _decimal(row.second_costs))
        out.writerow((*hand, *value, row.denominator, *(worth.get(act, "") for act in acts)))
        count += 1
    return count


def write_json(
    file: TextIO, game: PricedGame, head: StrategyHeading, rows: Iterable[StrategyRow]
) -> int:
    """An object with a list of classes, one to a line of the file."""
    head_json = msgspec.json.encode(
        {
            "game": head.game,
            "fingerprint": game.fingerprint,
            "paytables": head.letters,
            "acts": head.acts,
            "note": head.note,
        }
    ).decode()
    file.write(head_json[:-1] + ',"classes":[\n')
    count = 0
    for row in rows:
        record = msgspec.to_builtins(row)
        record["value"] = {"fraction": str(row.value), "decimal": float(row.value)}
        record["second_costs"] = str(row.second_costs)
        file.write(("," if count else "") + msgspec.json.encode(record).decode() + "\n")
        count += 1
    file.write("]}\n")
    return count


Writer = Callable[[TextIO, PricedGame, "StrategyHeading", "Iterable[StrategyRow]"], int]
WRITERS: Final[dict[str, Writer]] = {".csv": write_csv, ".json": write_json}
