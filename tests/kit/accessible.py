"""The requirements of PDF/UA that a program can check in a paper: tags, titles, languages, fonts,
words for pictures, heads of tables.
"""

import ctypes
from collections.abc import Callable, Iterator

import pypdfium2
import pypdfium2.raw as raw

HEADINGS = ("H1", "H2", "H3", "H4", "H5", "H6")


class Element:
    """A node of a page's structure."""

    def __init__(self, handle: object) -> None:
        self.handle = handle
        self.kind = _words(raw.FPDF_StructElement_GetType, handle)
        self.alt = _words(raw.FPDF_StructElement_GetAltText, handle)
        count = raw.FPDF_StructElement_CountChildren(handle)
        nodes = (raw.FPDF_StructElement_GetChildAtIndex(handle, n) for n in range(count))
        self.children = [Element(node) for node in nodes if node]

    def every(self) -> Iterator["Element"]:
        yield self
        for child in self.children:
            yield from child.every()


def _words(ask: Callable[..., int], *about: object) -> str:
    """The UTF-16 text that a function of the library gives."""
    size = ask(*about, None, 0)
    buffer = ctypes.create_string_buffer(size)
    ask(*about, buffer, size)
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\0")


def faults(pdf: bytes) -> list[str]:
    """Every breach of PDF/UA; empty for a correct paper."""
    document = pypdfium2.PdfDocument(pdf)
    wrong = [] if b"pdfuaid:part" in pdf else ["the metadata do not name PDF/UA"]
    if not raw.FPDFCatalog_IsTagged(document.raw):
        wrong.append("the document is not tagged")
    if not _words(raw.FPDF_GetMetaText, document.raw, b"Title"):
        wrong.append("the document has no title")
    if not raw.FPDFCatalog_GetLanguage(document.raw, None, 0):
        wrong.append("the document has no language")
    elements: list[Element] = []
    for page in document:
        tree = raw.FPDF_StructTree_GetForPage(page.raw)
        roots = range(raw.FPDF_StructTree_CountChildren(tree))
        nodes = (raw.FPDF_StructTree_GetChildAtIndex(tree, n) for n in roots)
        elements += [x for node in nodes if node for x in Element(node).every()]
        wrong += _unembedded(page)
    wrong += _structure(elements)
    document.close()
    return list(dict.fromkeys(wrong))


def _structure(elements: list[Element]) -> Iterator[str]:
    headings = [element.kind for element in elements if element.kind in HEADINGS]
    if headings and headings[0] != "H1":
        yield f"the first heading is {headings[0]}"
    for element in elements:
        if element.kind == "Figure" and not element.alt:
            yield "a picture has no words"
        if element.kind == "Table" and "TH" not in {x.kind for x in element.every()}:
            yield "a table has no head"


def _unembedded(page: pypdfium2.PdfPage) -> Iterator[str]:
    for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT], max_depth=8):
        font = raw.FPDFTextObj_GetFont(thing.raw)
        if raw.FPDFFont_GetIsEmbedded(font) != 1:
            yield "a font is not in the document"
