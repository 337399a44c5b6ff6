"""The order of the suite; and where it counts nothing is skipped (CI, PITBOSS_NO_SKIP)."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

# Solutions are kept beside the checkout, not among the user's own.
os.environ.setdefault("PITBOSS_CACHE", str(Path(__file__).resolve().parent.parent / ".cache"))
NO_SKIP = any(os.environ.get(name, "0") not in ("", "0") for name in ("CI", "PITBOSS_NO_SKIP"))

# Three workers take a file at a time, so that its fixtures are made once, in this order. The first
# two files compile all kernels, each its own half, while the third worker plays at tables, which
# needs none: no kernel is compiled twice. Long files come early, so that the workers end together.
FIRST = ("test_draw.py", "test_kernels.py")
FOLDERS = (
    *("table", "odds", "browser", "house", "web", "commands", "project", "notation", "rulebook"),
)


def turn(item: pytest.Item) -> tuple[int, int]:
    folder, name = item.path.parts[-2:]
    place = FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS)
    return FIRST.index(name) if name in FIRST else len(FIRST), place


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=turn)


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    # An expected failure is reported as skipped too, and is as little of a test.
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
