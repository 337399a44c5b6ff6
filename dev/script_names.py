"""The names that a script binds, found by its tokens.

A scan, not a parser: it needs no Node.js, so the tests can run it anywhere. It reads variables,
parameters, functions, classes and their members. Keys of object literals are not read: most of
them are the fields of the API, which are named elsewhere.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

TOKEN = re.compile(
    r"""
    (?P<blank>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<name>\#?[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<mark>=>|\.\.\.|\?\.|[=!]==?|.)
    """,
    re.VERBOSE | re.DOTALL,
)
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
# A slash after one of these begins a regular expression.
BEFORE_REGEX = frozenset((*"([{},;=:?&|!+-*%<>", "==", "===", "!=", "!==", "=>", "return", "case"))
DECLARATIONS = frozenset(("const", "let", "var"))
# Words that may stand before a bracket and a block without being the name of a function.
STATEMENTS = frozenset(("if", "for", "while", "switch", "with", "catch", "function", "await"))
CONDITIONS = STATEMENTS - {"catch", "function"}
OPENING = {")": "(", "]": "[", "}": "{"}


class ScriptToken(NamedTuple):
    line: int
    text: str
    is_name: bool = False


def read_tokens(script: str) -> list[ScriptToken]:
    """The tokens of a script without comments and texts; what a template inserts is kept."""
    tokens: list[ScriptToken] = []
    _read(script, 0, tokens, inserted=False)
    return tokens


def _read(script: str, at: int, tokens: list[ScriptToken], *, inserted: bool) -> int:
    depth = 0
    while at < len(script):
        before = tokens[-1].text if tokens else ";"
        if script[at] == "`":
            at = _read_template(script, at + 1, tokens)
            continue
        slash = script[at] == "/" and not script.startswith(("//", "/*"), at)
        if slash and before in BEFORE_REGEX and (literal := REGEX.match(script, at)):
            at = literal.end()
            tokens.append(ScriptToken(script.count("\n", 0, at) + 1, '""'))
            continue
        match = TOKEN.match(script, at)
        assert match is not None, script[at : at + 40]
        text, at = match.group(), match.end()
        depth += (text == "{") - (text == "}")
        if inserted and depth < 0:
            return at
        if match.lastgroup != "blank":
            line = script.count("\n", 0, match.start()) + 1
            text = '""' if match.lastgroup == "text" else text
            tokens.append(ScriptToken(line, text, match.lastgroup == "name"))
    return at


def _read_template(script: str, at: int, tokens: list[ScriptToken]) -> int:
    tokens.append(ScriptToken(script.count("\n", 0, at) + 1, '""'))
    while at < len(script) and script[at] != "`":
        if script[at] == "\\":
            at += 2
        elif script.startswith("${", at):
            line = script.count("\n", 0, at) + 1
            tokens.append(ScriptToken(line, "("))
            at = _read(script, at + 2, tokens, inserted=True)
            tokens.append(ScriptToken(line, ")"))
        else:
            at += 1
    return at + 1


def script_bindings(script: str) -> Iterator[tuple[int, str]]:
    """The line and name of every variable, parameter, function, class and member."""
    tokens = read_tokens(script)
    ends = _closing(tokens)
    for at, token in enumerate(tokens):
        before = tokens[at - 1].text if at else ";"
        after = tokens[at + 1].text if at + 1 < len(tokens) else ";"
        if token.text in DECLARATIONS and before != ".":
            yield from _declared(tokens, at + 1, ends)
        elif token.text == "class" and token.is_name and before != ".":
            yield from _members(tokens, at + 1, ends)
        elif token.text == "(" and at in ends and _has_parameters(tokens, at, ends[at]):
            yield from _pattern(tokens, at + 1, ends[at], ends)
            if tokens[at - 1].is_name and before not in STATEMENTS | {"async"}:
                yield tokens[at - 1].line, before
        elif token.is_name:
            field = before == "." and after == "=" and tokens[at - 2].text == "this"
            parameter = after == "=>" and token.text != "async"
            if field or parameter or before == "as":
                yield token.line, token.text


def _closing(tokens: list[ScriptToken]) -> dict[int, int]:
    """Where each bracket that opens is closed."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.text in ("(", "[", "{"):
            opened.append(at)
        elif token.text in OPENING and opened and tokens[opened[-1]].text == OPENING[token.text]:
            ends[opened.pop()] = at
    return ends


def _has_parameters(tokens: list[ScriptToken], start: int, end: int) -> bool:
    after = tokens[end + 1].text if end + 1 < len(tokens) else ";"
    before = tokens[start - 1] if start else ScriptToken(0, ";")
    if after == "=>":
        return True
    return after == "{" and before.is_name and before.text not in CONDITIONS


def _declared(
    tokens: list[ScriptToken], at: int, ends: dict[int, int]
) -> Iterator[tuple[int, str]]:
    """`const a = …, { b } = …`: each pattern up to its value."""
    while at < len(tokens):
        if at in ends:
            yield from _pattern(tokens, at + 1, ends[at], ends)
            at = ends[at]
        elif tokens[at].is_name:
            yield tokens[at].line, tokens[at].text
        at = _after_value(tokens, at + 1, ends)
        if at >= len(tokens) or tokens[at].text != ",":
            return
        at += 1


def _after_value(tokens: list[ScriptToken], at: int, ends: dict[int, int]) -> int:
    """The comma or the end that follows a value, whatever its brackets hold."""
    while at < len(tokens) and tokens[at].text not in (",", ";", ")", "]", "}", "of", "in"):
        at = ends.get(at, at) + 1
    return at


def _pattern(
    tokens: list[ScriptToken], at: int, end: int, ends: dict[int, int]
) -> Iterator[tuple[int, str]]:
    """Names of parameters or of a destructuring: no keys, no default values."""
    while at < end:
        after = tokens[at + 1].text
        if tokens[at].text == "=":
            at = _after_value(tokens, at + 1, ends)
        elif at in ends:
            yield from _pattern(tokens, at + 1, ends[at], ends)
            at = ends[at] + 1
        else:
            if tokens[at].is_name and after != ":":
                yield tokens[at].line, tokens[at].text
            at += 1


def _members(tokens: list[ScriptToken], at: int, ends: dict[int, int]) -> Iterator[tuple[int, str]]:
    """A class's own name and its fields; its methods are functions."""
    if tokens[at].is_name and tokens[at].text != "extends":
        yield tokens[at].line, tokens[at].text
    while at < len(tokens) and tokens[at].text != "{":
        at = ends.get(at, at) + 1
    at, end = at + 1, ends.get(at, len(tokens))
    while at < end:
        before, after = tokens[at - 1].text, tokens[at + 1].text
        if tokens[at].is_name and before in ("{", "}", ";", "static") and after in ("=", ";"):
            yield tokens[at].line, tokens[at].text
            at = at + 1 if after == ";" else _after_field(tokens, at + 1, ends)
        else:
            at = ends.get(at, at) + 1


def _after_field(tokens: list[ScriptToken], at: int, ends: dict[int, int]) -> int:
    while at < len(tokens) and tokens[at].text not in (";", "}"):
        at = ends.get(at, at) + 1
    return at
