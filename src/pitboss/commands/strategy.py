"""`pitboss strategy`: optimal play of one hand, of every hand, or as a short list of rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from pitboss.errors import PitbossError
from pitboss.money import Cents, parse_amount
from pitboss.odds.game import PricedGame, priced_game
from pitboss.odds.strategy.json import advice_record, card_record
from pitboss.rulebook import find_game

if TYPE_CHECKING:
    from pitboss.odds.strategy.advice import Advice


class BadOption(PitbossError):
    """An option that cannot be understood, or that does not go with another."""


@click.command()
@click.argument("game")
@click.option("--cards", metavar="CARDS", help='The cards you know, as in "Ts 9s 4d".')
@click.option(
    "--dead", metavar="CARDS", help="Your own discards, before a second draw; '' if none."
)
@click.option("--seen", metavar="CARDS", default="", help="Other cards you know to be gone.")
@click.option("--bets", metavar="ACTS", help="Earlier bets, as in 3,1; otherwise the best ones.")
@click.option(
    "--paytable", multiple=True, metavar="[WAGER=]LETTER", help="Another table than the first."
)
@click.option("--stake", default="10", metavar="AMOUNT", help="The unit in money.")
@click.option("--human", is_flag=True, help="A short list of rules, and what it costs.")
@click.option("--rules", type=click.IntRange(1, 30), help="Rules in a list, at most.")
@click.option("--export", metavar="FILE", help="Write all hands (.csv, .json) or the list (.txt).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(
    game: str,
    cards: str | None,
    dead: str | None,
    seen: str,
    bets: str | None,
    paytable: tuple[str, ...],
    stake: str,
    human: bool,
    rules: int | None,
    export: str | None,
    as_json: bool,
) -> None:
    """Optimal play of GAME: of a hand, of every hand, or as rules for a pocket card.

    \b
    pitboss strategy let-it-ride --cards "Ts 9s 4d"
    pitboss strategy mississippi-stud --cards "Ts 9s 2c" --bets 3
    pitboss strategy double-draw --cards "As 2s 7d JK 8d" --dead "3c 4d"
    pitboss strategy mississippi-stud --human
    pitboss strategy 235-stud --export every-hand.csv
    """
    asked = priced_game(find_game(game).key)
    letters = _letters(asked, paytable)
    if cards is None and (dead is not None or seen or bets is not None):
        raise BadOption("--dead, --seen and --bets go with --cards")
    if cards is not None:
        if human or rules or export:
            raise BadOption("--cards goes without --human, --rules and --export")
        from pitboss.odds.strategy.advice import advise

        taken = None if bets is None else bets.replace(",", ";").split(";") if bets else []
        advice = advise(asked.game.key, cards, dead=dead, letters=letters, bets=taken, seen=seen)
        _tell(asked, advice, parse_amount(stake), as_json)
    elif export is not None and Path(export).suffix.lower() != ".txt":
        if human or rules:
            raise BadOption("a list of rules is exported as .txt", what_to_do="name a .txt file")
        _export(asked, letters, export, as_json)
    else:
        _human(asked, letters, rules, export, as_json)


def _letters(asked: PricedGame, said: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in said:
        wager, equals, letter = text.rpartition("=")
        wager = wager.strip().lower().replace("_", "-") if equals else asked.lettered("base")
        if wager not in asked.base_wagers():
            asked.wager(wager)  # says so when there is no such wager at all
            raise BadOption(
                f"no decision of {asked.game.name} depends on the table of {wager}",
                what_to_do=f"choose a table of {', '.join(asked.base_wagers())}",
            )
        asked.table(wager, letter.strip().upper())
        found[wager] = letter.strip().upper()
    return found


def _tell(asked: PricedGame, advice: "Advice", stake: Cents, as_json: bool) -> None:
    if as_json:
        click.echo(_json(advice_record(asked, advice, stake)))
        return
    from pitboss.commands.views.layout import show
    from pitboss.commands.views.strategy import advice_lines

    show(advice_lines(asked, advice, stake))


def _json(record: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(record), indent=2).decode()


# ── every hand ────────────────────────────────────────────────────────────────────────────────────


def _export(asked: PricedGame, letters: dict[str, str], name: str, as_json: bool) -> None:
    from pitboss.commands.views.strategy_export import WRITERS
    from pitboss.odds.strategy.every_hand import every_hand

    path = Path(name)
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise BadOption(
            f"{path.name} is neither .csv nor .json", what_to_do="name the file by what it is to be"
        )
    head, lines = every_hand(asked, letters)
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            count = writer(file, asked, head, lines)
    except OSError as error:
        raise BadOption(f"{name} cannot be written: {error.strerror}") from None
    if as_json:
        click.echo(_json({"file": name, "classes": count, "note": head.note}))
        return
    click.echo(f"{count:,} classes of hands written to {name}")
    if head.note:
        click.echo(f"Not in it: {head.note}.")


# ── rules ─────────────────────────────────────────────────────────────────────────────────────────


def _human(
    asked: PricedGame, letters: dict[str, str], rules: int | None, export: str | None, as_json: bool
) -> None:
    from pitboss.odds.rule_lists.price import pocket_card

    card = pocket_card(asked, letters, rules)
    if export is not None:
        from pitboss.odds.rule_lists.text import write

        remarks = [f"costs {card.cost} of a unit a round", *card.legend]
        try:
            Path(export).write_text(write(card.game, card.lists, remarks), encoding="utf-8")
        except OSError as error:
            raise BadOption(f"{export} cannot be written: {error.strerror}") from None
    if as_json:
        click.echo(_json(card_record(asked, card)))
        return
    if export is not None:
        click.echo(f"the list was written to {export}")
        return
    from pitboss.commands.views.layout import show
    from pitboss.commands.views.strategy import card_lines

    show(card_lines(asked, card))
