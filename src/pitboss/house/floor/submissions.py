"""The house's submissions as text; the newest applies to tables opened from now on."""

import hashlib

import msgspec
import sqlalchemy as sa

from pitboss.errors import PitbossError
from pitboss.house.floor.tables import read_submission, store_submission
from pitboss.house.people.notes import note
from pitboss.house.service import House
from pitboss.house.storage import log
from pitboss.house.storage.schema.tables import submissions
from pitboss.rulebook.submission import check_bytes, default_house, example


class BadSubmission(PitbossError):
    """An invalid submission."""

    status = 409


class NoSuchSubmission(PitbossError):
    """A number that no submission has."""

    status = 404


class StaleSubmission(PitbossError):
    """An edit of a submission that is no longer the newest."""

    status = 409


class StoredSubmission(msgspec.Struct, frozen=True):
    """`number` 0 is the submission that the house opened with, before any was stored."""

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
        # An older program stored only the choices of a submission that it read from a file.
        stored = read_submission(tx)
    return StoredSubmission(0, 0, "", example() if stored in (None, default_house()) else "")


def history(house: House) -> list[SubmissionRow]:
    """Newest first."""
    columns = (submissions.c.number, submissions.c.at, submissions.c.by_name)
    query = sa.select(*columns).order_by(submissions.c.number.desc())
    with house.store.read() as tx:
        return [SubmissionRow(*row) for row in tx.execute(query)]


def find_submission(house: House, number: int) -> StoredSubmission:
    query = sa.select(submissions).where(submissions.c.number == number)
    with house.store.read() as tx:
        row = tx.execute(query).first()
    if row is None:
        raise NoSuchSubmission(f"there is no submission {number}", what_to_do="see the history")
    return StoredSubmission(row.number, row.at, row.by_name, row.text)


def submit(house: House, by: str, text: str, after: int | None = None) -> int:
    """Stores a valid text and returns its number; `after` must still be the newest, if given."""
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
        query = sa.select(submissions).order_by(submissions.c.number.desc()).limit(1)
        last = tx.execute(query).first()
        number = last.number if last else 0
        if after is not None and after != number:
            raise StaleSubmission(
                f"submission {number} was stored in the meantime",
                what_to_do="open it and edit from there",
            )
        if last is not None and last.text == text:
            return int(number)
        row = {"number": number + 1, "at": at, "by_name": by, "text": text}
        tx.execute(sa.insert(submissions).values(**row))
        store_submission(tx, checked.submission)
        body = {"number": number + 1, "by": by, "sha256": text_hash(text)}
        note(tx, house, "SubmissionKept", body, (), at)
    return int(number + 1)
