"""`pitboss corpus GAME`: writes dealt rounds as `.round` files that replay to the cent."""

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.commands.common import count_of, rules_option
from pitboss.commands.shell.completion import complete_game
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.rulebook import Rulebook


@click.command("corpus")
@click.argument("game", shell_complete=complete_game)
@click.option("--rounds", default="100", show_default=True, metavar="N", help="As in 1e4.")
@click.option("--seats", default=1, show_default=True, type=click.IntRange(1, 6))
@click.option("--seed", default=1, show_default=True, type=int, help="The same rounds again.")
@click.option("--out", default="corpus", show_default=True, type=click.Path(path_type=Path))
@rules_option
def command(game: str, rounds: str, seats: int, seed: int, out: Path, book: "Rulebook") -> None:
    """Deal rounds of GAME to seats that act at random, and write each as a .round file.

    \b
    pitboss corpus let-it-ride --rounds 1000 --out corpus
    pitboss replay corpus/*.round
    """
    from pitboss.library.table import SelfDealtTable
    from pitboss.odds.game import priced_in

    priced, total, chance = priced_in(book, game), count_of(rounds), random.Random(seed)
    seats = min(seats, priced.game.seats)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PitbossError(f"cannot create {out}: {error.strerror}") from error
    digits = len(str(total))
    with click.progressbar(range(1, total + 1), file=sys.stderr) as numbers:
        for number in numbers:
            table = SelfDealtTable(priced)
            for seat in range(1, seats + 1):
                table.sit(f"p{seat}", seat=seat, chips="10,000.00")
                table.bet(seat)
            table.deal(seed=chance.getrandbits(63))
            while table.choices:
                table.act(chance.choice(table.choices))
            table.settle()
            name = f"{priced.game.key}-{number:0{digits}}.round"
            (out / name).write_text(table.round_text(), encoding="utf-8")
    click.echo(f"{out}: {total:,} rounds of {priced.game.name}, seed {seed}")
