"""How long a search takes among a hundred thousand finished rounds.

A house of its own on SQLite plays six rounds of Mississippi Stud; what their settlement left is
copied to 100,000, with one clause that one round alone cites. Shown: the first page of each search.
"""

import tempfile
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bench._arguments import parse
from house.stage import Stage
from house.test_exports import night
from pitboss.house.history.search import RoundFilter, search
from pitboss.house.storage.schema.tables import (
    round_clauses,
    round_hands,
    round_seats,
    rounds,
    seeds,
)

MANY = 100_000
AT_ONCE = 5000
LIMIT = 0.5
SEARCHES: dict[str, dict[str, Any]] = {
    "no filter": {},
    "a table's voids": {"table": "mississippi-stud-1", "outcome": "void"},
    "a player's": {"player": "ann_misx"},
    "a player's winnings, none": {"player": "ann_misx", "least": 10**9},
    "paid a million, none": {"amount": "returned", "least": 10**8},
    "a hand": {"hand": "pair"},
    "a player's hand that lost": {"hand": "pair", "player": "bob_misx", "most": -1},
    "a clause of every round": {"clause": "MS 11"},
    "a clause of one round": {"clause": "MS 16"},
    "a clause and a time": {"clause": "MS 5.A", "until": 1_700_050_000_000},
}


def filled(stage: Stage) -> None:
    table = night(stage, "mississippi-stud", 6)
    with stage.house.store.read() as tx:
        originals = {
            kind: [dict(row._mapping) for row in tx.execute(sa.select(kind))]
            for kind in (rounds, round_seats, round_clauses, round_hands, seeds)
        }
    played = len(originals[rounds])
    with stage.house.store.begin() as tx:
        for start in range(0, MANY, AT_ONCE):
            for kind, rows in originals.items():
                more = [
                    {**row, "round": 1000 + number}
                    | ({"ended": row["ended"] + 1000 * number} if kind is rounds else {})
                    for number in range(start, start + AT_ONCE)
                    for row in rows
                    if row["round"] == number % played + 1
                ]
                tx.execute(sa.insert(kind), more)
        rare = {"stream": table, "round": 1007, "clause": "MS 16.A"}
        tx.execute(sa.insert(round_clauses).values(**rare))


def main() -> int:
    parse("search", __doc__)
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder), str(Path(folder) / "house.db"))
        filled(stage)
        for name, fields in SEARCHES.items():
            began = time.perf_counter()
            page = search(stage.house, RoundFilter(**fields))
            took = time.perf_counter() - began
            worst = max(worst, took)
            print(f"{name:28} {len(page.rounds):3} rounds {took * 1000:8.1f} ms")
        stage.house.store.close()
    print(f"worst {worst * 1000:.0f} ms, limit {LIMIT * 1000:.0f} ms")
    return int(worst > LIMIT)


if __name__ == "__main__":
    raise SystemExit(main())
