"""Visitors: a browser context each, and what their pages must never do."""

import json
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from browser.house import Server
from browser.outside import ELSEWHERE, Outside
from kit.waiting import PATIENCE_MS
from pitboss.house.people.persons import Role

WIDE = (1280, 800)
PHONE = (390, 844)
# A refusal is an ordinary answer: the page says it in words. What is missing or broken is not.
REFUSED = ("400", "401", "403", "404", "409", "422", "429")
BLOCKED = "Service Worker registration blocked by Playwright"  # as a context's options ask for
CSP = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`))"""


# An empty page has no storage.
STORAGE = """if (location.protocol.startsWith("http"))
  for (const [key, value] of Object.entries(%s))
    if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));"""


class Watch:
    """What went wrong in a visitor's pages."""

    def __init__(self, url: str) -> None:
        self.url, self.wrong, self.forgiven = url, list[str](), list[str]()

    def on(self, context: BrowserContext, world: Outside | None) -> None:
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.wrong.append(f"exception: {error.error}"))
        if world is None:
            context.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning") or self._refusal(message):
            return
        if message.text.startswith(BLOCKED):
            return
        self.wrong.append(f"console: {message.text} at {message.location.get('url', '')}")

    def _refusal(self, message: ConsoleMessage) -> bool:
        path = urlsplit(str(message.location.get("url", ""))).path
        failed = message.text.startswith("Failed to load resource")
        return (
            failed and path.startswith("/api/") and any(f" {n} " in message.text for n in REFUSED)
        )

    def _on_request(self, request: Request) -> None:
        where = urlsplit(request.url)
        if where.scheme in ("http", "https") and where.netloc != urlsplit(self.url).netloc:
            self.wrong.append(f"{ELSEWHERE}: {request.method} {request.url}")

    def left(self, lines: list[str]) -> list[str]:
        return [line for line in lines if not any(part in line for part in self.forgiven)]


class Visits:
    """Called with an address; all that were made are looked over and closed at the end."""

    def __init__(self, server: Server, browser: Browser, world: Outside | None = None) -> None:
        self.server, self.browser, self.world = server, browser, world
        self.watched: list[tuple[BrowserContext, Watch]] = []

    def __call__(
        self,
        path: str = "/",
        *,
        role: Role | None = None,
        name: str = "",
        phone: bool = False,
        size: tuple[int, int] = WIDE,
        touch: bool = False,
        motion: bool = False,
        settings: dict[str, str] | None = None,
        store: dict[str, Any] | None = None,
        **options: Any,
    ) -> Page:
        """A page in a context of its own: nobody's, or one of the staff's, or a player's."""
        page = self.context(
            role=role,
            name=name,
            phone=phone,
            size=size,
            touch=touch,
            motion=motion,
            settings=settings,
            store=store,
            **options,
        ).new_page()
        page.goto(path)
        return page

    def context(
        self,
        *,
        role: Role | None = None,
        name: str = "",
        phone: bool = False,
        size: tuple[int, int] = WIDE,
        touch: bool = False,
        motion: bool = False,
        settings: dict[str, str] | None = None,
        store: dict[str, Any] | None = None,
        **options: Any,
    ) -> BrowserContext:
        """`store` is what the browser remembers beside the settings; by default a visitor has had
        a first hand, and bets and deals in two steps.
        """
        width, height = PHONE if phone else size
        # A worker would fetch a hundred files for every visitor; its own test lets it.
        options = {
            "locale": "en-US",
            "timezone_id": "UTC",
            "service_workers": "block",
            **options,
        }
        context = self.browser.new_context(
            base_url=self.server.url,
            viewport={"width": width, "height": height},
            has_touch=phone or touch,
            is_mobile=phone,
            reduced_motion="no-preference" if motion else "reduce",
            **options,
        )
        context.set_default_timeout(PATIENCE_MS)
        watch = Watch(self.server.url)
        watch.on(context, self.world)
        self.watched.append((context, watch))
        chosen = {} if motion else {"speed": "instant"}
        storage = {
            f"pitboss.set.{key}": value for key, value in {**chosen, **(settings or {})}.items()
        }
        remembered = {"guided": True, "atOnce": False, **(store or {})}
        storage |= {f"pitboss.{key}": value for key, value in remembered.items()}
        # Once for a context: what the page changes afterwards stays changed.
        context.add_init_script(STORAGE % json.dumps(storage))
        context.add_init_script(CSP)
        if role is not None:
            token = self.server.token(role, name)
            context.add_cookies([{"name": "pitboss", "value": token, "url": self.server.url}])
        return context

    def watch(self, page: Page) -> Watch:
        return next(watch for context, watch in self.watched if context is page.context)

    def elsewhere(self, page: Page) -> list[str]:
        """What was asked of another host: by this page, or by anybody where all of it is seen."""
        lines = self.watch(page).wrong if self.world is None else self.world.requests
        return [line for line in lines if line.startswith(ELSEWHERE)]

    def forgive(self, page: Page, text: str) -> None:
        """Lines with this text are meant to come up."""
        self.watch(page).forgiven.append(text)

    def close(self) -> None:
        wrong = [line for _, watch in self.watched for line in watch.left(watch.wrong)]
        for context, _ in self.watched:
            context.close()
        if self.world is not None:
            lines = self.world.requests
            for _, watch in self.watched:
                lines = watch.left(lines)
            wrong += lines
            self.world.requests.clear()
        self.watched.clear()
        assert not wrong, "the pages were in trouble:\n" + "\n".join(wrong)
