"""Sets papers as PDF with typst: tagged, fonts embedded, the same bytes from the same input."""

from bisect import bisect_left
from collections.abc import Sequence
from importlib.resources import as_file, files
from typing import Final

import msgspec
import typst

from pitboss.errors import PitbossError
from pitboss.paper.content import Copy, Page, Paper
from pitboss.rulebook.submission.look import INK, WHITE, Look

PDF_STANDARD: Final = "ua-1"
SCALES: Final = tuple(n / 20 for n in range(10, 35))  # of letters on a page that holds it all


class Overfull(PitbossError):
    """A paper with more on it than its page can hold."""


def paper_pdf(
    paper: Paper,
    page: Page,
    copy: Copy = "public",
    fingerprint: str = "",
    look: Look = Look(),  # noqa: B008  frozen
) -> bytes:
    """The paper as PDF; where it must fit one page, in the largest letters that do."""

    def inputs(scale: float) -> dict[str, str]:
        return {
            "paper": msgspec.json.encode(paper).decode(),
            "page": msgspec.json.encode(page).decode(),
            "scale": f"{scale:.2f}",
            "copy": copy,
            "fingerprint": fingerprint,
            "ink": look.ink,
            "line": look.lines,
            "logo": logo_svg(look, WHITE if paper.kind == "table sign" else look.ink),
        }

    if not page.one:
        return compile_pdf("paper.typ", inputs(1.0))
    # Larger letters never take fewer pages, so the largest that fit are found by bisection.
    count = bisect_left(SCALES, True, key=lambda scale: _pages("paper.typ", inputs(scale)) > 1)
    if not count:
        raise Overfull(
            f"the {paper.kind} of {paper.title} does not fit {page.width:g} × {page.height:g} mm",
            what_to_do="print it on a larger page",
        )
    return compile_pdf("paper.typ", inputs(SCALES[count - 1]))


def logo_svg(look: Look, colour: str) -> str:
    """The logo by itself; empty where the house has none."""
    if not look.logo:
        return ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">'
        f'<path d="{look.logo}" fill="{colour}"/></svg>'
    )


def drawing_pdf(
    svg: str,
    alt: str,
    title: str,
    width: float,
    height: float,
    caption: Sequence[str] = (),
    ink: str = INK,
) -> bytes:
    """A drawing on a page of this size in millimetres: all of it, or above its caption."""
    inputs = {
        "caption": msgspec.json.encode(caption).decode(),
        "ink": ink,
        "svg": svg,
        "alt": alt,
        "title": title,
        "width": f"{width:g}",
        "height": f"{height:g}",
    }
    return compile_pdf("drawing.typ", inputs)


def notice_pdf(notice: msgspec.Struct, copy: Copy = "public") -> bytes:
    """One announcement in large letters on an A4 page."""
    inputs = {"notice": msgspec.json.encode(notice).decode(), "copy": copy}
    return compile_pdf("notice.typ", inputs)


def report_pdf(report: msgspec.Struct) -> bytes:
    """A report of figures, as long as it needs to be."""
    return compile_pdf("report.typ", {"report": msgspec.json.encode(report).decode()})


def compile_pdf(template: str, inputs: dict[str, str]) -> bytes:
    with as_file(files("pitboss.paper").joinpath("templates", template)) as path:
        pdf, warnings = typst.compile_with_warnings(
            path,
            format="pdf",
            sys_inputs=inputs,
            ignore_system_fonts=True,
            pdf_standards=[PDF_STANDARD],
        )
    assert not warnings, [warning.message for warning in warnings]
    assert isinstance(pdf, bytes)
    return pdf


def _pages(template: str, inputs: dict[str, str]) -> int:
    with as_file(files("pitboss.paper").joinpath("templates", template)) as path:
        count = typst.query(
            path, "<pages>", field="value", one=True, sys_inputs=inputs, ignore_system_fonts=True
        )
    return int(msgspec.json.decode(count))
