"""`pitboss restore FILE`: puts the house of a backup into an empty place."""

from pathlib import Path

import click

from pitboss.commands.common import as_json_option, despite_faults_option


@click.command("restore")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help="Directory for key and database.")
@click.option("--db", "url", metavar="URL", help="An empty database; default SQLite in --data.")
@click.option("--key", "key_file", type=click.Path(path_type=Path), help="If FILE has no key.")
@click.option("--unplayed", is_flag=True, help="Nobody played since the backup: rounds go on.")
@despite_faults_option
@as_json_option
def command(
    path: Path,
    data: Path | None,
    url: str | None,
    key_file: Path | None,
    unplayed: bool,
    despite_faults: bool,
    as_json: bool,
) -> int:
    """Restore a house from a backup, and verify it.

    The target must be empty. Either everything is restored or nothing is. A backup of a house on
    SQLite may be restored to PostgreSQL, and the other way round. Rounds that were open are void
    and decks are shuffled anew, because the cards may be known by now; --unplayed lets them go on.
    """
    from pitboss.commands.common import data_directory, echo_json
    from pitboss.commands.views.keeping import ProgressLine, echo_findings, summary
    from pitboss.house.backup.restore import FaultyHouse, restore

    directory = data or data_directory()
    try:
        with ProgressLine() as line:
            manifest, findings = restore(
                path,
                directory,
                url,
                key_file=key_file,
                unplayed=unplayed,
                despite_faults=despite_faults,
                progress=line,
            )
    except FaultyHouse as error:
        echo_findings(error.findings)
        click.echo(f"pitboss: {error}", err=True)
        return 1
    if as_json:
        echo_json({"data": str(directory), **summary(manifest, findings)})
        return 0 if findings.clean else 1
    click.echo(f"Restored to {directory}. Everybody has to log in again.")
    echo_findings(findings)
    return 0 if findings.clean else 1
