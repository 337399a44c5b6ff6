"""`pitboss serve` as a process of its own, on a port that the system chooses."""

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

from kit.waiting import PATIENCE

SERVE: Final = (sys.executable, "-m", "pitboss", "serve", "--port", "0", "--data")


class HouseProcess:
    """A house that is open: its address stands in the first line that it prints."""

    def __init__(self, place: Path, *options: str) -> None:
        self.errors = place / "stderr"
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [*SERVE, str(place), *options], stdout=subprocess.PIPE, stderr=errors, text=True
            )
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        self.first_line = self.line()
        timer.cancel()
        address = re.search(r"http://[^\s/]+", self.first_line)
        assert address is not None, self.first_line + self.errors.read_text()
        self.url = address[0]

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends it unless it has ended; returns its exit code."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code
