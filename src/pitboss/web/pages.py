"""The pages: one HTML shell for all of them, and static files. Their data comes from the API.

The text of a page is in `static/text/<language>/`; a browser gets its own language where there is
one. The shell names every module that its page imports, so that the browser loads them at once.
"""

import gzip
import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Any, Final
from urllib.parse import urljoin

import msgspec
from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pitboss.web.guard import ANYONE

_STATIC: Final = files("pitboss.web").joinpath("static")
_KINDS: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "png": "image/png",
}
_PACKED: Final = {"font/woff2", "image/png"}  # compressed already
_FONTS: Final = {"table": ("archivo", "fraunces")}  # loaded ahead by these pages
_IMPORT: Final = re.compile(r"""^\s*(?:import|export)\b[^"';]*["']([^"']+\.js)["']""", re.MULTILINE)
_SHEET: Final = re.compile(r'^@import "/static/([^"]+\.css)";\n', re.MULTILINE)
_SEGMENT: Final = re.compile(r"[a-z0-9-]+(\.[a-z0-9]+)?")
ALL_SHEETS: Final = "all.css"  # every sheet of its folder in one answer
FALLBACK: Final = "en"
LANGUAGE_COOKIE: Final = "language"

# Address → the folder of static/ that draws it.
PAGES: Final = {
    "/": "lobby",
    "/table/{table}": "table",
    "/login": "login",
    "/session": "session",
    "/trainer": "trainer",
    "/dealer": "dealer",
    "/dealer/{table}": "dealer",
    "/floor": "floor",
    "/wall": "wall",
    "/papers": "papers",
    "/sign/{table}": "sign",
    "/drill": "drill",
    "/rules/{game}": "rules",
    "/fairness": "fairness",
    "/odds": "odds",
    "/odds/{game}": "odds",
    "/odds/{game}/card": "odds",
    "/rounds": "rounds",
    "/auditor": "auditor",
    "/statistics": "statistics",
    "/admin": "admin",
}


class StaticFile(msgspec.Struct, frozen=True):
    body: bytes
    gzip: bytes  # empty if compression would save nothing
    kind: str
    tag: str


@cache
def find_file(path: str) -> StaticFile | None:
    """A file of static/ by its path; None if there is none, or if it is not for pages."""
    place = _STATIC
    for part in path.split("/"):
        if not _SEGMENT.fullmatch(part):
            return None
        place = place.joinpath(part)
    folder, _, name = path.rpartition("/")
    if name == ALL_SHEETS and (sheets := sheets_of(folder)):
        return compress(_joined(sheets).encode(), _KINDS["css"])
    kind = _KINDS.get(path.rpartition(".")[2])
    if kind is None or not place.is_file():
        return None
    return compress(place.read_bytes(), kind)


def compress(body: bytes, kind: str) -> StaticFile:
    tag = hashlib.sha256(body).hexdigest()[:20]
    packed = b"" if kind in _PACKED else gzip.compress(body, 9, mtime=0)
    return StaticFile(body, packed, kind, f'"{tag}"')


@cache
def languages() -> tuple[str, ...]:
    return tuple(sorted(one.name for one in _STATIC.joinpath("text").iterdir() if one.is_dir()))


def language_for(request: Request[Any, Any, Any]) -> str:
    """The language that the reader chose in the settings, else the browser's."""
    choice = request.cookies.get(LANGUAGE_COOKIE, "")
    if choice in languages():
        return choice
    return language_of(request.headers.get("accept-language", ""))


def language_of(accepted: str) -> str:
    """The browser's preferred language among those that the pages are written in."""
    choices = []
    for place, part in enumerate(accepted.split(",")):
        name, _, weight = part.partition(";q=")
        number = re.fullmatch(r"[01](\.\d{1,3})?", weight.strip() or "1")
        choices.append((-float(number[0]) if number else 0.0, place, name.strip().lower()[:2]))
    matches = [name for weight, _, name in sorted(choices) if weight and name in languages()]
    return matches[0] if matches else FALLBACK


def modules_of(folder: str) -> list[str]:
    """The addresses of a page's own module and of all that it imports, directly or not."""
    modules: dict[str, None] = {}
    ahead = [f"/static/{folder}/page.js"]
    while ahead:
        address = ahead.pop(0)
        if address in modules:
            continue
        modules[address] = None
        path = address.removeprefix("/static/")
        if address.startswith("/text/"):
            path = f"text/{FALLBACK}/{address.removeprefix('/text/')}"
        file = find_file(path)
        for name in _IMPORT.findall(file.body.decode()) if file else ():
            ahead.append(urljoin(address, name))
    return list(modules)


def sheets_of(folder: str) -> list[str]:
    """The style sheets of a folder after those of other folders that they import."""
    place = _STATIC.joinpath(folder)
    names = sorted(one.name for one in place.iterdir()) if place.is_dir() else []
    sheets = [f"{folder}/{name}" for name in names if name.endswith(".css")]
    # The first sheet of the base declares the order of the cascade layers.
    sheets.sort(key="base/style.css".__ne__)
    texts = [_STATIC.joinpath(sheet).read_text() for sheet in sheets]
    imports = [name for text in texts for name in _SHEET.findall(text)]
    return list(dict.fromkeys(imports + sheets))


def _joined(sheets: list[str]) -> str:
    return "".join(_SHEET.sub("", _STATIC.joinpath(sheet).read_text()) for sheet in sheets)


@cache
def _shell(folder: str, language: str) -> StaticFile:
    return page_shell(folder, language)


def page_shell(folder: str, language: str, head: tuple[str, ...] = ()) -> StaticFile:
    """The HTML of a page; `head` are lines of its own."""
    sheets = [f"{one}/{ALL_SHEETS}" for one in ("base", folder) if sheets_of(one)]
    lines = [
        "<!doctype html>",
        f'<html lang="{language}">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        "<title>Pitboss</title>",
        '<link rel="icon" href="/static/base/icon.svg">',
        '<link rel="manifest" href="/manifest.webmanifest">',
        '<link rel="apple-touch-icon" href="/static/base/icon-192.png">',
        *head,
        *(
            f'<link rel="preload" as="font" type="font/woff2" href="/static/fonts/{font}.woff2" '
            "crossorigin>"
            for font in _FONTS.get(folder, ())
        ),
        *(f'<link rel="stylesheet" href="/static/{sheet}">' for sheet in sheets),
        *(f'<link rel="modulepreload" href="{module}">' for module in modules_of(folder)),
        f'<script type="module" src="/static/{folder}/page.js"></script>',
        "</head>",
        "<body><noscript><p>Pitboss draws its tables with JavaScript.</p></noscript></body>",
        "</html>",
    ]
    return compress("\n".join(lines).encode() + b"\n", "text/html")


def answer_page(request: Request[Any, Any, Any], file: StaticFile | None) -> Response[bytes]:
    """Browsers revalidate every file by its ETag, so that an upgrade shows at once."""
    if file is None:
        raise NotFoundException("there is no such page")
    headers = {"etag": file.tag, "cache-control": "no-cache"}
    headers["vary"] = "accept-encoding, accept-language, cookie"
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    if file.gzip and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.gzip, headers=headers, media_type=file.kind)
    return Response(file.body, headers=headers, media_type=file.kind)


@get("/static/{path:path}", roles=ANYONE, sync_to_thread=False, include_in_schema=False)
def static_file(request: Request[Any, Any, Any], path: FromPath[str]) -> Response[bytes]:
    return answer_page(request, find_file(path.lstrip("/")))


@get("/text/{name:str}", roles=ANYONE, sync_to_thread=False, include_in_schema=False)
def text_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A page's text in the reader's language, or in English where it is not translated."""
    language = language_for(request)
    return answer_page(
        request, find_file(f"text/{language}/{name}") or find_file(f"text/{FALLBACK}/{name}")
    )


@get(
    [re.sub(r"\{(\w+)\}", r"{\1:str}", one) for one in PAGES],
    roles=ANYONE,
    sync_to_thread=False,
    include_in_schema=False,
)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    language = language_for(request)
    return answer_page(request, _shell(PAGES[request.scope["path_template"]], language))
