"""Solutions kept on disk: whole, never stale, and worth nothing if damaged."""

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pitboss.odds import cache, price
from pitboss.odds.cache import cache_dir, remember


class Kept(msgspec.Struct):
    n: int


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_remembered_is_not_computed_again(own_cache: Path) -> None:
    assert cache_dir() == own_cache
    assert remember(Kept, "", ("a",), lambda: Kept(1)) == Kept(1)
    assert remember(Kept, "", ("a",), lambda: Kept(2)) == Kept(1)
    assert remember(Kept, "", ("b",), lambda: Kept(2)) == Kept(2)
    assert not list(own_cache.rglob(".new-*"))


@pytest.mark.parametrize("damage", [b"", b"\0" * 40, None])
def test_a_damaged_entry_is_computed_anew(own_cache: Path, damage: bytes | None) -> None:
    remember(Kept, "", ("a",), lambda: Kept(1))
    (path,) = own_cache.rglob("*.msgpack")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"\x07" if damage is None else damage)
    assert remember(Kept, "", ("a",), lambda: Kept(2)) == Kept(2)
    assert remember(Kept, "", ("a",), lambda: Kept(3)) == Kept(2)


def test_a_solver_is_known_by_its_own_source_and_all_it_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    home = tmp_path / "odds"
    shutil.copytree(Path(cache.__file__).parent, home, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "_HOME", home)

    request.addfinalizer(cache.solver_print.cache_clear)

    def prints() -> tuple[str, str]:
        cache.solver_print.cache_clear()
        return cache.solver_print("stud"), cache.solver_print("draw")

    def touch(name: str) -> None:
        (home / name).write_text((home / name).read_text() + "# changed\n")

    stud, draw = prints()
    touch("kernels.py")  # which stud imports inside a function
    other_stud, same_draw = prints()
    assert other_stud != stud and same_draw == draw
    touch("draw_tables.py")
    same_stud, other_draw = prints()
    assert same_stud == other_stud and other_draw != draw
    touch("rounds_build.py")
    assert prints()[0] != same_stud and prints()[1] != other_draw
    before = prints()
    touch("plots.py")
    assert prints() == before


def test_a_cache_that_cannot_be_written_is_only_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a directory")
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "file"))
    assert remember(Kept, "", ("a",), lambda: Kept(5)) == Kept(5)


def test_a_second_call_needs_no_compiler() -> None:
    price("let-it-ride")
    program = (
        "import sys\nfrom pitboss.odds import price\n"
        "assert str(price('let-it-ride', 'base', 'A').house_edge) == '37963/1082900'\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
