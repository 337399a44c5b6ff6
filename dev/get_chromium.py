"""A Chromium for the browser tests, the pictures and bench web: found, or installed from Debian.

One without windows (the headless shell) comes first: a page costs it a quarter to a third less
processor time, because a whole Chromium draws a window around every page though nobody sees it.

Standard library only: ./pit imports it before anything is set up for it.
"""

import glob
import os
import shutil
from collections.abc import Callable

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
# A face that has the letters and signs of the pages: a machine without a screen may have none.
FONTS = "fonts-dejavu-core"
# Nothing that is installed goes, and a mirror that does not answer costs seconds, not minutes.
INSTALL = ("install", "-y", "--no-install-recommends", "--no-remove")
APT = ("apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", "-o", "Acquire::http::Timeout=20")


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
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        if not path:
            install_chromium(say, call)
        elif os.path.basename(path) == "chromium" and every_test_runs():
            install_shell(say, call)
        path = find_chromium()
    if not path:
        line = "*" * 78
        say(line)
        say("NO CHROMIUM: nothing that needs a browser can run, and no such test is run.")
        say("Install one (on Debian, as root: apt install chromium) or name one in")
        say("PITBOSS_TEST_CHROMIUM.")
        say(line)
    return path


def every_test_runs() -> bool:
    """Whether this is CI or .ci/run, where the whole suite runs and time counts."""
    return any(os.environ.get(name, "0") not in ("", "0") for name in ("CI", "PITBOSS_NO_SKIP"))


def install_chromium(say: Callable[[str], None], call: Callable[..., int]) -> None:
    say("there is no Chromium here: installing Debian's with apt-get")
    os.environ.setdefault("DEBIAN_FRONTEND", "noninteractive")
    if call(*APT, "update"):
        say("apt-get update failed; trying with the lists there are")
    if call(*APT, *INSTALL, SHELL, FONTS) and call(*APT, *INSTALL, "chromium", FONTS):
        say("apt-get could not install it; the reason is above")


def install_shell(say: Callable[[str], None], call: Callable[..., int]) -> None:
    """Beside Debian's Chromium, which serves as well if this fails."""
    if os.environ.get("PITBOSS_TEST_CHROMIUM"):
        return
    say("installing Debian's Chromium without windows, which is quicker, with apt-get")
    os.environ.setdefault("DEBIAN_FRONTEND", "noninteractive")
    if call(*APT, *INSTALL, SHELL):
        say("apt-get could not install it; the Chromium that is here serves as well")
