"""./pit and the browser: which Chromium it takes, how it gets one, what it says when it cannot."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kit.waiting import PATIENCE
from project.test_launcher import Copy

# Prints the browser in its environment. The real one is never started here.
ECHO = '#!/bin/sh\nprintf "%s|" "chromium=$PITBOSS_TEST_CHROMIUM" "$@"\n'
APT = """#!/bin/sh
printf '%s|' "$@" >> "$APT_LOG"; echo >> "$APT_LOG"
case " $* " in *" install "*" $APT_FAIL "*) exit 100 ;; esac
for name in chromium-headless-shell chromium; do
  case " $* " in *" install "*" $name "*) cp "$TOOLS/apt-get" "$TOOLS/$name" ;; esac
done
"""
SHELL = "chromium-headless-shell"
INSTALL = "|install|-y|--no-install-recommends|--no-remove|"


class Bare(Copy):
    """A machine with a shell, and no browser until its apt-get has brought one."""

    def __init__(self, base: Path) -> None:
        super().__init__(base)
        self.tools, self.apt_log = base / "tools", base / "apt.log"
        (base / "echo").write_text(ECHO)
        for name in ("sh", "mkdir", "cp"):
            program = shutil.which(name)
            assert program is not None
            (self.tools / name).symlink_to(program)
        (self.tools / "apt-get").write_text(APT)
        (self.tools / "apt-get").chmod(0o755)
        for name in ("PITBOSS_TEST_CHROMIUM", "PITBOSS_NO_SKIP", "CI"):
            self.env.pop(name, None)
        self.env |= {
            "PATH": str(self.tools),
            "TOOLS": str(self.tools),
            "APT_LOG": str(self.apt_log),
            "PLAYWRIGHT_BROWSERS_PATH": str(base / "playwright"),
        }

    def pit_as(self, user: int, *argv: str, **env: str) -> subprocess.CompletedProcess[str]:
        """As root or as somebody else, whoever runs the tests."""
        program = (
            "import os, runpy, sys; sys.argv.pop(0); user = int(sys.argv.pop(0)); "
            "os.geteuid = lambda: user; runpy.run_path(sys.argv[0], run_name='__main__')"
        )
        return subprocess.run(
            [sys.executable, "-c", program, str(user), str(self.root / "pit"), *argv],
            cwd=self.root,
            env={**self.env, **env},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def apt_calls(self) -> list[str]:
        return self.apt_log.read_text().splitlines() if self.apt_log.exists() else []


@pytest.fixture
def bare(tmp_path: Path) -> Bare:
    return Bare(tmp_path)


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_the_one_named_is_taken(bare: Bare) -> None:
    program(bare.tools / "chromium")
    done = bare.pit_as(0, "test", PITBOSS_TEST_CHROMIUM="/opt/mine")
    assert done.stdout.startswith("chromium=/opt/mine|")
    assert bare.apt_calls() == []


@pytest.mark.parametrize("name", [SHELL, "chromium", "chromium-browser", "google-chrome"])
def test_one_on_the_path_is_taken(bare: Bare, name: str) -> None:
    program(bare.tools / name)
    done = bare.pit_as(0, "test")
    assert done.stdout.startswith(f"chromium={bare.tools}/{name}|")
    assert bare.apt_calls() == []


def test_playwrights_own_is_taken(bare: Bare, tmp_path: Path) -> None:
    own = program(tmp_path / "playwright" / "chromium-1254" / "chrome-linux64" / "chrome")
    assert bare.pit_as(1000, "test").stdout.startswith(f"chromium={own}|")


def test_root_gets_one_and_says_so(bare: Bare) -> None:
    done = bare.pit_as(0, "test")
    assert done.stdout.startswith(f"chromium={bare.tools}/{SHELL}|")
    assert "pit: there is no Chromium here: installing Debian's with apt-get" in done.stderr
    update, install = bare.apt_calls()
    assert update.endswith("|update|")
    assert install.endswith(f"{INSTALL}{SHELL}|fonts-dejavu-core|")
    # The second time there is one.
    assert bare.pit_as(0, "test").stdout == done.stdout
    assert len(bare.apt_calls()) == 2


def test_a_debian_without_the_shell_gives_a_whole_one(bare: Bare) -> None:
    done = bare.pit_as(0, "test", APT_FAIL=SHELL)
    assert done.stdout.startswith(f"chromium={bare.tools}/chromium|")
    assert bare.apt_calls()[-1].endswith(f"{INSTALL}chromium|fonts-dejavu-core|")


def test_where_every_test_runs_the_shell_is_got_beside_a_whole_one(bare: Bare) -> None:
    """Nothing is said to be missing when that fails, and nobody else's machine is changed."""
    whole = program(bare.tools / "chromium")
    assert bare.pit_as(0, "test").stdout.startswith(f"chromium={whole}|")
    assert bare.pit_as(1000, "test", CI="1").stdout.startswith(f"chromium={whole}|")
    assert bare.apt_calls() == []
    failed = bare.pit_as(0, "test", PITBOSS_NO_SKIP="1", APT_FAIL=SHELL)
    assert failed.stdout.startswith(f"chromium={whole}|") and "NO CHROMIUM" not in failed.stderr
    done = bare.pit_as(0, "test", PITBOSS_NO_SKIP="1")
    assert done.stdout.startswith(f"chromium={bare.tools}/{SHELL}|")
    assert [call.endswith(f"{INSTALL}{SHELL}|") for call in bare.apt_calls()] == [True, True]


@pytest.mark.parametrize(("user", "fail", "calls"), [(0, "fonts-dejavu-core", 3), (1000, "", 0)])
def test_without_one_it_is_said_loudly_and_the_other_tests_run(
    bare: Bare, user: int, fail: str, calls: int
) -> None:
    done = bare.pit_as(user, "test", APT_FAIL=fail)
    assert done.returncode == 0
    assert done.stdout.startswith("chromium=|")
    assert "pit: NO CHROMIUM: nothing that needs a browser can run" in done.stderr
    assert "apt install chromium" in done.stderr
    assert len(bare.apt_calls()) == calls


def test_only_what_shows_pages_asks_for_one(bare: Bare) -> None:
    for command in ("run", "check"):
        bare.pit_as(0, command)
    assert bare.apt_calls() == []


def test_pictures_go_where_they_are_wanted(bare: Bare, tmp_path: Path) -> None:
    program(bare.tools / "chromium")
    there = bare.pit_as(0, "pictures", str(tmp_path / "album"), "--only", "lobby")
    assert there.stdout.split("|")[1:-1] == [
        *("-P", os.path.join("dev", "pictures.py"), str(tmp_path / "album"), "--only", "lobby")
    ]
    assert bare.pit_as(0, "pictures").stdout.endswith(f"|{bare.root}/pictures|")


def test_bench_web_asks_for_one_and_the_others_do_not(bare: Bare) -> None:
    for name in ("odds", "web"):
        (bare.root / "bench").mkdir(exist_ok=True)
        (bare.root / "bench" / f"{name}.py").write_text("def main(): return 0\n")
    bare.pit_as(0, "bench", "odds")
    assert bare.apt_calls() == []
    assert bare.pit_as(0, "bench", "web").stdout.startswith(f"chromium={bare.tools}/{SHELL}|")
