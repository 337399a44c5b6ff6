"""./pit, on a copy in a path with spaces. A whole set-up from nothing is what .ci/run does."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kit.waiting import PATIENCE

ROOT = Path(__file__).resolve().parent.parent.parent
# Stands in for .venv/bin/python: says what it was called with.
ECHO = '#!/bin/sh\nprintf "%s|" "$PWD" "$@"\nexit "${ECHO_EXIT:-0}"\n'
# Stands in for uv: makes the interpreter above, and notes what it was asked to do.
UV = """#!/bin/sh
printf '%s|' "$@" >> "$UV_LOG"; echo >> "$UV_LOG"
case "$1 $UV_FAIL" in
  "venv "*) for last; do :; done; mkdir -p "$last/bin"; cp "$ECHO_PYTHON" "$last/bin/python" ;;
  "pip install") exit 1 ;;
esac
"""


class Copy:
    """A checkout with a launcher, its locks, and a uv that installs nothing."""

    def __init__(self, base: Path) -> None:
        self.root = base / "a place with spaces"
        (self.root / "locks").mkdir(parents=True)
        shutil.copy(ROOT / "pit", self.root / "pit")
        shutil.copy(ROOT / "pyproject.toml", self.root)
        (self.root / "dev").mkdir()
        shutil.copy(ROOT / "dev" / "get_chromium.py", self.root / "dev")
        for lock in ("run", "test"):
            (self.root / "locks" / f"{lock}.txt").write_text(f"{lock}==1\n")
        self.log = base / "uv.log"
        tools = base / "tools"
        tools.mkdir()
        (base / "echo").write_text(ECHO)
        (tools / "uv").write_text(UV)
        (base / "echo").chmod(0o755)
        (tools / "uv").chmod(0o755)
        self.env = {
            **os.environ,
            "PATH": f"{tools}:/usr/bin:/bin",
            "UV_LOG": str(self.log),
            "ECHO_PYTHON": str(base / "echo"),
            "PITBOSS_TEST_CHROMIUM": "/a/chromium",  # else a set-up might fetch one
        }

    def pit(
        self, *argv: str, cwd: Path | None = None, **env: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(self.root / "pit"), *argv],
            cwd=cwd or self.root,
            env={**self.env, **env},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def uv_calls(self) -> list[str]:
        """The calls of uv since the last time, one line each."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.write_text("")
        return lines

    def stamp(self) -> dict[str, str]:
        stamp = json.loads((self.root / ".venv" / "pit-stamp.json").read_text())
        assert isinstance(stamp, dict)
        return stamp


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_help_names_every_command_and_sets_nothing_up(copy: Copy) -> None:
    done = copy.pit("--help")
    assert done.returncode == 0
    for command in ("run", "test", "check", "bench", "soak", "pictures", "lock"):
        assert f"./pit {command}" in done.stdout
    assert not (copy.root / ".venv").exists()


def test_no_command_shows_the_help_and_fails(copy: Copy) -> None:
    done = copy.pit()
    assert done.returncode == 2
    assert "./pit run" in done.stdout


def test_an_unknown_command_is_one_line(copy: Copy) -> None:
    done = copy.pit("rnu")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "pit: no command 'rnu'; ./pit --help lists them\n"
    assert not (copy.root / ".venv").exists()


def test_first_start_installs_from_the_lock_then_goes_straight_on(copy: Copy) -> None:
    first = copy.pit("run", "--version")
    assert first.returncode == 0
    venv, packages, project = copy.uv_calls()
    assert venv.startswith("venv|")
    assert f"--require-hashes|-r|{copy.root}/locks/run.txt|" in packages
    assert f"--no-deps|--no-build-isolation|-e|{copy.root}|" in project
    assert first.stderr.count("pit: ") == 5
    assert "pit: compiling the odds" in first.stderr
    assert "-m|pitboss|compile|" in first.stderr
    second = copy.pit("run", "--version")
    assert (second.stdout, second.stderr, copy.uv_calls()) == (first.stdout, "", [])


def test_run_passes_arguments_on_and_keeps_the_users_directory(copy: Copy, tmp_path: Path) -> None:
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    done = copy.pit("run", "check", "my house.toml", "--json", cwd=elsewhere)
    assert done.stdout == f"{elsewhere}|-P|-m|pitboss|check|my house.toml|--json|"
    alone = copy.pit("run", cwd=elsewhere)
    assert alone.stdout == f"{elsewhere}|-P|-m|pitboss|serve|"


def test_run_gives_the_products_exit_code(copy: Copy) -> None:
    assert copy.pit("run", "check", ECHO_EXIT="1").returncode == 1


def test_a_changed_lock_is_installed_and_a_changed_other_lock_is_not(copy: Copy) -> None:
    copy.pit("run")
    copy.uv_calls()
    (copy.root / "locks" / "test.txt").write_text("test==2\n")
    copy.pit("run")
    assert copy.uv_calls() == []
    (copy.root / "locks" / "run.txt").write_text("run==2\n")
    copy.pit("run")
    assert [call.split("|")[0] for call in copy.uv_calls()] == ["pip", "pip"]


def test_a_changed_pyproject_is_installed(copy: Copy) -> None:
    copy.pit("run")
    copy.uv_calls()
    with (copy.root / "pyproject.toml").open("a") as file:
        file.write("\n# changed\n")
    copy.pit("run")
    assert [call.split("|")[0] for call in copy.uv_calls()] == ["pip", "pip"]


def test_the_test_environment_serves_run_too(copy: Copy) -> None:
    copy.pit("test")
    assert set(copy.stamp()) == {"root", "python", "run", "test"}
    copy.uv_calls()
    copy.pit("run")
    assert copy.uv_calls() == []


def test_a_moved_checkout_is_set_up_again(copy: Copy, tmp_path: Path) -> None:
    copy.pit("run")
    copy.uv_calls()
    copy.root = copy.root.rename(tmp_path / "moved here")
    assert copy.pit("run").returncode == 0
    assert copy.uv_calls()[0].startswith("venv|")
    assert copy.stamp()["root"] == str(copy.root)


def test_a_spoiled_stamp_or_a_lost_interpreter_is_set_up_again(copy: Copy) -> None:
    copy.pit("run")
    leftover = copy.root / ".venv" / "lib" / "python3.10" / "old.py"
    for spoil in (
        lambda: (copy.root / ".venv" / "pit-stamp.json").write_text("{"),
        lambda: (copy.root / ".venv" / "pit-stamp.json").write_text("[]"),
        lambda: (copy.root / ".venv" / "bin" / "python").unlink(),
    ):
        copy.uv_calls()
        leftover.parent.mkdir(parents=True)
        leftover.write_text("")
        spoil()
        assert copy.pit("run").returncode == 0
        assert copy.uv_calls()[0].startswith("venv|")
        assert not leftover.parent.exists()


def test_a_failed_install_says_what_to_do_and_is_tried_again(copy: Copy) -> None:
    failed = copy.pit("run", UV_FAIL="install")
    assert (failed.returncode, failed.stdout) == (2, "")
    assert "could not install from locks/run.txt" in failed.stderr
    assert "PIP_INDEX_URL" in failed.stderr
    assert "Traceback" not in failed.stderr
    copy.uv_calls()
    assert copy.pit("run").returncode == 0
    assert [call.split("|")[0] for call in copy.uv_calls()] == ["pip", "pip"]


def test_a_missing_lock_is_one_line(copy: Copy) -> None:
    (copy.root / "locks" / "run.txt").unlink()
    done = copy.pit("run")
    assert done.returncode == 2
    assert done.stderr.startswith("pit: cannot read ")
    assert done.stderr.count("\n") == 1


def test_test_runs_pytest_on_four_workers_from_the_top(copy: Copy, tmp_path: Path) -> None:
    done = copy.pit("test", "-k", "foo", cwd=tmp_path)
    spread = "-n|4|--dist|loadfile|--no-loadscope-reorder"
    assert done.stdout == f"{copy.root}|-P|-m|pytest|{spread}|-k|foo|"
    assert re.search(r"^pit: tests passed in \d+\.\d s$", done.stderr, re.MULTILINE)
    failed = copy.pit("test", ECHO_EXIT="1")
    assert failed.returncode == 1
    assert "pit: tests failed" in failed.stderr


def test_test_takes_paths_from_where_the_user_stands(copy: Copy) -> None:
    tests = copy.root / "tests"
    tests.mkdir()
    (tests / "test_a.py").write_text("")
    done = copy.pit("test", "-n0", "test_a.py::test_b", cwd=tests)
    assert done.stdout == f"{copy.root}|-P|-m|pytest|-n0|{tests}/test_a.py::test_b|"


def test_check_runs_every_check_and_names_those_that_failed(copy: Copy) -> None:
    done = copy.pit("check", ECHO_EXIT="1")
    assert done.returncode == 1
    names = (
        "format, lint, types, import law, sizes, names, generated files, "
        "pages' format, pages' shape, pages' types"
    )
    assert f"pit: check failed: {names}" in done.stderr
    assert "check passed" in copy.pit("check").stderr


@pytest.mark.parametrize(("command", "folder"), [("bench", "bench"), ("soak", "tests/soak")])
def test_bench_and_soak_run_what_is_named(copy: Copy, command: str, folder: str) -> None:
    empty = copy.pit(command)
    assert (empty.returncode, empty.stdout) == (2, "")
    place = copy.root / folder
    place.mkdir(parents=True)
    for name in ("one", "two", "_shared"):
        (place / f"{name}.py").write_text(
            f"import sys\ndef main():\n    print('{name}', sys.argv[1:])\n    return 3\n"
        )
    wrong = copy.pit(command, "three")
    assert wrong.returncode == 2
    assert wrong.stderr == f"pit: no {command} is called 'three'; there is: one, two\n"
    # From here on the real interpreter is needed.
    python = copy.root / ".venv" / "bin" / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    chosen = copy.pit(command, "two", "--fast")
    assert (chosen.returncode, chosen.stdout) == (1, "two ['--fast']\n")
    everything = copy.pit(command)
    assert everything.stdout == "one []\ntwo []\n"
    assert "pit: failed: one, two" in everything.stderr


def test_lock_needs_uv_and_says_so(copy: Copy) -> None:
    done = copy.pit("lock", PATH="/nowhere")
    assert done.returncode == 2
    assert "needs uv" in done.stderr


def test_no_pip_no_ensurepip_no_uv_is_explained(copy: Copy, tmp_path: Path) -> None:
    """The interpreter here has none of them: every module it is asked to run is missing."""
    bare = tmp_path / "bare.py"
    bare.write_text(
        "import runpy, sys\n"
        "sys._base_executable = '/bin/false'\n"
        f"sys.argv = [{str(copy.root / 'pit')!r}, 'run']\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, str(bare)],
        env={**copy.env, "PATH": "/nowhere"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert "neither pip 22.3 or later nor ensurepip" in done.stderr
    assert "apt install python3-pip" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_old_python_is_told_so(copy: Copy, tmp_path: Path) -> None:
    old = tmp_path / "old.py"
    old.write_text(
        "import runpy, sys\n"
        "sys.version_info, sys.version = (3, 9, 2), '3.9.2 (old)'\n"
        f"sys.argv = [{str(copy.root / 'pit')!r}, 'run']\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, str(old)],
        env={**copy.env, "PATH": "/nowhere"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("pit: Pitboss needs Python 3.11 or later and this is 3.9.2.")


def test_nothing_changed_costs_less_than_a_tenth_of_a_second(copy: Copy) -> None:
    copy.pit("run")

    def least_of_five(*argv: str) -> float:
        """Processor seconds, which other work on the machine does not stretch."""
        times = []
        for _ in range(5):
            before = os.times()
            subprocess.run(argv, env=copy.env, capture_output=True, check=True, timeout=PATIENCE)
            after = os.times()
            used = after.children_user + after.children_system
            times.append(used - before.children_user - before.children_system)
        return min(times)

    direct = least_of_five(str(copy.root / ".venv" / "bin" / "python"))
    through_pit = least_of_five(sys.executable, str(copy.root / "pit"), "run")
    assert through_pit - direct < 0.1


def pins(lock: str) -> dict[str, str]:
    """requirement → its hashes, as written."""
    text = (ROOT / "locks" / f"{lock}.txt").read_text()
    blocks = re.split(r"\n(?=\S)", text.strip())
    return {block.split(" \\\n")[0]: block.partition("\n")[2] for block in blocks}


def test_the_locks_pin_every_package_with_hashes_and_name_no_host() -> None:
    for lock in ("run", "test"):
        packages = pins(lock)
        assert len(packages) > 20
        for requirement, hashes in packages.items():
            assert re.match(r"[a-z0-9._-]+==\S+", requirement), requirement
            assert "--hash=sha256:" in hashes, requirement
        text = (ROOT / "locks" / f"{lock}.txt").read_text()
        assert not re.search(r"://|index-url|find-links", text)


def test_the_test_lock_holds_all_of_the_run_lock() -> None:
    run, test = pins("run"), pins("test")
    assert {name: test.get(name) for name in run} == run


def test_the_locks_hold_what_pyproject_asks_for() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = project["dependency-groups"]
    extras = project["project"]["optional-dependencies"]
    run = [
        wish for extra in ("solve", "serve", "postgres", "plots", "paper") for wish in extras[extra]
    ]
    by_lock = {
        "run": project["project"]["dependencies"] + groups["build"] + run,
        "test": [wish for some in extras.values() for wish in some]
        + groups["dev"]
        + groups["bench"],
    }
    for lock, requirements in by_lock.items():
        names = {requirement.split("==")[0] for requirement in pins(lock)}
        wishes = {re.split(r"[<>=!~ [;]", wish)[0] for wish in requirements}
        assert wishes - {"pitboss"} <= names


def test_a_skipped_test_fails_where_nothing_may_be_skipped(tmp_path: Path) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    (tmp_path / "test_inside.py").write_text(
        "import pytest\nskip = getattr(pytest, 'skip')\ndef test_a():\n    skip('no server')\n"
    )
    (tmp_path / "test_whole.py").write_text(
        "import pytest\ngetattr(pytest, 'skip')('no browser', allow_module_level=True)\n"
    )
    (tmp_path / "test_expected.py").write_text(
        "import pytest\ndef test_b():\n    getattr(pytest, 'xfail')('known')\n"
    )
    argv = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
    argv += ["--continue-on-collection-errors", str(tmp_path)]
    allowing = {k: v for k, v in os.environ.items() if k not in ("CI", "PITBOSS_NO_SKIP")}
    allowing["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # three starts of pytest, and nothing but it
    for forbidding, code, summary in (
        ({}, 0, "2 skipped, 1 xfailed"),
        ({"PITBOSS_NO_SKIP": "1"}, 1, "2 failed, 1 error"),
        ({"CI": "true"}, 1, "2 failed, 1 error"),
    ):
        env = {**allowing, **forbidding}
        done = subprocess.run(
            argv, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=PATIENCE
        )
        assert (done.returncode, summary in done.stdout) == (code, True), done.stdout


def test_ci_runs_both_and_allows_no_skip() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    for line in ("set -euo pipefail", "export PITBOSS_NO_SKIP=1", "./pit check", "./pit test"):
        assert line in script.splitlines()
