"""`pitboss simulate --rounds-to FILE --decisions-to FILE`: dealt rounds as rows."""

import sys
from contextlib import ExitStack
from pathlib import Path

import click

from pitboss.commands.data.row_file import RowFile
from pitboss.odds.game import PricedGame


def write_rows(
    game: PricedGame,
    rounds: int,
    seed: int,
    policy: str,
    paytable: str,
    rounds_to: str,
    decisions_to: str,
) -> None:
    """Writes the rows a batch at a time, and reports progress on stderr."""
    from pitboss.envs.rows import DealtDecision, DealtRound, simulated_rows

    written = 0
    with ExitStack() as stack:

        def opened(path: str, kind: type[DealtDecision] | type[DealtRound]) -> RowFile | None:
            if not path:
                return None
            file = RowFile(Path(path), kind)
            stack.callback(file.close)
            return file

        by_round, by_decision = opened(rounds_to, DealtRound), opened(decisions_to, DealtDecision)
        with click.progressbar(length=rounds, file=sys.stderr, label="dealing") as bar:
            for decisions, whole in simulated_rows(game, rounds, seed, policy, paytable):
                if by_round:
                    by_round.write(whole)
                if by_decision:
                    by_decision.write(decisions)
                written += len(decisions)
                bar.update(len(whole))
    for path in filter(None, (rounds_to, decisions_to)):
        click.echo(f"{path}: {rounds if path == rounds_to else written:,} rows, seed {seed}")
