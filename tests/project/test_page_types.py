"""Types of the pages' scripts: every error counts, and values without a type may only get fewer."""

from dev import check_web

REPORT = """\
src/pitboss/web/static/base/dom.js(1,2): error TS7006: Parameter 'x' implicitly has an 'any' type.
src/pitboss/web/static/text/en/base.js(3,4): error TS7053: Element implicitly has an 'any' type.
  No index signature with a parameter of type 'string' was found.
src/pitboss/web/static/table/felt.js(5,6): error TS18047: 'view' is possibly 'null'.
error TS5023: Unknown compiler option 'strictest'.
"""


def test_values_without_a_type_are_counted_by_folder_and_the_rest_are_errors() -> None:
    faults, untyped = check_web.read_report(REPORT)
    assert [line.partition(" ")[0] for line in faults] == [
        "src/pitboss/web/static/table/felt.js(5,6):",
        "error",
    ]
    assert {folder: len(lines) for folder, lines in untyped.items()} == {"base": 1, "text": 1}
    assert "No index signature" in untyped["text"][0]


def test_a_folder_has_at_most_as_many_as_before_and_another_has_none() -> None:
    _, untyped = check_web.read_report(REPORT)
    assert check_web.too_many({"base": 1, "text": 1}, untyped) == []
    rows = check_web.too_many({"text": 2}, untyped)
    assert rows[-1] == "base: 1 values without a type, 0 at most"


def test_what_has_been_won_is_written_down_and_nothing_is_raised() -> None:
    _, untyped = check_web.read_report(REPORT)
    assert check_web.lowered({"text": 7, "odds": 3}, untyped) == {"text": 1}
