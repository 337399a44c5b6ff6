"""`pitboss play`: a session of a game in the terminal, one player against the house."""

import os
import shutil
import sys
from typing import TYPE_CHECKING

import click

from pitboss.commands.common import rules_option
from pitboss.commands.shell.completion import complete_game, complete_wager_letter
from pitboss.money import MILLIONTHS

if TYPE_CHECKING:
    from pitboss.rulebook import Rulebook
    from pitboss.rulebook.model import Game
    from pitboss.rulebook.paytable import Paytable
    from pitboss.rulebook.rules import Choices, MeterTerms
    from pitboss.terminal.console import Console
    from pitboss.terminal.house import Shuffled

SMALLEST = (40, 24)  # the screen that holds every game's felt, with small cards and a list
BANKROLL = "500"


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option("--seed", type=int, help="The same number deals the same cards.")
@click.option("--bankroll", default=BANKROLL, show_default=True, help="Chips to buy in for.")
@click.option("--plain", is_flag=True, help="Text only, a sentence a line (as when piped).")
@click.option(
    "--paytable",
    "letters",
    multiple=True,
    metavar="WAGER=LETTER",
    shell_complete=complete_wager_letter,
    help="Use another table of the rulebook for a wager.",
)
@rules_option
@click.option("--rounds", type=click.IntRange(min=1), help="Stop after so many rounds.")
def command(
    game: str | None,
    seed: int | None,
    bankroll: str,
    plain: bool,
    letters: tuple[str, ...],
    book: "Rulebook",
    rounds: int | None,
) -> int:
    """Play GAME against the house; without GAME, choose from a list.

    \b
    pitboss play mississippi-stud
    pitboss play let-it-ride --seed 7 --bankroll 1000
    pitboss play double-draw --plain --rounds 10
    pitboss play let-it-ride --paytable base=B --paytable progressive=C
    """
    from pitboss.money import parse_amount

    chips = parse_amount(bankroll)
    chosen = book.find(game) if game else None
    if chosen:  # refuses before the felt replaces the screen
        _check_bankroll(chips, _choices(chosen, letters, book))

    from pitboss.rulebook.rules import Rules
    from pitboss.terminal.console import EXIT, Left
    from pitboss.terminal.session import TerminalSession

    console = _console(plain)
    try:
        if chosen is None:
            chosen = _choose_game(console, book)
    except (Left, KeyboardInterrupt) as left:
        console.close()
        console.say("No round was played.")
        return EXIT.get(left.how, 0) if isinstance(left, Left) else EXIT["interrupted"]
    try:
        choices = _choices(chosen, letters, book)
        _check_bankroll(chips, choices)
        session = TerminalSession(
            Rules(choices), console, _shuffled(seed), bankroll=chips, rounds=rounds, seed=seed
        )
        return session.run()
    finally:
        console.close()


def _console(plain: bool) -> "Console":
    """The felt, if input and output are a terminal that is large enough and can draw it."""
    from pitboss.terminal.console import Plain

    drawn = (
        not plain
        and sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "dumb") != "dumb"
        and "utf" in sys.stdout.encoding.lower()
    )
    if not drawn:
        return Plain()
    size = shutil.get_terminal_size()
    if size.columns < SMALLEST[0] or size.lines < SMALLEST[1]:
        click.echo("The felt needs {} columns and {} lines: playing in words.".format(*SMALLEST))
        return Plain()
    from pitboss.terminal.screen import Screen

    return Screen()


def _shuffled(seed: int | None) -> "Shuffled":
    if seed is None:
        from secrets import SystemRandom

        return SystemRandom().shuffle
    from random import Random

    return Random(seed).shuffle


def _check_bankroll(cents: int, choices: "Choices") -> None:
    from pitboss.errors import PitbossError
    from pitboss.money import format_cents
    from pitboss.table.seats.seating import MAX_CHIPS

    smallest = min(choices.chips)
    if not 0 < cents <= MAX_CHIPS or cents % smallest:
        raise PitbossError(
            f"{format_cents(cents)} is not a valid bankroll",
            where="--bankroll",
            what_to_do=f"give an amount that chips of {format_cents(smallest)} make up",
        )


def _choose_game(console: "Console", book: "Rulebook") -> "Game":
    from pitboss.terminal.console import Left, MenuItem

    games = dict(enumerate(book.games.values(), 1))
    options = [
        MenuItem(str(n), game.name, (game.key, game.name.casefold()), aside=False)
        for n, game in games.items()
    ]
    leave = MenuItem("q", "leave", ("quit", "leave", "exit"))
    answer = console.ask(None, "Which game?", (*options, leave))
    if answer.key == leave.key:
        raise Left("quit")
    return games[int(answer.key)]


def _choices(game: "Game", letters: tuple[str, ...], book: "Rulebook") -> "Choices":
    """The default house's choices, with other tables where they are asked for."""
    from msgspec.structs import replace

    from pitboss.notation.header import in_use
    from pitboss.rulebook.rules import plain_choices
    from pitboss.rulebook.submission import default_house

    own = book.own_of(game.key)
    house = default_house().games.get(game.key)
    choices = plain_choices(game, own=own) if house is None else replace(house, own=own)
    for text in letters:
        wager, _, letter = text.partition("=")
        table = _table(game, wager.strip().lower(), letter.strip(), book)
        choices = replace(choices, tables={**choices.tables, table.key.split(".")[1]: table.letter})
        if table.meters:
            choices = replace(choices, meters=_meters(choices, table))
    return in_use(choices)


def _table(game: "Game", wager: str, text: str, book: "Rulebook") -> "Paytable":
    from pitboss.errors import PitbossError

    own = {w.key for w in game.wagers if not w.pays_as}
    tables = {key: letters for key, letters in book.paytables(game.key).items() if key in own}
    if wager not in tables:
        raise PitbossError(
            f"{game.name} has no paytable for {wager!r}",
            where="--paytable",
            what_to_do=f"name one of {', '.join(tables)}, as in {next(iter(tables))}=A",
        )
    names = {name.casefold(): name for name in tables[wager]}
    letter = names.get(text.casefold(), text.upper())
    if letter not in tables[wager]:
        raise PitbossError(
            f"{wager} has no table {letter!r}",
            where="--paytable",
            what_to_do=f"choose from {', '.join(tables[wager])}",
        )
    return tables[wager][letter]


def _meters(choices: "Choices", table: "Paytable") -> tuple["MeterTerms", ...]:
    """The house's terms for its own meters; for others the clause's minimum, at 5 percent."""
    from pitboss.rulebook.rules import MeterTerms

    own = {terms.meter: terms for terms in choices.meters}
    return tuple(
        MeterTerms(
            name,
            own[name].rate if name in own else MILLIONTHS // 20,
            max(minimum, own[name].initial if name in own else minimum),
            max(minimum, own[name].reset if name in own else minimum),
        )
        for name, minimum in table.meters.items()
    )
