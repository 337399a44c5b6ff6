"""The pages' files: what is served, in which language, and their style."""

import asyncio
import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import pitboss.web
from pitboss.house.people.cash import Bankroll, Cash
from pitboss.rulebook import GAMES
from pitboss.table.commands import Command
from pitboss.table.events import ALL_EVENTS
from pitboss.web.pages import (
    ALL_SHEETS,
    FALLBACK,
    PAGES,
    find_file,
    language_of,
    languages,
    modules_of,
)
from web.asgi import Client, Place

STATIC: Final = Path(pitboss.web.__file__).parent / "static"
SCRIPTS: Final = sorted(STATIC.rglob("*.js"))
SHEETS: Final = sorted(STATIC.rglob("*.css"))
DRAWING: Final = [path for path in SCRIPTS if "text" not in path.relative_to(STATIC).parts]
LONGEST: Final = 400
# Strings, template pieces included; comments and regular expressions do not hold quotes here.
LITERAL: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
KEYS: Final = {"Enter", "Escape", "Tab", "Home", "End", "Backspace", "Delete", "Shift", "Space"}
NAMED: Final = re.compile(r"import (\w+) from \"/text/([a-z]+)\.js\"")


def name(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


def code_of(path: Path) -> str:
    """Without comments."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"(^|[\s;{}])//[^\n]*", r"\1", text)


def literals(path: Path) -> Iterator[str]:
    for plain, template in LITERAL.findall(code_of(path)):
        yield from re.split(r"\$\{[^{}]*\}", template) if template else (plain,)


def known_words() -> set[str]:
    """Names of the engine's and the browser's that look like words."""
    commands = {kind.__name__ for kind in Command.__subclasses__()}
    commands |= {Cash.__name__, Bankroll.__name__}
    return commands | {kind.__name__ for kind in ALL_EVENTS} | KEYS


def is_prose(literal: str) -> bool:
    """A capital and small letters, or a sentence's stop: something a person would read."""
    if re.fullmatch(r"[A-Z][a-z]+(?:[A-Z][a-z]+)*", literal):
        return literal not in known_words() and not re.match("Arrow|Page|X-|.*Error$", literal)
    return bool(
        re.search(
            r"(^|\s)[A-Z][a-z]+ [a-z]|[a-z]{2,} .*[a-z]{3,}[.…!?]$|[a-z]{2,}, [a-z]{2,} ", literal
        )
    )


@pytest.mark.parametrize("path", DRAWING, ids=name)
def test_words_are_in_one_place(path: Path) -> None:
    headers = {"Content-Type", "X-CSRF"}
    sentences = [one for one in literals(path) if is_prose(one.strip()) and one not in headers]
    assert not sentences, "words for people belong in static/text/"


def test_prose_is_known_when_seen() -> None:
    assert all(map(is_prose, ("Sit down", "Undo", "the round is void.", "Won", "Bets are down")))
    assert not any(map(is_prose, ("row end", "NoMoreBets", "ArrowLeft", "/api/me", "panel stack")))


@pytest.mark.parametrize("path", DRAWING, ids=name)
def test_words_asked_for_are_there(path: Path) -> None:
    code = code_of(path)
    for alias, area in NAMED.findall(code):
        written = code_of(STATIC / "text" / FALLBACK / f"{area}.js")
        words = set(re.findall(r"^  (\w+)\b", written, re.MULTILINE))
        words |= set(re.findall(r"[,{]\s*(\w+):", written))
        uses = set(re.findall(rf"(?<!/)\b{alias}\.(\w+)", code))  # no address of a file
        assert uses <= words, f"text/{FALLBACK}/{area}.js lacks {sorted(uses - words)}"


@pytest.mark.parametrize("path", [*SCRIPTS, *SHEETS], ids=name)
def test_house_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    assert not re.search(r"\b(?:TO" r"DO|FIX" r"ME)\b", text)
    # Nothing of another host; the name of SVG is a name, not an address.
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    if path.suffix == ".js":
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function", text)
        assert not re.search(r"[{,]\s*style\s*:(?!\s*.percent)|setAttribute\([\"']style", text), (
            "CSP"
        )


@pytest.mark.parametrize("path", SHEETS, ids=name)
def test_a_sheet_is_in_a_layer_and_repeats_no_class(path: Path) -> None:
    """The order of the layers decides: a class named twice would outweigh it (`.row.row`)."""
    code = code_of(path)
    outside = re.findall(r"^[^\s}].*", code, re.MULTILINE)  # as prettier indents
    assert all(line.startswith(("@layer ", "@import ", "@font-face ")) for line in outside)
    assert any(line.startswith("@layer ") for line in outside)
    assert not re.search(r"\.([\w-]+)\.\1(?![\w-])", code)


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_the_types_of_every_script_are_checked(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("// @ts-check\n") and "@ts-nocheck" not in text


@pytest.mark.parametrize("path", DRAWING, ids=name)
def test_no_page_knows_a_game(path: Path) -> None:
    code = code_of(path)
    assert not [key for key in GAMES if f'"{key}"' in code]


@pytest.mark.parametrize("folder", sorted(set(PAGES.values())))
def test_every_module_of_a_page_is_served(folder: str) -> None:
    named = modules_of(folder)
    assert len(named) > 5
    for address in named:
        path = address.removeprefix("/static/")
        if address.startswith("/text/"):
            path = f"text/{FALLBACK}/{address.removeprefix('/text/')}"
        assert find_file(path), f"{folder} asks for {address}, which is not there"


@pytest.mark.parametrize("folder", sorted({"base", "hand", *PAGES.values()} - {"login"}))
def test_the_sheets_of_a_folder_come_in_one_answer(folder: str) -> None:
    joined = find_file(f"{folder}/{ALL_SHEETS}")
    assert joined is not None and b"@import" not in joined.body
    for path in (STATIC / folder).glob("*.css"):
        own = re.sub(r"^@import .*;\n", "", path.read_text(), flags=re.MULTILINE)
        assert joined.body.decode().count(own) == 1
    # The order of the layers is declared before the first of them.
    assert (joined.body.startswith(b"@layer base, page, state;")) is (folder == "base")


# Areas that only the staff read.
STAFF_AREAS = {"admin", "auditor", "dealer", "drill", "floor", "papers", "staff", "statistics"}
TRADE_WORDS = re.compile(r"\bworth [−-]?\$|, worth |\bleast bet|\blammer|\bcage\b", re.IGNORECASE)


def test_guests_read_no_words_of_the_trade() -> None:
    areas = [path for path in (STATIC / "text/en").glob("*.js") if path.stem not in STAFF_AREAS]
    assert len(areas) > 10
    lines = [f"{path.stem}: {line}" for path in areas for line in literals(path)]
    assert not [line for line in lines if TRADE_WORDS.search(line)]
    assert any("On average you lose" in line for line in lines)
    assert TRADE_WORDS.search("Best: Bet 1×, worth −$4.51") and TRADE_WORDS.search("Least bet $5")


def test_typefaces_are_small_and_have_their_licences() -> None:
    files = sorted((STATIC / "fonts").glob("*.woff2"))
    assert [path.stem for path in files] == ["archivo", "fraunces"]
    assert sum(path.stat().st_size for path in files) < 32_000
    sheet = (STATIC / "base/type.css").read_text(encoding="utf-8")
    for path in files:
        licence = path.with_name(f"{path.stem}-ofl.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
        assert f"/fonts/{path.name}" in sheet
    assert "http" not in sheet


def test_language() -> None:
    assert languages() == (FALLBACK, "es")
    assert language_of("") == FALLBACK
    assert language_of("xx-YY,en;q=0.5") == "en"
    assert language_of("zz;q=junk,*;q=0") == FALLBACK
    assert language_of("fr,es-MX;q=0.8,en;q=0.5") == "es"


def test_files_are_served(place: Place) -> None:
    async def play() -> None:
        client = place.client()
        sheet = await client.get("/static/base/style.css")
        assert sheet.header("content-type") == "text/css; charset=utf-8"
        tag = sheet.header("etag")
        assert tag
        again = await client.get("/static/base/style.css", headers={"if-none-match": tag})
        assert again.status == 304 and not again.body
        packed = await client.get("/static/base/style.css", headers={"accept-encoding": "gzip"})
        assert gzip.decompress(packed.body) == sheet.body
        assert len(packed.body) < len(sheet.body) / 2
        words = await client.get("/text/base.js", headers={"accept-language": "xx"})
        assert words.body == (STATIC / "text" / FALLBACK / "base.js").read_bytes()
        await _missing(client)

    asyncio.run(play())


async def _missing(client: Client) -> None:
    for path in ("base", "base/", "base/no.js", "../app.py", "base/..%2f..%2fapp.py", "a//b.js"):
        assert (await client.get(f"/static/{path}")).status == 404, path
    assert (await client.get("/text/..%2fen%2fbase.js")).status == 404


def test_a_page_is_a_shell(place: Place) -> None:
    async def play() -> None:
        shell = (await place.client().get("/", headers={"accept-language": "en"})).body.decode()
        assert '<html lang="en">' in shell
        assert 'src="/static/lobby/page.js"' in shell
        assert 'rel="modulepreload" href="/text/base.js"' in shell
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", shell)

    asyncio.run(play())
