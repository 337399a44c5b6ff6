"""Prints which fields of the rulebook's vocabulary the package reads while it does its work.

The work is rule pages, felts, layouts, a submission, and the rounds named as arguments. It runs in
a process of its own, so that no cache hides a read.
"""

import inspect
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec

from pitboss.rulebook import model

PACKAGE = Path(model.__file__).parents[1]
# These look at every field of a declaration, whatever it means.
BLIND = ("citations.py", "register.py")
RECORDS: dict[str, type[msgspec.Struct]] = {
    name: record
    for name, record in vars(model).items()
    if inspect.isclass(record)
    and issubclass(record, msgspec.Struct)
    and record.__module__ == model.__name__
}


def watch() -> set[tuple[str, str]]:
    """Fills the set that it returns as fields are read."""
    fields: set[tuple[str, str]] = set()

    def reader(name: str) -> Callable[[Any, str], Any]:
        def read(record: Any, field: str) -> Any:
            file = Path(sys._getframe(1).f_code.co_filename)
            if PACKAGE in file.parents and file.name not in BLIND:
                fields.add((name, field))
            return object.__getattribute__(record, field)

        return read

    for name, record in RECORDS.items():
        record.__getattribute__ = reader(name)  # type: ignore[method-assign]
    return fields


def work(rounds: list[str]) -> None:
    from pitboss.commands import rules as command
    from pitboss.notation.replay import replay
    from pitboss.paper.layout import layout_of
    from pitboss.rulebook import GAMES
    from pitboss.rulebook.procedure import dealing_lines
    from pitboss.rulebook.rules import Rules, plain_choices
    from pitboss.rulebook.submission import check, example
    from pitboss.web.api.felt import describe_layout

    check(example().replace("# payout_limit", "payout_limit"))
    for game in GAMES.values():
        with redirect_stdout(StringIO()):
            command.command.main([game.code], standalone_mode=False)
        describe_layout(Rules(plain_choices(game)))
        layout_of(Rules(plain_choices(game)), "Operator")
        for dealing in game.dealings:
            dealing_lines(game, dealing)
    for path in rounds:
        replay(Path(path).read_text(encoding="utf-8"))


if __name__ == "__main__":
    fields = watch()
    work(sys.argv[1:])
    print("\n".join(f"{name}.{field}" for name, field in sorted(fields)))
