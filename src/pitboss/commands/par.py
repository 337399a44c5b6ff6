"""`pitboss par`: the exact figures of a game."""

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from pitboss.commands.common import (
    BadOption,
    echo_json,
    letter_named,
    named,
    pricing_options,
    today,
    writing,
)
from pitboss.commands.shell.completion import complete_game, complete_letter, complete_wager
from pitboss.money import MILLIONTHS, parse_amount
from pitboss.odds.game import WHOLE_GAME, PricedGame, UnsolvableGame
from pitboss.odds.sheet.sheet import Sheet, SheetRequest, sheet

PLAIN_ROUNDS: Final = 20_000  # of a game without exact figures, dealt in some seconds
PLAIN_SEED: Final = 1


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--wager",
    default="",
    shell_complete=complete_wager,
    help="One wager only; `base` is the whole game.",
)
@click.option("--paytable", default="", shell_complete=complete_letter, help="One letter only.")
@pricing_options
@click.option("--meter", multiple=True, metavar="[NAME=]AMOUNT", help="The amount on a meter.")
@click.option(
    "--rate",
    multiple=True,
    metavar="[NAME=]PERCENT",
    help="What a meter takes of a wager.",
)
@click.option("--seats", default=1, help="Seats in play, for envy and rounds between hits.")
@click.option(
    "--stake",
    multiple=True,
    metavar="[WAGER=]AMOUNT",
    help="The stake of the base or a wager.",
)
@click.option("--progressive-stake", default="1", type=click.Choice(["1", "5"]), help="In dollars.")
@click.option("--limit", default="", metavar="AMOUNT", help="The payout limit to price.")
@click.option("--information", is_flag=True, help="Add the value of seeing hidden cards (slow).")
@click.option(
    "--seen",
    "other_seats",
    default=0,
    metavar="N",
    help="Add the value of N seats' cards (slow).",
)
@click.option("--errors", is_flag=True, help="Add what errors of a dealer cost each time.")
@click.option("--rulings", "rulings_only", is_flag=True, help="Only both readings of every ruling.")
@click.option("--dated", is_flag=True, help="Put today's date on the sheet.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--csv", "csv_file", default="", metavar="FILE", help="Write every figure as CSV.")
@click.option("--html", "html_file", default="", metavar="FILE", help="Write the sheet as HTML.")
@click.option("--plots", default="", metavar="DIR", help="Write plots as PNG and SVG.")
def command(
    priced: PricedGame,
    wager: str,
    paytable: str,
    meter: tuple[str, ...],
    rate: tuple[str, ...],
    seats: int,
    stake: tuple[str, ...],
    progressive_stake: str,
    limit: str,
    information: bool,
    other_seats: int,
    errors: bool,
    rulings_only: bool,
    dated: bool,
    as_json: bool,
    csv_file: str,
    html_file: str,
    plots: str,
) -> None:
    """Price GAME: exact edges, returns and frequencies of its wagers.

    \b
    pitboss par mississippi-stud --wager base --json
    pitboss par 235-stud --wager progressive --meter meter=75000 --seats 6
    pitboss par let-it-ride --stake 10 --stake six-card-bonus=5
    pitboss par mississippi-stud --pays "royal flush=400 to 1" --push "pair of 7s to 10s"
    pitboss par river-stud --rules examples/river-stud.toml
    """
    key = wager.replace("_", "-").lower()
    request = SheetRequest(
        wager=key,
        paytable=letter_named(priced, key or WHOLE_GAME, paytable),
        stakes=_stakes(priced, key, stake),
        meters=dict(_meter(text) for text in meter),
        rates=dict(_rate(text) for text in rate),
        seats=seats,
        progressive_stake=int(progressive_stake) * 100,
        limit=_amount(limit, "a limit") if limit else None,
        information=information,
        other_seats=other_seats,
        errors=errors,
        date=today() if dated else "",
    )
    try:
        par = sheet(priced, request)
    except UnsolvableGame as refusal:
        if csv_file or html_file or plots or key not in ("", WHOLE_GAME):
            raise  # a sheet in a file has exact figures, and only the whole game is dealt plainly
        _estimate(priced, request, refusal, as_json)
        return
    files = _write_files(par, csv_file, html_file, plots)
    if as_json:
        from pitboss.odds.sheet.json import sheet_record

        echo_json(sheet_record(par))
    elif not files:
        # JSON and files do not need the layout.
        from pitboss.commands.views.blocks import show
        from pitboss.commands.views.par import terminal

        show(terminal(par, rulings_only=rulings_only))
    for path in files:
        click.echo(f"wrote {path}", err=as_json)


def _estimate(
    game: PricedGame, request: SheetRequest, refusal: UnsolvableGame, as_json: bool
) -> None:
    from pitboss.commands.views.plain import show_estimates

    letters = game.first_letters() | game.base_letters(request.paytable)
    show_estimates(game, letters, PLAIN_ROUNDS, PLAIN_SEED, refusal, as_json)


def _write_files(par: Sheet, csv_file: str, html_file: str, plots: str) -> list[str]:
    files = []
    if csv_file:
        from pitboss.odds.sheet.csv import csv_text
        from pitboss.odds.sheet.json import sheet_record

        files.append(_write(csv_file, csv_text(sheet_record(par))))
    if html_file:
        from pitboss.commands.views.par_html import html

        files.append(_write(html_file, html(par)))
    if plots:
        from pitboss.odds.sheet.plots import write_plots

        with writing(f"plots to {plots}"):
            files += [str(path) for path in write_plots(par, Path(plots))]
    return files


def _write(name: str, text: str) -> str:
    with writing(name):
        Path(name).write_text(text, encoding="utf-8")
    return name


def _stakes(game: PricedGame, wager: str, texts: Sequence[str]) -> dict[str, int]:
    """Stakes by wager. A stake without a name belongs to the wager that is priced; but beside a
    progressive it is the base stake, on which the value of a forfeited wager depends.
    """
    stakes = {
        name: _amount(value, "a stake") for name, value in (named(t, WHOLE_GAME) for t in texts)
    }
    unnamed = len(stakes) == 1 and "=" not in texts[0]
    if unnamed and wager not in ("", WHOLE_GAME) and not game.wager(wager).progressive:
        return {wager: stakes[WHOLE_GAME]}
    return stakes


def _meter(text: str) -> tuple[str, int]:
    name, value = named(text, "meter")
    return name, _amount(value, "a meter")


def _rate(text: str) -> tuple[str, int]:
    name, value = named(text, "meter")
    try:
        whole, _, part = value.rstrip("%").partition(".")
        rate = int(whole) * MILLIONTHS // 100 + int((part + "0000")[:4] or 0)
    except ValueError:
        rate = 0
    if not 0 < rate <= MILLIONTHS or not value.rstrip("%").replace(".", "", 1).isdigit():
        raise BadOption(f"{value!r} is not a rate", what_to_do="give percent, as in 10 or 12.5")
    return name, rate


def _amount(text: str, what: str) -> int:
    if text.startswith(("-", "−")):
        raise BadOption(f"{what} cannot be negative: {text}")
    return parse_amount(text)


# ── pitboss compile ───────────────────────────────────────────────────────────────────────────────


@click.command("compile")
@click.argument("family", required=False, type=click.Choice(["stud", "draw"]))
def compile_command(family: str | None) -> int:
    """Compile the kernels of stud or draw games, or both, so that no question waits for it.

    They are kept beside the package, or in the user's cache directory where the package is
    read-only. ./pit run does this when it sets up.
    """
    if family is None:
        return _compile_all()
    from pitboss.odds.simulation.ahead import COMPILERS
    from pitboss.odds.sweep.sweep import one_table

    started = time.monotonic()
    game = COMPILERS[family]()
    if not game.draws:
        one_table(game, game.base_letters(""))
    click.echo(f"compiled {family} games in {time.monotonic() - started:.0f} s", err=True)
    return 0


def _compile_all() -> int:
    """A process for each family, because compiling takes one core."""
    click.echo("compiling the odds of stud and draw games, once …", err=True)
    argv = [sys.executable, "-P", "-m", "pitboss", "compile"]
    processes = [subprocess.Popen([*argv, family]) for family in ("stud", "draw")]
    try:
        return max(process.wait() for process in processes)
    finally:
        for process in processes:
            process.kill()
