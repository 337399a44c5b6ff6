"""Simulation against the exact figures, of every game and wager, and the command around it."""

import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from kit.tiers import tier
from kit.waiting import PATIENCE, heed_interrupts, wait_until
from pitboss.commands import simulate as cli
from pitboss.odds import price
from pitboss.odds.game import PricedGame, priced_game
from pitboss.odds.rule_lists.text import Rule, RuleList, write
from pitboss.odds.simulation import estimates, saved
from pitboss.odds.simulation.batches import BatchCounts, batches
from pitboss.odds.simulation.job import BadJob, Job, job_of
from pitboss.odds.simulation.run import Run, ThreadPool, engine_for, run
from pitboss.rulebook import GAMES

SEED = 2026
MS = "mississippi-stud"


def one(game: str, **named: Any) -> Job:
    return job_of(priced_game(game), named.pop("letters", {}), seed=SEED, **named)


# ── against the exact figures ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", GAMES)
def test_many_rounds_agree_on_every_wager(game: str) -> None:
    result = run(one(game), tier(1_000_000, 10_000_000))
    rows = result.estimates()
    assert [each.wager for each in rows] == list(priced_game(game).wager_keys())
    for each in rows:
        assert each.agrees, f"{each.wager}: {each.verdict}"
        # The exact figures beside them are those of the PAR sheet.
        sheet = price(game, each.wager, each.paytable)
        edge, hit, wager, deviation = each.figures
        assert (edge.exact, hit.exact) == (sheet.house_edge, sheet.hit_frequency)
        assert (wager.exact, deviation.exact) == (sheet.average_wager, sheet.moments.variance)
        for figure in each.figures:
            assert figure.low <= figure.estimate <= figure.high


@pytest.mark.parametrize("game", ["let-it-ride", MS, "235-stud"])
def test_a_whole_table_agrees(game: str) -> None:
    seats = priced_game(game).game.seats
    result = run(one(game, seats=seats), 600_000)
    assert int(result.every.sum()) == 600_000 * seats
    for each in result.estimates():
        assert each.agrees, f"{each.wager}: {each.verdict}"
    # Seats share cards, so a table varies more than as many tables of one seat.
    alone = price(game).standard_deviation
    assert result.table_deviation() > alone * seats**0.5


def test_a_table_of_a_draw_game_agrees_and_its_seats_hang_together_little() -> None:
    result = run(one("double-draw", seats=6), 100_000)
    assert all(each.agrees for each in result.estimates())
    alone = price("double-draw").standard_deviation
    assert result.table_deviation() / 6**0.5 == pytest.approx(alone, rel=0.1)


def test_letters_change_what_they_name() -> None:
    result = run(one("let-it-ride", letters={"three-card-bonus": "C", "base": "B"}), 2_000_000)
    by_wager = {each.wager: each for each in result.estimates()}
    assert all(each.agrees for each in by_wager.values())
    assert by_wager["three-card-bonus"].figures[0].exact == (
        price("let-it-ride", "three-card-bonus", "C").house_edge
    )
    assert by_wager["base"].figures[0].exact == price("let-it-ride", "base", "B").house_edge


LISTS = (
    RuleList("bet-1", (Rule("pair of 10s or better", "ride"), Rule("otherwise", "withdraw"))),
    RuleList("bet-2", (Rule("pair of 10s or better", "ride"), Rule("otherwise", "withdraw"))),
)


def test_rule_lists_are_followed_and_counted_exactly() -> None:
    from pitboss.odds.rule_lists.price import price as list_price

    rules = priced_game("let-it-ride")
    job = one("let-it-ride", policy=write("let-it-ride", LISTS))
    result = run(job, 2_000_000)
    base = result.estimates()[0]
    assert base.agrees, base.verdict
    # The same lists priced decision by decision, by other code.
    assert base.figures[0].exact == list_price(rules, job.base, LISTS).edge
    assert base.figures[0].exact > price("let-it-ride").house_edge


DRAW_LISTS = tuple(
    RuleList(
        decision,
        (
            Rule("straight or better", "hold"),
            Rule("the two pairs", "hold"),
            Rule("4 to a flush", "hold"),
            Rule("otherwise", "fold"),
        ),
    )
    for decision in ("first-draw", "second-draw")
)


def test_rule_lists_of_a_draw_game_are_followed_and_counted_exactly() -> None:
    from pitboss.odds.rule_lists.price import price as list_price

    job = one("double-draw", policy=write("double-draw", DRAW_LISTS), seats=2)
    rows = run(job, 300_000).estimates()
    assert all(each.agrees for each in rows), [each.verdict for each in rows]
    lists = list_price(priced_game("double-draw"), job.base, DRAW_LISTS)
    assert rows[0].figures[0].exact == lists.edge > price("double-draw").house_edge


def test_a_wrong_distribution_is_noticed() -> None:
    result = run(one(MS), engine_for(one(MS)).size)
    counts = result.counts
    path = np.unravel_index(int(counts.argmax()), counts.shape)
    moved = int(0.002 * result.dealt)
    other = tuple(int(n) for n in np.argwhere(counts)[-1])
    counts[path] -= moved
    counts[other] += moved
    rows = result.estimates()
    assert not rows[0].agrees and "does NOT agree" in rows[0].verdict


def test_rounds_that_cannot_be_are_noticed() -> None:
    result = run(one("235-stud"), 100_000)
    none = np.argwhere(result.counts == 0)
    cells = {cell[:-1] for cell in result.engine.exact().cells}
    at = next(
        tuple(place) for place in none.tolist()
        if place[0] in engine_for(result.job).place  # type: ignore[attr-defined]
        and (engine_for(result.job).place[place[0]], *place[1:4]) not in cells  # type: ignore[attr-defined]
    )  # fmt: skip
    result.counts[at] = 1_000
    assert any(each.impossible and not each.agrees for each in result.estimates())


def test_rare_results_are_held_against_their_own_chance() -> None:
    # Two of a kind expected 0.2 times: 4 normal errors off, and yet one run in 57 has as many.
    assert estimates._surprise(2, 0.2) == pytest.approx(2.1, abs=0.05)
    assert estimates._surprise(9, 0.2) > estimates.MAX_OFF
    assert estimates._surprise(0, 0.2) < 0.1
    assert estimates._surprise(0, 24) > estimates.MAX_OFF


# ── the same counts whoever deals ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seats", [1, 3])
def test_counts_depend_on_the_seed_and_not_on_the_workers(seats: int) -> None:
    length = engine_for(one("235-stud", seats=seats)).size
    rounds = 3 * length + 12_345
    results = [run(one("235-stud", seats=seats), rounds, workers) for workers in (1, 2, 5)]
    assert len({each.fingerprint() for each in results}) == 1
    other = job_of(priced_game("235-stud"), {}, seats=seats, seed=SEED + 1)
    assert run(other, rounds).fingerprint() != results[0].fingerprint()


def test_batches_make_the_rounds_asked_for() -> None:
    assert list(batches(10, 25)) == [(0, 10), (1, 10), (2, 5)]
    assert list(batches(10, 20, 1)) == [(1, 10)]
    assert list(batches(10, 20, 2)) == []


class Slow(ThreadPool):
    """Gives batches up in an order of its own."""

    def result(self, waited: Any, seconds: float) -> BatchCounts | None:
        return None if not waited.done() else super().result(waited, seconds)


def test_a_stopped_run_goes_on_to_the_same_counts(tmp_path: Path) -> None:
    job = one("235-stud")
    length = engine_for(job).size
    rounds = 5 * length + 1_000
    first = Run(job, rounds)
    pool = Slow(2)
    for _ in first.go(pool, lambda: first.batches >= 2):
        pass
    pool.close()
    assert 2 <= first.batches < 6 and first.dealt == first.batches * length
    saved.write(tmp_path / "run", first.saved())
    again = Run(job, rounds, saved.read(tmp_path / "run"))
    pool = Slow(2)
    for _ in again.go(pool):
        pass
    pool.close()
    assert again.fingerprint() == run(job, rounds).fingerprint()


def test_a_short_last_lane_is_dealt_again_when_more_is_asked_for() -> None:
    job = one("235-stud", seats=2)
    length = engine_for(job).size
    short = run(job, length + 500)
    state = short.saved()
    assert state.batches == 1
    longer = Run(job, 2 * length, state)
    pool = ThreadPool(1)
    for _ in longer.go(pool):
        pass
    pool.close()
    whole = run(job, 2 * length)
    assert longer.fingerprint() == whole.fingerprint()
    assert (longer.total, longer.squares) == (whole.total, whole.squares)


# ── the command ───────────────────────────────────────────────────────────────────────────────────


def call(*args: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss", "simulate", *args],
        capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, **(env or {})},
    )  # fmt: skip


def run_json(*args: str) -> Any:
    result = CliRunner().invoke(cli.command, [*args, "--json"], standalone_mode=False)
    assert result.exception is None, result.output
    return msgspec.json.decode(result.stdout)


def test_the_report_names_every_wager_and_a_verdict() -> None:
    done = call(MS, "--rounds", "1e6", "--seed", "7")
    assert done.returncode == 0, done.stderr
    for phrase in ("1,000,000 rounds, seed 7", "Three Card Bonus", "Six Card Bonus", "Progressive"):
        assert phrase in done.stdout
    assert done.stdout.count("agrees within") == 4
    assert "Simulation agrees with every exact figure" in done.stdout


def test_the_json_has_what_is_documented() -> None:
    report = run_json(MS, "--rounds", "1e6", "--seed", "7", "--workers", "1")
    assert report["rounds"] == 1_000_000 and report["seed"] == 7 and report["agrees"]
    base = report["wagers"][0]
    assert base["wager"] == "base" and base["agrees"]
    edge = base["house_edge"]
    assert Fraction(edge["exact"]["fraction"]) == price(MS).house_edge
    assert edge["low"] < edge["estimate"] < edge["high"]
    assert set(base) >= set(estimates.FIGURES)
    again = run_json(MS, "--rounds", "1000000", "--seed", "7", "--workers", "3")
    assert again["counts"] == report["counts"]


def test_save_and_resume(tmp_path: Path) -> None:
    file = str(tmp_path / "run.json")
    first = run_json(MS, "--rounds", "5e6", "--seed", "3", "--save", file)
    more = run_json(MS, "--rounds", "1e7", "--resume", file)
    assert more["counts"] == run_json(MS, "--rounds", "1e7", "--seed", "3")["counts"]
    assert first["counts"] != more["counts"]


def wrong(*args: str) -> str:
    """The message for an impossible request."""
    result = CliRunner().invoke(cli.command, list(args), standalone_mode=False)
    assert result.exception is not None, result.output
    return str(result.exception)


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--rounds", "1e30"), "1.000e+30 rounds cannot be simulated"),
        (("--rounds", "0"), "0 rounds cannot be simulated"),
        (("--rounds=-5"), "negative"),
        (("--rounds", "1.5"), "not a whole number"),
        (("--rounds", "1e9x"), "not a number of rounds"),
        (("--rounds", "1e-3"), "not a number of rounds"),
        (("--rounds", "٣"), "not a number of rounds"),
        (("--seats", "0"), "1 to 6 seats, not 0"),
        (("--seats", "7"), "1 to 6 seats, not 7"),
        (("--seed=-1"), "not a seed"),
        (("--seed", str(1 << 64)), "not a seed"),
        (("--seed", "1.5"), "not a seed"),
        (("--workers", "0"), "workers"),
        (("--paytable", "Z"), "no table 'Z'"),
        (("--paytable", "progressive=Z"), "no table 'Z'"),
        (("--paytable", "moon=A"), "no wager 'moon'"),
        (("--policy", "nowhere.txt"), "cannot read the policy nowhere.txt"),
        (("--resume", "nowhere.json"), "cannot read nowhere.json"),
        (("--save", "nowhere/at/all"), "no directory"),
        (("--cluster", "a", "--workers", "2"), "its own workers"),
        (("--save", "a", "--resume", "b"), "give one of them"),
    ],
)
def test_bad_requests_are_one_clear_line(args: tuple[str, ...] | str, sentence: str) -> None:
    argv = (args,) if isinstance(args, str) else args
    assert sentence in (line := wrong(MS, *argv))
    assert "\n" not in line


def test_a_bad_request_ends_with_code_2_and_no_traceback() -> None:
    for args in ((MS, "--rounds", "1e30"), ("moon",), (MS, "--paytable", "Q")):
        done = call(*args)
        assert done.returncode == 2 and done.stdout == ""
        assert done.stderr.count("\n") == 1 and done.stderr.startswith("pitboss: ")


def test_files_that_cannot_be_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    run_json(MS, "--rounds", "1000", "--seed", "3", "--save", str(file))
    assert "already exists" in wrong(MS, "--save", str(file))
    assert "a simulation of mississippi-stud" in wrong("let-it-ride", "--resume", str(file))
    assert "its seed differs" in wrong(MS, "--seed", "4", "--resume", str(file))
    assert "its seats differ" in wrong(MS, "--seats", "2", "--resume", str(file))
    assert "its tables differ" in wrong(MS, "--paytable", "progressive=B", "--resume", str(file))
    state = saved.read(file)
    other = msgspec.structs.replace(state, job=msgspec.structs.replace(state.job, rules="0" * 64))
    saved.write(file, other)
    assert "under other rules of mississippi-stud" in wrong(MS, "--resume", str(file))
    saved.write(file, msgspec.structs.replace(state, batches=3))
    assert "already has 12,582,912 rounds" in wrong(MS, "--rounds", "1e6", "--resume", str(file))
    text = file.read_text()
    file.write_text(text.replace('"lanes":3', '"lanes":2'))
    assert "damaged" in wrong(MS, "--resume", str(file))
    file.write_text(text[:40])
    assert "not a saved simulation" in wrong(MS, "--resume", str(file))
    file.write_text('{"format": "pitboss simulation 99"}')
    assert "another version" in wrong(MS, "--resume", str(file))


def test_a_policy_file_is_followed_and_its_faults_have_lines(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    good = write("let-it-ride", LISTS)
    file.write_text(good)
    report = run_json("let-it-ride", "--rounds", "1e5", "--policy", str(file), "--seed", "1")
    assert report["policy"] == str(file) and report["agrees"]
    for old, new, sentence in (
        ("pair of 10s or better", "a good hand", f"{file}:"),
        (": ride", ": shout", f"{file}:"),
        ("game let-it-ride", "game double-draw", "a policy of double-draw"),
        ("decision bet-2", "decision bet-9", "bet-2"),
        ("game let-it-ride", "", "which game"),
    ):
        file.write_text(good.replace(old, new))
        assert sentence in wrong("let-it-ride", "--policy", str(file)), (old, new)
    file.write_bytes(b"\xff\xfe\x00")
    assert "cannot read the policy" in wrong("let-it-ride", "--policy", str(file))


def test_an_interrupt_gives_what_there_is_and_keeps_it(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    args = [sys.executable, "-m", "pitboss", "simulate", "235-stud", "--rounds", "1e12"]
    process = subprocess.Popen(
        [*args, "--seed", "5", "--workers", "1", "--save", str(file)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts,
    )  # fmt: skip
    wait_until(lambda: file.exists() and saved.read(file).batches)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "interrupted: 1,000,000,000,000 were requested" in out and "agrees within" in out
    state = saved.read(file)
    assert state.batches >= 1 and f"{state.batches * state.size:,} rounds, seed 5" in out
    assert sum(count for _, count in state.cells) == state.batches * state.size


def test_too_many_seats_or_strange_seeds_are_refused_by_the_api_too() -> None:
    rules: PricedGame = priced_game(MS)
    seats, seeds = (7, 0, 1.5, "1"), (-1, 1 << 64, 1.5, "1")
    for argument in [*({"seats": n} for n in seats), *({"seed": n} for n in seeds)]:
        with pytest.raises(BadJob):
            job_of(rules, {}, **argument)  # type: ignore[arg-type]
    for rounds in (0, 1.5, "1"):
        with pytest.raises(BadJob):
            run(job_of(rules, {}), rounds)  # type: ignore[arg-type]
