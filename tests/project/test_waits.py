"""No wait shorter than a minute decides a result, not even a library's own."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
OWN_LIMIT = re.compile(r"websockets\.\w+\.client import .*\bconnect\b|\bCluster\(\w+\.\w+\)")


def test_sockets_and_clusters_are_opened_with_the_patience_of_the_tests() -> None:
    assert OWN_LIMIT.search("from websockets.sync.client import ClientConnection, connect")
    assert OWN_LIMIT.search("Cluster(local.scheduler_address)")
    files = TESTS.rglob("*.py")
    assert [p.name for p in files if p != Path(__file__) and OWN_LIMIT.search(p.read_text())] == []
