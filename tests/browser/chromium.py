"""Which Chromium the tests use: the one ./pit found or got, else the same search over again."""

from pathlib import Path

from dev.get_chromium import SHELL
from dev.get_chromium import find_chromium as executable


def is_shell() -> bool:
    """It draws no windows, and asks nobody for anything of its own accord."""
    return Path(executable()).name == SHELL


# The last list of features counts, so it repeats Playwright's own.
PLAYWRIGHT_DISABLES = (
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades"),
    *("LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"),
    *("PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"),
)
# Chromium draws its own toolbar and menus as web pages, in two processes for every window, though
# no window is shown: nearly half the processor time of a visit.
TOOLBAR_PAGES = (
    *("InitialWebUI", "PreloadTopChromeWebUI", "WebUIOmniboxAimPopup", "WebUIOmniboxPopup"),
    "WebUIToolbarProcessOverheadExperiment",
)
# A renderer started ahead of the next page, which belongs to another visitor and cannot use it.
SPARE_RENDERERS = ("MultipleSpareRPHs", "SpareRendererForSitePerProcess")
DISABLED_FEATURES = ",".join((*PLAYWRIGHT_DISABLES, *TOOLBAR_PAGES, *SPARE_RENDERERS))
# The sandbox needs rights that a container does not have; the pages are our own.
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"),
    # One site is visited: no process for each.
    *("--disable-site-isolation-trials", "--renderer-process-limit=1"),
    f"--disable-features={DISABLED_FEATURES}",
)
MISSING = (
    "there is no Chromium: ./pit test says why it could not get one. Install it (on Debian: "
    "apt install chromium) or name one in PITBOSS_TEST_CHROMIUM"
)

__all__ = ["FLAGS", "MISSING", "executable", "is_shell"]
