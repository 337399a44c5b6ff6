"""How the table lies on a screen: results in sight, amounts apart, everything on the cloth."""

from pathlib import Path

from playwright.sync_api import Page

LOOK = Path(__file__).with_name("laid_out.js").read_text().rstrip(";\n")
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1280, 800), "wide": (1920, 1080)}
STILL = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def laid_out(page: Page) -> None:
    """On every size of screen, as one page is made larger and smaller."""
    before = page.viewport_size
    wrong: list[str] = []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => scrollTo(0, 0)")
        page.evaluate(STILL)
        wrong += [f"{size}: {line}" for line in page.evaluate(LOOK)]
    assert not wrong, "\n".join(wrong)
    assert before is not None
    page.set_viewport_size(before)
