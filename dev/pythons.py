"""Installs the package under every Python that it declares and this machine has, and uses it.

    .venv/bin/python dev/pythons.py [EXTRA]

Each interpreter gets an environment of its own with the wheel and the extra (`solve` by default),
plays a round of each game, replays it to the byte, prints a sheet and prices a changed paytable.
It needs a package index. It finds interpreters in pyenv and on PATH.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = """
import pitboss
for game in pitboss.GAMES:
    table = pitboss.Table(game)
    table.sit("ann", seat=1, chips="100.00")
    table.bet(1)
    table.deal(seed=1)
    while table.choices:
        table.act(table.choices[0])
    table.settle()
    assert pitboss.replay(table.round_text()).text == table.round_text()
assert str(pitboss.price("let-it-ride").house_edge) == "37963/1082900"
assert str(pitboss.advise("let-it-ride", "Ts 9s 8s").best) == "ride, worth 13/8"
"""


def declared() -> list[str]:
    """`3.11` and so on, from the classifiers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = [line.rpartition(" ")[2] for line in project["classifiers"]]
    return [version for version in versions if version.startswith("3.")]


def interpreter(version: str) -> str | None:
    # On PATH pyenv has shims, which refuse a version that the directory does not select.
    pyenv = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    return str(pyenv[-1]) if pyenv else shutil.which(f"python{version}")


def check(python: str, wheel: Path, extra: str, place: Path) -> str:
    """Empty, or the end of what went wrong."""
    own = place / "bin" / "python"
    steps = (
        (python, "-m", "venv", place),
        (own, "-m", "pip", "install", "--quiet", "--only-binary=:all:", f"{wheel}[{extra}]"),
        (own, "-c", PROGRAM),
        (own, "-m", "pitboss", "par", "mississippi-stud"),
        (own, "-m", "pitboss", "par", "let-it-ride", "--pays", "flush=9 to 1"),
    )
    for step in steps:
        done = subprocess.run([str(part) for part in step], capture_output=True, text=True)
        if done.returncode:
            return done.stderr.strip().splitlines()[-1]
    return ""


def main() -> int:
    extra, failed = sys.argv[1] if len(sys.argv) > 1 else "solve", False
    with tempfile.TemporaryDirectory() as home:
        build = ("-m", "hatchling", "build", "-t", "wheel", "-d", home)
        subprocess.run([sys.executable, *build], cwd=ROOT, check=True, capture_output=True)
        (wheel,) = Path(home).glob("*.whl")
        for version in declared():
            python = interpreter(version)
            if python is None:
                print(f"{version}: no interpreter here, not tested")
                continue
            fault = check(python, wheel, extra, Path(home) / version)
            failed |= bool(fault)
            print(f"{version}: {fault or 'installed, played, replayed and priced'}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
