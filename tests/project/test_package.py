"""The package as an index serves it: wheel and sdist, the core alone, and what each extra adds."""

import ensurepip
import importlib.metadata as installed
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from dev.index_readme import absolute
from kit.waiting import PATIENCE
from pitboss import GAMES
from pitboss.extras import ALL, EXTRAS

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
MAX_BYTES = 15_000_000  # of the core with all it needs, compiled files included
ADDRESS = "https://example.org/pitboss/"


def call(*argv: str | Path, code: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [str(arg) for arg in argv],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
        env={**os.environ, **environment},
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Wheel and sdist. The wheel is built from the sdist, so that it too is complete."""
    out = tmp_path_factory.mktemp("dist")
    build = ("-P", "-m", "hatchling", "build")
    call(sys.executable, *build, "-t", "sdist", "-d", out, PITBOSS_PROJECT_URL=ADDRESS)
    (sdist,) = out.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(out, filter="data")
    source = out / sdist.name.removesuffix(".tar.gz")
    done = subprocess.run(
        [sys.executable, *build, "-t", "wheel", "-d", str(out)],
        cwd=source,
        env={**os.environ, "PITBOSS_PROJECT_URL": ADDRESS},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = out.glob("*.whl")
    return wheel, sdist


def closure(names: list[str]) -> list[installed.Distribution]:
    """The distributions that requirements bring, as installed beside the tests."""
    closed: dict[str, installed.Distribution] = {}
    while names:
        name = re.split(r"[^\w.-]", names.pop())[0]
        if name.casefold() not in closed:
            closed[name.casefold()] = dist = installed.distribution(name)
            names += [r for r in dist.requires or () if "extra ==" not in r and "sys_" not in r]
    return list(closed.values())


@pytest.fixture(scope="module")
def core(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and what its core requires, and nothing else."""
    home = tmp_path_factory.mktemp("core") / "env"
    venv.create(home, with_pip=False)
    (pip,) = (Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl")
    install = ("install", "--quiet", "--no-index", "--no-deps", "--no-compile")
    call(sys.executable, pip / "pip", "--python", home / "bin" / "python", *install, built[0])
    (site,) = home.glob("lib/python*/site-packages")
    for dist in closure(list(PROJECT["dependencies"])):
        for file in dist.files or ():
            source, target = Path(str(dist.locate_file(file))), site / str(file)
            if ".." not in file.parts and source.exists() and not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.symlink_to(source)
    return home


def pitboss(core: Path, *argv: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    return call(core / "bin" / "python", "-P", "-m", "pitboss", *argv, code=code)


def test_wheel_and_sdist_have_what_they_must_and_no_more(built: tuple[Path, Path]) -> None:
    wheel, sdist = built
    tracked = set(call("git", "ls-files", "src/pitboss").stdout.split())
    with zipfile.ZipFile(wheel) as archive:
        names = {f"src/{n}" for n in archive.namelist() if ".dist-info/" not in n}
        (metadata,) = (n for n in archive.namelist() if n.endswith("/METADATA"))
        text = archive.read(metadata).decode()
    assert names == tracked
    assert not re.findall(r"\]\((?!https://)[^)]*\)", text), "a link leads nowhere on an index"
    assert f"]({ADDRESS}docs/python.md)" in text
    for minor in range(11, 15):
        assert f"Python :: 3.{minor}" in text
    with tarfile.open(sdist) as archive:
        tops = {Path(name).parts[1] for name in archive.getnames()}
    assert tops >= {"src", "README.md", "LICENSE", "pyproject.toml", "PKG-INFO"}
    assert not tops & {"tests", "bench", "docs", ".venv"}


def test_without_an_address_the_index_page_has_no_links() -> None:
    text = absolute("![A](a.webp)\n\nSee [b](b.md), [c](https://c.org).\n", "")
    assert text == "\nSee b, [c](https://c.org).\n"


ROUND = """
import sys, pitboss
for game in pitboss.GAMES:
    table = pitboss.Table(game)
    table.sit("ann", seat=1, chips="100.00")
    table.bet(1)
    table.deal(seed=1)
    while table.choices:
        table.act(table.choices[0])
    table.settle()
    assert pitboss.replay(table.round_text()).text == table.round_text()
    assert game in table.round_text() and str(table)
"""


def test_the_core_plays_a_round_and_prints_a_sheet(core: Path) -> None:
    call(core / "bin" / "python", "-c", ROUND)
    argv = [str(core / "bin" / "pitboss"), "play", "mississippi-stud", "--plain", "--rounds", "1"]
    played = subprocess.run(argv, input="1\nd\nf\n", capture_output=True, text=True)
    assert "In all: −5.00" in played.stdout, played.stdout + played.stderr
    for game in GAMES:
        sheet = json.loads(pitboss(core, "par", game, "--json").stdout)
        assert sheet["game"] == game
        assert "house edge" in pitboss(core, "par", game).stdout


def test_the_core_is_light(core: Path) -> None:
    call(core / "bin" / "python", "-m", "compileall", "-q", core / "lib")  # as pip does
    (site,) = core.glob("lib/python*/site-packages")
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    assert 1_000_000 < size < MAX_BYTES
    assert not {path.name for path in site.iterdir()} & set(ALL)


@pytest.mark.parametrize(
    ("extra", "argv"),
    [
        ("serve", ("serve",)),
        ("serve", ("audit",)),
        ("serve", ("export", "open-range")),
        ("serve", ("shuffles", "--count", "1")),
        ("solve", ("simulate", "let-it-ride", "--rounds", "10")),
        ("solve", ("strategy", "let-it-ride", "--cards", "Ts 9s 8s")),
        ("solve", ("sweep", "let-it-ride", "--row", "flush=5..8")),
        ("solve", ("par", "let-it-ride", "--pays", "flush=9 to 1")),
        ("plots", ("par", "let-it-ride", "--plots", "plots")),
        ("paper", ("paper", "sign")),
    ],
)
def test_what_is_missing_is_one_line_with_the_extra(
    core: Path, tmp_path: Path, extra: str, argv: tuple[str, ...]
) -> None:
    done = pitboss(core, *argv, code=2)
    assert done.stderr.splitlines()[-1].endswith(f"pip install 'pitboss[{extra}]'"), done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("extra", "line"),
    [
        ("solve", "pitboss.advise('let-it-ride', 'Ts 9s 8s')"),
        ("solve", "pitboss.simulate('let-it-ride', 10)"),
        ("envs", "__import__('pitboss.envs')"),
        ("client", "__import__('pitboss.client')"),
    ],
)
def test_the_library_names_the_extra_too(core: Path, extra: str, line: str) -> None:
    program = f"import pitboss\ntry: {line}\nexcept pitboss.PitbossError as error: print(error)"
    done = call(core / "bin" / "python", "-c", program)
    assert done.stdout.endswith(f"pip install 'pitboss[{extra}]'\n")


def test_every_extra_is_declared_and_all_has_the_rest() -> None:
    declared = PROJECT["optional-dependencies"]
    assert set(declared) == {*EXTRAS, "all"}
    (everything,) = declared["all"]
    assert set(re.findall(r"\w+", everything)) == {"pitboss", *EXTRAS}
    names = {"argon2": "argon2-cffi"}
    for extra, modules in EXTRAS.items():
        text = " ".join(declared[extra])
        assert all(names.get(module, module) in text for module in modules), extra
