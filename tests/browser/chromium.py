"""Which Chromium the tests use: the one ./pit found or got, else the same search over again."""

import os
import shutil
from pathlib import Path

from playwright import async_api, sync_api

NAMES = ("chromium", "chromium-browser", "google-chrome")
# The sandbox needs rights that a container has not; the pages are our own.
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb")
MISSING = (
    "there is no Chromium: ./pit test says why it could not get one. Install it (on Debian: "
    "apt install chromium) or name one in PITBOSS_TEST_CHROMIUM"
)


def executable(playwright: sync_api.Playwright | async_api.Playwright) -> str | None:
    if named := os.environ.get("PITBOSS_TEST_CHROMIUM"):
        return named
    found = next(filter(None, map(shutil.which, NAMES)), None)
    own = playwright.chromium.executable_path
    return found or (own if Path(own).exists() else None)
