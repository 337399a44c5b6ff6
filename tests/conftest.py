"""The order of the suite, and the ban on skipped tests in CI and under PITBOSS_NO_SKIP."""

import gc
import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

# Solutions are cached beside the checkout, not in the user's own cache.
os.environ.setdefault("PITBOSS_CACHE", str(Path(__file__).resolve().parent.parent / ".cache"))
# Compiled modules are stored, whatever the shell says: the tests start hundreds of interpreters.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
NO_SKIP = any(os.environ.get(name, "0") not in ("", "0") for name in ("CI", "PITBOSS_NO_SKIP"))

# Four workers take a file at a time, so that its fixtures are made once, in this order. The first
# two files compile all kernels, each its own half, while the other workers replay rounds and play
# at tables, which needs none: no kernel is compiled twice. Then come the longest files, and the
# shortest last, so that the workers end together.
FILES = (
    *("odds/test_draw.py", "odds/test_kernels.py", "notation/test_rounds.py", "table"),
    *("house/test_crash.py", "web/test_console.py", "project/test_launcher.py"),
    *("rulebook/test_rankings_crosscheck.py", "odds"),
    *("house/test_coach_rounds.py", "browser", "house", "client", "web", "terminal"),
    *("library", "paper", "commands", "project", "rulebook", "notation"),
)
TURNS = {name: turn for turn, name in enumerate(FILES)}


def turn(item: pytest.Item) -> int:
    folder, name = item.path.parts[-2:]
    return TURNS.get(f"{folder}/{name}", TURNS.get(folder, len(TURNS)))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=turn)


def pytest_collection_finish() -> None:
    """Freezes all that is loaded by now, so that the collector does not walk it every time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    # An expected failure is reported as skipped too, and tests just as little.
    if NO_SKIP and report.outcome == "skipped":
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        vars(report).pop("wasxfail", None)
        report.longrepr = f"nothing may be skipped here: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    refuse_skip(report)
    return report
