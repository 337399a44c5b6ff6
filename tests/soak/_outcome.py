"""How a campaign reports: a line every ten seconds, one at its end, and a file with `--record`."""

import argparse
import datetime
import json
import os
import platform
import threading
import time
from pathlib import Path
from typing import Final

import msgspec

from kit.checkout import commit

RESULTS: Final = Path(__file__).parent / "results"
PROGRESS_SECONDS: Final = 10.0


class Outcome(msgspec.Struct):
    """What a campaign did: `count` trials with `failures`, each of them named in `notes`.

    A full run has at least the trials that are `due` and no `options`.
    """

    campaign: str
    what: str
    seed: int
    count: int = 0
    failures: int = 0
    seconds: float = 0.0
    machine: str = ""
    date: str = ""
    commit: str = ""
    detail: dict[str, int] = {}
    notes: list[str] = []
    due: int = 0  # where the number is known in advance
    options: list[str] = []  # that make it another run than the full one

    def fail(self, text: str) -> None:
        self.failures += 1
        self.notes.append(text)
        print(f"{self.campaign}: FAILED: {text}", flush=True)


def machine() -> str:
    cores = len(os.sched_getaffinity(0))
    system, version = f"{platform.system()} {platform.machine()}", platform.python_version()
    return f"{cores} cores, {system}, Python {version}"


class Campaign:
    """The arguments that every campaign has, its clock and its outcome."""

    def __init__(self, name: str, what: str, *, count: int = 0, resumes: bool = False) -> None:
        self.parser = argparse.ArgumentParser(prog=f"./pit soak {name}", description=what)
        self.parser.add_argument("--seed", type=int, default=1)
        if count:
            self.parser.add_argument("--count", type=int, default=count)
        self.parser.add_argument(
            "--record", action="store_true", help="keep the outcome for docs/reliability.md"
        )
        if resumes:
            self.parser.add_argument(
                "--resume", action="store_true", help="continue where a recorded campaign ended"
            )
        self.name, self.what, self.due, self.began = name, what, count, time.monotonic()
        self.ended = threading.Event()

    def parse(self) -> argparse.Namespace:
        self.args = self.parser.parse_args()
        self.outcome = Outcome(self.name, self.what, self.args.seed, detail={}, notes=[])
        # The files under test are those of the start; a commit may land while a campaign runs.
        self.outcome.commit = commit()
        if getattr(self.args, "resume", False):
            self._resume()
        self.outcome.due, self.outcome.options = self.due, self._options()
        threading.Thread(target=self._report_progress, daemon=True).start()
        return self.args

    def _options(self) -> list[str]:
        """Those that differ from a full run's; more trials than are due are a full run too."""
        other = {
            name: value
            for name, value in vars(self.args).items()
            if name not in ("seed", "record", "resume") and value != self.parser.get_default(name)
        }
        if other.get("count", 0) > self.due:
            del other["count"]
        return [f"--{name.replace('_', '-')} {value}" for name, value in other.items()]

    def _resume(self) -> None:
        """Takes over the recorded outcome, if it is of this seed and this code."""
        record = msgspec.json.decode((RESULTS / f"{self.name}.json").read_bytes(), type=Outcome)
        if (record.seed, record.commit) != (self.args.seed, self.outcome.commit):
            self.parser.error(f"the record is of seed {record.seed} at commit {record.commit}")
        self.outcome, self.began = record, self.began - record.seconds

    def _report_progress(self) -> None:
        while not self.ended.wait(PROGRESS_SECONDS):
            self._print(time.monotonic() - self.began)

    def _print(self, seconds: float) -> None:
        outcome = self.outcome
        detail = ", ".join(f"{number:,} {what}" for what, number in [*outcome.detail.items()])
        print(
            f"{outcome.campaign}: {outcome.count:,} trials{f' ({detail})' if detail else ''}, "
            f"{outcome.failures} failures, seed {outcome.seed}, {seconds:.0f} s",
            flush=True,
        )

    def keep(self) -> None:
        """Writes the outcome so far, where it is to be recorded."""
        outcome = self.outcome
        outcome.seconds = round(time.monotonic() - self.began, 1)
        outcome.machine = machine()
        outcome.date = datetime.datetime.now(datetime.UTC).date().isoformat()
        if self.args.record:
            RESULTS.mkdir(exist_ok=True)
            path = RESULTS / f"{self.name}.json"
            raw = msgspec.json.encode(outcome)
            path.write_text(json.dumps(json.loads(raw), indent=1, sort_keys=True) + "\n")

    def finish(self) -> int:
        self.ended.set()
        self.keep()
        self._print(self.outcome.seconds)
        return 1 if self.outcome.failures else 0
