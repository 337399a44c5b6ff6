"""Rounds and their settlement in few words, for tests."""

from typing import Any

from .settlement import Payment, settle


def seat(
    number: int, hole: str, stakes: dict[str, int], player: Any = None, **facts: Any
) -> dict[str, Any]:
    return {
        "seat": number,
        "player": player or f"player {number}",
        "hole": hole.split(),
        "stakes": stakes,
        **facts,
    }


def story(result: dict[str, Any]) -> list[str]:
    """Each payment as 'seat spot returned+won row', envy with its holder."""
    payments: list[Payment] = result["payments"]
    return [
        f"{p.seat} {p.spot} {p.returned}+{p.won} {p.row}"
        + (f" of {p.holder}" if p.holder else "")
        + (f" cut {p.cut}" if p.cut else "")
        + (f" from {p.source}" if p.source != "inventory" else "")
        for p in payments
    ]


def one(
    game: str,
    letters_: dict[str, str],
    hole: str,
    stakes: dict[str, int],
    community: str = "",
    box: Any = "",
    **more: Any,
) -> list[str]:
    """The story of a round with one seat."""
    house = {"letters": letters_, **more}
    return story(settle(game, house, [seat(1, hole, stakes)], community.split(), box.split(), {}))
