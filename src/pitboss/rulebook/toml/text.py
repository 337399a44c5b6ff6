"""Parses a TOML text with care: whatever is too large is refused before it costs time."""

import re
import tomllib
from typing import Any, Final

from pitboss.rulebook.toml.reading import Violation
from pitboss.rulebook.toml.toml_lines import too_deep

MAX_BYTES: Final = 1 << 20  # bytes; the example is about a hundredth of that
MAX_LINE: Final = 400
MAX_NESTING: Final = 20


def decoded(data: bytes) -> str | Violation:
    """The text of a file's bytes; a violation if there are too many or they are not UTF-8."""
    if len(data) > MAX_BYTES:
        line = data.count(b"\n", 0, MAX_BYTES) + 1
        what = f"the file is larger than {MAX_BYTES:,} bytes; that limit falls on this line"
        return _refusal(line, what, "no house needs that many")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return _refusal(line, f"byte {data[error.start]:#04x} is not UTF-8", "save it as UTF-8")


def parsed(text: str) -> dict[str, Any] | Violation:
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            return _refusal(number, f"a line of {len(line):,} characters", f"{MAX_LINE:,} at most")
    if deep := too_deep(text, MAX_NESTING):
        return _refusal(deep, f"brackets nested more than {MAX_NESTING} deep", "two are enough")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return _not_toml(text, str(error))


def _refusal(line: int, what: str, allowed: str, key: str = "") -> Violation:
    return Violation(line, key, what, "", allowed)


_PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_KEYS: Final = re.compile(r"\('(.*?)',?\)")
_ASSIGNMENT: Final = re.compile(r"\s*([A-Za-z0-9_.-]+)\s*=")
_HEADER: Final = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_.-]*[A-Za-z][A-Za-z0-9_.-]*)\s*\]")
_NO_END: Final = ("text that does not end", "close its quotes on the same line")
_PLAIN_WORDS: Final = {
    "Cannot overwrite a value": ("a key that was given before", "give each key once"),
    "Invalid value": ("not a TOML value", 'text and amounts like "12.50" go in quotes'),
    "Invalid statement": ("neither a key nor a table", "write key = value, or [table]"),
    "Expected '=' after a key in a key/value pair": ("a key without a value", "write key = value"),
    "Illegal character '\\n'": _NO_END,
    "Unterminated string": _NO_END,
    'Expected "\'"': _NO_END,
    "Unclosed array": ("a list that does not end", "close it with ]"),
    "Expected newline or end of document after a statement": (
        "something follows the value",
        'write one key = value on a line, amounts as in "12.50"',
    ),
}


def _not_toml(text: str, message: str) -> Violation:
    lines = text.split("\n")
    place = _PLACE.search(message)
    complaint = _KEYS.sub(lambda keys: re.sub("', '", ".", keys[1]), _PLACE.sub("", message))
    what, allowed = _PLAIN_WORDS.get(
        complaint, (complaint[:1].lower() + complaint[1:], "correct this line; see toml.io")
    )
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=1)
    line = int(place[1]) if place and place[1] else last
    # The key that the broken line begins with, under the last table opened above it.
    key = _ASSIGNMENT.match(lines[line - 1])
    headers = filter(None, map(_HEADER.match, reversed(lines[:line])))
    names = [match[1] for match in (next(headers, None), key) if match]
    return _refusal(line, f"not TOML: {what}", allowed, ".".join(names))
