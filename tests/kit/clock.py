"""A house's time under a test's control."""

from typing import Final

from pitboss.house.clock import SteadyClock

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


class TwoClocks(SteadyClock):
    """The wall clock and the monotonic clock of a machine, and the house's time by them."""

    def __init__(self, at: int = START) -> None:
        self.wall_ms, self.monotonic_ms = at, 5_000
        super().__init__(lambda: self.wall_ms * 1_000_000, lambda: self.monotonic_ms * 1_000_000)

    @property
    def at(self) -> int:
        return self()

    def sleep(self, seconds: float) -> None:
        self.wall_ms += int(seconds * 1000)
        self.monotonic_ms += int(seconds * 1000)

    def jump_by(self, seconds: float) -> None:
        self.wall_ms += int(seconds * 1000)
