"""The house's submissions as they were given: the newest holds for tables opened from now on."""

import hashlib

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.floor.tables import read_submission, store_submission
from pitboss.house.people.cage import note
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import submissions
from pitboss.rulebook.submission import check_bytes, default_house, example


class BadSubmission(PitbossError):
    """A text that is no valid submission."""

    status = 409


class NoSuchSubmission(PitbossError):
    """A number that no submission has."""

    status = 404


class StaleSubmission(PitbossError):
    """Another submission was kept since the one that was edited."""

    status = 409


class StoredSubmission(msgspec.Struct, frozen=True):
    """`number` 0 is what a house was opened with, before any was kept here."""

    number: int
    at: int
    by: str
    text: str


class SubmissionRow(msgspec.Struct, frozen=True):
    number: int
    at: int
    by: str


def text_hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def newest_submission(house: House) -> StoredSubmission:
    with house.store.read() as tx:
        row = tx.execute(sa.select(submissions).order_by(submissions.c.number.desc())).first()
        if row is not None:
            return StoredSubmission(row.number, row.at, row.by_name, row.text)
        # Of a submission that was read from a file by an older program only the choices are kept.
        known = read_submission(tx)
    return StoredSubmission(0, 0, "", example() if known in (None, default_house()) else "")


def history(house: House) -> list[SubmissionRow]:
    """Newest first."""
    columns = (submissions.c.number, submissions.c.at, submissions.c.by_name)
    found = sa.select(*columns).order_by(submissions.c.number.desc())
    with house.store.read() as tx:
        return [SubmissionRow(*row) for row in tx.execute(found)]


def one(house: House, number: int) -> StoredSubmission:
    found = sa.select(submissions).where(submissions.c.number == number)
    with house.store.read() as tx:
        row = tx.execute(found).first()
    if row is None:
        raise NoSuchSubmission(f"there is no submission {number}", what_to_do="see the history")
    return StoredSubmission(row.number, row.at, row.by_name, row.text)


def keep(house: House, by: str, text: str, after: int | None = None) -> int:
    """Kept if it is valid and `after`, what it was edited from, is still the newest; its number."""
    checked = check_bytes(text.encode())
    if checked.submission is None:
        first = checked.violations[0]
        count = len(checked.violations)
        raise BadSubmission(
            f"{count} violation{'s' * (count > 1)}, the first in line {first.line}: {first.what}",
            where=f"line {first.line}",
            clause=first.clause or None,
            what_to_do=first.allowed,
        )
    at = house.clock()
    with house.store.begin() as tx:
        log.lock_stream(tx, log.HOUSE_STREAM)
        found = sa.select(submissions).order_by(submissions.c.number.desc()).limit(1)
        last = tx.execute(found).first()
        number = last.number if last else 0
        if after is not None and after != number:
            raise StaleSubmission(
                f"submission {number} was kept since", what_to_do="look at it and begin from there"
            )
        if last is not None and last.text == text:
            return int(number)
        kept = {"number": number + 1, "at": at, "by_name": by, "text": text}
        tx.execute(sa.insert(submissions).values(**kept))
        store_submission(tx, checked.submission)
        said = {"number": number + 1, "by": by, "sha256": text_hash(text)}
        note(tx, house, "SubmissionKept", said, (), at)
    return int(number + 1)
