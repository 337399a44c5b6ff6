"""Houses for the web tests, on a file system in memory where there is one: commits are synced."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kit import premises
from pitboss.web import app as application
from pitboss.web.description.openapi import describe_api
from web.asgi import Place, opened


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests log in a lot."""
    premises.cheapen_passwords(monkeypatch)


@pytest.fixture(autouse=True, scope="session")
def one_description() -> Iterator[None]:
    """The API's description is the same of every application, and most of what one costs."""
    descriptions: list[Any] = []

    def described(routes: Any) -> Any:
        if not descriptions:
            descriptions.append(describe_api(routes))
        return descriptions[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "describe_api", described)
        yield


@pytest.fixture
def directory() -> Iterator[Path]:
    with premises.directory("web") as path:
        yield path


@pytest.fixture
def place(directory: Path) -> Iterator[Place]:
    with opened(directory) as instance:
        yield instance
