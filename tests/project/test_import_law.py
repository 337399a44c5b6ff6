"""The import law holds, and its checker would notice if it did not."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dev import check_imports, check_sizes
from dev.check_imports import LAW
from kit.waiting import PATIENCE

FRONTS = ("__main__", "__init__")


def test_the_source_obeys_the_law() -> None:
    assert check_imports.faults() == []


def test_every_python_file_is_looked_at(tmp_path: Path) -> None:
    """A fault planted in a copy of any file of the source is reported for that file."""
    source = tmp_path / "src" / "pitboss"
    shutil.copytree(
        check_imports.SOURCE, source, ignore=shutil.ignore_patterns("__pycache__", "static")
    )
    files = sorted(path.relative_to(tmp_path) for path in source.rglob("*.py"))
    assert len(files) > 200
    for path in files:
        with (tmp_path / path).open("a", encoding="utf-8") as file:
            file.write("\nimport a_stranger\n")
    reported = {
        fault.split(":")[0] for fault in check_imports.faults(source) if "stranger" in fault
    }
    assert reported == {str(path) for path in files}


def test_every_part_has_a_folder_of_tests() -> None:
    """The front door and the loose modules are tested in tests/library."""
    parts = {path.parent.name for path in check_imports.SOURCE.glob("*/__init__.py")}
    tests = Path(__file__).parents[1]
    assert {part for part in parts if not any((tests / part).glob("test_*.py"))} == set()


def test_no_module_uses_what_another_keeps_to_itself() -> None:
    assert check_imports.too_many_private_uses() == []


ARCHITECTURE = (check_imports.SOURCE.parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_the_architecture_tells_of_each_part_what_it_may_import() -> None:
    rows: dict[tuple[str, ...], set[str]] = {}
    for line in ARCHITECTURE.partition("| part |")[2].partition("## The folders")[0].splitlines():
        if line.startswith("| `"):
            first, _, last = (re.findall(r"`(\w+)`", cell) for cell in line[1:-1].split("|"))
            rows[tuple(first)] = {*last}
    assert {name for parts in rows for name in parts} == set(LAW) - {"citations", *FRONTS}
    below = {*check_imports.words(check_imports.BASE), "extras"}
    for parts, imports in rows.items():
        law = {name for part in parts for name in LAW[part].knows}
        assert imports == law - below - {*parts}, parts


def test_the_architecture_names_every_folder() -> None:
    section = ARCHITECTURE.partition("## The folders")[2].partition("\n## ")[0]
    parts = dict(re.findall(r"(?m)^    (\w+)/(.*(?:\n {8}.*)*)", section))
    for folder in check_imports.FOLDERS:
        part, _, own = folder.partition(".")
        assert f"{own}/" in f"{part}/{parts[part]}", folder


PRIVATE = [
    # source, the uses in it
    ("from pitboss.odds.draw import solve as draw\ndraw._sweep(1)", ["2: draw._sweep"]),
    ("from pitboss.odds.draw.solve import _sweep", ["1: pitboss.odds.draw.solve._sweep"]),
    ("from .solve import sweep, _shape", ["1: solve._shape"]),
    ("import pitboss.odds.cache\nx = pitboss.odds.cache._HOME", ["2: pitboss.odds.cache._HOME"]),
    ("def f():\n    from pitboss.odds import cache\n    cache._HOME", ["3: cache._HOME"]),
    ("import os\nos._exit(0)", []),
    ("self._own = 1\nother._field", []),
    ("from pitboss import __version__", []),
    ("from pitboss.house.service import House\nHouse._lock", []),
]


@pytest.mark.parametrize(("source", "uses"), PRIVATE)
def test_a_private_use_is_counted(source: str, uses: list[str]) -> None:
    assert list(check_imports.private_uses(source)) == uses


def test_one_private_use_too_many_is_reported(tmp_path: Path) -> None:
    source = tmp_path / "src" / "pitboss"
    source.mkdir(parents=True)
    (source / "cards.py").write_text("from pitboss.money import _cents\n")
    assert check_imports.too_many_private_uses(source, limit=1) == []
    assert check_imports.too_many_private_uses(source, limit=0)[0] == (
        "src/pitboss/cards.py:1: pitboss.money._cents is private to its module"
    )


PLANTED = [
    # module, source, what the checker says
    ("pitboss.cards", "import pitboss.rulebook", "cards may not import rulebook"),
    ("pitboss.money", "from pitboss import table", "money may not import table"),
    ("pitboss.rulebook.model", "from pitboss.table.engine import decide", "may not import table"),
    ("pitboss.rulebook.model", "from ..odds import game", "rulebook may not import odds"),
    (
        "pitboss.table.engine",
        "def f():\n    import pitboss.odds.game",
        "2: table may not import odds",
    ),
    ("pitboss.odds.sheet.sheet", "from pitboss.table import view", "odds may not import table"),
    ("pitboss.library.table", "from pitboss.web import app", "library may not import web"),
    ("pitboss.house.service", "from pitboss.library import table", "house may not import library"),
    ("pitboss.table.view", "from pitboss.house import store", "table may not import house"),
    ("pitboss.house.storage.database", "from pitboss.web import app", "house may not import web"),
    ("pitboss.house.storage.database", "from pitboss import cli", "house may not import cli"),
    ("pitboss.table.engine", "import_module('pitboss.odds')", "table may not import odds"),
    (
        "pitboss.table.engine",
        "importlib.import_module('pitboss.odds')",
        "table may not import odds",
    ),
    ("pitboss.rulebook.model", "import numpy as np", "rulebook may not use numpy"),
    ("pitboss.rankings", "from numba import njit", "rankings may not use numba"),
    ("pitboss.table.engine", "import rich.table", "table may not use rich"),
    ("pitboss.cards", "import click", "cards may not use click"),
    ("pitboss.odds.stud.solve", "import phevaluator", "odds may not use phevaluator"),
    ("pitboss.odds.sheet.plots", "import matplotlib.pyplot", "slow to load"),
    ("pitboss.rulebook.model", "import random", "function of its inputs"),
    ("pitboss.table.engine", "from datetime import datetime", "function of its inputs"),
    ("pitboss.table.settling", "HALF = 0.5", "a float in exact code"),
    ("pitboss.odds.stud.solve", "HALF = 0.5", "a float in exact code"),
    ("pitboss.table.engine", "if game.key == 'let-it-ride': pass", "tells let-it-ride apart"),
    ("pitboss.odds.sheet.sheet", "x = key in ('235-stud', 'double-draw')", "tells 235-stud apart"),
    (
        "pitboss.odds.sheet.sheet",
        "match key:\n    case 'double-draw': pass",
        "tells double-draw apart",
    ),
    ("pitboss.lounge", "", "has no place in the import law"),
    ("pitboss.posters.sign", "", "has no place in the import law"),
    # folders inside a part
    (
        "pitboss.odds.stud.solve",
        "from pitboss.odds.draw.model import DrawPays",
        "odds.stud may not import odds.draw",
    ),
    (
        "pitboss.odds.draw.solve",
        "def f():\n    from pitboss.odds import stud",
        "2: odds.draw may not import odds.stud",
    ),
    (
        "pitboss.odds.prices.price",
        "from ..simulation.run import run",
        "odds.prices may not import odds.simulation",
    ),
    (
        "pitboss.odds.sheet.sheet",
        "import pitboss.odds.rule_lists.text",
        "odds.sheet may not import odds.rule_lists",
    ),
    ("pitboss.odds.game", "from ..odds import prices", "odds may not import odds.prices"),
    (
        "pitboss.odds.game",
        "from pitboss.odds.simulation import run",
        "odds may not import odds.simulation",
    ),
    (
        "pitboss.house.storage.log",
        "from pitboss.house.service import House",
        "house.storage may not import house",
    ),
    (
        "pitboss.house.pricing.service",
        "from pitboss.house.storage import log",
        "house.pricing may not import house.storage",
    ),
    (
        "pitboss.house.history.rounds",
        "from pitboss.house.coach import advice",
        "house.history may not import house.coach",
    ),
    (
        "pitboss.web.push.hub",
        "from pitboss.web.api.models import View",
        "web.push may not import web.api",
    ),
    (
        "pitboss.rulebook.model",
        "from pitboss.rulebook import submission",
        "rulebook may not import rulebook.submission",
    ),
]


@pytest.mark.parametrize(("module", "source", "expected"), PLANTED)
def test_a_planted_fault_is_found(module: str, source: str, expected: str) -> None:
    faults = list(check_imports.faults_in(module, source))
    assert any(expected in fault for fault in faults), faults


ALLOWED = [
    ("pitboss.table.engine", "from pitboss.rulebook import model\nfrom .settling import pay"),
    ("pitboss.house.service", "from pitboss.table import engine\nfrom pitboss.odds import game"),
    ("pitboss.odds.sheet.plots", "def draw():\n    import matplotlib.pyplot"),
    ("pitboss.odds.stud.kernels", "import numba\nimport numpy as np"),
    ("pitboss.commands.rules", "import click\nfrom pitboss import __version__"),
    ("pitboss.rulebook.games.let_it_ride", "KEY = 'let-it-ride'\nfrom fractions import Fraction"),
    ("pitboss.odds.sheet.sheet", "HALF = 0.5"),
    ("pitboss.odds.simulation.run", "from pitboss.odds.stud import solve\nfrom . import job"),
    ("pitboss.house.coach.drill", "from pitboss.house.service import House"),
    ("pitboss.odds", "from pitboss.odds.prices.price import price"),
    ("pitboss.rulebook", "from pitboss.rulebook.games.let_it_ride import LET_IT_RIDE"),
    ("pitboss.library.table", "from pitboss.house.coach.advice import advise_seat"),
]


@pytest.mark.parametrize(("module", "source"), ALLOWED)
def test_what_the_law_allows_passes(module: str, source: str) -> None:
    assert list(check_imports.faults_in(module, source)) == []


def test_relative_imports_of_a_package_are_its_own() -> None:
    text = "from .model import Game"
    assert list(check_imports.faults_in("pitboss.rulebook", text, is_package=True)) == []
    climbing = "from ..table import view"
    for module, is_package in (("pitboss.rulebook", True), ("pitboss.rulebook.model", False)):
        faults = list(check_imports.faults_in(module, climbing, is_package=is_package))
        assert faults == ["1: rulebook may not import table"]


def test_a_whole_tree_is_reported_with_file_and_line(tmp_path: Path) -> None:
    source = tmp_path / "src" / "pitboss"
    (source / "table").mkdir(parents=True)
    (source / "table" / "__init__.py").write_text("")
    (source / "table" / "engine.py").write_text('"""Rounds."""\n\nimport numba\n')
    assert check_imports.faults(source) == [
        "src/pitboss/table/engine.py:3: table may not use numba"
    ]


def planted(root: Path, files: dict[str, str]) -> Path:
    source = root / "src" / "pitboss"
    for name, text in files.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return source


CIRCLES = [
    {"cards.py": "import pitboss.money", "money.py": "import pitboss.cards"},
    {"cards.py": "import pitboss.money", "money.py": "def f():\n    from pitboss import cards"},
    {
        "cards.py": "from .money import f",
        "money.py": "if TYPE_CHECKING:\n    from pitboss.cards import Card",
    },
    {"cards.py": "from . import money", "money.py": "from pitboss.cards import Card"},
]


@pytest.mark.parametrize("files", CIRCLES)
def test_modules_that_import_each_other_are_found(tmp_path: Path, files: dict[str, str]) -> None:
    expected = "modules import each other in a circle: pitboss.cards, pitboss.money"
    assert check_imports.circles(planted(tmp_path, files)) == [expected]


def test_a_longer_circle_is_one_and_a_tree_is_none() -> None:
    edges = {"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": {"d"}, "f": {"a"}}
    assert check_imports.cycles(edges) == [["a", "b", "c"], ["d", "e"]]
    assert check_imports.cycles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert check_imports.circles() == []


@pytest.mark.parametrize("suffix", ["py", "js"])
def test_a_crowded_folder_is_reported(tmp_path: Path, suffix: str) -> None:
    limit = check_imports.MAX_MODULES
    names = [f"odds/m{n}.{suffix}" for n in range(limit + 1)]
    source = planted(tmp_path, {"odds/__init__.py": "", **dict.fromkeys(names[:-1], "")})
    assert check_imports.crowded(source) == []
    planted(tmp_path, {names[-1]: ""})
    assert check_imports.crowded(source) == [
        f"src/pitboss/odds: {limit + 1} modules; {limit} at most in a folder"
    ]
    assert check_imports.crowded() == []


def test_three_modules_with_one_first_word_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = planted(tmp_path, {"envs/__init__.py": "", "envs/draw.py": "", "envs/draw_env.py": ""})
    assert check_imports.prefixed(source) == []
    planted(tmp_path, {"envs/draw_tables.py": "", "envs/drawing.py": ""})
    assert check_imports.prefixed(source) == [
        "src/pitboss/envs/draw*: 3 modules; make them a folder"
    ]
    assert check_imports.prefixed() == []
    monkeypatch.setattr(check_imports, "PREFIXES", frozenset())
    assert len(check_imports.prefixed()) == 2, "an exception is no longer needed"


HEAVY = {"numba", "numpy", "matplotlib", "dask", "distributed", "pandas"}
LIGHT_PARTS = (
    *("cards", "errors", "money", "notation", "rankings", "rulebook", "table", "commands"),
    "library",
)


def test_starting_up_loads_nothing_heavy() -> None:
    """The law reads the source; this looks at what an interpreter really loads."""
    modules = sorted(
        name
        for name in map(check_imports.module_name, check_imports.SOURCE.rglob("*.py"))
        if name.split(".")[1] in LIGHT_PARTS
    )
    program = (
        "import sys, importlib\n"
        "import pitboss\n"
        "ours = [name for name in sys.modules if name.startswith('pitboss.')]\n"
        "assert not ours and 'msgspec' not in sys.modules, f'pitboss loads {ours}'\n"
        "import pitboss.cli\n"
        "assert 'rich' not in sys.modules, 'pitboss.cli loads rich'\n"
        f"for name in {modules!r}:\n"
        "    importlib.import_module(name)\n"
        f"    loaded = {HEAVY!r} & set(sys.modules)\n"
        "    assert not loaded, f'{name} loads {loaded}'\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr


def test_length_and_unfinished_work_are_noticed() -> None:
    long_file = "\n".join(["x = 1"] * (check_sizes.FILE_LINES + 1))
    long_function = "def f():\n" + "    x = 1\n" * check_sizes.FUNCTION_LINES
    assert [fault for fault in check_sizes.faults_in(long_file) if "split it" in fault]
    assert list(check_sizes.faults_in(long_function)) == ["1: f is 71 lines; 70 at most"]
    long_kernel = "@kernel\n" + long_function
    assert list(check_sizes.faults_in(long_kernel)) == []
    for word in ("# TO" + "DO later", "pytest." + "skip()", "m = pytest.mark." + "xfail"):
        assert len(list(check_sizes.faults_in(word))) == 1, word
    assert list(check_sizes.faults_in("skipped = mask = 1")) == []
