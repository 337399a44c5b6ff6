"""What a table costs in a real Chromium: bytes, the first picture, an act's way to the screen.

One of the six players is a browser with nothing cached and all effects on: motion at its normal
speed, and the sounds that a player has to ask for (an audio device is not needed: the sounds are
composed and go nowhere). The others and the twenty watchers are sockets. Limits: 300 kB over the
wire for all that a table needs, its first meaningful picture within a second, an act drawn as
accepted within 100 ms of its acknowledgement, no task of 50 ms while cards are dealt. A bare page,
one line of JSON, is painted in the same run: it shows how much of the time is the machine's.
"""

import statistics
from typing import Any, NamedTuple

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from bench._load_record import Figure
from browser.chromium import FLAGS

WIRE_LIMIT = 300  # kB
PAINT_LIMIT = 1000  # ms
DRAWN_LIMIT = 100  # ms
VISITS = 5
ROUNDS = 6

# When the first picture with the table's own state in it is painted; long tasks, those of 50 ms and
# more; answers; how many notes and noises have been started.
INSTRUMENTS = """
if (location.protocol.startsWith("http")) localStorage.setItem("pitboss.set.sound", '"on"');
window.bench = { painted: 0, tasks: [], answered: 0, sounds: 0 };
const start = AudioScheduledSourceNode.prototype.start;
for (const source of [OscillatorNode, AudioBufferSourceNode])
  source.prototype.start = function (...when) { bench.sounds += 1; start.apply(this, when); };
const meaningful = '[data-phase]:not([data-phase=""]), main a[href^="/table/"], body > pre';
const note = () => setTimeout(() => { bench.painted ||= performance.now(); });
const look = () => requestAnimationFrame(document.querySelector(meaningful) ? note : look);
look();
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) bench.tasks.push([task.startTime, task.duration]);
}).observe({ entryTypes: ["longtask"] });
const plain = window.fetch;
window.fetch = async (...request) => {
  const answer = await plain(...request);
  if (String(request[0]).endsWith("/commands")) bench.answered = performance.now();
  return answer;
};
// From an act's answer to the frame after the one that shows it; 0 where the table was quicker.
window.actAndWatch = async (button, spot) => {
  bench.answered = 0;
  document.querySelector(button).click();
  const frame = () => new Promise((done) => { requestAnimationFrame(done); });
  while (!document.querySelector(`.front [data-spot="${spot}"]`).dataset.stake) await frame();
  await new Promise((done) => { setTimeout(done); });
  const drawn = performance.now();
  while (!bench.answered) await frame();
  return Math.max(0, drawn - bench.answered);
};
"""


class Weight(NamedTuple):
    wire: int
    plain: int
    requests: int


async def weigh(context: BrowserContext, path: str) -> tuple[Weight, float]:
    """The bytes of a page, over the wire and unpacked, and the time of its first paint."""
    page = await context.new_page()
    network = await context.new_cdp_session(page)
    await network.send("Network.enable")
    wire: list[float] = []
    plain: list[float] = []
    network.on("Network.loadingFinished", lambda event: wire.append(event["encodedDataLength"]))
    network.on("Network.dataReceived", lambda event: plain.append(event["dataLength"]))
    network.on(
        "Network.webSocketFrameReceived",
        lambda event: wire.append(len(event["response"]["payloadData"])),
    )
    await page.goto(path)
    await page.wait_for_function("() => bench.painted > 0")
    await page.wait_for_load_state("networkidle")
    painted: float = await page.evaluate("() => bench.painted")
    await page.close()
    return Weight(round(sum(wire)), round(sum(plain)), len(wire)), painted / 1000


async def fresh(browser: Browser, url: str) -> BrowserContext:
    """A visitor with nothing cached, at a laptop's size, all effects on."""
    context = await browser.new_context(
        base_url=url,
        viewport={"width": 1280, "height": 800},
        reduced_motion="no-preference",
    )
    await context.add_init_script(INSTRUMENTS)
    return context


async def visits(browser: Browser, url: str, path: str) -> tuple[Weight, list[float]]:
    weights, paints = [], []
    for _ in range(VISITS):
        context = await fresh(browser, url)
        weight, painted = await weigh(context, path)
        weights.append(weight)
        paints.append(painted)
        await context.close()
    return max(weights), paints


async def sit(page: Page, seat: int) -> None:
    await page.locator(f'[data-seat="{seat}"] [data-do="sit"]').click()
    await page.wait_for_selector("[data-betting=true]")
    await page.wait_for_selector('[data-chips]:not([data-chips="0"]):not([data-chips=""])')


async def play(page: Page, seat: int, streets: tuple[str, ...]) -> list[float]:
    """One round from the browser's own seat; the others bet and act by themselves."""
    drawn = []
    for other in range(1, seat):
        await page.wait_for_selector(f'[data-seat="{other}"] [data-spot="ante"][data-stake]')
    await page.locator('[data-do="rebet"]:not([aria-disabled])').click()
    await page.locator('[data-do="ready"]:not([aria-disabled])').click()
    button = 'button[data-act="bet"][data-multiple="1"]:not([aria-disabled])'
    for street in streets:
        await page.wait_for_selector(f'[data-turn="{seat}"]')
        await page.wait_for_selector(f'{button}[data-key$="{street}"]')
        took: float = await page.evaluate(
            "([button, spot]) => actAndWatch(button, spot)", [button, street]
        )
        drawn.append(took / 1000)
    await page.wait_for_selector("[data-over=true]")
    return drawn


class BrowserTimes(NamedTuple):
    drawn: list[float]
    tasks: list[float]  # of 50 ms and more, while dealing
    sounds: int


async def rounds(page: Page, seat: int, streets: tuple[str, ...]) -> BrowserTimes:
    since: float = await page.evaluate("() => performance.now()")
    drawn: list[float] = []
    for _ in range(ROUNDS):
        drawn += await play(page, seat, streets)
    tasks: list[Any] = await page.evaluate("() => bench.tasks")
    sounds: int = await page.evaluate("() => bench.sounds")
    assert sounds, "the browser was to have its sounds on"
    lengths = [length / 1000 for began, length in tasks if began >= since]
    return BrowserTimes(drawn, lengths, sounds)


def figure(row: str, name: str, value: float, unit: str, limit: float | None = None) -> Figure:
    return Figure("sqlite", row, name, value, unit, limit)


async def pages(url: str, table: str, program: str) -> list[Figure]:
    """Sizes and first pictures of the lobby and of a table."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        _, paints = await visits(browser, url, "/health")
        bare = 1000 * statistics.median(paints)
        figures = [figure("pages", "a bare page's picture", bare, "ms")]
        for name, path in (("lobby", "/"), ("table", f"/table/{table}")):
            weight, paints = await visits(browser, url, path)
            painted = 1000 * statistics.median(paints)
            figures += [
                figure("pages", f"{name}, over the wire", weight.wire / 1000, "kB", WIRE_LIMIT),
                figure("pages", f"{name}, first picture", painted, "ms", PAINT_LIMIT),
                figure("pages", f"{name}, unpacked", weight.plain / 1000, "kB"),
                figure("pages", f"{name}, requests", weight.requests, ""),
            ]
        await browser.close()
        return figures
