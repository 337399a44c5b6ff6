"""A house's time in the hands of a test."""

from typing import Final

START: Final = 1_800_000_000_000


class Clock:
    """Milliseconds: moved by the test, and by `tick` whenever it is read."""

    def __init__(self, at: int = START, *, tick: int = 0) -> None:
        self.at, self.tick = at, tick

    def __call__(self) -> int:
        self.at += self.tick
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += int(seconds * 1000)
