"""What makes Pitboss installable: the web app manifest, and the worker that serves pages offline.

The worker stores rules, pocket cards and the trainer: their files, and public answers of the API
which it asks for without the reader's cookies. It never touches any other answer. Its version is
the hash of the program's manifest, so that a new release replaces what an old one stored.
"""

import hashlib
from functools import cache
from typing import Any, Final

import msgspec
from litestar import Response

from pitboss.house.audit.program import MANIFEST, PACKAGE
from pitboss.house.rulebook import house_book
from pitboss.web.api.common import ApiRequest, get
from pitboss.web.guard import ANYONE
from pitboss.web.pages import (
    ALL_SHEETS,
    answer_page,
    compress,
    find_file,
    modules_of,
    sheets_of,
)

FOLDERS: Final = ("rules", "odds", "trainer")  # of the pages that work offline
ICONS: Final = (("icon-192.png", "192x192"), ("icon-512.png", "512x512"))


class WorkerPlan(msgspec.Struct, frozen=True):
    """What the worker stores: shells of pages, files in a reader's language, public answers."""

    version: str
    pages: list[str]
    files: list[str]
    answers: list[str]


@cache
def program_version() -> str:
    return hashlib.sha256((PACKAGE / MANIFEST).read_bytes()).hexdigest()[:20]


@cache
def offline_files() -> tuple[str, ...]:
    """Every module, sheet, font and icon of the pages that work offline."""
    sheets = [f"{folder}/{ALL_SHEETS}" for folder in ("base", *FOLDERS) if sheets_of(folder)]
    modules = [module for folder in FOLDERS for module in modules_of(folder)]
    fonts = [f"/static/fonts/{font}.woff2" for font in ("archivo", "fraunces")]
    icons = ["/static/base/icon.svg", *(f"/static/base/{name}" for name, _ in ICONS)]
    addresses = (*(f"/static/{sheet}" for sheet in sheets), *modules, *fonts, *icons)
    return tuple(dict.fromkeys(addresses))


def worker_plan(games: list[str]) -> WorkerPlan:
    """Pages and answers of these games; each address is public and the same for everyone."""
    pages = ["/trainer", "/odds"]
    answers = ["/api/games"]
    for game in games:
        pages += [f"/rules/{game}", f"/odds/{game}/card"]
        answers += [
            *(f"/api/rules/{game}", f"/api/rules/{game}/example", f"/api/lessons/{game}"),
            *(f"/api/odds/{game}", f"/api/odds/{game}/overview", f"/api/odds/{game}/card"),
        ]
    version = hashlib.sha256(f"{program_version()} {games}".encode()).hexdigest()[:20]
    return WorkerPlan(version, pages, [*offline_files()], answers)


@get("/service-worker.js", ANYONE, include_in_schema=False)
def service_worker(request: ApiRequest) -> Response[bytes]:
    """The worker with the list of what it stores; it speaks for the whole site."""
    plan = worker_plan([*house_book(request.house).games])
    code = find_file("offline/worker.js")
    assert code is not None
    head = b"self.PLAN = " + msgspec.json.encode(plan) + b";\n"
    return answer_page(request, compress(head + code.body, "text/javascript"))


@get("/manifest.webmanifest", ANYONE, include_in_schema=False, sync_to_thread=False)
def web_manifest(request: ApiRequest) -> Response[bytes]:
    icons: list[dict[str, Any]] = [
        {"src": f"/static/base/{name}", "sizes": size, "type": "image/png"} for name, size in ICONS
    ]
    icons.append({**icons[-1], "src": "/static/base/icon-mask.png", "purpose": "maskable"})
    icons.append({"src": "/static/base/icon.svg", "sizes": "any", "type": "image/svg+xml"})
    manifest = {
        "id": "/",
        "name": "Pitboss",
        "short_name": "Pitboss",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#0d1311",
        "theme_color": "#0f5f4c",
        "icons": icons,
    }
    body = compress(msgspec.json.encode(manifest), "application/manifest+json")
    return answer_page(request, body)
