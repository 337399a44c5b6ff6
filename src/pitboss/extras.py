"""The extras of the package: what each use of Pitboss needs beyond the core.

The core (rules, table, notation, terminal play, shipped odds) needs none of these packages. Where
one is missing, the command line and the library name the extra that brings it.
"""

from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import Any, Final

from pitboss.errors import PitbossError

# Modules that only an extra brings, by the extra's name in pyproject.toml.
EXTRAS: Final = {
    "solve": ("numpy", "numba"),
    "serve": (
        *("sqlalchemy", "alembic", "argon2", "cryptography"),
        *("litestar", "uvicorn", "uvloop", "httptools", "websockets"),
    ),
    "postgres": ("psycopg",),
    "plots": ("matplotlib",),
    "paper": ("typst", "xlsxwriter"),
    "cluster": ("dask", "distributed"),
    "parquet": ("pyarrow",),
    "envs": ("gymnasium", "pettingzoo"),
    "client": ("httpx",),
}
ALL: Final = {module: extra for extra, modules in EXTRAS.items() for module in modules}


class MissingPackage(PitbossError, ImportError):
    """A package that only some uses need, and that is not installed."""


def require(extra: str) -> None:
    """Refuses, in one line that names the extra, if one of its packages is missing."""
    for module in EXTRAS[extra]:
        if find_spec(module) is None:
            raise missing(module)


def has_extra(extra: str) -> bool:
    return all(find_spec(module) is not None for module in EXTRAS[extra])


def missing(module: str) -> MissingPackage:
    return MissingPackage(
        f"this needs the package {module}, which is not installed",
        what_to_do=f"pip install 'pitboss[{ALL[module]}]'",
    )


def explain(error: ImportError) -> MissingPackage | None:
    """The one line for a failed import, if an extra brings the module."""
    top = (error.name or "").partition(".")[0]
    return missing(top) if top in ALL else None


def explained(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, with one line instead of a failed import of an extra's module."""

    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except MissingPackage:
            raise
        except ImportError as error:
            refusal = explain(error)
            if refusal is None:
                raise
            raise refusal from None

    return call
