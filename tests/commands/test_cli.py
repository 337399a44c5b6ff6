"""The `pitboss` command: what a user sees when things go wrong, and how little is loaded."""

import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from kit.waiting import PATIENCE, heed_interrupts
from pitboss import __version__, cli
from pitboss.errors import PitbossError

PITBOSS = (sys.executable, "-P", "-m", "pitboss")


def run(*argv: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PITBOSS, *argv], capture_output=True, text=True, timeout=PATIENCE)


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A command called `planted` whose body each test writes."""
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = cli.Loader("planted_command:command", "Planted.")
    monkeypatch.setitem(cli.COMMANDS, "planted", entry)
    monkeypatch.delitem(sys.modules, "planted_command", raising=False)
    return tmp_path / "planted_command.py"


def plant(path: Path, body: str) -> None:
    path.write_text(
        "import click\nfrom pitboss.errors import PitbossError\n"
        f"@click.command()\n@click.option('--n', type=int)\ndef command(n):\n    {body}\n"
    )


def outcome(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int | str | None, str, str]:
    with pytest.raises(SystemExit) as stop:
        cli.main(argv)
    out, err = capsys.readouterr()
    return stop.value.code, out, err


def test_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"pitboss {__version__}\n")


def test_help_lists_every_command_that_exists_without_loading_any() -> None:
    program = (
        "import sys\nfrom pitboss import cli\n"
        "try:\n    cli.main(['--help'])\n"
        "except SystemExit as stop:\n    assert stop.code == 0\n"
        "loaded = [e.module for e in cli.COMMANDS.values() if e.module in sys.modules]\n"
        "assert not loaded, loaded\nassert 'rich' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    source = Path(cli.__file__).parent.parent
    for name, entry in cli.COMMANDS.items():
        exists = (source / f"{entry.module.replace('.', '/')}.py").exists()
        assert (f"  {name} " in done.stdout and entry.help in done.stdout) == exists, name


def test_every_command_that_exists_loads() -> None:
    context = click.Context(cli.cli)
    for name in cli.cli.list_commands(context):
        command = cli.cli.get_command(context, name)
        assert isinstance(command, click.Command), name


def test_a_command_whose_module_is_missing_is_not_offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = cli.Loader("pitboss.commands.nowhere:command", "Nowhere to be seen.")
    monkeypatch.setitem(cli.COMMANDS, "nowhere", entry)
    code, out, _ = outcome(capsys, "--help")
    assert code == 0
    assert "nowhere" not in out.lower()
    code, _, err = outcome(capsys, "nowhere")
    assert (code, err.count("\n")) == (2, 1)
    assert "No such command 'nowhere'" in err


def test_a_product_error_is_one_line_and_exit_code_2(
    planted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raised = (
        "PitbossError('no table Z', where='a.toml:3', clause='MS 12.D', what_to_do='use A to F')"
    )
    plant(planted, f"raise {raised}")
    code, out, err = outcome(capsys, "planted")
    assert (code, out) == (2, "")
    assert err == "pitboss: a.toml:3: no table Z (MS 12.D); use A to F\n"


def test_bad_usage_is_one_line_and_exit_code_2(
    planted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plant(planted, "pass")
    code, out, err = outcome(capsys, "planted", "--n", "many")
    assert (code, out) == (2, "")
    assert err.startswith("pitboss: Invalid value for '--n'")
    assert err.endswith("; pitboss planted --help shows how\n")
    assert err.count("\n") == 1


def test_the_commands_own_answer_is_the_exit_code(
    planted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plant(planted, "raise SystemExit(1)")
    assert outcome(capsys, "planted")[0] == 1


def test_exit_through_the_context_is_the_exit_code(
    planted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plant(planted, "click.get_current_context().exit(1)")
    assert outcome(capsys, "planted")[0] == 1


def test_no_arguments_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome(capsys)
    assert code == 2
    assert "Usage: pitboss" in err


def test_ctrl_c_is_quiet(planted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant(planted, "raise KeyboardInterrupt")
    code, _, err = outcome(capsys, "planted")
    assert (code, err.strip()) == (130, "")


def start_planted(tmp_path: Path, body: str) -> subprocess.Popen[bytes]:
    plant(tmp_path / "planted_command.py", body)
    program = (
        "from pitboss import cli\n"
        "cli.COMMANDS['planted'] = cli.Loader('planted_command:command', '')\n"
        "cli.main(['planted'])\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heed_interrupts,
    )


def test_a_reader_who_leaves_is_no_error(tmp_path: Path) -> None:
    lines = "for i in range(100_000): print('a line that fills the pipe', i)"
    with start_planted(tmp_path, lines) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=PATIENCE) == 0


def test_an_interrupt_from_the_keyboard_leaves_no_traceback(tmp_path: Path) -> None:
    body = "import time; print('ready', flush=True); time.sleep(3600)"
    with start_planted(tmp_path, body) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 130
        assert process.stderr.read().strip() == b""


def test_an_error_says_only_what_it_knows_and_in_one_line() -> None:
    assert str(PitbossError("no such game")) == "no such game"
    assert str(PitbossError("two\nlines", where="x")) == "x: two lines"
    assert str(PitbossError("a", clause="DD .06")) == "a (DD .06)"


def test_an_error_survives_the_way_back_from_a_worker() -> None:
    error = PitbossError("a", where="b", clause="c", what_to_do="d")
    copy = pickle.loads(pickle.dumps(error))
    assert isinstance(copy, PitbossError)
    assert str(copy) == "b: a (c); d"
    assert vars(copy) == vars(error)
