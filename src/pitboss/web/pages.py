"""The pages: files served as they are. What they show comes from the API."""

from importlib.resources import files
from typing import Final

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pitboss.web.door import ANYONE

_STATIC: Final = files("pitboss.web").joinpath("static")
_KINDS: Final = {"css": "text/css", "js": "text/javascript", "html": "text/html"}


def _file(name: str) -> Response[bytes]:
    found = _STATIC.joinpath(name)
    kind = _KINDS.get(name.rpartition(".")[2])
    if kind is None or "/" in name or not found.is_file():
        raise NotFoundException(f"there is no page {name}")
    return Response(found.read_bytes(), media_type=f"{kind}; charset=utf-8")


@get("/", roles=ANYONE, media_type=MediaType.HTML, sync_to_thread=True, include_in_schema=False)
def lobby_page() -> Response[bytes]:
    return _file("lobby.html")


@get("/table/{table:str}", roles=ANYONE, sync_to_thread=True, include_in_schema=False)
def table_page(table: FromPath[str]) -> Response[bytes]:
    return _file("table.html")


@get("/static/{name:str}", roles=ANYONE, sync_to_thread=True, include_in_schema=False)
def static_file(name: FromPath[str]) -> Response[bytes]:
    return _file(name)


PAGES: Final = (lobby_page, table_page, static_file)
