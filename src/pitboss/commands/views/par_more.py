"""The sections of a PAR sheet for laboratories: correlations, rulings, protection, errors."""

from collections.abc import Iterator, Sequence

from pitboss.commands.views.blocks import Block, Rows, percent
from pitboss.money import format_short
from pitboss.odds.prices.limits import LimitPrice
from pitboss.odds.prices.worth import Worth
from pitboss.odds.sheet.sheet import Sheet, Together
from pitboss.rulebook.model import Game


def correlations(together: Together) -> Iterator[Block]:
    wagers = list(together.by_wager)
    if len(wagers) < 2:
        return
    yield Block(
        "Correlations of wagers in one round",
        ("wager", *(str(at) for at in range(1, len(wagers) + 1))),
        [
            (f"{at} {one}", *(f"{together.correlation(one, other):.4f}" for other in wagers))
            for at, one in enumerate(wagers, 1)
        ],
        ("From the joint count of all deals; the covariances are fractions in the JSON.",),
    )


def limit_remarks(game: Game, limits: Sequence[LimitPrice]) -> Iterator[str]:
    """How a limit stands to the document, once for each thing to say."""
    options = (option for option in game.options if option.key == "payout_limit")
    cited = next((f" (ruling {option.ruling})" for option in options), "")
    remarks: dict[str, int] = {}
    for each in limits:
        if each.remark:
            remarks.setdefault(each.remark, each.stake)
    for remark, stake in remarks.items():
        yield f"At a minimum of {format_short(stake)} the limit is {remark}{cited}."
    if game.limit.floor is None:
        yield f"The rules name no highest or least payout limit: a house may set any{cited}."


def rulings(sheet: Sheet) -> Iterator[Block]:
    """Both readings of every option on one page."""
    if not (sheet.rulings or sheet.quiet):
        return
    quiet = ", ".join(f"{option} ({ruling})" for option, ruling in sheet.quiet)
    notes = [f"These change no odds: {quiet}."] if quiet else []
    if any(r.option.startswith("(") for r in sheet.rulings):
        notes.append("In brackets: another reading of the document, which no house may choose.")
    yield Block(
        "Rulings with an alternative",
        ("option", "wager", "table", "as ruled", "alternative", "difference"),
        [
            (
                f"{r.option} ({r.ruling})",
                r.wager,
                r.paytable,
                percent(r.edge),
                percent(r.alternative),
                percent(r.alternative - r.edge),
            )
            for r in sheet.rulings
        ],
        tuple(notes),
        text=3,
    )


def protection(sheet: Sheet) -> Iterator[Block]:
    """What hidden cards are worth, and what errors of a dealer cost."""
    if sheet.information:
        yield _worths("Worth of information", "what a player has seen", sheet.information)
    if sheet.exposures:
        yield _worths("Exposed cards, each time", "what a dealer exposes", sheet.exposures)
    if sheet.errors:
        rows: Rows = [
            (
                f"{e.wager} {e.paytable}, {e.hand}: {e.error} ({e.instead})",
                f"{float(e.chance):.8f}",
                f"{float(e.cost):+.4f}",
            )
            for e in sheet.errors
        ]
        yield Block(
            "Wrong payments, each time",
            ("hand and error", "chance", "cost"),
            rows,
            (
                "The cost to the house in units whenever it happens, negative where the player "
                "pays for it; chance: of the hand in a round, the wager still in play.",
            ),
        )


def _worths(title: str, what: str, worths: Sequence[Worth]) -> Block:
    return Block(
        title,
        (what, "gain in units", "error", "cases"),
        [
            (
                w.what,
                f"{w.estimate:.6f}",
                f"±{w.error:.6f}" if w.error else "exact",
                f"{w.samples:,}",
            )
            for w in worths
        ],
        ("Gain a round over the same player without it; ± is one standard error.",),
    )
