"""Every game to its settlement, by clicks: the page shows what the round's record holds.

The suite plays one story of each game by clicks and the next by keys (test_keyboard.py), every
story once; `./pit soak long` plays each in both ways.
"""

import itertools
import re

import pytest
from playwright.sync_api import APIResponse, Route, expect

from browser.axe import no_violations
from browser.house import Server
from browser.laid_out import laid_out
from browser.playing import Felt, Story, agrees, is_told, sat_down
from browser.stories import STORIES
from browser.visits import Visits
from kit.tiers import tier
from pitboss.rulebook import GAMES


@pytest.mark.parametrize("story", tier(STORIES[::2], STORIES), ids=str)
def test_a_round_by_clicks(server: Server, visit: Visits, story: Story) -> None:
    table, felt = sat_down(server, visit, story)
    number = felt.play(story)
    is_told(server, table, number, felt.page, story)


# A game with a board and lammers in the light, one with draws in the dark with more contrast. In
# test_every_way.py axe sees every game bet, decided and settled twice; in `./pit soak long` each is
# in every theme here.
THEMES = [("let-it-ride", "light", "auto"), ("double-draw", "dark", "more")]
EVERY = list(itertools.product(GAMES, ("light", "dark"), ("auto", "more")))


@pytest.mark.parametrize(("game", "theme", "contrast"), tier(THEMES, EVERY))
def test_axe_finds_nothing_at_any_stage(
    server: Server, visit: Visits, game: str, theme: str, contrast: str
) -> None:
    story = next(story for story in STORIES if story.game == game)
    table = server.table(game)
    server.rig(table, story.deck)
    robot = server.robot(table, 3)
    robot.place()
    settings = {"theme": theme, "contrast": contrast, "deck": "four"}
    felt = Felt(visit(f"/table/{table}", settings=settings))
    expect(felt.own.locator('[data-do="sit"]')).to_be_visible()
    # With more contrast the cloth is flat.
    colours = felt.page.locator(".cloth #cloth-light stop").evaluate_all(
        "(stops) => stops.map((stop) => getComputedStyle(stop).stopColor)"
    )
    assert len(set(colours)) == (1 if contrast == "more" else 3)
    no_violations(felt.page)
    felt.sit()
    felt.stake(story.stakes)
    no_violations(felt.page)
    felt.bet()
    felt.ready()
    robot.ready()
    felt.my_turn()
    # Where a collected chip is replaced by a lammer (LIR .08C(1)) the spot says so.
    lammers = sum(wager.lammer for wager in GAMES[game].wagers)
    expect(felt.own.locator(".lammer:visible")).to_have_count(lammers)
    expect(felt.own.locator('[data-spot][aria-label*="bet taken"]')).to_have_count(lammers)
    no_violations(felt.page)
    laid_out(felt.page)
    for _ in story.acts:
        server.finish_turns(table)
    felt.over(1)
    no_violations(felt.page)
    laid_out(felt.page)
    agrees(server, table, 1, felt.page)


def test_a_void_says_why_and_gives_everything_back(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud")
    felt = Felt(visit(f"/table/{table}"))
    felt.sit()
    chips = felt.page.locator("[data-chips]").get_attribute("data-chips")
    felt.stake({"ante": 1000, "three-card-bonus": 500, "progressive": 100})
    felt.bet()
    felt.ready()
    felt.act("bet 2")
    expect(felt.act_button("bet", ["1"])).to_be_visible()
    server.void(table)
    expect(felt.root).to_have_attribute("data-phase", "void")
    results = agrees(server, table, 1, felt.page)
    assert results == dict.fromkeys(
        [(1, spot) for spot in ("ante", "third-street", "three-card-bonus", "progressive")], 0
    )
    dock = felt.page.locator(".dock").inner_text()
    assert "void" in dock and "MS " in dock
    expect(felt.page.locator("[data-chips]")).to_have_attribute("data-chips", str(chips))
    no_violations(felt.page)
    # And the next round can be bet on.
    felt.do("rebet").click()
    expect(felt.do("ready")).to_be_visible()


def test_chips_can_be_undone_cleared_and_bet_again(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud")
    server.rig(table, "1: 2c 7d | community: Jh 4d 9s")
    felt = Felt(visit(f"/table/{table}"))
    felt.sit()
    felt.put("ante", 500)
    felt.put("ante", 2500)
    ante = felt.spot("ante")
    expect(ante).to_have_attribute("data-stake", "3000")
    felt.do("undo").click()
    expect(ante).to_have_attribute("data-stake", "500")
    felt.do("clear").click()
    expect(ante).not_to_have_attribute("data-stake", "500")
    felt.stake({"ante": 500, "three-card-bonus": 200, "six-card-bonus": 100})
    felt.bet()
    felt.ready()
    felt.act("fold")
    felt.over(1)
    # Again, twice as much: it is placed at once, and can be taken back.
    felt.do("double").click()
    expect(felt.do("ready")).to_be_visible()
    expect(ante).to_have_attribute("data-stake", "1000")
    expect(felt.spot("three-card-bonus")).to_have_attribute("data-stake", "400")
    felt.do("clear").click()
    expect(felt.do("rebet")).to_be_visible()
    assert server.state(table).seats[1].stakes == {}
    felt.put("ante", 500)
    felt.do("sides").click()
    expect(felt.spot("three-card-bonus")).to_have_attribute("data-stake", "400")
    expect(felt.spot("six-card-bonus")).to_have_attribute("data-stake", "200")
    felt.do("clear").click()
    felt.do("rebet").click()
    expect(felt.do("ready")).to_be_visible()
    stakes = server.state(table).seats[1].stakes
    assert {key: stake.cents for key, stake in stakes.items()} == {
        "ante": 1000,
        "three-card-bonus": 400,
        "six-card-bonus": 200,
    }


def test_a_chip_can_be_carried_to_a_spot(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride")
    felt = Felt(visit(f"/table/{table}"))
    felt.sit()
    page = felt.page
    chip = page.locator('[data-chip="2500"]').bounding_box()
    spot = felt.spot("bet-1").bounding_box()
    assert chip is not None and spot is not None
    page.mouse.move(chip["x"] + chip["width"] / 2, chip["y"] + chip["height"] / 2)
    page.mouse.down()
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2, steps=4)
    page.mouse.up()
    for each in ("bet-1", "bet-2", "bet-3"):
        expect(felt.spot(each)).to_have_attribute("data-stake", "2500")


def test_a_chip_pressed_before_an_act_is_answered_waits_for_the_answer(
    server: Server, visit: Visits
) -> None:
    """The table's own word may be here first: bets are open again, the act's answer is to come."""
    table = server.table("mississippi-stud")
    server.rig(table, "1: 2c 7d | community: Jh 4d 9s")
    felt = Felt(visit(f"/table/{table}"))
    felt.sit()
    felt.stake({"ante": 500})
    felt.bet()
    felt.ready()
    answers: list[tuple[Route, APIResponse]] = []
    felt.page.route("**/commands", lambda route: answers.append((route, route.fetch())))
    felt.act("fold")
    felt.over(1)
    felt.put("ante", 500)
    expect(felt.spot("ante")).not_to_have_attribute("data-stake", "500")
    [(route, answer)] = answers
    route.fulfill(response=answer)
    expect(felt.spot("ante")).to_have_attribute("data-stake", "500")


def test_a_refusal_is_told_in_words_with_its_clause(server: Server, visit: Visits) -> None:
    """A side wager before what it needs."""
    table = server.table("mississippi-stud")
    felt = Felt(visit(f"/table/{table}"))
    felt.sit()
    felt.put("six-card-bonus", 100)
    trouble = felt.page.locator(".dock [role=alert]")
    expect(trouble).to_contain_text("MS 7.F(5)")
    expect(felt.do("bet")).to_have_count(0)


def test_a_silent_player_is_played_on_and_sees_the_clock(server: Server, visit: Visits) -> None:
    table = server.table("mississippi-stud", deciding=2)
    felt = Felt(visit(f"/table/{table}"))
    felt.sit()
    felt.stake({"ante": 500})
    felt.bet()
    felt.ready()
    felt.my_turn()
    expect(felt.page.locator(".clock .seconds")).to_have_text(re.compile(r"^\d+$"))
    felt.over(1)
    agrees(server, table, 1, felt.page)
