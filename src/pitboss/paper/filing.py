"""The submission as a filing: every choice of the operator with the clause that asks for it, the
approvals, the rulings adopted, the layouts and the payouts; and what differs from an earlier one.
"""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

import msgspec
from msgspec import UNSET

from pitboss.money import Cents, format_short
from pitboss.odds.game import WHOLE_GAME
from pitboss.paper.content import Drawing, Item, Paper, PaperSection, items
from pitboss.paper.layout import layout_of
from pitboss.paper.layout_svg import alt_text, layout_svg
from pitboss.paper.measures import layout_uses
from pitboss.paper.report.content import percent as percent_of
from pitboss.paper.report.figures import GameFigures
from pitboss.paper.sign import payout_tables
from pitboss.rulebook import MARK, describe
from pitboss.rulebook.register import rulings
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.submission import Submission, Violation
from pitboss.rulebook.submission.approvals import SUBJECTS
from pitboss.rulebook.toml.values import percent

# Approval → the rules of the games that ask for it.
APPROVED: Final = {
    "layout": ("layout",),
    "shoe_place": ("shoe.place",),
    "tip_box": ("drop-box",),
    "progressive": ("progressive.device", "progressive.lockout"),
    "reshuffling": ("device.approved",),
}
# Where equipment is in the way, the Commission may allow another place for the tip box.
ELSEWHERE: Final = ("235 2.E", "DD .02D", "LIR .02E", "MS 2.E")


class Statement(msgspec.Struct, frozen=True):
    """One thing that the documents let the operator decide, and what was decided."""

    subject: str
    choice: str
    clauses: tuple[str, ...] = ()

    def item(self) -> Item:
        colon = "" if self.subject.endswith("?") else ":"
        return Item(f"{self.subject}{colon} {self.choice}", self.clauses)


def filing_of(
    house: Submission, warnings: Sequence[Violation] = (), earlier: Submission | None = None
) -> Paper:
    parts = {title: list(statements) for title, statements in _statements(house)}
    sections = [
        PaperSection(title, tuple(statement.item() for statement in statements))
        for title, statements in parts.items()
    ]
    missing = tuple(Item(w.what, tuple(filter(None, (w.clause,)))) for w in warnings)
    if missing:
        sections.append(PaperSection("Not approved yet", missing))
    if earlier is not None:
        changes = tuple(differences(earlier, house))
        none = (Item("No choice differs."),)
        sections.insert(0, PaperSection("Changes from the earlier submission", changes or none))
    games = [Rules(choices) for choices in house.games.values()]
    return Paper(
        kind="rules submission",
        title=house.house,
        operator=house.operator,
        sections=tuple(sections),
        tables=tuple(
            msgspec.structs.replace(table, title=f"{rules.game.name}: {table.title}")
            for rules in games
            for table in payout_tables(rules)
        ),
        drawings=tuple(_drawing(rules, house) for rules in games),
    )


def differences(earlier: Submission, house: Submission) -> Iterator[Item]:
    """Every statement that is new, gone or changed."""
    before, after = _by_subject(earlier), _by_subject(house)
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        title, subject = key
        words = f"{old.choice if old else 'nothing'} → {new.choice if new else 'nothing'}"
        yield Item(f"{title}, {subject}: {words}", (new or old or Statement("", "")).clauses)


def _by_subject(house: Submission) -> dict[tuple[str, str], Statement]:
    return {(title, s.subject): s for title, part in _statements(house) for s in part}


def _drawing(rules: Rules, house: Submission) -> Drawing:
    layout = layout_of(rules, house.operator, odds=rules.game.key in house.felt_odds)
    title = f"Layout of {rules.game.name}"
    purposes = PaperSection("What the layout is for", items(layout_uses(rules)))
    svg = layout_svg(layout, house.look, title=title)
    return Drawing(title, svg, alt_text(layout), (purposes,))


def _statements(house: Submission) -> Iterator[tuple[str, Iterator[Statement]]]:
    yield "The house", _house(house)
    if house.approvals:
        yield "Approvals", _approvals(house)
    for choices in house.games.values():
        rules = Rules(choices)
        yield rules.game.name, _game(rules, felt_odds=rules.game.key in house.felt_odds)
    yield "Tables", _tables(house)


def _house(house: Submission) -> Iterator[Statement]:
    yield Statement("name", house.house)
    yield Statement("operator", house.operator, ("G59",))
    amount = format_short(house.cage.second_person_above)
    yield Statement("cash that needs a second person", f"above {amount}")


def _approvals(house: Submission) -> Iterator[Statement]:
    games = [Rules(choices).game for choices in house.games.values()]
    for key, approval in house.approvals.items():
        cited = [game.cite(cite) for cite in APPROVED.get(key, ()) for game in games]
        if key == "tip_box":
            cited += [each for each in ELSEWHERE if each.split()[0] in {g.code for g in games}]
        if key == "internal_controls":
            cited += [game.progressive.validated for game in games if game.progressive]
        clauses = tuple(dict.fromkeys(filter(None, cited)))
        yield Statement(SUBJECTS[key].about, f"{approval.reference}, {approval.date}", clauses)


def _game(rules: Rules, *, felt_odds: bool) -> Iterator[Statement]:
    game, choices = rules.game, rules.choices
    amounts = f"{format_short(choices.minimum)} to {format_short(choices.maximum)}"
    if rules.is_own:
        yield Statement("rules", MARK)
    yield Statement("base wager", amounts, ("G20",))
    chips = ", ".join(map(format_short, choices.chips))
    yield _statement("chips", chips, game.cite("wager.chip"))
    yield _statement("adjacent boxes", str(choices.boxes), game.cite("wager.boxes"))
    yield from _wagers(rules)
    marks = [mark.clause for mark in game.inscriptions if mark.sign_instead]
    place = "on the layout, and on a sign" if felt_odds else "on a sign"
    yield Statement("payouts and limits", place, tuple(dict.fromkeys(marks)))
    yield from _devices(rules)
    limit = "none" if rules.payout_limit is None else format_short(rules.payout_limit)
    yield Statement("payout limit of a hand", limit, (game.limit.clause, game.limit.ruling))
    if choices.confirm_above is not UNSET:
        amount = f"above {format_short(choices.confirm_above)}"
        yield _statement("a forfeit that a second person confirms", amount, "G52")
    # Own rules would have to be solved first, so only the report prices them.
    figures = None if rules.is_own else GameFigures(rules)
    for option in game.options:
        ruling = rulings()[option.ruling]
        if option.key != "payout_limit":
            choice = _value(rules.option(option.key)) + _price_of(option.key, rules, figures)
            yield _statement(ruling.question, choice, option.ruling)
    groups = wrap(rules.fingerprint, 16)  # a line breaks between them
    yield Statement("fingerprint of the rules", " ".join(groups))


def _price_of(option: str, rules: Rules, figures: GameFigures | None) -> str:
    """What a ruling costs: the house edge as adopted, and as it would be otherwise."""
    if figures is None:
        return ""
    prices = [each for each in figures.rulings if each.option == option]
    if not prices:
        return " (changes no odds of a wager offered)"
    parts = []
    for each in prices:
        edges = (each.edge, each.alternative)
        adopted, other = edges if rules.option(option) else edges[::-1]
        name = (
            rules.game.name if each.wager == WHOLE_GAME else rules.label(rules.wagers[each.wager])
        )
        parts.append(f"{name} {percent_of(adopted)}, otherwise {percent_of(other)}")
    return f" (house edge: {'; '.join(parts)})"


def _wagers(rules: Rules) -> Iterator[Statement]:
    for wager in rules.wagers.values():
        if wager.pays_as:
            continue
        table = rules.tables[wager.key]
        yield _statement(f"{rules.label(wager)} paytable", table.letter, table.clause)
        if wager.key in rules.choices.side_limits:
            least, most = map(format_short, rules.choices.side_limits[wager.key])
            yield _statement(f"{rules.label(wager)} limits", f"{least} to {most}", "G20")
    if rules.progressive is None or rules.game.progressive is None:
        return
    stake = format_short(rules.choices.progressive_stake)
    yield _statement("progressive stake", stake, "G6")
    floors = rules.tables[rules.progressive.key].meter_clauses
    for meter in rules.choices.meters:
        yield Statement(
            "meter" if meter.meter == "meter" else f"{meter.meter} meter",
            f"{percent(meter.rate)} of each wager, starts at {format_short(meter.initial)}, "
            f"resets to {format_short(meter.reset)}",
            (rules.game.progressive.rates, floors[meter.meter]),
        )


def _devices(rules: Rules) -> Iterator[Statement]:
    game, choices = rules.game, rules.choices
    yield _statement("dealing", describe.dealing_name(rules.dealing), rules.dealing.requires)
    yield _statement(
        "decks", str(choices.decks), game.cite("decks.two" if choices.decks > 1 else "deck")
    )
    yield _statement("shuffler", _value(choices.shuffler), game.cite("shuffle.device"))
    counts = _value(choices.shuffler_counts)
    yield _statement("the shuffler counts the deck", counts, game.cite("count.device"))
    reshuffles = _value(choices.device_reshuffles)
    yield _statement("the device reshuffles by itself", reshuffles, game.cite("device.reshuffles"))
    if rules.reads:
        yield _statement("the shoe reads the cards", "yes", "G47")


def _tables(house: Submission) -> Iterator[Statement]:
    for table in house.tables:
        chips = "real chips" if table.currency == "real" else "practice chips"
        dealer = "dealt by a dealer" if table.mode == "dealer" else "self-dealt"
        physical = table.settings.cards == "physical"
        cards = "physical cards" if physical else "cards shuffled by the house"
        name = Rules(house.games[table.game]).game.name
        yield Statement(table.name, f"{name}, {chips}, {dealer}, {cards}")


def _statement(subject: str, choice: str, clause: str) -> Statement:
    return Statement(subject, choice, (clause,) if clause else ())


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return format_short(Cents(value))  # the only numbers among the options are amounts
    return "not set" if value is None else str(value)
