"""The table of the API's errors, from the classes of errors and the reasons of the table."""

import importlib
import json
import pkgutil
from collections.abc import Iterator

import pitboss
from pitboss.errors import PitbossError
from pitboss.table.refusals import Reason
from pitboss.web.errors import HTTP_CODES, code_of

PARTS = ("cards", "money", "rulebook", "table", "notation", "odds", "house", "paper", "web")
NO_MODULE = "pitboss.house.storage.schema.env"  # a script that Alembic runs


def _load() -> None:
    for module in pkgutil.walk_packages(pitboss.__path__, "pitboss."):
        if module.name.split(".")[1] in PARTS and module.name != NO_MODULE:
            importlib.import_module(module.name)


def _kinds(kind: type[PitbossError]) -> Iterator[type[PitbossError]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from _kinds(narrower)


def rows() -> list[dict[str, object]]:
    """Status, name and meaning of every error; several meanings of one name are joined."""
    _load()
    meanings: dict[tuple[int, str], list[str]] = {}
    for kind in _kinds(PitbossError):
        if kind is not PitbossError and kind.__module__.split(".")[1] not in PARTS:
            continue
        plain = "A request that makes no sense here; the sentence says why."
        text = plain if kind is PitbossError else (kind.__doc__ or "").partition("\n\n")[0]
        meanings.setdefault((kind.status, code_of(kind)), []).append(" ".join(text.split()))
    for reason in Reason:
        sentence = f"Refused by the rules: {reason.value}."
        meanings.setdefault((409, reason.name), []).append(sentence)
    for status, name, text in HTTP_CODES:
        meanings.setdefault((status, name), []).append(text)
    return [
        {"status": status, "name": name, "meaning": " ".join(sorted(texts))}
        for (status, name), texts in sorted(meanings.items())
    ]


def table() -> str:
    return json.dumps(rows(), indent=1, ensure_ascii=False) + "\n"
