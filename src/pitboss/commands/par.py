"""`pitboss par`: what a game is worth, exactly."""

from collections.abc import Iterable
from pathlib import Path

import click
import msgspec

from pitboss.errors import PitbossError
from pitboss.money import MILLIONTHS, parse_amount
from pitboss.odds.game import WHOLE, priced_game
from pitboss.odds.sheet.sheet import Asked, Sheet, record, sheet


class BadOption(PitbossError):
    """An option that cannot be read, or a file that cannot be written."""


@click.command()
@click.argument("game")
@click.option("--wager", default="", help="One wager only; `base` is the whole game.")
@click.option("--paytable", default="", help="One letter only.")
@click.option("--meter", multiple=True, metavar="[NAME=]AMOUNT", help="What a meter shows.")
@click.option(
    "--rate", multiple=True, metavar="[NAME=]PERCENT", help="What a meter takes of a wager."
)
@click.option("--seats", default=1, help="Seats in play, for envy and rounds between hits.")
@click.option(
    "--stake", multiple=True, metavar="[WAGER=]AMOUNT", help="The base stake, or a wager's."
)
@click.option("--progressive-stake", default="1", type=click.Choice(["1", "5"]), help="In dollars.")
@click.option("--limit", default="", metavar="AMOUNT", help="The payout limit to price.")
@click.option("--information", is_flag=True, help="Also what seeing hidden cards is worth (slow).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--csv", "csv_file", default="", metavar="FILE", help="Write every figure as CSV.")
@click.option("--html", "html_file", default="", metavar="FILE", help="Write the sheet as HTML.")
@click.option("--plots", default="", metavar="DIR", help="Write plots as PNG and SVG.")
def command(
    game: str,
    wager: str,
    paytable: str,
    meter: tuple[str, ...],
    rate: tuple[str, ...],
    seats: int,
    stake: tuple[str, ...],
    progressive_stake: str,
    limit: str,
    information: bool,
    as_json: bool,
    csv_file: str,
    html_file: str,
    plots: str,
) -> None:
    """Price GAME: exact edges, returns and frequencies of its wagers.

    \b
    pitboss par let-it-ride
    pitboss par mississippi-stud --wager base --json
    pitboss par 235-stud --wager progressive --meter meter=75000 --seats 6
    pitboss par let-it-ride --stake 10 --stake six-card-bonus=5
    """
    rules = priced_game(game)
    asked = Asked(
        wager=wager.replace("_", "-").lower(),
        paytable=paytable.upper(),
        stakes=dict(_stake(text) for text in stake),
        meters=dict(_meter(text) for text in meter),
        rates=dict(_rate(text) for text in rate),
        seats=seats,
        progressive_stake=int(progressive_stake) * 100,
        limit=_amount(limit, "a limit") if limit else None,
        information=information,
    )
    if len(asked.stakes) == 1 and WHOLE in asked.stakes and asked.wager not in ("", WHOLE):
        # A stake without a name is the asked wager's own; the base keeps it for what hangs on it.
        named = "=" in stake[0]
        if not named and not rules.wager(asked.wager).progressive:
            asked = msgspec.structs.replace(asked, stakes={asked.wager: asked.stakes[WHOLE]})
    made = sheet(rules, asked)
    wrote = _files(made, csv_file, html_file, plots)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(record(made)), indent=2))
    elif not wrote:
        # Only people need the layout.
        from pitboss.commands.views.layout import show
        from pitboss.commands.views.par import terminal_blocks
        from pitboss.commands.views.par_text import terminal

        show(terminal(terminal_blocks(made)))
    for path in wrote:
        click.echo(f"wrote {path}", err=as_json)


def _files(made: Sheet, csv_file: str, html_file: str, plots: str) -> list[str]:
    wrote = []
    if csv_file:
        from pitboss.odds.sheet.csv import csv_text

        wrote.append(_write(csv_file, csv_text(record(made))))
    if html_file:
        from pitboss.commands.views.par_text import html

        wrote.append(_write(html_file, html(made)))
    if plots:
        wrote += _plots(made, plots)
    return wrote


def _write(name: str, text: str) -> str:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadOption(f"cannot write {name}: {error.strerror}") from error
    return name


def _plots(made: Sheet, name: str) -> Iterable[str]:
    from pitboss.odds.sheet.plots import write_plots

    try:
        return [str(path) for path in write_plots(made, Path(name))]
    except OSError as error:
        raise BadOption(f"cannot write plots to {name}: {error.strerror}") from error


def _stake(text: str) -> tuple[str, int]:
    name, given = _named(text, WHOLE)
    return name, _amount(given, "a stake")


def _meter(text: str) -> tuple[str, int]:
    name, given = _named(text, "meter")
    return name, _amount(given, "a meter")


def _rate(text: str) -> tuple[str, int]:
    name, given = _named(text, "meter")
    try:
        whole, _, part = given.rstrip("%").partition(".")
        rate = int(whole) * MILLIONTHS // 100 + int((part + "0000")[:4] or 0)
    except ValueError:
        rate = 0
    if not 0 < rate <= MILLIONTHS or not given.rstrip("%").replace(".", "", 1).isdigit():
        raise BadOption(f"{given!r} is no rate", what_to_do="give percent, as in 10 or 12.5")
    return name, rate


def _named(text: str, otherwise: str) -> tuple[str, str]:
    name, mark, given = text.partition("=")
    return (name.strip().replace("_", "-").lower(), given) if mark else (otherwise, text)


def _amount(text: str, what: str) -> int:
    if text.strip().startswith(("-", "−")):
        raise BadOption(f"{what} cannot be negative: {text}")
    return parse_amount(text)
