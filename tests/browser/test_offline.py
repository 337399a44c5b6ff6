"""Installed, and without a network: rules, pocket card and trainer work; nothing private is
stored."""

from playwright.sync_api import Page, expect

from browser.house import Server
from browser.visits import Visits
from kit.waiting import wait_until
from pitboss.web.offline import worker_plan

STORED = """async () => {
  const list = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      list.push(new URL(request.url).pathname);
  return list;
}"""


def stored(page: Page) -> set[str]:
    return set(page.evaluate(STORED))


def test_pages_work_without_a_network(server: Server, visit: Visits) -> None:
    page = visit("/trainer", service_workers="allow")
    expect(page.locator("main pit-card").first).to_be_visible()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    games = list(server.choices)
    plan = worker_plan(games)
    shown = ("let-it-ride", "mississippi-stud")  # the games that are opened below
    needed = {path for path in plan.answers if any(game in path for game in shown)}

    def complete() -> bool:
        page.evaluate(
            "() => navigator.serviceWorker.ready.then((one) => one.active.postMessage('store'))"
        )
        page.wait_for_timeout(500)
        return needed | {"/api/games"} <= stored(page)

    wait_until(complete)
    page.goto("/rounds")  # a private page, with private answers
    page.goto("/session")
    allowed = {*plan.pages, *plan.files, *plan.answers}
    assert stored(page) <= allowed
    assert not any(path.startswith(("/api/me", "/api/here", "/api/rounds")) for path in allowed)

    context = page.context
    visit.forgive(page, "ERR_INTERNET_DISCONNECTED")
    visit.forgive(page, "Failed to fetch")
    context.set_offline(True)
    page.goto("/rules/let-it-ride")
    expect(page.locator("#clauses")).to_be_visible()
    expect(page.locator("#example .hand-felt")).to_be_visible()
    expect(page.get_by_text("No network.")).to_be_visible()
    page.goto("/odds/mississippi-stud/card")
    expect(page.locator(".pocket")).to_be_visible()
    page.goto("/trainer?game=mississippi-stud")
    expect(page.locator("main pit-card").first).to_be_visible()
    page.locator('[data-digit="1"]').click()
    expect(page.locator(".options tbody tr")).not_to_have_count(0)
    page.locator("[data-next]").click()
    expect(page.locator('[data-digit="1"]')).to_be_visible()
    context.set_offline(False)


def test_the_app_can_be_installed(server: Server, visit: Visits) -> None:
    page = visit("/")
    manifest = page.evaluate(
        """() => fetch(document.querySelector("link[rel=manifest]").href)
          .then((answer) => answer.json())"""
    )
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    sizes = page.evaluate(
        """(icons) => Promise.all(icons.map(({ src }) => new Promise((resolve, reject) => {
          const image = new Image();
          image.onload = () => resolve(`${image.naturalWidth}x${image.naturalHeight}`);
          image.onerror = reject;
          image.src = src;
        })))""",
        [icon for icon in manifest["icons"] if icon["type"] == "image/png"],
    )
    assert sizes == ["192x192", "512x512", "512x512"]


def test_a_new_release_stores_anew() -> None:
    """The version of the store follows the program's manifest and the house's games."""
    one, other = worker_plan(["let-it-ride"]), worker_plan(["let-it-ride", "235-stud"])
    assert one.version == worker_plan(["let-it-ride"]).version
    assert one.version != other.version
