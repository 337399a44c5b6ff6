"""The head of a round: which game under which rules, and which choices are not ordinary."""

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from pitboss.errors import PitbossError
from pitboss.money import MILLIONTHS, Cents, format_cents, parse_amount
from pitboss.rulebook import MARK, PUBLISHED, Rulebook, fingerprint
from pitboss.rulebook.choices import rulebook_of
from pitboss.rulebook.model import METHODS, Game
from pitboss.rulebook.rules import Choices, MeterTerms, OptionValue, Rules, plain_choices


class BadRound(PitbossError):
    """A line of a round that cannot be read."""


def bad(what: str, line: int = 0, what_to_do: str | None = None) -> BadRound:
    return BadRound(what, where=f"line {line}" if line else None, what_to_do=what_to_do)


_OWN: Final = f" ({MARK})"
_WITH_RULES: Final = "give the file of its own rules with --rules"


def read_rules_line(text: str, book: Rulebook = PUBLISHED) -> Choices:
    """`rules mississippi-stud@3f9c2a17`; the fingerprint is derived, so it may be absent.

    A round under own rules says so on this line and is read with the rules file beside it.
    """
    match = re.fullmatch(r"rules ([\w-]+)(?:@[0-9a-f]*)?(?P<own> \(.*\))?", text.strip())
    if match is None:
        raise bad(f"{text!r} names no rules", what_to_do="begin with: rules let-it-ride")
    if match["own"] and match[1] not in book.own:
        raise bad(f"{match[1]} was played under own rules", what_to_do=_WITH_RULES)
    game = book.find(match[1])
    return plain_choices(game, own=book.own_of(game.key))


def write_rules_line(choices: Choices) -> str:
    rules = Rules(choices)
    if rules.is_own:
        return f"rules {rules.game.key}@{rules.content[:8]}{_OWN}"
    return f"rules {rules.game.key}@{fingerprint(rules.game.key)[:8]}"


def in_use(choices: Choices) -> Choices:
    """The choices without own rules that they do not use, so that these appear nowhere."""
    return choices if Rules(choices).is_own else replace(choices, own=UNSET)


def read_house_line(choices: Choices, text: str) -> Choices:
    """One `house …` line folded into the choices."""
    word, _, rest = text.removeprefix("house ").partition(" ")
    reader = _READERS.get(word)
    if reader is None:
        raise bad(f"a house has no {word!r}", what_to_do=f"one of {', '.join(_READERS)}")
    return reader(choices, rest.strip())


def _wagers(choices: Choices, text: str) -> Choices:
    book, tables = rulebook_of(choices), {}
    game, letters = book.find(choices.game), book.paytables(choices.game)
    for part in text.split(","):
        wager, _, letter = part.strip().partition(" ")
        if letter.strip() not in letters.get(wager, {}):
            raise bad(f"{game.name} has no paytable {part.strip()!r}")
        tables[wager] = letter.strip()
    for declared in game.wagers:
        if not declared.optional and not declared.pays_as:
            tables.setdefault(declared.key, choices.tables[declared.key])
    changed = replace(choices, tables=tables)
    return _fitting_meters(changed, game)


def _fitting_meters(choices: Choices, game: Game) -> Choices:
    """Meters as the chosen progressive table asks, at its least amounts."""
    wager = game.progressive_wager
    if wager is None or wager.key not in choices.tables:
        return replace(choices, meters=(), progressive_stake=Cents(0))
    table = rulebook_of(choices).paytables(game.key)[wager.key][choices.tables[wager.key]]
    terms = {meter.meter: meter for meter in choices.meters}
    meters = tuple(
        terms[name] if name in terms and terms[name].reset >= least else _least(name, least)
        for name, least in table.meters.items()
    )
    return replace(
        choices, meters=meters, progressive_stake=choices.progressive_stake or Cents(100)
    )


def _least(name: str, least: Cents) -> MeterTerms:
    return MeterTerms(name, MILLIONTHS // 10, least, least)


def _limits(choices: Choices, text: str) -> Choices:
    if text.endswith(" none"):  # the table's own limits are the wager's too
        wager = text.removesuffix(" none")
        others = {key: pair for key, pair in choices.side_limits.items() if key != wager}
        return replace(choices, side_limits=others)
    wager, least, most = text.split()
    limits = {**choices.side_limits, wager: (parse_amount(least), parse_amount(most))}
    return replace(choices, side_limits=limits)


def _dealing(choices: Choices, text: str) -> Choices:
    method, _, variant = text.partition(" ")
    game = rulebook_of(choices).find(choices.game)
    dealing = game.dealing(method, variant)
    if dealing is None:
        raise bad(
            f"{game.name} is not dealt by {text!r}", what_to_do=f"one of {', '.join(METHODS)}"
        )
    return replace(choices, method=dealing.method, variant=dealing.variant)


_SHUFFLERS: Final = {
    "none": (False, False, False),
    "plain": (True, False, False),
    "counting": (True, True, False),
    "reshuffling": (True, True, True),
}


def _shuffler(choices: Choices, text: str) -> Choices:
    shuffler, counts, reshuffles = _SHUFFLERS[text]
    return replace(choices, shuffler=shuffler, shuffler_counts=counts, device_reshuffles=reshuffles)


def _shoe(choices: Choices, text: str) -> Choices:
    if text != "reads":
        raise bad(f"a shoe cannot be {text!r}", what_to_do="write house shoe reads")
    return replace(choices, reads=True)


def _meter(choices: Choices, text: str) -> Choices:
    name, rate, initial, reset = text.split()
    terms = MeterTerms(name, _ppm(rate), parse_amount(initial), parse_amount(reset))
    if name not in {meter.meter for meter in choices.meters}:
        raise bad(f"the paytable has no meter {name!r}")
    return replace(choices, meters=tuple(terms if m.meter == name else m for m in choices.meters))


def _ppm(rate: str) -> int:
    try:
        parts = Decimal(rate.removesuffix("%")) * (MILLIONTHS // 100)
    except InvalidOperation:
        raise bad(f"{rate!r} is not a rate", what_to_do="write it as 12.5%") from None
    if parts != int(parts):
        raise bad(f"{rate!r} has too many digits", what_to_do="at most four after the point")
    return int(parts)


def _option(choices: Choices, text: str) -> Choices:
    key, _, word = text.partition(" ")
    value: OptionValue = {"true": True, "false": False}.get(word, word)
    if key.endswith(("_limit", "_minimum")):
        value = parse_amount(word)
    return replace(choices, options={**choices.options, key: value})


def _number(field: str, read: Callable[[str], int]) -> Callable[[Choices, str], Choices]:
    return lambda choices, text: replace(choices, **{field: read(text)})


_READERS: Final[dict[str, Callable[[Choices, str], Choices]]] = {
    "wagers": _wagers,
    "minimum": _number("minimum", parse_amount),
    "maximum": _number("maximum", parse_amount),
    "limits": _limits,
    "chips": lambda c, text: replace(c, chips=tuple(parse_amount(w) for w in text.split())),
    "boxes": _number("boxes", int),
    "dealing": _dealing,
    "decks": _number("decks", int),
    "shuffler": _shuffler,
    "progressive": _number("progressive_stake", parse_amount),
    "meter": _meter,
    "option": _option,
    "confirm-above": _number("confirm_above", parse_amount),
    "shoe": _shoe,
}


def write_house_lines(choices: Choices) -> list[str]:
    """The lines that turn a game's ordinary choices into these."""
    game = rulebook_of(choices).find(choices.game)
    plain = plain_choices(game, own=choices.own)
    lines: list[str] = []
    if choices.tables != plain.tables:
        lines.append("wagers " + ", ".join(f"{w} {letter}" for w, letter in choices.tables.items()))
    for field in ("minimum", "maximum"):
        if getattr(choices, field) != getattr(plain, field):
            lines.append(f"{field} {format_cents(getattr(choices, field))}")
    for wager, (least, most) in choices.side_limits.items():
        if plain.side_limits.get(wager) != (least, most):
            lines.append(f"limits {wager} {format_cents(least)} {format_cents(most)}")
    lines += [
        f"limits {wager} none" for wager in sorted(plain.side_limits.keys() - choices.side_limits)
    ]
    if choices.chips != plain.chips:
        lines.append("chips " + " ".join(format_cents(chip) for chip in choices.chips))
    if choices.boxes != plain.boxes:
        lines.append(f"boxes {choices.boxes}")
    if (choices.method, choices.variant) != (plain.method, plain.variant):
        lines.append(f"dealing {choices.method} {choices.variant}".strip())
    if choices.decks != plain.decks:
        lines.append(f"decks {choices.decks}")
    device = (choices.shuffler, choices.shuffler_counts, choices.device_reshuffles)
    if device != (plain.shuffler, plain.shuffler_counts, plain.device_reshuffles):
        lines.append("shuffler " + next(k for k, v in _SHUFFLERS.items() if v == device))
    if choices.progressive_stake not in (plain.progressive_stake, 0):
        lines.append(f"progressive {format_cents(choices.progressive_stake)}")
    standing = _fitting_meters(replace(plain, tables=choices.tables), game).meters
    for terms in choices.meters:
        if terms not in standing:
            rate = f"{Decimal(terms.rate) * 100 / MILLIONTHS:f}%"
            amounts = f"{format_cents(terms.initial)} {format_cents(terms.reset)}"
            lines.append(f"meter {terms.meter} {rate} {amounts}")
    for key, value in choices.options.items():
        text = format_cents(value) if type(value) is int else str(value)
        lines.append(f"option {key} {text.lower() if isinstance(value, bool) else text}")
    if choices.confirm_above is not UNSET:
        lines.append(f"confirm-above {format_cents(choices.confirm_above)}")
    if choices.reads is True:
        lines.append("shoe reads")
    return [f"house {line}" for line in lines]
