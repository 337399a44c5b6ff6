"""`pitboss strategy`: optimal play of one hand, of every hand, or as a short list of rules."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from pitboss.commands.common import (
    BadOption,
    changed_game,
    changing_options,
    echo_json,
    letter_named,
    named,
    read_book,
    writing,
)
from pitboss.commands.shell.completion import complete_game, paytable_option
from pitboss.money import parse_amount
from pitboss.odds.game import PricedGame, priced_in
from pitboss.rulebook import Rulebook

MAX_LIST: Final = 30  # rules


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--cards", metavar="CARDS", help='The cards you know, as in "Ts 9s 4d".')
@click.option(
    "--dead", metavar="CARDS", help="Your own discards, before a second draw; '' if none."
)
@click.option("--seen", "gone", metavar="CARDS", default="", help="Other cards that cannot come.")
@click.option("--bets", metavar="ACTS", help="Earlier bets, as in 3,1; by default the best.")
@paytable_option("Another table than the first.")
@changing_options
@click.option("--stake", default="10", metavar="AMOUNT", help="The unit in money.")
@click.option("--human", is_flag=True, help="A short list of rules, and what it costs.")
@click.option(
    "--rules",
    "rules_texts",
    metavar="FILE|NUMBER",
    multiple=True,
    help="A file of own rules; or a number, the most rules in a list.",
)
@click.option("--export", metavar="FILE", help="Write all hands (.csv, .json) or the list (.txt).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(
    game: str,
    cards: str | None,
    dead: str | None,
    gone: str,
    bets: str | None,
    paytable: tuple[str, ...],
    pays: tuple[str, ...],
    push: tuple[str, ...],
    stake: str,
    human: bool,
    rules_texts: tuple[str, ...],
    export: str | None,
    as_json: bool,
) -> None:
    """Show optimal play of GAME: for a hand, for every hand, or as rules for a pocket card.

    \b
    pitboss strategy let-it-ride --cards "Ts 9s 4d"
    pitboss strategy mississippi-stud --cards "Ts 9s 2c" --bets 3
    pitboss strategy double-draw --cards "As 2s 7d JK 8d" --dead "3c 4d"
    pitboss strategy mississippi-stud --human
    pitboss strategy 235-stud --export every-hand.csv
    pitboss strategy mississippi-stud --cards "7s 6s" --pays "straight=5 to 1"
    pitboss strategy river-stud --rules examples/river-stud.toml --cards "7s 6s"
    """
    rules, book = _rules(rules_texts)
    priced = changed_game(priced_in(book, game), pays, push)
    letters = _letters(priced, paytable)
    if cards is None and (dead is not None or gone or bets is not None):
        raise BadOption("--dead, --seen and --bets go with --cards")
    if cards is not None:
        if human or rules or export:
            raise BadOption("--cards goes without --human, --rules and --export")
        from pitboss.odds.strategy.advice import advise

        earlier = None if bets is None else bets.replace(",", ";").split(";") if bets else []
        advice = advise(priced, cards, dead=dead, letters=letters, bets=earlier, gone=gone)
        if as_json:
            from pitboss.odds.strategy.json import advice_record

            echo_json(advice_record(priced, advice, parse_amount(stake)))
        else:
            from pitboss.commands.views.blocks import show
            from pitboss.commands.views.strategy import advice_lines

            show(advice_lines(priced, advice, parse_amount(stake)))
    elif export is not None and Path(export).suffix.lower() != ".txt":
        if human or rules:
            raise BadOption("a list of rules is exported as .txt", what_to_do="name a .txt file")
        _export(priced, letters, export, as_json)
    else:
        _pocket_card(priced, letters, rules, export, as_json)


def _rules(texts: Sequence[str]) -> tuple[int | None, Rulebook]:
    """The number of rules in a list, and the rulebook with the rules of a file."""
    number, book = None, read_book(None)
    for text in texts:
        if not text.isdecimal():
            book = read_book(text)
        elif not 1 <= int(text[:9]) <= MAX_LIST:
            raise BadOption(f"--rules: {text} rules", what_to_do=f"give 1 to {MAX_LIST}")
        else:
            number = int(text)
    return number, book


def _letters(game: PricedGame, texts: Sequence[str]) -> dict[str, str]:
    letters: dict[str, str] = {}
    for text in texts:
        wager, letter = named(text, game.lettered("base"))
        if wager not in game.base_wagers():
            game.wager(wager)  # refuses a wager that does not exist
            raise BadOption(
                f"no decision of {game.game.name} depends on the table of {wager}",
                what_to_do=f"choose a table of {', '.join(game.base_wagers())}",
            )
        letter = letter_named(game, wager, letter)
        game.table(wager, letter)
        letters[wager] = letter
    return letters


def _export(game: PricedGame, letters: dict[str, str], name: str, as_json: bool) -> None:
    """Writes every hand to a file."""
    from pitboss.commands.views.strategy_export import WRITERS
    from pitboss.odds.strategy.every_hand import every_hand

    path = Path(name)
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise BadOption(
            f"{path.name} is neither .csv nor .json", what_to_do="choose one of these endings"
        )
    head, rows = every_hand(game, letters)
    with writing(name), path.open("w", encoding="utf-8", newline="") as file:
        count = writer(file, game, head, rows)
    if as_json:
        echo_json({"file": name, "classes": count, "note": head.note})
        return
    click.echo(f"{count:,} classes of hands written to {name}")
    if head.note:
        click.echo(f"Not included: {head.note}.")


def _pocket_card(
    game: PricedGame,
    letters: dict[str, str],
    rules: int | None,
    export: str | None,
    as_json: bool,
) -> None:
    """Shows or writes a short list of rules for each decision."""
    from pitboss.odds.rule_lists.price import pocket_card

    card = pocket_card(game, letters, rules)
    if export is not None:
        from pitboss.odds.rule_lists.text import write

        remarks = [f"costs {card.cost} of a unit a round", *card.legend]
        with writing(export):
            Path(export).write_text(write(card.game, card.lists, remarks), encoding="utf-8")
    if as_json:
        from pitboss.odds.rule_lists.json import card_record

        echo_json(card_record(game, card))
    elif export is not None:
        click.echo(f"the list was written to {export}")
    else:
        from pitboss.commands.views.blocks import show
        from pitboss.commands.views.strategy import card_lines

        show(card_lines(game, card))
