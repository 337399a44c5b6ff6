"""The whole strategy as a file: a line or an object for each class of hands."""

import csv
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TextIO

import msgspec

from pitboss.odds.game import PricedGame

if TYPE_CHECKING:
    from pitboss.odds.strategy.every_hand import Complete, Line

_HEAD: Final = ("decision", "staked", "cards", "suits", "hands", "best", "ties")
_WORTH: Final = ("value", "value_fraction", "second_costs", "denominator")


def _decimal(value: Fraction) -> str:
    return f"{float(value):.9f}"


def write_csv(file: TextIO, asked: PricedGame, head: "Complete", lines: "Iterable[Line]") -> int:
    """One column for each act: its value, a whole number over the denominator."""
    acts = list(dict.fromkeys(act for acts in head.acts.values() for act in acts))
    out = csv.writer(file, lineterminator="\n")
    out.writerow((*_HEAD, *_WORTH, *acts))
    count = 0
    for line in lines:
        worth = dict(zip(head.acts[line.decision], line.values, strict=True))
        told = (
            line.decision,
            line.staked,
            line.cards,
            line.suits,
            line.hands,
            line.best,
            line.ties,
        )
        value = (_decimal(line.value), str(line.value), _decimal(line.second_costs))
        out.writerow((*told, *value, line.denominator, *(worth.get(act, "") for act in acts)))
        count += 1
    return count


def write_json(file: TextIO, asked: PricedGame, head: "Complete", lines: "Iterable[Line]") -> int:
    """An object with a list of classes, one to a line of the file."""
    told = msgspec.json.encode(
        {
            "game": head.game,
            "fingerprint": asked.fingerprint,
            "paytables": head.letters,
            "acts": head.acts,
            "note": head.note,
        }
    ).decode()
    file.write(told[:-1] + ',"classes":[\n')
    count = 0
    for line in lines:
        record = msgspec.to_builtins(line)
        record["value"] = {"fraction": str(line.value), "decimal": float(line.value)}
        record["second_costs"] = str(line.second_costs)
        file.write(("," if count else "") + msgspec.json.encode(record).decode() + "\n")
        count += 1
    file.write("]}\n")
    return count


WRITERS: Final[dict[str, Callable[[TextIO, PricedGame, "Complete", "Iterable[Line]"], int]]] = {
    ".csv": write_csv,
    ".json": write_json,
}
