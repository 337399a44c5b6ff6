"""Commands written as sentences."""

from pitboss.notation.command_reader import Reader
from pitboss.notation.command_writer import say
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices
from pitboss.table import commands as c
from pitboss.table.engine import start


def test_a_ground_is_left_out_where_no_document_names_any() -> None:
    """A house's log may hold one, and its rounds must still be written and read."""
    table = start(Rules(plain_choices(GAMES["let-it-ride"])))
    by = c.Actor("floorperson", "floor")
    command = c.Forfeit(by=by, seat=1, ground="moon", words="walked away")
    (again,) = Reader().read(table, say(table, command))
    assert isinstance(again, c.Forfeit)
    assert (again.seat, again.ground, again.words) == (1, "", "walked away")
