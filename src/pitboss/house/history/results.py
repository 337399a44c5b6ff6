"""What a round did for each seat, read off its events."""

from typing import Any

from pitboss.table import events as e


def seat_results(events: list[e.Event]) -> dict[int, dict[str, Any]]:
    """What each seat staked and won over a round's events, for its record."""
    results: dict[int, dict[str, Any]] = {}
    closed = False
    for event in events:
        closed = closed or isinstance(event, e.BetsClosed)
        seat = getattr(event, "seat", 0)
        if not seat or isinstance(event, e.Corrected):  # that is about an earlier round
            continue
        row = results.setdefault(seat, {"player": "", "staked": 0, "net": 0, "hand": ""})
        row["player"] = getattr(event, "player", "") or row["player"]
        match event:
            case e.WagerPlaced():
                row["staked"] += event.cents - event.was
                row["net"] -= event.cents - event.was
            case e.Decided(act="withdraw"):
                row["staked"] -= event.cents
                row["net"] += event.cents
            case e.Decided():
                row["staked"] += event.cents
                row["net"] -= event.cents
            case e.Paid():
                row["net"] += event.returned + event.won
            case e.StakeReturned() if not closed:  # ruling G45: it did not play
                row["staked"] -= event.cents
                row["net"] += event.cents
            case e.MeterPaid() | e.EnvyPaid() | e.StakeReturned() | e.WagerRemoved():
                row["net"] += event.cents
            case e.HandShown():
                row["hand"] = event.hand
    return {seat: row for seat, row in results.items() if row["staked"] or row["net"]}
