"""Addresses of the administration: the house, its submissions, tables, people and log."""

from typing import Annotated, Final

import msgspec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from pitboss.house.floor import admin, submissions
from pitboss.house.people.persons import PersonRole, Role
from pitboss.rulebook import MARK
from pitboss.rulebook.rules import Choices, Rules
from pitboss.rulebook.submission import Checked, Submission, Violation, check_bytes
from pitboss.rulebook.submission.approvals import SUBJECTS
from pitboss.rulebook.submission.tables import OpenTable
from pitboss.web.api import models as m
from pitboss.web.api.common import (
    ADMINISTRATOR,
    ADMINISTRATOR_AND_AUDITOR,
    ApiRequest,
    get,
    post,
)
from pitboss.web.push.hub import Hub

MAX_TEXT: Final = 60_000  # characters; MAX_BODY_BYTES bounds the request

Toml = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]


class SubmissionText(m.RequestBody, frozen=True):
    text: Toml


class NewSubmission(m.RequestBody, frozen=True):
    """`after` is the number of the edited submission; it is refused if there is a newer one."""

    text: Toml
    after: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class RoleChange(m.RequestBody, frozen=True):
    name: m.Name
    role: PersonRole


class PasswordChange(m.RequestBody, frozen=True):
    name: m.Name
    password: m.Text


class GameCheck(msgspec.Struct, frozen=True):
    """A game under a submission. Amounts are in cents."""

    game: str
    title: str
    mark: str  # says that the rules are of no published document; else empty
    rules: str
    minimum: int
    maximum: int
    paytables: dict[str, str]  # by the wager's name
    meters: dict[str, int]  # what each starts at
    payout_limit: int | None
    dealing: str
    changed: bool  # against the current submission


class ApprovalRow(msgspec.Struct, frozen=True):
    """What the Commission approved, under which reference and on which day."""

    subject: str
    reference: str
    date: str


class SubmissionCheck(msgspec.Struct, frozen=True):
    valid: bool
    violations: list[Violation]
    warnings: list[Violation]
    house: str
    operator: str
    games: list[GameCheck]
    tables: list[OpenTable]
    approvals: list[ApprovalRow]


@get("/api/house", ADMINISTRATOR_AND_AUDITOR)
def the_house(request: ApiRequest) -> admin.AboutHouse:
    """The house: its rules, its program and manifest, its database, its checkpoints."""
    return admin.about(request.house)


@get("/api/house/log", ADMINISTRATOR_AND_AUDITOR)
def house_log(
    request: ApiRequest,
    before: Annotated[int | None, QueryParameter(ge=1, le=2**62)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    chips: FromQuery[bool] = False,
) -> list[admin.HouseNote]:
    """The house's own log, newest first: accounts, cash, submissions, new tables."""
    return admin.house_log(request.house, before, limit, chips=chips)


@get("/api/house/tables", ADMINISTRATOR_AND_AUDITOR)
def house_tables(request: ApiRequest) -> list[admin.TableRecord]:
    """Every table, closed ones too, with its money."""
    return admin.table_records(request.house)


@get("/api/submission", ADMINISTRATOR_AND_AUDITOR)
def submission(request: ApiRequest) -> submissions.StoredSubmission:
    """The newest submission."""
    return submissions.newest_submission(request.house)


@get("/api/submissions", ADMINISTRATOR_AND_AUDITOR)
def submission_history(request: ApiRequest) -> list[submissions.SubmissionRow]:
    """Every accepted submission, newest first."""
    return submissions.history(request.house)


@get("/api/submissions/{number:int}", ADMINISTRATOR_AND_AUDITOR)
def one_submission(
    request: ApiRequest, number: Annotated[int, PathParameter(ge=1, le=2**31 - 1)]
) -> submissions.StoredSubmission:
    """One submission."""
    return submissions.find_submission(request.house, number)


@post("/api/submission/check", ADMINISTRATOR)
def check_submission(request: ApiRequest, data: JSONBody[SubmissionText]) -> SubmissionCheck:
    """Check a submission: every violation with its line and clause, as in `pitboss check`."""
    now = {row.game: row.fingerprint for row in admin.about(request.house).games}
    return _submission_check(check_bytes(data.text.encode()), now)


def _submission_check(result: Checked, now: dict[str, str]) -> SubmissionCheck:
    submission = result.submission
    return SubmissionCheck(
        valid=submission is not None,
        violations=list(result.violations),
        warnings=list(result.warnings),
        house=submission.house if submission else "",
        operator=submission.operator if submission else "",
        games=[_game(key, one, now) for key, one in submission.games.items()] if submission else [],
        tables=list(submission.tables) if submission else [],
        approvals=_approvals(submission) if submission else [],
    )


def _approvals(submission: Submission) -> list[ApprovalRow]:
    return [
        ApprovalRow(SUBJECTS[key].about, approval.reference, approval.date)
        for key, approval in submission.approvals.items()
    ]


def _game(key: str, choices: Choices, now: dict[str, str]) -> GameCheck:
    rules = Rules(choices)
    return GameCheck(
        game=key,
        title=rules.game.name,
        mark=MARK if rules.is_own else "",
        rules=rules.short,
        minimum=choices.minimum,
        maximum=choices.maximum,
        paytables={rules.label(rules.wagers[name]): x for name, x in choices.tables.items()},
        meters={terms.meter: terms.initial for terms in choices.meters},
        payout_limit=rules.payout_limit,
        dealing=f"{choices.method} ({choices.variant})",
        changed=now.get(key) != rules.fingerprint,
    )


@post("/api/submission", ADMINISTRATOR, status_code=201)
def keep_submission(request: ApiRequest, data: JSONBody[NewSubmission]) -> m.NewNumber:
    """Accept a valid submission for new tables; open tables keep their rules."""
    return m.NewNumber(
        submissions.submit(request.house, request.person.name, data.text, data.after)
    )


def _socket_counts(hub: Hub) -> dict[str, int]:
    """The sockets of each session, at this server and (by the start of its token) at others."""
    counts = dict(hub.elsewhere)
    for watcher in list(hub.watchers):
        if watcher.session is not None:
            counts[watcher.session] = counts.get(watcher.session, 0) + 1
    return counts


@get("/api/people", ADMINISTRATOR)
def list_people(
    request: ApiRequest,
    role: FromQuery[Role | None] = None,
    named: Annotated[str, QueryParameter(max_length=24, pattern=r"^[A-Za-z0-9_]*$")] = "",
    guests: FromQuery[bool] = False,
    present: FromQuery[bool] = False,
    after: Annotated[str, QueryParameter(max_length=24, pattern=r"^[A-Za-z0-9_]*$")] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
) -> admin.People:
    """Accounts by name: role, sessions, wallets. `present` lists only those with a session."""
    return admin.accounts(
        request.house,
        _socket_counts(request.hub),
        role=role,
        named=named,
        guests=guests,
        here=present,
        after=after,
        limit=limit,
    )


@post("/api/people/role", ADMINISTRATOR)
def give_role(request: ApiRequest, data: JSONBody[RoleChange]) -> m.Empty:
    """Give a member of staff another role; their sessions end."""
    admin.give_role(request.house, request.person, data.name, data.role)
    return m.Empty()


@post("/api/people/password", ADMINISTRATOR)
def give_password(request: ApiRequest, data: JSONBody[PasswordChange]) -> m.Empty:
    """Give an account a new password; its sessions end, and it is unlocked."""
    admin.give_password(request.house, request.person, data.name, data.password)
    return m.Empty()
