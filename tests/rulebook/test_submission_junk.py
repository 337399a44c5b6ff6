"""Whatever a file holds, it gets an answer: a submission that a table can run on, or violations."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Checked, check_bytes, example

JUNK = (
    *("true", "-1", "0", "7", "1e400", "nan", "[]", "{}", "[[1], 2]", "1979-05-27 07:32:00", '""'),
    *('"$0"', '"A"', '"12.5%"', "[1, 2]", '["1", "1"]', "{ a.b = [{}] }", "[{}]", "9" * 300),
    *('"hand"', "0.1", "'''\n'''", '"\\u001b[2J"', "$5", '"unclosed', "[1,", "07", "= =", ""),
)
LINES = example().splitlines()
mutation = st.tuples(
    st.integers(0, len(LINES) - 1),
    st.sampled_from(("delete", "repeat", "junk", "insert", "rename")),
    st.sampled_from(JUNK) | st.text(max_size=20),
)


def answered(result: Checked) -> None:
    if result.submission is None:
        assert result.violations
        assert all(violation.line >= 0 and violation.what for violation in result.violations)
    else:
        assert not result.violations
        for choices in result.submission.games.values():
            rules = Rules(choices)
            assert all(least <= most for least, most in map(rules.limits, rules.spots.values()))
            assert rules.payout_limit != 0


@given(st.lists(mutation, min_size=1, max_size=6))
@settings(max_examples=300, deadline=None)
def test_no_change_of_the_example_goes_without_an_answer(
    mutations: list[tuple[int, str, str]],
) -> None:
    lines: list[list[str]] = [[line] for line in LINES]
    for place, how, junk in mutations:
        key, equals, _ = LINES[place].partition("=")
        lines[place] = {
            "delete": [],
            "repeat": [LINES[place], LINES[place]],
            "junk": [key + equals + " " + junk],
            "insert": [LINES[place], junk],
            "rename": [LINES[place].replace("e", "a", 1)],
        }[how]
    text = "\n".join(line for group in lines for line in group)
    answered(check_bytes(text.encode("utf-8", "surrogatepass")))


@given(st.integers(0, len(example())), st.binary(min_size=1, max_size=8), st.integers(0, 30))
@settings(max_examples=200, deadline=None)
def test_no_bytes_go_without_an_answer(place: int, junk: bytes, lost: int) -> None:
    data = example().encode()
    answered(check_bytes(data[:place] + junk + data[place + lost :]))
    answered(check_bytes(junk))
