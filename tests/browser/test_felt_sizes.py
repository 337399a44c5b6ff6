"""The felt fills every window: sizes as designed, nothing hidden, nothing too small.

In the suite every game sees all eight windows at its first decision, where the most words stand on
the felt, and at the other stages every other one; `./pit soak long` has every window at every
stage of every game, in both languages.
"""

import itertools
from pathlib import Path
from typing import Any

import pytest

from browser.house import Server
from browser.laid_out import STILL
from browser.playing import Felt
from browser.visits import Visits
from kit.tiers import tier
from pitboss.house.live_table import HOUSE
from pitboss.rulebook import GAMES
from pitboss.table import commands as c

# Window → own card, community card, neighbour's card, spot; then the same without a board: own
# card, neighbour's card, spot.
TABLE = {
    (360, 740): ((81, 50, 30, 62), (63, 30, 62)),
    (390, 844): ((101, 62, 30, 68), (69, 30, 68)),
    (820, 1180): ((164, 101, 35, 113), (155, 35, 113)),
    (844, 390): ((104, 58, 30, 68), (108, 30, 68)),
    (1024, 600): ((117, 65, 35, 72), (117, 30, 72)),
    (1366, 768): ((136, 76, 48, 84), (135, 32, 83)),
    (1920, 1080): ((192, 107, 69, 119), (192, 47, 119)),
    (3840, 2160): ((384, 215, 138, 238), (384, 95, 238)),
}
# The narrowest own card for two or three cards, and for five.
LEAST_CARD = {
    (360, 740): (78, 60),
    (390, 844): (100, 68),
    (820, 1180): (150, 150),
    (844, 390): (100, 100),
    (1024, 600): (110, 110),
    (1366, 768): (130, 130),
    (1920, 1080): (185, 185),
    (3840, 2160): (380, 380),
}
LOOK = Path(__file__).with_name("felt_sizes.js").read_text().rstrip(";\n")
OWN = 3
# A hand that pays has the most words beside it: its name, what it pays, what it can become.
WORDY = {
    "mississippi-stud": "3: Js Jh",
    "235-stud": "3: Js Jh 5c",
    "let-it-ride": "3: Ts Th 4c",
    "double-draw": "3: 9c Td Jh Qs Kc",
}


def test_the_sizes_are_those_of_the_design(visit: Visits) -> None:
    """The module alone, without a table: numbers in, numbers out."""
    page = visit("/")
    rows: list[Any] = page.evaluate(
        """async (windows) => {
          const { fit } = await import("/static/table/felt/fit.js");
          const stud = { hole: 2, community: 3, box: 4, mains: 4, sides: 3, boxes: 1 };
          const draw = { hole: 5, community: 0, box: 0, mains: 4, sides: 0, boxes: 1 };
          return windows.map(([w, h]) => {
            const [one, other] = [fit(w, h, stud), fit(w, h, draw)];
            return [[one.card, one.board, one.other, one.spot],
                    [other.card, other.other, other.spot]];
          });
        }""",
        [list(window) for window in TABLE],
    )
    shown = {window: (tuple(a), tuple(b)) for window, (a, b) in zip(TABLE, rows, strict=True)}
    assert shown == TABLE


# Two games in either language, in the long form all of them in both.
SPREAD = list(zip(GAMES, ("en-US", "es-ES", "es-ES", "en-US"), strict=True))


@pytest.mark.parametrize(
    ("game", "locale"), tier(SPREAD, list(itertools.product(GAMES, ("en-US", "es-ES"))))
)
def test_a_full_table_fills_every_window(
    server: Server, visit: Visits, game: str, locale: str
) -> None:
    """One page, resized: while bets are open, at one's turn, and when the round is settled."""
    table = server.table(game)
    server.rig(table, WORDY[game])
    seats = [seat for seat in range(1, GAMES[game].seats + 1) if seat != OWN]
    robots = [server.robot(table, seat) for seat in seats]
    for robot in robots:
        robot.place()
    name = f"sizes_{game[:3]}_{locale[:2]}"
    felt = Felt(visit(f"/table/{table}", role="player", name=name, locale=locale), seat=OWN)
    felt.sit()
    felt.stake({next(iter(server.state(table).rules.required)).key: 1000})
    everywhere(felt, game, "betting")
    felt.bet()
    felt.ready()
    for robot in robots:
        robot.ready()
    while server.until(table, lambda state: state.turn).turn != OWN:
        server.act(table, c.PlayOn(by=HOUSE, seat=server.state(table).turn))
    felt.my_turn()
    everywhere(felt, game, "deciding")
    with_a_notice(felt, game)
    while server.until(table, lambda state: state.turn or state.phase == "bets").turn:
        server.act(table, c.PlayOn(by=HOUSE, seat=server.state(table).turn))
    felt.over(1)
    everywhere(felt, game, "over")


STAGES = ("betting", "deciding", "over")


def windows(game: str, stage: str) -> list[tuple[int, int]]:
    """Those that a game's felt is shown in at a stage."""
    everything = list(LEAST_CARD)
    if stage == "deciding":
        return everything
    half = (list(GAMES).index(game) + (stage == "over")) % 2
    return tier(everything[half::2], everything)


def test_every_window_is_seen_at_every_stage_and_by_every_game() -> None:
    for stage in STAGES:
        assert {window for game in GAMES for window in windows(game, stage)} == set(LEAST_CARD)
    for game in GAMES:
        assert {window for stage in STAGES for window in windows(game, stage)} == set(LEAST_CARD)


def with_a_notice(felt: Felt, game: str) -> None:
    """The same with a line above the table, where a window is narrow: nothing lies under the
    dock. Only the cards give way.
    """
    if game not in tier(("let-it-ride",), tuple(GAMES)):
        return
    notice = "(hidden) => { document.querySelector('.lost').hidden = hidden; }"
    felt.page.evaluate(notice, False)
    narrow = [(width, height) for width, height in LEAST_CARD if width < height]
    everywhere(felt, game, "with a notice", narrow, least=(50, 40))
    felt.page.evaluate(notice, True)


def everywhere(
    felt: Felt,
    game: str,
    stage: str,
    sizes: list[tuple[int, int]] | None = None,
    least: tuple[int, int] | None = None,
) -> None:
    """`least` is for a stage that promises less than LEAST_CARD."""
    wrong: list[str] = []
    for width, height in sizes or windows(game, stage):
        cards = least or LEAST_CARD[width, height]
        felt.page.set_viewport_size({"width": width, "height": height})
        felt.page.evaluate(STILL)
        five = GAMES[game].hole >= 5
        lines: list[str] = felt.page.evaluate(LOOK, {"card": cards[five]})
        wrong += [f"{game}, {stage}, {width}×{height}: {line}" for line in lines]
    assert not wrong, "\n".join(wrong)
