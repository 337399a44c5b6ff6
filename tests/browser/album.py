"""The photographer behind `./pit pictures`: scenes × sizes × decks; the best kept for the docs."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Error, Page, sync_playwright

from browser.chromium import FLAGS, MISSING, executable
from browser.house import serving
from browser.paper_album import photograph_papers
from browser.scenes import SCENES, Scene
from browser.visits import Visits
from pitboss.web.pages import PAGES

SIZES = {"phone": (390, 844), "tablet": (768, 1024), "laptop": (1280, 800), "wide": (1920, 1080)}
DECKS = ("two", "four")
DOCS = Path(__file__).resolve().parents[2] / "docs" / "pictures"
# Kept for the README: scene, size, deck.
PICTURES = (
    ("lobby", "laptop", "two"),
    ("table-mississippi-stud-deciding", "laptop", "two"),
    ("table-let-it-ride-settled", "phone", "four"),
    ("table-coach", "laptop", "two"),
    ("dealer", "laptop", "two"),
    ("floor", "laptop", "two"),
    ("odds-sheet", "laptop", "two"),
    ("sign-mississippi-stud", "laptop", "two"),
    ("papers-slips", "laptop", "two"),
)
MOST_BYTES = 150_000
CHOOSE = """(deck) => {
  localStorage.setItem("pitboss.set.deck", JSON.stringify(deck));
  dispatchEvent(new StorageEvent("storage", { key: "pitboss.set.deck" }));
}"""
STILL = "() => document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 250)))"


def is_chosen(scene: Scene, only: str) -> bool:
    return scene.folder in PAGES.values() and only in scene.name


def photograph(page: Page, scene: Scene, place: Path, quick: bool) -> Iterator[Path]:
    """Each size as a person sees it first; on a phone and a laptop the whole page too."""
    for deck in DECKS[:1] if quick else DECKS:
        page.evaluate(CHOOSE, deck)
        for size, (width, height) in SIZES.items():
            if quick and size not in ("phone", "laptop"):
                continue
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => scrollTo(0, 0)")
            page.evaluate(STILL)
            file = place / f"{scene.name}.{size}.{deck}.png"
            page.screenshot(path=file, full_page=size == "phone")
            yield file


def keep(place: Path) -> None:
    """The best, small enough for a page of text."""
    DOCS.mkdir(parents=True, exist_ok=True)
    for name, size, deck in PICTURES:
        file = place / f"{name}.{size}.{deck}.png"
        if not file.exists():
            print(f"not taken, so not kept: {file.name}", file=sys.stderr)
            continue
        target = DOCS / f"{name}-{size}.webp"
        with Image.open(file) as picture:
            height = min(picture.height, round(picture.width * 2.2))
            shown = picture.convert("RGB").crop((0, 0, picture.width, height))
            for quality in (88, 80, 70, 60):
                shown.save(target, quality=quality, method=6)
                if target.stat().st_size < MOST_BYTES:
                    break
        print(f"{target.relative_to(DOCS.parents[1])}  {target.stat().st_size // 1000} kB")


def take_papers() -> None:
    for file in photograph_papers(DOCS):
        print(f"{file.relative_to(DOCS.parents[1])}  {file.stat().st_size // 1000} kB")


def main(args: list[str]) -> int:
    if "--papers" in args:
        take_papers()
        return 0
    place = Path(args[0])
    only = args[args.index("--only") + 1] if "--only" in args else ""
    quick, docs = "--quick" in args, "--docs" in args
    chosen = {name for name, _, _ in PICTURES} if docs else {scene.name for scene in SCENES}
    place.mkdir(parents=True, exist_ok=True)
    began, taken, failed = time.monotonic(), 0, []
    os.environ.setdefault("PITBOSS_CACHE", str(DOCS.parents[1] / ".cache"))
    with serving() as server, sync_playwright() as playwright:
        program = executable()
        if not program:
            print(MISSING, file=sys.stderr)
            return 2
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        for scene in SCENES:
            if scene.name not in chosen or not is_chosen(scene, only):
                continue
            visits = Visits(server, browser)
            try:
                taken += len(list(photograph(scene.open(server, visits), scene, place, quick)))
                visits.close()
            except (Error, AssertionError) as error:
                failed.append(scene.name)
                print(f"{scene.name}: {str(error)[:600]}", file=sys.stderr)
        browser.close()
        if docs and not only:
            take_papers()
    print(f"{taken} pictures in {place} after {time.monotonic() - began:.0f} s")
    if docs:
        keep(place)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0
