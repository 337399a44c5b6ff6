"""House style that ruff does not know: the length of files and functions, and unfinished work.

Reads Python, scripts and style sheets. Ruff measures the width of Python lines; the width of the
other two is measured here. The length of a script's functions is measured by dev/web_tools, which
has a parser for them.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE_LINES = 400
FUNCTION_LINES = 70
COLUMNS = 100
KERNEL_LINES = 160  # a compiled kernel is one stand-alone loop: helpers that take arrays cost it 4×
FOLDERS = ("src", "tests", "bench", "dev")
SHEETS = (".js", ".css")
# Spelled in pieces, or this file would find itself.
UNFINISHED = re.compile(
    r"\b(?:TO" r"DO|FIX" r"ME)\b|\b(?:mark\.|pytest\.|import" r"or)(?:skip|xfail)\b"
)


def source_files(root: Path, *suffixes: str) -> list[Path]:
    paths = [path for folder in FOLDERS for path in (root / folder).rglob("*")]
    return sorted(
        path for path in paths if path.suffix in suffixes and "node_modules" not in path.parts
    )


def faults_of_any(text: str) -> Iterator[str]:
    """`line: what is wrong` for every breach that any kind of file can have."""
    lines = text.splitlines()
    if len(lines) > FILE_LINES:
        yield f"1: {len(lines)} lines; split it before it passes {FILE_LINES}"
    for number, line in enumerate(lines, 1):
        if word := UNFINISHED.search(line):
            yield f"{number}: {word.group()} means unfinished work"


def faults_in(text: str) -> Iterator[str]:
    """`line: what is wrong` for every breach in one Python file."""
    yield from faults_of_any(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            marks = {ast.unparse(mark) for mark in node.decorator_list}
            kernel = bool(marks & {"kernel", "inline_kernel"})
            limit = KERNEL_LINES if kernel else FUNCTION_LINES
            if length > limit:
                yield f"{node.lineno}: {node.name} is {length} lines; {limit} at most"


def faults_in_sheet(text: str) -> Iterator[str]:
    """`line: what is wrong` for every breach in one script or style sheet."""
    yield from faults_of_any(text)
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > COLUMNS:
            yield f"{number}: {len(line)} columns; {COLUMNS} at most"


def faults(root: Path = ROOT) -> list[str]:
    python = [*source_files(root, ".py"), *filter(Path.exists, [root / "pit"])]
    kinds = ((python, faults_in), (source_files(root, *SHEETS), faults_in_sheet))
    return [
        f"{path.relative_to(root)}:{fault}"
        for paths, look in kinds
        for path in paths
        for fault in look(path.read_text(encoding="utf-8"))
    ]


def main(root: Path = ROOT) -> int:
    lines = faults(root)
    for line in lines:
        print(line)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
