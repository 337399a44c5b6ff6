"""Hundreds of seeded rounds: what the page shows at each settlement is the record, to the cent."""

from pathlib import Path
from typing import Any

import pytest

from browser.house import Server
from browser.laid_out import LOOK
from browser.playing import booked, cents_in
from browser.visits import Visits
from kit.entropy import Seeded
from kit.tiers import tier
from pitboss.money import Cents
from pitboss.table import commands as c

ROUNDS = tier(12, 60)  # of each game
DRIVER = Path(__file__).with_name("driver.js").read_text().rstrip(";\n")
PAID = ("Paid", "MeterPaid")


# The two that test_bytes.py does not drive; in `./pit soak long` all four.
FEW = ["235-stud", "mississippi-stud"]


@pytest.mark.parametrize("game", tier(FEW, [*FEW, "double-draw", "let-it-ride"]))
def test_every_round_is_shown_as_it_was_settled(
    server: Server, visit: Visits, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.house, "entropy", Seeded(235))
    table = server.table(game, currency="real")
    name = f"bulk_{game.replace('-', '_')}"
    server.person("player", name)
    server.give(name, 10_000_000_00)
    actor = c.Actor("player", name)
    server.act(table, c.Sit(by=actor, seat=2, player=name))
    server.act(table, c.BuyIn(by=actor, seat=2, cents=Cents(500_000_00)))
    page = visit(f"/table/{table}", role="player", name=name)
    page.wait_for_selector("[data-betting=true]")
    page.evaluate(f"() => {{ window.lookOver = {LOOK} }}")
    noted: list[Any] = page.evaluate(DRIVER, {"rounds": ROUNDS, "seed": 235})
    assert [note["number"] for note in noted] == list(range(1, ROUNDS + 1))
    chips = 500_000_00
    outcomes = set()
    for note in noted:
        record = server.round(table, note["number"])
        results = {(row["seat"], row["spot"]): row["cents"] for row in note["results"]}
        assert results == booked(record), note["number"]
        (own,) = record["seats"]
        chips += own["net"]
        assert (note["net"], cents_in(note["words"]), note["chips"]) == (own["net"],) * 2 + (chips,)
        for row in note["results"]:
            back = row["badge"].endswith(" back") and row["cents"] == 0
            same = back or cents_in(row["badge"]) == row["cents"]
            assert same, (note["number"], row)
        assert not note["wrong"], (note["number"], note["wrong"])
        outcomes |= says_why(record, note)
    # Seeded so that losing, winning and pushing are all seen.
    assert {"Lost", "Paid"} <= outcomes


def says_why(record: dict[str, Any], note: dict[str, Any]) -> set[str]:
    """Every spot that was settled says its hand, its odds and its clause."""
    says = {row["spot"]: row["says"] for row in note["results"]}
    kinds = set()
    for event in (event for entry in record["entries"] for event in entry["events"]):
        if event["type"] in PAID:
            parts = [event["hand"], event["odds"], event["clause"]]
        elif event["type"] == "Lost":
            parts = [event["reason"], event["clause"]]
        else:
            continue
        kinds.add(event["type"])
        assert all(part in says[event["spot"]] for part in parts), (parts, says[event["spot"]])
    return kinds
