"""Houses to back up, restore and move."""

from pathlib import Path
from typing import Any

import sqlalchemy as sa

from house.stage import Stage
from pitboss.house.audit.checkpoints import make_checkpoint
from pitboss.house.backup.archive import Manifest
from pitboss.house.backup.backup import make_backup
from pitboss.house.backup.checking import Findings
from pitboss.house.storage.schema.tables import metadata, sessions

TABLES = ("mississippi-stud", "let-it-ride")


def fill(stage: Stage) -> None:
    """Two tables with rounds, one of them with real chips, people, a checkpoint."""
    for number, game in enumerate(TABLES):
        name = f"player{number}"
        table = stage.table(game, currency="real" if number else "practice")
        stage.player(name, real=1_000_00)
        stage.sit(table, name)
        stage.open(table)
        play(stage, table)
    stage.staff("auditor1", "auditor")
    make_checkpoint(stage.house)
    play(stage, f"{TABLES[0]}-1")


def play(stage: Stage, table: str) -> None:
    while stage.next(table).__class__.__name__ not in ("NoMoreBets", "PlayOn"):
        if stage.state(table).phase == "bets" and not stage.state(table).wagering():
            break
        stage.must(table, stage.next(table))
    stage.bet(table, side=False)
    stage.play(table)


def backup(stage: Stage, path: Path, **options: Any) -> tuple[Manifest, Findings]:
    house = stage.house
    return make_backup(house.store, house.keys, house.outside, path, **options)


def contents(stage: Stage) -> dict[str, list[Any]]:
    """Every row of the house, but for sessions, which a restore ends."""
    with stage.house.store.read() as tx:
        return {
            table.name: sorted((tuple(row) for row in tx.execute(sa.select(table))), key=repr)
            for table in metadata.sorted_tables
            if table is not sessions
        }
