"""`pitboss verify TABLE/ROUND`: derives a finished round's deck again from its revealed seed."""

import json
from pathlib import Path

import click

from pitboss.commands.shell.completion import complete_round


@click.command("verify")
@click.argument("round_id", metavar="TABLE/ROUND", shell_complete=complete_round)
@click.option("--db", "url", metavar="URL", help="The database; default the embedded one.")
@click.option("--data", type=click.Path(path_type=Path), help="Directory of keys and checkpoints.")
@click.option("--json", "as_json", is_flag=True)
def command(round_id: str, url: str | None, data: Path | None, as_json: bool) -> int:
    """Derive a round's deck again with a second implementation. Exit code 1 if it differs."""
    from pitboss.commands.common import existing_house, split_round
    from pitboss.house.history.rounds import verify

    proof = verify(existing_house(data, url), *split_round(round_id))
    if as_json:
        click.echo(json.dumps(proof, indent=1, ensure_ascii=False))
    else:
        click.echo(f"commitment {proof['commitment']}")
        click.echo(f"seed       {proof['seed']}")
        click.echo("the seed answers its commitment" if proof["answers"] else "the seed is WRONG")
        for number, same in enumerate(proof["shuffles"], 1):
            click.echo(f"shuffle {number}: {'the deck that was dealt' if same else 'ANOTHER deck'}")
    return 0 if proof["answers"] and all(proof["shuffles"]) else 1
