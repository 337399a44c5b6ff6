"""What a shell offers at Tab: games, wagers, letters of paytables, tables of the house.

A completion must never fail or print: where something cannot be read, it offers nothing.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click
from click.shell_completion import CompletionItem

from pitboss.errors import PitbossError


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from pitboss.rulebook import GAMES

    return [key for key in GAMES if key.startswith(incomplete.casefold())]


def complete_wager(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [wager for wager in _letters(ctx) if wager.startswith(incomplete.casefold())]


def complete_letter(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Letters alone: those of `--wager`, or of the base wager."""
    tables, words = _letters(ctx), _words(ctx)
    at = words.index("--wager") + 1 if "--wager" in words else len(words)
    wager = words[at] if at < len(words) else next(iter(tables), "")
    return [name for name in tables.get(wager, ()) if name.startswith(incomplete.upper())]


def complete_wager_letter(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """`WAGER=LETTER`."""
    pairs = [f"{wager}={letter}" for wager, letters in _letters(ctx).items() for letter in letters]
    return [CompletionItem(pair) for pair in pairs if pair.startswith(incomplete)]


def paytable_option(help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds `--paytable`; the command takes all of them as `paytable`."""
    return click.option(
        "--paytable",
        multiple=True,
        metavar="[WAGER=]LETTER",
        shell_complete=complete_wager_letter,
        help=help_text,
    )


def complete_table(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Tables of the house in `--data` and `--db`, or in the default directory."""
    return [key for key in _table_ids(ctx) if key.startswith(incomplete)]


def complete_round(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """`TABLE/`, to be followed by a number."""
    return [f"{key}/" for key in _table_ids(ctx) if f"{key}/".startswith(incomplete)]


def _words(ctx: click.Context) -> list[str]:
    """The words after the command: click parses none where the last option lacks its value."""
    return [*(ctx.parent.args if ctx.parent else ()), *ctx.args]


def _letters(ctx: click.Context) -> dict[str, list[str]]:
    """Letters by wager, of the first game that the line names."""
    from pitboss.rulebook import GAMES, paytables

    game = next((word for word in _words(ctx) if word in GAMES), None)
    return {wager: list(letters) for wager, letters in paytables(game).items()} if game else {}


def _table_ids(ctx: click.Context) -> list[str]:
    from pitboss.commands.common import closed_house

    with suppress(PitbossError, ImportError, OSError):
        from pitboss.house.floor.tables import table_ids

        store, _, _ = closed_house(ctx.params.get("data"), ctx.params.get("url"))
        try:
            return table_ids(store)
        finally:
            store.close()
    return []
