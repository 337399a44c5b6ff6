"""A Chromium for the browser tests, the pictures and bench web: found, or got from Debian.

Standard library only: ./pit imports it before anything is set up for it.
"""

import glob
import os
import shutil
from collections.abc import Callable

NAMES = ("chromium", "chromium-browser", "google-chrome")
# A face that has the letters and signs of the pages: a machine without a screen may have none.
PACKAGES = ("chromium", "fonts-dejavu-core")


def find_chromium() -> str:
    """The one named, else one on PATH, else one that Playwright has installed; else nothing."""
    if named := os.environ.get("PITBOSS_TEST_CHROMIUM"):
        return named
    if path := next(filter(None, map(shutil.which, NAMES)), ""):
        return path
    home = os.path.join(os.path.expanduser("~"), ".cache", "ms-playwright")
    place = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or home
    own = glob.glob(os.path.join(place, "chromium-*", "chrome-linux*", "chrome"))
    return max(own, default="")


def get_chromium(say: Callable[[str], None], call: Callable[..., int]) -> str:
    """Find or get one; say loudly when there is none."""
    path = find_chromium()
    if not path and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        say("there is no Chromium here: installing Debian's with apt-get")
        os.environ.setdefault("DEBIAN_FRONTEND", "noninteractive")
        quiet = ("apt-get", "-qq", "-o", "Dpkg::Use-Pty=0")
        if call(*quiet, "update"):
            say("apt-get update failed; trying with the lists there are")
        if call(*quiet, "install", "-y", "--no-install-recommends", *PACKAGES):
            say("apt-get could not install it; the reason is above")
        path = find_chromium()
    if not path:
        line = "*" * 78
        say(line)
        say("NO CHROMIUM: nothing that needs a browser can run, and no such test is run.")
        say("Install one (on Debian, as root: apt install chromium) or name one in")
        say("PITBOSS_TEST_CHROMIUM.")
        say(line)
    return path
