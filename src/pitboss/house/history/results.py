"""What a round did for each seat, read off its events."""

from typing import Any

from pitboss.table import events as e
from pitboss.table.postings import BESIDE_THE_ROUND, worth_to_player


def seat_results(events: list[e.Event]) -> dict[int, dict[str, Any]]:
    """What each seat staked and won over a round's events, for its record."""
    results: dict[int, dict[str, Any]] = {}
    closed = False
    for event in events:
        closed = closed or isinstance(event, e.BetsClosed)
        seat = getattr(event, "seat", 0)
        if not seat or isinstance(event, BESIDE_THE_ROUND):
            continue
        row = results.setdefault(seat, {"player": "", "staked": 0, "net": 0, "hand": ""})
        row["player"] = getattr(event, "player", "") or row["player"]
        worth = worth_to_player(event)
        row["net"] += worth
        # Ruling G45: a wager given back before the bets were closed did not play.
        unplayed = isinstance(event, e.StakeReturned) and not closed
        if unplayed or isinstance(event, e.WagerPlaced | e.Decided):
            row["staked"] -= worth
        if isinstance(event, e.HandShown):
            row["hand"] = event.hand
    return {seat: row for seat, row in results.items() if row["staked"] or row["net"]}
