"""Solutions cached on disk: complete, never stale, and ignored if damaged."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numba
import pytest

from kit.waiting import PATIENCE
from pitboss.odds import cache, price
from pitboss.odds.cache import cache_dir, remember
from pitboss.odds.compiler import kernel


class CacheEntry(msgspec.Struct):
    n: int


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_remembered_is_not_computed_again(own_cache: Path) -> None:
    assert cache_dir() == own_cache
    assert remember(CacheEntry, ("a",), lambda: CacheEntry(1)) == CacheEntry(1)
    assert remember(CacheEntry, ("a",), lambda: CacheEntry(2)) == CacheEntry(1)
    assert remember(CacheEntry, ("b",), lambda: CacheEntry(2)) == CacheEntry(2)
    assert not list(own_cache.rglob(".new-*"))


@pytest.mark.parametrize("damage", [b"", b"\0" * 40, None])
def test_a_damaged_entry_is_computed_anew(own_cache: Path, damage: bytes | None) -> None:
    remember(CacheEntry, ("a",), lambda: CacheEntry(1))
    (path,) = own_cache.rglob("*.msgpack")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"\x07" if damage is None else damage)
    assert remember(CacheEntry, ("a",), lambda: CacheEntry(2)) == CacheEntry(2)
    assert remember(CacheEntry, ("a",), lambda: CacheEntry(3)) == CacheEntry(2)


def test_a_change_of_any_module_makes_every_entry_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    home = tmp_path / "odds"
    shutil.copytree(Path(cache.__file__).parent, home, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "_HOME", home)
    request.addfinalizer(cache.folder_fingerprint.cache_clear)

    def fingerprint() -> str:
        cache.folder_fingerprint.cache_clear()
        return cache.source_fingerprint()

    modules = sorted(home.rglob("*.py"))
    assert len(modules) > 50
    fingerprints = {fingerprint()}
    for path in modules:
        path.write_text(path.read_text() + "# changed\n")
        fingerprints.add(fingerprint())
    modules[-1].rename(modules[-1].with_name("renamed.py"))
    fingerprints.add(fingerprint())
    assert len(fingerprints) == len(modules) + 2


def test_a_cache_that_cannot_be_written_is_only_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a directory")
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "file"))
    assert remember(CacheEntry, ("a",), lambda: CacheEntry(5)) == CacheEntry(5)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "torn": lambda whole: whole[: len(whole) // 2],
    "empty": lambda whole: b"",
    "garbage": lambda whole: b"garbage" * 40,
    "altered": lambda whole: whole[: len(whole) // 2] + whole[: (len(whole) + 1) // 2],
}


def twice(n: int) -> int:
    return 2 * n


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
def test_a_damaged_file_of_the_compiler_is_compiled_again(
    suffix: str, damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    assert kernel(twice)(4) == 8
    (path,) = tmp_path.rglob(f"*.{suffix}")
    whole = path.read_bytes()
    path.write_bytes(DAMAGES[damage](whole))
    assert kernel(twice)(4) == 8
    assert path.read_bytes() != DAMAGES[damage](whole)
    again: Any = kernel(twice)
    assert again(4) == 8
    assert sum(again.stats.cache_hits.values()) == 1


def test_an_index_that_names_the_file_of_another_type_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))

    def results() -> tuple[list[float], int]:
        dispatcher: Any = kernel(twice)
        return [dispatcher(4), dispatcher(1.5)], sum(dispatcher.stats.cache_hits.values())

    assert [results(), results()] == [([8, 3.0], 0), ([8, 3.0], 2)]
    (path,) = tmp_path.rglob("*.nbi")
    index = path.read_bytes()
    path.write_bytes(index.replace(b".2.nbc", b".1.nbc"))
    assert path.read_bytes() != index
    assert results() == ([8, 3.0], 0)


def test_a_file_of_another_type_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    numbers: Any = kernel(twice)
    assert (numbers(4), numbers(1.5)) == (8, 3.0)
    whole, real = sorted(tmp_path.rglob("*.nbc"))
    whole.write_bytes(real.read_bytes())
    again: Any = kernel(twice)
    assert again(4) == 8
    assert not again.stats.cache_hits


def test_a_process_that_meets_damaged_files_ends_well(tmp_path: Path) -> None:
    program = "from pitboss.odds.draw.kernels import triple_at\nprint(triple_at(3, 1, 2))\n"

    def run() -> str:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return done.stdout + done.stderr

    assert run() == "3\n"
    paths = list(tmp_path.rglob("*.nb[ic]"))
    assert paths
    for path in paths:
        path.write_bytes(path.read_bytes()[:60])
    assert run() == "3\n"


CALLEE = """
from pitboss.odds.compiler import kernel

@kernel
def odds(number):
    return 2 * number
"""
CALLER = """
from callee import odds
from pitboss.odds.compiler import kernel

@kernel
def payment(number):
    return odds(number) + 1

print(payment(20), sum(payment.stats.cache_hits.values()))
"""


def test_a_change_of_a_called_kernel_makes_the_caller_stale(tmp_path: Path) -> None:
    """Numba would keep the caller, whose own file is unchanged."""
    (tmp_path / "caller.py").write_text(CALLER)

    def run(callee: str) -> str:
        (tmp_path / "callee.py").write_text(callee)
        done = subprocess.run(
            [sys.executable, "-B", str(tmp_path / "caller.py")],
            env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return done.stdout

    assert run(CALLEE) == "41 0\n"
    assert run(CALLEE) == "41 1\n"
    assert run(CALLEE.replace("2 * number", "3 * number")) == "61 0\n"


def test_a_change_of_any_module_of_odds_makes_every_kernel_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_HOME", tmp_path)
    request.addfinalizer(cache.folder_fingerprint.cache_clear)

    def cache_hits(module: str) -> int:
        (tmp_path / "module.py").write_text(module)
        cache.folder_fingerprint.cache_clear()
        dispatcher: Any = kernel(twice)
        assert dispatcher(4) == 8
        return sum(dispatcher.stats.cache_hits.values())

    assert [cache_hits(module) for module in ("", "", "MAX_KINDS = 3")] == [0, 1, 0]


def test_a_second_call_needs_no_compiler() -> None:
    price("let-it-ride")
    program = (
        "import sys\nfrom pitboss.odds import price\n"
        "assert str(price('let-it-ride', 'base', 'A').house_edge) == '37963/1082900'\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=PATIENCE)


KERNEL = """
from pitboss.odds.compiler import kernel

@kernel
def twice(number):
    return 2 * number

print(twice(21))
"""


def run_kernel(tmp_path: Path, home: Path) -> str:
    """The output of a kernel in a folder that takes no `__pycache__`, for a user of this home."""
    module = tmp_path / "package" / "module.py"
    module.parent.mkdir(exist_ok=True)
    module.write_text(KERNEL)
    (module.parent / "__pycache__").touch()  # a file: nobody, not even root, makes a folder of it
    names = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
    env = {key: value for key, value in os.environ.items() if key not in names}
    argv = [sys.executable, str(module)]
    done = subprocess.run(
        argv, env=env | {"HOME": str(home)}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_a_read_only_package_keeps_its_kernels_in_the_users_cache(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    assert run_kernel(tmp_path, home) == "42"
    assert list(home.rglob("*.nbc")), "the kernel was not kept"


def test_a_kernel_runs_where_nothing_can_be_kept(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()  # a file, so that no folder can be made in it
    assert run_kernel(tmp_path, home) == "42"
