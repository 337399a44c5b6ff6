"""Which Chromium the tests use: the one ./pit found or got, else the same search over again."""

from dev.get_chromium import find_chromium as executable

# The sandbox needs rights that a container has not; the pages are our own.
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb")
MISSING = (
    "there is no Chromium: ./pit test says why it could not get one. Install it (on Debian: "
    "apt install chromium) or name one in PITBOSS_TEST_CHROMIUM"
)

__all__ = ["FLAGS", "MISSING", "executable"]
