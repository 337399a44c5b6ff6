"""Games got ready in the background: once, again after a failure, and compiled apart."""

import fcntl
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from house.stage import Stage
from kit.waiting import PATIENCE, wait_until
from pitboss.house.coach import lessons
from pitboss.house.coach import warm_up as coach_ready
from pitboss.house.coach.example_round import ExampleRound
from pitboss.house.coach.service import ALL, HINTS, Coach, GameReadiness
from pitboss.house.coach.warm_up import compile_all
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices

RULES = Rules(plain_choices(GAMES["let-it-ride"]))


class Work:
    """In the place of the compiler, which is slow and no matter here."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        self.fails = 0
        self.turn = threading.Event()
        monkeypatch.setattr(coach_ready, "compile_once", self.compile)

    def compile(self, game: str) -> None:
        self.done.append(game)
        assert self.turn.wait(PATIENCE)
        if self.fails:
            self.fails -= 1
            raise RuntimeError("no compiler today")


def test_a_game_is_got_ready_once_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    work, ready = Work(monkeypatch), GameReadiness()
    assert [ready(RULES) for _ in range(5)] == [False] * 5
    work.turn.set()
    wait_until(lambda: ready(RULES, ALL))
    assert ready(RULES, HINTS) and work.done == ["let-it-ride"]


def test_what_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    work, ready = Work(monkeypatch), GameReadiness()
    work.fails = 1
    work.turn.set()
    assert not ready(RULES)
    wait_until(lambda: ready(RULES, ALL))
    assert work.done == ["let-it-ride"] * 2


def test_a_server_that_has_ended_compiles_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    work, stopped = Work(monkeypatch), threading.Event()
    work.turn.set()
    stopped.set()
    compile_all(stopped)
    assert work.done == []
    stopped.clear()
    compile_all(stopped, 0)
    assert work.done == list(GAMES)


def test_the_compiling_process_works_and_leaves_its_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    coach_ready.compile_once("235-stud")
    (mark,) = (tmp_path / "compiled").iterdir()
    # Once it is there no process is begun.
    monkeypatch.setattr(sys, "executable", "/nonexistent")
    mark.rename(coach_ready._marker("235-stud"))
    coach_ready.compile_once("235-stud")
    with pytest.raises(FileNotFoundError):
        coach_ready.compile_once("let-it-ride")


def test_a_server_waits_for_another_that_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It begins no process of its own: the other's kernels are its own too."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setattr(sys, "executable", "/nonexistent")
    mark = coach_ready._marker("235-stud")
    with ThreadPoolExecutor(1) as server:
        with (tmp_path / "compiling").open("a") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            compiled = server.submit(coach_ready.compile_once, "235-stud")
            with pytest.raises(TimeoutError):
                compiled.result(0.2)
            mark.parent.mkdir()
            mark.touch()
        assert compiled.result(PATIENCE) is None


def test_a_game_that_is_none_is_refused_by_the_process() -> None:
    command = [sys.executable, "-m", "pitboss.house.coach.warm_up", "whist"]
    done = subprocess.run(command, capture_output=True, env=dict(os.environ), check=False)
    assert done.returncode != 0


def test_nobody_waits_for_a_lesson_that_another_computes(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, begun = threading.Event(), threading.Event()

    def slow(_: Rules) -> ExampleRound:
        begun.set()
        assert turn.wait(PATIENCE)
        return ExampleRound(False, "flush")

    monkeypatch.setattr(lessons, "example_round", slow)
    coach = Coach(stage.house)
    monkeypatch.setattr(coach, "ready", lambda _: True)
    own = lessons.Lessons(stage.house, coach)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(own.example, "let-it-ride")
        assert begun.wait(PATIENCE)
        assert own.example("let-it-ride").working and own.pack("mississippi-stud").working
        turn.set()
        assert first.result(PATIENCE).hand == own.example("let-it-ride").hand == "flush"
