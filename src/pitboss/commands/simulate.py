"""`pitboss simulate`: many rounds dealt, held against the exact figures."""

import re
import secrets
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from pitboss.errors import PitbossError
from pitboss.odds.game import WHOLE_GAME, PricedGame, priced_game

if TYPE_CHECKING:
    from pitboss.odds.simulation.job import Job
    from pitboss.odds.simulation.run import Pool, Run
    from pitboss.odds.simulation.saved import Saved

INTERRUPTED: Final = 130
DISAGREES: Final = 1
CHECKPOINT: Final = 10.0  # seconds between writings of the file
MOST_WORKERS: Final = 256
POLICIES: Final = ("optimal", "human")


class BadOption(PitbossError):
    """An option that cannot be read or followed."""


@click.command()
@click.argument("game")
@click.option("--rounds", default="1e7", show_default=True, metavar="N", help="As in 1e9.")
@click.option("--policy", default=None, metavar="optimal|human|FILE", help="How decisions go.")
@click.option("--seats", default=None, type=int, help="Seats in play; 1 if not said.")
@click.option("--seed", default=None, metavar="S", help="The same seed gives the same counts.")
@click.option("--workers", default=None, type=int, help="Threads; all cores if not said.")
@click.option("--paytable", multiple=True, metavar="[WAGER=]LETTER", help="A letter for a wager.")
@click.option("--save", default="", metavar="FILE", help="Keep counts here as they come.")
@click.option("--resume", default="", metavar="FILE", help="Go on with what a file has.")
@click.option("--cluster", default="", metavar="ADDRESS", help="Deal on a Dask cluster.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(
    game: str,
    rounds: str,
    policy: str | None,
    seats: int | None,
    seed: str | None,
    workers: int | None,
    paytable: tuple[str, ...],
    save: str,
    resume: str,
    cluster: str,
    as_json: bool,
) -> int:
    """Deal rounds of GAME and hold every figure against the exact one.

    \b
    pitboss simulate let-it-ride --rounds 1e9
    pitboss simulate mississippi-stud --policy human --seats 6
    pitboss simulate double-draw --paytable bonus=B --save run.json
    pitboss simulate double-draw --rounds 1e10 --resume run.json
    """
    rules = priced_game(game)
    asked = count_of(rounds)
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise BadOption(f"{workers} workers", what_to_do=f"give 1 to {MOST_WORKERS}")
    if save and resume:
        raise BadOption("--save begins a file and --resume goes on with one: give one of them")
    if workers is not None and cluster:
        raise BadOption("a cluster has its own workers", what_to_do="leave out --workers")
    letters = dict(_letter(rules, text) for text in paytable)
    number = None if seed is None else seed_of(seed)
    # What was read so far needs no NumPy: a slip is told at once.
    from pitboss.odds.simulation.run import check_rounds

    check_rounds(asked)
    file = Path(save or resume) if save or resume else None
    saved = _opened(rules, file, bool(resume))
    job, said = _job(rules, letters, policy, seats, number, saved, resume)
    text_file = policy if policy is not None and policy not in POLICIES else ""
    made = _prepared(job, asked, saved, text_file, resume)
    pool = _pool(cluster, workers)
    try:
        seconds, stopped = _deal(made, pool, file, said)
    finally:
        pool.close()
    if not made.dealt:
        click.echo("interrupted before the first lane was dealt", err=True)
        return INTERRUPTED
    return _report(made, said, seconds, stopped, cluster or f"{pool.workers} workers", as_json)


# ── what is asked for ─────────────────────────────────────────────────────────────────────────────


def count_of(text: str) -> int:
    """`1000`, `1_000_000`, `1e9`, `2.5e6`; whole numbers only."""
    said = text.strip().replace("_", "").replace(",", "")
    match = re.fullmatch(r"(\d{1,30})(?:\.(\d{1,30}))?(?:[eE]\+?(\d{1,3}))?", said, re.ASCII)
    if match is None:
        negative = said.startswith(("-", "−"))
        raise BadOption(
            f"{text!r} is no number of rounds" + (": it is negative" if negative else ""),
            what_to_do="give a whole number, as in 1000000 or 1e9",
        )
    value = Decimal(said)
    if value != value.to_integral_value():
        raise BadOption(f"{text!r} is no whole number of rounds")
    return int(value)


def seed_of(text: str) -> int:
    said = text.strip().replace("_", "")
    if not re.fullmatch(r"\d{1,40}", said, re.ASCII) or int(said) >= 1 << 64:
        raise BadOption(f"{text!r} is no seed", what_to_do="give a number from 0 to 2^64 − 1")
    return int(said)


def _letter(rules: PricedGame, text: str) -> tuple[str, str]:
    name, mark, letter = text.partition("=")
    wager = name.strip().replace("_", "-").lower() if mark else WHOLE_GAME
    letter = (letter if mark else name).strip().upper()
    key = rules.lettered(wager)
    rules.table(key, letter)
    return key, letter


def _opened(rules: PricedGame, file: Path | None, resume: bool) -> "Saved | None":
    from pitboss.odds.simulation import saved

    if file is None:
        return None
    if not resume:
        if file.exists():
            raise BadOption(
                f"{file} is already there",
                what_to_do="go on with it by --resume, or name another file",
            )
        if not file.parent.is_dir():
            raise BadOption(f"there is no directory {file.parent}")
        return None
    found = saved.read(file)
    if found.job.game != rules.game.key:
        raise saved.BadSave(
            f"it is a simulation of {found.job.game}, not of {rules.game.key}", where=str(file)
        )
    saved.check(file, found, rules.fingerprint)
    return found


def _job(
    rules: PricedGame,
    letters: dict[str, str],
    policy: str | None,
    seats: int | None,
    seed: int | None,
    saved: "Saved | None",
    resume: str,
) -> "tuple[Job, str]":
    """The job and the name of its policy. A saved one must not be contradicted."""
    from pitboss.odds.simulation.job import job_of

    if saved is None:
        chosen = seed if seed is not None else secrets.randbits(32)
        base = job_of(rules, letters, seats=1 if seats is None else seats, seed=chosen)
        said = policy or POLICIES[0]
        return msgspec.structs.replace(base, policy=_policy(rules, base.base, said)), said
    was = saved.job
    given = job_of(
        rules,
        dict(was.letters) | letters,
        seats=was.seats if seats is None else seats,
        seed=was.seed if seed is None else seed,
    )
    text = was.policy if policy is None else _policy(rules, given.base, policy)
    for name, now, before in (
        ("tables", given.letters, was.letters),
        ("seats", given.seats, was.seats),
        ("seed", given.seed, was.seed),
        ("policy", text, was.policy),
    ):
        if now != before:
            raise BadOption(
                f"its {name} differ{'' if name == 'tables' or name == 'seats' else 's'} from"
                " what is asked for now",
                where=resume,
                what_to_do="leave the option out, or begin a new file with --save",
            )
    return was, saved.said


def _policy(rules: PricedGame, letters: dict[str, str], policy: str) -> str:
    """`optimal`, or the text of rule lists."""
    from pitboss.odds.rule_lists.text import BadPolicy, read, write
    from pitboss.odds.simulation.job import OPTIMAL

    if policy == OPTIMAL:
        return OPTIMAL
    if policy == POLICIES[1]:
        from pitboss.odds.rule_lists.price import pocket_card

        return write(rules.game.key, pocket_card(rules, letters).lists)
    try:
        text = Path(policy).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadOption(
            f"cannot read the policy {policy}: {why}",
            what_to_do="give optimal, human or the name of a file",
        ) from error
    key, _ = read(text, policy)
    if key != rules.game.key:
        raise BadPolicy(f"it is a policy of {key}, not of {rules.game.key}", where=policy)
    return text


def _prepared(job: "Job", rounds: int, saved: "Saved | None", file: str, resume: str) -> "Run":
    from pitboss.odds.rule_lists.text import BadPolicy
    from pitboss.odds.simulation.run import Run
    from pitboss.odds.simulation.saved import BadSave

    try:
        return Run(job, rounds, saved)
    except BadPolicy as error:
        # The engine knows the text, not where it was read.
        if file and error.where:
            error.where = file + error.where.removeprefix("policy")
        raise
    except BadSave as error:
        error.where = resume
        raise


def _pool(cluster: str, workers: int | None) -> "Pool":
    if cluster:
        from pitboss.odds.simulation.cluster import Cluster

        return Cluster(cluster)
    from pitboss.odds.simulation.run import Threads, cores

    return Threads(workers or cores())


# ── dealing ───────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def _interrupts() -> Iterator[threading.Event]:
    """The first Ctrl-C asks to stop; a second one is as rude as ever."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return

    def heard(number: int, frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    before = signal.signal(signal.SIGINT, heard)
    try:
        yield asked
    finally:
        signal.signal(signal.SIGINT, before)


def _deal(made: "Run", pool: "Pool", file: Path | None, said: str) -> tuple[float, bool]:
    from pitboss.commands.views.simulate import progress
    from pitboss.odds.simulation import saved
    from pitboss.odds.simulation.run import Clock

    clock = Clock(made)
    if file is not None:
        saved.write(file, made.saved(said))  # a file that cannot be written is told now
    written = time.monotonic()
    try:
        with _interrupts() as asked, progress(made, clock) as show:
            for _ in made.go(pool, asked.is_set):
                show()
                if file is not None and time.monotonic() - written > CHECKPOINT:
                    saved.write(file, made.saved(said))
                    written = time.monotonic()
    finally:
        # Also when a cluster was lost: what was dealt is not.
        seconds = clock.seconds
        if file is not None:
            saved.write(file, made.saved(said))
    return seconds, made.dealt < made.rounds


def _report(
    made: "Run", said: str, seconds: float, stopped: bool, where: str, as_json: bool
) -> int:
    from pitboss.commands.views.simulate import text
    from pitboss.odds.simulation.run import record

    found = made.estimates()
    if as_json:
        told: dict[str, Any] = record(made, found, said, seconds)
        click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2))
    else:
        click.echo("\n".join(text(made, found, said, seconds, where)))
    if stopped:
        return INTERRUPTED
    return 0 if all(each.agrees for each in found) else DISAGREES
