"""Every command in the operators' page and in deploy/ exists and runs."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from house.postgres import fresh_database
from kit.premises import copy_house
from kit.waiting import PATIENCE
from pitboss.cli import cli

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")


def parse(argv: list[str]) -> None:
    """Refuses a command line that our own parser does not take; runs nothing."""
    with click.Context(cli, info_name="pitboss") as context:
        name, command, rest = cli.resolve_command(context, list(argv))
        assert command is not None and name is not None, argv
        command.make_context(name, rest, parent=context)


def unit_commands(path: Path) -> Iterator[list[str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("ExecStart"):
            yield shlex.split(line.partition("=")[2])


def test_the_units_start_commands_that_exist() -> None:
    services = sorted(DEPLOY.glob("*.service"))
    assert [path.name for path in services] == ["pitboss-backup.service", "pitboss.service"]
    for path in services:
        program, *argv = next(unit_commands(path))
        assert program == "/opt/pitboss/bin/pitboss"
        parse(argv)
    assert "pitboss.service" in PAGE and "pitboss-backup.timer" in PAGE


def test_the_backup_unit_removes_what_backup_writes() -> None:
    backup, remove = unit_commands(DEPLOY / "pitboss-backup.service")
    assert backup[2] == remove[1] == "/var/backups/pitboss"
    from pitboss.house.backup.backup import archive_name

    name = archive_name(Path("/"), 0).name
    assert Path(name).match(remove[remove.index("-name") + 1])


def test_the_container_runs_the_house_from_files_that_exist() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    steps = [line.split(maxsplit=1) for line in text.splitlines() if re.match(r"[A-Z]", line)]
    values = {step[0]: step[1] for step in steps}
    parse([*json.loads(values["ENTRYPOINT"])[1:], *json.loads(values["CMD"])])
    for name, value in steps:
        if name == "COPY" and not value.startswith("--from"):
            for source in value.split()[:-1]:
                assert (ROOT / source).exists(), source
    probe = values["HEALTHCHECK"].partition("CMD ")[2]
    compile(json.loads(probe)[2], "HEALTHCHECK", "exec")
    assert "/live" in probe


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_proxies_speak_to_the_port_of_the_unit(name: str) -> None:
    command = next(unit_commands(DEPLOY / "pitboss.service"))
    port = command[command.index("--port") + 1]
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert f"127.0.0.1:{port}" in text and f"deploy/{name}" in PAGE
    assert text.count("{") == text.count("}")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_every_pitboss_command_of_the_page_is_one() -> None:
    lines = [line for block in blocks("sh") + blocks("console") for line in block.splitlines()]
    lines += re.findall(r"`(pitboss [^`…]+)`", PAGE)
    commands = [line.lstrip("$# ") for line in lines if line.lstrip("$# ").startswith("pitboss ")]
    assert len(commands) >= 8
    for line in commands:
        argv = shlex.split(line)[1:]
        if len(argv) > 1:
            parse(argv)
        else:
            assert argv[0] in cli.list_commands(click.Context(cli)), line


def test_every_deploy_file_is_on_the_page() -> None:
    for path in DEPLOY.iterdir():
        assert path.name in PAGE, f"docs/operating.md does not name {path.name}"


def test_the_shell_blocks_of_the_page_run_in_order(place: Path, postgres: str) -> None:
    house = place / "house"
    house.mkdir()
    copy_house(house)
    program = place / "pitboss"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m pitboss "$@"\n')
    program.chmod(0o755)
    url = fresh_database(postgres, f"operating_{place.name}")
    steps = blocks("sh")
    assert len(steps) >= 4
    script = "\n".join(steps)
    done = subprocess.run(
        ["sh", "-eu", "-c", script],
        cwd=place,
        env={**os.environ, "PATH": f"{place}:{os.environ['PATH']}", "DATABASE": url},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sentence = r"Verified: the chain of [\d,]+ entries is whole, (\d+) checks"
    checks = set(re.findall(sentence, done.stdout))
    assert len(re.findall(sentence, done.stdout)) == 3
    shown = re.findall(sentence, PAGE)
    assert len(checks) == 1 and len(shown) == 1
