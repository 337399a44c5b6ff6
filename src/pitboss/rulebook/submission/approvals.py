"""What the Commission has approved for a house: the `[approvals]` table of its submission."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.rulebook.model import Game
from pitboss.rulebook.submission.tables import OpenTable
from pitboss.rulebook.toml.reading import Report
from pitboss.rulebook.toml.values import Day, Field, Text, TomlTable


class CommissionApproval(msgspec.Struct, frozen=True):
    """The reference and the day of one of the Commission's decisions."""

    reference: str
    date: str


class _Offer(NamedTuple):
    """A game as one house offers it, as far as its tables could be read."""

    game: Game
    choices: Mapping[str, Any]
    has_dealer: bool  # at one of its tables at least


class _Subject(NamedTuple):
    about: str
    clause_of: Callable[[_Offer], str]  # the clause that asks for it; "" where it does not apply


def _layout(offer: _Offer) -> str:
    return offer.game.cite("layout")


def _shoe_place(offer: _Offer) -> str:
    by_shoe = (offer.choices.get("dealing") or {}).get("method") == "manual-shoe"
    return offer.game.cite("shoe.place") if offer.has_dealer and by_shoe else ""


def _tip_box(offer: _Offer) -> str:
    """The usual place, or another that the Commission allows where equipment is in the way.

    235 2.E, DD .02D, LIR .02E, MS 2.E.
    """
    return offer.game.cite("drop-box") if offer.has_dealer else ""


def _progressive(offer: _Offer) -> str:
    return offer.game.cite("progressive.device") if "progressive" in offer.choices else ""


def _reshuffling(offer: _Offer) -> str:
    reshuffles = (offer.choices.get("dealing") or {}).get("reshuffles")
    return offer.game.cite("device.approved") if reshuffles else ""


def _internal_controls(offer: _Offer) -> str:
    terms = offer.game.progressive
    if terms is None or "progressive" not in offer.choices:
        return ""
    return terms.validated if terms.validates == "all" else ""


SUBJECTS: Final = {
    "layout": _Subject("the layout of the tables", _layout),
    "shoe_place": _Subject("the place of a manual shoe on the table", _shoe_place),
    "tip_box": _Subject("the places of drop box and tip box", _tip_box),
    "progressive": _Subject("the progressive system", _progressive),
    "reshuffling": _Subject("the shoe that reshuffles and counts by itself", _reshuffling),
    "internal_controls": _Subject("the internal controls for awards", _internal_controls),
}


def approvals_shape() -> TomlTable:
    reference = Field(Text(), "the Commission's reference of its decision")
    terms = {"reference": reference, "date": Field(Day(), 'its date, as in "2026-03-31"')}
    each = TomlTable(terms, tuple(terms))
    return TomlTable({key: Field(each, subject.about) for key, subject in SUBJECTS.items()})


def read_approvals(
    house: Mapping[str, Any],
    offered: Sequence[Game],
    tables: Sequence[OpenTable],
    report: Report,
) -> dict[str, CommissionApproval]:
    """The approvals in the file; warns about each that the house's choices need and it lacks."""
    approvals = house.get("approvals") or {}
    dealt = {table.game for table in tables if table.mode == "dealer"}
    offers = [_Offer(game, house["games"][game.key], game.key in dealt) for game in offered]
    for key, clause in _needed(offers):
        if key not in approvals:
            what = f"no approval of {SUBJECTS[key].about} is named"
            allowed = f'write [approvals.{key}] with reference and date = "2026-03-31"'
            report.warning(("approvals", key), what, clause, allowed)
    return {
        key: CommissionApproval(**terms)
        for key, terms in approvals.items()
        if terms and len(terms) == len(CommissionApproval.__struct_fields__)
    }


def _needed(offers: Sequence[_Offer]) -> Iterator[tuple[str, str]]:
    """Each approval that a choice of the house needs, with the first clause that asks for it."""
    for key, subject in SUBJECTS.items():
        clauses = filter(None, map(subject.clause_of, offers))
        if clause := next(clauses, ""):
            yield key, clause
