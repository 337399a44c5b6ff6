"""The subjects that `pitboss rules` can show, and what there is to say about a clause."""

import msgspec

from pitboss.rulebook import register
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Paytable
from pitboss.rulebook.register import Clause, Ruling

Subject = Game | Clause | Ruling | None  # None for all four games


class ClauseContext(msgspec.Struct, frozen=True):
    """A clause and everything related to it."""

    clause: Clause
    above: tuple[Clause, ...]
    under: tuple[Clause, ...]
    code: tuple[str, ...]  # file:line of the package that cites it
    shown: tuple[str, ...]  # golden rounds and tests
    rulings: tuple[Ruling, ...]
    table: Paytable | None


def context_of(clause: Clause) -> ClauseContext:
    clauses = register.clauses_of(register.path_of(clause.id)[0])
    return ClauseContext(
        clause,
        above=tuple(
            c for c in clauses.values() if c.id != clause.id and register.within(clause.id, c.id)
        ),
        under=tuple(register.children(clause.id)),
        code=tuple(register.cited_in_code(clause.id)),
        shown=tuple(register.shown_by(clause.id)),
        rulings=tuple(register.rulings_on(clause)),
        table=register.find_table(clause.id),
    )
