"""Rounds played by robots, for pages that look back at them."""

import time

from browser.house import Robot, Server
from kit.play import least_stakes
from pitboss.table import commands as c

SEATS = (1, 2)
_READY = ("stacked", "used", "shuffled", "ready")


def bet(server: Server, table: str, robots: list[Robot]) -> None:
    """The least on every spot, all of them before any is ready."""
    state = server.until(table, lambda now: now.phase == "bets" and now.cards in _READY)
    stakes = least_stakes(state.rules)
    for robot in robots:
        robot.act(c.Bet(by=robot.by, seat=robot.seat, stakes=stakes))
    for robot in robots:
        robot.ready()


def rounds(server: Server, game: str, count: int, *, void: bool = False) -> tuple[str, list[Robot]]:
    """Plays `rounds` rounds at a new table; the last one can be void."""
    table = server.table(game)
    robots = [server.robot(table, seat) for seat in SEATS]
    for place in range(1, count + 1):
        bet(server, table, robots)
        if void and place == count:
            server.until(table, lambda now: now.turn)
            server.void(table)
            break
        while server.state(table).round == place:
            turn = server.state(table).turn
            if turn:
                robots[SEATS.index(turn)].choose()
            time.sleep(0.005)
    server.until(table, lambda now: now.round == count + 1)
    return table, robots
