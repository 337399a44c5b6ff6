"""`pitboss simulate`: many rounds dealt, and every figure compared with the exact one."""

import re
import secrets
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from pitboss.commands.common import (
    BadOption,
    chosen_letter,
    count_of,
    echo_json,
    pricing_options,
)
from pitboss.commands.shell.completion import complete_game, paytable_option
from pitboss.odds.game import WHOLE_GAME, PricedGame, UnsolvableGame

if TYPE_CHECKING:
    from pitboss.odds.simulation.job import Job
    from pitboss.odds.simulation.run import Pool, Run
    from pitboss.odds.simulation.saved import SavedRun

INTERRUPTED: Final = 130
DISAGREES: Final = 1
CHECKPOINT_SECONDS: Final = 10.0  # between writes of the file
MAX_WORKERS: Final = 256
POLICIES: Final = ("optimal", "human")


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.option("--rounds", default="1e7", show_default=True, metavar="N", help="As in 1e9.")
@click.option("--policy", default=None, metavar="optimal|human|FILE|MODULE:FUNCTION", help="Play.")
@click.option("--seats", default=None, type=int, help="Seats in play; 1 by default.")
@click.option("--seed", default=None, metavar="S", help="The same seed gives the same counts.")
@click.option("--workers", default=None, type=int, help="Threads; all cores by default.")
@paytable_option("A letter for a wager.")
@pricing_options
@click.option("--save", default="", metavar="FILE", help="Save the counts to a new file.")
@click.option("--resume", default="", metavar="FILE", help="Continue a saved simulation.")
@click.option("--rounds-to", default="", metavar="FILE", help="A row a round: .csv, .parquet.")
@click.option("--decisions-to", default="", metavar="FILE", help="A row a decision, likewise.")
@click.option("--cluster", default="", metavar="ADDRESS", help="Deal on a Dask cluster.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(
    priced: PricedGame,
    rounds: str,
    policy: str | None,
    seats: int | None,
    seed: str | None,
    workers: int | None,
    paytable: tuple[str, ...],
    save: str,
    resume: str,
    rounds_to: str,
    decisions_to: str,
    cluster: str,
    as_json: bool,
) -> int:
    """Deal rounds of GAME and compare every figure with the exact one.

    \b
    pitboss simulate let-it-ride --rounds 1e9
    pitboss simulate mississippi-stud --policy human --seats 6
    pitboss simulate let-it-ride --policy mine.py:play
    pitboss simulate mississippi-stud --pays "straight=5 to 1"
    pitboss simulate double-draw --paytable bonus=B --save run.json
    pitboss simulate double-draw --rounds 1e10 --resume run.json
    pitboss simulate let-it-ride --rounds 1e5 --seed 1 --decisions-to rows.parquet
    """
    total = count_of(rounds)
    if workers is not None and not 1 <= workers <= MAX_WORKERS:
        raise BadOption(f"{workers} workers", what_to_do=f"give 1 to {MAX_WORKERS}")
    if save and resume:
        raise BadOption("--save starts a file and --resume continues one: give one of them")
    if workers is not None and cluster:
        raise BadOption("a cluster has its own workers", what_to_do="leave out --workers")
    chosen = (chosen_letter(priced, text) for text in paytable)
    letters = {priced.lettered(wager): letter for wager, letter in chosen}
    number = None if seed is None else seed_of(seed)
    if rounds_to or decisions_to:
        return _rows(priced, total, number, policy, letters, (rounds_to, decisions_to))
    # Everything up to here works without NumPy, so that a mistake is reported at once.
    from pitboss.odds.simulation.run import check_rounds

    check_rounds(total)
    file = Path(save or resume) if save or resume else None
    saved = _read_saved(priced, file, bool(resume))
    job, policy_name = _job(priced, letters, policy, seats, number, saved, resume)
    text_file = policy if policy is not None and policy not in POLICIES else ""
    try:
        run = _run(job, total, saved, text_file, resume)
    except UnsolvableGame as refusal:
        from pitboss.commands.views.plain import show_estimates

        show_estimates(priced, dict(job.letters), total, job.seed, refusal, as_json)
        return 0
    pool = _pool(cluster, workers)
    try:
        seconds, stopped = _deal(run, pool, file, policy_name)
    finally:
        pool.close()
    if not run.dealt:
        click.echo("interrupted before the first batch was dealt", err=True)
        return INTERRUPTED
    where = cluster or f"{pool.workers} workers"
    return _report(run, policy_name, seconds, stopped, where, as_json)


def _rows(
    game: PricedGame,
    rounds: int,
    seed: int | None,
    policy: str | None,
    letters: dict[str, str],
    files: tuple[str, str],
) -> int:
    """Writes rows instead of comparing figures."""
    from pitboss.commands.data.simulated import write_rows

    chosen = secrets.randbits(32) if seed is None else seed
    base = letters.get(game.lettered(WHOLE_GAME), "")
    write_rows(game, rounds, chosen, policy or POLICIES[0], base, *files)
    return 0


# ── the job ───────────────────────────────────────────────────────────────────────────────────────


def seed_of(text: str) -> int:
    digits = text.strip().replace("_", "")
    if not re.fullmatch(r"\d{1,40}", digits, re.ASCII) or int(digits) >= 1 << 64:
        raise BadOption(f"{text!r} is not a seed", what_to_do="give a number from 0 to 2^64 − 1")
    return int(digits)


def _read_saved(game: PricedGame, file: Path | None, resume: bool) -> "SavedRun | None":
    from pitboss.odds.simulation import saved

    if file is None:
        return None
    if not resume:
        if file.exists():
            raise BadOption(
                f"{file} already exists",
                what_to_do="continue it with --resume, or name another file",
            )
        if not file.parent.is_dir():
            raise BadOption(f"there is no directory {file.parent}")
        return None
    run = saved.read(file)
    if run.job.game != game.game.key:
        raise saved.BadSave(
            f"it is a simulation of {run.job.game}, not of {game.game.key}", where=str(file)
        )
    saved.check(file, run, game.fingerprint)
    return run


def _job(
    game: PricedGame,
    letters: dict[str, str],
    policy: str | None,
    seats: int | None,
    seed: int | None,
    saved: "SavedRun | None",
    resume: str,
) -> "tuple[Job, str]":
    """The job and the name of its policy. Options must not contradict a saved job."""
    from pitboss.odds.simulation.job import job_of

    if saved is None:
        chosen = seed if seed is not None else secrets.randbits(32)
        base = job_of(game, letters, seats=1 if seats is None else seats, seed=chosen)
        name = policy or POLICIES[0]
        return msgspec.structs.replace(base, policy=_policy(game, base.base, name)), name
    old = saved.job
    new = job_of(
        game,
        dict(old.letters) | letters,
        seats=old.seats if seats is None else seats,
        seed=old.seed if seed is None else seed,
    )
    text = old.policy if policy is None else _policy(game, new.base, policy)
    for verb, now, before in (
        ("tables differ", new.letters, old.letters),
        ("seats differ", new.seats, old.seats),
        ("seed differs", new.seed, old.seed),
        ("policy differs", text, old.policy),
    ):
        if now != before:
            raise BadOption(
                f"its {verb} from the options",
                where=resume,
                what_to_do="leave the option out, or start a new file with --save",
            )
    return old, saved.policy


def _policy(game: PricedGame, letters: dict[str, str], policy: str) -> str:
    """`optimal`, or the text of rule lists."""
    from pitboss.odds.rule_lists.loader import is_function, load_function
    from pitboss.odds.rule_lists.text import BadPolicy, read, write
    from pitboss.odds.simulation.job import OPTIMAL

    if policy == OPTIMAL:
        return OPTIMAL
    if policy == POLICIES[1]:
        from pitboss.odds.rule_lists.price import pocket_card

        return write(game.game.key, pocket_card(game, letters).lists)
    if is_function(policy):
        from pitboss.odds.rule_lists.functions import function_policy

        return function_policy(game, letters, load_function(policy), policy)
    try:
        text = Path(policy).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadOption(
            f"cannot read the policy {policy}: {why}",
            what_to_do="give optimal, human, a file of rule lists, or FILE.py:FUNCTION",
        ) from error
    key, _ = read(text, policy)
    if key != game.game.key:
        raise BadPolicy(f"it is a policy of {key}, not of {game.game.key}", where=policy)
    return text


def _run(job: "Job", rounds: int, saved: "SavedRun | None", file: str, resume: str) -> "Run":
    from pitboss.odds.rule_lists.text import BadPolicy
    from pitboss.odds.simulation.run import Run
    from pitboss.odds.simulation.saved import BadSave

    try:
        return Run(job, rounds, saved)
    except BadPolicy as error:
        # The engine knows the text, not its file.
        if file and error.where:
            error.where = file + error.where.removeprefix("policy")
        raise
    except BadSave as error:
        error.where = resume
        raise


def _pool(cluster: str, workers: int | None) -> "Pool[Any]":
    if cluster:
        from pitboss.odds.simulation.cluster import Cluster

        return Cluster(cluster)
    from pitboss.odds.simulation.run import ThreadPool, cores

    return ThreadPool(workers or cores())


# ── dealing ───────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def _interrupts() -> Iterator[threading.Event]:
    """The first Ctrl-C sets the event; a second one interrupts as usual."""
    interrupt = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return

    def on_signal(number: int, frame: FrameType | None) -> None:
        if interrupt.is_set():
            raise KeyboardInterrupt
        interrupt.set()

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


def _deal(run: "Run", pool: "Pool[Any]", file: Path | None, policy: str) -> tuple[float, bool]:
    from pitboss.commands.views.simulate import progress
    from pitboss.odds.simulation import saved
    from pitboss.odds.simulation.run import Stopwatch

    watch = Stopwatch(run)
    if file is not None:
        saved.write(file, run.saved(policy))  # refuses now, not after hours of dealing
    last_write = time.monotonic()
    try:
        with _interrupts() as interrupt, progress(run, watch) as show:
            for _ in run.go(pool, interrupt.is_set):
                show()
                if file is not None and time.monotonic() - last_write > CHECKPOINT_SECONDS:
                    saved.write(file, run.saved(policy))
                    last_write = time.monotonic()
    finally:
        # Also when a cluster is lost: the batches dealt so far are not.
        seconds = watch.seconds
        if file is not None:
            saved.write(file, run.saved(policy))
    return seconds, run.dealt < run.rounds


def _report(
    run: "Run", policy: str, seconds: float, stopped: bool, where: str, as_json: bool
) -> int:
    from pitboss.commands.views.simulate import text
    from pitboss.odds.simulation.run import record

    results = run.estimates()
    if as_json:
        echo_json(record(run, results, policy, seconds))
    else:
        click.echo("\n".join(text(run, results, policy, seconds, where)))
    if stopped:
        return INTERRUPTED
    return 0 if all(each.agrees for each in results) else DISAGREES
