"""Metrics of requests, the port that serves them, and the log as JSON."""

import asyncio
import json
import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import httpx
import pytest

from house.postgres import free_port
from kit.house_process import HouseProcess
from kit.premises import PASSWORD
from kit.waiting import PATIENCE
from pitboss.house.storage.failures import COMMITS
from web.asgi import Place, running


def values(text: str) -> dict[str, float]:
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_latency_refusals_and_statuses_are_counted(place: Place) -> None:
    async def story() -> None:
        async with running(place):
            guest, auditor = await place.guest(), await place.staff("auditor")
            for path in ("/api/tables/big-river", "/api/tables/three-primes"):
                assert (await guest.get(path)).status == 200
            await guest.get("/api/tables/none")
            await guest.ask("big-river", "Leave", seat=1)
            await guest.get("/no/such/page")
            here = values((await auditor.get("/metrics")).body.decode())
            labels = 'method="GET",route="/api/tables/{table}"'
            assert here[f"pitboss_request_seconds_count{{{labels}}}"] == 3
            assert here[f'pitboss_request_seconds_bucket{{{labels},le="+Inf"}}'] == 3
            assert here[f"pitboss_request_seconds_sum{{{labels}}}"] > 0
            buckets = [v for name, v in here.items() if f"bucket{{{labels}" in name]
            assert buckets == sorted(buckets), "each holds those below it"
            assert here['pitboss_refusals_total{reason="NO_SUCH_TABLE"}'] == 1
            assert sum(v for k, v in here.items() if k.startswith("pitboss_refusals_total")) == 3
            assert here['pitboss_responses_total{status="404"}'] == 2
            assert here['pitboss_request_seconds_count{method="GET",route="other"}'] == 1
            assert here["pitboss_duty_lateness_seconds"] == here["pitboss_clock_jumps_total"] == 0
            assert here["pitboss_failed_commits_total"] == COMMITS.failures
            assert not any("three-primes" in name for name in here if "request" in name)

    asyncio.run(story())


def test_every_answer_has_an_id_of_its_own(place: Place) -> None:
    async def story() -> None:
        ids = [(await place.client().get("/live")).header("x-request-id") for _ in range(3)]
        assert len(set(ids)) == 3 and all(ids)
        assert all(str(one).startswith(place.house.server) for one in ids)

    asyncio.run(story())


def read(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_the_served_house(directory: Path) -> None:
    """Metrics at their own port, hosts, the collector, and a log of JSON lines without secrets."""
    port = free_port()
    options = ("--metrics-port", str(port), "--log-format", "json", "--name", "pit.test")
    house = HouseProcess(directory, *options)
    elsewhere = f"http://127.0.0.1:{port}"
    try:
        with httpx.Client(base_url=house.url, timeout=PATIENCE) as client:
            guest = client.post("/api/guest").json()
            token = guest["token"]
            header = {"authorization": f"Bearer {token}"}
            client.get("/api/tables/big-river?after=0&token=s3cret-query", headers=header)
            wrong = {"name": "somebody", "password": PASSWORD}
            assert client.post("/api/login", json=wrong).status_code == 401
            assert client.get("/metrics").status_code == 403
            assert client.get("/", headers={"host": "pit.test:80"}).status_code == 200
            refusal = client.get("/api/tables", headers={"host": "evil.test"})
            assert refusal.status_code == 421
            name = refusal.headers["x-request-id"]
        status, text = read(f"{elsewhere}/metrics")
        assert status == 200 and "# TYPE pitboss_request_seconds histogram" in text
        here = values(text)
        assert here["pitboss_memory_blocks"] > 10_000 > here["pitboss_collector_old"]
        assert here["pitboss_collector_pause_max_seconds"] < PATIENCE
        assert read(f"{elsewhere}/ready")[0] in (200, 503)
        for path in ("/", "/api/tables", "/api/me"):
            assert read(elsewhere + path)[0] == 421
    finally:
        house.stop()
    log = house.errors.read_text()
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.splitlines() if line[0] == "{"]
    requests = {line["request"]: line for line in lines if line["message"] == "request"}
    view = next(line for line in requests.values() if line["path"] == "/api/tables/big-river")
    assert view["person"] == guest["name"] and view["table"] == "big-river"
    assert view["status"] == 200 and view["ms"] >= 0 and view["level"] == "info"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", view["at"])
    assert requests[name]["refusal"] == "WRONG_HOST" and requests[name]["status"] == 421
    for secret in (token, "s3cret", PASSWORD, "Bearer"):
        assert secret not in log


@pytest.mark.parametrize("role", ["player", "dealer"])
def test_metrics_are_not_for_everyone(place: Place, role: str) -> None:
    async def story() -> None:
        client = await place.guest() if role == "player" else await place.staff(role)
        assert (await client.get("/metrics")).status == 403
        assert (await place.client().get("/metrics")).status == 401

    asyncio.run(story())
