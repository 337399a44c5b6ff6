"""Addresses of the administration: the house, its submissions, its tables, its people, its log."""

from typing import Annotated, Final

import msgspec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from pitboss.house.floor import admin, submissions
from pitboss.house.people.accounts import Role
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Choices, Rules
from pitboss.rulebook.submission import Checked, Violation, check_bytes
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

MAX_TEXT: Final = 60_000  # characters; the limiter takes no larger request

Toml = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]


class SubmissionText(m.RequestBody, frozen=True):
    text: Toml


class NewSubmission(m.RequestBody, frozen=True):
    """`after` is the number of the submission that was edited; a newer one refuses this."""

    text: Toml
    after: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class RoleChange(m.RequestBody, frozen=True):
    name: m.Name
    role: Role


class PasswordChange(m.RequestBody, frozen=True):
    name: m.Name
    password: m.Text


class GameCheck(msgspec.Struct, frozen=True):
    """What a submission makes of a game. Amounts are in cents."""

    game: str
    title: str
    rules: str
    minimum: int
    maximum: int
    paytables: dict[str, str]  # by the wager's name
    meters: dict[str, int]  # where each begins
    payout_limit: int | None
    dealing: str
    changed: bool  # other rules than those kept now


class SubmissionCheck(msgspec.Struct, frozen=True):
    valid: bool
    violations: list[Violation]
    warnings: list[Violation]
    house: str
    operator: str
    games: list[GameCheck]
    tables: list[OpenTable]


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
    """What happened at no table, newest first: hirings, cash, submissions, tables ordered."""
    return admin.house_log(request.house, before, limit, chips=chips)


@get("/api/house/tables", ADMINISTRATOR_AND_AUDITOR)
def house_tables(request: ApiRequest) -> list[admin.TableRecord]:
    """Every table, those taken away too, with its money."""
    return admin.table_records(request.house)


@get("/api/submission", ADMINISTRATOR_AND_AUDITOR)
def submission(request: ApiRequest) -> submissions.StoredSubmission:
    """The newest submission, as it was given."""
    return submissions.newest_submission(request.house)


@get("/api/submissions", ADMINISTRATOR_AND_AUDITOR)
def submission_history(request: ApiRequest) -> list[submissions.SubmissionRow]:
    """Every submission that was kept, newest first."""
    return submissions.history(request.house)


@get("/api/submissions/{number:int}", ADMINISTRATOR_AND_AUDITOR)
def one_submission(
    request: ApiRequest, number: Annotated[int, PathParameter(ge=1, le=2**31 - 1)]
) -> submissions.StoredSubmission:
    """One of them, as it was given."""
    return submissions.find_submission(request.house, number)


@post("/api/submission/check", ADMINISTRATOR)
def check_submission(request: ApiRequest, data: JSONBody[SubmissionText]) -> SubmissionCheck:
    """All that a text may not say, line by line with its clause, as `pitboss check` tells it."""
    now = {row.game: row.fingerprint for row in admin.about(request.house).games}
    return _checked(check_bytes(data.text.encode()), now)


def _checked(checked: Checked, now: dict[str, str]) -> SubmissionCheck:
    said = checked.submission
    return SubmissionCheck(
        valid=said is not None,
        violations=list(checked.violations),
        warnings=list(checked.warnings),
        house=said.house if said else "",
        operator=said.operator if said else "",
        games=[_game(key, one, now) for key, one in said.games.items()] if said else [],
        tables=list(said.tables) if said else [],
    )


def _game(key: str, choices: Choices, now: dict[str, str]) -> GameCheck:
    rules = Rules(choices)
    return GameCheck(
        game=key,
        title=GAMES[key].name,
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
    """A valid text holds for tables opened from now on; tables that are open keep their rules."""
    return m.NewNumber(
        submissions.submit(request.house, request.person.name, data.text, data.after)
    )


def _watching(hub: Hub) -> dict[str, int]:
    told: dict[str, int] = {}
    for watcher in list(hub.watchers):
        if watcher.session is not None:
            told[watcher.session] = told.get(watcher.session, 0) + 1
    return told


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
    """Accounts by name: role, sessions, wallets. `present`: who has a session."""
    return admin.accounts(
        request.house,
        _watching(request.hub),
        role=role,
        named=named,
        guests=guests,
        here=present,
        after=after,
        limit=limit,
    )


@post("/api/people/role", ADMINISTRATOR)
def give_role(request: ApiRequest, data: JSONBody[RoleChange]) -> m.Empty:
    """Another role for one of the staff; their sessions end."""
    for token in admin.give_role(request.house, request.person, data.name, data.role):
        request.hub.close_session(token)
    return m.Empty()


@post("/api/people/password", ADMINISTRATOR)
def give_password(request: ApiRequest, data: JSONBody[PasswordChange]) -> m.Empty:
    """A new password for an account; its sessions end, and a lock on it is lifted."""
    for token in admin.give_password(request.house, request.person, data.name, data.password):
        request.hub.close_session(token)
    return m.Empty()


ADMIN_ROUTES: Final = (
    *(the_house, house_log, house_tables, submission, submission_history, one_submission),
    *(check_submission, keep_submission, list_people, give_role, give_password),
)
