"""Finds a strategy that somebody wrote in Python: `FILE.py:FUNCTION` or `MODULE:FUNCTION`."""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from pitboss.odds.rule_lists.text import BadPolicy

DEFAULT: Final = "play"  # the function of a file that names none


def is_function(policy: str) -> bool:
    """Whether a policy names Python; a file of rule lists may have any other name."""
    return policy.endswith(".py") or (":" in policy and not Path(policy).exists())


def load_function(policy: str) -> Callable[..., Any]:
    source, _, function = policy.rpartition(":") if ":" in policy else (policy, "", DEFAULT)
    module = _file(source) if source.endswith(".py") else _module(source)
    value = getattr(module, function, None)
    if not callable(value):
        raise BadPolicy(
            f"{source} has no function {function!r}", what_to_do="name it as in mine.py:play"
        )
    strategy: Callable[..., Any] = value
    return strategy


def _file(name: str) -> ModuleType:
    path = Path(name)
    if not path.is_file():
        raise BadPolicy(f"there is no file {name}")
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # somebody else's code may raise anything
        raise BadPolicy(f"cannot load {name}: {type(error).__name__}: {error}") from error
    return module


def _module(name: str) -> ModuleType:
    sys.path.insert(0, "")  # finds modules in the current directory, as `python -m` does
    try:
        return import_module(name)
    except Exception as error:
        raise BadPolicy(f"cannot import {name}: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove("")
