"""Says which extra to install where Gymnasium is missing."""

from importlib.util import find_spec

from pitboss.errors import PitbossError


class MissingPackage(PitbossError):
    """A package that only this part needs, and that is not installed."""


if find_spec("gymnasium") is None:
    raise MissingPackage(
        "environments need Gymnasium, which is not installed",
        what_to_do="pip install 'pitboss[envs]'",
    )
