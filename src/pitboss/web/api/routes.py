"""Every address of the API: the handlers that these modules define."""

from types import ModuleType
from typing import Final

from litestar.handlers import BaseRouteHandler

from pitboss.web import metrics, readiness
from pitboss.web.api import (
    accounts,
    admin,
    coach,
    console,
    drill,
    felt,
    hands,
    odds,
    papers,
    rounds,
    rules,
    slips,
    staff,
    statistics,
    tables,
)
from pitboss.web.push.socket import SOCKET_ROUTES


def handlers_of(*modules: ModuleType) -> list[BaseRouteHandler]:
    named = (value for module in modules for value in vars(module).values())
    return [value for value in named if isinstance(value, BaseRouteHandler)]


# In the order of the description.
API: Final = [
    *handlers_of(accounts, tables, felt, rounds),
    *SOCKET_ROUTES,
    *handlers_of(rules, odds, coach, drill),
    *handlers_of(console, staff, admin, papers, slips, statistics, hands, metrics, readiness),
]
