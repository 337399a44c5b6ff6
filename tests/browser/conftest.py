"""One server and one Chromium for a worker's browser tests; a context for each visitor."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.chromium import FLAGS, MISSING, executable, is_shell
from browser.house import Server, serving
from browser.outside import Outside, outside
from browser.visits import Visits
from conftest import NO_SKIP
from kit.waiting import PATIENCE_MS

# Nothing waits longer than it must.
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a browser none of these is run, and the summary counts them; where everything must
    run they are, and fail."""
    here = Path(__file__).parent
    if NO_SKIP or executable():
        return
    left_out = [item for item in items if here in item.path.parents]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if here not in item.path.parents]


# Of the package, not the session: while Playwright lives its loop is this thread's, and
# the tests of other folders run loops of their own.
@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    with serving() as instance:
        yield instance


@pytest.fixture(scope="module", autouse=True)
def tables_of_a_module(server: Server) -> Iterator[None]:
    """A table that a file's tests share is closed after the last of them: it would stand in the
    lobby of every later file, whichever those are.
    """
    with server.table_cleanup():
        yield


@pytest.fixture(scope="package")
def world() -> Iterator[Outside | None]:
    if not is_shell():
        yield None
        return
    with outside() as instance:
        yield instance


@pytest.fixture(scope="package")
def browser(server: Server, world: Outside | None) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        program = executable()
        assert program, MISSING
        elsewhere = world.flags(server.url) if world else []
        chromium = playwright.chromium.launch(executable_path=program, args=[*FLAGS, *elsewhere])
        yield chromium
        chromium.close()


@pytest.fixture
def visit(server: Server, browser: Browser, world: Outside | None) -> Iterator[Visits]:
    """visit(path, role=…, phone=…, settings=…) → a page. See the package's own words."""
    visits = Visits(server, browser, world)
    with server.table_cleanup():
        yield visits
        visits.close()


@pytest.fixture
def page(visit: Visits) -> Page:
    """The lobby, as nobody yet."""
    return visit("/")
