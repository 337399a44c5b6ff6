"""`pitboss move --from URL --to URL`: puts a house into another database."""

from contextlib import closing
from pathlib import Path

import click

from pitboss.commands.common import as_json_option, despite_faults_option


@click.command("move")
@click.option("--from", "source_url", metavar="URL", required=True, help="Where the house is.")
@click.option("--to", "target_url", metavar="URL", required=True, help="An empty database.")
@click.option("--data", type=click.Path(path_type=Path), help="Directory of the house's key.")
@despite_faults_option
@as_json_option
def command(
    source_url: str,
    target_url: str,
    data: Path | None,
    despite_faults: bool,
    as_json: bool,
) -> int:
    """Move a house between SQLite and PostgreSQL: every row, the chains intact, then an audit.

    The house's servers must be stopped. The source stays as it is; do not serve it again after the
    house has opened on the target. Either everything is moved or nothing is.
    """
    from pitboss.commands.common import closed_house, echo_json
    from pitboss.commands.views.keeping import ProgressLine, echo_findings, result
    from pitboss.house.backup.restore import FaultyHouse, move
    from pitboss.house.storage.database import Store

    source, keys, directory = closed_house(data, source_url)
    try:
        with closing(source), closing(Store(target_url)) as target, ProgressLine() as line:
            findings = move(
                source, target, keys, directory, despite_faults=despite_faults, progress=line
            )
    except FaultyHouse as error:
        echo_findings(error.findings)
        click.echo(f"pitboss: {error}", err=True)
        return 1
    if as_json:
        echo_json(result(findings))
        return 0 if findings.clean else 1
    click.echo("Moved. The source is as it was: never serve it again, or there are two houses.")
    echo_findings(findings)
    return 0 if findings.clean else 1
