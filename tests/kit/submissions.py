"""A rules submission read by its text alone."""

from pitboss.rulebook.submission import Submission, Violation, check


def load(text: str) -> Submission | list[Violation]:
    """The submission, or everything that is wrong with it."""
    checked = check(text)
    return checked.submission or list(checked.violations)
