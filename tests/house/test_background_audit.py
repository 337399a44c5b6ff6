"""An audit in the background is the house's, whichever server runs it."""

from collections.abc import Callable

import msgspec

from house.stage import Stage
from kit.waiting import wait_until
from pitboss.house.audit import background as module
from pitboss.house.audit.background import AuditStatus, BackgroundAudit
from pitboss.house.servers.messages import MAX_BYTES


def joined(open_stage: Callable[[], Stage]) -> tuple[Stage, list[BackgroundAudit]]:
    """Two servers of one house, whose notices arrive at once."""
    one, other = open_stage(), open_stage()
    one.house.notices.relay = other.house.notices.deliver
    other.house.notices.relay = one.house.notices.deliver
    return one, [BackgroundAudit(stage.house) for stage in (one, other)]


def test_all_servers_show_the_audit_that_one_runs(open_stage: Callable[[], Stage]) -> None:
    stage, (here, there) = joined(open_stage)
    stage.table()
    assert there.state().state == "none"
    here.start("ada")
    report = here.wait()
    assert report.state == "done" and report.read > 0 and not any(report.faults.values())
    assert there.state() == report
    stage.now.sleep(1)
    there.start("bob")
    assert there.wait().by == "bob" and here.state() == there.state(), "the newest counts"


def test_a_second_request_joins_the_audit_of_another_server(
    open_stage: Callable[[], Stage],
) -> None:
    stage, (here, there) = joined(open_stage)
    there._hear(msgspec.json.encode(AuditStatus("runs", "ada", stage.now())).decode())
    assert there.start("bob").by == "ada"
    there._heard_at -= module._LOST_SECONDS + 1
    assert there.state().state == "failed", "its server is silent for too long"
    assert there.start("bob").by == "bob"
    wait_until(lambda: there.state().state == "done")
    assert here.state().by == "bob"


def test_faults_that_do_not_fit_a_message_are_counted() -> None:
    faults = {"check_chain": ["é" * 90] * 1000, "check_rules": ["one"]}
    short = module._short(AuditStatus("done", faults=faults, remarks=["x" * 9000] * 9))
    assert len(msgspec.json.encode(short)) < MAX_BYTES - 100
    number = len(short.faults["check_chain"]) - 1
    assert short.faults["check_chain"][-1] == f"and {1000 - number} more: see pitboss audit"
    assert short.faults["check_rules"], "a check with faults never looks right"
