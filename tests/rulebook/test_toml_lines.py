"""Lines of keys: the same keys as the standard parser finds, each on the line where it stands."""

import tomllib
from typing import Any

import pytest

from pitboss.rulebook.submission import example
from pitboss.rulebook.toml.toml_lines import Path, key_lines, too_deep

EVERYTHING = r'''# every way TOML has to write a key
plain = 1                            # 2
"quoted key" = "a # is no comment"   # 3
'literal.key' = 'C:\[x]'             # 4
dotted . "deep er".x = 1979-05-27 07:32:00  # 5
text = """first = no key
[neither]
""quotes"" and \""" five"""""        # 6
raw = \'\'\'
a = 1\'\'\'                          # 9
list = [                             # 11
  1, [2, 3],                         # 12
  { inner = "}", "o t" = [[]] },     # 13
  # a comment ]
  "]",                               # 15
]
empty = {}
[a.b]                                # 18
c = { d.e = 1, f = [] }              # 19
[[rows]]                             # 20
n = 1
[rows.sub]                           # 22
x = 1
[[rows.sub.deep]]                    # 24
y = 1
[[rows]]                             # 26
n = 2
[rows.sub]                           # 28
[a]                                  # 29
late = true
'''.replace("\\'\\'\\'", "'''")


def paths(value: Any, path: Path = ()) -> set[Path]:
    below: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        below = list(value.items())
    elif isinstance(value, list):
        below = list(enumerate(value))
    return {path}.union(*(paths(each, (*path, key)) for key, each in below))


@pytest.mark.parametrize("text", [EVERYTHING, example(), "", "a = 1"], ids=len)
def test_every_key_is_found_and_no_other(text: str) -> None:
    assert set(key_lines(text)) == paths(tomllib.loads(text))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("plain",), 2),
        (("quoted key",), 3),
        (("literal.key",), 4),
        (("dotted", "deep er", "x"), 5),
        (("text",), 6),
        (("raw",), 9),
        (("list",), 11),
        (("list", 1, 0), 12),
        (("list", 2, "o t", 0), 13),
        (("list", 3), 15),
        (("a", "b"), 18),
        (("a", "b", "c", "d", "e"), 19),
        (("rows", 0), 20),
        (("rows", 0, "sub", "x"), 23),
        (("rows", 0, "sub", "deep", 0), 24),
        (("rows", 1, "n"), 27),
        (("rows", 1, "sub"), 28),
        (("a",), 29),
        (("a", "late"), 30),
    ],
)
def test_each_key_is_on_its_line(path: Path, line: int) -> None:
    assert key_lines(EVERYTHING)[path] == line


def test_nesting_is_counted_outside_text_and_comments() -> None:
    assert too_deep(EVERYTHING, 4) is None
    assert too_deep(EVERYTHING, 2) == 13
    assert too_deep("a = 1\n# [[[[\nb = '[[[['\nc = [\n[[\n[]]]]", 3) == 6
