"""What the rulebook requires of an operator's choices: one function for each matter."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from msgspec import UNSET, UnsetType

from pitboss.money import MILLIONTHS, Cents, format_short
from pitboss.rulebook import OwnRules, tables_with
from pitboss.rulebook.describe import listed
from pitboss.rulebook.model import Game
from pitboss.rulebook.paytable import Tables
from pitboss.rulebook.rules import Choices, MeterTerms, OptionValue, Rules
from pitboss.rulebook.submission.shape import side_wagers, variants_of
from pitboss.rulebook.toml.reading import Report
from pitboss.rulebook.toml.values import percent


class Case(NamedTuple):
    """One game of a submission, as far as it could be read. A key is written `dealing.method`."""

    game: Game
    choices: dict[str, Any]
    report: Report
    own: OwnRules = OwnRules()  # the file's paytables of its own

    @property
    def tables(self) -> Tables:
        """Every paytable that may be chosen, published or the file's own."""
        return tables_with(self.game.key, self.own)

    @property
    def own_in_use(self) -> OwnRules | UnsetType:
        """The own game, or the own paytables that the choices name; UNSET where they name none."""
        if self.own.game is not None:
            return self.own
        letters = dict(self.letters)
        progressive = self.game.progressive_wager
        if progressive is not None and progressive.key in letters and self.game.progressive:
            for stake in self.game.progressive.stakes:
                letters[f"envy-{stake // 100}"] = letters[progressive.key]
        tables = {
            wager: {letter: self.own.tables[wager][letter]}
            for wager, letter in letters.items()
            if letter in self.own.tables.get(wager, {})
        }
        return OwnRules(tables=tables) if tables else UNSET

    def get(self, key: str) -> Any:
        """The file's value of this key; None where it has none that can be read."""
        value: Any = self.choices
        for part in key.split("."):
            value = value.get(part) if value is not None else None
        return value

    def violation(self, key: str, what: str, clause: str, allowed: str) -> None:
        self.report.violation(("games", self.game.key, *key.split(".")), what, clause, allowed)

    def warning(self, key: str, what: str, clause: str, allowed: str) -> None:
        self.report.warning(("games", self.game.key, *key.split(".")), what, clause, allowed)

    @property
    def letters(self) -> dict[str, str]:
        letters: dict[str, str] = dict(self.get("wagers") or {})
        letter = self.get("progressive.paytable")
        progressive = self.game.progressive_wager
        if progressive is not None and letter is not None:
            letters[progressive.key] = letter
        return letters

    @property
    def options(self) -> dict[str, OptionValue]:
        """Those that differ from their defaults, so writing a default out changes nothing."""
        options: dict[str, OptionValue] = dict(self.get("options") or {})
        for wager in self.game.wagers:
            pair = self.get(f"limits.{wager.key}")
            if wager.minimum_option and pair is not None:
                options[wager.minimum_option] = pair[0]
        defaults = {option.key: option.default for option in self.game.options}
        return {key: value for key, value in options.items() if value != defaults[key]}

    @property
    def shuffler(self) -> bool:
        """An automated shoe is a shuffler too, and so is a device that reshuffles by itself."""
        automated = self.get("dealing.method") == "automated-shoe"
        return automated or bool(self.get("dealing.shuffler") or self.get("dealing.reshuffles"))


def table_limits(case: Case) -> None:
    least, most = case.get("minimum"), case.get("maximum")
    if least is not None and most is not None and least > most:
        what = f"{format_short(most)} is below the minimum of {format_short(least)}"
        case.violation("maximum", what, "G20", f"{format_short(least)} or more")


def whole_chips(case: Case) -> None:
    """Ruling G20: every stake is whole chips, so every stake that bounds one is."""
    chips = case.get("chips")
    for key, amount, prefix in _amounts(case) if chips else ():
        if amount % chips[0]:
            what = f"{prefix}{format_short(amount)} cannot be made of the chips"
            allowed = f"multiples of {format_short(chips[0])}, the smallest chip"
            case.violation(key, what, "G20", allowed)


def _amounts(case: Case) -> Iterator[tuple[str, Cents, str]]:
    keys = ["minimum", "maximum", "options.payout_limit", "progressive.stake"]
    keys += [f"options.{wager.minimum_option}" for wager in case.game.wagers]
    for key in keys:
        if (amount := case.get(key)) is not None:
            yield key, amount, ""
    for key, pair in (case.get("limits") or {}).items():
        for amount in dict.fromkeys(pair):
            yield f"limits.{key}", amount, ""
    for wager in case.game.wagers:
        if wager.key in case.letters:
            for stake in wager.stakes:
                yield f"wagers.{wager.key}", stake, "its stake of "


def side_limits(case: Case) -> None:
    for wager in side_wagers(case.game):
        key, clause = f"limits.{wager.key}", wager.clause
        pair = case.get(key)
        if pair is None:
            continue
        if wager.key not in case.letters:
            allowed = "give its paytable a letter, or leave its limits out"
            case.warning(key, f"{wager.name} is not offered", clause, allowed)
        if wager.stakes and any(amount not in wager.stakes for amount in pair):
            stakes = listed(list(map(format_short, wager.stakes)), "or")
            what = " to ".join(map(format_short, pair))
            case.violation(key, what, clause, f"its stake is {stakes}; leave it out")


def least_side_wager(case: Case) -> None:
    """A least stake may be given as an option or in the limits; both must agree (ruling S6)."""
    rulings = {option.key: option.ruling for option in case.game.options}
    for wager in case.game.wagers:
        key = f"options.{wager.minimum_option}"
        least, pair = case.get(key), case.get(f"limits.{wager.key}")
        if least is None:
            continue
        ruling = rulings[wager.minimum_option]
        most = pair[1] if pair else case.get("maximum")
        if pair and least != pair[0]:
            what = f"{format_short(least)} here, {format_short(pair[0])} in the limits"
            case.violation(key, what, ruling, "say the least wager once")
        elif most is not None and least > most:
            what = f"{format_short(least)} is above the most that may be bet"
            case.violation(key, what, ruling, f"{format_short(most)} at most")


def meters(case: Case) -> None:
    """Ruling G7: the meters of the paytable chosen, no others, at or above their minimums."""
    terms_of, letter = case.get("progressive.meters"), case.get("progressive.paytable")
    wager = case.game.progressive_wager
    if wager is None or terms_of is None:
        return
    rates = sum(terms.get("rate", 0) for terms in terms_of.values())
    if rates > MILLIONTHS:
        what = f"the rates add up to {percent(rates)}"
        case.violation("progressive.meters", what, "G7", "100% at most")
    if letter is None:
        return
    table = case.tables[wager.key][letter]
    for name in terms_of:
        if name not in table.meters:
            what = f"progressive paytable {letter} has no meter of this name"
            allowed = f"its meters: {', '.join(table.meters)}"
            case.violation(f"progressive.meters.{name}", what, table.clause, allowed)
    for name, least in table.meters.items():
        key, clause = f"progressive.meters.{name}", table.meter_clauses[name]
        if name not in terms_of:
            what = f"missing: progressive paytable {letter} is paid from it"
            allowed = f"give its rate, initial and reset, both {format_short(least)} or more"
            case.violation(key, what, clause, allowed)
        for moment in ("initial", "reset"):
            amount = case.get(f"{key}.{moment}")
            if amount is not None and amount < least:
                what = f"{format_short(amount)} is too low for paytable {letter}"
                case.violation(f"{key}.{moment}", what, clause, f"{format_short(least)} or more")


def own_envy(case: Case) -> None:
    """An own progressive table needs an envy table of its letter for the stake taken."""
    letter, stake = case.get("progressive.paytable"), case.get("progressive.stake")
    if letter is None or stake is None:
        return
    envy = f"envy-{stake // 100}"
    if letter not in case.tables.get(envy, {}):
        what = (
            f"progressive paytable {letter} has no envy table for a stake of {format_short(stake)}"
        )
        allowed = f"write [games.{case.game.key}.paytables.{envy}.{letter}]"
        case.violation("progressive.paytable", what, "G6", allowed)


def dealing_method(case: Case) -> None:
    method, variant = case.get("dealing.method"), case.get("dealing.variant")
    if method is None:
        return
    first, dealing = case.game.dealing(method), case.game.dealing(method, variant or "")
    assert first is not None
    clause = first.requires
    if dealing is None:
        variants = listed([f'"{name}"' for name in variants_of(case.game, method)], "or")
        what = f'"{variant}" is not a way of dealing by the method "{method}"'
        case.violation("dealing.variant", what, clause, f"choose {variants}")
    elif dealing.needs_reshuffling and not case.get("dealing.reshuffles"):
        key = "dealing.variant" if variant else "dealing.method"
        what = f'"{dealing.variant}" takes a shoe that reshuffles by itself'
        allowed = "reshuffles = true, or another variant"
        case.violation(key, what, dealing.needs_reshuffling, allowed)
    if method == "hand" and not case.shuffler:
        what = "dealing from the hand without an automated shuffler"
        case.violation("dealing.method", what, clause, "shuffler = true, or deal from a shoe")
    if method == "automated-shoe" and case.get("dealing.shuffler") is False:
        what = "the automated shoe is a shuffler too"
        case.violation("dealing.shuffler", what, clause, "true, or leave it out")


def devices(case: Case) -> None:
    cite = case.game.cite
    if case.get("dealing.decks") == 2 and not case.shuffler:
        what, allowed = "two decks without an automated shuffler", "shuffler = true, or decks = 1"
        case.violation("dealing.decks", what, cite("decks.two"), allowed)
    if case.get("dealing.shuffler_counts") and not case.shuffler:
        what, allowed = "there is no shuffler to count the deck", "shuffler = true, or leave it out"
        case.violation("dealing.shuffler_counts", what, cite("count.device"), allowed)
    automated = case.get("dealing.method") in (None, "automated-shoe")
    if case.get("dealing.reshuffles") and not automated:
        what = "only an automated shoe takes back its cards and reshuffles them"
        allowed = 'method = "automated-shoe", or leave it out'
        case.violation("dealing.reshuffles", what, cite("device.reshuffles"), allowed)
    if case.get("dealing.reads") and case.get("dealing.method") == "hand":
        what, allowed = "no device reads cards dealt from the hand", "a shoe, or leave it out"
        case.violation("dealing.reads", what, "G47", allowed)
    for key in ("dealing.shuffler", "dealing.shuffler_counts"):
        if case.get("dealing.reshuffles") and case.get(key) is False:
            what = "the device that reshuffles by itself also counts the deck"
            case.violation(key, what, cite("device.reshuffles"), "true, or leave it out")


def six_card_box(case: Case) -> None:
    """Ruling M3, read literally: only the automated shoe's chapter deals the box."""
    game, method = case.game, case.get("dealing.method")
    strict = case.get("options.six_card_needs_automated_shoe")
    if not strict or game.box_for not in case.letters or method in (None, "automated-shoe"):
        return
    shoe = game.dealing("automated-shoe")
    assert shoe is not None
    clause = next(give.clause for give in shoe.order if give.to == "box")
    what = f'offered with the dealing method "{method}"'
    allowed = 'method = "automated-shoe", or six_card_needs_automated_shoe = false'
    case.violation(f"wagers.{game.box_for}", what, clause, allowed)


def payout_limit(case: Case) -> None:
    key, rules, terms = "options.payout_limit", _at_minimum(case), case.game.limit
    limit = case.get(key)
    if limit is None or rules is None:
        return
    ceiling, most = rules.limit_ceiling, format_short(rules.most_at_minimum)
    what = f"{format_short(limit)} is below the "
    if ceiling is None:  # ruling G14: the document sets none
        if limit < rules.most_at_minimum:
            what += f"{most} that one hand can win at the table minimum, so large wins may be cut"
            case.warning(key, what, terms.ruling, "leave it out to have none")
    elif limit > ceiling:
        what = f"{format_short(limit)} is above what the document allows"
        allowed = f"{format_short(ceiling)} at most, at this minimum"
        case.violation(key, what, terms.clause, allowed)
    elif limit < ceiling:
        what += f"{format_short(ceiling)} allowed, so large wins may be cut"
        case.warning(key, what, terms.ruling, "leave it out to pay up to the ceiling")


def _at_minimum(case: Case) -> Rules | None:
    """The rules for ruling G13's limit, once the minimum and required paytables are read."""
    game, minimum = case.game, case.get("minimum")
    required = {wager.key for wager in game.wagers if not (wager.optional or wager.pays_as)}
    if minimum is None or not required <= case.letters.keys():
        return None
    method = game.dealings[0].method
    options = case.options
    own = case.own_in_use
    return Rules(
        Choices(game.key, case.letters, minimum, minimum, method=method, options=options, own=own)
    )


def idle_options(case: Case) -> None:
    """Warns about an option if none of its wagers is offered."""
    about: dict[str, set[str]] = {"six_card_needs_automated_shoe": {case.game.box_for}}
    for wager in case.game.wagers:
        unless = wager.ranking_unless[0] if wager.ranking_unless else ""
        for key in (unless, wager.minimum_option, wager.label_option):
            about.setdefault(key, set()).add(wager.key)
    for spot in case.game.spots:
        about.setdefault(spot.needs_if, set()).add(spot.wager)
    for option in case.game.options:
        key, wagers = f"options.{option.key}", about.get(option.key)
        if case.get(key) in (None, option.default) or wagers is None:
            continue
        if not wagers & case.letters.keys():
            names = listed([case.game.wager(wager).name for wager in sorted(wagers)], "or")
            what = f"changes nothing: {names} is not offered"
            case.warning(key, what, option.ruling, "leave it out")


CHECKS: Final[tuple[Callable[[Case], None], ...]] = (
    *(table_limits, whole_chips, side_limits, least_side_wager),
    *(meters, own_envy, dealing_method, devices, six_card_box, payout_limit, idle_options),
)


def choices(case: Case) -> Choices:
    """The rulebook's own record of a game that passed every check."""
    game, letters, device = case.game, case.letters, case.get("dealing")
    dealing = game.dealing(device["method"], device.get("variant", ""))
    assert dealing is not None
    stake = Cents(0)
    terms: tuple[MeterTerms, ...] = ()
    wager = game.progressive_wager
    if wager is not None and (progressive := case.get("progressive")):
        stake, entries = progressive["stake"], progressive["meters"]
        table = case.tables[wager.key][progressive["paytable"]]
        terms = tuple(MeterTerms(meter=name, **entries[name]) for name in table.meters)
    limits = {wager.key: case.get(f"limits.{wager.key}") for wager in side_wagers(game)}
    return Choices(
        game=game.key,
        tables={wager.key: letters[wager.key] for wager in game.wagers if wager.key in letters},
        minimum=case.choices["minimum"],
        maximum=case.choices["maximum"],
        side_limits={
            key: pair
            for key, pair in limits.items()
            if pair and key in letters and not game.wager(key).stakes
        },
        chips=case.choices["chips"],
        boxes=case.choices.get("adjacent_boxes", game.boxes or game.boxes_default),
        method=dealing.method,
        variant=dealing.variant,
        decks=device.get("decks", 1),
        shuffler=case.shuffler,
        shuffler_counts=bool(device.get("shuffler_counts") or device.get("reshuffles")),
        device_reshuffles=bool(device.get("reshuffles")),
        progressive_stake=stake,
        meters=terms,
        options=case.options,
        confirm_above=case.choices.get("confirm_above", UNSET),
        reads=device.get("reads") or UNSET,
        own=case.own_in_use,
    )
