"""The rounds that tests play: every decision, every side wager, a fold, a push, a limit."""

from browser.playing import Story

STREETS = {"ante": 500, "three-card-bonus": 600, "six-card-bonus": 100, "progressive": 100}

STORIES = (
    # Mississippi Stud
    Story(
        "straight-with-every-wager",
        "mississippi-stud",
        "1: 9h 8c | community: Td Jd Qd | box: 2s 7c 4d 3h",
        STREETS,
        ("bet 1", "bet 2", "bet 3"),
        {"ante": 2000, "third-street": 2000, "fourth-street": 4000, "fifth-street": 6000}
        | {"three-card-bonus": 24000, "progressive": 2900},
        "straight, 4 to 1",
    ),
    Story(
        "push",
        "mississippi-stud",
        "1: 8c 3d | community: 8h Kd 4s",
        {"ante": 1000},
        ("bet 1", "bet 1", "bet 1"),
        {"ante": 0, "third-street": 0, "fourth-street": 0, "fifth-street": 0},
        "push",
    ),
    Story(
        "fold",
        "mississippi-stud",
        "1: 2c 7d | community: Jh 4d 9s",
        {"ante": 500, "three-card-bonus": 100},
        ("bet 1", "fold"),
        {"ante": -500, "third-street": -500, "three-card-bonus": -100},
    ),
    Story(
        "limit",
        "mississippi-stud",
        "1: Ad Kd | community: Qd Jd Td",
        {"ante": 500},
        ("bet 1", "bet 1", "bet 1"),
        # 500 to 1 on each of four spots is $10,000; the house pays $6,000.
        {"ante": 250_000, "third-street": 250_000, "fourth-street": 100_000, "fifth-street": 0},
        "payout limit",
        limit=600_000,
    ),
    # Double Draw
    Story(
        "both-draws",
        "double-draw",
        "1: Tc Td 4h 5s Kc | next: Th 4s 9c",
        {"ante": 1000},
        ("bet 1", "discard 3 4", "bet 1", "discard"),
        {"ante": 1000, "bonus": 5000, "first-draw": 1000, "second-draw": 1000},
        "full house, 5 to 1",
    ),
    Story(
        "fold-after-the-first-draw",
        "double-draw",
        "1: 2c 5d 8h Js Kc | next: 3h 7s 9c",
        {"ante": 1000},
        ("bet 1", "discard 0 1 2", "fold"),
        {"ante": -1000, "first-draw": -1000},
    ),
    # Let It Ride
    Story(
        "rides-with-every-wager",
        "let-it-ride",
        "1: Ts Tc 4d | community: Th 6c | box: 2s 7c 3h",
        {"bet-1": 500, "five-card-bonus": 100, "three-card-bonus": 200}
        | {"six-card-bonus": 100, "progressive": 100},
        ("ride", "ride"),
        {"bet-1": 1500, "bet-2": 1500, "bet-3": 1500},
        "three of a kind, 3 to 1",
    ),
    Story(
        "takes-both-back",
        "let-it-ride",
        "1: 2s 7c 9d | community: Kh 4c",
        {"bet-1": 500},
        ("withdraw", "withdraw"),
        {"bet-3": -500},
    ),
    # 235 Stud
    Story(
        "raises-with-every-wager",
        "235-stud",
        "1: Ac 2d 3h | community: 4s 5c",
        {"two-card": 500, "winem-all": 100, "progressive": 100},
        ("raise", "raise"),
        {"two-card": 500, "three-card": 2500, "three-card-raise": 2500}
        | {"five-card": 7500, "five-card-raise": 7500},
        "straight, 15 to 1",
    ),
    Story(
        "checks",
        "235-stud",
        "1: Kc 8d 2h | community: 4s 9c",
        {"two-card": 500},
        ("check", "check"),
        {"two-card": -500, "three-card": -500, "five-card": -500},
    ),
)
