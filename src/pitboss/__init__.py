"""Four house-banked casino poker games, declared once: to play, run, price and prove.

    >>> import pitboss
    >>> pitboss.advise("let-it-ride", "Ts 9s 8s").best
    ride, worth 13/8

docs/python.md is the tour. Names are loaded when they are first used, so importing is quick.
"""

from importlib import import_module
from types import FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.cards import Cards as Cards
    from pitboss.cards import parse_cards as parse_cards
    from pitboss.envs.evaluation import evaluate as evaluate
    from pitboss.errors import PitbossError as PitbossError
    from pitboss.library.figures import session as session
    from pitboss.library.figures import sheet as sheet
    from pitboss.library.figures import simulate as simulate
    from pitboss.library.refusals import Refused as Refused
    from pitboss.library.rules_file import read_rules as read_rules
    from pitboss.library.table import SelfDealtTable as Table
    from pitboss.notation.replay import replay as replay
    from pitboss.odds import price as price
    from pitboss.odds.strategy.advice import advise as advise
    from pitboss.rulebook import GAMES as GAMES
    from pitboss.rulebook import find_game as find_game
    from pitboss.rulebook import paytables as paytables

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Cards",
    "PitbossError",
    "Refused",
    "Table",
    "__version__",
    "advise",
    "evaluate",
    "find_game",
    "parse_cards",
    "paytables",
    "price",
    "read_rules",
    "replay",
    "session",
    "sheet",
    "simulate",
]

_HOMES = {
    "Cards": "pitboss.cards:Cards",
    "parse_cards": "pitboss.cards:parse_cards",
    "PitbossError": "pitboss.errors:PitbossError",
    "evaluate": "pitboss.envs:evaluate",
    "session": "pitboss.library.figures:session",
    "sheet": "pitboss.library.figures:sheet",
    "simulate": "pitboss.library.figures:simulate",
    "Refused": "pitboss.library.refusals:Refused",
    "read_rules": "pitboss.library.rules_file:read_rules",
    "Table": "pitboss.library.table:SelfDealtTable",
    "replay": "pitboss.notation.replay:replay",
    "price": "pitboss.odds:price",
    "advise": "pitboss.odds.strategy.advice:advise",
    "GAMES": "pitboss.rulebook:GAMES",
    "find_game": "pitboss.rulebook:find_game",
    "paytables": "pitboss.rulebook:paytables",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    from pitboss.extras import explained

    value = getattr(explained(import_module)(module), attribute)
    globals()[name] = value = explained(value) if isinstance(value, FunctionType) else value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
