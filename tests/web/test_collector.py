"""The garbage collector's beat: young collections under load, a full one while nobody asks, and old
objects a few at a time.
"""

import asyncio
import contextlib
import gc
import weakref
from collections.abc import Iterable, Iterator

import pytest

from pitboss.web import collector
from pitboss.web.collector import MAX_OLD, MIDDLE_BEATS, QUIET_BEATS, Collector


class Circle:
    """Only the collector frees it, once nobody else has it."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    """A collector that has started, with beats that do not wait."""
    monkeypatch.setattr(collector, "BEAT_SECONDS", 0)
    monkeypatch.setattr(collector, "IDLE_SECONDS", 0)
    thresholds, server = gc.get_threshold(), Collector()
    server.start()
    yield server
    server.stop()
    gc.set_threshold(*thresholds)


def beat(server: Collector, counts: Iterable[int]) -> None:
    beats = iter(counts)
    with pytest.raises(RuntimeError, match="StopIteration"):
        asyncio.run(server.run(lambda: next(beats)))


@contextlib.contextmanager
def old_walks(sizes: list[int]) -> Iterator[None]:
    """Counts the objects of every collection of old objects, whoever starts it."""

    def measure(phase: str, about: dict[str, int]) -> None:
        if (phase, about["generation"]) == ("start", 2):
            sizes.append(len(gc.get_objects()))

    gc.callbacks.append(measure)
    yield
    gc.callbacks.remove(measure)


def collections(monkeypatch: pytest.MonkeyPatch, counts: Iterable[int]) -> list[int]:
    """The generations that are collected while a server counts so many requests, beat by beat."""
    generations: list[int] = []
    beats = iter(counts)
    monkeypatch.setattr(gc, "collect", lambda generation=2: generations.append(generation))
    monkeypatch.setattr(collector, "BEAT_SECONDS", 0)
    monkeypatch.setattr(collector, "IDLE_SECONDS", 0)
    gc.freeze()  # what the tests before left
    with pytest.raises(RuntimeError, match="StopIteration"):
        asyncio.run(Collector().run(lambda: next(beats)))
    return generations


def test_a_busy_server_collects_no_old_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    generations = collections(monkeypatch, range(4 * MIDDLE_BEATS + 1))
    assert generations.count(0) == 4 * (MIDDLE_BEATS - 1)
    assert generations.count(1) == 4 and 2 not in generations


def test_a_quiet_server_collects_all_once(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = [7] * (3 * QUIET_BEATS)
    assert collections(monkeypatch, quiet).count(2) == 1
    assert collections(monkeypatch, [*quiet, *range(8, 20), *quiet]).count(2) == 2


def test_python_never_collects_old_objects_by_itself(server: Collector) -> None:
    """However many young collections there were: here as many as in an hour."""
    survivors: list[list[int]] = []
    walks: list[int] = []

    def requests() -> Iterator[int]:
        yield from range(17_000)
        walks.clear()
        survivors.extend([] for _ in range(60_000))

    with old_walks(walks):
        beat(server, requests())
    assert not walks


def test_a_busy_server_walks_few_old_objects(server: Collector) -> None:
    """However much survives. A circle that outlives its request is freed meanwhile."""
    survivors: list[list[int]] = []
    circles: list[Circle] = []
    references: list[weakref.ref[Circle]] = []
    walks: list[int] = []

    def requests() -> Iterator[int]:
        for number in range(2_000):
            survivors.extend([] for _ in range(30))
            if number % 5 == 0:  # those before are old now
                circles[:] = [Circle() for _ in range(100)]
                references.extend(map(weakref.ref, circles))
            yield number

    with old_walks(walks):
        beat(server, requests())
    assert len(walks) > 5 and max(walks) < 2 * MAX_OLD
    assert sum(circle() is not None for circle in references) < MAX_OLD


@pytest.mark.parametrize("counts", [range(100, 120), [100] * 2 * QUIET_BEATS])
def test_frozen_circles_are_freed_once_memory_has_grown(
    server: Collector, counts: Iterable[int]
) -> None:
    """On a busy server and on a quiet one."""
    circles = [Circle() for _ in range(MAX_OLD + 1)]
    frozen = weakref.ref(circles[0])
    beat(server, range(20))
    circles.clear()
    more = [Circle() for _ in range(MAX_OLD + 1)]
    beat(server, counts)
    assert frozen() is not None and server.old < MAX_OLD
    server._base = 0
    more += [Circle() for _ in range(MAX_OLD + 1)]
    beat(server, counts)
    assert frozen() is None
