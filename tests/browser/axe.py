"""What a page must be for everybody: axe finds nothing, every control can be touched."""

import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

LEAST_PIXELS = 44
CONTROLS = (
    "button, a[href], input:not([type=hidden]), select, textarea, summary, "
    "[role=button], [role=tab], [role=switch], [role=slider], [role=menuitem]"
)


@cache
def script() -> str:
    """axe-core, from the wheel that carries it."""
    spec = importlib.util.find_spec("axe_playwright_python")
    assert spec is not None and spec.origin is not None
    return (Path(spec.origin).parent / "axe.min.js").read_text()


def violations(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """A line for each element that axe objects to: rule, element, reason."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(script())
    # Without a preload of its own, which would break the page's content security policy.
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    if rules:
        options["runOnly"] = rules
    failures: list[Any] = page.evaluate(
        "(options) => axe.run(document, options).then((done) => done.violations)", options
    )
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:160]}: {_why(node)}"
        for rule in failures
        for node in rule["nodes"]
    ]


def _why(node: Any) -> str:
    return "; ".join(check["message"] for kind in ("any", "all", "none") for check in node[kind])


def no_violations(page: Page, *rules: str) -> None:
    """None of any rule, or of the rules named."""
    lines = violations(page, rules)
    assert not lines, f"{page.url}: axe finds {len(lines)}:\n" + "\n".join(lines)


# A control in a line of text is exempt (a link in a sentence); one that is not drawn is no target;
# a label that wraps its box is the target of both.
MEASURE = """([wanted, least]) => {
  const small = [];
  for (const element of document.querySelectorAll(wanted)) {
    const box = (element.closest("label") ?? element).getBoundingClientRect();
    const style = getComputedStyle(element);
    if (!box.width || !box.height || style.visibility === "hidden" || element.disabled) continue;
    // Nor what waits outside the page until it has the focus.
    const outside = box.bottom + scrollY <= 0 || box.right <= 0;
    if (outside || element.closest("[inert], [hidden]")) continue;
    const inText = element.matches("a") && style.display === "inline"
      && element.parentElement.textContent.trim() !== element.textContent.trim();
    if (inText) continue;
    if (box.width < least - 0.5 || box.height < least - 0.5) {
      const html = element.outerHTML.slice(0, 140);
      small.push(`${Math.round(box.width)}×${Math.round(box.height)} ${html}`);
    }
  }
  return small;
}"""


def big_enough(page: Page) -> None:
    """Every control that can be touched now is at least 44×44 CSS pixels."""
    small: list[str] = page.evaluate(MEASURE, [CONTROLS, LEAST_PIXELS])
    assert not small, f"{page.url}: too small to touch:\n" + "\n".join(small)


def no_sideways(page: Page) -> None:
    """A phone's page never scrolls sideways; wide things scroll inside themselves."""
    wide = page.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide[0] <= wide[1], f"{page.url}: {json.dumps(wide)} pixels wide"
