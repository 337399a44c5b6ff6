"""A game as a file declares it: whatever is usual is filled in, so a stud game is short."""

from collections.abc import Callable
from typing import Any, Final

from pitboss.rulebook import model
from pitboss.rulebook.own.vocabulary import DEFAULTS, OWN, Entries, read_record
from pitboss.rulebook.toml.reading import Report
from pitboss.rulebook.toml.toml_lines import Path

# Rules that a game without a document does not have unless its file cites them.
_NOT_CITED: Final = ("wager.cash", "conduct")
USUAL_CITES: Final = {rule: "" if rule in _NOT_CITED else OWN for rule in model.CITED}


def _number(entry: Entries, key: str) -> int:
    value = entry.get(key, 0)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _slots(count: int) -> list[int]:
    return list(range(min(count, 20)))


def _hands(entry: Entries) -> object:
    hole, community = _slots(_number(entry, "hole")), _slots(_number(entry, "community"))
    return {"hand": {"hole": hole, "community": community}}


def _wagers(entry: Entries) -> object:
    return [{"key": "base", "name": entry.get("name", "base")}]


def _required_wagers(entry: Entries) -> list[str]:
    spots = entry.get("spots", [])
    wagers = [
        str(spot.get("wager", "base"))
        for spot in (spots if isinstance(spots, list) else [])
        if isinstance(spot, dict) and spot.get("required")
    ]
    return list(dict.fromkeys(wagers)) or ["base"]


def _dealings(entry: Entries) -> object:
    """One dealing for each of the three methods: the box, the community cards, then the hands."""
    hole, community, box = (_number(entry, key) for key in ("hole", "community", "box"))
    order: list[dict[str, Any]] = []
    if box:
        order.append({"to": "box", "cards": box, "clause": OWN})
    if community:
        slots = _slots(community)
        order.append({"to": "community", "cards": community, "slots": slots, "clause": OWN})
    order.append({"to": "seats", "cards": hole, "slots": _slots(hole), "clause": OWN})
    return [{"method": method, "order": order} for method in model.METHODS]


def _options(_: Entries) -> object:
    return [{"key": "payout_limit", "ruling": "G14"}]


def _inscriptions(_: Entries) -> object:
    return [{"what": what} for what in ("operator", "odds", "limit")]


def _fixtures(entry: Entries) -> object:
    places = {"cards": True, "community": _number(entry, "community"), "box": _number(entry, "box")}
    return [{"what": what} for what, count in places.items() if count]


_USUAL: Final[dict[str, Callable[[Entries], object]]] = {
    "code": lambda _: "OWN",
    "documents": lambda _: [],
    "seats": lambda _: 6,
    "deck": lambda _: "french-52",
    "community": lambda _: 0,
    "box": lambda _: 0,
    "box_for": lambda _: "",
    "hidden": lambda _: [],
    "hands": _hands,
    "wagers": _wagers,
    "dealings": _dealings,
    "boxes_default": lambda _: 1,
    "limit": lambda entry: {"wagers": _required_wagers(entry)},
    "options": _options,
    "inscriptions": _inscriptions,
    "fixtures": _fixtures,
    "cites": lambda _: {},
}
DEFAULTS[model.Game] = _USUAL


def read_game(key: str, entry: Entries, path: Path, report: Report) -> model.Game | None:
    """The game that a table of the file declares, without its paytables."""
    settled = _with_settlement({k: v for k, v in entry.items() if k != "paytables"})
    cites = entry.get("cites", {})
    if isinstance(cites, dict):
        for rule in cites.keys() - USUAL_CITES.keys():
            allowed = "one of the rules that `rulebook/model.py` lists as CITED"
            report.violation((*path, "cites", rule), "no rule has this name", "", allowed)
        settled["cites"] = USUAL_CITES | cites
    game: model.Game | None = read_record(model.Game, {"key": key} | settled, path, report)
    return game


def _with_settlement(entry: dict[str, Any]) -> dict[str, Any]:
    play = entry.get("play")
    if isinstance(play, list) and not any(
        isinstance(step, dict) and step.get("step") == "settle" for step in play
    ):
        entry["play"] = [*play, {"step": "settle", "folded": OWN}]
    return entry
