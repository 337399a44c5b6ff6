"""What the rulebook requires of an operator's choices: one function for each matter."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from pitboss.money import MILLIONTHS, Cents, format_short
from pitboss.rulebook import paytables
from pitboss.rulebook.model import Game, Wager
from pitboss.rulebook.paytable import Paytable
from pitboss.rulebook.rules import Choices, MeterTerms, OptionValue, Rules
from pitboss.rulebook.submission.reading import Report
from pitboss.rulebook.submission.shape import side_wagers, variants_of
from pitboss.rulebook.submission.values import either, percent


class Case:
    """One game of a submission, as far as it could be read."""

    def __init__(self, game: Game, choices: dict[str, Any], report: Report) -> None:
        self.game = game
        self.choices = choices
        self.report = report

    def get(self, *keys: str) -> Any:
        """The file's value there; None where it has none that can be read."""
        value: Any = self.choices
        for key in keys:
            value = value.get(key) if value is not None else None
        return value

    def violation(self, *keys: str, what: str, clause: str, allowed: str) -> None:
        self.report.violation(("games", self.game.key, *keys), what, clause, allowed)

    def warning(self, *keys: str, what: str, clause: str, allowed: str) -> None:
        self.report.warning(("games", self.game.key, *keys), what, clause, allowed)

    @property
    def progressive(self) -> Wager | None:
        return next((wager for wager in self.game.wagers if wager.progressive), None)

    @property
    def letters(self) -> dict[str, str]:
        letters: dict[str, str] = dict(self.get("wagers") or {})
        letter = self.get("progressive", "paytable")
        if self.progressive is not None and letter is not None:
            letters[self.progressive.key] = letter
        return letters

    @property
    def options(self) -> dict[str, OptionValue]:
        """Those that differ from their defaults, so writing a default out changes nothing."""
        chosen: dict[str, OptionValue] = dict(self.get("options") or {})
        for wager in self.game.wagers:
            pair = self.get("limits", wager.key)
            if wager.minimum_option and pair is not None:
                chosen[wager.minimum_option] = pair[0]
        defaults = {option.key: option.default for option in self.game.options}
        return {key: value for key, value in chosen.items() if value != defaults[key]}

    @property
    def shuffler(self) -> bool:
        """An automated shoe is a shuffler too, and so is a device that reshuffles by itself."""
        named = self.get("dealing", "shuffler")
        implied = self.get("dealing", "method") == "automated-shoe"
        return bool(named) or implied or bool(self.get("dealing", "reshuffles"))


def table_limits(case: Case) -> None:
    least, most = case.get("minimum"), case.get("maximum")
    if least is not None and most is not None and least > most:
        case.violation(
            "maximum",
            what=f"{format_short(most)} is below the minimum of {format_short(least)}",
            clause="G20",
            allowed=f"{format_short(least)} or more",
        )


def whole_chips(case: Case) -> None:
    """Ruling G20: every stake is whole chips, so every stake that bounds one is."""
    chips = case.get("chips")
    if chips is None:
        return
    for keys, amount, prefix in _amounts(case):
        if amount % chips[0]:
            case.violation(
                *keys,
                what=f"{prefix}{format_short(amount)} cannot be made of the chips",
                clause="G20",
                allowed=f"multiples of {format_short(chips[0])}, the smallest chip",
            )


def _amounts(case: Case) -> Iterator[tuple[tuple[str, ...], Cents, str]]:
    for key in ("minimum", "maximum"):
        if (amount := case.get(key)) is not None:
            yield (key,), amount, ""
    for key, pair in (case.get("limits") or {}).items():
        for amount in dict.fromkeys(pair):
            yield ("limits", key), amount, ""
    if (limit := case.get("options", "payout_limit")) is not None:
        yield ("options", "payout_limit"), limit, ""
    if (stake := case.get("progressive", "stake")) is not None:
        yield ("progressive", "stake"), stake, ""
    for wager in case.game.wagers:
        if wager.key in case.letters:
            for stake in wager.stakes:
                yield ("wagers", wager.key), stake, "its stake of "
        if wager.minimum_option and (least := case.get("options", wager.minimum_option)):
            yield ("options", wager.minimum_option), least, ""


def side_limits(case: Case) -> None:
    for wager in side_wagers(case.game):
        pair = case.get("limits", wager.key)
        if pair is None:
            continue
        if wager.key not in case.letters:
            case.warning(
                "limits",
                wager.key,
                what=f"{wager.name} is not offered",
                clause=wager.clause,
                allowed="give its paytable a letter, or leave its limits out",
            )
        if wager.stakes and any(amount not in wager.stakes for amount in pair):
            fixed = either([format_short(stake) for stake in wager.stakes])
            case.violation(
                "limits",
                wager.key,
                what=f"{' to '.join(format_short(amount) for amount in pair)}",
                clause=wager.clause,
                allowed=f"its stake is {fixed}; leave it out",
            )


def least_side_wager(case: Case) -> None:
    """A least stake may be said as an option or in the limits; both must agree (ruling S6)."""
    for wager in case.game.wagers:
        least = case.get("options", wager.minimum_option) if wager.minimum_option else None
        if least is None:
            continue
        pair = case.get("limits", wager.key)
        most = pair[1] if pair else case.get("maximum")
        if pair and least != pair[0]:
            what = f"{format_short(least)} here, {format_short(pair[0])} in the limits"
            allowed = "say the least wager once"
        elif most is not None and least > most:
            what = f"{format_short(least)} is above the most that may be bet"
            allowed = f"{format_short(most)} at most"
        else:
            continue
        ruling = next(o.ruling for o in case.game.options if o.key == wager.minimum_option)
        case.violation("options", wager.minimum_option, what=what, clause=ruling, allowed=allowed)


def meters(case: Case) -> None:
    """Ruling G7: the meters of the paytable chosen, no others, at or above their minimums."""
    rules, wager = case.game.progressive, case.progressive
    terms_of, letter = case.get("progressive", "meters"), case.get("progressive", "paytable")
    if rules is None or wager is None or terms_of is None:
        return
    rates = [terms["rate"] for terms in terms_of.values() if "rate" in terms]
    if sum(rates) > MILLIONTHS:
        case.violation(
            "progressive",
            "meters",
            what=f"the rates add up to {percent(sum(rates))}",
            clause="G7",
            allowed="100% at most",
        )
    if letter is None:
        return
    table = paytables(case.game.key)[wager.key][letter]
    for name in terms_of:
        if name not in table.meters:
            case.violation(
                *("progressive", "meters", name),
                what=f"progressive paytable {letter} has no meter of this name",
                clause=table.clause,
                allowed=f"its meters: {', '.join(table.meters)}",
            )
    for name, least in table.meters.items():
        if name not in terms_of:
            case.violation(
                *("progressive", "meters", name),
                what=f"missing: progressive paytable {letter} is paid from it",
                clause=table.meter_clauses[name],
                allowed=f"give its rate, initial and reset, both {format_short(least)} or more",
            )
    meter_amounts(case, table, terms_of)


def meter_amounts(case: Case, table: Paytable, terms_of: dict[str, dict[str, Cents]]) -> None:
    for name, terms in terms_of.items():
        least = table.meters.get(name)
        for key in ("initial", "reset"):
            if least is not None and key in terms and terms[key] < least:
                case.violation(
                    *("progressive", "meters", name, key),
                    what=f"{format_short(terms[key])} is too low for paytable {table.letter}",
                    clause=table.meter_clauses[name],
                    allowed=f"{format_short(least)} or more",
                )


def dealing_method(case: Case) -> None:
    method, variant = case.get("dealing", "method"), case.get("dealing", "variant")
    if method is None:
        return
    first = case.game.dealing(method)
    chosen = case.game.dealing(method, variant or "")
    assert first is not None
    if chosen is None:
        variants = [f'"{name}"' for name in variants_of(case.game, method)]
        case.violation(
            *("dealing", "variant"),
            what=f'"{variant}" is no way of dealing by the method "{method}"',
            clause=first.requires,
            allowed=f"choose {either(variants)}",
        )
    elif (clause := chosen.needs_reshuffling) and not case.get("dealing", "reshuffles"):
        case.violation(
            *("dealing", "variant" if variant else "method"),
            what=f'"{chosen.variant}" takes a shoe that reshuffles by itself',
            clause=clause,
            allowed="reshuffles = true, or another variant",
        )
    if method == "hand" and not case.shuffler:
        case.violation(
            *("dealing", "method"),
            what="dealing from the hand without an automated shuffler",
            clause=first.requires,
            allowed="shuffler = true, or deal from a shoe",
        )
    if method == "automated-shoe" and case.get("dealing", "shuffler") is False:
        case.violation(
            *("dealing", "shuffler"),
            what="the automated shoe is a shuffler too",
            clause=first.requires,
            allowed="true, or leave it out",
        )


def devices(case: Case) -> None:
    game = case.game
    if case.get("dealing", "decks") == 2 and not case.shuffler:
        case.violation(
            *("dealing", "decks"),
            what="two decks without an automated shuffler",
            clause=game.cite("decks.two"),
            allowed="shuffler = true, or decks = 1",
        )
    if case.get("dealing", "shuffler_counts") and not case.shuffler:
        case.violation(
            *("dealing", "shuffler_counts"),
            what="there is no shuffler to count the deck",
            clause=game.cite("count.device"),
            allowed="shuffler = true, or leave it out",
        )
    for key in ("shuffler", "shuffler_counts"):
        if case.get("dealing", "reshuffles") and case.get("dealing", key) is False:
            case.violation(
                *("dealing", key),
                what="the device that reshuffles by itself also counts the deck",
                clause=game.cite("device.reshuffles"),
                allowed="true, or leave it out",
            )


def six_card_box(case: Case) -> None:
    """Ruling M3, read literally: only the automated shoe's chapter deals the box."""
    game, method = case.game, case.get("dealing", "method")
    shoe = game.dealing("automated-shoe")
    strict = case.get("options", "six_card_needs_automated_shoe")
    if not strict or game.box_for not in case.letters or method in (None, "automated-shoe"):
        return
    assert shoe is not None
    case.violation(
        *("wagers", game.box_for),
        what=f'offered with the dealing method "{method}"',
        clause=next(give.clause for give in shoe.order if give.to == "box"),
        allowed='method = "automated-shoe", or six_card_needs_automated_shoe = false',
    )


def payout_limit(case: Case) -> None:
    chosen, rules = case.get("options", "payout_limit"), _at_minimum(case)
    if chosen is None or rules is None:
        return
    ceiling = rules.limit_ceiling
    if ceiling is None:  # ruling G14: the document sets none
        if chosen < rules.most_at_minimum:
            case.warning(
                *("options", "payout_limit"),
                what=f"{format_short(chosen)} is below the {format_short(rules.most_at_minimum)} "
                "that one hand can win at the table minimum, so large wins may be cut",
                clause=case.game.limit.ruling,
                allowed="leave it out to have none",
            )
    elif chosen > ceiling:
        case.violation(
            *("options", "payout_limit"),
            what=f"{format_short(chosen)} is above what the document allows",
            clause=case.game.limit.clause,
            allowed=f"{format_short(ceiling)} at most, at this minimum",
        )
    elif chosen < ceiling:
        case.warning(
            *("options", "payout_limit"),
            what=f"{format_short(chosen)} is below the {format_short(ceiling)} allowed, "
            "so large wins may be cut",
            clause=case.game.limit.ruling,
            allowed="leave it out to pay up to the ceiling",
        )


def _at_minimum(case: Case) -> Rules | None:
    """Ruling G13's limit is told by these, as soon as minimum and required paytables are known."""
    game, minimum = case.game, case.get("minimum")
    required = {wager.key for wager in game.wagers if not (wager.optional or wager.pays_as)}
    if minimum is None or not required <= case.letters.keys():
        return None
    method = game.dealings[0].method
    options = case.options
    return Rules(Choices(game.key, case.letters, minimum, minimum, method=method, options=options))


def idle_options(case: Case) -> None:
    """An option about wagers none of which is offered."""
    about: dict[str, set[str]] = {"six_card_needs_automated_shoe": {case.game.box_for}}
    for wager in case.game.wagers:
        unless = wager.ranking_unless[0] if wager.ranking_unless else ""
        for key in (unless, wager.minimum_option, wager.label_option):
            about.setdefault(key, set()).add(wager.key)
    for spot in case.game.spots:
        about.setdefault(spot.needs_if, set()).add(spot.wager)
    for option in case.game.options:
        chosen = case.get("options", option.key)
        if chosen in (None, option.default) or option.key not in about:
            continue
        if not about[option.key] & case.letters.keys():
            names = [case.game.wager(key).name for key in sorted(about[option.key])]
            case.warning(
                *("options", option.key),
                what=f"changes nothing: {either(names)} is not offered",
                clause=option.ruling,
                allowed="leave it out",
            )


CHECKS: Final[tuple[Callable[[Case], None], ...]] = (
    *(table_limits, whole_chips, side_limits, least_side_wager),
    *(meters, dealing_method, devices, six_card_box, payout_limit, idle_options),
)


def choices(case: Case) -> Choices:
    """The rulebook's own record of a game that passed every check."""
    game = case.game
    device = case.get("dealing")
    dealing = game.dealing(device["method"], device.get("variant", ""))
    assert dealing is not None
    letters = case.letters
    progressive = case.get("progressive")
    terms = progressive["meters"] if progressive else {}
    order: tuple[str, ...] = ()
    if progressive and case.progressive:
        order = tuple(paytables(game.key)[case.progressive.key][progressive["paytable"]].meters)
    return Choices(
        game=game.key,
        tables={wager.key: letters[wager.key] for wager in game.wagers if wager.key in letters},
        minimum=case.choices["minimum"],
        maximum=case.choices["maximum"],
        side_limits={
            wager.key: case.get("limits", wager.key)
            for wager in side_wagers(game)
            if wager.key in letters and not wager.stakes and case.get("limits", wager.key)
        },
        chips=case.choices["chips"],
        boxes=case.choices.get("adjacent_boxes", game.boxes or game.boxes_default),
        method=dealing.method,
        variant=dealing.variant,
        decks=device.get("decks", 1),
        shuffler=case.shuffler,
        shuffler_counts=bool(device.get("shuffler_counts") or device.get("reshuffles")),
        device_reshuffles=bool(device.get("reshuffles")),
        progressive_stake=progressive["stake"] if progressive else Cents(0),
        meters=tuple(
            MeterTerms(name, terms[name]["rate"], terms[name]["initial"], terms[name]["reset"])
            for name in order
        ),
        options=case.options,
    )
