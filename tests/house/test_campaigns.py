"""A little of each campaign of `./pit soak`, and that each of them finds a planted defect."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench._load_record import Figure, row_record, write
from dev import list_campaigns
from dev.reliability import report
from house.crashes import forker
from kit.checkout import RECORDS, commit
from kit.waiting import wait_until
from pitboss.house.service import House
from pitboss.house.storage.database import Store
from pitboss.house.writing.replies import Done, Reply
from pitboss.table.refusals import Refusal
from soak import disk, kills, no_more_bets, power, retries
from soak._kill_proxy import kill_proxy
from soak._outcome import Campaign, Outcome
from soak._round import DATABASE, Scene, copy_of, give, scene

GAME = "mississippi-stud"


@contextmanager
def outcome(name: str) -> Iterator[Outcome]:
    """The outcome of a short run, which must have no failures."""
    short = Outcome(name, "short", 1, detail={}, notes=[])
    yield short
    assert short.count
    assert not short.failures, short.notes


def failures(short: Outcome) -> str:
    return " ".join(short.notes)


@pytest.fixture(scope="module")
def databases(postgres: str) -> kills.Databases:
    return kills.Databases(postgres)


def test_power_losses_keep_what_was_acknowledged() -> None:
    with outcome("power") as short:
        power.run(short, 5)
        assert short.detail["file calls"], "no checkpoint"


def test_disk_errors_are_never_acknowledged() -> None:
    with outcome("disk") as short:
        disk.run(short, every=60, games=(GAME,))
        for name in ("I/O error, house.db", "failed read, house.db-wal"):
            assert short.detail.get(name), short.detail


def test_an_acknowledgement_in_spite_of_a_disk_error_is_found() -> None:
    def optimist(house: House, table: str, name: str, raw: str) -> Reply:
        """A defect: says that all is well, whatever happens."""
        try:
            return give(house, table, name, raw)
        except Exception:
            return Done(table, house.live(table).seq + 1, 1)

    lost_disk = disk.WAYS[-1]
    _, faults = disk.trial(scene(GAME), lost_disk, 20, anew=True, give=optimist)
    assert any("is lost" in text for text in faults), faults


def short_scene(length: int) -> Scene:
    whole = scene(GAME)
    return whole._replace(script=whole.script[:length], replies=whole.replies[:length])


def test_kills_lose_and_double_nothing_on_sqlite() -> None:
    with outcome("kills") as short, forker(kills.CHILD) as run:
        for number, faults in enumerate(kills.on_sqlite(short_scene(1), run, 5)):
            kills.note(short, "boundaries", faults, f"kill {number}")
        assert short.count > 3


def test_a_kill_by_the_clock_waits_for_the_first_command() -> None:
    with copy_of(scene(GAME)) as place, forker(kills.CHILD) as run:
        killer = kills.Killer(scene(GAME), place, str(place / DATABASE), run)
        killed, faults = killer.live(slice(None), seconds=0.0)
        assert killed and not faults
        assert killer.report.exists()


def test_each_random_kill_that_is_counted_came_in_its_round() -> None:
    lives: list[bool] = []

    with outcome("kills") as short, forker(kills.CHILD) as run:

        def noted(job: dict[str, Any]) -> dict[str, Any]:
            answer = run(job)
            replies = Path(job["report"]).read_text().count("\n")
            lives.append(answer["killed"] and replies < len(job["script"]))
            return answer

        kills.run_random(short, noted, None, 4)
    assert short.count == short.detail["in a round on SQLite"] == sum(lives) == 4


def test_kills_lose_and_double_nothing_on_postgresql(databases: kills.Databases) -> None:
    game = short_scene(2)
    ends: list[int] = []

    with (
        outcome("kills") as short,
        forker(kills.CHILD) as run,
        kill_proxy(databases.server) as proxy,
    ):

        def noted(job: dict[str, Any]) -> dict[str, Any]:
            if job.get("where"):  # the command whose reply is awaited was never given before
                ends.append(last_seq(job["url"], game.table) - game.seq)
            return run(job)

        trials = kills.on_postgres(game, databases, proxy, noted, 5)
        for number, faults in enumerate(trials):
            kills.note(short, "boundaries", faults, f"kill {number}")
    assert short.count > 6
    assert ends == [0, 0, 1, 1]


def last_seq(url: str, table: str) -> int:
    store = Store(url)
    with store.read() as tx:
        seq = tx.exec_driver_sql(f"SELECT seq FROM tables WHERE id = '{table}'").scalar()
    store.close()
    return int(seq or 0)


def test_a_reply_before_the_commit_is_found() -> None:
    with forker(kills.CHILD) as run:
        faults = next(kills.on_sqlite(short_scene(1), run, plant="reply"))
    assert any("is lost" in text for text in faults), faults


def test_a_reply_before_the_commit_is_found_on_postgresql(databases: kills.Databases) -> None:
    with forker(kills.CHILD) as run, kill_proxy(databases.server) as proxy:
        faults = next(kills.on_postgres(short_scene(1), databases, proxy, run, plant="reply"))
    assert any("is lost" in text for text in faults), faults


def test_a_reply_before_the_answer_to_the_commit_is_found(databases: kills.Databases) -> None:
    """A house that is slow to reply may be killed first; another life then shows the defect."""
    with forker(kills.CHILD) as run, kill_proxy(databases.server) as proxy:

        def is_lost() -> bool:
            trials = kills.on_postgres(short_scene(1), databases, proxy, run, plant="publish")
            faults = [*islice(trials, 4)]  # statements are prepared, then the COMMIT is sent
            return any("is lost" in text for text in chain(*faults))

        wait_until(is_lost)


def test_retries_have_one_effect_and_one_reply() -> None:
    with outcome("retries") as short:
        retries.run(short, 120)


def test_a_retry_with_a_second_effect_is_found() -> None:
    short = Outcome("retries", "planted", 1, detail={}, notes=[])
    retries.house("planted", 120, short, plant=True)
    assert "entries for" in failures(short)


def test_no_wager_is_accepted_after_the_close() -> None:
    with outcome("no_more_bets") as short:
        no_more_bets.run(short, 120)
        assert short.detail["accepted"]
        assert short.detail["refused"]


def test_a_wager_accepted_after_the_close_is_found() -> None:
    def believe(reply: Reply) -> Reply:
        """A defect: a refused wager is acknowledged."""
        return Done("table-0", 10**6, 1) if isinstance(reply, Refusal) else reply

    short = Outcome("no_more_bets", "planted", 1, detail={}, notes=[])
    no_more_bets.house("planted", GAME, 1, short, believe)
    assert "bets closed at" in failures(short)


def test_the_report_shows_each_recorded_outcome(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("soak._outcome.RESULTS", tmp_path)
    monkeypatch.setattr("soak._outcome.commit", lambda: "0123456789ab+")
    monkeypatch.setattr("sys.argv", ["power", "--seed", "7", "--record"])
    campaign = Campaign("power", "the power goes", count=9)
    campaign.parse()
    campaign.outcome.count = 6000
    campaign.outcome.fail("a command is lost")
    assert campaign.finish() == 1
    text = report(tmp_path)
    assert "| `power` | the power goes | 6,000 | 1 | 7 |" in text
    assert "Failures of `power`:\n\n- a command is lost\n" in text
    assert "| `0123456789ab+` |" in text
    assert "cores" in text


@pytest.mark.parametrize(
    ("options", "trials", "cell"),
    [
        ("", 9, "| 9 |"),
        ("--count 12", 12, "| 12 |"),
        ("", 7, "| 7 (*part*: 9 are due) |"),
        ("--count 7", 11, "| 11 (*part*: `--count 7`) |"),
        ("--every 100", 9, "| 9 (*part*: `--every 100`) |"),
    ],
)
def test_the_report_marks_a_part_of_a_campaign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, trials: int, cell: str
) -> None:
    monkeypatch.setattr("soak._outcome.RESULTS", tmp_path)
    monkeypatch.setattr("sys.argv", ["disk", "--record", "--seed", "2", *options.split()])
    campaign = Campaign("disk", "the disk fails", count=9)
    campaign.parser.add_argument("--every", type=int, default=1)
    campaign.parse()
    campaign.outcome.count = trials
    campaign.finish()
    assert f"| the disk fails {cell}" in report(tmp_path)


def test_the_records_of_campaigns_do_not_mark_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kit.checkout.HERE", tmp_path)

    def git(*args: str) -> None:
        subprocess.run(("git", *args), cwd=tmp_path, check=True, capture_output=True)

    record, page, code = (tmp_path / name for name in (*RECORDS, "kills.py"))
    for path in (record / "kills.json", page, code):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    git("init")
    git("add", ".")
    git("-c", "user.name=ann", "-c", "user.email=ann@example.com", "commit", "-m", "first")
    revision = commit()
    (record / "kills.json").write_text("2")
    page.write_text("2")
    assert revision and commit() == revision
    code.write_text("2")
    assert commit() == f"{revision}+"


def test_the_report_shows_older_outcomes_that_name_no_commit(tmp_path: Path) -> None:
    older = Outcome("power", "the power goes", 7, date="2026-11-16")
    record = msgspec.to_builtins(older)
    for later in ("commit", "due", "options"):
        del record[later]
    (tmp_path / "power.json").write_bytes(msgspec.json.encode(record))
    text = report(tmp_path)
    assert "| 2026-11-16 | – |" in text and "| the power goes | 0 (*earlier*) | 0 | 7 |" in text


def test_the_report_shows_the_figures_of_a_bench_with_their_limits(tmp_path: Path) -> None:
    figures = [
        Figure("sqlite", "dealing", "answer to drawn, 95%", 28.0, "ms", 100),
        Figure("sqlite", "dealing", "tasks over 50 ms", 2, "", 0),
        Figure("sqlite", "dealing", "rounds", 6, ""),
    ]
    row = row_record("sqlite", "dealing", "0123456789ab", "", figures)
    write(tmp_path / "bench-web.json", [row], ("pages", "dealing"))
    text = report(tmp_path)
    assert "## The pages in a browser, all effects on (`./pit bench web`)" in text
    assert "| sqlite | dealing | answer to drawn, 95% | 28 ms | ≤ 100 | holds |" in text
    assert "| sqlite | dealing | tasks over 50 ms | 2 | ≤ 0 | **fails** |" in text
    assert "| rounds |" not in text and "| `0123456789ab` |" in text


def test_scenes_are_copied_whole() -> None:
    with copy_of(scene(GAME)) as place:
        assert (place / DATABASE).exists()


@pytest.mark.parametrize("folder", list_campaigns.PLACES)
def test_everything_that_is_listed_can_be_run(
    folder: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["list_campaigns.py", folder])
    list_campaigns.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 5
    for line in lines:
        name, about = line.split(maxsplit=1)
        source = (list_campaigns.PLACES[folder] / f"{name}.py").read_text()
        assert about, name
        assert "\ndef main() -> int:\n" in source, name
