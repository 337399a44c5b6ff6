"""`pitboss session`: the figures of many rounds in a row."""

from collections.abc import Sequence
from fractions import Fraction

import click

from pitboss.commands.common import (
    BadOption,
    chosen_letter,
    count_of,
    echo_json,
    named,
    pricing_options,
    today,
)
from pitboss.commands.shell.completion import complete_game, paytable_option
from pitboss.money import parse_amount
from pitboss.odds.game import WHOLE_GAME, PricedGame
from pitboss.odds.rounds import TIES
from pitboss.odds.sessions.session import SessionRequest, session


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--rounds", default="1000", show_default=True, metavar="N", help="As in 1e4.")
@click.option(
    "--stake", multiple=True, metavar="[WAGER=]AMOUNT", help="The base stake, or one more wager."
)
@paytable_option("A letter for a wager.")
@pricing_options
@click.option("--meter", multiple=True, metavar="[NAME=]AMOUNT", help="The amount on a meter.")
@click.option("--bankroll", default="", metavar="AMOUNT", help="What the player can lose.")
@click.option(
    "--risk", default="1%", show_default=True, help="The risk of ruin to find a bankroll for."
)
@click.option("--confidence", default="90%", show_default=True, help="Of the interval of hold.")
@click.option("--rounds-per-hour", default=0, help="For the win per hour.")
@click.option("--seats", default=1, show_default=True, help="Players at the table.")
@click.option("--ties", default="play", type=click.Choice(TIES), help="Play on, or decline.")
@click.option("--dated", is_flag=True, help="Put today's date on the sheet.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(
    priced: PricedGame,
    rounds: str,
    stake: tuple[str, ...],
    paytable: tuple[str, ...],
    meter: tuple[str, ...],
    bankroll: str,
    risk: str,
    confidence: str,
    rounds_per_hour: int,
    seats: int,
    ties: str,
    dated: bool,
    as_json: bool,
) -> None:
    """Add up N rounds of GAME: the chance to be ahead, quantiles, ruin, hold and win per hour.

    \b
    pitboss session let-it-ride --rounds 1e4
    pitboss session mississippi-stud --stake 10 --bankroll 1000 --risk 5%
    pitboss session 235-stud --stake 5 --stake progressive=1 --meter 75000 --json
    pitboss session double-draw --rounds 400 --rounds-per-hour 40 --seats 6
    """
    request = SessionRequest(
        rounds=count_of(rounds),
        stakes=_amounts(stake, WHOLE_GAME),
        letters=dict(chosen_letter(priced, text) for text in paytable),
        meters=_amounts(meter, "meter"),
        ties="play" if ties == TIES[0] else "decline",
        bankroll=parse_amount(bankroll) if bankroll else 0,
        risk=_share(risk, "--risk"),
        confidence=_share(confidence, "--confidence"),
        rounds_per_hour=rounds_per_hour,
        seats=seats,
    )
    result = session(priced, request)
    date = today() if dated else ""
    if as_json:
        from pitboss.odds.sessions.json import session_record

        echo_json(session_record(result, date))
        return
    from pitboss.commands.views.blocks import show
    from pitboss.commands.views.session import terminal

    show(terminal(result, date))


def _amounts(texts: Sequence[str], default: str) -> dict[str, int]:
    return {name: parse_amount(value) for name, value in (named(t, default) for t in texts)}


def _share(text: str, option: str) -> Fraction:
    """`5%`, `0.05` or `1/20`."""
    number = text.strip()
    try:
        share = Fraction(number.rstrip("%")) / (100 if number.endswith("%") else 1)
    except (ValueError, ZeroDivisionError):
        share = Fraction(0)
    if not 0 < share < 1:
        raise BadOption(
            f"{option}: {text!r} is not a share",
            what_to_do="give it as in 5%, above 0% and below 100%",
        )
    return share
