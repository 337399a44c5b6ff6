"""The garbage collector's beat: young collections under load, a full one while nobody asks."""

import asyncio
import gc
from collections.abc import Iterable

import pytest

from pitboss.web import collector
from pitboss.web.collector import MIDDLE_BEATS, QUIET_BEATS, Collector


def collections(monkeypatch: pytest.MonkeyPatch, counts: Iterable[int]) -> list[int]:
    """The generations that are collected while a server counts so many requests, beat by beat."""
    generations: list[int] = []
    beats = iter(counts)
    monkeypatch.setattr(gc, "collect", lambda generation=2: generations.append(generation))
    monkeypatch.setattr(collector, "BEAT_SECONDS", 0)
    monkeypatch.setattr(collector, "IDLE_SECONDS", 0)
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
