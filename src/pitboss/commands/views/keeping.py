"""How a backup, a restore and a move show their progress and what they found."""

import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from pitboss.house.backup.archive import Manifest
    from pitboss.house.backup.checking import Findings

_EVERY_SECONDS = 0.1


class ProgressLine:
    """A line on standard error that is overwritten, and erased at the end; nothing where that is
    not a terminal.
    """

    def __init__(self) -> None:
        self._shown, self._width, self._visible = 0.0, 0, sys.stderr.isatty()

    def __call__(self, what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._visible or now - self._shown < _EVERY_SECONDS:
            return
        share = 100 * done // total if total else 100
        line = f"{what} {share:3} %"
        self._write(line.ljust(self._width))
        self._shown, self._width = now, len(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._width:
            self._write(" " * self._width)

    def _write(self, text: str) -> None:
        sys.stderr.write(f"\r{text}\r")
        sys.stderr.flush()


def echo_findings(findings: "Findings") -> None:
    """The verification in words, and every fault."""
    for name, lines in findings.faults.items():
        for fault in lines:
            click.echo(f"{name.removeprefix('check_').replace('_', ' ')}: {fault}")
    for remark in findings.remarks:
        click.echo(remark)
    if findings.clean:
        click.echo(
            f"Verified: the chain of {findings.entries:,} entries is whole, "
            f"{len(findings.faults)} checks of the audit are right, "
            f"{findings.accounts:,} accounts are {findings.cents_off} cents off."
        )
    else:
        click.echo("The audit found faults.")


def summary(manifest: "Manifest", findings: "Findings") -> dict[str, object]:
    """What `--json` prints of a backup or a restore."""
    return {
        "at": datetime.fromtimestamp(manifest.at / 1000, UTC).isoformat(timespec="milliseconds"),
        "schema": manifest.schema,
        "program": manifest.program,
        "database": manifest.backend,
        "with_key": manifest.with_key,
        "size": sum(member.size for member in manifest.members),
        **result(findings),
    }


def result(findings: "Findings") -> dict[str, object]:
    return {
        "entries": findings.entries,
        "accounts": findings.accounts,
        "cents_off": findings.cents_off,
        "clean": findings.clean,
        "faults": {name: lines for name, lines in findings.faults.items() if lines},
        "remarks": findings.remarks,
    }
