"""Addresses of the administration: the house, its submissions, its tables, its people, its log."""

from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from pitboss.house.floor import admin, submissions
from pitboss.house.people.accounts import Role
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Choices, Rules
from pitboss.rulebook.submission import Checked, Violation, check_bytes
from pitboss.rulebook.submission.tables import OpenTable
from pitboss.web.api import models as m
from pitboss.web.api.routes import Ask, parts
from pitboss.web.guard import here
from pitboss.web.push.hub import Hub

BOSS: Final = ("administrator",)
BOSS_AND_AUDITOR: Final = ("administrator", "auditor")
MOST_TEXT: Final = 60_000  # characters; the gate takes no larger request

Toml = Annotated[str, msgspec.Meta(max_length=MOST_TEXT)]


class Text(m.Said, frozen=True):
    text: Toml


class Submitting(m.Said, frozen=True):
    """`after` is the number of the submission that was edited; a newer one refuses this."""

    text: Toml
    after: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Promoting(m.Said, frozen=True):
    name: m.Name
    role: Role


class Repassword(m.Said, frozen=True):
    name: m.Name
    password: m.Text


class GameChecked(msgspec.Struct, frozen=True):
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


class SubmissionChecked(msgspec.Struct, frozen=True):
    valid: bool
    violations: list[Violation]
    warnings: list[Violation]
    house: str
    operator: str
    games: list[GameChecked]
    tables: list[OpenTable]


@get("/api/house", roles=BOSS_AND_AUDITOR, sync_to_thread=True)
def the_house(request: Ask) -> admin.AboutHouse:
    """The house: its rules, its program and manifest, its database, its checkpoints."""
    house, _, _ = parts(request)
    return admin.about(house)


@get("/api/house/log", roles=BOSS_AND_AUDITOR, sync_to_thread=True)
def house_log(
    request: Ask,
    before: Annotated[int | None, QueryParameter(ge=1, le=2**62)] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
    chips: FromQuery[bool] = False,
) -> list[admin.HouseNote]:
    """What happened at no table, newest first: hirings, cash, submissions, tables ordered."""
    house, _, _ = parts(request)
    return admin.house_log(house, before, limit, chips=chips)


@get("/api/house/tables", roles=BOSS_AND_AUDITOR, sync_to_thread=True)
def house_tables(request: Ask) -> list[admin.TableRecord]:
    """Every table, those taken away too, with its money."""
    house, _, _ = parts(request)
    return admin.table_records(house)


@get("/api/submission", roles=BOSS_AND_AUDITOR, sync_to_thread=True)
def submission(request: Ask) -> submissions.StoredSubmission:
    """The newest submission, as it was given."""
    house, _, _ = parts(request)
    return submissions.newest_submission(house)


@get("/api/submissions", roles=BOSS_AND_AUDITOR, sync_to_thread=True)
def submission_history(request: Ask) -> list[submissions.SubmissionRow]:
    """Every submission that was kept, newest first."""
    house, _, _ = parts(request)
    return submissions.history(house)


@get("/api/submissions/{number:int}", roles=BOSS_AND_AUDITOR, sync_to_thread=True)
def one_submission(
    request: Ask, number: Annotated[int, PathParameter(ge=1, le=2**31 - 1)]
) -> submissions.StoredSubmission:
    """One of them, as it was given."""
    house, _, _ = parts(request)
    return submissions.one(house, number)


@post("/api/submission/check", roles=BOSS, status_code=200, sync_to_thread=True)
def check_submission(request: Ask, data: JSONBody[Text]) -> SubmissionChecked:
    """All that a text may not say, line by line with its clause, as `pitboss check` tells it."""
    house, _, _ = parts(request)
    now = {row.game: row.fingerprint for row in admin.about(house).games}
    return _checked(check_bytes(data.text.encode()), now)


def _checked(checked: Checked, now: dict[str, str]) -> SubmissionChecked:
    said = checked.submission
    return SubmissionChecked(
        valid=said is not None,
        violations=list(checked.violations),
        warnings=list(checked.warnings),
        house=said.house if said else "",
        operator=said.operator if said else "",
        games=[_game(key, one, now) for key, one in said.games.items()] if said else [],
        tables=list(said.tables) if said else [],
    )


def _game(key: str, choices: Choices, now: dict[str, str]) -> GameChecked:
    rules = Rules(choices)
    return GameChecked(
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


@post("/api/submission", roles=BOSS, sync_to_thread=True)
def keep_submission(request: Ask, data: JSONBody[Submitting]) -> m.Number:
    """A valid text holds for tables opened from now on; tables that are open keep their rules."""
    house, _, _ = parts(request)
    return m.Number(submissions.keep(house, here(request).person.name, data.text, data.after))


def _watching(hub: Hub) -> dict[str, int]:
    told: dict[str, int] = {}
    for watcher in list(hub.watchers):
        if watcher.session is not None:
            told[watcher.session] = told.get(watcher.session, 0) + 1
    return told


@get("/api/people", roles=BOSS, sync_to_thread=True)
def list_people(
    request: Ask,
    role: FromQuery[Role | None] = None,
    named: Annotated[str, QueryParameter(max_length=24, pattern=r"^[A-Za-z0-9_]*$")] = "",
    guests: FromQuery[bool] = False,
    present: FromQuery[bool] = False,
    after: Annotated[str, QueryParameter(max_length=24, pattern=r"^[A-Za-z0-9_]*$")] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=200)] = 50,
) -> admin.People:
    """Accounts by name: role, sessions, wallets. `present`: who has a session."""
    house, _, hub = parts(request)
    return admin.accounts(
        house,
        _watching(hub),
        role=role,
        named=named,
        guests=guests,
        here=present,
        after=after,
        limit=limit,
    )


@post("/api/people/role", roles=BOSS, status_code=200, sync_to_thread=True)
def give_role(request: Ask, data: JSONBody[Promoting]) -> m.Nothing:
    """Another role for one of the staff; their sessions end."""
    house, _, hub = parts(request)
    for token in admin.give_role(house, here(request).person, data.name, data.role):
        hub.close_session(token)
    return m.Nothing()


@post("/api/people/password", roles=BOSS, status_code=200, sync_to_thread=True)
def give_password(request: Ask, data: JSONBody[Repassword]) -> m.Nothing:
    """A new password for an account; its sessions end, and a lock on it is lifted."""
    house, _, hub = parts(request)
    for token in admin.give_password(house, here(request).person, data.name, data.password):
        hub.close_session(token)
    return m.Nothing()


ADMIN_ROUTES: Final = (
    *(the_house, house_log, house_tables, submission, submission_history, one_submission),
    *(check_submission, keep_submission, list_people, give_role, give_password),
)
