"""The sign at a table: what every wager pays, what may be bet, and what limits a payment.

It is read from the same rules that the table pays by, and has all that the documents let a sign
say in the layout's place (DD .02B(7)).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from pitboss.money import format_short
from pitboss.paper.content import Item, Paper, PayoutTable
from pitboss.paper.felt_names import felt_name
from pitboss.rulebook import register
from pitboss.rulebook.describe import counted, listed
from pitboss.rulebook.model import Spot, Wager
from pitboss.rulebook.paytable import Paytable
from pitboss.rulebook.rules import MeterTerms, Rules
from pitboss.rulebook.toml.values import percent

JOKER: Final = ("DD .06B(2)(a)", "DD .06B(2)(b)")  # what a joker may stand for


def sign_of(rules: Rules, operator: str, table: str = "") -> Paper:
    minimum, maximum = (format_short(c) for c in (rules.choices.minimum, rules.choices.maximum))
    required = [felt_name(rules, spot) for spot in rules.required]
    bets = f"the {required[0]}" if len(required) == 1 else "each bet"
    return Paper(
        kind="table sign",
        title=rules.game.name,
        operator=operator,
        lead=(
            Item(f"Minimum {minimum}, maximum {maximum} for {bets}", ("G20",)),
            *limits(rules),
        ),
        tables=_balanced([*payout_tables(rules)]),
        foot=table,
    )


def _balanced(tables: Sequence[PayoutTable]) -> tuple[PayoutTable, ...]:
    """The tables of the left column and then those of the right, about as high; the first table
    stays first.
    """
    first, *others = tables
    whole = sum(map(_height, tables))

    def uneven(left: tuple[PayoutTable, ...]) -> int:
        return abs(whole - 2 * (_height(first) + sum(map(_height, left))))

    lefts = (x for size in range(len(others) + 1) for x in combinations(others, size))
    left = min(lefts, key=uneven)
    return (first, *left, *(table for table in others if table not in left))


def _height(table: PayoutTable) -> int:
    """The approximate height in rows, including those of the title."""
    return len(table.rows) + len(table.notes) + 4


def payout_tables(rules: Rules) -> Iterator[PayoutTable]:
    """A table for every wager offered that has one of its own, and for envy."""
    for wager in rules.wagers.values():
        if not wager.pays_as:
            yield _payouts(rules, wager, rules.tables[wager.key])
    terms = rules.game.progressive
    if rules.envy is not None and terms is not None:
        stake = format_short(rules.choices.progressive_stake)
        yield PayoutTable(
            "Envy Bonus",
            _rows(rules.envy),
            (f"Paid to every other {stake} progressive player at the table.",),
            _cited(terms.envy, terms.envy_table, rules.envy.clause),
        )


def _payouts(rules: Rules, wager: Wager, table: Paytable) -> PayoutTable:
    notes = [*_bets(rules, wager)]
    raises = tuple(rules.label(w) for w in rules.wagers.values() if w.pays_as == wager.key)
    if raises:
        notes.append(f"Also pays the equal {listed(raises)}.")
    if wager.progressive:
        notes.append(f"Wager {format_short(rules.choices.progressive_stake)}.")
        notes += [_meter_words(meter) for meter in rules.choices.meters]
        notes.append("A meter pays the amount it shows when the hand is settled.")
    elif wager.optional:
        least, most = rules.limits(next(s for s in rules.spots.values() if s.wager == wager.key))
        stakes = format_short(least)
        notes.append(f"Wager {stakes}." if least == most else f"{stakes} to {format_short(most)}.")
    odds = [mark.clause for mark in rules.game.inscriptions if mark.what == "odds"]
    terms = rules.game.progressive
    meters: list[str] = []
    if wager.progressive and terms is not None:
        meters = [terms.rates, terms.turn, *table.meter_clauses.values()]
    sizes = [s.clause for s in rules.spots.values() if _is_equal(s) and _pays(rules, s, wager)]
    clauses = _cited(wager.area, *odds, table.clause, *meters, *sizes)
    return PayoutTable(_title(rules, wager), _rows(table), tuple(notes), clauses, raises)


def _pays(rules: Rules, spot: Spot, wager: Wager) -> bool:
    return wager.key in (spot.wager, rules.wagers[spot.wager].pays_as)


def _is_equal(spot: Spot) -> bool:
    """Whether a decision bets as much as lies on another spot: no more and no less."""
    return spot.multiples == (1,)


def _bets(rules: Rules, wager: Wager) -> Iterator[str]:
    """Which bets a table pays, where there are several or their name is not the wager's."""
    spots = [spot for spot in rules.spots.values() if spot.wager == wager.key]
    names = [felt_name(rules, spot) for spot in spots]
    if len(names) > 1:
        yield f"Pays on {listed(names)}."
    equal = [felt_name(rules, spot) for spot in spots if _is_equal(spot)]
    if len(names) > 1 and equal:
        yield f"{listed(equal)} each equal the {names[0]}."


def _cited(*clauses: str) -> tuple[str, ...]:
    """Each clause once."""
    return tuple(dict.fromkeys(filter(None, clauses)))


def _title(rules: Rules, wager: Wager) -> str:
    return rules.label(wager) if wager.label_option or wager.optional else wager.name


def _rows(table: Paytable) -> tuple[tuple[str, str], ...]:
    return tuple((row.name, str(row.pays)) for row in table.rows)


def _meter_words(meter: MeterTerms) -> str:
    name = meter.meter.capitalize()
    reset = format_short(meter.reset)
    return f"{name}: {percent(meter.rate)} of each wager, resets to {reset}."


def limits(rules: Rules) -> Iterator[Item]:
    """What the documents let a sign say in the layout's place."""
    game = rules.game
    clauses = {inscription.what: inscription.clause for inscription in game.inscriptions}
    for spot in rules.spots.values():
        if spot.multiples and max(spot.multiples) > 1:
            streets = [s for s in rules.spots.values() if s.multiples == spot.multiples]
            sizes = listed([str(n) for n in spot.multiples], "or")
            base = game.spot(spot.of).name
            text = f"{listed([s.name for s in streets])}: {sizes} times the {base}"
            definitions = [street.clause for street in streets]
            yield Item(text, _cited(clauses.get("multiples", ""), *definitions))
            break
    if jokers := len(game.cards) - 52:
        text = f"{counted(jokers, 'joker')}: each an ace, or any card of a straight or a flush"
        uses = (clause for clause in JOKER if register.path_of(clause)[0] in game.documents)
        yield Item(text, _cited(clauses.get("joker", ""), *uses))
    limit = _cited(clauses["limit"], game.limit.clause)
    if rules.payout_limit is None:
        yield Item("No payout limit", limit)
    else:
        amount = format_short(rules.payout_limit)
        wagers = listed([game.wager(key).name for key in game.limit.wagers if key in rules.wagers])
        yield Item(f"Payout limit {amount} a hand on {wagers}", limit)
