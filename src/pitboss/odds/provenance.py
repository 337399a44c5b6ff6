"""Where figures come from: what two laboratories compare before they compare the figures."""

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import msgspec

from pitboss.odds.cache import source_fingerprint
from pitboss.odds.game import PricedGame

PACKAGES: Final = ("pitboss", "numpy", "numba", "msgspec")
TIES: Final = {
    "play": "between decisions of equal worth the bolder is taken: played on",
    "decline": "between decisions of equal worth the one that stakes less is taken: declined",
}
STUD_METHOD: Final = "every deal counted by classes of hands; backward induction in whole numbers"
DRAW_METHOD: Final = (
    "every hand and every draw counted, suits exchanged where no row names one; backward induction"
    " in whole numbers"
)


class Provenance(msgspec.Struct, frozen=True, omit_defaults=True):
    """What determines the figures of a sheet. The date is there only on request, so that a sheet
    is otherwise the same byte for byte whenever it is made.
    """

    versions: dict[str, str]
    rules: str  # fingerprint of the game and its tables
    solver: str  # fingerprint of the source that computes figures
    method: str
    ties: str
    seed: int | None = None  # of what is sampled
    date: str = ""


def provenance(
    game: PricedGame,
    *,
    ties: str = "play",
    method: str = "",
    seed: int | None = None,
    date: str = "",
) -> Provenance:
    how = DRAW_METHOD if game.draws else STUD_METHOD
    return Provenance(
        versions=versions(),
        rules=game.fingerprint,
        solver=source_fingerprint(),
        method=f"{how}; {method}" if method else how,
        ties=TIES[ties],
        seed=seed,
        date=date,
    )


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that compute figures, as far as installed."""
    installed = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            installed[package] = version(package)
        except PackageNotFoundError:
            continue
    return installed
