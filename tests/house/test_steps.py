"""A round step by step: the views of a seat, and later corrections."""

import pytest

from house.stage import Stage
from house.test_corrections import FAY, FLO, correction, played
from pitboss.house.history import rounds as recall
from pitboss.house.history.rounds import NoSuchRound
from pitboss.house.history.steps import steps
from pitboss.house.people import approvals
from pitboss.house.writing.replies import Done
from pitboss.table import commands as c


def test_a_corrected_round_tells_of_it(stage: Stage) -> None:
    table = played(stage)
    assert steps(stage.house, table, 1, "auditor", None).corrections == []
    number = approvals.request_approval(stage.house, FAY, table, correction(table, stage, 25_50))
    assert isinstance(approvals.decide_approval(stage.house, FLO, number, approve=True), Done)
    corrections = steps(stage.house, table, 1, "seat-1", "ann").corrections
    assert corrections == recall.round_record(stage.house, table, 1, "ann")["corrections"]
    assert [one["cents"] for one in corrections] == [25_50]


def test_a_seat_has_the_eyes_of_who_wagered_there(stage: Stage) -> None:
    """ann gets up before the bets close; bob takes her seat and plays the round."""
    table = stage.table("let-it-ride")
    for name in ("ann", "bob"):
        stage.player(name)
    ann = stage.sit(table, "ann")
    stage.open(table)
    stage.must(table, c.Leave(by=ann, seat=1))
    stage.sit(table, "bob")
    stage.bet(table)
    stage.play(table)
    record = steps(stage.house, table, 1, "seat-1", "bob")
    assert [(one.seat, one.player) for one in record.seats] == [(1, "bob")]
    # While the seat was ann's, bob sees only what any watcher sees.
    sat = next(n for n, step in enumerate(record.steps) if step.event.get("player") == "bob")
    before = [step.view for step in record.steps[:sat] if step.view is not None]
    assert before and all(view.chips is None for view in before)
    after = [step.view for step in record.steps[sat:] if step.view is not None]
    assert any(view.chips is not None for view in after)
    for viewer, asker in (("seat-1", "ann"), ("seat-2", None), ("watcher", "bob"), ("boss", None)):
        with pytest.raises(NoSuchRound):
            steps(stage.house, table, 1, viewer, asker)


def test_views_are_left_out_where_nothing_changed(stage: Stage) -> None:
    table = played(stage)
    record = steps(stage.house, table, 1, "seat-1", None)
    last = record.first
    shown = 0
    for step in record.steps:
        assert step.view is None or step.view != last
        shown += step.view is not None
        last = step.view or last
    assert 5 < shown < len(record.steps)
    assert last.round == 2 and record.first.round == 1
