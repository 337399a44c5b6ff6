"""House style that ruff does not know: the length of files and functions, and unfinished work."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE_LINES = 400
FUNCTION_LINES = 70
KERNEL_LINES = 160  # a compiled kernel is one stand-alone loop: helpers that take arrays cost it 4×
FOLDERS = ("src", "tests", "bench", "dev")
# Spelled in pieces, or this file would find itself.
UNFINISHED = re.compile(
    r"\b(?:TO" r"DO|FIX" r"ME)\b|\b(?:mark\.|pytest\.|import" r"or)(?:skip|xfail)\b"
)


def python_files(root: Path) -> list[Path]:
    found = [path for folder in FOLDERS for path in (root / folder).rglob("*.py")]
    return sorted([*found, root / "pit"])


def faults_in(text: str) -> Iterator[str]:
    """`line: what is wrong` for every breach in one file."""
    lines = text.splitlines()
    if len(lines) > FILE_LINES:
        yield f"1: {len(lines)} lines; split it before it passes {FILE_LINES}"
    for number, line in enumerate(lines, 1):
        if word := UNFINISHED.search(line):
            yield f"{number}: {word.group()} means unfinished work"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            marks = {ast.unparse(mark) for mark in node.decorator_list}
            kernel = bool(marks & {"kernel", "inline_kernel"})
            limit = KERNEL_LINES if kernel else FUNCTION_LINES
            if length > limit:
                yield f"{node.lineno}: {node.name} is {length} lines; {limit} at most"


def main(root: Path = ROOT) -> int:
    found = [
        f"{path.relative_to(root)}:{fault}"
        for path in python_files(root)
        for fault in faults_in(path.read_text(encoding="utf-8"))
    ]
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
